"""States as JSON, written in one pass: many times a second a live server sends them, and most of it is known before."""

from collections.abc import Collection, Sequence
from math import prod
from operator import itemgetter
from struct import Struct
from typing import Any

import msgspec
import numpy as np

_CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i"}


class StateJson:
    """Writes states of one layout: an object with the fields by name, integers and (nested) lists of them."""

    def __init__(self, layout: np.dtype[Any], without: Collection[str] = ()) -> None:
        """Note where the numbers of each field are, among all. The fields `without` are left out."""
        fields = [(name, layout[name]) for name in layout.names or ()]
        self._numbers = Struct("<" + "".join(_code(kind, name in without) for name, kind in fields))
        shown = [(name, kind.shape) for name, kind in fields if name not in without]
        assert len(shown) > 1, "`itemgetter` returns no tuple of one"
        self._pick = itemgetter(*_places([shape for _, shape in shown]))
        self._nested = [(place, shape) for place, (_, shape) in enumerate(shown) if len(shape) > 1]
        self._named = msgspec.defstruct("State", [(name, Any) for name, _ in shown])
        self._write = msgspec.json.Encoder().encode

    def encode(self, state: Any) -> bytes:
        """Return a state, in the `ctypes` reading or as bytes, as JSON."""
        values = self._pick(self._numbers.unpack(state))
        if self._nested:
            values = [*values]
            for place, shape in self._nested:
                values[place] = _nest(values[place], shape)
        return self._write(self._named(*values))


def _code(kind: np.dtype[Any], skipped: bool) -> str:
    """How `struct` reads a field of this type."""
    return f"{kind.itemsize}x" if skipped else f"{prod(kind.shape)}{_CODES[kind.base.str[1:]]}"


def _places(shapes: Sequence[tuple[int, ...]]) -> list[int | slice]:
    """Where the numbers of fields of these shapes are, one after the other: an index, or a slice for several."""
    found: list[int | slice] = []
    start = 0
    for shape in shapes:
        found.append(slice(start, start + prod(shape)) if shape else start)
        start += prod(shape)
    return found


def _nest(numbers: Sequence[Any], shape: tuple[int, ...]) -> Sequence[Any]:
    """Return numbers in a row as lists of lists."""
    for size in reversed(shape[1:]):
        numbers = [*zip(*[iter(numbers)] * size, strict=True)]
    return numbers
