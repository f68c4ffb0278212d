"""What laws are tried on: the seats and options to play a game with, and random matches of it.

A world is one match to be played at random: its five parts are the whole report of a failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

import bussolotto
from bussolotto.core import contract, kernel
from bussolotto.core.kernel import CHANCE
from bussolotto.play import match


@dataclass
class World:
    """One random match, `options` complete or partial. `thorough`: laws look at every position, not at some."""

    game: Any
    seats: int
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    thorough: bool = False

    def __post_init__(self) -> None:
        self.game = contract.as_game(self.game)

    def __str__(self) -> str:
        return f"{self.game.NAME}, rules {self.game.RULES}, seats {self.seats}, {dict(self.options)}, seed {self.seed}"

    @property
    def own(self) -> bool:
        """Has an option a value of one's own, which is laid after `reset`?"""
        options = self.game.facts.options
        return any(options[name].own and str(value) not in options[name].values for name, value in self.options.items())

    def open(self) -> Any:
        """A record in the opening position."""
        return bussolotto.new_state(self.game, self.seats, **self.options)

    def plies(self) -> Iterator[tuple[Any, int, int]]:
        """Random play: before each ply (state, seat, action), the state read by `ctypes`; then it is applied."""
        rng = Random(self.seed)
        s = kernel.plain(self.open())
        while bits := self.game.movers(s):
            seat, action = random_ply(self.game, s, bits, rng)
            yield s, seat, action
            self.game.apply(s, seat, action)

    def positions(self) -> Iterator[Any]:
        """Every position of the match, the last one too."""
        s = kernel.plain(self.open())
        for s, _, _ in self.plies():
            yield s
        yield s

    def log(self) -> list[tuple[int, int]]:
        """The plies of the match."""
        return [(seat, action) for _, seat, action in self.plies()]

    def match(self) -> match.Match:
        """The same match through `bussolotto.match`."""
        return match.replay(self.game, self.seats, self.options, self.log())


@contextmanager
def noted(what: object) -> Iterator[None]:
    """What is raised within it gets a note that says what was tried, such as a world."""
    try:
        yield
    except Exception as problem:
        problem.add_note(str(what))
        raise


def random_ply(game: Any, s: Any, bits: int, rng: Random) -> tuple[int, int]:
    """Any mover, any legal action; any outcome by its weight."""
    if bits == 1 << CHANCE:
        weights = weights_of(game, s)
        return CHANCE, rng.choices(range(len(weights)), weights)[0]
    seats = [seat for seat in range(kernel.MAX_SEATS) if bits >> seat & 1]
    assert 1 << max(seats, default=0) <= bits < 2 << max(seats, default=0), f"movers {bits:b}"
    seat = rng.choice(seats)
    return seat, rng.choice(np.flatnonzero(mask_of(game, s, seat)).tolist())


def mask_of(game: Any, s: Any, seat: int) -> list[int]:
    """The legal mask, asked for with a buffer full of rubbish."""
    mask = np.full(game.ACTIONS, 7, np.uint8)
    count = game.legal(s, seat, mask)
    assert count == mask.sum(), f"legal returned {count} and filled in {mask.sum()}"
    return list(mask.tolist())


def weights_of(game: Any, s: Any) -> list[int]:
    """The weights of chance, asked for with a buffer full of rubbish."""
    weights = np.full(game.OUTCOMES, -7, np.int64)
    positive = game.odds(s, weights)
    assert positive == (weights > 0).sum(), f"odds returned {positive}, but {(weights > 0).sum()} are positive"
    return list(weights.tolist())


def shares_of(game: Any, s: Any) -> list[float]:
    """Win shares of all eight seats."""
    out = np.full(kernel.MAX_SEATS, np.nan)
    game.returns(s, out)
    return list(out.tolist())


def every_option(rules: Any) -> list[dict[str, str]]:
    """Default options, then every other value of each house rule, one at a time, values of one's own included."""
    game = contract.as_game(rules)
    house = [name for name in game.OPTIONS if name not in game.numbers]
    others = {name: (*game.OPTIONS[name][1:], *game.facts.options[name].examples) for name in house}
    changes = [{name: value} for name in house for value in others[name]]
    return [{}, *changes]


def any_value(option: contract.Option, seed: int) -> str:
    """A value that the seed draws: of a number one of those suggested, an end or a word, or any in its range."""
    rng = Random(seed)
    if not isinstance(option, contract.Number):
        return rng.choice(option.suggested)
    numbers = range(option.low, option.high + 1, option.step)
    ends = (*option.words, str(numbers[0]), str(numbers[-1]))
    return rng.choice([rng.choice(option.suggested), rng.choice(ends), str(rng.choice(numbers))])


def other_numbers(game: Any, seed: int, thorough: bool = False) -> list[World]:
    """Of the mixtures of the numbers of a game, too many to play them all, one that the seed draws, if it has any."""
    rng = Random(f"{game.NAME} {seed}")
    numbers = {name: any_value(game.facts.options[name], rng.randrange(2**32)) for name in game.numbers}
    return [World(game, rng.choice(game.SEATS), seed, numbers, thorough)] if numbers else []


def every_world(rules: Any, seed: int = 1, thorough: bool = False) -> list[World]:
    """All numbers of seats as printed and all house rules: if `thorough` each with each, else with the seats by turns.

    Other numbers of the game with one of them.
    """
    game = contract.as_game(rules)
    house = [
        World(game, seats, seed, options, thorough)
        for turn, options in enumerate(every_option(game))
        for seats in (game.SEATS if thorough or not options else game.SEATS[turn % len(game.SEATS) :][:1])
    ]
    return house + other_numbers(game, seed, thorough)
