"""The slow twin of Raffzahn: the rule page read a second time, with no table and no code in common.

It speaks notation only (`lay 312`, `take 2,3,3`, `late`, `die 5`). The pile is a dict of dice, each die the triple of
the faces it turns to X, Y and Z.
"""

from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import SIDE_OF_SEAT, Cell, Die

CHANCE = 15
SEATS = 3
BARREN_STOPS = 30  # GEN-7
CELLS = lattice.cells()
TO_LAY = [cell for cell in CELLS if cell != (0, 0, 0)]  # RAF-1: the top die is removed
ABOVE = {cell: lattice.above(cell) for cell in CELLS}


class Raffzahn:
    """One match. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(self, seats: int = SEATS, max_plies: int | None = None) -> None:
        assert seats == SEATS
        self.seats = seats
        self.max_plies = max_plies
        self.plies = 0
        self.phase = "start"
        self.end: str | None = None
        self.turn = 0
        self.pile: dict[Cell, Die] = {}
        self.taken = [0] * SEATS
        self.number: int | None = None
        self.stop_was_called = False
        self.idle = 0

    @property
    def over(self) -> bool:
        """Has the match ended, by the rules or by the limit of plies?"""
        return self.end is not None or self.plies == self.max_plies

    def ending(self) -> str | None:
        """The word for how it ended, None while it runs."""
        return (self.end or "limit") if self.over else None

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to be laid or to fall or the start to be drawn."""
        if self.over:
            return set()
        if self.phase in ("start", "lay", "die"):
            return {CHANCE}
        return {seat for seat in range(SEATS) if self._may(seat)}

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do now, as notation."""
        return set() if seat == CHANCE or seat not in self.movers() else self._may(seat)

    def _may(self, seat: int) -> set[str]:
        if self.phase == "throw":
            throw = {"throw"} if seat == self.turn else set()
            late = {"late"} if self.stop_was_called else set()
            return throw | late
        stop = {"stop"} if seat == self.turn else set()
        return stop | {f"take {lattice.text(cell)}" for cell in self.takes(seat)}

    def takes(self, seat: int) -> list[Cell]:
        """The free dice that show the number toward this seat's side (RAF-2, RAF-3)."""
        side = SIDE_OF_SEAT[seat]
        matching = [cell for cell, die in self.pile.items() if die[side] == self.number]
        return [cell for cell in matching if not any(higher in self.pile for higher in ABOVE[cell])]

    def odds(self) -> dict[str, Fraction]:
        """The chance of everything that can happen next, when chance is to move."""
        if self.movers() != {CHANCE}:
            return {}
        if self.phase == "start":
            return {f"start {seat}": Fraction(1, SEATS) for seat in range(SEATS)}
        if self.phase == "lay":
            return {f"lay {lattice.die_text(die)}": Fraction(1, len(lattice.DICE)) for die in lattice.DICE}
        return {f"die {face}": Fraction(1, 6) for face in range(1, 7)}

    def play(self, seat: int, text: str) -> None:
        """One ply."""
        assert text in (self.odds() if seat == CHANCE else self.legal(seat)), (seat, text)
        self.plies += 1
        word, _, rest = text.partition(" ")
        if word == "start":
            self.turn, self.phase = int(rest), "lay"
        elif word == "lay":
            self._lay(lattice.read_die(rest))
        elif word == "throw":
            self.phase = "die"
        elif word == "die":
            self._fall(int(rest))
        elif word == "take":
            self._take(seat, lattice.read_cell(rest))
        elif word == "stop":
            self._stop(called=True)
        else:
            self._late(seat)

    def _lay(self, die: Die) -> None:
        """RAF-1: one die after the other, in the order of the cells."""
        self.pile[TO_LAY[len(self.pile)]] = die
        if len(self.pile) == len(TO_LAY):
            self.phase = "throw"

    def _fall(self, face: int) -> None:
        self.number = face
        self.phase = "take"
        self._stop_if_nobody_can_take()

    def _take(self, seat: int, cell: Cell) -> None:
        """RAF-2."""
        del self.pile[cell]
        self.taken[seat] += 1
        self.idle = 0
        self._stop_if_nobody_can_take()

    def _stop_if_nobody_can_take(self) -> None:
        """RAF-8."""
        if not any(self.takes(seat) for seat in range(SEATS)):
            self._stop(called=False)

    def _stop(self, called: bool) -> None:
        """RAF-4, RAF-6. A take interrupts a row of Stops, so the Stop after it is the first of a new one (GEN-7)."""
        self.number = None
        self.stop_was_called = called
        self.idle += 1
        if all(lattice.level(cell) == 0 for cell in self.pile):
            self.end = "cleared"
        elif self.idle == BARREN_STOPS:
            self.end = "no-progress"
        else:
            self.turn = (self.turn + 1) % SEATS
            self.phase = "throw"

    def _late(self, seat: int) -> None:
        """RAF-5: who has fewer than two dice gives none."""
        if self.taken[seat] >= 2:
            self.taken = [dice - 2 if who == seat else dice + 1 for who, dice in enumerate(self.taken)]

    def scores(self) -> list[int]:
        """Dice taken, by seat."""
        return list(self.taken)

    def shares(self) -> list[Fraction]:
        """Win shares: most dice (RAF-6), ties share (GEN-2)."""
        best = max(self.taken)
        return [Fraction(dice == best, self.taken.count(best)) for dice in self.taken]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state. Nothing is told of what a finished match leaves lying."""
        always = {
            "plies": self.plies,
            "seats": self.seats,
            "pose": [lattice.DICE.index(self.pile[cell]) + 1 if cell in self.pile else 0 for cell in CELLS],
            "taken": self.taken,
            "idle": self.idle,
        }
        if self.end or self.phase == "start":
            return always
        return {**always, "turn": self.turn, "number": self.number or 0}
