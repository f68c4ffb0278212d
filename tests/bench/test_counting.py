"""Counts that go on where they were interrupted."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.depth import count
from tools import fair_dice, tamper
from tools.counting import counted


def squares(numbers: Sequence[int]) -> Iterator[int]:
    yield from (number * number for number in numbers)


def nothing(numbers: Sequence[int]) -> Iterator[int]:
    assert not numbers, "it is known"
    return iter(())


def test_what_was_counted_is_not_counted_again(tmp_path: Path) -> None:
    file = tmp_path / "counts"
    assert list(counted(file, "squares", range(3), squares)) == [(0, 0), (1, 1), (2, 4)]
    assert list(counted(file, "squares", range(3), nothing)) == [(0, 0), (1, 1), (2, 4)]
    with pytest.raises(AssertionError):
        list(counted(file, "others", range(3), nothing))
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"of": "squares", "part": 3, "fou')  # cut off by a crash
    assert list(counted(file, "squares", range(2, 5), squares)) == [(2, 4), (3, 9), (4, 16)]
    assert list(counted(file, "squares", range(5), nothing))[-1] == (4, 16)
    assert list(counted(None, "squares", range(2), squares)) == [(0, 0), (1, 1)]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("buy milk\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 1 of .*notes was not written by a count: 'buy milk'"):
        list(counted(file, "squares", range(2), squares))
    assert file.read_text(encoding="utf-8") == "buy milk\n"


def test_forgeries_and_dice_are_counted_in_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, number = tmp_path / "counts", count(short=2, full=8)
    assert [tamper.main(["--count", str(many), "--kept", str(file)]) for many in (1, number)] == [0, 0]
    assert capsys.readouterr().out.count(f"caught {number} of {number}") == 2 * len(tamper.JUDGES)
    assert [fair_dice.main(["--count", "3000", "--kept", str(file), "cui-bono"]) for _ in range(2)] == [0, 0]
    first, again = capsys.readouterr().out.splitlines()
    assert first == again and first.startswith("cui-bono: 3,000 dice, chi-square")
