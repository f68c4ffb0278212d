"""The sensible player of Würfelmarsch: what it does is in `policy.py`."""

from bussolotto.players.by_policy import ByPolicy


class Sensible(ByPolicy):
    """One seat of a match."""

    think_ms = (700, 2000)


PLAYERS = {"sensible": Sensible}
