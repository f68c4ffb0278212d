"""Spilorcio, clause by clause: tables of positions, what is thrown there, and what must come of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from bussolotto import errors
from bussolotto.games import spilorcio
from bussolotto.kernel import CHANCE
from bussolotto.match import Match

CHIPS = 130
EMPTY = "0 0 0 0 0"


# --- words for positions ---------------------------------------------------------------------------------------------


def play(match: Match, seat: int, text: str) -> None:
    """One ply, as notation."""
    match.play(seat, spilorcio.read(seat, text))


def throw(match: Match, faces: str) -> None:
    """Let these dice fall."""
    for face in faces.split():
        play(match, CHANCE, f"die {face}")


def legal(match: Match, seat: int = 0) -> list[str]:
    """What a seat may do, as notation."""
    return [spilorcio.say(seat, code) for code in match.legal(seat)]


def lay(
    chips: Sequence[int],
    filled: str = EMPTY,
    reserve: int | None = None,
    loan: str = "reserve",
    board: str = "standard",
) -> Match:
    """Seat 0 is about to throw. All 130 chips are there: without `reserve`, it has what is left of them.

    With it, `chips` leaves out the last seat, who has what is left instead.
    """
    match = Match(spilorcio, len(chips) + (reserve is not None), {"loan": loan, "board": board})
    play(match, CHANCE, "start 0")
    match.state.filled[:] = [int(squares) for squares in filled.split()]
    left = CHIPS - sum(chips) - sum(spilorcio.chips_on(match.state, row) for row in range(5))
    match.state.chips[: match.seats] = [*chips, left - reserve] if reserve is not None else chips
    match.state.reserve = left if reserve is None else reserve
    spilorcio.check(match.state)
    return match


class Turn(NamedTuple):
    """A turn of seat 0, who keeps all five dice at once."""

    title: str
    before: dict[str, Any]  # arguments of `lay`
    dice: str
    after: dict[str, Any]  # fields of the state; chips by seat as far as listed
    chosen: str = ""  # numbers in the order he chooses, as far as he is asked
    over: bool = False

    def played(self) -> Match:
        """The position after the turn; refuses to be asked more or less than the table says."""
        match = lay(**self.before)
        throw(match, self.dice)
        play(match, 0, f"keep {self.dice}")
        for number in self.chosen.split():
            play(match, 0, f"place {number}")
        assert match.over or match.movers() == 1 << CHANCE, f"there is more to choose: {legal(match)}"
        return match


def seen(match: Match, name: str, expected: object) -> object:
    """A field of the state in the form in which a table writes it."""
    value = match.view(0)[name]
    if name == "filled":
        return " ".join(map(str, value))
    return tuple(value[: len(expected)]) if isinstance(expected, tuple) else value


# --- SPI-1, GEN-1: the start -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "chips", "reserve"), [(2, 18, 94), (3, 22, 64), (4, 25, 30), (5, 25, 5)])
def test_spi_1_chips_at_the_start(seats: int, chips: int, reserve: int) -> None:
    match = Match(spilorcio, seats)
    assert match.scores() == [chips] * seats
    assert match.state.reserve == reserve


@pytest.mark.parametrize("seats", [1, 6])
def test_spi_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(errors.BadSeats, match="2, 3, 4, 5"):
        Match(spilorcio, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gen_1_every_seat_is_as_likely_to_start(seats: int) -> None:
    match = Match(spilorcio, seats)
    possible = [spilorcio.say(CHANCE, code) for code, weight in enumerate(match.odds()) if weight]
    assert possible == [f"start {seat}" for seat in range(seats)]
    assert len({weight for weight in match.odds() if weight}) == 1
    play(match, CHANCE, f"start {seats - 1}")
    throw(match, "6 6 6 6 6")
    assert match.movers() == 1 << (seats - 1)


# --- SPI-2: throwing and setting aside -------------------------------------------------------------------------------


def test_spi_2_any_of_the_dice_thrown_but_at_least_one() -> None:
    match = lay((18, 18))
    throw(match, "4 2 2 2 2")
    parts = ["2", "4", "2 2", "2 4", "2 2 2", "2 2 4", "2 2 2 2", "2 2 2 4", "2 2 2 2 4"]
    assert legal(match) == [f"keep {part}" for part in parts]
    assert legal(match, 1) == []


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (0, "keep 5", "SPI-2"),  # not among the dice
        (0, "keep 4 4", "SPI-2"),  # only one of them
        (0, "keep", "SPI-2"),  # none
        (1, "keep 4", "SPI-2"),  # not his turn
        (0, "place 4", "SPI-3"),  # not yet
        (CHANCE, "die 4", "GEN-3"),  # all have fallen
    ],
)
def test_spi_2_what_is_refused_names_its_clause_and_changes_nothing(
    seat: int, text: str, clause: str
) -> None:
    match = lay((18, 18))
    throw(match, "4 2 2 2 2")
    before = match.view_bytes(0), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, text)
    assert refusal.value.clause == clause
    assert (match.view_bytes(0), match.version) == before


def test_spi_2_at_most_five_throws_each_of_the_dice_that_are_left() -> None:
    match = lay((18, 18))
    for dice in range(5, 0, -1):
        assert match.state.to_roll == dice
        throw(match, " ".join(["6"] * dice))
        play(match, 0, "keep 6")
    assert match.state.turn == 1


def test_spi_2_what_is_set_aside_stays_aside() -> None:
    match = lay((18, 18))
    throw(match, "1 2 3 4 5")
    play(match, 0, "keep 1 5")
    throw(match, "1 6 6")
    assert "keep 5" not in legal(match)
    play(match, 0, "keep 1 6 6")
    assert seen(match, "filled", "") == "2 0 0 0 1"


def test_spi_2_every_face_is_as_likely_for_every_die() -> None:
    match = lay((18, 18))
    faces = {
        spilorcio.say(CHANCE, code): Fraction(w, sum(match.odds()))
        for code, w in enumerate(match.odds())
        if w
    }
    assert faces == {f"die {face}": Fraction(1, 6) for face in range(1, 7)}


# --- the tables ------------------------------------------------------------------------------------------------------

ONE_SQUARE = "1>2 5>1 5>1 5>1 5>1"
REFILLED = "2y1>0 2y1>0 3>3 5>1 5>1"
SMALL = "2>1 2>1 2y2>9 1y1>1 1dy1>1"

SPI_3 = [
    Turn(
        "one chip a die",
        {"chips": (18, 18)},
        "3 4 5 5 5",
        {"chips": (13, 18), "filled": "0 0 1 1 3", "reserve": 94},
    ),
    Turn(
        "a 6 puts none", {"chips": (18, 18)}, "6 6 6 6 6", {"chips": (18, 18), "filled": EMPTY, "reserve": 94}
    ),
    Turn("two on the first square of rows 1 and 2", {"chips": (18, 18)}, "1 2 6 6 6", {"chips": (14, 18)}),
    Turn("one on their second", {"chips": (18, 18), "filled": "1 1 0 0 0"}, "1 2 6 6 6", {"chips": (16, 18)}),
    Turn(
        "yellow squares are paid by the reserve",
        {"chips": (18, 18), "filled": "0 0 3 3 3"},
        "3 4 5 6 6",
        {"chips": (18, 18), "filled": "0 0 4 4 4", "reserve": 130 - 36 - 9 - 3, "source": (1, 1, 1)},
    ),
    Turn(
        "past the yellow square he pays again",
        {"chips": (18, 18), "filled": "0 0 3 0 0"},
        "3 3 6 6 6",
        {"chips": (17, 18), "filled": "0 0 5 0 0", "source": (1, 8)},
    ),
]

SPI_4 = [
    Turn(
        "the red square takes the row, others pay its arrow",
        {"chips": (18, 18, 18), "filled": "3 0 0 0 0"},
        "1 6 6 6 6",
        {"chips": (18 - 1 + 5, 17, 17), "filled": EMPTY, "reserve": 130 - 54 - 4 + 2, "source": (12,)},
    ),
    Turn(
        "the arrow of row 5 is three",
        {"chips": (18, 18, 18, 18, 18), "filled": "0 0 0 0 7"},
        "5 6 6 6 6",
        {"chips": (18 - 1 + 8, 15, 15, 15, 15), "filled": EMPTY},
    ),
    Turn(
        "an emptied row starts again in the same turn",
        {"chips": (18, 18), "filled": "3 0 0 0 0"},
        "1 1 6 6 6",
        {"chips": (18 - 1 + 5 - 2, 17), "filled": "1 0 0 0 0", "order": (1, 1), "source": (12, 8)},
    ),
    Turn(
        "two rows in one turn",
        {"chips": (18, 18), "filled": "3 0 0 6 0"},
        "1 4 6 6 6",
        {"chips": (18 - 2 + 5 + 7, 18 - 1 - 2), "filled": EMPTY},
    ),
    Turn(
        "a whole row in one turn",
        {"chips": (18, 18), "board": "short"},
        "1 1 1 6 6",
        {"chips": (18, 17), "filled": EMPTY},
    ),
    Turn(
        "a row of one square is complete with every die",
        {"chips": (18, 18), "board": ONE_SQUARE},
        "1 1 1 1 6",
        {"chips": (18, 18 - 8), "filled": EMPTY, "source": (12, 12, 12, 12)},
    ),
    Turn(
        "a red square that is yellow is taken with the chip of the reserve",
        {"chips": (18, 18), "board": SMALL},
        "4 4 6 6 6",
        {"chips": (20, 16), "source": (5, 5)},
    ),
]

SPI_5 = [
    Turn(
        "who cannot pay the arrow pays what he has",
        {"chips": (18, 2, 0, 3, 4), "filled": "0 0 0 0 7"},
        "5 6 6 6 6",
        {"chips": (25, 0, 0, 0, 1), "reserve": 130 - 27 - 7 + 8},
    ),
]

SPI_6_LOANS = [
    Turn(
        "what the stock lacks is borrowed",
        {"chips": (1, 40)},
        "3 4 5 6 6",
        {"chips": (0, 40), "debt": 2, "reserve": 87, "filled": "0 0 1 1 1", "source": (8, 2, 2)},
        over=True,
    ),
    Turn(
        "one own chip and one borrowed on a double square",
        {"chips": (1, 40)},
        "1 6 6 6 6",
        {"chips": (0, 40), "debt": 1, "reserve": 88, "source": (10,)},
        over=True,
    ),
    Turn(
        "debt is paid from a row that is taken, and play goes on",
        {"chips": (0, 40), "filled": "0 0 5 0 0"},
        "3 6 6 6 6",
        {"chips": (5, 38), "debt": 0, "reserve": 87, "source": (6,)},
    ),
    Turn(
        "and as far as the stock goes if the row is small",
        {"chips": (0, 40), "board": "2>1 6>1 6>1 6>1 2>0"},
        "2 2 2 5 5",
        {"chips": (0, 40), "debt": 3, "reserve": 87, "filled": "0 3 0 0 0"},
        over=True,
    ),
    Turn(
        "`reserve`: no cap but what the reserve has",
        {"chips": (0, 40)},
        "1 2 3 4 5",
        {"chips": (0, 40), "debt": 7, "stopped": 0, "filled": "1 1 1 1 1"},
        over=True,
    ),
    Turn(
        "`five`: five may be owed",
        {"chips": (0, 40), "loan": "five"},
        "3 3 3 4 5",
        {"debt": 5, "stopped": 0, "filled": "0 0 3 1 1"},
        over=True,
    ),
    Turn(
        "`five`: but not a sixth",
        {"chips": (0, 40), "loan": "five", "board": "5>1 5>1 5>1 5>1 9d>1"},
        "5 5 5 5 5",
        {"chips": (0, 40), "debt": 5, "stopped": 1, "filled": "0 0 0 0 4"},
        over=True,
    ),
    Turn(
        "`reserve`: a sixth as well",
        {"chips": (0, 40), "loan": "reserve", "board": "5>1 5>1 5>1 5>1 9d>1"},
        "5 5 5 5 5",
        {"chips": (0, 40), "debt": 6, "stopped": 0, "filled": "0 0 0 0 5"},
        over=True,
    ),
    Turn(
        "`five`: what is paid back may be owed again",
        {"chips": (0, 40), "loan": "five"},
        "1 1 1 1 1",
        {"chips": (0, 39), "debt": 2, "stopped": 0, "filled": "1 0 0 0 0", "source": (2, 2, 2, 6, 2)},
        over=True,
    ),
]

SPI_6_STOPS = [
    Turn(
        "the reserve ends the loan",
        {"chips": (0,), "reserve": 2},
        "3 3 3 6 6",
        {"chips": (0,), "debt": 2, "reserve": 0, "stopped": 1, "filled": "0 0 2 0 0", "placed": 2},
        over=True,
    ),
    Turn(
        "a die that cannot be paid in full moves nothing",
        {"chips": (0,), "reserve": 1},
        "1 6 6 6 6",
        {"chips": (0,), "debt": 0, "reserve": 1, "stopped": 1, "filled": EMPTY, "placed": 0},
        over=True,
    ),
    Turn(
        "nor does it take the chip he has",
        {"chips": (1,), "reserve": 0},
        "2 6 6 6 6",
        {"chips": (1,), "debt": 0, "reserve": 0, "stopped": 1, "filled": EMPTY},
        over=True,
    ),
    Turn(
        "all later dice place nothing, even those that could be paid",
        {"chips": (0,), "reserve": 1},
        "1 3 6 6 6",
        {"chips": (0,), "debt": 0, "reserve": 1, "stopped": 1, "filled": EMPTY},
        chosen="1",
        over=True,
    ),
    Turn(
        "what was placed before stays",
        {"chips": (0,), "reserve": 1},
        "1 3 6 6 6",
        {"chips": (0,), "debt": 1, "reserve": 0, "stopped": 1, "filled": "0 0 1 0 0", "order": (3,)},
        chosen="3",
        over=True,
    ),
]

SPI_6_ORDER = [
    Turn(
        "taking a row first pays for the rest",
        {"chips": (1,), "reserve": 0, "filled": "0 0 5 0 0"},
        "3 4 6 6 6",
        {"chips": (5,), "reserve": 2, "stopped": 0, "filled": "0 0 0 1 0", "order": (3, 4)},
        chosen="3",
    ),
    Turn(
        "taking it last may come too late",
        {"chips": (1,), "reserve": 0, "filled": "0 0 5 0 0"},
        "3 4 6 6 6",
        {"chips": (0,), "reserve": 0, "stopped": 1, "filled": "0 0 5 1 0", "order": (4,)},
        chosen="4",
        over=True,
    ),
    Turn(
        "not asked who gets the last chip of the reserve, for it is all the same",
        {"chips": (20,), "reserve": 1, "filled": "0 0 3 3 0"},
        "3 4 6 6 6",
        {"chips": (19,), "reserve": 0, "filled": "0 0 4 4 0", "order": (3, 4), "source": (1, 8)},
    ),
    Turn(
        "an arrow paid before a yellow square fills the reserve for it",
        {"chips": (20,), "reserve": 1, "board": REFILLED, "filled": "1 0 2 0 0"},
        "1 1 2 3 6",
        {"chips": (20 - 1 + 3 - 1 + 2,), "reserve": 1 + 3 - 2, "filled": "1 1 0 0 0", "order": (3, 1, 1, 2)},
        chosen="3",
    ),
    Turn(
        "paid after it the own stock has to pay",
        {"chips": (20,), "reserve": 1, "board": REFILLED, "filled": "1 0 2 0 0"},
        "1 1 2 3 6",
        {"chips": (20 - 1 + 2 - 1 - 1 + 3,), "reserve": 3, "filled": "1 1 0 0 0", "order": (1, 1, 2, 3)},
        chosen="1 1 2",
    ),
    Turn(
        "a row of one square returns the chip that the next die needs",
        {"chips": (1,), "reserve": 0, "board": "1>0 5>1 5>1 5>1 5>1"},
        "1 2 6 6 6",
        {"chips": (0,), "stopped": 0, "filled": "0 1 0 0 0", "order": (1, 2)},
        chosen="1",
        over=True,
    ),
    Turn(
        "two orders that differ in nothing but who is stopped are different",
        {"chips": (1,), "reserve": 0, "board": "1>0 5>1 5>1 5>1 5>1"},
        "1 2 6 6 6",
        {"chips": (0,), "stopped": 1, "filled": "0 1 0 0 0", "order": (2,)},
        chosen="2",
        over=True,
    ),
    Turn(
        "asked anew after every die, until it no longer matters",
        {"chips": (0, 40), "loan": "five"},
        "1 2 3 4 5",
        {"debt": 5, "stopped": 1, "filled": "1 0 1 1 1", "order": (4, 5, 3, 1)},
        chosen="4 5 3 1",
        over=True,
    ),
    Turn(
        "not asked while the loan reaches for every die",
        {"chips": (1, 40), "loan": "five"},
        "1 2 3 6 6",
        {"debt": 4, "stopped": 0, "filled": "1 1 1 0 0", "order": (1, 2, 3)},
        over=True,
    ),
    Turn(
        "not asked when rich, whatever he completes",
        {"chips": (18, 18), "filled": "3 4 5 6 7"},
        "1 2 3 4 5",
        {"chips": (18 - 5 + 5 + 6 + 6 + 7 + 8, 9), "filled": EMPTY, "order": (1, 2, 3, 4, 5)},
    ),
    Turn(
        "not asked when poor, while the reserve can lend everything",
        {"chips": (0, 18), "filled": "3 0 5 0 0"},
        "1 2 3 4 5",
        {"chips": (11 - 6, 15), "debt": 0, "filled": "0 1 0 1 1", "order": (1, 2, 3, 4, 5)},
    ),
    Turn(
        "not asked when every order stops at the same point",
        {"chips": (0,), "reserve": 0},
        "1 2 3 4 5",
        {"chips": (0,), "stopped": 1, "filled": EMPTY, "placed": 0},
        over=True,
    ),
    Turn(
        "not asked when all dice show the same",
        {"chips": (1,), "reserve": 0},
        "5 5 5 5 5",
        {"chips": (0,), "stopped": 1, "filled": "0 0 0 0 1"},
        over=True,
    ),
]

SPI_7 = [
    Turn(
        "no chips left",
        {"chips": (3, 18)},
        "3 4 5 6 6",
        {"chips": (0, 18), "debt": 0, "stopped": 0},
        over=True,
    ),
    Turn("one chip left", {"chips": (4, 18)}, "3 4 5 6 6", {"chips": (1, 18), "turn": 1}),
    Turn("none before and none after", {"chips": (0, 18)}, "6 6 6 6 6", {"chips": (0, 18)}, over=True),
    Turn("in debt", {"chips": (2, 18)}, "3 4 5 6 6", {"chips": (0, 18), "debt": 1}, over=True),
    Turn(
        "stopped with a chip in hand",
        {"chips": (1,), "reserve": 0},
        "1 6 6 6 6",
        {"chips": (1,), "stopped": 1},
        over=True,
    ),
    Turn(
        "another one driven to none plays on",
        {"chips": (18, 1), "filled": "3 0 0 0 0"},
        "1 6 6 6 6",
        {"chips": (22, 0), "turn": 1, "to_roll": 5},
    ),
    Turn(
        "none in between does not matter",
        {"chips": (1, 18), "filled": "0 0 0 6 0"},
        "3 4 6 6 6",
        {"chips": (6, 16), "debt": 0, "filled": "0 0 1 0 0", "turn": 1},
    ),
]

SPI_8 = [
    Turn(
        "an empty reserve leaves a yellow square to the own stock",
        {"chips": (20,), "reserve": 0, "filled": "0 0 3 0 0"},
        "3 6 6 6 6",
        {"chips": (19,), "reserve": 0, "stopped": 0, "filled": "0 0 4 0 0", "source": (8,)},
    ),
    Turn(
        "an empty reserve and an empty stock stop the placing",
        {"chips": (0,), "reserve": 0, "filled": "0 0 3 0 0"},
        "3 6 6 6 6",
        {"chips": (0,), "reserve": 0, "stopped": 1, "filled": "0 0 3 0 0"},
        over=True,
    ),
    Turn(
        "a yellow double square takes both from the reserve",
        {"chips": (20, 20), "board": SMALL.replace("1dy1", "2dy1")},
        "5 6 6 6 6",
        {"chips": (20, 20), "reserve": 88, "filled": "0 0 0 0 1", "source": (1,)},
    ),
    Turn(
        "or one of them, if it has no more",
        {"chips": (20,), "reserve": 1, "board": SMALL.replace("1dy1", "2dy1")},
        "5 6 6 6 6",
        {"chips": (19,), "reserve": 0, "filled": "0 0 0 0 1", "source": (9,)},
    ),
    Turn(
        "the last chip of the reserve is given once: the other can be neither paid nor borrowed",
        {"chips": (0,), "reserve": 1, "board": SMALL.replace("1dy1", "2dy1")},
        "5 6 6 6 6",
        {"chips": (0,), "debt": 0, "reserve": 1, "stopped": 1, "filled": EMPTY},
        over=True,
    ),
    Turn(
        "what the reserve gives to a yellow square is no debt",
        {"chips": (0, 40), "loan": "five", "filled": "0 0 3 3 3"},
        "3 4 5 6 6",
        {"chips": (0, 40), "debt": 0, "stopped": 0, "filled": "0 0 4 4 4"},
        over=True,
    ),
]

SPI_9 = [
    Turn(
        "the printed example",
        {"chips": (20, 20, 20), "filled": "0 3 0 3 3"},
        "2 2 2 4 6",
        {
            "chips": (20 - 2 + 6 - 2, 19, 19),
            "filled": "0 1 0 4 3",
            "reserve": 130 - 60 - 10 - 1 + 2,
            "order": (2, 2, 2, 4),
            "source": (8, 12, 8, 1),
            "turn": 1,
        },
    ),
    Turn(
        "a board of one's own",
        {"chips": (20, 20), "board": SMALL},
        "1 1 3 5 6",
        {"chips": (20 - 3 + 2 + 2, 18), "filled": "0 0 1 0 0", "reserve": 90 + 2 - 2},
    ),
]

TABLE = {
    "SPI-3": SPI_3,
    "SPI-4": SPI_4,
    "SPI-5": SPI_5,
    "SPI-6": SPI_6_LOANS + SPI_6_STOPS + SPI_6_ORDER,
    "SPI-7": SPI_7,
    "SPI-8": SPI_8,
    "SPI-9": SPI_9,
}


@pytest.mark.parametrize(
    "turn",
    [pytest.param(turn, id=f"{clause} {turn.title}") for clause, turns in TABLE.items() for turn in turns],
)
def test_turn(turn: Turn) -> None:
    match = turn.played()
    assert {name: seen(match, name, value) for name, value in turn.after.items()} == turn.after
    assert match.over == turn.over
    spilorcio.check(match.state)


# --- SPI-6: when and what one is asked -------------------------------------------------------------------------------


def test_spi_6_one_may_choose_any_number_still_to_be_placed() -> None:
    match = lay((0, 40), loan="five")
    throw(match, "1 2 2 3 6")
    play(match, 0, "keep 1 2 2 3 6")
    assert legal(match) == ["place 1", "place 2", "place 3"]
    play(match, 0, "place 2")
    assert legal(match) == ["place 1", "place 2", "place 3"]
    play(match, 0, "place 3")
    assert legal(match) == ["place 1", "place 2"]


def test_spi_6_a_number_that_is_not_there_is_refused() -> None:
    match = lay((0, 40), loan="five")
    throw(match, "1 2 2 3 6")
    play(match, 0, "keep 1 2 2 3 6")
    for seat, text, clause in [(0, "place 4", "SPI-6"), (0, "keep 1", "SPI-3"), (1, "place 1", "SPI-2")]:
        with pytest.raises(errors.IllegalAction) as refusal:
            play(match, seat, text)
        assert refusal.value.clause == clause


# --- what is told of the last placing ----------------------------------------------------------------------------


def test_the_last_placing_is_told_until_the_next_one() -> None:
    match = lay((18, 18), filled="3 0 3 0 0")
    throw(match, "1 3 6 6 6")
    play(match, 0, "keep 1 3 6 6 6")
    first = {"placer": 0, "placed": 2, "order": (1, 3), "source": (12, 1)}
    throw(match, "2 6 6 6 6")
    assert {name: seen(match, name, value) for name, value in first.items()} == first
    play(match, 1, "keep 2 6 6 6 6")
    second = {"placer": 1, "placed": 1, "order": (2,), "source": (8,)}
    assert {name: seen(match, name, value) for name, value in second.items()} == second


# --- SPI-7, GEN-2, GEN-7: the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "shares"),
    [
        ((3, 18, 17), (0, 1, 0)),
        ((3, 18, 18), (0, Fraction(1, 2), Fraction(1, 2))),
        ((3, 0, 0), (Fraction(1, 3),) * 3),
        ((2, 0, 0), (Fraction(1, 3),) * 3),  # debt counts as none
    ],
)
def test_spi_7_most_chips_wins_and_ties_share(chips: tuple[int, ...], shares: tuple[Fraction, ...]) -> None:
    match = lay(chips)
    throw(match, "3 4 5 6 6")
    play(match, 0, "keep 3 4 5 6 6")
    assert match.over
    assert match.scores() == [0, *chips[1:]]
    assert match.returns() == [float(share) for share in shares]


def test_spi_7_after_the_end_nobody_moves_and_every_action_is_refused() -> None:
    match = lay((3, 18))
    throw(match, "3 4 5 6 6")
    play(match, 0, "keep 3 4 5 6 6")
    assert (match.movers(), match.odds(), legal(match, 0), legal(match, 1)) == (0, [], [], [])
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, 1, "keep 3")
    assert refusal.value.clause == "SPI-7"


@pytest.mark.parametrize("plies_left", [1, 2, 5, 6])
def test_gen_7_the_limit_of_plies_ends_it_as_it_stands(plies_left: int) -> None:
    match = lay((30, 31))
    match.state.plies = spilorcio.MAX_PLIES - plies_left
    throw(match, " ".join(["6"] * min(plies_left, 5)))
    if plies_left > 5:
        play(match, 0, "keep 6 6 6 6 6")
    assert match.over
    assert (match.scores(), match.returns()) == ([30, 31], [0, 1])


# --- SPI-9: boards ---------------------------------------------------------------------------------------------------


def test_spi_9_the_standard_board() -> None:
    state = Match(spilorcio, 2).state
    assert list(state.length) == [4, 5, 6, 7, 8]
    assert list(state.double) == [1, 1, 0, 0, 0]
    assert list(state.yellow) == [0, 0, 8, 8, 8]  # the fourth square
    assert list(state.arrow) == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("board", spilorcio.BOARDS)
def test_spi_9_boards_keep_to_what_is_known_of_the_printed_one(board: str) -> None:
    arrows = Match(spilorcio, 2, {"board": board}).state.arrow
    assert set(arrows) <= {1, 2, 3}


def test_spi_9_a_board_as_text_is_the_same_board() -> None:
    for name, text in spilorcio.BOARDS.items():
        named, written = (
            Match(spilorcio, 3, {"board": name}).view(0),
            Match(spilorcio, 3, {"board": text}).view(0),
        )
        assert {**written, "board": named["board"]} == named
        assert written["board"] == 255


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("standart", "Did you mean 'standard'"),
        ("", "5 rows"),
        ("4>1 4>1 4>1 4>1", "this has 4"),
        ("4>1 4>1 4>1 4>1 4>1 4>1", "this has 6"),
        ("4>1 4>1 x>1 4>1 4>1", "row 3 is 'x>1'"),
        ("4>1 4>1 4>1 4 4>1", "row 4 is '4'"),
        ("4>1 4dd>1 4>1 4>1 4>1", "row 2 is '4dd>1'"),
        ("0>1 4>1 4>1 4>1 4>1", "row 1 is '0>1'"),
        ("13>1 4>1 4>1 4>1 4>1", "1 to 12 squares"),
        ("4y5>1 4>1 4>1 4>1 4>1", "yellow ones among them"),
        ("4y0>1 4>1 4>1 4>1 4>1", "yellow ones among them"),
        ("4>10 4>1 4>1 4>1 4>1", "arrow 0 to 9"),
        ("4>-1 4>1 4>1 4>1 4>1", "row 1 is '4>-1'"),
        ("4y>1 4>1 4>1 4>1 4>1", "row 1 is '4y>1'"),
        ("²>1 4>1 4>1 4>1 4>1", "row 1"),
    ],
)
def test_spi_9_a_board_that_cannot_be_is_refused_with_its_reason(board: str, problem: str) -> None:
    with pytest.raises(errors.UnknownValue) as refusal:
        Match(spilorcio, 2, {"board": board})
    assert problem in refusal.value.text


def test_the_printed_example_ply_by_ply() -> None:
    match = lay((20, 20, 20), filled="0 3 0 3 3")
    for dice, kept in [("4 1 3 5 6", "4"), ("2 2 1 3", "2 2"), ("6 1", "6"), ("2", "2")]:
        throw(match, dice)
        play(match, 0, f"keep {kept}")
    assert match.show(0).splitlines() == [
        "1  :..R          > 1",
        "2  o...R         > 1",
        "3  ...y.R        > 2",
        "4  oooo..R       > 2",
        "5  oooy...R      > 3",
        "0: 22  *1: 19  2: 19  reserve: 61",
        "roll -  aside -",
    ]


# --- notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, ""),
        (0, "keep 7"),
        (0, "keep 1 1 1 1 1 1"),
        (0, "place 6"),
        (0, "place 0"),
        (0, "place 1 2"),
        (0, "die 3"),
        (0, "keep one"),
        (CHANCE, "die 0"),
        (CHANCE, "die 7"),
        (CHANCE, "start 5"),
        (CHANCE, "keep 3"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError):
        spilorcio.read(seat, text)
