"""The slow twin of Bunte Kuh: the rule page read a second time, with no table and no code in common.

It speaks notation only (`lay 312`, `funnel 2,3,2`, `fiasco`, `pose 312`, `die 5`). The pile is a dict of dice, each
die the triple of the faces it turns to X, Y and Z.
"""

from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import Cell, Die
from tests.reference.slow_match import CHANCE, DIE, LAY, SlowMatch

PEARL_DICE = 3
BARREN_THROWS = 30  # GEN-7
CELLS = lattice.cells()
OPTIONS = {
    "fiasco": ("referee", "search"),
    "lattice": ("8", "7"),
    "shared": ("60", "30", "84"),
    "penalty": ("1", "0", "2"),
}


class BunteKuh(SlowMatch):
    """One match; `lattice` is the size of the pyramid. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int,
        fiasco: str = "referee",
        lattice: str = "8",
        shared: str = "60",
        penalty: str = "1",
        max_plies: int | None = None,
    ) -> None:
        assert fiasco in OPTIONS["fiasco"]
        super().__init__(seats, max_plies)
        self.fiasco = fiasco
        self.size = int(lattice)
        self.penalty = int(penalty)
        self.pile: dict[Cell, Die] = {}
        self.funnels: list[Cell] = []  # that stand
        self.hand = [int(shared) // seats] * seats
        self.pearl: list[int] = []
        self.gave_up: set[int] = set()  # the throw, or the search after a call of Fiasco
        self.caller = 0
        self.shown: Cell | None = None  # the funnel that the caller may fill

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to be laid or to fall or the start to be drawn."""
        if self.over:
            return set()
        if self.phase in ("start", "lay", "dice"):
            return {CHANCE}
        if self.phase == "throw":
            return {self.turn}
        if self.phase == "call":
            return set(range(self.seats))
        if self.phase == "search":
            return set(range(self.seats)) - {self.caller} - self.gave_up
        return {self.caller}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "throw":
            return {"throw"}
        if self.phase == "call":  # BKU-3, BKU-4, BKU-5
            return _texts(self.funnels) | {"fiasco"} | ({"pass"} if seat not in self.gave_up else set())
        if self.phase == "search":
            return _texts(self.right_funnels()) | {"yield"}
        if self.phase == "anywhere":
            return _texts(self.funnels) | {"decline"}
        return {f"pose {lattice.die_text(die)}" for die in lattice.DICE} | {"decline"}

    def sum_into(self, funnel: Cell) -> int:
        """The sum of the faces that look into a funnel (GEO-4)."""
        return sum(self.pile[cell][side] for cell, side in lattice.faces_into(funnel))

    def right_funnels(self) -> list[Cell]:
        """The standing funnels with the sum of the throw (BKU-2)."""
        return [funnel for funnel in self.funnels if self.sum_into(funnel) == sum(self.pearl)]

    def _odds(self) -> dict[str, Fraction]:
        return LAY if self.phase == "lay" else DIE

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn, self.phase = int(rest), "lay"
        elif word == "lay":
            self._lay(lattice.read_die(rest))
        elif word == "throw":
            self.phase, self.pearl = "dice", []
        elif word == "die":
            self._fall(int(rest))
        elif word == "funnel":
            self._funnel(seat, lattice.read_cell(rest))
        elif word == "fiasco":
            self._call_fiasco(seat)
        elif word in ("pass", "yield"):
            self._give_up(seat)
        elif word == "pose":
            self._place(lattice.read_die(rest))
        else:
            self._settle(moved=False)

    def _lay(self, die: Die) -> None:
        """BKU-1."""
        base = lattice.base_cells(self.size)
        self.pile[base[len(self.pile)]] = die
        if len(self.pile) == len(base):
            self.funnels = lattice.open_funnels(self.pile, self.size)
            self.phase = "throw"

    def _fall(self, face: int) -> None:
        self.pearl.append(face)
        if len(self.pearl) == PEARL_DICE:
            self.phase, self.gave_up = "call", set()

    def _funnel(self, seat: int, funnel: Cell) -> None:
        """A funnel is shown: by a caller (BKU-3), by who contradicts one, or by who may place anywhere (BKU-4)."""
        if self.phase == "search":
            self._penalty(self.caller)
        elif self.phase == "anywhere":
            self.phase, self.shown = "pose", funnel
        elif funnel in self.right_funnels():
            self.phase, self.caller, self.shown = "pose", seat, funnel
        else:
            self._penalty(seat)

    def _call_fiasco(self, seat: int) -> None:
        """BKU-4."""
        self.caller = seat
        if self.fiasco == "search":
            self.phase, self.gave_up = "search", set()
        elif self.right_funnels():
            self._penalty(seat)
        else:
            self.phase = "anywhere"

    def _give_up(self, seat: int) -> None:
        """BKU-4, BKU-5."""
        self.gave_up.add(seat)
        if self.phase == "search" and not self.movers():
            self.phase = "anywhere"
        elif self.phase == "call" and len(self.gave_up) == self.seats:
            self._settle(moved=False)

    def _place(self, die: Die) -> None:
        assert self.shown in self.funnels
        self.pile[self.shown] = die
        self.funnels = lattice.open_funnels(self.pile, self.size)
        self.hand[self.caller] -= 1
        if self.hand[self.caller] == 0:  # BKU-6
            self.end = "placed"
        self._settle(moved=True)

    def _penalty(self, seat: int) -> None:
        """BKU-3: one die, or more, from each opponent who has one. BKU-6: who gives the last one wins."""
        for opponent in range(self.seats):
            for _ in range(self.penalty):
                if opponent != seat and self.hand[opponent] > 0:
                    self.hand[opponent] -= 1
                    self.hand[seat] += 1
        if 0 in self.hand:
            self.end = "penalty"
        self._settle(moved=self.penalty > 0)

    def _settle(self, moved: bool) -> None:
        """BKU-5, GEN-7."""
        self.idle = 0 if moved else self.idle + 1
        if self.idle == BARREN_THROWS:
            self.end = "no-progress"
        self.turn = (self.turn + 1) % self.seats
        self.phase = "throw"

    def scores(self) -> list[int]:
        """Dice in hand, by seat; fewest wins."""
        return list(self.hand)

    def shares(self) -> list[Fraction]:
        """Win shares: fewest dice in hand, ties share (BKU-6, GEN-2)."""
        fewest = min(self.hand)
        return [Fraction(dice == fewest, self.hand.count(fewest)) for dice in self.hand]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state. Nothing is told of what a finished match leaves lying."""
        always = {
            "plies": self.plies,
            "seats": self.seats,
            "fiasco": OPTIONS["fiasco"].index(self.fiasco),
            "pose": [lattice.DICE.index(self.pile[cell]) + 1 if cell in self.pile else 0 for cell in CELLS],
            "hand": self.hand,
            "idle": self.idle,
        }
        if self.end or self.phase == "start":
            return always
        lying = {} if self.phase == "throw" else {"pearl": [*self.pearl, 0, 0, 0][:PEARL_DICE]}
        return {**always, "turn": self.turn, **lying}


def _texts(funnels: list[Cell]) -> set[str]:
    return {f"funnel {lattice.text(funnel)}" for funnel in funnels}
