"""The slow twin of Cui bono?: the rule page read a second time, with no table and no code in common with the game.

It speaks notation only (`take 0,0,8`, `put 0,0,7`, `keep`, `lay red`, `start 0`). The pile is a dict of
colours by cell.
"""

from collections import Counter
from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import Cell
from tests.reference.slow_match import CHANCE, SlowMatch

OPTIONS = {
    "row": ("3", "whole_line"),
    "back": ("free", "must"),
    "repeat": ("never", "free"),
    "lattice": ("8", "7", "6"),
    "keeps": ("printed", "5", "7", "10", "12"),
    "yellow_points": ("2", "1", "3"),
    "red_points": ("3", "2", "4", "6"),
}
COLOURS = ("pearl", "yellow", "red")


class CuiBono(SlowMatch):
    """One match; `lattice` is the size of the pyramid. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int,
        row: str = "3",
        back: str = "free",
        repeat: str = "never",
        lattice: str = "8",
        keeps: str = "printed",
        yellow_points: str = "2",
        red_points: str = "3",
        max_plies: int | None = None,
    ) -> None:
        super().__init__(seats, max_plies)
        self.size = int(lattice)
        self.keeps = (10 if seats <= 4 else 7) if keeps == "printed" else int(keeps)  # CUI-6
        self.points = {"pearl": 1, "yellow": int(yellow_points), "red": int(red_points)}  # CUI-6
        self.row = row
        self.back = back
        self.repeat = repeat
        self.stood: list[tuple[int, dict[Cell, str]]] = []  # since the last kept die: who was to move, and the pile
        self.pile: dict[Cell, str] = {}
        self.barred = False  # was the funnel looked at last barred by CUI-8 alone?
        self.hand: str | None = None  # the colour of the die just taken
        self.kept: list[Counter[str]] = [Counter() for _ in range(seats)]

    def movers(self) -> set[int]:
        """The seats that may act; 15 while chance draws and lays."""
        if self.over:
            return set()
        return {CHANCE} if self.phase in ("start", "lay") else {self.turn}

    def _odds(self) -> dict[str, Fraction]:
        """Which of the dice that are left lies in the next cell (CUI-1, GEN-5): a third of all has each colour."""
        of_each = len(lattice.cells(self.size)) // 3
        left = {colour: of_each - list(self.pile.values()).count(colour) for colour in COLOURS}
        return {f"lay {colour}": Fraction(number, sum(left.values())) for colour, number in left.items() if number}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "take":
            return {f"take {lattice.text(cell)}" for cell in self.takeable()}
        puts = {f"put {lattice.text(cell)}" for cell in self.allowed_funnels()}
        return puts | {"keep"} if self.back == "free" else puts

    def takeable(self) -> list[Cell]:
        """CUI-2."""
        standing = [cell for cell in lattice.base_cells(self.size) if cell in self.pile]
        return [cell for cell in standing if len(lattice.uncovered(self.pile, cell)) >= 2]

    def allowed_funnels(self) -> list[Cell]:
        """Where the die in hand may go (CUI-3, CUI-4)."""
        return [
            funnel
            for funnel in lattice.open_funnels(self.pile, self.size)
            if self._colours_allow(funnel) and not self._makes_row(funnel) and not self._repeats(funnel)
        ]

    def _repeats(self, funnel: Cell) -> bool:
        """CUI-8: would the next player stand before a pile that the same player has stood before?"""
        assert self.hand is not None
        after = (self.turn + 1) % self.seats, {**self.pile, funnel: self.hand}
        self.barred = self.repeat == "never" and after in self.stood
        return self.barred

    def _colours_allow(self, funnel: Cell) -> bool:
        """CUI-3: three different colours, or one that is not the die's."""
        colours = {self.pile[cell] for cell in lattice.supports(funnel)}
        return len(colours) == 3 or (len(colours) == 1 and self.hand not in colours)

    def _makes_row(self, funnel: Cell) -> bool:
        """CUI-4."""
        mine = {cell for cell, colour in self.pile.items() if colour == self.hand} | {funnel}
        for axis in lattice.SIDES:
            row = lattice.run(mine, funnel, axis)
            reaches_base = lattice.level(row[-1], self.size) == 0
            if len(row) >= 3 and (self.row == "3" or reaches_base):
                return True
        return False

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn = int(rest)
            self.phase = "lay"
        elif word == "lay":
            self._lay(rest)
        elif word == "take":
            self._take(lattice.read_cell(rest))
        elif word == "put":
            self._put(lattice.read_cell(rest))
        else:
            self._keep()

    def _lay(self, colour: str) -> None:
        """CUI-1: cell by cell."""
        cells = lattice.cells(self.size)
        self.pile[cells[len(self.pile)]] = colour
        if len(self.pile) == len(cells):
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.phase = "take"
        self.stood.append((self.turn, dict(self.pile)))

    def _take(self, cell: Cell) -> None:
        """CUI-2; a die that no funnel is allowed for is kept (CUI-5)."""
        self.hand = self.pile[cell]
        self.pile = lattice.slide(self.pile, cell, self.size)
        self.phase = "put"
        if not self.allowed_funnels():
            self._keep()

    def _put(self, funnel: Cell) -> None:
        assert self.hand is not None
        self.pile[funnel] = self.hand
        self.idle += 1
        self._end_turn()

    def _keep(self) -> None:
        """CUI-5."""
        assert self.hand is not None
        self.kept[self.turn][self.hand] += 1
        self.idle = 0
        self.stood.clear()
        self._end_turn()

    def _end_turn(self) -> None:
        """CUI-6, CUI-7."""
        self.hand = None
        if self.dice_kept(self.turn) == self.keeps:
            self.end = "kept"
        elif self.idle == (20 if self.seats <= 4 else 30):
            self.end = "no-progress"
        else:
            self.turn = (self.turn + 1) % self.seats
            self._begin_turn()

    def dice_kept(self, seat: int) -> int:
        """How many dice this seat has kept."""
        return sum(self.kept[seat].values())

    def scores(self) -> list[int]:
        """Penalty points (CUI-6)."""
        return [sum(self.points[colour] * number for colour, number in kept.items()) for kept in self.kept]

    def shares(self) -> list[Fraction]:
        """Fewest points, then fewest dice, then shared (CUI-6)."""
        results = [(points, self.dice_kept(seat)) for seat, points in enumerate(self.scores())]
        winners = [seat for seat in range(self.seats) if results[seat] == min(results)]
        return [Fraction(seat in winners, len(winners)) for seat in range(self.seats)]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state; whose turn it is only while it runs."""
        return {
            "plies": self.plies,
            "seats": self.seats,
            "colour": lattice.by_cell({cell: COLOURS.index(colour) + 1 for cell, colour in self.pile.items()}),
            "kept": [[kept[colour] for colour in COLOURS] for kept in self.kept],
            "idle": self.idle,
            **({} if self.over else {"turn": self.turn}),
        }
