"""The slow twin of Abquetschen: the rule page read a second time, with no table and no code in common with the game.

It speaks notation only (`place 2,3,3`, `open 2,2,3`, `bonus 1`, `die 5`, `four 0`, `start 0`). Legality is brute force:
it lists every complete build there is, each as a set of cells, and a die may go wherever one of those has it.

A set of cells is an integer with one bit for each of them, for there are many sets: 136,000 groups of six cells.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from tests.reference import lattice
from tests.reference.lattice import Cell
from tests.reference.slow_match import CHANCE, DIE, SlowMatch

OPTIONS = {
    "opening": ("inner", "central"),
    "touch": ("connected", "pairwise"),
    "bonus": ("build", "single"),
    "blocked": ("walled_in", "hidden"),
    "blocked_roll": ("roll_first", "check_first"),
    "lattice": ("8", "7", "6", "4", "3"),
    "stock": ("55", "40", "25"),
    "in_row": ("4", "3", "5"),
}
CENTRAL = [(2, 2, 3), (2, 3, 2), (3, 2, 2)]  # ABQ-1, the apexes on the big lattice
FOUR = {3: [36, 30, 25], 4: [216, 180, 150, 125]}  # ABQ-1, from who throws first, clockwise
# ABQ-3, touch=pairwise: the sizes of the connected groups that a build can fall into, when every die touches another
PARTS = {1: [[1]], 2: [[2]], 3: [[3]], 4: [[4], [2, 2]], 5: [[5], [2, 3]], 6: [[6], [2, 4], [3, 3], [2, 2, 2]]}
Cells = int  # a set of cells


@cache
def bit(cell: Cell) -> Cells:
    """The set of this cell alone."""
    return 1 << lattice.cells().index(cell)


def together(cells: Iterable[Cell]) -> Cells:
    """The set of these cells."""
    found = 0
    for cell in cells:
        found |= bit(cell)
    return found


def members(cells: Cells) -> Iterator[Cell]:
    """The cells of a set."""
    while cells:
        last = cells & -cells
        yield lattice.cells()[last.bit_length() - 1]
        cells ^= last


@cache
def beside(cell: Cell, size: int) -> Cells:
    """The cells that touch this one by a face (GEO-3)."""
    return together(lattice.neighbours(cell, size))


def around(cells: Cells, size: int) -> Cells:
    """The cells that touch any of these."""
    found = 0
    for cell in members(cells):
        found |= beside(cell, size)
    return found


@cache
def connected(size: int, number: int) -> frozenset[Cells]:
    """Every group of so many cells that hangs together face to face, grown cell by cell."""
    if number == 1:
        return frozenset(bit(cell) for cell in lattice.cells(size))
    smaller = connected(size, number - 1)
    return frozenset(group | bit(cell) for group in smaller for cell in members(around(group, size) & ~group))


@cache
def groups(size: int, number: int) -> list[tuple[Cells, Cells]]:
    """The same groups, each with the cells that it rests on and that are not among its own (GEO-2)."""
    found = []
    for group in connected(size, number):
        rests_on = together(support for cell in members(group) for support in lattice.supports(cell, size))
        found.append((group, rests_on & ~group))
    return found


def standing_groups(pile: Cells, size: int, number: int) -> list[Cells]:
    """The connected groups that can be added to the pile as it stands: free cells, and what they rest on there."""
    return [group for group, rests_on in groups(size, number) if not group & pile and not rests_on & ~pile]


def standing_sets(pile: Cells, size: int, number: int, touch: str) -> Iterator[Cells]:
    """Every set of cells that can be added to the pile and hangs together as ABQ-3 wants it.

    Pairwise: any union of connected groups of two dice or more. Groups that do not touch do not rest on each other.
    """
    if touch == "connected":
        yield from standing_groups(pile, size, number)
        return
    for sizes in PARTS[number]:
        unions = [0]
        for part in sizes:
            parts = standing_groups(pile, size, part)
            unions = list({union | group for union in unions for group in parts if not union & group})
        yield from unions


def longest_row(cells: Cells) -> int:
    """How many of these lie in one straight unbroken row (GEO-6)."""
    pile = set(members(cells))
    return max(len(lattice.run(pile, cell, axis)) for cell in pile for axis in lattice.SIDES)


class Abquetschen(SlowMatch):
    """One match; `lattice` is the size of the pyramid. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int,
        opening: str = "inner",
        touch: str = "connected",
        bonus: str = "build",
        blocked: str = "walled_in",
        blocked_roll: str = "roll_first",
        lattice: str = "8",
        stock: str = "55",
        in_row: str = "4",
        max_plies: int | None = None,
    ) -> None:
        super().__init__(seats, max_plies)
        self.opening = opening
        self.touch = touch
        self.bonus = bonus
        self.blocked = blocked
        self.blocked_roll = blocked_roll
        self.size = int(lattice)
        self.owned: list[Cells] = [0] * seats
        self.stock = int(stock)
        self.in_row = int(in_row)
        self.reserve = [self.stock] * seats
        self.opener: int | None = None
        self.coverable: Cells = 0  # the cells that coverable faces of the opening dice look to
        self.left = 0  # dice still to be placed in this build
        self.built: Cells = 0  # the dice of this build that are placed
        self.plans: list[Cells] = []  # every complete build that has those
        self.extra = False  # is this build a bonus?
        self.winner: int | None = None  # by a roll

    @property
    def pile(self) -> Cells:
        """All cells with a die."""
        found = 0
        for cells in self.owned:
            found |= cells
        return found

    def movers(self) -> set[int]:
        """The seats that may act; 15 when chance is to move."""
        if self.over:
            return set()
        return {CHANCE} if self.phase in ("start", "four", "die") else {self.turn}

    def _odds(self) -> dict[str, Fraction]:
        """ABQ-1: who throws the first 4; then a die."""
        if self.phase == "die":
            return DIE
        weights = FOUR[self.seats]
        by_seat = {(self.turn + later) % self.seats: weight for later, weight in enumerate(weights)}
        return {f"four {seat}": Fraction(weight, sum(weights)) for seat, weight in by_seat.items()}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "open":
            return {f"open {lattice.text(apex)}" for apex in self.apexes()}
        if self.phase == "bonus":
            return {f"bonus {number}" for number in self.bonuses()}
        return {f"place {lattice.text(cell)}" for cell in self.placeable()}

    def apexes(self) -> list[Cell]:
        """ABQ-1: the top dice of all possible opening tetrahedra. A lattice of 3 has no room off the edge."""
        if self.size == lattice.SIZE and self.opening == "central":
            return CENTRAL
        tetrahedra = [cell for cell in lattice.cells(self.size) if lattice.level(cell, self.size) == 1]
        if self.size == 3:
            return tetrahedra
        inner = lattice.inner_cells(self.size)
        return [apex for apex in tetrahedra if all(cell in inner for cell in lattice.supports(apex, self.size))]

    def bonuses(self) -> list[int]:
        """ABQ-6: how many extra dice may be placed, three at most; none is always possible."""
        most = min(longest_row(self.built) - (self.in_row - 1), 3, self.reserve[self.turn])
        return [number for number in range(most + 1) if number == 0 or self._extra_possible(number)]

    def _extra_possible(self, number: int) -> bool:
        if self.bonus == "single":
            return self._singles_fit(self.owned[self.turn], number)
        return any(self.builds(self.turn, number, extra=True))

    def placeable(self) -> list[Cell]:
        """Where the next die may go: the rest must fit after it."""
        stands = lattice.places(set(members(self.pile)), self.size)
        if self.extra and self.bonus == "single":
            mine = self.owned[self.turn]
            return [cell for cell in stands if self._single_fits(cell, mine, self.left)]
        return [cell for cell in stands if any(bit(cell) & plan for plan in self.plans)]

    def _singles_fit(self, mine: Cells, number: int) -> bool:
        """ABQ-6, bonus=single: can so many dice be placed one after the other, if these are mine by now?"""
        places = lattice.places(set(members(self.pile | mine)), self.size)
        return number == 0 or any(self._single_fits(cell, mine, number) for cell in places)

    def _single_fits(self, cell: Cell, mine: Cells, number: int) -> bool:
        """Does the first of so many extra dice fit here, and the rest after it?"""
        touches = beside(cell, self.size) & mine
        if not touches or not self._leaves_opening_open(self.turn, mine | bit(cell)):
            return False
        return self._singles_fit(mine | bit(cell), number - 1)

    def builds(self, seat: int, number: int, extra: bool = False) -> Iterator[Cells]:
        """Every complete build of so many dice by this seat (ABQ-3 to ABQ-6)."""
        mine = self.owned[seat]
        anchors = mine if extra or mine else self.pile  # ABQ-4: on the first build any opponent's die
        near_anchors = around(anchors, self.size)
        for cells in standing_sets(self.pile, self.size, number, self.touch):
            if cells & near_anchors and self._leaves_opening_open(seat, cells):
                yield cells

    def _leaves_opening_open(self, seat: int, new: Cells) -> bool:
        """ABQ-5. Faces are only ever covered, so it is enough to look at the pile with all the new dice."""
        protected = seat != self.opener and self.coverable & ~self.pile
        return not protected or bool(self.coverable & ~self.pile & ~new)

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn = int(rest)
            self.phase = "four"
        elif word == "four":
            self.turn = int(rest)
            self.phase = "open"
        elif word == "open":
            self._open(lattice.read_cell(rest))
        elif word == "die":
            self._roll(int(rest))
        elif word == "place":
            self._place(lattice.read_cell(rest))
        else:
            self._begin_bonus(int(rest))

    def _open(self, apex: Cell) -> None:
        """ABQ-1, ABQ-5."""
        dice = [apex, *lattice.supports(apex, self.size)]
        self.opener = self.turn
        self.owned[self.turn] = together(dice)
        self.reserve[self.turn] -= len(dice)
        self.coverable = together(cell for die in dice for cell in lattice.above(die, self.size))
        self._next_turn()

    def _next_turn(self) -> None:
        """ABQ-8, blocked_roll=check_first: who is blocked does not roll."""
        self.turn = (self.turn + 1) % self.seats
        self.phase = "die"
        if self.blocked_roll == "check_first" and self._is_blocked():
            self.end = "blocked"

    def _is_blocked(self) -> bool:
        """ABQ-8: who cannot build on any own die; or, with blocked=hidden, has no die of which a face is seen."""
        mine = self.owned[self.turn]
        upper = [lattice.above(die, self.size) for die in members(mine)]
        if self.blocked == "hidden" and any(len(cells) < len(lattice.SIDES) for cells in upper):
            return False
        return bool(mine) and not together(cell for cells in upper for cell in cells) & ~self.pile

    def _roll(self, face: int) -> None:
        """ABQ-7, ABQ-2."""
        if face >= self.reserve[self.turn]:
            self.winner = self.turn
            self.end = "roll"
            return
        if self.blocked_roll == "roll_first" and self._is_blocked():
            self.end = "blocked"
            return
        self._begin_build(list(self.builds(self.turn, face)), face)
        if self.plans:
            self.phase = "place"
        elif min(self.reserve) > 6 and not self._anybody_can_build():
            self.end = "nobody-can-build"
        else:
            self._next_turn()

    def _begin_build(self, plans: list[Cells], number: int) -> None:
        self.plans = plans
        self.left = number
        self.built = 0

    def _anybody_can_build(self) -> bool:
        """ABQ-8: any seat, with any roll."""
        return any(any(self.builds(seat, face)) for face in range(1, 7) for seat in range(self.seats))

    def _place(self, cell: Cell) -> None:
        self.owned[self.turn] |= bit(cell)
        self.built |= bit(cell)
        self.reserve[self.turn] -= 1
        self.plans = [plan for plan in self.plans if plan & bit(cell)]
        self.left -= 1
        if self.left == 0:
            self._end_build()

    def _end_build(self) -> None:
        """ABQ-6, ABQ-7."""
        if self.reserve[self.turn] == 0:
            self.end = "empty"
        elif not self.extra and self.bonuses() not in ([], [0]):
            self.phase = "bonus"
        else:
            self.extra = False
            self._next_turn()

    def _begin_bonus(self, number: int) -> None:
        self.extra = number > 0
        if number == 0:
            self._next_turn()
            return
        plans = [] if self.bonus == "single" else list(self.builds(self.turn, number, extra=True))
        self._begin_build(plans, number)
        self.phase = "place"

    def scores(self) -> list[int]:
        """Dice placed."""
        return [self.stock - reserve for reserve in self.reserve]

    def shares(self) -> list[Fraction]:
        """ABQ-7, ABQ-8: who rolled enough, else the smallest reserve, ties shared (GEN-2)."""
        winners = [seat for seat in range(self.seats) if self.reserve[seat] == min(self.reserve)]
        if self.winner is not None:
            winners = [self.winner]
        return [Fraction(seat in winners, len(winners)) for seat in range(self.seats)]

    def facts(self) -> dict[str, Any]:
        """The position under the names of the game's state; whose turn it is only while it runs."""
        owner = {cell: seat + 1 for seat in range(self.seats) for cell in members(self.owned[seat])}
        return {
            "plies": self.plies,
            "seats": self.seats,
            "owner": lattice.by_cell(owner),
            "reserve": self.reserve,
            **({} if self.over else {"turn": self.turn}),
        }
