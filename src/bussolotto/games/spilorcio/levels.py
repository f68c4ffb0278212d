"""The levels of Spilorcio: the hard one plays by the solution where there is one, else by what it has learned."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from bussolotto.games.spilorcio import judgement
from bussolotto.games.spilorcio import solver as solve
from bussolotto.games.spilorcio.advice import advise
from bussolotto.games.spilorcio.bot import Sensible
from bussolotto.players import Maker, careless


class Strong(Sensible):
    """Plays what wins most often: for two on the standard board, once that is solved here, without a mistake.

    Elsewhere it computes exactly what this turn can bring, and judges the positions after it by what it has learned. Of
    matches with a reserve that is used up, as some boards of one's own have them, it knows too little; there it judges
    as the medium one does.
    """

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and the time a person would need."""
        choice = super().choose(view, legal, rng)
        found = advise(view, view.turn, legal) if view.seats == 2 else None
        return (found["best"][0], choice[1]) if found and found["best"] else choice

    def worth(self, view: Any) -> solve.Worth:
        """The chances of winning in positions after this turn."""
        net = judgement.net(view.seats) if view.reserve >= solve.PLENTY else None
        return partial(judgement.values, seat=view.turn, net=net) if net else super().worth(view)


LEVELS: dict[str, Maker] = {"easy": careless(Sensible), "medium": Sensible, "hard": Strong}
