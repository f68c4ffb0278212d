"""A server on which a test says how the dice fall and where the chips lie: any decision can be reached at once."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web import serving
from tests.web.serving import LiveServer

PROGRAM = """
import json, sys
from pathlib import Path
from bussolotto.core.chance import System
from bussolotto.games import game
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.server.match import live_match
from bussolotto.server.app.run import serve
from tests.interpreting import interpret, measure_on_demand
from tests.moving import obey

folder = Path(sys.argv[2])
SCRIPT, POSITION = folder / "script.json", folder / "position.json"

class Loaded:  # of one match; what is told falls in the one that is opened next: bots of earlier ones may still play
    falling = {}  # by the number of what was told, the match in which it falls, and what is left of it

    def __init__(self, live):
        self.live, self.system = live, System()

    def outcome(self, weights, say):
        number, told = json.loads(SCRIPT.read_text()) if SCRIPT.exists() else (0, [])
        if number not in self.falling and not self.live.match.log:
            self.falling[number] = self.live.name, told
        match, left = self.falling.get(number, ("", []))
        if match != self.live.name or not left:
            return self.system.outcome(weights, say)
        die = left.pop(0)
        return next(code for code in range(len(weights)) if weights[code] and say(code) == die)

def lead(live, *decision):
    live._dice = Loaded(live)
    return live._dice

opening = spilorcio.reset

def reset(s, seats):
    opening(s, seats)
    for field, values in (json.loads(POSITION.read_text()) if POSITION.exists() else {}).items():
        for index, value in enumerate(values):
            getattr(s, field)[index] = value
    chips = sum(s.chips) + sum(spilorcio.chips_on(s, row) for row in range(spilorcio.ROWS))
    s.reserve = s.chips_in_all - chips

game("spilorcio").reset = reset
live_match.LiveMatch._lead = lead
live_match.proving.begin = lambda live, carried, chains: None  # no seed: dice come from the script
measure_on_demand()
interpret()  # compiled turns draw bytes and ask for no outcomes
serve(clock=obey, port=int(sys.argv[1]), data=folder, bot_pace=float(sys.argv[3]))
"""


class LoadedServer(LiveServer):
    """It draws what the test has told it, then by chance; every match opens at the position the test has told it."""

    def __init__(self, folder: Path, bot_pace: float = 0.02) -> None:
        super().__init__(folder, bot_pace)
        self._loaded = folder
        self._told = 0

    def start(self) -> None:
        """Start it with loaded dice."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serving, "PROGRAM", PROGRAM)
            super().start()

    def tell(self, *dice: int, starter: int = 0, **position: Any) -> None:
        """Who starts the next match and how its first dice fall; fields of its opening (`chips`, `filled`) by name."""
        script = [f"start {starter}", *(f"die {face}" for face in dice)]
        self._put("position.json", position)
        self._told += 1
        self._put("script.json", [self._told, script])

    def _put(self, name: str, content: object) -> None:
        """Whole: earlier matches go on, and their server may read it right now."""
        following = self._loaded / "next.json"
        following.write_text(json.dumps(content), encoding="utf-8")
        following.replace(self._loaded / name)


def loaded_server(folder: Path, bot_pace: float = 0.02) -> Iterator[LoadedServer]:
    """One while it runs; for fixtures."""
    server = LoadedServer(folder, bot_pace)
    server.start()
    yield server
    server.stop()
