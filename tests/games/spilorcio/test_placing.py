"""What comes of five dice set aside in Spilorcio: tables of positions, clause by clause."""

import pytest

from bussolotto.games.spilorcio import game as spilorcio
from tests.games.spilorcio.positions import EMPTY, Turn, seen

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
    Turn("a 6 puts none", {"chips": (18, 18)}, "6 6 6 6 6", {"chips": (18, 18), "filled": EMPTY, "reserve": 94}),
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
        "`five`: where it is eight, a sixth as well",
        {"chips": (0, 40), "loan": "five", "loan_cap": "8", "board": "5>1 5>1 5>1 5>1 9d>1"},
        "5 5 5 5 5",
        {"chips": (0, 40), "debt": 6, "stopped": 0, "filled": "0 0 0 0 5"},
        over=True,
    ),
    Turn(
        "`five`: where it is three, not a fourth",
        {"chips": (0, 40), "loan": "five", "loan_cap": "3", "board": "5>1 5>1 5>1 5>1 9d>1"},
        "5 5 5 5 6",
        {"debt": 3, "stopped": 1, "filled": "0 0 0 0 2", "placed": 2},
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
