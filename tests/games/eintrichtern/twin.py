"""The slow twin of Eintrichtern: the rule page read a second time, with no table and no code in common.

It speaks notation only (`lay 312`, `lift 1,3,3`, `keep`, `back`, `die 5`) and says what each viewer may see.
"""

from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import Cell, Die
from tests.reference.slow_match import CHANCE, DIE, LAY, SlowMatch

BARREN_LIFTS = 200  # GEN-7
PEARL_DICE = 3
CELLS = lattice.cells()
LOOKS_TO = {cell: [lattice.looks_to(cell, side) for side in lattice.SIDES] for cell in CELLS}
OPTIONS = {"memo": ("off", "on"), "lattice": ("8", "7", "6"), "goal": ("printed", "4", "6", "8", "10")}
RANGES = {"lattice": (1, 8), "goal": (1, 36)}


class Eintrichtern(SlowMatch):
    """One match; `lattice` is the size of the base. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int,
        memo: str = "off",
        lattice: str = "8",
        goal: str = "printed",
        max_plies: int | None = None,
    ) -> None:
        assert memo in OPTIONS["memo"]
        super().__init__(seats, max_plies)
        self.memo = memo
        self.size = int(lattice)
        self.goal_is_own = goal != "printed"
        self.goal = int(goal) if self.goal_is_own else 8 if seats <= 4 else 6  # EIN-4
        self.yellow: dict[Cell, Die] = {}
        self.red = {cell for cell in CELLS if sum(cell) == self.size - 1}
        self.won = [0] * seats
        self.pearl: list[int] = []
        self.lifted: Cell | None = None
        self.ever_lifted: set[Cell] = set()
        self.must_throw = True

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to be laid or to fall or the start to be drawn."""
        if self.over:
            return set()
        return {CHANCE} if self.phase in ("start", "lay", "dice") else {self.turn}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "lifted":  # EIN-6
            assert self.lifted
            return {"keep" if self.matches(self.lifted) else "back"}
        lifts = {f"lift {lattice.text(cell)}" for cell in self.red}
        if self.phase == "lift":
            return lifts
        return {"throw"} if self.must_throw else {"throw"} | lifts

    def matches(self, funnel: Cell) -> bool:
        """Do the faces that look into this funnel sum to the throw (EIN-3)?"""
        return sum(self.yellow[cell][side] for cell, side in lattice.faces_into(funnel)) == sum(self.pearl)

    def _odds(self) -> dict[str, Fraction]:
        return LAY if self.phase == "lay" else DIE

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn, self.phase = int(rest), "lay"
        elif word == "lay":
            self._lay(lattice.read_die(rest))
        elif word == "throw":
            self.phase, self.pearl, self.lifted, self.must_throw = "dice", [], None, False
        elif word == "die":
            self._fall(int(rest))
        elif word == "lift":
            self.phase, self.lifted = "lifted", lattice.read_cell(rest)
            self.ever_lifted.add(self.lifted)
        elif word == "keep":
            self._keep()
        else:
            self._put_back()

    def _lay(self, die: Die) -> None:
        """EIN-1."""
        places = lattice.base_cells(self.size)
        self.yellow[places[len(self.yellow)]] = die
        if len(self.yellow) == len(places):
            self.phase = "turn"

    def _fall(self, face: int) -> None:
        self.pearl.append(face)
        if len(self.pearl) == PEARL_DICE:
            self.phase = "lift"

    def _keep(self) -> None:
        """EIN-3, EIN-4."""
        assert self.lifted
        self.red.remove(self.lifted)
        self.won[self.turn] += 1
        self.idle = 0
        self.lifted = None
        self.phase, self.must_throw = "turn", True
        if self.won[self.turn] == self.goal:
            self.end = "won"
        elif not self.red:
            self.end = "red-gone"

    def _put_back(self) -> None:
        """EIN-3, GEN-7; the funnel stays public until the next throw or lift (EIN-5)."""
        self.idle += 1
        self.phase = "turn"
        if self.idle == BARREN_LIFTS:
            self.end = "no-progress"
        else:
            self.turn = (self.turn + 1) % self.seats

    def scores(self) -> list[int]:
        """Red dice won, by seat."""
        return list(self.won)

    def shares(self) -> list[Fraction]:
        """Win shares: most red dice, ties share (EIN-4, GEN-2)."""
        most = max(self.won)
        return [Fraction(won == most, self.won.count(most)) for won in self.won]

    def covered(self) -> set[Cell]:
        """The funnels that nobody may look into now (EIN-5, EIN-6); who sits where makes no difference."""
        if self.over:
            return set()
        return self.red - (self.ever_lifted if self.memo == "on" else {self.lifted})

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state. Nothing is told of what a finished match leaves lying."""
        return {**self._public_facts(), "face": self._faces(hidden=set())}

    def facts_for(self, viewer: int) -> dict[str, object]:
        """The same as this viewer may know it, a face that he may not see as 0."""
        if self.phase == "lay" and not self.over:  # nothing of a pile that is still being laid (docs/games)
            return {**self._public_facts(), "face": [[0, 0, 0] for _ in CELLS]}
        return {**self._public_facts(), "face": self._faces(hidden=self.covered())}

    def _faces(self, hidden: set[Cell]) -> list[list[int]]:
        faces = {cell: [0, 0, 0] for cell in CELLS}
        for cell, die in self.yellow.items():
            faces[cell] = [0 if LOOKS_TO[cell][side] in hidden else die[side] for side in lattice.SIDES]
        return list(faces.values())

    def _public_facts(self) -> dict[str, object]:
        always = {
            "plies": self.plies,
            "seats": self.seats,
            "memo": OPTIONS["memo"].index(self.memo),
            "lattice": self.size,
            "goal": self.goal if self.goal_is_own else 0,
            "red": [int(cell in self.red) for cell in CELLS],
            "won": self.won,
            "idle": self.idle,
        }
        if self.end or self.phase == "start":
            return always
        lifted = CELLS.index(self.lifted) + 1 if self.lifted else 0
        return {**always, "turn": self.turn, "pearl": [*self.pearl, 0, 0, 0][:PEARL_DICE], "lifted": lifted}
