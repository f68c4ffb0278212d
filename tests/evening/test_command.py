"""The file of an evening on the command line."""

from pathlib import Path

import pytest

from bussolotto.play import notation
from tests.command_line import do, done
from tests.evening.playing import chained, record

GAMES = ("bunte-kuh", "cui-bono")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(notation.write_evening(record(chained(GAMES, 3)), [b"1", b"2"]))
    return path


def test_a_whole_evening_is_said_to_be_whole(file: Path) -> None:
    told = done("check", str(file)).output
    assert "evening.jsonl: an evening of 2 games, intact." in told
    for game in GAMES:
        assert f"evening.jsonl: {game}, " in told


def test_a_damaged_one_names_its_line(file: Path) -> None:
    data = file.read_bytes()
    at = data.index(b'"line":"points"')
    file.write_bytes(data[:at].replace(b'"ply":5,', b'"ply":6,') + data[at:])
    for command in ("check", "replay"):
        result = do(command, str(file))
        assert result.exit_code == 1
        assert "Line 7 of the match file is wrong." in result.output


def test_it_is_told_game_by_game_with_the_score(file: Path) -> None:
    told = done("replay", str(file)).output
    assert told.index("Game 1 of 2: bunte-kuh") < told.index("Score of the evening: ") < told.index("Game 2 of 2")
    evening = notation.parse_evening(file.read_bytes())
    last = " · ".join(f"Seat {seat} {float(total):g}" for seat, total in enumerate(evening.totals()))
    assert told.rstrip().endswith(f"Score of the evening: {last}")


def test_who_has_seen_enough_of_a_match_has_seen_enough(file: Path) -> None:
    told = done("replay", str(file), "--step").output  # nobody is there to press Enter
    assert "Turn 1" in told and "Turn 2" not in told and "Game 2" not in told
