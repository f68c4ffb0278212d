"""Matches step by step as Parquet: one file with the steps nested in matches, or a folder with a table for each.

For a match in progress only what a spectator sees is written: no hidden steps and no result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play import notation, tally
from bussolotto.play.match import Match, Step
from bussolotto.study.parquet import COUNTS, GAME_COLUMNS, START, Column, libraries, not_written, table_file

GROUP = 500  # matches in a row group

MATCHES = (
    Column("match", "text", "name of the match"),
    *GAME_COLUMNS,
    Column("players", "names", "by seat: name of the player"),
    *COUNTS,
    START,
    Column("reason", "word", "why it ended: rules, limit, resigned, agreed, stopped; null while it goes on"),
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


def write_matches(target: Path, records: Iterable[tuple[str, notation.Record]]) -> list[Path]:
    """Write named matches to `target`, a file if it ends in `.parquet`, otherwise a folder. Return the files written.

    Raises MissingExtra, `not-written`, and DamagedFile for a record that is not a match.
    """
    groups = _groups(_row(name, record) for name, record in records)
    if target.suffix == ".parquet":
        with table_file(target, "matches", NESTED) as table:
            for group in groups:
                table.write_rows(group)
        return [target]
    libraries()
    files = [target / "matches.parquet", target / "steps.parquet"]
    with (
        _folder(target),
        table_file(files[0], "matches", MATCHES) as matches,
        table_file(files[1], "steps", STEPS) as steps,
    ):
        for group in groups:
            matches.write_rows(group)
            steps.write_rows([{"match": row["match"], **step} for row in group for step in row["steps"]])
    return files


@contextmanager
def _folder(target: Path) -> Iterator[None]:
    """Create a folder if it does not exist; remove a new one again if the block fails."""
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


def _groups(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while group := list(islice(rows, GROUP)):
        yield group


def _row(name: str, record: notation.Record) -> dict[str, Any]:
    """Return the row of a match, by column name."""
    match = notation.match_of(record) if record.playable else None
    end = record.end or {}
    ended = match is not None and match.over
    return {
        "match": name,
        **{each: getattr(record, each) for each in ("game", "rules", "seats")},
        "options": list(record.options.items()),
        "players": record.names,
        "plies": len(record.steps),
        **_decisions([seat for seat, _ in record.steps if seat != CHANCE]),
        "reason": end.get("reason"),
        "ending": match.game.ENDINGS[match.game.ending(match.state)] if match and ended else None,
        "returns": end.get("returns"),
        "scores": end.get("scores"),
        "steps": [
            {"ply": ply, "seat": step.seat, "chance": step.seat == CHANCE, "action": step.action, "text": step.text}
            for ply, step in enumerate(_steps_of(record, match), 1)
        ],
    }


def _decisions(seats: Sequence[int]) -> dict[str, int | None]:
    """Return the columns that count decisions, counted as in studies."""
    (told,) = np.zeros(1, tally.TALLY).view(np.recarray)
    tally.open_tally(told)
    for seat in seats:
        tally.count_ply(told, seat)
    start = int(told.starts) if seats else None
    return {"decisions": int(told.decisions), "turns": int(told.turns), "start": start}


def _steps_of(record: notation.Record, match: Match | None) -> list[Step]:
    """Return all steps of a finished match, else those a spectator sees, without content if the rules are unknown."""
    if record.end:
        return [Step(*step, text) for step, text in zip(record.steps, record.texts, strict=True)]
    return match.steps(SPECTATOR) if match else [Step(seat, None, None) for seat, _ in record.steps]
