"""Finished reviews in the database, so that each is made once, whatever becomes of the server meanwhile."""

import logging

from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal
from bussolotto.review.edition import edition
from bussolotto.server.clock import ServerClock
from bussolotto.server.store import review_rows
from bussolotto.server.store.database import Store

log = logging.getLogger(__name__)


class KeptReviews:
    """The reviews that a server has kept."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def find(self, match: str, game: Game) -> bytes | None:
        """The review of a match as JSON, without names; None where these rules and this code have made none."""
        return review_rows.find(self._store, match, edition(game))

    def keep(self, match: str, game: Game, review: bytes) -> None:
        """Keep the review of a match."""
        row = review_rows.keep(match, edition(game), review, self._clock.wall_s())

        def stored(refusal: Refusal | None) -> None:
            if refusal is not None:
                log.warning("the review of %s was not kept: %s", match, refusal)
            elif self._store.watch is not None:
                self._store.watch.note_readable(review_rows.KIND, match)

        self._store.put(None, [row], stored)
