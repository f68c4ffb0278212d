"""The levels of Abquetschen: of three players the hard one searches, by the game's valuation."""

from bussolotto.games.abquetschen.bot import Sensible
from bussolotto.players import Maker, careless
from bussolotto.players.planning import Planned

LEVELS: dict[str, Maker] = {
    "easy": careless(Sensible),
    "medium": Sensible,
    "hard": Planned(
        Sensible, iterations=400, exploration=0.05, playouts="value", seats=(3,)
    ),  # of four it gains nothing
}
