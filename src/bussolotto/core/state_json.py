"""States as JSON, written in one pass: many times a second a live server sends them, and most of it is known before."""

from collections.abc import Collection
from struct import Struct
from typing import Any

import numpy as np

_CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i"}


class StateJson:
    """Writes states of one layout: an object with the fields by name, integers and (nested) lists of them."""

    def __init__(self, layout: np.dtype[Any], without: Collection[str] = ()) -> None:
        """Prepare the text between the numbers. The fields `without` are left out."""
        fields = [(name, layout[name]) for name in layout.names or ()]
        self._numbers = Struct("<" + "".join(_code(kind, name in without) for name, kind in fields))
        shown = [f'"{name}":{_places(kind.shape)}' for name, kind in fields if name not in without]
        self._text = f"{{{','.join(shown)}}}".encode()

    def encode(self, state: Any) -> bytes:
        """Return a state, in the `ctypes` reading or as bytes, as JSON."""
        return self._text % self._numbers.unpack(state)


def _code(kind: np.dtype[Any], skipped: bool) -> str:
    """How `struct` reads a field of this type."""
    return f"{kind.itemsize}x" if skipped else f"{int(np.prod(kind.shape))}{_CODES[kind.base.str[1:]]}"


def _places(shape: tuple[int, ...]) -> str:
    """Where the numbers of a field stand in the text: `%d`, or `[%d,%d]`."""
    if not shape:
        return "%d"
    return f"[{','.join([_places(shape[1:])] * shape[0])}]"
