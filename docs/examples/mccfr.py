"""Exploitability in a small setting whose value is known: Monte Carlo CFR of OpenSpiel learns the end of a match.

    python docs/examples/mccfr.py --iterations 3000 --picture mccfr.svg

My Dice - Your Dice, three dice before the end: 8,109 histories. The solver knows what the position is worth to seat 0;
the average policy of MCCFR comes ever nearer to it, and its exploitability goes to 0. `--position` takes any other one.
"""

import argparse
import json

import numpy as np
import pyspiel
from curves import draw
from open_spiel.python.algorithms import expected_game_score, exploitability, external_sampling_mccfr

import bussolotto.envs.openspiel  # noqa: F401  # registers the games
from bussolotto.games.my_dice_your_dice import solver

POSITION = "phase 3 won 25 26 spare 0 1 groups 0 0 0 0 0 0 game 3 rolled 0 0 1 1 1 0 first 1 aside 1"


def learn(game: pyspiel.Game, iterations: int, points: int) -> list[dict[str, float]]:
    """Return the exploitability of the average policy, and what it is worth to seat 0, after so many iterations."""
    np.random.seed(1)  # noqa: NPY002  # OpenSpiel's solver draws from it
    learner = external_sampling_mccfr.ExternalSamplingSolver(game)
    curve, done = [], 0
    for point in range(points):
        upto = max(1, round(iterations ** ((point + 1) / points)))
        for _ in range(upto - done):
            learner.iteration()
        done = upto
        policy = learner.average_policy()
        worth = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
        curve.append(
            {"iterations": done, "exploitability": exploitability.exploitability(game, policy), "worth": worth}
        )
    return curve


def main() -> None:
    """Learn, and tell or draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=3000)
    parser.add_argument("--points", type=int, default=12)
    parser.add_argument("--position", default=POSITION)
    parser.add_argument("--compiled", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--picture", help="an SVG of the curve")
    given = parser.parse_args()
    setting = f"position={given.position},compiled={str(given.compiled).lower()}"
    game = pyspiel.load_game(f"bussolotto_my_dice_your_dice({setting})")
    begun = game.tree.opening
    value = solver.value(begun) if begun.turn == 0 else 1 - solver.value(begun)
    curve = learn(game, given.iterations, given.points)
    print(json.dumps({"value": value, "curve": curve}))
    if given.picture:
        lines = {"exploitability": [point["exploitability"] for point in curve]}
        lines["distance from the exact value"] = [abs(point["worth"] - value) for point in curve]
        draw(
            given.picture, "iterations of MCCFR", "win share", [point["iterations"] for point in curve], lines, log=True
        )


if __name__ == "__main__":
    main()
