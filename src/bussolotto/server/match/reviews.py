"""Reviews of finished matches, for their pages, computed in the background.

Of all of them what was found of each seat is handed on, to be stored.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.server.match.background import Background, Process, Progress, Start

PROGRAM = "bussolotto.review"


class Reviews:
    """The reviews of one server."""

    def __init__(self, background: Background, found: Callable[[str, bytes], None] | None = None) -> None:
        """`found` learns what was found of the seats of a match."""
        self._background = background
        self._found = found

    def ask(self, match: str, sender: str, record: Callable[[], Record]) -> Progress:
        """How far the review of a match is; it is begun if nobody has asked before.

        `record` returns the record of the match when it is needed. Raises `too-fast` where too many wait.
        """

        def begin(start: Start, target: Path) -> Process:
            source = target.with_name("match.jsonl")
            source.write_bytes(notation.write(record(), os.urandom(32)))
            return start(PROGRAM, str(source), str(target))

        def end(target: Path) -> None:
            if self._found is not None:
                self._found(match, target.with_name(f"{target.name}.seats").read_bytes())

        return self._background.ask(f"review {match}", sender, begin, end)

    def find(self, match: str) -> Progress:
        """How far it is, if anybody has asked for it: `none` begins nothing."""
        return self._background.find(f"review {match}")
