"""Observations as networks like them: float32 from 0 to 1, one input for each category.

Amounts are scaled by their bounds; a category becomes as many inputs as it has values, one of which is 1; a set becomes
one input for each member. The bounds stand beside the fields of each game's state (`core.bounds`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core.bounds import Amount, Bits, Bounds, Category
from bussolotto.envs.observation import Layout, Views


class Scaled:
    """The scaled form of one game's observations. `places` gives the slice of each array. Get it from `scaled`."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.places: dict[str, slice] = {}
        self.width = 0
        numbers: dict[type[Any], list[tuple[int, int, Any]]] = {Amount: [], Category: [], Bits: []}
        for field in layout.fields:
            begun, inputs = self.width, inputs_of(field.kind)
            first = layout.places[field.name].start
            for index in range(field.width):
                numbers[type(field.kind)].append((first + index, self.width, field.kind))
                self.width += inputs
            self.places[field.name] = slice(begun, self.width)
        self._amounts, self._categories = _columns(numbers[Amount]), _columns(numbers[Category])
        self._bits = _columns([(at, to + bit, (bit, 1)) for at, to, kind in numbers[Bits] for bit in range(kind.size)])

    def __call__(self, views: Views, seats: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Return observations float32[n, width] of `views` STATE[n] seen by `seats` [n], or of a single view."""
        numbers = self.layout.flat(views, seats, np.int64)
        out = np.zeros((*numbers.shape[:-1], self.width), np.float32)
        rows, inputs = numbers.reshape(-1, numbers.shape[-1]), out.reshape(-1, self.width)
        places, to, low, high = self._amounts
        inputs[:, to] = (rows[:, places] - low) / np.maximum(high - low, 1)
        places, to, shift, _ = self._bits
        inputs[:, to] = rows[:, places] >> shift & 1
        places, to, low, high = self._categories
        values = rows[:, places]
        row, column = ((values >= low) & (values <= high)).nonzero()
        inputs[row, to[column] + values[row, column] - low[column]] = 1
        return out


def inputs_of(kind: Bounds) -> int:
    """How many inputs of a network a number of this kind becomes."""
    if isinstance(kind, Bits):
        return kind.size
    return kind.high - kind.low + 1 if isinstance(kind, Category) else 1


def _columns(numbers: list[tuple[int, int, Any]]) -> tuple[npt.NDArray[np.int64], ...]:
    """Where each number stands in the flat form, where its inputs begin, and its bounds, each int64[k]."""
    rows = [(place, to, *kind) for place, to, kind in numbers]
    return tuple(np.array(rows, np.int64).reshape(-1, 4).T)


@cache
def scaled(layout: Layout) -> Scaled:
    """Return the scaled form of this layout."""
    return Scaled(layout)
