"""The kernel: what every game is made of.

A game is a module of plain functions over one flat record (the contract is told in docs/adding-a-game.md).
The kernel turns the annotated fields of its `State` class into two readings of the same bytes:

- a NumPy record dtype, for compiled code and for everything that stores, compares or copies states;
- a packed `ctypes.Structure`, for the interpreter: plain Python integers and an IndexError past the end of a field.

Functions marked `@rule` stay plain Python. `bussolotto.compiler` makes them callable from compiled code when
somebody asks for speed; nothing here imports Numba.
"""

import ctypes
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from bussolotto import errors

CHANCE = 15  # the seat that dice and cards sit on
SPECTATOR = 14  # the viewer who sits nowhere
MAX_SEATS = 8
OWN_VALUE = 255  # index of an option whose value was written by the host, not chosen from the list

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

# np.record answers every attribute in Python; asked for fields only, a call of compiled code is a microsecond shorter.
_QUICK = {"__getattribute__": object.__getattribute__, "__getattr__": np.record.__getattribute__}

rules: list[Callable[..., Any]] = []  # every function marked with `rule`, in order of definition


def rule(function: Function) -> Function:
    """Mark a function as part of the rules: interpreted as it stands, callable from compiled code on demand."""
    rules.append(function)
    return function


def record(fields: type, size: int) -> np.dtype[Any]:
    """Derive the layout of a state from a class of annotated fields.

    A field is `name: Annotated[int, "u1"]`, or `Annotated[list[int], "i2", 5]` for an array, with one more number
    for each further dimension. Types: u1 i1 u2 i2 u4 i4 (nothing wider: pages read these numbers as JavaScript does).
    `size` is the asserted size of the record in bytes; fields lie packed, in the order of the class.
    """
    layout = [_field(name, hint) for name, hint in get_type_hints(fields, include_extras=True).items()]
    scalar = type(fields.__name__, (np.record,), {"__module__": fields.__module__, **_QUICK})
    dtype = np.dtype((scalar, [(name, code, shape) for name, code, shape in layout]))
    assert dtype.itemsize == size, f"{fields.__module__}.{fields.__name__} takes {dtype.itemsize} bytes, not {size}"
    scalar.plain = _structure(fields, layout)  # type: ignore[attr-defined]  # a class made just above
    return dtype


def _field(name: str, hint: Any) -> tuple[str, str, tuple[int, ...]]:
    assert get_origin(hint) is Annotated, f"{name}: write it as Annotated[int, 'u1']"
    code, *shape = get_args(hint)[1:]
    assert code in _CTYPES, f"{name}: no field type {code!r}; there are {', '.join(_CTYPES)}"
    assert not hasattr(np.ndarray, name), f"{name}: a NumPy method has this name and would be read instead"
    return name, code, tuple(shape)


def _structure(fields: type, layout: list[tuple[str, str, tuple[int, ...]]]) -> type[ctypes.Structure]:
    members = []
    for name, code, shape in layout:
        member = _CTYPES[code]
        for length in reversed(shape):
            member = member * length
        members.append((name, member))
    namespace = {"_pack_": 1, "_fields_": members, "__module__": fields.__module__}
    if sys.version_info >= (3, 14):
        namespace["_layout_"] = "ms"  # what `_pack_` has always meant; later versions want it said
    return type(fields.__name__, (ctypes.Structure,), namespace)


def plain(s: Any) -> Any:
    """The `ctypes` reading of a record: the same bytes, with Python integers inside. Keeps the record alive."""
    structure = type(s).plain.from_address(s.__array_interface__["data"][0])
    structure.record = s
    return structure


def copied(s: Any) -> Any:
    """An independent copy of a state, in the reading it came in."""
    return s.copy() if isinstance(s, np.record) else type(s).from_buffer_copy(s)


def clause(game: Any, s: Any, seat: int, action: int) -> str:
    """The clause that forbids an action, `SPI-2`; chance is forbidden by GEN-3 alone."""
    return "GEN-3" if seat == CHANCE else f"{game.CLAUSES}-{game.why(s, seat, action)}"


def game_of(s: Any) -> Any:
    """The game module whose state this is, in either reading."""
    return sys.modules[type(s).__module__]


@rule
def count_ply(s: Any) -> None:
    """First line of every `apply`: one more ply (GEN-7). At MAX_PLIES `movers` finds nobody left to move."""
    s.plies += 1


@rule
def copy_points(points: Any, seats: int, out: Shares) -> None:
    """The points of each seat as they stand in a field of the state, 0 where nobody sits."""
    out[:] = 0.0
    for seat in range(seats):
        out[seat] = points[seat]


@rule
def share_most(points: Any, seats: int, out: Shares) -> None:
    """Win shares where most points win and equals share the victory (GEN-2)."""
    copy_points(points, seats, out)
    share_best(out, seats)


@rule
def share_best(out: Shares, seats: int) -> None:
    """Turn what every seat is worth into win shares: the best wins, equals share the victory (GEN-2)."""
    best = out[0]
    for seat in range(seats):
        best = max(best, out[seat])
    winners = 0
    for seat in range(seats):
        winners += out[seat] == best
    for seat in range(seats):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0


def clockwise(seats: int) -> Weights:
    """[bits][seat] -> the first of these seats clockwise after this one, itself last of all; [-1] is before seat 0."""
    table = np.zeros((1 << seats, seats), np.int64)
    for bits, seat in np.ndindex(table.shape):
        table[bits, seat] = next((s % seats for s in range(seat + 1, seat + seats + 1) if bits >> s % seats & 1), 0)
    return table


@rule
def seats_with(values: Any, seats: int, wanted: int) -> int:
    """Those of the first seats of whom a field of the state says this, as bits."""
    bits = 0
    for seat in range(seats):
        bits |= (values[seat] == wanted) << seat
    return bits


@rule
def hide_nothing(s: Any, seat: int) -> None:
    """`hide` of a game in which everything lies open."""


@rule
def seen_by_all(s: Any, viewer: int, seat: int, action: int) -> bool:
    """`sees` of a game in which everybody sees every step."""
    return True


def reader(
    name: str, say: Callable[[int, int], str], actions: int, outcomes: int, *, any_order: bool = False
) -> Callable[[int, str], int]:
    """The `read` that goes with a game's `say`: the code of an action or outcome; ValueError if the text says none.

    With `any_order` what follows the word may come in any order, as dice do.
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


def numbers(game: ModuleType | Any) -> tuple[str, ...]:
    """The options that are numbers of the game rather than house rules, for people to turn out of curiosity.

    Those whose values are all digits, `rounds`, and those that the game counts among them in its `NUMBERS`. A value
    that is a plain number needs no name in the catalogues.
    """
    told = getattr(game, "NUMBERS", ())
    return tuple(name for name, values in game.OPTIONS.items() if name in told or all(map(str.isdigit, values)))


def chosen_options(game: ModuleType, options: Mapping[str, object]) -> dict[str, str]:
    """Every option of a game with its value as text: the given ones checked, the others at their default.

    Raises UnknownOption for a name or a value that the game does not have.
    """
    for name in options:
        if name not in game.OPTIONS:
            raise errors.UnknownOption(game.NAME, name, tuple(game.OPTIONS))
    chosen = {name: str(options.get(name, values[0])) for name, values in game.OPTIONS.items()}
    for name, value in chosen.items():
        if value not in game.OPTIONS[name] and not _own_value(game, name, value):
            raise errors.UnknownValue(game.NAME, name, value, game.OPTIONS[name])
    return chosen


def _own_value(game: ModuleType, name: str, value: str) -> bool:
    read = getattr(game, "OWN", {}).get(name)
    if read is None:
        return False
    try:
        read(value)
    except ValueError as problem:
        raise errors.UnknownValue(game.NAME, name, value, game.OPTIONS[name], str(problem)) from problem
    return True


def open_state(game: ModuleType, s: Any, seats: int, options: Mapping[str, object]) -> dict[str, str]:
    """Write the opening position into `s`, a state in either reading; returns every option as text.

    Raises BadSeats and UnknownOption.
    """
    if seats not in game.SEATS:
        raise errors.BadSeats(game.NAME, seats, game.SEATS)
    chosen = chosen_options(game, options)
    own = {name: value for name, value in chosen.items() if value not in game.OPTIONS[name]}
    for name, value in chosen.items():
        setattr(s, name, 0 if name in own else game.OPTIONS[name].index(value))
    game.reset(s, seats)
    for name, value in own.items():
        setattr(s, name, OWN_VALUE)
        game.lay(s, name, value)
    return chosen


def new_state(game: ModuleType, seats: int, **options: object) -> Any:
    """A record of this game after `reset`, with the options given by name: `new_state(spilorcio, 3, loan='five')`."""
    s = np.zeros(1, game.STATE)[0]
    open_state(game, s, seats, options)
    return s
