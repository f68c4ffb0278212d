"""Live matches ask whichever rules are faster, compiled when a table of their game is first there."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.contract import as_game
from bussolotto.fair.roll import Roll
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play import notation
from bussolotto.play.match import Match, replay
from bussolotto.server.match import jit
from bussolotto.server.match.live_match import NO_DICE
from tests.depth import one_in
from tests.server.outside import REVIEWED_S, until
from tests.server.people import Server, finished, running

SPILORCIO = as_game(spilorcio)


@pytest.mark.parametrize(("compiled_s", "plain_s", "pays"), [(0.1, 0.2, True), (0.2, 0.1, False)])
def test_compiled_rules_are_taken_where_they_pay(
    monkeypatch: pytest.MonkeyPatch, compiled_s: float, plain_s: float, pays: bool
) -> None:
    def trial(module: Any, compiled: Any, *limits: float, decisions: int = 300) -> tuple[int, float]:
        return decisions, compiled_s if compiled else plain_s

    monkeypatch.setattr(bussolotto, "compiled", lambda module: "compiled")
    monkeypatch.setattr(jit, "time_decisions", trial)
    assert jit.find_faster(SPILORCIO) == ("compiled" if pays else None)


def test_the_trial_plays_the_same_match_with_both() -> None:
    assert jit.time_decisions(SPILORCIO, None, decisions=20)[0] == 20
    assert jit.time_decisions(SPILORCIO, SPILORCIO, decisions=20)[0] == 20


@pytest.mark.parametrize("name", bussolotto.games())
def test_the_trial_of_every_game_is_short(name: str) -> None:
    decisions, seconds = jit.time_decisions(bussolotto.game(name), None, most_s=0.1)
    assert decisions > 0 and seconds < 1


def refuse_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on: it would stop the event loop, for as long as another process compiles the same."""

    def fail(dispatcher: Any, signature: Any) -> None:
        raise AssertionError(f"{dispatcher} is compiled for {signature}")

    monkeypatch.setattr(Dispatcher, "compile", fail)


OPEN = [name for name in bussolotto.games() if not bussolotto.game(name).secrets]


@pytest.mark.parametrize("name", one_in(3, OPEN))
def test_no_decision_compiles_its_turn_whatever_its_dice_are_made_of(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = bussolotto.game(name)
    turns = jit.compile_turns(module)
    refuse_to_compile(monkeypatch)
    for dice in (System(), Roll(bytes(32), 1, b"head"), NO_DICE):
        match = Match(module, min(module.SEATS))
        match.fall(System())
        seat = match.movers().bit_length() - 1
        assert turns
        assert turns.play(match, seat, match.legal(seat)[0], dice)[0].plies[0][0] == seat
    assert not NO_DICE.take(1).size


@pytest.mark.parametrize("name", one_in(3, bussolotto.games()))
def test_no_decision_compiles_its_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = bussolotto.game(name)
    monkeypatch.setattr(jit, "TRIAL_S", 0.02)
    jit.find_faster(module)
    match, rng = Match(module, max(module.SEATS)), Random(1)
    match.faster(bussolotto.compiled(module))
    refuse_to_compile(monkeypatch)
    match.fall(System())
    for _ in range(300):
        if match.over:
            break
        seat = match.movers().bit_length() - 1
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(System())


@pytest.fixture
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that notes which games it compiles, and does not."""
    with running(tmp_path_factory.mktemp("watched"), special="watched") as server:
        yield server


def test_only_games_that_are_played_are_compiled(watched: Server) -> None:
    person = watched.person("Anna")
    noted = watched.folder / "compiled"
    assert not noted.exists()
    for _ in range(2):
        with person.page(person.open_table()["match"]) as page:
            page.resume()
    watched.time.advance(jit.COMPILE_AFTER_S)
    until(lambda: noted.exists() and bool(noted.read_text()))
    assert noted.read_text() == "spilorcio\n"


@pytest.mark.parametrize(("name", "how"), [("spilorcio", "use_turns"), ("eintrichtern", "use_compiled")])
def test_a_match_by_compiled_rules_is_one_by_the_rules(tmp_path: Path, name: str, how: str) -> None:
    with running(tmp_path, special="compiled") as server:
        server.person("Anna").open_table(game=name, options={})
        noted = tmp_path / "compiled"
        until(lambda: noted.exists() and f"{name} {how}" in noted.read_text("utf-8"), patience_s=REVIEWED_S)
        anna, table = finished(server, name)
        assert noted.read_text("utf-8").count(f"{name} {how}") == 2
        record = notation.parse(anna.send("GET", f"/api/matches/{table['match']}/file").content)
    again = replay(bussolotto.game(name), record.seats, record.options, record.steps)
    assert again.over and record.end is not None and list(again.returns()) == record.end["returns"]
