"""Observations: what a seat may know, as described arrays.

An observation is the view of a seat, that is its state after `hide`, as one NumPy array per field, plus `seat`: whose
view it is. Stored views are already an array of structs, so the arrays share their memory. The meaning of each field is
stated beside it in the game's `class State`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core.bounds import Amount, Bounds, Category, bounds_of, describe
from bussolotto.core.contract import OWN_VALUE, Choice, Game, Option

SEAT = "seat"  # the only array that is not a field of the state
COMMON = {"plies": "plies so far", "seats": "how many seats there are", "phase": "which phase of the rules this is"}

Views = npt.NDArray[Any]  # STATE[n], or a single view as a zero-dimensional array
Arrays = dict[str, npt.NDArray[Any]]


class Field(NamedTuple):
    """One array of an observation: its type, its shape for one match, its inclusive bounds and its meaning.

    `kind` says what its numbers are (`core.bounds`); `high` is larger than that of `kind` where a host's own value of
    an option belongs to no category.
    """

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    kind: Bounds

    @property
    def width(self) -> int:
        """The number of elements in the array."""
        return int(np.prod(self.shape, dtype=int))


class Layout:
    """The layout of one game's observations. Get it from `layout`, which creates it once."""

    def __init__(self, game: Game) -> None:
        assert SEAT not in game.STATE.names, f"{game.NAME}: a field of the state is called {SEAT!r}"
        self.game = game
        meanings, bounds = game.meanings, _bounds(game)
        own = Category(0, game.SEATS[-1] - 1)
        seat = Field(SEAT, np.dtype(np.uint8), (), *own, "whose view this is: the own seat", own)
        self.fields = (seat, *(_field(game, name, meanings.get(name, ""), bounds) for name in game.STATE.names))

    @cached_property
    def width(self) -> int:
        """The number of elements in the flat form."""
        return sum(field.width for field in self.fields)

    @cached_property
    def places(self) -> dict[str, slice]:
        """The slice of each array in the flat form."""
        ends = np.cumsum([field.width for field in self.fields]).tolist()
        return {field.name: slice(end - field.width, end) for field, end in zip(self.fields, ends, strict=True)}

    def arrays(self, views: Views, seats: npt.ArrayLike) -> Arrays:
        """Return observations as arrays by name, for `views` STATE[n] seen by `seats` [n], or for a single view.

        `seat` comes first, followed by the fields in the order of the state. Shapes are [n, *field.shape]. The arrays
        share memory with `views` and are packed like the state: copy them to keep them or to align them.
        """
        named: Arrays = {SEAT: np.asarray(seats, np.uint8)}
        for name in self.game.STATE.names:
            named[name] = views[name]
        return named

    def flat(self, views: Views, seats: npt.ArrayLike, dtype: npt.DTypeLike = np.float32) -> npt.NDArray[Any]:
        """Return a copy of the same numbers side by side, [n, width], for networks. `places` gives the layout."""
        out = np.empty((*views.shape, self.width), dtype)
        out[..., 0] = seats
        runs = views.view(self._runs)
        for name, start, stop in self._spans:
            out[..., start:stop] = runs[name]
        return out

    def raw(self, views: Views) -> npt.NDArray[np.uint8]:
        """Return the views as uint8[n, size of the state], the fastest form. Contiguous views are not copied."""
        whole = views if views.flags.c_contiguous else np.ascontiguousarray(views)
        # going through the buffer takes a fifth of the time of a view
        return np.frombuffer(whole, np.uint8).reshape(*views.shape, self.game.STATE.itemsize)

    @cached_property
    def _runs(self) -> np.dtype[Any]:
        """The state as few arrays, with adjacent fields of one type combined."""
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
        """Where each run lies in the flat form."""
        spans, start = [], 1
        for name in self._runs.names or ():
            stop = start + self._runs[name].shape[0]
            spans.append((name, start, stop))
            start = stop
        return spans

    def table(self) -> str:
        """Return the layout as a Markdown table."""
        rows = [
            f"| `{field.name}` | {field.dtype} | {list(field.shape) or ''} | {describe(field.kind)} "
            f"| {field.meaning.replace('|', 'or')} |"
            for field in self.fields
        ]
        return "\n".join(["| array | type | shape | values | meaning |", "|---|---|---|---|---|", *rows])


@cache
def layout(game: Game) -> Layout:
    """Return the layout of this game's observations."""
    return Layout(game)


def _field(game: Game, name: str, comment: str, known: Mapping[str, Bounds]) -> Field:
    own = game.STATE.fields[name][0]
    dtype = np.iinfo(own.base)
    option = _options(game).get(name)
    meaning = f"option: {option.meaning}" if option else comment or COMMON.get(name, "")
    kind = known.get(name, Amount(int(dtype.min), int(dtype.max)))
    high = OWN_VALUE if option and option.own else kind.high
    return Field(name, own.base, own.shape, kind.low, high, meaning, kind)


def _options(game: Game) -> dict[str, Option]:
    """The options of a game by the names of their fields."""
    return {game.field_of(name): option for name, option in game.facts.options.items()}


def _bounds(game: Game) -> dict[str, Bounds]:
    """What is known of the values of fields: from the facts of the game, and as it is written beside them."""
    common = {"plies": Amount(0, game.MAX_PLIES), "seats": Amount(1, game.SEATS[-1])}
    options = {name: _bounds_of_option(option) for name, option in _options(game).items()}
    return {**common, **options, **bounds_of(game.rules.State)}


def _bounds_of_option(option: Option) -> Bounds:
    if isinstance(option, Choice):
        return Category(0, len(option.values) - 1)
    return Amount(min([option.low, *option.words.values()]), option.high)
