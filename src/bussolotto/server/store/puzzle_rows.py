"""The puzzles that guests have answered, and when they solved them."""

from msgspec import Struct

from bussolotto.server.store.database import Reader, Statement
from bussolotto.server.store.single_rows import read_each

KEEP = """
    INSERT INTO puzzles (guest, puzzle, game, answers, since_s, solved_s) VALUES (?, ?, ?, 1, ?, ?)
    ON CONFLICT (guest, puzzle) DO UPDATE SET
        answers = puzzles.answers + CASE WHEN puzzles.solved_s IS NULL THEN 1 ELSE 0 END,
        solved_s = coalesce(puzzles.solved_s, excluded.solved_s)
"""
OF_GUEST = "SELECT * FROM puzzles WHERE guest = ? ORDER BY entry"


class PuzzleRow(Struct):
    """A puzzle that a guest has answered. `answers`: up to the right one; `solved_s`: None before it."""

    entry: int
    guest: str
    puzzle: str
    game: str
    answers: int
    since_s: int
    solved_s: int | None


def keep(guest: str, puzzle: str, game: str, now_s: float, right: bool) -> Statement:
    """Return the statement that stores an answer. Those that follow the right one change nothing."""
    return KEEP, (guest, puzzle, game, int(now_s), int(now_s) if right else None)


def list_of(store: Reader, guest: str) -> list[PuzzleRow]:
    """Return the puzzles that a guest has answered, in the order of the first answers."""
    return read_each(store, "puzzle", "entry", PuzzleRow, OF_GUEST, guest)


def delete_of(guest: str) -> Statement:
    return "DELETE FROM puzzles WHERE guest = ?", (guest,)
