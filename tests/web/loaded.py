"""A server on which a test says how the dice fall and where the chips lie: any decision can be reached at once."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web import serving
from tests.web.serving import LiveServer

QUIET_S = 0.4
PROGRAM = """
import json, sys
from pathlib import Path
from bussolotto.core.chance import System
from bussolotto.games import game
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.server.match import live_match
from bussolotto.server.app.run import serve
from tests.interpreting import interpret
from tests.moving import obey

folder = Path(sys.argv[2])
SCRIPT, POSITION = folder / "script.json", folder / "position.json"

class Loaded:
    def __init__(self):
        self.system = System()

    def outcome(self, weights, say):
        script = json.loads(SCRIPT.read_text()) if SCRIPT.exists() else []
        if not script:
            return self.system.outcome(weights, say)
        SCRIPT.write_text(json.dumps(script[1:]))
        return next(code for code in range(len(weights)) if weights[code] and say(code) == script[0])

opening = spilorcio.reset

def reset(s, seats):
    opening(s, seats)
    for field, values in (json.loads(POSITION.read_text()) if POSITION.exists() else {}).items():
        for index, value in enumerate(values):
            getattr(s, field)[index] = value
    chips = sum(s.chips) + sum(spilorcio.chips_on(s, row) for row in range(spilorcio.ROWS))
    s.reserve = s.chips_in_all - chips

game("spilorcio").reset = reset
live_match.chance = Loaded()
live_match.proving.begin = lambda live, carried, chains: None  # no seed: dice come from the script
interpret()  # compiled turns draw bytes and ask for no outcomes
serve(clock=obey, port=int(sys.argv[1]), data=folder, bot_pace=float(sys.argv[3]))
"""


class LoadedServer(LiveServer):
    """It draws what the test has told it, then by chance; every match opens at the position the test has told it."""

    def __init__(self, folder: Path, bot_pace: float = 0.02) -> None:
        super().__init__(folder, bot_pace)
        self._loaded = folder

    def start(self) -> None:
        """Start it with loaded dice."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serving, "PROGRAM", PROGRAM)
            super().start()

    def tell(self, *dice: int, starter: int = 0, **position: Any) -> None:
        """Who starts the next match and how its first dice fall; fields of its opening (`chips`, `filled`) by name."""
        self._wait_until_quiet()
        script = [f"start {starter}", *(f"die {face}" for face in dice)]
        (self._loaded / "position.json").write_text(json.dumps(position), encoding="utf-8")
        (self._loaded / "script.json").write_text(json.dumps(script), encoding="utf-8")

    def _wait_until_quiet(self) -> None:
        """Until nothing is stored any more: bots of earlier matches would take the dice that are meant for the next."""
        while time.time() - max(file.stat().st_mtime for file in self._loaded.glob("*.sqlite*")) < QUIET_S:
            time.sleep(QUIET_S / 4)


def loaded_server(folder: Path, bot_pace: float = 0.02) -> Iterator[LoadedServer]:
    """One while it runs; for fixtures."""
    server = LoadedServer(folder, bot_pace)
    server.start()
    yield server
    server.stop()
