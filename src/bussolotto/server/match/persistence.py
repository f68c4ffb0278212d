"""The statements that store each change of a live match, how its stored row is read, and what its file contains."""

import msgspec

from bussolotto.core.errors import BrokenLog, refuse
from bussolotto.games import game as module_of
from bussolotto.play.match import Match, replay
from bussolotto.play.notation import Record
from bussolotto.play.practice import PracticeMatch
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.match_state import MatchState
from bussolotto.server.match.seats import Occupant
from bussolotto.server.store import fair_rows, match_rows
from bussolotto.server.store.database import INSERT_DECISION, Statement, Steps, Store


def store_new(live: MatchState) -> Statement:
    """Return the statement that stores a match that has not begun."""
    module = live.match.game
    return match_rows.insert(
        match_rows.MatchRow(
            number=live.number,
            name=live.name,
            table=live.table,
            game=module.facts.name,
            rules=live.rules,
            seats=live.match.seats,
            options=live.match.options,
            closed=live.closed,
            dice=live.dice,
        )
    )


def store_start(live: LiveMatch, opened: Match) -> list[Statement]:
    """Return the statements that store the start: the opening rolls in `opened`, and the people seated.

    If there was no opening roll, version 0 is left to the decision of the seat that begins. A practice match is
    not among those that a guest has played.
    """
    opening = INSERT_DECISION, live.link_opening(opened)
    return [
        *([opening] if opened.log else []),
        *([fair_rows.insert(live.number, live.fair)] if live.fair else []),
        *live.list_asked(live.ask_after(opened), opened.version),
        *([live.clocks.statement()] if live.clocks else []),
        match_rows.start(live.number, live.occupants, live.clock.wall_s()),
        *[
            match_rows.insert_occupant(occupant.guest, live.number, seat)
            for seat, occupant in enumerate(live.occupants)
            if occupant.guest is not None
            and live.seat_of(occupant.guest) == seat  # the first of a guest's seats
            and not isinstance(live.match, PracticeMatch)
        ],
    ]


def read_occupants(row: match_rows.MatchRow) -> list[Occupant]:
    """Return the occupants as last stored. They are empty before the match has begun."""
    return msgspec.json.decode(row.occupants or "[]", type=list[Occupant])


def require_fitting(live: MatchState) -> None:
    """Raises Unreadable unless what is stored beside the plies of a match fits them: its people, its end."""
    seats, end = live.match.seats, live.ending
    people = () if live.started_s is None else (len(live.occupants),)
    if {*people, *((len(end.returns), len(end.scores)) if end else ())} - {seats}:
        raise refuse("unreadable", cause="form", problem="its people or its end are not those of its seats")


def read_match(row: match_rows.MatchRow, log: Steps) -> Match:
    """Return the match as stored. If it has other rules, it is replayed as far as these rules go. Raises BrokenLog."""
    module = module_of(row.game)
    try:
        return replay(module, row.seats, row.options, log)
    except BrokenLog as broken:
        if row.rules == module.RULES:
            raise
        return replay(module, row.seats, row.options, log[: int(str(broken.values["ply"]))])


def build_proved_record(store: Store, live: MatchState) -> Record:
    """Build the record for the match file, with the proof of its dice. Raises `match-running`, Unreadable."""
    record = build_record(store, live)
    log, key = match_rows.read_log(store, live.number), match_rows.find_salt_key(store, live.number)
    record.prove_by(fair_rows.read_proof(store, live.number, log, record.names, key))
    return record


def build_record(store: Store, live: MatchState) -> Record:
    """Build the record of a match without the proof of its dice. Raises `match-running` before the end."""
    if not live.over:
        raise refuse("match-running")
    claims = match_rows.list_claims(store, live.number) if live.match.game.RACE else []
    return Record(
        game=live.match.game.facts.name,
        rules=live.rules,
        seats=live.match.seats,
        names=[occupant.name for occupant in live.occupants],
        options=live.match.options,
        steps=list(live.match.log),
        end=msgspec.to_builtins(live.ending),
        dice=live.dice,
        claims=msgspec.to_builtins(claims),
    )
