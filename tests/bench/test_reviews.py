"""What reviews are measured by, at a small count: mistakes agree at ten times the depth, planted blunders are named."""

import re

import pytest

from bench import reviews

GAME = "my-dice-your-dice"  # solved, so all of it is exact


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        reviews.main([*arguments[:1], GAME, *arguments[1:]])
    return capsys.readouterr().out


def test_luck_of_one_is_bad_luck_of_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    lucks = re.findall(r"luck ([+-][\d.]+) ±", told(capsys, "luck", "--matches", "6"))
    assert len(lucks) == 2 and float(lucks[0]) == -float(lucks[1]) != 0


def test_mistakes_agree_at_ten_times_the_depth(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "mistakes", "--matches", "2", "--careless", "0.5")
    found = re.search(r"(\d+) of (\d+) mistakes agree at 10 times the depth 1: 100.0%", said)
    assert found and found[1] == found[2] != "0"


def test_planted_blunders_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "3 of 3 blunders planted" in told(capsys, "planted", "--matches", "3")
