"""The events of a match: told by views, ply by ply, with the pauses they ask for."""

from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto.core.chance import Fast
from bussolotto.core.events import Event, Events, Kind, Ply
from bussolotto.core.kernel import SPECTATOR
from bussolotto.games import names
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration
from tests.depth import count

WITH_EVENTS = [name for name in names() if bussolotto.game(name).events.kinds]


def played(name: str, seed: int) -> Match:
    """A match at random to its end."""
    game, chance, rng = bussolotto.game(name), Fast(seed), Random(seed)
    match = Match(game, game.SEATS[seed % len(game.SEATS)])
    match.fall(chance)
    while not match.over:
        seat = rng.choice([seat for seat in range(match.seats) if match.movers() >> seat & 1])
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(chance)
    return match


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_every_event_has_a_kind_and_speaks_of_players_at_the_table(name: str) -> None:
    kinds = bussolotto.game(name).events.kinds
    for seed in range(count(short=3, full=40)):
        match = played(name, seed)
        for told in Narration(match).told(match.log, SPECTATOR):
            assert {event.word for event in told.events} <= set(kinds)
            for event in told.events:
                values: Any = event.values
                seats = [values.get("seat", 0), values.get("other", 0), *values.get("seats", [])]
                assert all(0 <= seat < match.seats for seat in seats), event


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_the_end_is_told_once_and_last(name: str) -> None:
    match = played(name, 1)
    told = Narration(match).told(match.log, SPECTATOR)
    ends = [ply for ply, one in enumerate(told) if any(event.word.startswith("end") for event in one.events)]
    assert ends in ([], [len(told) - 1]) and (ends or match.version >= match.game.MAX_PLIES)


def test_events_are_found_in_what_their_viewer_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose events tell all they are given: nobody is given more than their view."""
    game = next(game for game in map(bussolotto.game, WITH_EVENTS) if game.secrets)
    match = played(game.NAME, 1)
    given: list[tuple[bytes, bytes, int | None]] = []

    def find(ply: Ply) -> list[Event]:
        given.append((bytes(ply.before), bytes(ply.after), ply.action))
        return []

    monkeypatch.setitem(vars(game), "events", Events({"any": Kind(still="a test")}, find))
    Narration(match, (0,)).told(match.log, 0)
    along = Match(game, match.seats, match.options)
    for (seat, action), (before, after, seen) in zip(match.log, given, strict=True):
        assert before == along.view_bytes(0)
        along.play(seat, action)
        assert after == along.view_bytes(0)
        assert seen in (None, action) and (seen is None) == (along.steps(0, along.version - 1)[0].action is None)
    assert any(seen is None for _, _, seen in given), "this match had no secret"
