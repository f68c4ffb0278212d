"""The sensible player of Your Game as a rule, so that it compiles together with the game.

Studies, batches and vector environments then play it at the speed of the rules; the bot asks the same function.
"""

from typing import Any

from bussolotto.core.kernel import rule
from bussolotto.play.policies import no_tables as tables

from bussolotto.cli.templates.your_game import game  # isort: skip

__all__ = ["NAME", "decide", "tables"]

NAME = "sensible"


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """Roll as long as the next roll adds more on average than it may take away."""
    points = int(s.points[seat])
    safe = min(int(s.target) - points, game.OUTCOMES)  # this many faces keep the points
    added, lost = safe * (safe + 1) // 2, (game.OUTCOMES - safe) * points
    return game.ROLL if added > lost else game.STAY
