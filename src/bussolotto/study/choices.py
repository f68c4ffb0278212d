"""Which actions players choose how often, and how much their decisions matter: for one set of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.play.engines import Engine
from bussolotto.study import report, sample
from bussolotto.study.matches import Integers, MatchConfig

SIZE, SLOW_SIZE = 1_000, 60  # matches in the sample of compiled players, and of others
MOST_ACTIONS = 400  # that are told, the most frequent ones


class Counting:
    """Counts how often each action was possible and how often it was chosen, where there was a choice."""

    def __init__(self, actions: int) -> None:
        self.chosen, self.possible = np.zeros((2, actions), np.int64)
        self.decisions = 0

    def look(
        self, rows: Integers, states: npt.NDArray[Any], seats: Integers, actions: Integers, masks: npt.NDArray[np.uint8]
    ) -> None:
        """Count one decision in each of the matches `rows`."""
        several = masks.sum(axis=1, dtype=np.int64) > 1
        self.decisions += int(several.sum())
        self.chosen += np.bincount(actions[several], minlength=len(self.chosen))
        self.possible += masks[several].sum(axis=0, dtype=np.int64)


def choices_report(setting: MatchConfig, by: Engine) -> dict[str, Any]:
    """Return the actions by how often they were chosen, and the decisions that matter as in a study.

    `actions` has the text of each action, how often it was `chosen`, and how often it was `possible` with another one.
    """
    size = SIZE if setting.compiled else SLOW_SIZE
    counting = Counting(setting.module.ACTIONS)
    sample.watch(setting, size, counting)
    order = np.argsort(-counting.chosen, kind="stable")[:MOST_ACTIONS]
    return {
        "game": setting.game,
        "seats": setting.seats,
        "players": list(setting.players),
        "options": dict(setting.options),
        "matches": size,
        "decisions": counting.decisions,
        "matter": report.decisions_of(setting, by),
        "actions": [
            {
                "action": setting.module.say(0, code),
                "chosen": int(counting.chosen[code]),
                "possible": int(counting.possible[code]),
            }
            for code in order.tolist()
            if counting.possible[code]
        ],
    }
