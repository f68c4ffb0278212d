"""The levels of Quarry: the hard one searches."""

from bussolotto.players import Maker, careless
from bussolotto.players.by_policy import ByPolicy
from bussolotto.players.planning import Planned

LEVELS: dict[str, Maker] = {
    "easy": careless(ByPolicy),
    "medium": ByPolicy,
    "hard": Planned(ByPolicy, iterations=2_000, playouts="policy"),
}
