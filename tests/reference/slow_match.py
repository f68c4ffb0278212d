"""What the slow twins share: the limit of plies, the end, the draw of who starts. Every rule of play is their own."""

from abc import ABC, abstractmethod
from fractions import Fraction

from tests.reference import lattice

CHANCE = 15
DIE = {f"die {face}": Fraction(1, 6) for face in range(1, 7)}
LAY = {f"lay {lattice.die_text(die)}": Fraction(1, len(lattice.DICE)) for die in lattice.DICE}  # GEN-5


class SlowMatch(ABC):
    """One match. After `max_plies` plies it ends as it stands (GEN-7)."""

    def __init__(self, seats: int, max_plies: int | None) -> None:
        self.seats = seats
        self.max_plies = max_plies
        self.plies = 0
        self.idle = 0  # turns, throws .. in a row without progress, where a game counts them
        self.phase = "start"
        self.end: str | None = None  # the word for it, where the rules have ended the match
        self.turn = 0

    @property
    def over(self) -> bool:
        """Has the match ended, by the rules or by the limit of plies?"""
        return self.end is not None or self.plies == self.max_plies

    def ending(self) -> str | None:
        """The word for how it ended, None while it runs."""
        return (self.end or "limit") if self.over else None

    @abstractmethod
    def movers(self) -> set[int]:
        """The seats that may act; 15 when dice are to fall or to be laid or the start to be drawn; none at the end."""

    def legal(self, seat: int) -> set[str]:
        """Everything this seat may do now, as notation."""
        return set() if seat == CHANCE or seat not in self.movers() else self._legal(seat)

    @abstractmethod
    def _legal(self, seat: int) -> set[str]:
        """The same for a seat that is to act."""

    def odds(self) -> dict[str, Fraction]:
        """The chance of everything that can happen next, when chance is to move; first of all who starts (GEN-1)."""
        if self.movers() != {CHANCE}:
            return {}
        if self.phase == "start":
            return {f"start {seat}": Fraction(1, self.seats) for seat in range(self.seats)}
        return self._odds()

    @abstractmethod
    def _odds(self) -> dict[str, Fraction]:
        """The same after the start, when chance is to move."""

    def play(self, seat: int, text: str) -> None:
        """One ply."""
        assert text in (self.odds() if seat == CHANCE else self.legal(seat)), (seat, text)
        self.plies += 1
        word, _, rest = text.partition(" ")
        self._play(seat, word, rest)

    @abstractmethod
    def _play(self, seat: int, word: str, rest: str) -> None:
        """What a ply does; `rest` is what follows its word."""
