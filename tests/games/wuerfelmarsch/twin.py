"""The slow twin of Würfelmarsch: the rule page read a second time, with no table and no code in common with the game.

It speaks notation only (`pick 0,4,4`, `tip left`, `pose 312`, `fight 2,2,3`, `start 0`). Dice are triples of faces in a
dict by cell; every question is answered by looking at all cells.
"""

from dataclasses import dataclass
from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import Cell, Die
from tests.reference.slow_match import CHANCE, SlowMatch

SEATS = 3
IDLE_MOVES = 60  # WUE-10
OPTIONS = {
    "own_tie": ("no_tie", "literal"),
    "lattice": ("8", "7"),
    "army": ("5", "3", "4", "6"),
    "tie_cost": ("1", "0", "2"),
}
RANGES = {"lattice": (7, 8), "army": (1, 6), "tie_cost": (0, 15)}


@dataclass(frozen=True)
class Marcher:
    """A die on the base: whose it is and how it stands."""

    owner: int
    die: Die


def opening(size: int = lattice.SIZE, army: int = 5) -> dict[Cell, Marcher]:
    """So many dice a seat on the middle of its edge, 3 toward it, 2 to its left, 1 to its right (WUE-1).

    Without a middle they leave one hollow more free at the right hand of their owner than at the left.
    """
    board: dict[Cell, Marcher] = {}
    for seat in range(SEATS):
        side = lattice.SIDE_OF_SEAT[seat]
        left, right = lattice.left_of(side), lattice.right_of(side)
        faces = {side: 3, left: 2, right: 1}
        edge = [cell for cell in lattice.base_cells(size) if cell[side] == 0]
        edge.sort(key=lambda cell: cell[left])  # the left end first, which lies at the plane of that side
        while len(edge) > army:
            edge.pop()
            if len(edge) > army:
                edge.pop(0)
        for cell in edge:
            board[cell] = Marcher(seat, (faces[lattice.X], faces[lattice.Y], faces[lattice.Z]))
    return board


class Wuerfelmarsch(SlowMatch):
    """One match; after `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(
        self,
        seats: int = SEATS,
        own_tie: str = "no_tie",
        lattice: str = "8",
        army: str = "5",
        tie_cost: str = "1",
        max_plies: int | None = None,
    ) -> None:
        assert seats == SEATS, seats
        super().__init__(seats, max_plies)
        self.own_tie = own_tie
        self.size = int(lattice)
        self.tie_cost = int(tie_cost)
        self.army = int(army)
        self.board = opening(self.size, self.army)
        self.won = [0, 0, 0]
        self.lost = [0, 0, 0]
        self.moved: list[int] = []  # the seat of every move so far
        self.picked: Cell | None = None
        self.progress = False  # has this move gone forward, or has a die left the board in it?
        self.completed: list[Cell] = []  # the funnels that this tip has completed, but for those fought
        self.winner: int | None = None  # by the corner

    def movers(self) -> set[int]:
        """The seats that may act; 15 while it is drawn who starts."""
        if self.over:
            return set()
        return {CHANCE} if self.phase == "start" else {self.turn}

    def _odds(self) -> dict[str, Fraction]:
        return {}  # no die ever falls

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "pick":
            return {f"pick {lattice.text(cell)}" for cell in self.own_cells(seat)}
        if self.phase == "fight":
            return {f"fight {lattice.text(funnel)}" for funnel in self.fights()}
        return self._tips() | self._turns()

    def own_cells(self, seat: int) -> list[Cell]:
        """Where the dice of this seat stand."""
        return [cell for cell, marcher in self.board.items() if marcher.owner == seat]

    def _tips(self) -> set[str]:
        """WUE-3: into an empty base cell beside it, never backward."""
        found = set()
        for word in lattice.tips(lattice.SIDE_OF_SEAT[self.turn]):
            cell = self._tipped_to(word)
            if lattice.inside(cell, self.size) and cell not in self.board:
                found.add(f"tip {word}")
        return found

    def _tipped_to(self, word: str) -> Cell:
        assert self.picked is not None
        return lattice.tip_to(self.picked, *lattice.tips(lattice.SIDE_OF_SEAT[self.turn])[word])

    def _turns(self) -> set[str]:
        """WUE-4: any other way to stand."""
        assert self.picked is not None
        return {f"pose {lattice.die_text(die)}" for die in lattice.DICE if die != self.board[self.picked].die}

    def fights(self) -> list[Cell]:
        """The completed funnels in which a fight would take place now (WUE-5): none of the dice is gone."""
        return [funnel for funnel in self.completed if self._is_fight(funnel)]

    def _is_fight(self, funnel: Cell) -> bool:
        dice = lattice.supports(funnel, self.size)
        return all(cell in self.board for cell in dice) and len({self.board[cell].owner for cell in dice}) > 1

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn = int(rest)
            self.phase = "pick"
        elif word == "pick":
            self.picked = lattice.read_cell(rest)
            self.phase = "move"
        elif word == "pose":
            self._turn_over(lattice.read_die(rest))
        elif word == "tip":
            self._tip(rest)
        else:
            self._fight(lattice.read_cell(rest))
            self._settle()

    def _turn_over(self, die: Die) -> None:
        """WUE-4: no fight."""
        assert self.picked is not None
        self.board[self.picked] = Marcher(self.turn, die)
        self.completed = []
        self.progress = False
        self._settle()

    def _tip(self, word: str) -> None:
        """WUE-3, WUE-8."""
        assert self.picked is not None
        side = lattice.SIDE_OF_SEAT[self.turn]
        cell = self._tipped_to(word)
        self.board[cell] = Marcher(self.turn, lattice.tip(self.board.pop(self.picked).die, *lattice.tips(side)[word]))
        self.progress = word.startswith("forward")
        self.completed = [
            funnel for funnel in lattice.funnels(self.size) if cell in lattice.supports(funnel, self.size)
        ]
        if cell[side] == self.size:
            self.winner = self.turn
            self._end_move()
        else:
            self._settle()

    def _settle(self) -> None:
        """Fight where there is no choice, and end the move when nothing is left to fight (WUE-5)."""
        while len(self.fights()) == 1:
            self._fight(self.fights()[0])
        if self.fights():
            self.phase = "fight"
        else:
            self._end_move()

    def _fight(self, funnel: Cell) -> None:
        """WUE-6, WUE-7: the faces that look into the funnel."""
        self.completed.remove(funnel)
        self.progress = True
        faces = {cell: self.board[cell].die[side] for cell, side in lattice.faces_into(funnel)}
        highest = max(faces.values())
        top_owners = [self.board[cell].owner for cell, face in faces.items() if face == highest]
        if self._is_tie(top_owners):
            for cell in faces:
                self.lost[self.board.pop(cell).owner] += 1
            return
        victor = top_owners[0]
        for cell, face in faces.items():
            if face < highest and self.board[cell].owner != victor:
                del self.board[cell]
                self.won[victor] += 1

    def _is_tie(self, top_owners: list[int]) -> bool:
        """WUE-7: is this a tie at the top, given the owners of the dice that show the highest face?"""
        if len(top_owners) == 1:
            return False
        return len(set(top_owners)) > 1 or self.own_tie == "literal"

    def _end_move(self) -> None:
        """WUE-9, WUE-10: a move is over when its fights are; then comes the next seat that has dice."""
        self.moved.append(self.turn)
        self.idle = 0 if self.progress else self.idle + 1
        if self.winner is not None:
            self.end = "corner"
        elif not self.board:
            self.end = "no-dice"
        elif self.idle == IDLE_MOVES:
            self.end = "no-progress"
        else:
            self.phase = "pick"
            self.turn = self._next()

    def _next(self) -> int:
        seat = (self.turn + 1) % self.seats
        while not self.own_cells(seat):
            seat = (seat + 1) % self.seats
        return seat

    def scores(self) -> list[int]:
        """Dice won less the cost of own dice removed by ties (WUE-9)."""
        return [won - self.tie_cost * lost for won, lost in zip(self.won, self.lost, strict=True)]

    def shares(self) -> list[Fraction]:
        """WUE-8, WUE-9; equals of whom nobody has moved yet share (GEN-2)."""
        best = [seat for seat in range(self.seats) if self.scores()[seat] == max(self.scores())]
        movers = [seat for seat in self.moved if seat in best]
        winners = [self.winner] if self.winner is not None else movers[-1:] or best
        return [Fraction(seat in winners, len(winners)) for seat in range(self.seats)]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state; whose turn it is only while it runs."""
        codes = {cell: lattice.DICE.index(marcher.die) + 1 for cell, marcher in self.board.items()}
        return {
            "plies": self.plies,
            "seats": self.seats,
            "lattice": self.size,
            "army": self.army,
            "tie_cost": self.tie_cost,
            "owner": lattice.by_cell({cell: marcher.owner + 1 for cell, marcher in self.board.items()}),
            "pose": lattice.by_cell(codes),
            "won": self.won,
            "lost": self.lost,
            "idle": self.idle,
            **({} if self.over else {"turn": self.turn}),
        }
