"""Live matches ask whichever rules are faster, compiled when a table of their game is first there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.core.contract import as_game
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play import notation
from bussolotto.play.match import replay
from bussolotto.server.match import jit
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
