"""Batches of matches of several settings: what is kept is read, the rest is played, here or elsewhere, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bussolotto import engines
from bussolotto.study import keeping
from bussolotto.study.matches import Results, Setting, batch


class Task(NamedTuple):
    """A batch to be played."""

    setting: Setting
    number: int
    size: int


def tasks(setting: Setting, matches: int) -> list[Task]:
    """So many matches in batches."""
    size = setting.batch_size
    firsts = range(0, matches, size)
    return [Task(setting, number, min(size, matches - first)) for number, first in enumerate(firsts)]


def played(wanted: Sequence[Task], by: engines.Engine) -> Iterator[Results]:
    """The results of the tasks in their order."""
    kept = [keeping.holds(*task) for task in wanted]
    answers = by.map(_play, [task for task, here in zip(wanted, kept, strict=True) if not here])
    for task, here in zip(wanted, kept, strict=True):
        if here:
            yield keeping.read(*task) or _play(task)
        else:
            results = next(answers)
            keeping.write(task.setting, task.number, results)
            yield results


def _play(task: Task) -> Results:
    return batch(*task)
