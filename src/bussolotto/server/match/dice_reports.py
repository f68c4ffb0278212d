"""Is it the dice? Reports over the matches of a guest, of a table or of the server, computed in the background."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from bussolotto.server.clock import ServerClock
from bussolotto.server.match.background import Background, Progress, Start
from bussolotto.server.match.solving import Process
from bussolotto.server.store.connection import Source

PROGRAM = "bussolotto.server.match.dice_program"
FRESH_S = 600.0  # a report is computed anew when it is older

Of = Literal["guest", "table", "server"]


class DiceReports:
    """The reports of one server."""

    def __init__(self, background: Background, source: Source, clock: ServerClock) -> None:
        self._background = background
        self._source = source
        self._clock = clock

    def ask(self, of: Of, name: str, sender: str) -> Progress:
        """How far a report is; it is begun if there is none of these minutes. Raises `too-fast`."""

        def begin(start: Start, target: Path) -> Process:
            source = target.with_name("dice.json")  # others on this machine see arguments, but not this file
            where = "folder" if isinstance(self._source, Path) else "database"
            source.write_text(json.dumps({where: str(self._source), "of": of, "name": name}), encoding="utf-8")
            return start(PROGRAM, str(source), str(target))

        period = int(self._clock.now_s() // FRESH_S)
        return self._background.ask(f"dice {of} {name} {period}", sender, begin)
