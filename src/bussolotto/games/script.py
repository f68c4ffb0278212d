"""The script of a practice match: the file `practice.json` in the folder of a game (docs/practice.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FILE = "practice.json"


@dataclass(frozen=True)
class Step:
    """What the person is to do, and what happens then.

    `do`: first words of actions, or whole actions, any of which is right. `more`: while the rules go on to ask for this
    before another seat acts, that belongs to the step. After each action `chance` lists throws in order, and `others`
    what another seat does: the first that it may do.
    """

    name: str
    do: tuple[str, ...]
    more: bool = False
    chance: Sequence[str] = ()
    others: Mapping[int, Sequence[str]] = field(default_factory=dict)

    def fits(self, action: str) -> bool:
        """Is this action, as text, of the kind that the step waits for?"""
        return any(is_of(action, kind) for kind in self.do)


@dataclass(frozen=True)
class Script:
    """The script of a practice match. `begin` and `others` are as in a step: before the first one, and in all."""

    seats: int
    steps: tuple[Step, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    begin: Sequence[str] = ()
    others: Mapping[int, Sequence[str]] = field(default_factory=dict)


def parse(text: str) -> Script:
    """The script that this file holds. Raises TypeError, KeyError, ValueError or AttributeError if it is none."""
    read = json.loads(text)
    read["steps"] = tuple(Step(**_with_seats(step) | {"do": tuple(step["do"])}) for step in read["steps"])
    return Script(**_with_seats(read))


def _with_seats(read: dict[str, Any]) -> dict[str, Any]:
    """The same with seats as numbers, which are text in JSON."""
    return read | {"others": {int(seat): kinds for seat, kinds in read.get("others", {}).items()}}


def is_of(action: str, kind: str) -> bool:
    """Is the action this one, or does it begin with this word?"""
    return action == kind or action.startswith(f"{kind} ")
