"""Import paths that documentation has shown keep working, wherever their modules lie now."""

import sys

import pytest

from bussolotto import games
from tests import processes
from tests.depth import in_full_runs

SHOWN = (
    "import bussolotto",
    "from bussolotto import CHANCE, errors, evening, kernel, pyramid",
    "from bussolotto.batch import Batch",
    "from bussolotto.chance import Fast, System",
    "from bussolotto.engines import Here, Threads",
    "from bussolotto.envs.match_env import MatchEnv",
    "from bussolotto.envs.observation import layout",
    "from bussolotto.envs.pettingzoo import cincinnati_v0, perspectives_v0",
    "from bussolotto.envs.world import World",
    "from bussolotto.games import game",
    "from bussolotto.games import spilorcio",
    "from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule",
    "from bussolotto.match import Match, replay",
    "from bussolotto.pyramid import CELLS, COUNT",
    "from bussolotto.search import Budget, Found, Search",
    "from bussolotto.solve import solver, table_choice",
    "from bussolotto.solve.rolls import rolls",
    "from bussolotto.study import matches, parquet, report",
    "from bussolotto.study.matches import MatchConfig, checked, play_batches, played, validate",
    "from bussolotto.study.matches import Setting",
    "from bussolotto.study.parquet import results_file, told_to, write_results",
    "from bussolotto.study.simulate import simulate",
    "from bussolotto.study.study import Experiment, complete",
    "from bussolotto.study.study import Question, asked, study",
    "import bussolotto.envs.gymnasium",
    "import bussolotto.envs.openspiel",
    "import bussolotto.gpu",
)


@pytest.mark.parametrize("line", [*SHOWN[::3], *in_full_runs(*SHOWN[1::3], *SHOWN[2::3])])
def test_a_path_that_was_shown_works(line: str) -> None:
    done = processes.run([sys.executable, "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", games())
def test_a_game_is_imported_by_its_name_and_played(name: str) -> None:
    play = (
        f"from bussolotto.games import {name.replace('-', '_')} as game\n"
        "import bussolotto\nfrom bussolotto.match import Match\n"
        f"match = Match(game, bussolotto.game({name!r}).SEATS[0])\n"
        "assert match.game is bussolotto.game(match.game.NAME) and match.movers()\n"
        "assert bussolotto.new_state(game, match.seats).plies == 0\n"
    )
    done = processes.run([sys.executable, "-c", play], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_front_says_what_it_always_said() -> None:
    import bussolotto

    game = bussolotto.game("raffzahn")
    told = (game.NAME, game.SEATS, game.RACE, game.RULES, game.ENDINGS[0], game.OPTIONS["penalty"][0])
    assert told == ("raffzahn", (3,), True, 3, "cleared", "1")
    assert game.STATE.names[0] == "plies" and game.ACTIONS > 165 and game.OUTCOMES > 6
    assert "raffzahn" in bussolotto.games() and bussolotto.CHANCE == 15
