"""What reviews are measured by, at a small count: mistakes agree at ten times the depth, planted blunders are named."""

import re
from pathlib import Path

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


def test_a_count_goes_on_where_it_was_interrupted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = str(tmp_path / "counts")
    for what in ("luck", "mistakes"):
        told(capsys, what, "--matches", "2", "--careless", "0.5", "--kept", kept)
    whole = [told(capsys, what, "--matches", "4", "--careless", "0.5") for what in ("luck", "mistakes")]
    again = [told(capsys, what, "--matches", "4", "--careless", "0.5", "--kept", kept) for what in ("luck", "mistakes")]
    for one, other in zip(whole, again, strict=True):
        assert [untimed(line) for line in one.splitlines()][-2:] == [untimed(line) for line in other.splitlines()][-2:]
    monkeypatch.setattr(reviews, "review", None)  # everything is there
    assert untimed(told(capsys, "luck", "--matches", "4", "--kept", kept)) == untimed(whole[0])


def untimed(text: str) -> str:
    return re.sub(r"[\d.]+ s a match", "", text)


def test_mistakes_agree_at_ten_times_the_depth(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "mistakes", "--matches", "2", "--careless", "0.5")
    found = re.search(r"(\d+) of (\d+) mistakes agree at 10 times the depth 1: 100.0%", said)
    assert found and found[1] == found[2] != "0"


def test_times_of_reviews_are_told_with_the_bound(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "times", "--matches", "2", "--depth", "0.1")
    found = re.fullmatch(
        rf"{GAME}, 2 seats: [\d.]+ s, at most ([\d.]+) s; processor time .*; 2 of 2 within 60 s at depth 0.1\n", said
    )
    assert found and float(found[1]) < 60


def test_only_times_are_measured_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        reviews.main(["luck"])
    assert "luck is measured of one game: name it" in capsys.readouterr().err


def test_planted_blunders_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "3 of 3 blunders planted" in told(capsys, "planted", "--matches", "3")
