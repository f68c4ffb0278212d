"""What a seat could know at a decision: positions that look to it as the true one does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.players import Player
from bussolotto.review.playouts import Floats
from bussolotto.solve.advice import best_player

EACH = 4  # matches that are played on from one guess; what is played is a multiple of it


class Worlds:
    """The positions from which a match may have gone on, numbered; the true one where nothing is hidden."""

    def __init__(self, game: Game, view: bytes, seat: int, seed: int, facts: Any = None, streams: int = 0) -> None:
        """`view`: what the seat saw; nothing else is read. `facts`: what it knows beyond that, as `guess` takes it.

        `streams`: the first of those by which matches are played on from here.
        """
        self.streams = streams
        self._game = game
        self._seat = seat
        self._rng = Random(seed)
        self._guess: Callable[..., None] = partial(vars(game)["guess"], facts=facts) if facts else game.guess
        self._view = view
        self._guessed: list[bytes] = []

    def chunks(self, first: int, count: int) -> Iterator[tuple[bytes, int, int]]:
        """Where these matches begin: a position, and which of them begin there, as first and count."""
        if not self._game.secrets:
            yield self._view, first, count
            return
        for start in range(first, first + count, EACH):
            yield self._at(start // EACH), start, EACH

    def grouped(self, values: Floats) -> Floats:
        """The means of matches that began at the same guess: they are not independent."""
        if not self._game.secrets:
            return values
        grouped: Floats = values.reshape(-1, EACH, *values.shape[1:]).mean(axis=1)
        return grouped

    def _at(self, number: int) -> bytes:
        while len(self._guessed) <= number:
            world = kernel.unpacked(self._game.STATE, self._view)
            self._game.hide(world, self._seat)  # again, so that nothing can be read by mistake
            self._guess(world, self._rng)
            self._guessed.append(bytes(world))
        return self._guessed[number]


class Memories:
    """What each seat's player would remember beyond its view, where that is of use to guess."""

    def __init__(self, match: Match) -> None:
        """`match` has not begun."""
        needed = self.needed(match.game)
        self._players: Sequence[Player] = [best_player(match.game) for _ in range(match.seats if needed else 0)]

    @staticmethod
    def needed(game: Game) -> bool:
        """Is there anything in this game that a good player remembers and a position does not show?"""
        return hasattr(best_player(game), "facts")

    def watch(self, match: Match) -> None:
        """Let all of them see the last ply."""
        for seat, player in enumerate(self._players):
            step = match.steps(seat, match.version - 1)[0]
            player.watch(match.hidden(seat), step.seat, step.action)

    def of(self, seat: int, plies: int) -> Any:
        """What this seat knows; None where that is nothing."""
        return self._players[seat].facts(Random(plies)) if self._players else None  # type: ignore[attr-defined]
