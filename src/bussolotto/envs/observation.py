"""What a seat may know, as described arrays.

An observation is the view of a seat, its state after `hide`, field by field as NumPy arrays, and `seat`: whose view it
is. A record of views is an array of structs already, so the arrays are windows on the same bytes. What each field means
is read from the comment beside it in the game's `class State`.
"""

from __future__ import annotations

import inspect
import io
import tokenize
from collections.abc import Iterator
from functools import cache, cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.kernel import SPECTATOR

SEAT = "seat"  # the one array that is no field of the state
COMMON = {"plies": "plies so far", "seats": "how many seats there are", "phase": "which phase of the rules this is"}

Views = npt.NDArray[Any]  # STATE[n], or a single one as an array without dimensions
Arrays = dict[str, npt.NDArray[Any]]


class Field(NamedTuple):
    """One array of an observation: its type, its shape for one match, its bounds (both included), what it means."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def width(self) -> int:
        """How many numbers it holds."""
        return int(np.prod(self.shape, dtype=int))


class Layout:
    """How the observations of one game are laid out. Ask `layout` for it: it is made once."""

    def __init__(self, game: ModuleType | Any) -> None:
        assert SEAT not in game.STATE.names, f"{game.NAME}: a field of the state is called {SEAT!r}"
        self.game = game
        meanings = _meanings(game)
        seat = Field(SEAT, np.dtype(np.uint8), (), 0, SPECTATOR, "whose view this is: the own seat")
        self.fields = (seat, *(_field(game, name, meanings.get(name, "")) for name in game.STATE.names))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all arrays, `seat` first, then in the order of the state."""
        return tuple(field.name for field in self.fields)

    @cached_property
    def width(self) -> int:
        """How many numbers the flat form has."""
        return sum(field.width for field in self.fields)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each array lies in the flat form."""
        ends = np.cumsum([field.width for field in self.fields]).tolist()
        return {field.name: slice(end - field.width, end) for field, end in zip(self.fields, ends, strict=True)}

    def arrays(self, views: Views, seats: npt.ArrayLike) -> Arrays:
        """The observations as arrays by name: of `views` STATE[n], seen by `seats` [n], or of one without dimensions.

        Shapes are [n, *field.shape]. The arrays are windows on `views`, packed as the state is: copy what you keep, or
        what must be aligned.
        """
        named: Arrays = {SEAT: np.asarray(seats, np.uint8)}
        for name in self.game.STATE.names:
            named[name] = views[name]
        return named

    def flat(self, views: Views, seats: npt.ArrayLike, dtype: npt.DTypeLike = np.float32) -> npt.NDArray[Any]:
        """The same numbers side by side, [n, width], for networks; `places` says what lies where. A copy."""
        out = np.empty((*views.shape, self.width), dtype)
        out[..., 0] = seats
        runs = views.view(self._runs)
        for name, start, stop in self._spans:
            out[..., start:stop] = runs[name]
        return out

    def raw(self, views: Views) -> npt.NDArray[np.uint8]:
        """The bytes of the views, uint8[n, size of the state]: the quickest form. A window on views without gaps."""
        whole = views if views.flags.c_contiguous else np.ascontiguousarray(views)
        # through the buffer, which takes a fifth of the time of a view
        return np.frombuffer(whole, np.uint8).reshape(*views.shape, self.game.STATE.itemsize)

    @cached_property
    def _runs(self) -> np.dtype[Any]:
        """The state as few arrays: neighbours of one type taken together."""
        runs: list[tuple[str, np.dtype[Any], int]] = []
        for field in self.fields[1:]:
            if runs and runs[-1][1] == field.dtype:
                name, dtype, width = runs.pop()
                runs.append((name, dtype, width + field.width))
            else:
                runs.append((field.name, field.dtype, field.width))
        return np.dtype([(name, dtype, (width,)) for name, dtype, width in runs])

    @cached_property
    def _spans(self) -> list[tuple[str, int, int]]:
        """Where each of the runs lies in the flat form."""
        spans, start = [], 1
        for name in self._runs.names or ():
            stop = start + self._runs[name].shape[0]
            spans.append((name, start, stop))
            start = stop
        return spans

    def table(self) -> str:
        """The layout as a table in Markdown."""
        rows = [
            f"| `{field.name}` | {field.dtype} | {list(field.shape) or ''} | {field.meaning.replace('|', 'or')} |"
            for field in self.fields
        ]
        return "\n".join(["| array | type | shape | meaning |", "|---|---|---|---|", *rows])


@cache
def layout(game: ModuleType | Any) -> Layout:
    """How the observations of this game are laid out."""
    return Layout(game)


def _field(game: ModuleType | Any, name: str, comment: str) -> Field:
    own = game.STATE.fields[name][0]
    bounds = np.iinfo(own.base)
    meaning = comment or COMMON.get(name, "")
    if name in game.OPTIONS:
        meaning = f"option: {', '.join(game.OPTIONS[name])}"
    return Field(name, own.base, own.shape, int(bounds.min), int(bounds.max), meaning)


def _meanings(game: ModuleType | Any) -> dict[str, str]:
    """The comments of `class State` by the field that they are about.

    One beside a field is its own, and lines of nothing but comment below it go on with it. Where there is none beside
    the field above, such lines are about the field below.
    """
    meanings: dict[str, str] = {}
    above, waiting = "", ""
    for name, comment in _lines(inspect.getsource(game.State)):
        if name:
            meanings[name] = comment or waiting
            above, waiting = name if comment else "", ""
        elif above:
            meanings[above] += f" {comment}"
        else:
            waiting = f"{waiting} {comment}".strip()
    return meanings


def _lines(source: str) -> Iterator[tuple[str, str]]:
    """Of each line of a class its field, if any, and its comment, if any."""
    name, comment = "", ""
    for token in tokenize.generate_tokens(io.StringIO(inspect.cleandoc(source)).readline):
        if token.type == tokenize.OP and token.string == ":" and not name:
            name = token.line.partition(":")[0].strip()
        elif token.type == tokenize.COMMENT:
            comment = token.string.removeprefix("#").strip()
        elif token.type in (tokenize.NEWLINE, tokenize.NL):
            if (name or comment) and not name.startswith("class "):
                yield name, comment
            name, comment = "", ""
