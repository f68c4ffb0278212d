"""The levels of Spilorcio: the hard one plays by the solution where there is one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.spilorcio.advice import advise
from bussolotto.games.spilorcio.bot import Sensible
from bussolotto.players import Maker, careless


class Perfect(Sensible):
    """Plays what wins most often, for two on the standard board once it has been solved here; elsewhere sensibly."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and the time a person would need."""
        choice = super().choose(view, legal, rng)
        found = advise(view, view.turn, legal) if view.seats == 2 else None
        return (found["best"][0], choice[1]) if found and found["best"] else choice


LEVELS: dict[str, Maker] = {"easy": careless(Sensible), "medium": Sensible, "hard": Perfect}
