"""Hints and exact play in time: what they need is computed from when a match begins, not from when it is asked for."""

from bussolotto import players
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.solving import Solving
from bussolotto.server.table.live_matches import Follower
from bussolotto.server.table.tables import Tables

BEST = players.LEVELS[-1]  # plays without a mistake where the game is solved


class Preparing(Follower):
    """Prepares the hints of every match at a table that allows them, and exact play where a bot would use it."""

    def __init__(self, tables: Tables, planners: Planners, solving: Solving) -> None:
        self._tables = tables
        self._planners = planners
        self._solving = solving

    def admit(self, live: LiveMatch) -> None:
        """Begin to compile, once for each game, and to solve, once for each solution."""
        if live.over:
            return
        if self._tables.find(live.table).hints:
            self._planners.prepare_hints(live.match.game)
        if BEST in live.bots.values():
            self._planners.threads.submit(self._solving.begin, live.match.game, live.match.hidden(None))
