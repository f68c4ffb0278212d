"""What all nodes of a game tree share: the game, its options, where it begins, and how the rules are run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bussolotto.core import contract, kernel
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE

UNKNOWN = -1  # instead of an action: not known after a guess


class Setting(NamedTuple):
    """What a tree is made from.

    `rates`: reactions per time by seat in a race, equal if not given; `position`: where it begins (`lay_position`), the
    opening if not given; `turns`: seats that act at once are asked one after the other; `compiled`: False interprets
    the rules, which starts at once but is slower.
    """

    game: Game
    seats: int
    options: Mapping[str, str]
    rates: tuple[float, ...] | None = None
    position: str = ""
    turns: bool = False
    compiled: bool = False


class Tree:
    """A game with its seats, options and rates, shared by all nodes of its matches."""

    def __init__(self, setting: Setting) -> None:
        """Raises the errors of `open_state`; ValueError for a position that cannot be."""
        self.setting = setting
        self.game, self.seats, self.turns = setting.game, setting.seats, setting.turns
        self.opening = kernel.plain(np.zeros(1, self.game.STATE)[0])
        self.options = contract.open_state(self.game, self.opening, self.seats, setting.options)
        lay_position(self.game, self.opening, setting.position)
        self.rates = setting.rates or (1.0,) * self.seats
        self.wait = int(self.game.ACTIONS)  # the code for waiting, after all actions
        self.first = int(self.game.OUTCOMES)  # the codes for which seat is first, after all outcomes
        self.secrets = self.game.secrets
        self.fouls = self.game.fouls
        # only what does the work, `legal` and `apply`: a call takes 3 microseconds, more than all else interpreted
        self.rules: Any = bussolotto.compiled(self.game) if setting.compiled else self.game

    def reading(self, s: Any) -> Any:
        """Return a state in the reading that `rules` take: the same bytes."""
        return np.frombuffer(s, self.game.STATE)[0] if self.setting.compiled else s

    def say(self, seat: int, code: int) -> str:
        """Return an action, an outcome, waiting or the seat that was first, as text."""
        if code == UNKNOWN:
            return "?"
        if seat == CHANCE:
            return str(self.game.say(CHANCE, code)) if code < self.first else f"first {code - self.first}"
        return str(self.game.say(seat, code)) if code < self.wait else "wait"


def lay_position(game: Game, s: Any, text: str) -> None:
    """Write a position over an opening: `phase 2 won 8 12 spare 1 0`, fields with their numbers in the order of memory.

    Fields that are not named stay as they are. Raises ValueError if the text names no field, has too few or too many
    numbers, or if there is no such position.
    """
    record = np.frombuffer(s, game.STATE)[0]
    for name, numbers in _fields_of(text).items():
        if name not in (game.STATE.names or ()) or len(numbers) != record[name].size:
            raise ValueError(f"position: {game.NAME} has no field {name!r} of {len(numbers)} numbers")
        record[name] = np.array(numbers).reshape(record[name].shape)
    try:
        game.check(s)
    except AssertionError as problem:
        raise ValueError(f"position: {game.NAME} has none like {text!r}") from problem


def _fields_of(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for word in text.split():
        if not word.removeprefix("-").isdigit():
            found[word] = []
        elif found:
            found[next(reversed(found))].append(int(word))
    return found


def position_text(game: Game, opening: Any, s: Any) -> str:
    """Return what `lay_position` has to write over an opening for this position."""
    old, new = (np.frombuffer(each, game.STATE)[0] for each in (opening, s))
    fields = (name for name in game.STATE.names or () if (old[name] != new[name]).any())
    return " ".join(f"{name} {' '.join(map(str, new[name].reshape(-1).tolist()))}" for name in fields)
