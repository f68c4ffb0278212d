"""The levels of Cincinnati."""

from bussolotto.games.cincinnati.bot import Sensible
from bussolotto.games.cincinnati.strong import Strong
from bussolotto.players import Maker, careless

LEVELS: dict[str, Maker] = {"easy": careless(Sensible), "medium": Sensible, "hard": Strong}
