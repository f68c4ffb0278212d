"""Tables of matches and of results: what pandas and DuckDB read is what the JSON says; whole files or none."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet as arrow_parquet  # type: ignore[import-untyped]

import bussolotto
from bussolotto.cli.words import INTERRUPTED
from bussolotto.core import chance, errors
from bussolotto.core.kernel import SPECTATOR
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.server.store import files
from bussolotto.study import matches, parquet, parquet_matches, simulate
from bussolotto.study.matches import MatchConfig, validate
from tests import processes
from tests.command_line import do, done
from tests.refusals import refused
from tests.repo.sources import ROOT

RANDOM = validate(MatchConfig("spilorcio", ("random",) * 3, 5))
BOTS = validate(MatchConfig("spilorcio", ("sensible", "random"), 5))


def played(game: str, seats: int, seed: int, plies: int | None = None) -> Match:
    """A match at random, to its end or for so many plies."""
    match = Match(bussolotto.game(game), seats)
    dice, rng = chance.Fast(seed), Random(seed)
    while not match.over and (plies is None or match.version < plies):
        if not match.fall(dice):
            seat = rng.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
            match.play(seat, rng.choice(match.legal(seat)))
    return match


def record(match: Match) -> notation.Record:
    """The same as it is written down."""
    return notation.record_of(match, [f"player {seat}" for seat in range(match.seats)])


def rows(query: str, *files: Path) -> list[tuple[Any, ...]]:
    """What DuckDB answers; {} stands for a file."""
    asked = query.format(*(f"'{file.absolute()}'" for file in files))
    command = [sys.executable, "-m", "tests.duckdb_rows", asked]
    answer = processes.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return [tuple(row) for row in json.loads(answer.stdout)]


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """500 matches in five batches, row groups of 200."""
    monkeypatch.setattr(parquet, "GROUP", 200)
    monkeypatch.setattr(matches, "COMPILED_BATCH", 100)
    file = tmp_path / "results.parquet"
    parquet.write_results(file, RANDOM, (matches.batch(RANDOM, number, 100) for number in range(5)))
    return file


class TestResults:
    def test_duckdb_and_pandas_find_what_the_summary_says(self, results: Path) -> None:
        summary = simulate.simulate(RANDOM, 500, workers=1)
        mean, most, wins = rows("SELECT avg(plies), max(turns), avg(returns[2]) FROM {}", results)[0]
        assert (mean, most) == (
            pytest.approx(summary["length"]["plies"]["mean"]),
            summary["length"]["turns"]["quantiles"]["100"],
        )
        assert wins == pytest.approx(summary["wins"]["by_seat"][1]["share"])
        endings = dict(rows("SELECT ending, count(*) FROM {} GROUP BY ending", results))
        assert endings == {word: count for word, count in summary["endings"]["by_reason"].items() if count}
        table = pd.read_parquet(results)
        assert np.stack(table["scores"])[:, 0].mean() == pytest.approx(summary["scores"]["by_seat"][0]["mean"])
        assert dict(table["options"][0]) == summary["options"]
        constant = ("game", "rules", "seats", "seed")
        assert [table[name].unique().tolist() for name in constant] == [[summary[name]] for name in constant]

    def test_every_number_is_that_of_the_matches(self, results: Path) -> None:
        table = pd.read_parquet(results)
        played = matches.Results.joined([matches.batch(RANDOM, number, 100) for number in range(5)])
        for name in ("plies", "decisions", "turns", "leads"):
            assert table[name].tolist() == getattr(played, name).tolist(), name
        assert table["start"].tolist() == played.starts.tolist()
        assert np.array_equal(np.stack(table["returns"]), played.shares[:, :3])
        assert table["match"].tolist() == list(range(500))

    def test_players_are_named_where_they_sat(self, tmp_path: Path) -> None:
        file = tmp_path / "bots.parquet"
        with parquet.write_as_played(file, MatchConfig("spilorcio", ("sensible", "random"), 5)) as told:
            summary = simulate.simulate(BOTS, 30, 1, on_results=told)
        query = (
            "SELECT player, avg(share) FROM (SELECT unnest(players) player, unnest(returns) share FROM {}) GROUP BY 1"
        )
        wins = {won["player"]: pytest.approx(won["share"]) for won in summary["wins"]["by_player"]}
        assert dict(rows(query, file)) == wins

    def test_ctrl_c_keeps_the_matches_that_are_done(
        self, monkeypatch: pytest.MonkeyPatch, in_an_empty_folder: None
    ) -> None:
        def interrupted(setting: MatchConfig, *_: object) -> Iterator[matches.Results]:
            yield matches.batch(setting, 0, 20)
            raise KeyboardInterrupt

        monkeypatch.setattr(simulate, "play_batches", interrupted)
        assert do("simulate", "spilorcio", "--matches", "50", "--parquet", "results.parquet").exit_code == INTERRUPTED
        assert rows("SELECT count(*), max(match) FROM {}", Path("results.parquet")) == [(20, 19)]

    def test_groups_are_written_on_the_way(self, results: Path) -> None:
        """500 matches in groups of 200 or more: only so many are ever held."""
        file = arrow_parquet.ParquetFile(results)
        assert [file.metadata.row_group(group).num_rows for group in range(3)] == [200, 200, 100]

    def test_variants_lie_in_one_file_and_are_counted_apart(self, tmp_path: Path) -> None:
        file = tmp_path / "study.parquet"
        short = validate(MatchConfig("spilorcio", ("random",) * 3, 5, {"board": "short"}))
        with parquet.results_file(file) as table:
            for number in range(2):
                table.add(RANDOM, matches.batch(RANDOM, number, 10), "base")
                table.add(short, matches.batch(short, number, 10), "board=short")
        query = (
            "SELECT variant, options['board'], min(match), max(match), count(*) FROM {} GROUP BY ALL ORDER BY variant"
        )
        assert rows(query, file) == [("base", "standard", 0, 19, 20), ("board=short", "short", 0, 19, 20)]

    def test_a_match_without_a_decision_has_no_start(self, tmp_path: Path) -> None:
        nobody = matches.Results.room(1)
        nobody.starts[:] = -1
        parquet.write_results(tmp_path / "none.parquet", RANDOM, nobody)
        assert rows("SELECT start, plies FROM {}", tmp_path / "none.parquet") == [(None, 0)]


class TestMatches:
    @pytest.fixture
    def two(self) -> list[tuple[str, notation.Record]]:
        return [(name, record(played("spilorcio", 3, seed))) for name, seed in (("first", 1), ("second", 2))]

    def test_steps_are_those_of_the_match_file(self, two: list[tuple[str, notation.Record]], tmp_path: Path) -> None:
        for file in parquet_matches.write_matches(tmp_path / "tables", two):
            assert file.exists()
        lines = [json.loads(line) for line in notation.write(two[1][1], b"key").splitlines()]
        query = "SELECT ply, seat, action, text FROM {} WHERE match = 'second' ORDER BY ply"
        wanted = [tuple(line[name] for name in ("ply", "seat", "action", "text")) for line in lines[1:-1]]
        assert rows(query, tmp_path / "tables" / "steps.parquet") == wanted
        told = pd.read_parquet(tmp_path / "tables" / "matches.parquet").iloc[1]
        header, end = lines[0], lines[-1]["end"]
        assert [told[name] for name in ("game", "rules", "seats")] == [
            header[name] for name in ("game", "rules", "seats")
        ]
        assert list(told["players"]) == header["names"] and dict(told["options"]) == header["options"]
        assert [list(told["returns"]), list(told["scores"]), told["reason"]] == [end["returns"], end["scores"], "rules"]

    def test_counts_are_those_of_the_steps(self, two: list[tuple[str, notation.Record]], tmp_path: Path) -> None:
        parquet_matches.write_matches(tmp_path, two)
        query = """SELECT plies, decisions, start, (SELECT count(*) FROM {1} s WHERE s.match = m.match),
            (SELECT count(*) FROM {1} s WHERE s.match = m.match AND NOT chance),
            (SELECT seat FROM {1} s WHERE s.match = m.match AND NOT chance ORDER BY ply LIMIT 1) FROM {0} m"""
        for told in rows(query, tmp_path / "matches.parquet", tmp_path / "steps.parquet"):
            assert told[:3] == told[3:]

    def test_chance_is_a_flag_of_its_own(self, two: list[tuple[str, notation.Record]], tmp_path: Path) -> None:
        parquet_matches.write_matches(tmp_path, two)
        query = "SELECT DISTINCT chance, seat = 15 FROM {} ORDER BY chance"
        assert rows(query, tmp_path / "steps.parquet") == [(False, False), (True, True)]

    def test_a_file_holds_the_same_as_a_folder(self, two: list[tuple[str, notation.Record]], tmp_path: Path) -> None:
        parquet_matches.write_matches(tmp_path / "one.parquet", two)
        parquet_matches.write_matches(tmp_path, two)
        query = "SELECT match, unnest(steps, recursive := true) FROM {}"
        assert rows(query, tmp_path / "one.parquet") == rows("SELECT * FROM {}", tmp_path / "steps.parquet")
        query = "SELECT * EXCLUDE (steps) FROM {}"
        assert rows(query, tmp_path / "one.parquet") == rows("SELECT * FROM {}", tmp_path / "matches.parquet")

    def test_a_match_that_goes_on_tells_what_a_spectator_sees(self, tmp_path: Path) -> None:
        """Eintrichtern: the dice of the base lie hidden until the last of them lies."""
        match = played("eintrichtern", 4, 1, 10)
        assert not match.over and any(step.action is None for step in match.steps(SPECTATOR))
        parquet_matches.write_matches(tmp_path, [("running", record(match))])
        told = rows("SELECT seat, action, text FROM {} ORDER BY ply", tmp_path / "steps.parquet")
        assert told == [tuple(step) for step in match.steps(SPECTATOR)]
        assert rows("SELECT reason, ending, returns, scores FROM {}", tmp_path / "matches.parquet") == [(None,) * 4]

    def test_a_match_of_unknown_rules_tells_nothing_while_it_goes_on(self, tmp_path: Path) -> None:
        running = record(played("spilorcio", 2, 1, 30))
        running.rules += 1
        steps = len(running.steps)
        parquet_matches.write_matches(tmp_path, [("old", running)])
        assert rows("SELECT count(*), count(action), count(text) FROM {}", tmp_path / "steps.parquet") == [
            (steps, 0, 0)
        ]

    def test_the_command_takes_names_of_the_server(
        self, two: list[tuple[str, notation.Record]], monkeypatch: pytest.MonkeyPatch, in_an_empty_folder: None
    ) -> None:
        stored = dict(two)
        monkeypatch.setattr(files, "read_record", lambda folder, name: (stored[name], b"key"))
        output = done("export", "second", "first", "--data", "d", "--parquet", "evening").output
        assert output == "Written: evening/matches.parquet\nWritten: evening/steps.parquet\n"
        assert rows("SELECT match FROM {}", Path("evening", "matches.parquet")) == [("second",), ("first",)]

    def test_the_command_takes_files_and_says_what_it_wrote(self, tmp_path: Path, in_an_empty_folder: None) -> None:
        Path("evening.jsonl").write_bytes(notation.write(record(played("spilorcio", 2, 1)), b"key"))
        assert done("export", "evening.jsonl", "--parquet", "a.parquet").output == "Written: a.parquet\n"
        assert rows("SELECT match FROM {}", Path("a.parquet")) == [("evening",)]
        both = do("export", "evening.jsonl", "other")
        assert both.exit_code == 2 and "not 2" in both.output


class TestFiles:
    def test_what_fails_leaves_the_old_file_and_nothing_else(self, results: Path) -> None:
        before = results.read_bytes()
        with pytest.raises(ZeroDivisionError), parquet.results_file(results) as table:
            table.add(RANDOM, matches.batch(RANDOM, 0, 100))
            1 / 0  # noqa: B018
        assert results.read_bytes() == before
        assert list(results.parent.iterdir()) == [results]

    def test_a_record_that_is_damaged_leaves_no_folder(self, tmp_path: Path) -> None:
        damaged = record(played("spilorcio", 2, 1))
        damaged.steps[3] = (0, 0)
        with pytest.raises(errors.DamagedFile):
            parquet_matches.write_matches(tmp_path / "new", [("damaged", damaged)])
        assert not list(tmp_path.iterdir())

    def test_what_cannot_be_written_is_said_in_a_sentence(self, in_an_empty_folder: None) -> None:
        result = do("simulate", "spilorcio", "--matches", "3", "--parquet", "nowhere/results.parquet")
        assert result.exit_code == 2 and "nowhere/results.parquet cannot be written" in result.output
        Path("file").touch()
        with refused("not-written"):
            parquet_matches.write_matches(Path("file"), [])

    def test_without_the_library_the_extra_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        for write in (
            lambda: parquet.write_results(tmp_path / "a.parquet", RANDOM, matches.Results.room(1)),
            lambda: parquet_matches.write_matches(tmp_path / "folder", []),
        ):
            with pytest.raises(errors.MissingExtra, match="study"):
                write()
        assert not list(tmp_path.iterdir())


class TestSchema:
    TABLES = (
        ("results", parquet.RESULTS),
        ("matches", parquet_matches.MATCHES),
        ("steps", parquet_matches.STEPS),
    )

    @pytest.mark.parametrize(("name", "columns"), TABLES)
    def test_the_page_tells_every_column(self, name: str, columns: tuple[parquet.Column, ...]) -> None:
        page = (ROOT / "docs" / "parquet.md").read_text(encoding="utf-8")
        section = page.partition(f"## `{name}`")[2].partition("\n## ")[0]
        told = re.findall(r"^\| `(\w+)` \| ([\w<>, ]+) \| (.*?) \| ?(.*?) ?\|$", section, re.MULTILINE)
        schema = parquet.schema_of(name, columns)
        kinds = [str(field.type).replace("item: ", "") for field in schema]
        kinds = [re.sub(r"dictionary<values=string.*", "string", kind) for kind in kinds]
        wanted = [(each.name, kind, each.meaning, each.unit) for each, kind in zip(columns, kinds, strict=True)]
        assert told == wanted

    def test_files_say_what_they_hold(self, results: Path) -> None:
        schema = arrow_parquet.read_schema(results)
        assert schema.metadata[b"bussolotto.table"] == b"results"
        assert schema.metadata[b"bussolotto.version"] == str(parquet.VERSION).encode()
        assert schema.field("plies").metadata[b"unit"] == b"plies"
        assert all(field.metadata[b"meaning"] for field in schema)
        assert str(schema.field("ending").type).startswith("dictionary")
