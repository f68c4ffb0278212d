"""Learn the valuation of a game by self-play, and write what its features count for into the game's folder.

    python -m tools.learn abquetschen

The first round is played by the game's policy, the others by search with what has been learned by then. The same
numbers give the same weights on any machine of the same kind. `valuation.py` of the game says what its features are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import bussolotto
from bussolotto.core.contract import Game
from bussolotto.play.valuations import valuation_of
from bussolotto.study.learning import Lesson, learn


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn for every number of seats, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name in bussolotto.games() if bussolotto.game(name).has("valuation")])
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of seats; else all that the game allows")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--matches", type=int, default=200, help="side by side")
    parser.add_argument("--plies", type=int, default=1000, help="decisions of each of them, in each round")
    parser.add_argument("--rounds", type=int, default=3, help="the first by the policy, the others by search")
    parser.add_argument("--iterations", type=int, default=100, help="of each search")
    parser.add_argument("--anything", type=float, default=0.1, help="how often a seat makes any move")
    parser.add_argument("--exploration", type=float, default=0.2, help="of each search")
    parser.add_argument("--out", type=Path, help="the file to write; else learned.py of the game")
    wanted = parser.parse_args(arguments)
    game = bussolotto.game(wanted.game)
    table = wanted.out or Path(str(valuation_of(game).__file__)).with_name("learned.py")
    learned = dict(valuation_of(game).WEIGHTS)
    for seats in wanted.seats or game.SEATS:
        for lesson, weights, missed in learn(lessons_of(wanted, seats)):
            learned[seats] = weights.tolist()
            table.write_text(text_of(game, learned), encoding="utf-8")
            print(f"{seats} seats, round {lesson.seed}: {missed:.4f}", file=sys.stderr, flush=True)


def lessons_of(wanted: argparse.Namespace, seats: int) -> list[Lesson]:
    """The rounds."""
    return [
        Lesson(
            wanted.game,
            seats,
            wanted.seed + number,
            wanted.matches,
            wanted.plies,
            wanted.anything,
            iterations=wanted.iterations if number else 0,
            exploration=wanted.exploration,
        )
        for number in range(wanted.rounds)
    ]


def text_of(game: Game, learned: Mapping[int, Sequence[float]]) -> str:
    """The module with the table, one weight a line with the name of its feature."""
    told = f"What each feature counts for, by number of seats; written by `python -m tools.learn {game.NAME}`."
    lines = [f'"""{told}"""', "", "WEIGHTS: dict[int, tuple[float, ...]] = {"]
    for seats, weights in sorted(learned.items()):
        names = valuation_of(game).FEATURES
        lines += [f"    {seats}: (", *(f"        {w:.4f},  # {name}" for w, name in zip(weights, names, strict=True))]
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    main()
