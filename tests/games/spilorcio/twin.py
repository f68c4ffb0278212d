"""The slow twin of Spilorcio: the rule page read a second time, with no table, no cleverness and no code in common.

It speaks notation only (`keep 1 1 4`, `place 2`, `die 5`, `start 0`), so that whatever it agrees on with the game was
found twice. Where the game looks an answer up, the twin tries everything.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

CHANCE = 15
DICE = 5
CHIPS_AT_START = {2: 18, 3: 22, 4: 25, 5: 25}  # SPI-1
NUMBERS = {
    "starting_chips": ("printed", "10", "14", "18", "22", "26"),
    "chips_in_all": ("130", "80", "100", "160", "200"),
    "loan_cap": ("5", "1", "3", "8", "10"),
}
RANGES = {"starting_chips": (1, 255), "chips_in_all": (1, 255), "loan_cap": (0, 255)}
BOARDS = {  # SPI-9
    "standard": "4d>1 5d>1 6y4>2 7y4>2 8y4>3",
    "short": "3d>1 4d>1 4y3>2 5y4>2 6y4>3",
    "gentle": "4d>1 5d>1 6y3y4>1 7y3y4>1 8y3y4>1",
}
PHASES = ["start", "dice", "keep", "place", "over"]
FROM_RESERVE, BORROWED, COMPLETED, OWN = 1, 2, 4, 8


@dataclass(frozen=True)
class Row:
    """One row of a board: squares count from 1, the last is red."""

    squares: int
    double: bool
    yellow: frozenset[int]
    arrow: int

    @staticmethod
    def parse(word: str) -> "Row":
        """`6dy4>2`: six squares, the first takes two chips, the fourth is yellow, the arrow says two."""
        parts = re.fullmatch(r"(\d+)(d?)((?:y\d+)*)>(\d+)", word)
        if parts is None:
            raise ValueError(f"no row of a board: {word!r}")
        squares, double, yellow, arrow = parts.groups()
        return Row(int(squares), bool(double), frozenset(map(int, re.findall(r"\d+", yellow))), int(arrow))

    def chips_on(self, filled: int) -> int:
        """How many chips lie on the first `filled` squares."""
        return filled + 1 if self.double and filled else filled


@dataclass
class Position:
    """What the placing of dice can change: everything that lies on the table, and who owes what."""

    rows: list[Row]
    chips: list[int]
    reserve: int
    cap: int | None  # the most that may be owed at once; None: whatever the reserve has
    debt: int = 0
    filled: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    stopped: bool = False

    def copy(self) -> "Position":
        """The same position, to be tried out."""
        return Position(self.rows, list(self.chips), self.reserve, self.cap, self.debt, list(self.filled), self.stopped)

    def result(self) -> tuple[object, ...]:
        """All of it that two orders of the same dice can be told apart by."""
        return tuple(self.filled), tuple(self.chips), self.reserve, self.debt, self.stopped

    def on_board(self) -> int:
        """All chips that lie on the board."""
        return sum(row.chips_on(filled) for row, filled in zip(self.rows, self.filled, strict=True))

    def place(self, seat: int, number: int) -> int:
        """Put the chips of one die (SPI-3, SPI-6, SPI-8); says where they came from and whether the row is complete."""
        row = self.rows[number - 1]
        square = self.filled[number - 1] + 1
        price = 2 if row.double and square == 1 else 1
        given = min(price, self.reserve) if square in row.yellow else 0
        own = min(price - given, self.chips[seat])
        lacking = price - given - own
        if lacking > self._may_borrow(self.reserve - given):
            self.stopped = True
            return 0
        self.reserve -= given + lacking
        self.chips[seat] -= own
        self.debt += lacking
        self.filled[number - 1] = square
        story = FROM_RESERVE * (given > 0) + BORROWED * (lacking > 0) + OWN * (own > 0)
        if square < row.squares:
            return story
        self._complete(seat, number)
        return story + COMPLETED

    def _may_borrow(self, in_reserve: int) -> int:
        return in_reserve if self.cap is None else min(in_reserve, self.cap - self.debt)

    def _complete(self, seat: int, number: int) -> None:
        """SPI-4, SPI-5, then the debt (SPI-6)."""
        row = self.rows[number - 1]
        self.chips[seat] += row.chips_on(row.squares)
        self.filled[number - 1] = 0
        for other in range(len(self.chips)):
            if other != seat:
                paid = min(row.arrow, self.chips[other])
                self.chips[other] -= paid
                self.reserve += paid
        repaid = min(self.debt, self.chips[seat])
        self.chips[seat] -= repaid
        self.debt -= repaid
        self.reserve += repaid


class Spilorcio:
    """One match; `board` is a name in BOARDS or a board as text.

    After `max_plies` plies it ends as it stands (GEN-7).
    """

    def __init__(
        self,
        seats: int,
        loan: str = "reserve",
        board: str = "standard",
        max_plies: int | None = None,
        *,
        starting_chips: str = "printed",
        chips_in_all: str = "130",
        loan_cap: str = "5",
    ) -> None:
        rows = [Row.parse(word) for word in BOARDS.get(board, board).split()]
        assert len(rows) == 5, board
        chips = [CHIPS_AT_START[seats] if starting_chips == "printed" else int(starting_chips)] * seats
        self.all_chips = max(int(chips_in_all), sum(chips))  # SPI-1
        self.seats = seats
        self.max_plies = max_plies
        self.plies = 0
        cap = {"reserve": None, "five": int(loan_cap)}[loan]  # SPI-6
        self.position = Position(rows, chips, self.all_chips - sum(chips), cap)
        self.phase = "start"
        self.turn = 0
        self.to_roll = 0
        self.roll: list[int] = []
        self.aside: list[int] = []
        self.unplaced: list[int] = []
        self.placer: int | None = None
        self.order: list[int] = []
        self.source: list[int] = []

    @property
    def over(self) -> bool:
        """Has the match ended, by the rules or by the limit of plies?"""
        return self.phase == "over" or self.plies == self.max_plies

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to fall or the start to be drawn."""
        if self.over:
            return set()
        return {CHANCE} if self.phase in ("start", "dice") else {self.turn}

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do now, as notation."""
        if seat not in self.movers() or seat == CHANCE:
            return set()
        if self.phase == "place":
            return {f"place {number}" for number in self.unplaced}
        return {
            "keep " + " ".join(map(str, sorted(dice)))
            for size in range(1, len(self.roll) + 1)
            for dice in combinations(self.roll, size)
        }

    def odds(self) -> dict[str, Fraction]:
        """The chance of everything that can happen next, when chance is to move."""
        if self.movers() != {CHANCE}:
            return {}
        if self.phase == "start":
            return {f"start {seat}": Fraction(1, self.seats) for seat in range(self.seats)}
        return {f"die {face}": Fraction(1, 6) for face in range(1, 7)}

    def play(self, seat: int, text: str) -> None:
        """One ply."""
        assert text in (self.odds() if seat == CHANCE else self.legal(seat)), (seat, text)
        self.plies += 1
        word, *numbers = text.split()
        first, *_ = arguments = [int(number) for number in numbers]
        if word == "start":
            self._begin_turn(first)
        elif word == "die":
            self._fall(first)
        elif word == "keep":
            self._keep(arguments)
        else:
            self._place(first)
            self._place_what_needs_no_choice()

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.aside = []
        self._throw(DICE)

    def _throw(self, dice: int) -> None:
        self.phase = "dice"
        self.roll = []
        self.to_roll = dice

    def _fall(self, face: int) -> None:
        self.roll.append(face)
        self.to_roll -= 1
        if self.to_roll == 0:
            self.phase = "keep"

    def _keep(self, dice: Sequence[int]) -> None:
        """SPI-2."""
        self.aside += dice
        if len(self.aside) < DICE:
            self._throw(DICE - len(self.aside))
            return
        self.roll = []
        self.unplaced = [number for number in self.aside if number != 6]
        self.placer, self.order, self.source = self.turn, [], []
        self._place_what_needs_no_choice()

    def _place(self, number: int) -> None:
        self.unplaced.remove(number)
        story = self.position.place(self.turn, number)
        if story:
            self.order.append(number)
            self.source.append(story)

    def _place_what_needs_no_choice(self) -> None:
        """SPI-6: ascending, until the order matters or nothing is left to place."""
        self.phase = "place"
        while self.unplaced and not self.position.stopped:
            if self.order_matters():
                return
            self._place(min(self.unplaced))
        self._end_turn()

    def order_matters(self) -> bool:
        """Do any two orders of the dice still to be placed lead to different positions?"""
        return len({self._after(order) for order in set(permutations(self.unplaced))}) > 1

    def _after(self, order: Sequence[int]) -> tuple[object, ...]:
        trial = self.position.copy()
        for number in order:
            if not trial.stopped:
                trial.place(self.turn, number)
        return trial.result()

    def _end_turn(self) -> None:
        """SPI-7."""
        self.unplaced = []
        if self.position.chips[self.turn] == 0 or self.position.debt > 0 or self.position.stopped:
            self.phase = "over"
        else:
            self._begin_turn((self.turn + 1) % self.seats)

    def scores(self) -> list[int]:
        """Chips by seat; debt counts as 0 (SPI-7)."""
        return list(self.position.chips)

    def shares(self) -> list[Fraction]:
        """Win shares by seat: most chips wins, ties share (SPI-7, GEN-2)."""
        best = max(self.scores())
        winners = [seat for seat in range(self.seats) if self.scores()[seat] == best]
        return [Fraction(seat in winners, len(winners)) for seat in range(self.seats)]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state; dice as ascending tuples of faces, rows in order.

        What is told of the last placing (`placer`, `placed`, `order`, `source`) begins with the first one.
        """
        last_placing = {
            "placer": self.placer,
            "placed": len(self.order),
            "order": tuple(self.order),
            "source": tuple(self.source),
        }
        return {
            "plies": self.plies,
            "phase": PHASES.index(self.phase),
            "turn": self.turn,
            "to_roll": self.to_roll,
            "roll": tuple(sorted(self.roll)),
            "aside": tuple(sorted(self.aside)),
            "unplaced": tuple(sorted(self.unplaced)),
            "stopped": int(self.position.stopped),
            "debt": self.position.debt,
            "reserve": self.position.reserve,
            "chips": tuple(self.position.chips),
            "filled": tuple(self.position.filled),
            **({} if self.placer is None else last_placing),
        }
