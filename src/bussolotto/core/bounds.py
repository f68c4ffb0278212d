"""What the values of a field of a state can be, for learners: written beside its type in the class of the state.

    chips: Annotated[list[int], "i2", 5, Amount(0, 255), "by seat"]
    phase: Annotated[int, "u1", Category(0, 4), "DRAWING who starts, ROLLING dice, .."]

Bounds are inclusive and hold in states and in views, for every option that a host can choose.
"""

from __future__ import annotations

from typing import Any, NamedTuple, get_args, get_type_hints


class Amount(NamedTuple):
    """A number of something: larger is more."""

    low: int
    high: int


class Category(NamedTuple):
    """The number of something that has a name, such as a seat, a cell or a phase: none is larger than another."""

    low: int
    high: int


class Bits(NamedTuple):
    """A set, as bits from 0."""

    size: int

    @property
    def low(self) -> int:
        """The empty set."""
        return 0

    @property
    def high(self) -> int:
        """Everything."""
        return (1 << self.size) - 1


Bounds = Amount | Category | Bits


def bounds_of(fields: type) -> dict[str, Bounds]:
    """The bounds that are written in a class of annotated fields, by field."""
    hints = get_type_hints(fields, include_extras=True)
    found = {name: [part for part in get_args(hint) if isinstance(part, Bounds)] for name, hint in hints.items()}
    return {name: parts[0] for name, parts in found.items() if parts}


def describe(bounds: Any) -> str:
    """Bounds as a table shows them: `0..255`, `one of 0..4`, `set of 6`."""
    if isinstance(bounds, Bits):
        return f"set of {bounds.size}"
    return f"{'one of ' if isinstance(bounds, Category) else ''}{bounds.low}..{bounds.high}"
