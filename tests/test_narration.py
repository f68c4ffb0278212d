"""The events of a match: told by views, ply by ply, with the pauses they ask for."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto.core.chance import Fast
from bussolotto.core.events import Event, Events, Kind, Ply
from bussolotto.core.kernel import SPECTATOR
from bussolotto.games import names
from bussolotto.play.match import Match
from bussolotto.play.narration import MOST_TOLD_MS, THROW_MS, Narration, Told
from tests.depth import count
from tests.repo.sources import PACKAGE

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
    for seed in range(count(short=3, full=10)):
        match = played(name, seed)
        for told in Narration(match).told(match.log, SPECTATOR):
            assert {event.word for event in told.events} <= set(kinds)
            for event in told.events:
                values: Any = event.values
                seats = [values.get("seat", 0), values.get("other", 0), *values.get("seats", [])]
                assert all(0 <= seat < match.seats for seat in seats), event


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_nobody_is_told_of_who_has_found_nothing(name: str) -> None:
    """With eight players that were seven zeros over the board."""
    match = played(name, 1)
    values = [event.values for told in Narration(match).told(match.log, SPECTATOR) for event in told.events]
    found: list[Any] = [each["found"] for each in values if "found" in each]
    assert all(each == "none" or (each and all(number for _, number in each)) for each in found)


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_the_end_is_told_once_and_last(name: str) -> None:
    match = played(name, 1)
    told = Narration(match).told(match.log, SPECTATOR)
    ends = [ply for ply, one in enumerate(told) if any(event.word.startswith("end") for event in one.events)]
    assert ends in ([], [len(told) - 1]) and (ends or match.version >= match.game.MAX_PLIES)


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_a_ply_that_changes_nothing_watched_brings_no_event(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bussolotto.game(name)
    matches = [played(name, seed) for seed in range(count(short=3, full=10))]
    found = [_told(match) for match in matches]
    monkeypatch.setitem(vars(game), "events", replace(game.events, watched=()))
    assert found == [_told(match) for match in matches]


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_a_match_followed_as_it_is_played_is_told_as_afterwards(name: str) -> None:
    match = played(name, 2)
    along = Match(match.game, match.seats, match.options)
    narration = Narration(along)
    for step in match.log[:5]:
        along.play(*step)
    narration.told(along.log, SPECTATOR)
    along.trace()
    for number, step in enumerate(match.log[5:]):
        along.play(*step)
        if number % 3 == 0:
            narration.follow(along.traced(), along.version - len(along.traced().plies))
            along.trace()
    narration.follow(along.traced(), along.version - len(along.traced().plies))
    for viewer in (0, SPECTATOR):
        assert _comparable(narration.told(match.log, viewer)) == _comparable(Narration(match).told(match.log, viewer))


@pytest.mark.parametrize("name", WITH_EVENTS)
def test_however_much_is_decided_at_once_the_table_stops_no_longer(name: str) -> None:
    match = played(name, 3)
    narration = Narration(match)
    assert sum(told.pause_ms for told in narration.told(match.log, SPECTATOR)) > MOST_TOLD_MS
    assert narration.pause_ms(match.log, 0) <= MOST_TOLD_MS + THROW_MS


def test_the_page_tells_it_in_the_same_time() -> None:
    stage = (PACKAGE / "web" / "line" / "stage.js").read_text(encoding="utf-8")
    assert f"const MOST_TOLD_MS = {MOST_TOLD_MS};" in stage


def _told(match: Match) -> list[list[tuple[Any, ...]]]:
    narration = Narration(match)
    return [_comparable(narration.told(match.log, viewer)) for viewer in (0, match.seats - 1, SPECTATOR)]


def _comparable(told: list[Told]) -> list[tuple[Any, ...]]:
    return [(each.events, each.pause_ms, each.scene and bytes(each.scene), each.begins) for each in told]


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
