"""Which actions players choose how often, and how much their decisions matter: for one set of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.play.engines import Engine
from bussolotto.play.match import Match
from bussolotto.study import decisions, report, sample
from bussolotto.study.effects import Floats, figure
from bussolotto.study.matches import Integers, MatchConfig

SIZE, SLOW_SIZE = 1_000, 60  # matches in the sample of compiled players, and of others
DRAWN, ROLLOUTS = 480, 16  # decisions of compiled players that are played on, and how often: many places, each roughly
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
    """Return the actions by how often they were chosen, the decisions that matter as in a study, and the opening.

    `actions` has the text of each action, how often it was `chosen`, and how often it was `possible` with another one;
    `drawn` is how often it was among the decisions that were played on, `square` the mean square of the change that
    another choice would have made there to the chance of winning, without the part added by chance alone.
    `opening` is the position before the first ply, for a board to be drawn.
    """
    size = SIZE if setting.compiled else SLOW_SIZE
    counting = Counting(setting.module.ACTIONS)
    sample.watch(setting, size, counting)
    matter, drawn, squares = _matter(setting, by)
    order = np.argsort(-counting.chosen, kind="stable")[:MOST_ACTIONS]
    return {
        "game": setting.game,
        "seats": setting.seats,
        "players": list(setting.players),
        "options": dict(setting.options),
        "opening": Match(setting.module, setting.seats, setting.options).view(None),
        "matches": size,
        "decisions": counting.decisions,
        "matter": matter,
        "actions": [
            {
                "action": setting.module.say(0, code),
                "chosen": int(counting.chosen[code]),
                "possible": int(counting.possible[code]),
                "drawn": int(drawn[code]),
                "square": figure(squares[code]),
            }
            for code in order.tolist()
            if counting.possible[code]
        ],
    }


def _matter(setting: MatchConfig, by: Engine) -> tuple[dict[str, Any], Integers, Floats]:
    """Return the decisions that matter; how often each action was drawn; and the mean squares, 0 for those never."""
    size, rollouts = (DRAWN, ROLLOUTS) if setting.compiled else (SLOW_SIZE, decisions.ROLLOUTS)
    found = sample.draw(setting, size)
    worth = decisions.worth(setting, found, by, rollouts)
    told = report.decisions_told(found, worth, rollouts)
    actions = setting.module.ACTIONS
    if worth is None:
        return told, np.zeros(actions, np.int64), np.zeros(actions)
    chosen = found.actions[found.seats >= 0]
    drawn = np.bincount(chosen, minlength=actions)
    sums = np.bincount(chosen, weights=worth.values**2 - worth.errors**2, minlength=actions)
    return told, drawn, sums / np.maximum(drawn, 1)
