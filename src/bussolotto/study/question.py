"""Questions to the lab: what players choose, a sweep, or the search for a value, as they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bussolotto.sheets import game_from_sheet
from bussolotto.study import sweep, target
from bussolotto.study.matches import MatchConfig, validate


class Asked(NamedTuple):
    """A question. Its kind follows from what it has: nothing to sweep, options to sweep, or also a target."""

    base: MatchConfig
    axes: tuple[sweep.Axis, ...]
    target: target.Target | None

    @property
    def kind(self) -> str:
        """One of `choices`, `sweep` and `target`."""
        return "target" if self.target else "sweep" if self.axes else "choices"


def read_question(told: Mapping[str, Any], most_values: int, most_points: int) -> Asked:
    """Return a question with a value for every option: `game`, `players`, `options`, `seed`, `axes` and `target`.

    `sheet`: the rule sheet that the game is, where it has not been read in this process.
    Raises what `matches.validate` and `sweep.complete` raise, `bad-target` and `unknown-effect`.
    """
    if told.get("sheet"):
        game_from_sheet(told["sheet"])
    base = validate(MatchConfig(told["game"], tuple(told["players"]), told["seed"], told["options"]))
    axes = tuple(sweep.Axis(axis["option"], tuple(axis["values"])) for axis in told["axes"])
    goal = told.get("target")
    if not axes and not goal:
        return Asked(base, (), None)
    asked = sweep.complete(sweep.Sweep(base, axes), most_values, most_points)
    wanted = target.read_target(asked, f"{goal['measure']}={goal['value']}") if goal else None
    return Asked(asked.base, axes, wanted)
