"""Results of many matches as Parquet, written batch by batch; docs/parquet.md describes the columns.

The metadata of every column gives its meaning and unit, that of every file the version of its columns. Files are
written atomically: to a temporary file in the same folder, which is moved into place at the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bussolotto.core import errors
from bussolotto.study.matches import MatchConfig, Results, validate

GROUP = 50_000  # minimum number of rows in a row group
VERSION = 1  # of the columns: raised when a column changes or is removed, not when one is added


class Column(NamedTuple):
    """One column: its name, its type as a key of `_types`, its meaning and its unit."""

    name: str
    kind: str
    meaning: str
    unit: str = ""


GAME_COLUMNS = (
    Column("game", "word", "name of the game"),
    Column("rules", "number", "version of its rules"),
    Column("seats", "number", "number of seats", "seats"),
    Column("options", "options", "every option of the game with its value"),
)
COUNTS = (
    Column("plies", "number", "steps of players and of chance", "plies"),
    Column("decisions", "number", "steps of players", "plies"),
    Column("turns", "number", "decisions of a seat that follow one of another seat", "turns"),
)
START = Column("start", "number", "the first seat to decide; null where nobody did", "seat")
RESULTS = (
    Column(
        "variant", "word", "side of a study: `base`, or what is changed, `loan=five`; null where there is one setting"
    ),
    *GAME_COLUMNS,
    Column("players", "names", "by seat: which player sat there"),
    Column("seed", "seed", "seed of the study"),
    Column("match", "long", "number of the match in its setting, from 0; a stream of the seed"),
    *COUNTS,
    Column("leads", "number", "how often another seat came to be ahead of all others"),
    START,
    Column("ending", "word", "how the match ended, as the game calls it"),
    Column("returns", "figures", "by seat: share of the victory", "share of 1"),
    Column("scores", "figures", "by seat: points of the game", "points"),
)


def write_results(path: Path, setting: MatchConfig, results: Results | Iterable[Results]) -> None:
    """Write the matches of one setting, from the first on, as one batch or many.

    `setting` must give every option (`validate`). Raises MissingExtra, `not-written`.
    """
    with results_file(path) as table:
        for batch in [results] if isinstance(results, Results) else results:
            table.add(setting, batch)


@contextmanager
def write_as_played(path: Path, setting: MatchConfig) -> Iterator[Callable[[Results], None]]:
    """Yield a function that writes the next batch of one setting. Raises what `validate` and `write_results` raise."""
    setting = validate(setting)
    with results_file(path) as table:
        yield partial(table.add, setting)


told_to = write_as_played  # former name


@contextmanager
def results_file(path: Path) -> Iterator[ResultsFile]:
    """Open a file for results of one or more settings, created if the block succeeds. Raises as `write_results`."""
    with table_file(path, "results", RESULTS) as table:
        results = ResultsFile(table)
        yield results
        results.finish()


class ResultsFile:
    """Collects batches of results and writes them in larger groups, which limits the memory in use."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[str | None, list[Results]] = {}  # by variant, like the two below
        self._settings: dict[str | None, MatchConfig] = {}
        self._written: dict[str | None, int] = {}

    def add(self, setting: MatchConfig, results: Results, variant: str | None = None) -> None:
        """Add the next matches of a setting. Each variant has one setting, and its matches are numbered from 0."""
        assert self._settings.setdefault(variant, setting) == setting, f"variant {variant!r} has two settings"
        kept = self._kept.setdefault(variant, [])
        kept.append(results)
        if sum(map(len, kept)) >= GROUP:
            self._write(variant)

    def finish(self) -> None:
        """Write the results that are still in memory."""
        for variant in self._kept:
            self._write(variant)

    def _write(self, variant: str | None) -> None:
        results = Results.joined(self._kept[variant])
        self._kept[variant] = []
        first = self._written.get(variant, 0)
        self._written[variant] = first + len(results)
        if len(results):
            self._table.write(len(results), _columns(self._settings[variant], results, first, variant))


def _columns(setting: MatchConfig, results: Results, first: int, variant: str | None) -> dict[str, Any]:
    """Return the values of each column by name: one for each match, or one for all."""
    seats = setting.seats
    matches = range(first, first + len(results))
    by_turn = [_players_by_seat(setting, match) for match in range(seats)]  # repeats after this many matches
    return {
        "variant": One(variant),
        "game": One(setting.game),
        "rules": One(setting.module.RULES),
        "seats": One(seats),
        "options": One(list(setting.options.items())),
        "players": [by_turn[match % seats] for match in matches],
        "seed": One(setting.seed % (1 << 64)),
        "match": np.arange(first, first + len(results)),
        **{name: getattr(results, name) for name in ("plies", "decisions", "turns", "leads")},
        "start": np.ma.masked_less(results.starts, 0),
        "ending": Coded(results.endings, setting.module.ENDINGS),
        "returns": results.shares[:, :seats],
        "scores": results.points[:, :seats],
    }


def _players_by_seat(setting: MatchConfig, match: int) -> list[str]:
    by_seat = {setting.seat_of(player, match): name for player, name in enumerate(setting.players)}
    return [by_seat[seat] for seat in range(setting.seats)]


class One(NamedTuple):
    """A single value for all rows."""

    value: Any


class Coded(NamedTuple):
    """Words as indices into a list."""

    indices: Any
    words: Sequence[str]


class Table:
    """A Parquet file being written."""

    def __init__(self, arrow: Any, writer: Any, schema: Any) -> None:
        self._arrow = arrow
        self._writer = writer
        self._schema = schema

    def write(self, rows: int, columns: dict[str, Any]) -> None:
        """Write one row group; `columns`: lists, arrays, matrices [row, seat], `One` or `Coded`, by name."""
        arrays = [self._array(columns[field.name], field.type, rows) for field in self._schema]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def write_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        """Write one row group from dicts by column name, or none if there are no rows; extra keys are ignored."""
        if rows:
            self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))

    def _array(self, values: Any, kind: Any, rows: int) -> Any:
        arrow = self._arrow
        if isinstance(values, One):
            plain = kind.value_type if arrow.types.is_dictionary(kind) else kind
            same = arrow.repeat(arrow.scalar(values.value, plain), rows)
            return same.dictionary_encode().cast(kind) if plain is not kind else same
        if isinstance(values, Coded):
            indices = arrow.array(np.asarray(values.indices), arrow.int32())
            return arrow.DictionaryArray.from_arrays(indices, list(values.words))
        if isinstance(values, np.ndarray) and values.ndim == 2:
            starts = np.arange(0, values.size + 1, values.shape[1], dtype=np.int32)
            return arrow.ListArray.from_arrays(starts, np.ascontiguousarray(values).ravel(), type=kind)
        if isinstance(values, np.ma.MaskedArray):
            return arrow.array(values.data, kind, mask=np.ma.getmaskarray(values))
        return arrow.array(values, kind)


@contextmanager
def table_file(path: Path, name: str, columns: Sequence[Column]) -> Iterator[Table]:
    """Open a table for writing; its file is created only if the block succeeds. Raises MissingExtra, `not-written`."""
    arrow, parquet = libraries()
    schema = schema_of(name, columns)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with parquet.ParquetWriter(draft, schema, compression="zstd") as writer:
            yield Table(arrow, writer, schema)
        draft.replace(path)
    except OSError as problem:
        raise not_written(path, problem) from problem
    finally:
        draft.unlink(missing_ok=True)


def not_written(path: Path, problem: OSError) -> errors.Refusal:
    """Return the refusal with the system's error message, because pyarrow's names the temporary file."""
    return errors.refuse("not-written", file=path, problem=os.strerror(problem.errno) if problem.errno else problem)


def schema_of(name: str, columns: Sequence[Column]) -> Any:
    """Return the columns of a table as a pyarrow schema. Raises MissingExtra."""
    arrow, _ = libraries()
    kinds = _types(arrow)
    fields = [
        arrow.field(column.name, kinds[column.kind], metadata={"meaning": column.meaning, "unit": column.unit})
        for column in columns
    ]
    return arrow.schema(fields, {"bussolotto.table": name, "bussolotto.version": str(VERSION)})


def _types(arrow: Any) -> dict[str, Any]:
    step = {"ply": arrow.int32(), "seat": arrow.int32(), "chance": arrow.bool_()}
    return {
        "steps": arrow.list_(arrow.struct({**step, "action": arrow.int32(), "text": arrow.string()})),
        "word": arrow.dictionary(arrow.int32(), arrow.string()),
        "text": arrow.string(),
        "flag": arrow.bool_(),
        "number": arrow.int32(),
        "long": arrow.int64(),
        "seed": arrow.uint64(),
        "names": arrow.list_(arrow.string()),
        "figures": arrow.list_(arrow.float64()),
        "options": arrow.map_(arrow.string(), arrow.string()),
    }


def libraries() -> tuple[Any, Any]:
    """Return the modules `pyarrow` and `pyarrow.parquet`. Raises MissingExtra."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
        from pyarrow import parquet
    except ImportError as problem:
        raise errors.refuse("missing-extra", extra="study") from problem
    return pa, parquet
