"""A game of another package is found by everything: what is tried here of ours is tried elsewhere of all of them.

Four packages, each with an entry point, as pip installs it: what `new-game` writes; the example (a pyramid, dice, bots,
four languages); Pig of the docs, whose first mover is a seat, without players of its own; and a bare one with rules
alone, in which nothing is rolled and there is no option.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.cli.words import Speaker
from bussolotto.core.looks import Figure, Looks, Pile, Tray, Try
from bussolotto.games import broken, game, packages
from bussolotto.play import evening
from bussolotto.play.batch import Batch
from bussolotto.play.match import Match
from bussolotto.server.http.game_views import details_of
from bussolotto.testing import check
from tests import pig, processes
from tests.command_line import done
from tests.depth import full, in_full_runs
from tests.new_games import install
from tests.repo.sources import ROOT

WRITTEN, EXAMPLE, SEAT_FIRST, BARE = "left-or-right", "quarry", "pig", "tic-tac-toe"
PROJECT = '[project.entry-points."bussolotto.games"]\ntic-tac-toe = "noughts"\n'


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All four are there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("others"))
        patch.setattr(Speaker, "language", "en")
        patch.setattr(sys, "path", list(sys.path))
        patch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        done("new-game", WRITTEN, "--into", ".")
        shutil.copytree(ROOT / "examples" / EXAMPLE, EXAMPLE)
        sources = Path(BARE) / "src" / "noughts"
        sources.mkdir(parents=True)
        (sources / "__init__.py").write_text("")
        shutil.copy(ROOT / "bench" / "games" / "tic_tac_toe.py", sources / "game.py")
        (Path(BARE) / "pyproject.toml").write_text(PROJECT)
        for name in (WRITTEN, EXAMPLE, BARE):
            install(Path(name))
        pig.install()
        yield
    pig.forget_games()


def test_they_are_games_like_ours() -> None:
    assert {WRITTEN, EXAMPLE, SEAT_FIRST, BARE} <= set(bussolotto.games()) and packages()[BARE] == "noughts"


@pytest.mark.parametrize("name", [SEAT_FIRST, *in_full_runs(WRITTEN, EXAMPLE, BARE)])
def test_they_pass_check_game(name: str) -> None:
    found = [each for each in check.check_game(name) if isinstance(each, check.Finding)]
    broken = [each.check for each in found if each.result == check.BROKEN]
    assert broken == (["texts"] if name == BARE else []) and len(found) > 20


@full
@pytest.mark.parametrize("name", [SEAT_FIRST, EXAMPLE, WRITTEN])
def test_learners_meet_them_in_every_suite(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    from bussolotto.envs import gymnasium, openspiel
    from tests.envs import test_gymnasium, test_openspiel, test_pettingzoo

    gymnasium.register_envs()
    test_gymnasium.test_it_passes_gymnasiums_own_checks(name, capsys)
    test_pettingzoo.test_it_passes_the_suites_seat_by_seat(name)
    test_pettingzoo.test_it_passes_the_suites_all_at_once(name)
    test_pettingzoo.test_a_match_goes_on_alike_from_its_copy_and_from_its_bytes(name)
    test_openspiel.test_random_simulations(pyspiel.load_game(openspiel.register(game(name))))
    many = Batch(name, 50, seed=1, threads=1)
    many.step(many.masks.argmax(axis=1))
    assert bool((many.states["plies"] > 0).all())


@full
@pytest.mark.parametrize("name", [BARE, WRITTEN, EXAMPLE, SEAT_FIRST])
def test_the_command_line_plays_studies_and_reviews_them(name: str) -> None:
    assert name in done("games", name).stdout
    pair, file = "random,random", f"{name}.json"
    for option, values in [*game(name).OPTIONS.items()][:1]:
        done("study", name, "--change", f"{option}={values[1]}", "--matches", "20", "--players", pair, "--json", file)
        assert json.loads(Path(file).read_text())["effects"][0]["ending.limit"]["difference"] == 0
    told = done("tournament", name, "--matches", "4", "--players", "random,medium", "--workers", "1").stdout
    assert "medium" in told
    bots = ",".join(["you", *["random"] * (game(name).SEATS[-1] - 1)])
    played = ("--players", bots, "--seed", "1", "--dice", "seeded", "--save", f"{name}.txt")
    done("play", name, *played, typed="1\n" * 400)
    assert "seat" in done("review", f"{name}.txt", "--json").stdout


def test_bots_of_a_game_without_players_are_those_that_search() -> None:
    assert players.names(game(SEAT_FIRST)) == ["random", "easy", "medium", "hard"]
    assert players.names(game(EXAMPLE)) == ["random", "easy", "sensible", "medium", "hard"]


def test_an_evening_hands_the_pyramid_on_to_the_example() -> None:
    parts = evening.planned([("cui-bono", {"lattice": "6"}), (EXAMPLE, {"lattice": "6"})], 2)
    assert [part.game for part in parts] == ["cui-bono", EXAMPLE]
    match = Match(game(EXAMPLE), 2, {"lattice": "3"})
    while match.odds():
        match.play(15, int(np.flatnonzero(match.odds())[0]))
    left = evening.leaves(match)
    assert left is not None and left.size == 3 and len(left.dice) == 20


def test_the_server_tells_a_page_what_lies_on_the_table() -> None:
    looks = details_of(game(EXAMPLE)).looks
    assert looks and looks.pile and looks.pile.dice == "colour" and looks.score == "points" and looks.thrown == ["die"]
    assert [tray.field for tray in looks.trays] == ["cart", "hauled"]
    assert details_of(game("spilorcio")).looks is None, "it has a page of its own"


@pytest.mark.parametrize(
    ("looks", "why"),
    [
        (Looks(pile=Pile("color", ("red",))), "the state has no field 'color'"),
        (Looks(pile=Pile("cart", ("red",))), "the field cart has to be 165"),
        (Looks(pile=Pile("colour", ("blue",))), "the colours of colour have to be some of red, yellow"),
        (Looks(pile=Pile("colour", ("red",), faces="cart")), "cart has to be a pose or 3 faces"),
        (Looks(trays=(Tray("cart", ("pearl", "red")),)), "the field cart has to be 2"),
        (Looks(trays=(Tray("cart", counts=True),)), "the field cart has to be 6"),
        (Looks(trays=(Tray("cart", by_seat=True),)), "the field cart has to be seats by any"),
        (Looks(trays=(Tray("roll", kinds=True, takes="keep"),)), "dice of roll have no faces, so nothing can be taken"),
        (Looks(figures=(Figure("points"),)), "the field points has to be one number"),
        (Looks(figures=(Figure("left", of="nothing"),)), "the state has no field 'nothing'"),
        (Looks(score="left"), "the field left has to be seats"),
        (Looks(tries=(Try("take", "stage", 1),)), "the state has no field 'stage'"),
        (Looks(tries=(Try("take", "left", 1, by="points"),)), "the field points has to be one number"),
        (Looks(tries=(Try("take", "left", 1, "place"),)), "what is tried has to be at die or gap, or nowhere"),
    ],
)
def test_looks_that_cannot_be_drawn_are_said(looks: Looks, why: str) -> None:
    assert why in " ".join(looks.faults(game(EXAMPLE).STATE, 4))


def test_looks_that_cannot_be_drawn_break_the_contract() -> None:
    done("new-game", "blurred", "--into", ".")
    rules = Path("blurred/src/blurred/game.py")
    rules.write_text(rules.read_text("utf-8").replace('score="points"', 'score="target"'), "utf-8")
    install(Path("blurred"))
    (refusal,) = broken()
    assert "looks: the field target has to be seats" in str(refusal)


@full
@pytest.mark.parametrize("name", [EXAMPLE, WRITTEN])
def test_their_own_tests_pass(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{name}/tests"]
    ran = processes.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
