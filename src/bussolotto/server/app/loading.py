"""Loads all games before a server answers: else whoever opens the first table of a game lets everybody wait for it."""

import logging

from bussolotto import players
from bussolotto.games import broken, game, names

PARTS = ("events", "policy")  # besides those that players are made of

log = logging.getLogger(__name__)


def load_games() -> None:
    """Load the rules and players of every game, and the parts that a match needs.

    A game that cannot be loaded is left to whoever wants to play it; those of other packages are told of.
    """
    for refusal in broken():
        log.warning("%s", refusal)
    for name in names():
        try:
            loaded = game(name)
            players.usual(loaded)
            for part in PARTS:
                loaded.part(part)
        except Exception as problem:  # noqa: BLE001  # games of other packages may fail in any way
            log.warning("the game %s cannot be loaded: %s", name, problem)
