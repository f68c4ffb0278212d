"""The levels of Cui bono?: the hard one searches."""

from bussolotto.games.cui_bono.bot import Sensible
from bussolotto.players import Maker, careless
from bussolotto.players.planning import Planned

LEVELS: dict[str, Maker] = {
    "easy": careless(Sensible),
    "medium": Sensible,
    "hard": Planned(Sensible, iterations=4_000),
}
