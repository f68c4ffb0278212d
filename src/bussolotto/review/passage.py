"""A match as it was played: its positions, its decisions, and what is known of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.play.notation import Record
from bussolotto.review.losses import Place
from bussolotto.review.worlds import Memories
from bussolotto.solve.advice import adviser


@dataclass
class Passage:
    """A match as it was played: the position before each ply and the last, and the decisions.

    `known`: by ply of a decision, the chance of winning of its seat after each action; None unless they are all known.
    """

    match: Match
    positions: list[bytes]
    places: list[Place]
    facts: dict[int, Any]
    known: dict[int, dict[int, float]] | None
    forced: int = 0

    @classmethod
    def through(cls, game: Game, record: Record) -> Passage:
        """Play the match again."""
        match = Match(game, record.seats, record.options)
        memories, positions = Memories(match), [bytes(match.state)]
        known: dict[int, dict[int, float]] | None = {} if record.seats == 2 else None
        passed = cls(match, positions, [], {}, known)
        for seat, action in record.steps:
            if seat != CHANCE:
                passed._note(seat, action, memories)
            match.play(seat, action)
            memories.watch(match)
            positions.append(bytes(match.state))
        return passed

    def _note(self, seat: int, action: int, memories: Memories) -> None:
        """Note the decision that is about to be played."""
        match, ply = self.match, self.match.version
        legal = match.legal(seat)
        if self.known is not None:
            values = adviser(match.game).worth(match.hidden(seat), seat, legal)
            self.known[ply] = dict(values)
            self.known = self.known if values else None
        if len(legal) > 1:
            self.places.append(Place(ply, seat, action, legal, self.positions[ply]))
            self.facts[ply] = memories.of(seat, ply)
        self.forced += len(legal) == 1

    def view(self, ply: int, seat: int) -> bytes:
        """What a seat could see after so many plies."""
        view = kernel.unpacked(self.match.game.STATE, self.positions[ply])
        self.match.game.hide(view, seat)
        return bytes(view)

    def digest(self, seed: int) -> int:
        """A number that this match and the seed determine, and that knows nothing of its dice."""
        said = repr((self.match.game.NAME, self.match.options, self.match.log, seed))
        return int.from_bytes(hashlib.sha256(said.encode()).digest()[:5])
