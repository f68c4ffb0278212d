"""The puzzles that guests have answered: which are solved, and how many at the first try."""

from __future__ import annotations

import logging
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from msgspec import Struct

from bussolotto.core.errors import Refusal
from bussolotto.server.clock import ServerClock
from bussolotto.server.store import puzzle_rows
from bussolotto.server.store.database import Store

log = logging.getLogger(__name__)


class OwnPuzzle(Struct):
    """A puzzle that the guest has answered: how often until it was right, and since when it is solved."""

    puzzle: str
    game: str
    answers: int
    since: int
    solved: int | None


class PuzzleFigures(Struct):
    """How many puzzles a guest has `answered` and `solved`, and solved at the `first` try.

    `today`: is the puzzle of the day among the solved ones?
    """

    answered: int
    solved: int
    first: int
    today: bool


@dataclass
class OwnPuzzles:
    """The answers of the guests of one server."""

    store: Store
    clock: ServerClock

    async def keep(self, guest: str | None, puzzle: str, game: str, right: bool) -> None:
        """Remember an answer, unless a stranger gave it. Where that fails the answer is still told."""
        if guest is None:
            return
        try:
            await self.store.run(puzzle_rows.keep(guest, puzzle, game, self.clock.wall_s(), right))
        except Refusal as refusal:
            log.warning("an answer to a puzzle was not kept: %s", refusal)

    def list_of(self, guest: str | None) -> list[OwnPuzzle]:
        """Return the puzzles that a guest has answered, in the order of the first answers."""
        rows = [] if guest is None else puzzle_rows.list_of(self.store, guest)
        return [OwnPuzzle(row.puzzle, row.game, row.answers, row.since_s, row.solved_s) for row in rows]

    def solved(self, guest: str | None) -> AbstractSet[str]:
        """Return the names of the puzzles that a guest has solved."""
        return {own.puzzle for own in self.list_of(guest) if own.solved is not None}

    def figures(self, guest: str | None, today: str | None) -> PuzzleFigures:
        """Count them. `today`: the name of the puzzle of the day, None where there is none."""
        answered = self.list_of(guest)
        solved = [own for own in answered if own.solved is not None]
        first = sum(own.answers == 1 for own in solved)
        return PuzzleFigures(len(answered), len(solved), first, any(own.puzzle == today for own in solved))

    async def forget(self, guest: str | None) -> None:
        """Delete all answers of a guest. Raises NotStored."""
        if guest is not None:
            await self.store.run(puzzle_rows.delete_of(guest))
