"""How a game without a page of its own looks in the browser: what lies on its table, as data.

A page is drawn from the fields of the state that are named here, as far as a viewer may know them. A field by seat lies
in front of each player. What stands beside a field is the text `looks.GAME.FIELD`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bussolotto.core.pyramid import COUNT, SIDES, SIZE

COLOURS = ("red", "yellow", "pearl", "turquoise", "violet")
IVORY = "ivory"
AT = ("die", "gap")  # what can be tried there


@dataclass(frozen=True)
class Pile:
    """The pyramid of dice.

    `dice`: a field by cell, 0 where none stands, else the place of its colour among `colours`, from 1. `faces`: a field
    by cell, the pose of each die, where `first_pose` stands for the first, or its three faces; without it dice have no
    pips. `size` of the lattice, or the field that holds it. With `own_side` each seat has its side nearest (GEO-10).
    An action that ends with a cell (`take 0,3,4`) is chosen there.
    """

    dice: str
    colours: tuple[str, ...]
    faces: str = ""
    first_pose: int = 0
    size: int | str = SIZE
    own_side: bool = False


@dataclass(frozen=True)
class Tray:
    """Dice that lie on the felt, or in front of a seat.

    `field`: the face of each die, 0 where none lies. With `counts` it says how many dice show 1, 2, ..; with several
    `colours` how many there are of each, or with `kinds` which of them a single die has, from 1. `takes`: the first
    word of an action that takes the die of a face (`keep 5`): it is chosen by a tap on that die.
    """

    field: str
    colours: tuple[str, ...] = (IVORY,)
    counts: bool = False
    kinds: bool = False
    by_seat: bool = False
    takes: str = ""


@dataclass(frozen=True)
class Figure:
    """A number with a name. `of`: the field that says how far it can go, or has to."""

    field: str
    of: str = ""
    by_seat: bool = False


@dataclass(frozen=True)
class Try:
    """What can be tried in a race, where nobody is told what is legal: actions that begin with `word`.

    `field`, `value`: while this field holds this. `at`: what has to be at the cell of the action, a `"die"` or a
    `"gap"` where one could stand; an action without a cell needs nothing. `by`: the field with the only seat that may
    do it. `once`: the field with the seats that have done it already, as bits.
    """

    word: str
    field: str
    value: int
    at: str = ""
    by: str = ""
    once: str = ""


@dataclass(frozen=True)
class Looks:
    """What lies on the table.

    `score`: the field with the points of each seat. `thrown`: the dice that were rolled in this turn lie on the felt,
    too. `tries`: in a race, what can be tried; without any it has the plain page.
    """

    pile: Pile | None = None
    trays: tuple[Tray, ...] = ()
    figures: tuple[Figure, ...] = ()
    score: str = ""
    thrown: bool = True
    tries: tuple[Try, ...] = ()

    def faults(self, state: Any, seats: int) -> Iterator[str]:
        """What of it the fields of a record, up to so many seats, cannot show: sentences."""
        if self.pile:
            yield from _faults_of_pile(self.pile, state)
        for tray in self.trays:
            yield from _faults(state, tray.field, tray.by_seat, seats, _shape_of(tray))
            yield from _unknown(tray.field, tray.colours, (*COLOURS, IVORY))
            if tray.takes and (tray.kinds or len(tray.colours) > 1):
                yield f"dice of {tray.field} have no faces, so nothing can be taken by a face"
        for figure in self.figures:
            yield from _faults(state, figure.field, figure.by_seat, seats, ())
            yield from _faults(state, figure.of, False, seats, ()) if figure.of else ()
        if self.score:
            yield from _faults(state, self.score, True, seats, ())
        for field in dict.fromkeys(field for one in self.tries for field in (one.field, one.by, one.once) if field):
            yield from _faults(state, field, False, 0, ())
        if not {one.at for one in self.tries} <= {"", *AT}:
            yield f"what is tried has to be at {' or '.join(AT)}, or nowhere"


def _shape_of(tray: Tray) -> tuple[int | None, ...]:
    """The shape that the field of a tray has, where None is any length."""
    if tray.kinds:
        return ()
    return (len(tray.colours),) if len(tray.colours) > 1 else (6,) if tray.counts else (None,)


def _faults_of_pile(pile: Pile, state: Any) -> Iterator[str]:
    yield from _faults(state, pile.dice, False, 0, (COUNT,))
    yield from _unknown(pile.dice, pile.colours, COLOURS)
    if pile.faces and _shape(state, pile.faces) not in ((COUNT,), (COUNT, SIDES)):
        yield f"{pile.faces} has to be a pose or {SIDES} faces for each of {COUNT} cells"
    if isinstance(pile.size, str):
        yield from _faults(state, pile.size, False, 0, ())


def _unknown(field: str, colours: tuple[str, ...], known: tuple[str, ...]) -> Iterator[str]:
    if not colours or not set(colours) <= set(known):
        yield f"the colours of {field} have to be some of {', '.join(known)}"


def _faults(state: Any, field: str, by_seat: bool, seats: int, shape: tuple[int | None, ...]) -> Iterator[str]:
    """What is wrong with a field of this shape, where None is any length, if there is one for each seat."""
    found = _shape(state, field)
    if found is None:
        yield f"the state has no field {field!r}"
        return
    own = found[1:] if by_seat else found
    fits = len(own) == len(shape) and all(wanted in (None, given) for given, wanted in zip(own, shape, strict=True))
    if not fits or (by_seat and found[:1] < (seats,)):
        wanted = " by ".join(["seats"] * by_seat + ["any" if length is None else str(length) for length in shape])
        yield f"the field {field} has to be {wanted or 'one number'}"


def _shape(state: Any, field: str) -> tuple[int, ...] | None:
    return tuple(state[field].shape) if field in (state.names or ()) else None
