"""What ./test changed runs: tests that a change can reach are found, however they reach it."""

import pytest

from tests.repo.sources import ROOT
from tools import reach, tiers


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("src/bussolotto/core/pyramid.py", "tests/test_pyramid.py"),
        ("src/bussolotto/core/kernel.py", "tests/laws/test_laws.py"),  # through the games
        ("src/bussolotto/server/store/schema.py", "tests/server/test_play.py"),  # a program in a string
        ("src/bussolotto/server/store/schema.py", "tests/web/test_match.py"),
        ("src/bussolotto/cli/figures.py", "tests/test_cli.py"),
        ("src/bussolotto/games/raffzahn/game.py", "tests/games/raffzahn/test_twin.py"),
        ("src/bussolotto/games/raffzahn/texts/en.json", "tests/games/raffzahn/test_page.py"),
        ("src/bussolotto/web/pyramid/keys.js", "tests/web/test_pyramid.py"),
        ("docs/studies.md", "tests/repo/test_docs.py"),
        ("tests/server/people.py", "tests/server/test_talk.py"),
        ("tests/test_match.py", "tests/test_match.py"),
        ("src/bussolotto/play/loops.py", "tests/laws/test_laws.py"),  # what is compiled for every game
        ("src/bussolotto/search/tree.py", "tests/search/test_search.py"),
        ("src/bussolotto/study/sheet.py", "tests/server/test_sheets.py"),  # a program that the server starts
        ("src/bussolotto/games/cui_bono/game.py", "tests/server/test_planners.py"),  # which names it `cui-bono`
        ("tests/games/raffzahn/controls.py", "tests/components/test_tables.py"),  # by a name that is computed
        ("tests/dishonest.py", "tests/server/test_dishonest.py"),
        ("deploy/Caddyfile", "tests/server/test_deploy.py"),
        ("docs/adding-a-game.md", "tests/test_pig.py"),
        ("examples/quarry/src/quarry/game.py", "tests/test_other_packages.py"),
        ("src/bussolotto/cli/templates/your_game/game.py", "tests/test_new_game.py"),
    ],
)
def test_a_change_reaches_the_test_that_would_notice(changed: str, test: str) -> None:
    assert (ROOT / test).exists()
    assert test in reach.reached([changed]).whole


def test_every_module_of_what_is_shipped_reaches_a_test_that_runs_it() -> None:
    files = [reach.relative(file) for file in reach.modules() if reach.relative(file).startswith("src/")]
    reached = {file: reach.tests_of_modules(reach.modules_for(file)) for file in files if not is_of_game(file)}
    alone = [file for file, tests in reached.items() if all(test.startswith("tests/repo/") for test in tests)]
    assert alone == ["src/bussolotto/envs/world.py"]  # a former name, which is tried there


def is_of_game(file: str) -> bool:
    """Is it a module of one game? Those reach the game's tests by their place."""
    return file.startswith(reach.GAMES) and file.count("/") > reach.GAMES.count("/")


def test_a_game_reaches_its_own_cases_of_general_tests() -> None:
    found = reach.reached(["src/bussolotto/games/raffzahn/game.py"])
    assert found.games == {"raffzahn"}
    assert "tests/laws/test_laws.py" in found.for_games
    assert "tests/games/cincinnati/test_clauses.py" not in found.whole


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("src/bussolotto/server/store/schema.py", "tests/laws/test_laws.py"),
        ("src/bussolotto/study/tournament.py", "tests/server/test_talk.py"),
        ("docs/studies.md", "tests/laws/test_laws.py"),
        ("src/bussolotto/web/pyramid/keys.js", "tests/laws/test_laws.py"),
    ],
)
def test_a_change_does_not_reach_what_knows_nothing_of_it(changed: str, test: str) -> None:
    assert test not in reach.reached([changed]).whole


def test_scripts_reach_the_tests_in_node() -> None:
    assert reach.reached(["src/bussolotto/games/raffzahn/page/page.js"]).page
    assert not reach.reached(["src/bussolotto/study/effects.py"]).page


@pytest.mark.parametrize("file", ["pyproject.toml", "tests/conftest.py"])
def test_what_everything_stands_on_reaches_everything(file: str) -> None:
    found = reach.reached([file])
    assert found.whole == set(tiers.files_of(tiers.NAMES))
    assert found.page


def test_a_file_that_is_gone_reaches_who_wanted_it() -> None:
    assert "tests/repo/test_floors.py" in reach.reached(["tests/repo/test_that_is_gone.py"]).whole


def test_an_option_is_no_commit() -> None:
    with pytest.raises(reach.Unknown, match="takes a commit"):
        reach.changed_files("--output=x")
