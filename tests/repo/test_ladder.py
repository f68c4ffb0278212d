"""The ladder plays every level against every other, keeps what was played, and writes its table."""

import subprocess
from pathlib import Path

import pytest

import bussolotto
from tools import ladder

OTHER = "| Spilorcio | 2 | hard against medium | 1.0% ± 1.0% | 7 |"


def test_a_rung_is_played_once_and_stands_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, kept = tmp_path / "levels.md", tmp_path / "kept.jsonl"
    old = [*ladder.HEAD, "| My Dice - Your Dice | 2 | medium against easy | 1.0% ± 1.0% | 9 |", OTHER]
    page.write_text(f"before\n{ladder.BEGIN}{chr(10).join(old)}\n{ladder.END}\nafter\n", encoding="utf-8")
    arguments = ["--games", "my-dice-your-dice", "--matches", "4", "--kept", str(kept), "--page", str(page)]
    monkeypatch.setattr(ladder, "combinations", lambda levels, size: [("easy", "medium")])
    ladder.main(arguments)
    written = page.read_text(encoding="utf-8")
    assert "| My Dice - Your Dice | 2 | medium against easy | " in written and "| 9 |" not in written
    assert OTHER in written
    assert written.startswith("before\n") and written.endswith("after\n") and "| 4 |" in written
    with kept.open("a", encoding="utf-8") as file:
        file.write('["half')  # as when a run is stopped
    monkeypatch.setattr(ladder, "play", lambda rung: pytest.fail("it was played twice"))
    ladder.main(arguments)
    assert page.read_text(encoding="utf-8") == written


def test_a_two_way_share_is_even_where_both_win_as_often_at_any_table() -> None:
    third = {"share": 1 / 3, "se": 0.01}
    assert ladder.two_way(third, third) == {"share": pytest.approx(0.5), "se": pytest.approx(0.015)}


def test_what_hard_players_need_is_solved_first(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda words, check: run.append(words[2:]))
    monkeypatch.setattr(bussolotto.game("spilorcio").part("table"), "stored", lambda: None)
    for seats in (2, 3):
        ladder.solve_first(ladder.Rung("spilorcio", seats, "medium", "hard", 4))
    assert run == [["bussolotto", "solve", "spilorcio", "--board", "standard"]]


def test_both_ends_of_the_table_sizes_are_played() -> None:
    rungs = list(ladder.rungs_of("cincinnati", None, 4))
    assert {rung.seats for rung in rungs} == {3, 6} and len(rungs) == 6
