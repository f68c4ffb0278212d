"""The kernel: what every game is built on.

A game is a module of plain functions over one flat record (docs/adding-a-game.md describes the contract). The kernel
turns the annotated fields of its `State` class into two readings of the same bytes:

- a NumPy record dtype, for compiled code and for everything that stores, compares or copies states;
- a packed `ctypes.Structure`, for the interpreter: plain Python integers and an IndexError past the end of a field.

Functions marked `@rule` stay plain Python. `bussolotto.play.compiler` makes them callable from compiled code when
somebody asks for speed; nothing here imports Numba.
"""

import ctypes
import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

CHANCE = 15  # the seat of chance, which deals dice and cards
SPECTATOR = 14  # the viewer without a seat
MAX_SEATS = 8

Mask = npt.NDArray[np.uint8]
Weights = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]
Function = TypeVar("Function", bound=Callable[..., Any])

_CTYPES: dict[str, type[Any]] = {
    "u1": ctypes.c_uint8,
    "i1": ctypes.c_int8,
    "u2": ctypes.c_uint16,
    "i2": ctypes.c_int16,
    "u4": ctypes.c_uint32,
    "i4": ctypes.c_int32,
}

# np.record looks up every attribute in Python; looking up only fields saves a microsecond per call of compiled code.
_QUICK = {"__getattribute__": object.__getattribute__, "__getattr__": np.record.__getattribute__}

rules: list[Callable[..., Any]] = []  # every function marked with `rule`, in order of definition


def rule(function: Function) -> Function:
    """Mark a function as part of the rules: interpreted as it is, callable from compiled code on demand."""
    rules.append(function)
    return function


def record(fields: type, size: int) -> np.dtype[Any]:
    """Derive the layout of a state from a class of annotated fields.

    A field is `name: Annotated[int, "u1", "what it means"]`, or `Annotated[list[int], "i2", 5, "what it means"]` for an
    array, with one more number for each further dimension; the meaning may be left out.
    Types: u1 i1 u2 i2 u4 i4 (nothing wider, because pages read these numbers in JavaScript). `size` is the expected
    size of the record in bytes and is asserted; fields are packed, in the order of the class.
    """
    layout = [_field(name, hint) for name, hint in get_type_hints(fields, include_extras=True).items()]
    scalar = type(fields.__name__, (np.record,), {"__module__": fields.__module__, **_QUICK})
    dtype = np.dtype((scalar, [(name, code, shape) for name, code, shape in layout]))
    assert dtype.itemsize == size, f"{fields.__module__}.{fields.__name__} takes {dtype.itemsize} bytes, not {size}"
    scalar.plain = _structure(fields, layout)  # type: ignore[attr-defined]  # a class made just above
    return dtype


def _field(name: str, hint: Any) -> tuple[str, str, tuple[int, ...]]:
    assert get_origin(hint) is Annotated, f"{name}: write it as Annotated[int, 'u1']"
    code, *rest = get_args(hint)[1:]
    shape = [length for length in rest if isinstance(length, int)]
    assert code in _CTYPES, f"{name}: no field type {code!r}; there are {', '.join(_CTYPES)}"
    assert not hasattr(np.ndarray, name), f"{name}: a NumPy method has this name and would be read instead"
    return name, code, tuple(shape)


def field_of(option: str) -> str:
    """The field of an option: it has its name, followed by `_` where a NumPy method has that name."""
    return f"{option}_" if hasattr(np.ndarray, option) else option


def meanings(fields: type) -> dict[str, str]:
    """The meaning of each field of a class of annotated fields; "" where none is given."""
    hints = get_type_hints(fields, include_extras=True)
    return {
        name: next((word for word in get_args(hint)[2:] if isinstance(word, str)), "") for name, hint in hints.items()
    }


def _structure(fields: type, layout: list[tuple[str, str, tuple[int, ...]]]) -> type[ctypes.Structure]:
    members = []
    for name, code, shape in layout:
        member = _CTYPES[code]
        for length in reversed(shape):
            member = member * length
        members.append((name, member))
    namespace = {"_pack_": 1, "_fields_": members, "__module__": fields.__module__}
    if sys.version_info >= (3, 14):
        namespace["_layout_"] = "ms"  # what `_pack_` has always meant; later versions require it explicitly
    return type(fields.__name__, (ctypes.Structure,), namespace)


def plain(s: Any) -> Any:
    """The `ctypes` reading of a record: the same bytes, with Python integers inside. Keeps the record alive."""
    structure = type(s).plain.from_address(s.__array_interface__["data"][0])
    structure.record = s
    return structure


def unpacked(layout: np.dtype[Any], state: bytes) -> Any:
    """The `ctypes` reading of a copy of these bytes."""
    return layout.type.plain.from_buffer_copy(state)


def copied(s: Any) -> Any:
    """An independent copy of a state, in the same reading."""
    return s.copy() if isinstance(s, np.record) else type(s).from_buffer_copy(s)


def room(s: Any, count: int) -> Any:
    """Room for this many positions, in the reading of `s`: a copy is made with `room[index] = s`."""
    return np.zeros(count, s.dtype) if isinstance(s, np.record) else (type(s) * count)()


@rule
def count_ply(s: Any) -> None:
    """First line of every `apply`: count one more ply (GEN-7). At MAX_PLIES `movers` returns nobody."""
    s.plies += 1


@rule
def clear(field: Any) -> None:
    """Set every entry of a field of one dimension to 0."""
    for index in range(len(field)):
        field[index] = 0


def overwrite(field: Any, values: Any) -> None:
    """Set every entry of a field of one dimension to that of another field of the same length.

    From a table to a mask or weights of its type `np.positive(table, mask)` is faster in compiled code.
    """
    field[:] = values


def overwrite_compiled(field: Any, values: Any) -> None:
    """What compilers take in place of `overwrite`.

    For `field[:] = values` Numba compiles a message about lengths, which takes as long as a third of a game.
    """
    for index in range(len(field)):
        field[index] = values[index]


@rule
def evenly(weights: Weights, first: int, count: int) -> int:
    """Make `count` outcomes, from the first one on, equally likely and all others impossible; return their number."""
    weights[:] = 0
    weights[first : first + count] = 1
    return int(count)


@rule
def copy_points(points: Any, seats: int, out: Shares) -> None:
    """The points of each seat from a field of the state, 0 where nobody sits."""
    out[:] = 0.0
    for seat in range(seats):
        out[seat] = points[seat]


@rule
def share_most(points: Any, seats: int, out: Shares) -> None:
    """Win shares if most points win and equal players share the victory (GEN-2)."""
    copy_points(points, seats, out)
    share_best(out, seats)


@rule
def share_fewest(points: Any, seats: int, out: Shares) -> None:
    """Win shares if fewest points win and equal players share the victory (GEN-2)."""
    out[:] = 0.0
    for seat in range(seats):
        out[seat] = 0.0 - points[seat]  # a float, because unsigned numbers cannot be negative
    share_best(out, seats)


@rule
def share_best(out: Shares, seats: int) -> None:
    """Turn the values of all seats into win shares: the best wins, and equal seats share the victory (GEN-2)."""
    best = out[0]
    for seat in range(seats):
        best = max(best, out[seat])
    winners = 0
    for seat in range(seats):
        winners += out[seat] == best
    for seat in range(seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0


def clockwise(seats: int) -> Weights:
    """[bits][seat] -> the first of these seats clockwise after this one, itself the last; [-1] is before seat 0."""
    table = np.zeros((1 << seats, seats), np.int64)
    for bits, seat in np.ndindex(table.shape):
        table[bits, seat] = next((s % seats for s in range(seat + 1, seat + seats + 1) if bits >> s % seats & 1), 0)
    return table


@rule
def seats_with(values: Any, seats: int, wanted: int) -> int:
    """The seats, as bits, for which a field of the state has this value, among the first seats."""
    bits = 0
    for seat in range(seats):
        bits |= (values[seat] == wanted) << seat
    return bits


@rule
def hide_nothing(s: Any, seat: int) -> None:
    """`hide` of a game in which everything is open."""


def guess_nothing(s: Any, rng: Random) -> None:
    """`guess` of a game in which everything is open."""


def meant_as_pressed(s: Any, seat: int, action: int) -> int:
    """`meant` of a game whose rules take every claim literally."""
    return action


def lay_nothing(s: Any, option: str, text: str) -> None:
    """`lay_own` of a game in which no option accepts the host's own value."""


@rule
def seen_by_all(s: Any, viewer: int, seat: int, action: int) -> bool:
    """`sees` of a game in which everybody sees every step."""
    return True


# `hide`, `sees`, `guess`, `meant` and `lay_own` of a game in which everything is open and every claim taken literally
ALL_OPEN = hide_nothing, seen_by_all, guess_nothing, meant_as_pressed, lay_nothing


def each(word: str, places: Iterable[object]) -> tuple[str, ...]:
    """Actions or outcomes that differ only in their last part: `die 1`, `die 2`, .."""
    return tuple(f"{word} {place}" for place in places)


def notation(
    name: str, actions: Sequence[str], outcomes: Sequence[str], *, any_order: bool = False
) -> tuple[Callable[[int, int], str], Callable[[int, str], int]]:
    """`say` and `read` of a game, from the texts of its actions and outcomes by their codes; see `reader`."""

    def say(seat: int, action: int) -> str:
        return (outcomes if seat == CHANCE else actions)[action]

    return say, reader(name, say, len(actions), len(outcomes), any_order=any_order)


def permits(legal: Callable[[Any, int, Mask], int], actions: int, s: Any, seat: int, action: int) -> bool:
    """Does `legal` allow this action, in a game with this many actions? If not, `why` names a clause."""
    mask = np.zeros(actions, np.uint8)
    legal(s, seat, mask)
    return bool(mask[action])


def reader(
    name: str, say: Callable[[int, int], str], actions: int, outcomes: int, *, any_order: bool = False
) -> Callable[[int, str], int]:
    """The `read` that belongs to a game's `say`: the code of an action or outcome; ValueError if the text names none.

    With `any_order` the parts after the word may come in any order, as for dice.
    """
    codes = {CHANCE: {say(CHANCE, outcome): outcome for outcome in range(outcomes)}}
    every_action = {say(0, action): action for action in range(actions)}

    def read(seat: int, text: str) -> int:
        word, *rest = text.split() or [""]
        code = codes.get(seat, every_action).get(" ".join([word, *(sorted(rest) if any_order else rest)]))
        if code is None:
            raise ValueError(f"{name} has no {'outcome' if seat == CHANCE else 'action'} {text!r}")
        return code

    return read
