"""The levels of Eintrichtern: how long a player remembers what it has seen in a funnel."""

from bussolotto.games.eintrichtern.bot import Sensible
from bussolotto.players import Maker, careless


class Forgetful(Sensible):
    """Remembers the last few funnels at most."""

    strength = 3.0


class Retentive(Sensible):
    """Forgets nothing."""

    strength = 1e9


LEVELS: dict[str, Maker] = {"easy": careless(Forgetful, 0.25), "medium": Sensible, "hard": Retentive}
