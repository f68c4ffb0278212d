"""The slow twin of Perspectives: the rule page read a second time, with no table and no code in common.

It speaks notation only (`turquoise 0,0,8`, `bonus 2,3,3`, `stop`, `die 5`). Dice in hand are lists of the faces that
have fallen; what is still to fall, and who may still place bonus dice, are lists of seats in their order.
"""

from fractions import Fraction

from tests.reference import lattice
from tests.reference.lattice import Cell
from tests.reference.slow_match import CHANCE, DIE, SlowMatch

OWN_DICE = {4: 55, 5: 48, 6: 40, 7: 34, 8: 30}  # PER-1, PER-9
OPTIONS = {
    "hand_size": ("10", "6", "8", "12", "15"),
    "dice_each": ("printed", "20", "25", "30", "40"),
    "bonus_dice": ("1", "0", "2", "3"),
}
BARREN_ROUNDS = 30  # GEN-7
CELLS = lattice.cells()
FACES = (1, 2, 3, 4, 5, 6)
TURQUOISE, HANDICAP, OWN = "turquoise die", "handicap die", "own die"


class Perspectives(SlowMatch):
    """One match. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(self, seats: int, max_plies: int | None = None, **options: str) -> None:
        self.options = {name: values[0] for name, values in OPTIONS.items()} | options
        each = self.options["dice_each"]
        own = (OWN_DICE[seats] if each == "printed" else int(each)) - 1  # one is given away as handicap die
        super().__init__(seats, max_plies)
        self.full_hand = int(self.options["hand_size"])  # PER-1
        self.for_each = int(self.options["bonus_dice"])  # PER-5
        self.hand = [self.full_hand] * seats
        self.reserve = [own - self.full_hand] * seats
        self.pile: dict[Cell, int] = {}  # who put the die there
        self.places = lattice.places(self.pile)
        self.number: int | None = None
        self.handicap: list[int | None] = [None] * seats
        self.rolled: list[list[int]] = [[] for _ in range(seats)]
        self.to_fall: list[tuple[str, int]] = []
        self.caller: int | None = None  # of the last Stop; None: the round stopped by itself
        self.bonus: list[int] = []  # who may still place bonus dice, the first of them now
        self.bonus_most = 0
        self.bonus_left = 0
        self.placed_in_round = False

    def movers(self) -> set[int]:
        """The seats that may act; 15 when a die is to fall or the start to be drawn."""
        if self.over:
            return set()
        if self.phase in ("start", "dice"):
            return {CHANCE}
        if self.phase == "place":
            return set(range(self.seats))
        return {self.bonus[0] if self.phase == "bonus" else self.turn}

    def _legal(self, seat: int) -> set[str]:
        if self.phase == "throw":
            return {"throw"}
        if self.phase == "bonus":
            return {"done"} | self._texts("bonus")
        words = [word for word in ("turquoise", "handicap") if self.may_use(seat, word)]
        return {"stop"}.union(*map(self._texts, words))

    def _texts(self, word: str) -> set[str]:
        return {f"{word} {lattice.text(cell)}" for cell in self.places}

    def may_use(self, seat: int, word: str) -> bool:
        """Has this seat a rolled die for this number (PER-3)? Where the numbers are equal only `turquoise` is said."""
        if word == "turquoise":
            return self.number in self.rolled[seat]
        return self.handicap[seat] != self.number and self.handicap[seat] in self.rolled[seat]

    def placeable(self, seat: int) -> int:
        """How many of this seat's rolled dice could be placed."""
        return sum(face in (self.number, self.handicap[seat]) for face in self.rolled[seat])

    def _odds(self) -> dict[str, Fraction]:
        return DIE

    def _play(self, seat: int, word: str, rest: str) -> None:
        if word == "start":
            self.turn, self.phase = int(rest), "throw"
        elif word == "throw":
            self._throw()
        elif word == "die":
            self._fall(int(rest))
        elif word == "stop":
            self._stop(seat)
        elif word == "done":
            self._next_opponent()
        elif word == "bonus":
            self._place_bonus(seat, lattice.read_cell(rest))
        else:
            self._place_rolled(seat, word, lattice.read_cell(rest))

    def _throw(self) -> None:
        """PER-2: the turquoise die first, then the handicap dice, then everybody's own."""
        self.phase, self.caller = "dice", None
        everybody = range(self.seats)
        self.to_fall = [(TURQUOISE, self.turn)]
        self.to_fall += [(HANDICAP, seat) for seat in everybody]
        self.to_fall += [(OWN, seat) for seat in everybody for _ in range(self.hand[seat])]

    def _fall(self, face: int) -> None:
        die, seat = self.to_fall.pop(0)
        if die == TURQUOISE:
            self.number = face
        elif die == HANDICAP:
            self.handicap[seat] = face
        else:
            self.rolled[seat].append(face)
        if not self.to_fall:
            self.phase = "place"
            self._stop_if_nobody_can_place()

    def _place_rolled(self, seat: int, word: str, cell: Cell) -> None:
        """PER-3, PER-4."""
        face = self.number if word == "turquoise" else self.handicap[seat]
        assert face is not None
        self.rolled[seat].remove(face)
        self.hand[seat] -= 1
        self._put(seat, cell)
        if not self.end:
            self._stop_if_nobody_can_place()

    def _put(self, seat: int, cell: Cell) -> None:
        """A die is in the pyramid, and the match may be over (PER-8)."""
        assert cell in self.places
        self.pile[cell] = seat
        self.places = lattice.places(self.pile)
        self.placed_in_round = True
        self.idle = 0
        if self.hand[seat] + self.reserve[seat] == 0:
            self.end = "out-of-dice"
        elif len(self.pile) == len(CELLS):
            self.end = "complete"

    def _stop_if_nobody_can_place(self) -> None:
        """PER-6."""
        if not any(self.placeable(seat) for seat in range(self.seats)):
            self._end_round()

    def _stop(self, caller: int) -> None:
        """PER-5: the opponents clockwise from the caller."""
        self.phase, self.caller = "bonus", caller
        earned = self.for_each * self.placeable(caller)
        self.bonus_most = self.bonus_left = min(earned, len(CELLS) - len(self.pile))
        self.bonus = [(caller + distance) % self.seats for distance in range(1, self.seats)]
        if self.bonus_most == 0:
            self._end_round()

    def _place_bonus(self, seat: int, cell: Cell) -> None:
        if self.hand[seat]:
            self.hand[seat] -= 1
        else:
            self.reserve[seat] -= 1
        self._put(seat, cell)
        self.bonus_left -= 1
        if not self.end and self.bonus_left == 0:
            self._next_opponent()

    def _next_opponent(self) -> None:
        self.bonus.pop(0)
        self.bonus_left = self.bonus_most
        if not self.bonus:
            self._end_round()

    def _end_round(self) -> None:
        """PER-7, GEN-7."""
        if not self.placed_in_round:
            self.idle += 1
        if self.idle == BARREN_ROUNDS:
            self.end = "no-progress"
            return
        self.placed_in_round = False
        self.number = None
        self.handicap = [None] * self.seats
        self.rolled = [[] for _ in range(self.seats)]
        self.turn = (self.turn + 1) % self.seats
        for seat in range(self.seats):
            drawn = min(self.full_hand - self.hand[seat], self.reserve[seat])
            self.hand[seat] += max(drawn, 0)
            self.reserve[seat] -= max(drawn, 0)
        self.phase = "throw"

    def scores(self) -> list[int]:
        """Dice added to the pyramid, by seat."""
        return [list(self.pile.values()).count(seat) for seat in range(self.seats)]

    def shares(self) -> list[Fraction]:
        """Win shares: who has no dice left (PER-8), else who has added most; ties share (GEN-2)."""
        left = [hand + reserve for hand, reserve in zip(self.hand, self.reserve, strict=True)]
        if 0 in left:
            return [Fraction(dice == 0) for dice in left]
        best = max(self.scores())
        return [Fraction(score == best, self.scores().count(best)) for score in self.scores()]

    def facts(self) -> dict[str, object]:
        """The position under the names of the game's state. Nothing is told of what a finished match leaves lying."""
        always = {
            "plies": self.plies,
            "seats": self.seats,
            "owner": [self.pile.get(cell, -1) + 1 for cell in CELLS],
            "hand": self.hand,
            "reserve": self.reserve,
            **{name: 0 if value == "printed" else int(value) for name, value in self.options.items()},
        }
        if self.end or self.phase == "start":
            return always
        if self.phase == "throw":  # a round that is not over does not count yet
            always["idle"] = self.idle
        rolled = {
            "number": self.number or 0,
            "handicap": [face or 0 for face in self.handicap],
            "shown": [[faces.count(face) for face in FACES] for faces in self.rolled],
        }
        return {**always, "turn": self.turn, **({} if self.phase == "bonus" else rolled)}
