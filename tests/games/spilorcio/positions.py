"""Words in which positions and turns of Spilorcio are written down in tests."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bussolotto.core.kernel import CHANCE
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play.match import Match

CHIPS = 130
EMPTY = "0 0 0 0 0"


def play(match: Match, seat: int, text: str) -> None:
    """One ply, as notation."""
    match.play(seat, spilorcio.read(seat, text))


def throw(match: Match, faces: str) -> None:
    """Let these dice fall."""
    for face in faces.split():
        play(match, CHANCE, f"die {face}")


def legal(match: Match, seat: int = 0) -> list[str]:
    """What a seat may do, as notation."""
    return [spilorcio.say(seat, code) for code in match.legal(seat)]


def lay(
    chips: Sequence[int],
    filled: str = EMPTY,
    reserve: int | None = None,
    loan: str = "reserve",
    board: str = "standard",
    **numbers: str,
) -> Match:
    """Seat 0 is about to throw. All 130 chips are there: without `reserve`, it has what is left of them.

    With it, `chips` leaves out the last seat, who has what is left instead.
    """
    match = Match(spilorcio, len(chips) + (reserve is not None), {"loan": loan, "board": board, **numbers})
    play(match, CHANCE, "start 0")
    match.state.filled[:] = [int(squares) for squares in filled.split()]
    left = CHIPS - sum(chips) - sum(spilorcio.chips_on(match.state, row) for row in range(5))
    match.state.chips[: match.seats] = [*chips, left - reserve] if reserve is not None else chips
    match.state.reserve = left if reserve is None else reserve
    spilorcio.check(match.state)
    return match


class Turn(NamedTuple):
    """A turn of seat 0, who keeps all five dice at once."""

    title: str
    before: dict[str, Any]  # arguments of `lay`
    dice: str
    after: dict[str, Any]  # fields of the state; chips by seat as far as listed
    chosen: str = ""  # numbers in the order he chooses, as far as he is asked
    over: bool = False

    def played(self) -> Match:
        """The position after the turn; refuses to be asked more or less than the table says."""
        match = lay(**self.before)
        throw(match, self.dice)
        play(match, 0, f"keep {self.dice}")
        for number in self.chosen.split():
            play(match, 0, f"place {number}")
        assert match.over or match.movers() == 1 << CHANCE, f"there is more to choose: {legal(match)}"
        return match


def seen(match: Match, name: str, expected: object) -> object:
    """A field of the state in the form in which a table writes it."""
    value = match.view(0)[name]
    if name == "filled":
        return " ".join(map(str, value))
    return tuple(value[: len(expected)]) if isinstance(expected, tuple) else value
