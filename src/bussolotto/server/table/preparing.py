"""Hints in time: what they need is compiled from when a match begins, not from when it is asked for."""

from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import Planners
from bussolotto.server.table.live_matches import Follower
from bussolotto.server.table.tables import Tables


class Preparing(Follower):
    """Prepares the hints of every match at a table that allows them."""

    def __init__(self, tables: Tables, planners: Planners) -> None:
        self._tables = tables
        self._planners = planners

    def admit(self, live: LiveMatch) -> None:
        """Begin to compile, once for each game."""
        if not live.over and self._tables.find(live.table).hints:
            self._planners.prepare_hints(live.match.game)
