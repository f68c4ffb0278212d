"""Matches step by step as Parquet: one file, steps within their matches, or a folder with a table of each.

What is told of a match that goes on is what somebody sees who watches it: no step that is hidden from him, no result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bussolotto import notation
from bussolotto.kernel import CHANCE, SPECTATOR
from bussolotto.match import Match, Step
from bussolotto.study.parquet import GAME_COLUMNS, Column, libraries, not_written, table_file

GROUP = 500  # matches in a row group

MATCHES = (
    Column("match", "text", "name of the match"),
    *GAME_COLUMNS,
    Column("players", "names", "by seat: name of the player"),
    Column("plies", "number", "steps of players and of chance", "plies"),
    Column("decisions", "number", "steps of players", "plies"),
    Column("turns", "number", "decisions of a seat that follow one of another seat", "turns"),
    Column("start", "number", "the first seat to decide; null where nobody did", "seat"),
    Column("reason", "word", "why it ended: rules, limit, resigned, agreed; null while it goes on"),
    Column("ending", "word", "how the rules ended it, as the game calls it; else null"),
    Column("returns", "figures", "by seat: share of the victory; null while it goes on", "share of 1"),
    Column("scores", "figures", "by seat: points of the game; null while it goes on", "points"),
)
OF_STEP = (
    Column("ply", "number", "number of the step, from 1"),
    Column("seat", "number", "who acted: a seat from 0, 15 for chance", "seat"),
    Column("chance", "flag", "was it chance?"),
    Column("action", "number", "code of the action or outcome; null where it is hidden"),
    Column("text", "text", "the same in notation"),
)
STEPS = (Column("match", "text", "name of the match"), *OF_STEP)
NESTED = (*MATCHES, Column("steps", "steps", "its steps in order, each with ply, seat, chance, action, text"))


class Sitting(NamedTuple):
    """A match as rows."""

    row: dict[str, Any]
    steps: list[dict[str, Any]]


def write_matches(target: Path, records: Iterable[tuple[str, notation.Record]]) -> list[Path]:
    """Write named matches to `target`, a file if its name ends in `.parquet`, else a folder; the files written.

    Raises MissingExtra, NotWritten; DamagedFile for a record that is no match.
    """
    sittings = (_sitting(name, record) for name, record in records)
    if target.suffix == ".parquet":
        with table_file(target, "matches", NESTED) as table:
            for group in _groups(sittings):
                table.write_rows([{**each.row, "steps": each.steps} for each in group])
        return [target]
    libraries()
    with _folder(target):
        return _write_tables(target / "matches.parquet", target / "steps.parquet", _groups(sittings))


@contextmanager
def _folder(target: Path) -> Iterator[None]:
    """A folder that was there or is made; one that was made for nothing goes."""
    new = not target.exists()
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise not_written(target, problem) from problem
    try:
        yield
    except BaseException:
        if new:
            target.rmdir()
        raise


def _write_tables(matches_file: Path, steps_file: Path, groups: Iterator[list[Sitting]]) -> list[Path]:
    with table_file(matches_file, "matches", MATCHES) as matches, table_file(steps_file, "steps", STEPS) as steps:
        for group in groups:
            matches.write_rows([each.row for each in group])
            steps.write_rows([{"match": each.row["match"], **step} for each in group for step in each.steps])
    return [matches_file, steps_file]


def _groups(sittings: Iterator[Sitting]) -> Iterator[list[Sitting]]:
    """So many at a time."""
    while group := list(islice(sittings, GROUP)):
        yield group


def _sitting(name: str, record: notation.Record) -> Sitting:
    match = notation.match_of(record) if record.playable else None
    end = record.end or {}
    ended = match is not None and match.over
    row = {
        "match": name,
        **{each: getattr(record, each) for each in ("game", "rules", "seats")},
        "options": list(record.options.items()),
        "players": record.names,
        "plies": len(record.steps),
        **_decisions([seat for seat, _ in record.steps if seat != CHANCE]),
        "reason": end.get("reason"),
        "ending": match.module.ENDINGS[match.module.ending(match.state)] if match and ended else None,
        "returns": end.get("returns"),
        "scores": end.get("scores"),
    }
    return Sitting(row, [_step(ply, step) for ply, step in enumerate(_told(record, match), 1)])


def _decisions(seats: Sequence[int]) -> dict[str, int | None]:
    """Counted as `study.matches` counts."""
    turns = sum(before != after for before, after in pairwise([-1, *seats]))
    return {"decisions": len(seats), "turns": turns, "start": seats[0] if seats else None}


def _told(record: notation.Record, match: Match | None) -> list[Step]:
    """All steps of a match that has ended; of another what a spectator sees, nothing where its rules are not known."""
    if record.end:
        return [Step(*step, text) for step, text in zip(record.steps, record.texts, strict=True)]
    return match.steps(SPECTATOR) if match else [Step(seat, None, None) for seat, _ in record.steps]


def _step(ply: int, step: Step) -> dict[str, Any]:
    return {"ply": ply, "seat": step.seat, "chance": step.seat == CHANCE, "action": step.action, "text": step.text}
