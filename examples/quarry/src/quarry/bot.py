"""The bots of Quarry beside `random`, the weakest first."""

from bussolotto.players.by_policy import ByPolicy

PLAYERS = {"sensible": ByPolicy}
