"""The levels of Abquetschen: the hard one compares whole turns, by the game's valuation."""

from collections.abc import Sequence
from typing import Any

from bussolotto.games.abquetschen import game
from bussolotto.games.abquetschen.bot import Sensible
from bussolotto.games.abquetschen.policy import FAR
from bussolotto.players import Maker, careless
from bussolotto.players.planning import Planned


def opened(view: Any, legal: Sequence[int]) -> int | None:
    """Return the opening nearest to the middle. By what comes a few rolls later others would look better, and lose."""
    if view.phase != game.OPENING:
        return None
    return min(legal, key=lambda action: FAR[view.lattice][action - game.OPEN])


LEVELS: dict[str, Maker] = {
    "easy": careless(Sensible),
    "medium": Sensible,
    "hard": Planned(Sensible, iterations=3_000, playouts="turns", known=opened),
}
