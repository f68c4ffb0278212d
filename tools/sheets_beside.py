"""Play the rule sheets of published games beside the modules of these games, ply by ply.

    python -m tools.sheets_beside --count 1000

Both must name the same legal actions and the same odds at every ply, and the same end, shares and points. The matches
are random, with all numbers of seats and other numbers of the game by turns. `LEFT_OUT` are the actions that a sheet
does not reach; they are never played.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bussolotto.core.contract import Game, new_state
from bussolotto.core.kernel import CHANCE, MAX_SEATS, plain
from bussolotto.sheets import game_from_sheet, library

LEFT_OUT = {"cui-bono": (), "raffzahn": ("late",), "bunte-kuh": ("fiasco",)}
# what the module has to be told so that it plays as the sheet says
OPTIONS: Mapping[str, Mapping[str, str]] = {
    "cui-bono": {"repeat": "free"},
    "raffzahn": {},
    "bunte-kuh": {"fiasco": "referee"},
}
# numbers that sheet and module share
SHARED = {
    "cui-bono": ("lattice", "yellow_points", "red_points"),
    "raffzahn": ("lattice", "remain"),
    "bunte-kuh": ("lattice", "penalty"),
}


class Side(NamedTuple):
    """One of the two: the game, its functions, interpreted or compiled, and the state as they read it."""

    game: Game
    rules: Any
    state: Any

    def actions(self, seat: int, left_out: Sequence[str]) -> dict[str, int]:
        """What a seat may do, by its text."""
        mask = np.zeros(self.game.ACTIONS, np.uint8)
        self.rules.legal(self.state, seat, mask)
        said = {self.game.say(seat, code): code for code in np.flatnonzero(mask).tolist()}
        return {text: code for text, code in said.items() if text not in left_out}

    def odds(self) -> dict[str, tuple[int, int]]:
        """The outcomes of chance by their text, each with its weight."""
        weights = np.zeros(self.game.OUTCOMES, np.int64)
        self.rules.odds(self.state, weights)
        return {self.game.say(CHANCE, code): (code, int(weights[code])) for code in np.flatnonzero(weights).tolist()}

    def result(self) -> tuple[str, list[float], list[float]]:
        """How it ended, the shares and the points."""
        shares, points = np.zeros((2, MAX_SEATS))
        self.rules.returns(self.state, shares)
        self.rules.scores(self.state, points)
        return self.game.ENDINGS[self.rules.ending(self.state)], shares.tolist(), points.tolist()


def opened(game: Game, seats: int, options: Mapping[str, str], compiled: bool) -> Side:
    """A side in its opening position."""
    record = new_state(game, seats, **options)
    return Side(game, bussolotto.compiled(game), record) if compiled else Side(game, game, plain(record))


def play_beside(name: str, seed: int, compiled: bool = False) -> int:
    """Play one match of a sheet beside its module; the number of plies. AssertionError where they differ."""
    rng = Random(f"{name} {seed}")
    module, sheet = bussolotto.game(name), game_from_sheet(library()[name])
    seats = module.SEATS[seed % len(module.SEATS)]
    numbers = {number: str(rng.randint(*range_of(sheet, number))) for number in SHARED[name] if seed % 2}
    sides = (
        opened(module, seats, {**OPTIONS[name], **numbers}, compiled),
        opened(sheet, seats, numbers, compiled),
    )
    world = f"{name}, seats {seats}, {numbers}, seed {seed}"
    plies = 0
    while step := next_step(sides, seats, LEFT_OUT[name], rng, f"{world}, ply {plies}"):
        for side, (seat, action) in zip(sides, step, strict=True):
            side.rules.apply(side.state, seat, action)
        plies += 1
    first, second = (side.result() for side in sides)
    assert first == second, f"{world}: {first} and {second}"
    return plies


def range_of(sheet: Game, number: str) -> tuple[int, int]:
    """The values that a number of a sheet can have."""
    option: Any = sheet.facts.options[number]
    return option.low, option.high


def next_step(
    sides: tuple[Side, Side], seats: int, left_out: Sequence[str], rng: Random, world: str
) -> list[tuple[int, int]] | None:
    """The same random ply for both, as each of them codes it; None at the end."""
    first, second = (side.odds() for side in sides)
    assert weights_of(first) == weights_of(second), f"{world}: {weights_of(first)} and {weights_of(second)}"
    if first:
        (text,) = rng.choices(list(first), [weight for _, weight in first.values()])
        return [(CHANCE, first[text][0]), (CHANCE, second[text][0])]
    choices = []
    for seat in range(seats):
        one, other = (side.actions(seat, left_out) for side in sides)
        assert one.keys() == other.keys(), f"{world}, seat {seat}: {sorted(one)} and {sorted(other)}"
        choices += [((seat, one[text]), (seat, other[text])) for text in one]
    return list(rng.choice(choices)) if choices else None


def weights_of(odds: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """The weights by text."""
    return {text: weight for text, (_, weight) in odds.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Play so many matches of each sheet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", choices=[*LEFT_OUT, []], help="else all")
    parser.add_argument("--count", type=int, default=1_000, help="matches of each game")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--interpreted", action="store_true", help="with interpreted rules instead of compiled ones")
    wanted = parser.parse_args(arguments)
    for name in wanted.game or LEFT_OUT:
        seeds = range(wanted.first, wanted.first + wanted.count)
        plies = sum(play_beside(name, seed, not wanted.interpreted) for seed in seeds)
        print(f"{name}: {len(seeds)} matches, {plies} plies: the same", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
