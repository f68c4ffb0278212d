"""A guest's own games in figures: what counts, what a review adds, and that it can be taken away and deleted."""

import asyncio
import csv
import io
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from bussolotto.core.errors import Refusal, refuse
from bussolotto.review import describe, review
from bussolotto.review.kept import SeatReview, by_seat
from bussolotto.server.match.seats import Occupant
from bussolotto.server.people import own_games
from bussolotto.server.people.own_games import Moment, OwnGames, interval, progress
from bussolotto.server.protocol import End
from bussolotto.server.store import expiry_rows, match_rows, own_rows, schema
from bussolotto.server.store.database import FILE, Done, Statement, Store, connect
from bussolotto.server.store.expiry_rows import ExpiredMatch
from bussolotto.server.store.match_rows import MatchRow
from bussolotto.server.store.own_rows import Played
from tests.depth import full
from tests.review.sittings import sensible
from tests.server.people import Person, Server, duel, finished
from tests.server.test_reviews import GAME, reviewed

ANNA = Occupant(guest="anna", name="Anna")


def bot(player: str) -> Occupant:
    return Occupant(name=player, player=player)


def played(*others: Occupant, own: Occupant = ANNA, share: float = 1.0, game: str = GAME.NAME) -> Any:
    """A match of Anna as it counts, or None."""
    seats = 1 + len(others)
    row = MatchRow(1, "m", "t", game, GAME.RULES, seats, {}, False, "program", ending=End("rules", [share] * seats, []))
    return own_games._count(Played(row, 0, None), [own, *others], "anna")  # the rule of what counts


@pytest.mark.parametrize(
    ("others", "whom"),
    [
        ((bot("easy"),), {"easy"}),
        ((bot("hard"), Occupant(guest="bruno", name="Bruno")), {"hard", "people"}),
        ((Occupant(guest="bruno", name="Bruno", player="medium", left=True),), {"people"}),
        ((Occupant(),), {"people"}),  # who has deleted their data
        ((bot("random"),), {"other"}),
        ((bot("sensible"),), {"medium"}),  # a level by its own name
    ],
)
def test_opponents_are_told_apart_by_level(others: Sequence[Occupant], whom: set[str]) -> None:
    assert played(*others).whom == whom


@pytest.mark.parametrize(("player", "whom"), [("sensible", "hard"), ("brisk", "medium"), ("easy", "easy")])
def test_the_bots_of_a_race_are_told_by_level_too(player: str, whom: str) -> None:
    """The sensible one, the quickest of them, counted as another bot."""
    assert all(played(bot(player), game=game).whom == {whom} for game in ("raffzahn", "bunte-kuh", "perspectives"))


def test_what_was_not_played_by_oneself_in_one_seat_does_not_count() -> None:
    assert played(bot("easy"), own=Occupant(guest="anna", name="Anna", player="easy", left=True)) is None
    assert played(ANNA) is None
    assert played(bot("easy"), game="chess") is None
    assert played(bot("easy")) is not None


def test_the_interval_is_that_of_student_within_what_a_share_can_be() -> None:
    assert interval([0.5] * (own_games.LEAST - 1)) is None
    low, high = interval([0.4, 0.5, 0.6, 0.5, 0.5]) or (0.0, 0.0)
    assert low == pytest.approx(0.5 - 2.7764451 * 0.0707107 / 5**0.5) and high == pytest.approx(1 - low)
    assert interval([-0.2, 1.3, -0.4, 0.1, 0.2]) == [0.0, pytest.approx(1.0)]


def test_progress_is_the_mean_of_ten_at_a_time_at_few_places() -> None:
    values = [(float(number), 2.0 * number, 0.0) for number in range(12)]
    assert progress(values[:10]) == []
    assert progress(values[:11]) == [Moment(10, 4.5, 9.0, 0.0), Moment(11, 5.5, 11.0, 0.0)]
    many = progress(values * 100)
    assert len(many) <= own_games.POINTS and many[-1].last == 1200


def test_what_is_kept_of_a_seat_is_what_its_review_says() -> None:
    record = sensible(GAME, 2, 3, careless=0.5)
    found = review(record)
    told = describe(found, record, GAME)
    for seat, kept in enumerate(by_seat(told)):
        own = [choice for choice in told.choices if choice.seat == seat and choice.verdict in ("mistake", "blunder")]
        assert kept.adjusted == found.adjusted[seat] and kept.decisions == told.players[seat].decisions
        assert sum(kept.kinds.values()) == kept.mistakes + kept.blunders == len(own)
        assert all(kind.split(" ")[0] in {choice.done.split(" ")[0] for choice in own} for kind in kept.kinds)
    assert any(kept.kinds for kept in by_seat(told))


def figures(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.ask("GET", "/api/me/games")
    return found


@full
def test_a_review_is_added_once_it_is_done_and_goes_when_it_is_deleted(server: Server) -> None:
    anna, table = finished(server, GAME.NAME)
    (before,) = figures(anna)
    assert (before["game"], before["matches"], before["reviewed"]) == (GAME.NAME, 1, 0)
    assert before["due"] == [table["match"]] and before["adjusted"] is None
    assert before["against"] == [{"whom": "other", "matches": 1, "won": before["won"]}]
    told = reviewed(anna, table)["review"]["players"][0]
    (after,) = figures(anna)
    assert (after["reviewed"], after["due"], after["interval"]) == (1, [], None)
    assert after["adjusted"] == pytest.approx(told["adjusted"]) and after["decisions"] == told["decisions"]
    head, line = csv.reader(io.StringIO(anna.send("GET", "/api/me/games/file").text))
    row = dict(zip(head, line, strict=True))
    assert row["match"] == table["match"] and float(row["adjusted"]) == pytest.approx(told["adjusted"])
    kept = anna.ask("GET", "/api/me/data")["reviewed"]
    assert [one["match"] for one in kept] == [table["match"]] and kept[0]["found"]["seat"] == 0
    assert anna.send("DELETE", "/api/me/games").status_code == 204
    (deleted,) = figures(anna)
    assert (deleted["reviewed"], deleted["matches"]) == (0, 1)


class SlowStore:
    """A database that has stored nothing yet."""

    def __init__(self) -> None:
        self.waiting: list[Done] = []

    def put(self, decision: None, statements: Sequence[Statement], done: Done) -> None:
        self.waiting.append(done)


@pytest.mark.parametrize("refusal", [None, refuse("not-stored", cause="busy")])
def test_figures_wait_for_what_a_review_has_found_to_be_stored(refusal: Refusal | None) -> None:
    store = SlowStore()
    games = OwnGames(cast(Store, store))
    seats = msgspec.json.encode([SeatReview(0, 0.5, 0.0, 3, 0.1, 1, 0, {"roll stop": 1})])

    async def look() -> list[bool]:
        await games.settle()  # nothing to wait for
        games.keep("mm", seats)
        asked = asyncio.ensure_future(games.settle())
        await asyncio.sleep(0)
        waited = not asked.done()
        store.waiting[0](refusal)
        await asked
        return [waited, not games._keeping]  # what is stored is forgotten

    assert asyncio.run(look()) == [True, True]


def test_everybody_sees_their_own_only(server: Server) -> None:
    anna, bruno, table = duel(server)
    anna.ask("POST", f"/api/tables/{table['table']}/resign")
    (own,), (other,) = figures(anna), figures(bruno)
    assert (own["won"], other["won"]) == (0.0, 1.0) and other["against"][0]["whom"] == "people"
    assert figures(server.person("Carla")) == []
    stranger = server.person()
    stranger.http.cookies.clear()
    assert stranger.ask("GET", "/api/me/games") == []
    assert stranger.send("GET", "/api/me/games/file").text.strip() == ",".join(own_games.COLUMNS)
    assert stranger.send("DELETE", "/api/me/games").status_code == 204


def test_nothing_is_kept_for_who_has_gone_meanwhile(tmp_path: Path) -> None:
    """A review takes a minute: in it a guest may delete their data, or a match expire."""
    match = MatchRow(1, "mm", "t", GAME.NAME, GAME.RULES, 2, {}, False, "program")
    found = [SeatReview(seat, 0.5, 0.0, 3, 0.1, 1, 0, {"roll stop": 1}) for seat in (0, 1)]
    with closing(connect(tmp_path / FILE)) as database:
        schema.migrate(database)
        database.execute(*match_rows.insert(match))
        for seat, guest in enumerate(("anna", "bruno")):
            database.execute(*match_rows.insert_occupant(guest, match.number, seat))
        database.execute(*match_rows.start(match.number, [ANNA, bot("easy")], 1))
        database.execute(*match_rows.finish(match.number, End("rules", [1.0, 0.0], [1.0, 0.0]), 2))
        database.execute("DELETE FROM sitters WHERE guest = 'bruno'")
        for statement in own_rows.keep(match.name, found):
            database.execute(*statement)
        assert [row["guest"] for row in database.execute("SELECT guest FROM reviewed")] == ["anna"]
        (one,) = own_rows.read_played(tmp_path, "anna", 10)
        assert (one.match.name, one.seat, one.found) == ("mm", 0, found[0])
        database.execute("UPDATE reviewed SET content = replace(content, '0.5', '0.9')")
        (one,) = own_rows.read_played(tmp_path, "anna", 10)
        assert one.found is None, "it is not as it was written"
        for statement in expiry_rows.delete_ended(ExpiredMatch(match.number, match.name, match.table)):
            database.execute(*statement)
        assert database.execute("SELECT count(*) FROM reviewed").fetchone()[0] == 0
