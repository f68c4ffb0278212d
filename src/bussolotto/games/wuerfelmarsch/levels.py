"""The levels of Würfelmarsch: the hard player looks some five moves ahead."""

from bussolotto.games.wuerfelmarsch.bot import Sensible
from bussolotto.players import Maker, careless
from bussolotto.players.planning import Planned

LEVELS: dict[str, Maker] = {
    "easy": careless(Sensible),
    "medium": Sensible,
    "hard": Planned(Sensible, iterations=30_000, playouts="lookahead"),
}
