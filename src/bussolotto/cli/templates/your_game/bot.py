"""The bots of Your Game beside `random`, the weakest first."""

from bussolotto.players.by_policy import ByPolicy

PLAYERS = {"sensible": ByPolicy}
