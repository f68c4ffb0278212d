"""The ladder plays every level against every other, keeps what was played, and writes its table."""

import subprocess
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto.play import engines
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
    monkeypatch.setattr(ladder, "play", lambda rung, parts: pytest.fail("it was played twice"))
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


def test_a_rung_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung, parts = ladder.Rung("my-dice-your-dice", 2, "easy", "medium", 8), tmp_path / "parts.jsonl"
    asked: list[int] = []
    most = 1

    class Stopped(engines.Here):
        def map(self, function: Any, items: Any) -> Iterator[Any]:
            asked.append(len(items))
            for number, item in enumerate(items):
                if number == most:
                    raise KeyboardInterrupt
                yield function(item)

    monkeypatch.setattr(engines, "engine", lambda *_, **__: nullcontext(Stopped()))
    with pytest.raises(KeyboardInterrupt):
        ladder.play(rung, parts)
    most = -1
    whole = ladder.play(rung, parts)
    assert asked[0] == asked[1] + 1 and whole["matches"] == 8
    assert ladder.play(rung, tmp_path / "other.jsonl") == whole
