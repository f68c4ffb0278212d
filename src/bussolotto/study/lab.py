"""A study as a program, for servers: `python -m bussolotto.study.lab QUESTION TARGET` writes what it finds to TARGET.

The question is JSON, as `question.read_question` reads it. TARGET is replaced again and again while matches are played,
at last when all is known; its `stopped` says so. While the game is compiled, it has only `compiling`, a number that
grows.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bussolotto.play import compiling, engines
from bussolotto.study import choices, sweep, sweep_report, target
from bussolotto.study.question import Asked, read_question

SLOW_MATCHES = 1_000  # at each value, where players are not compiled
OFTEN_S = 0.3  # how often what is known is written at most


def answer(asked: Asked, by: engines.Engine, tell: Callable[[Callable[[], dict[str, Any]]], None]) -> dict[str, Any]:
    """Return the answer. Meanwhile `tell` is called with a function that returns what is known so far."""
    if asked.kind == "choices":
        return {**choices.choices_report(asked.base, by), "stopped": "matches"}
    wanted = sweep.Sweep(asked.base, asked.axes)
    if not wanted.compiled:
        wanted = replace(wanted, matches=SLOW_MATCHES)
    if asked.target:
        found = target.search(wanted, asked.target, by, lambda now: tell(lambda: sweep_report.search_report(now)))
        return sweep_report.search_report(found)
    left = Left()

    def progress(now: sweep.SweepResult) -> None:
        left_s = left(now.done)
        tell(lambda: {**sweep_report.sweep_report(now), "left_s": left_s})

    result = sweep.run(wanted, by, progress)
    return sweep_report.sweep_report(result)


class Left:
    """How long a sweep still takes at most, as it has gone since its first matches. Before them rules are compiled."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._first: tuple[float, float] | None = None

    def __call__(self, done: float) -> float | None:
        """Return the seconds that are left, when so much is done, from 0 to 1; None where nobody knows yet."""
        now_s = self._now_s()
        if self._first is None:
            self._first = (done, now_s)
        before, since_s = self._first
        return (now_s - since_s) / (done - before) * (1 - done) if done > before else None


class Telling:
    """Replaces a file by what is known, not too often."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at_s = 0.0

    def __call__(self, known: Callable[[], dict[str, Any]]) -> None:
        """Write what this function returns, unless something was written just before."""
        now_s = time.monotonic()
        if now_s - self._at_s >= OFTEN_S:
            self._at_s = now_s
            self.write(known())

    def write(self, known: Mapping[str, Any]) -> None:
        """Write this, whole or not at all."""
        draft = self._file.with_name(f"{self._file.name}.new")
        draft.write_text(json.dumps(known), encoding="utf-8")
        draft.replace(self._file)


def main(arguments: Sequence[str]) -> None:
    """Answer the question in a file, on one core."""
    source, file = map(Path, arguments)
    telling = Telling(file)
    told = json.loads(source.read_text(encoding="utf-8"))
    asked = read_question(told, sweep.MOST_SEARCHED, sweep.MOST_SEARCHED)  # the server has its own bounds
    with compiling.watched(lambda _, count: telling(lambda: {"compiling": count})):
        telling.write(answer(asked, engines.Here(), telling))


if __name__ == "__main__":
    main(sys.argv[1:])
