"""The sensible player of Cui bono?: what it does is in `policy.py`."""

from bussolotto.players.by_policy import ByPolicy


class Sensible(ByPolicy):
    """One seat of a match."""

    think_ms = (900, 1800)


PLAYERS = {"sensible": Sensible}
