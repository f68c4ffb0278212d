"""The slow twin of Raffzahn: the rule page read a second time, with no table and no code in common.

It speaks notation only (`lay 312`, `take 2,3,3`, `late`, `die 5`). The pile is a dict of dice, each die the triple of
the faces it turns to X, Y and Z.
"""

from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import SIDE_OF_SEAT, Cell, Die
from tests.reference.slow_match import CHANCE, DIE, LAY, SlowMatch

SEATS = 3
BARREN_STOPS = 30  # GEN-7
OPTIONS = {
    "auto_stop": ("yes", "no"),
    "lattice": ("8", "6", "4"),
    "penalty": ("1", "0", "2"),
    "remain": ("0", "5", "15"),
}
ABOVE = {cell: lattice.above(cell) for cell in lattice.cells()}


class Raffzahn(SlowMatch):
    """One match; `lattice` is the size of the pyramid. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int = SEATS,
        auto_stop: str = "yes",
        lattice: str = "8",
        penalty: str = "1",
        remain: str = "0",
        max_plies: int | None = None,
    ) -> None:
        assert seats == SEATS
        super().__init__(seats, max_plies)
        self.auto_stop = auto_stop == "yes"
        self.size = int(lattice)
        self.penalty = int(penalty)
        self.remain = int(remain)
        self.pile: dict[Cell, Die] = {}
        self.taken = [0] * SEATS
        self.number: int | None = None
        self.stop_was_called = False

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to be laid or to fall or the start to be drawn."""
        if self.over:
            return set()
        if self.phase in ("start", "lay", "die"):
            return {CHANCE}
        return {seat for seat in range(SEATS) if self._legal(seat)}

    def _legal(self, seat: int) -> set[str]:
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

    def _odds(self) -> dict[str, Fraction]:
        return LAY if self.phase == "lay" else DIE

    def _play(self, seat: int, word: str, rest: str) -> None:
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
        """RAF-1: one die after the other, in the order of the cells; the top die is removed."""
        to_lay = [cell for cell in lattice.cells(self.size) if cell != (0, 0, 0)]
        self.pile[to_lay[len(self.pile)]] = die
        if len(self.pile) == len(to_lay):
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
        if self.auto_stop and not any(self.takes(seat) for seat in range(SEATS)):
            self._stop(called=False)

    def _stop(self, called: bool) -> None:
        """RAF-4, RAF-6. A take interrupts a row of Stops, so the Stop after it is the first of a new one (GEN-7)."""
        self.number = None
        self.stop_was_called = called
        self.idle += 1
        if sum(lattice.level(cell, self.size) > 0 for cell in self.pile) <= self.remain:
            self.end = "cleared"
        elif self.idle == BARREN_STOPS:
            self.end = "no-progress"
        else:
            self.turn = (self.turn + 1) % SEATS
            self.phase = "throw"

    def _late(self, seat: int) -> None:
        """RAF-5: who has too few dice to give both others theirs gives none."""
        if self.can_pay(seat):
            paid = 2 * self.penalty
            self.taken = [dice - paid if who == seat else dice + self.penalty for who, dice in enumerate(self.taken)]

    def can_pay(self, seat: int) -> bool:
        """Has this seat the dice for both others?"""
        return self.taken[seat] >= 2 * self.penalty

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
            "pose": [lattice.DICE.index(self.pile[cell]) + 1 if cell in self.pile else 0 for cell in ABOVE],
            "taken": self.taken,
            "idle": self.idle,
        }
        if self.end or self.phase == "start":
            return always
        return {**always, "turn": self.turn, "number": self.number or 0}
