"""Reviews of finished matches, for their pages, computed in the background and kept.

Of all of them what was found of each seat is handed on, to be stored.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from bussolotto.core.contract import Game
from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.server.match.background import Background, Progress, Start
from bussolotto.server.match.solving import Process

PROGRAM = "bussolotto.review"


class Kept(Protocol):
    """Where reviews are kept, as `KeptReviews` does."""

    def find(self, match: str, game: Game) -> bytes | None: ...

    def keep(self, match: str, game: Game, review: bytes) -> None: ...


class Reviews:
    """The reviews of one server. They hold no names: somebody may delete theirs."""

    def __init__(self, background: Background, kept: Kept, found: Callable[[str, bytes], None] | None = None) -> None:
        """`found` learns what was found of the seats of a match."""
        self._background = background
        self._kept = kept
        self._found = found

    def ask(self, match: str, game: Game, sender: str, record: Callable[[], Record]) -> Progress:
        """How far the review of a match is; it is begun if nobody has asked before.

        `record` returns the record of the match when it is needed. Raises `too-fast` where too many wait.
        """

        def begin(start: Start, target: Path) -> Process:
            source, played = target.with_name("match.jsonl"), record()
            nameless = replace(played, names=[""] * played.seats)
            source.write_bytes(notation.write(nameless, os.urandom(32)))
            return start(PROGRAM, str(source), str(target))

        def end(target: Path) -> None:
            self._kept.keep(match, game, target.read_bytes())
            if self._found is not None:
                self._found(match, target.with_name(f"{target.name}.seats").read_bytes())

        known = self.find(match, game)
        return known if known.state == "done" else self._background.ask(_name(match), sender, begin, end)

    def find(self, match: str, game: Game) -> Progress:
        """How far it is, if anybody has asked for it: `none` begins nothing."""
        known = self._background.find(_name(match))
        if known.state == "none" and (review := self._kept.find(match, game)) is not None:
            self._background.keep(_name(match), review)
            return self._background.find(_name(match))
        return known


def _name(match: str) -> str:
    """What the background calls the review of a match."""
    return f"review {match}"
