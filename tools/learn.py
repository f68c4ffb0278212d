"""Learn by self-play what positions of a game are worth, and write it into the game's folder.

    python -m tools.learn abquetschen
    python -m tools.learn spilorcio --seats 3 4 5 --seed 1

A game has a `valuation`, by which a search is cut, or a `judgement`, a network by which a player judges positions; the
game's module of that name says what is read of a position. The first round is played by the game's policy, the others
with what has been learned by then; networks have gained nothing by others (docs/levels.md). The same numbers give the
same weights on any machine of the same kind.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import bussolotto
from bussolotto.core.contract import Game
from bussolotto.play.valuations import valuation_of
from bussolotto.study.learning import Lesson, learn
from tools import learn_nets

KINDS = ("valuation", "judgement")
MATCHES = {"valuation": 200, "judgement": 100_000}
ROUNDS = {"valuation": 3, "judgement": 1}
ANYTHING = {"valuation": 0.1, "judgement": 0.05}


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn for every number of seats, and write what was learned after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name in bussolotto.games() if kind_of(name)])
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of seats; else all that the game allows")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--matches", type=int, help="side by side (200), or for a network in each round (100,000)")
    parser.add_argument("--rounds", type=int, help="the first by the policy, the others by what was learned (3, 1)")
    parser.add_argument("--anything", type=float, help="how often a seat makes any move (0.1; for a network 0.05)")
    parser.add_argument("--out", type=Path, help="the file to write; else the game's own")
    of_valuations = parser.add_argument_group("valuations")
    of_valuations.add_argument("--plies", type=int, default=1000, help="decisions of each match, in each round")
    of_valuations.add_argument("--iterations", type=int, default=100, help="of each search")
    of_valuations.add_argument("--exploration", type=float, default=0.2, help="of each search")
    parser.add_argument_group("networks").add_argument("--units", type=int, default=32, help="of the network")
    wanted = parser.parse_args(arguments)
    kind = kind_of(wanted.game)
    wanted.matches, wanted.rounds = wanted.matches or MATCHES[kind], wanted.rounds or ROUNDS[kind]
    wanted.anything = ANYTHING[kind] if wanted.anything is None else wanted.anything
    wanted.seats = wanted.seats or bussolotto.game(wanted.game).SEATS
    (learn_valuation if kind == "valuation" else learn_judgement)(wanted)


def kind_of(name: str) -> str:
    """What is learned for this game; nothing where it has neither module."""
    return next((kind for kind in KINDS if bussolotto.game(name).has(kind)), "")


def learn_valuation(wanted: argparse.Namespace) -> None:
    """Learn what the features of a valuation count for."""
    game = bussolotto.game(wanted.game)
    table = wanted.out or Path(str(valuation_of(game).__file__)).with_name("learned.py")
    learned = dict(valuation_of(game).WEIGHTS)
    for seats in wanted.seats:
        for lesson, weights, missed in learn(lessons_of(wanted, seats)):
            learned[seats] = weights.tolist()
            table.write_text(text_of(game, learned), encoding="utf-8")
            tell(f"{seats} seats, round {lesson.seed - wanted.seed}: {missed:.4f}")


def learn_judgement(wanted: argparse.Namespace) -> None:
    """Learn the network of a player."""
    path = wanted.out or learn_nets.judgement_of(bussolotto.game(wanted.game)).FILE
    learned = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for seats in wanted.seats:
        lessons = [
            learn_nets.Lesson(wanted.game, seats, wanted.seed + number, wanted.matches, wanted.anything)
            for number in range(wanted.rounds)
        ]
        net = learn_nets.learn(lessons, wanted.units, _tell_round)
        learned[str(seats)] = learn_nets.as_json(net)
        path.write_text(json.dumps(dict(sorted(learned.items())), indent=1) + "\n", encoding="utf-8")


def _tell_round(lesson: learn_nets.Lesson, positions: int, missed: float) -> None:
    tell(f"{lesson.seats} seats, seed {lesson.seed}: {positions} positions, {missed:.4f} nats")


def tell(line: str) -> None:
    """Show how it goes on."""
    print(line, file=sys.stderr, flush=True)


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
