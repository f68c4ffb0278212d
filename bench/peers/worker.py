"""What a peer says: versions first, then an answer a line: how much it has played of a game, and in what time.

    {"versions": {"pgx": "2.6.0"}, "games": ["tic_tac_toe"]}
    <- {"game": "tic_tac_toe", "seconds": 1.0}
    {"matches": null, "decisions": 5000000, "cpu_s": 0.98}

Nothing of the project is imported here but the peer's own module: it runs in another environment.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import NamedTuple


class Count(NamedTuple):
    """What was played: whole matches or decisions, whichever the peer counts (or both)."""

    matches: int | None = None
    decisions: int | None = None
    note: str = ""


Play = Callable[[float], Count]  # plays about so many seconds


def serve(games: Mapping[str, Play], packages: tuple[str, ...]) -> None:
    """Answer until the input ends. What was warmed up before the first question is not counted."""
    tell({"versions": {name: version(name) for name in packages}, "games": list(games)})
    for line in sys.stdin:
        asked = json.loads(line)
        begun_s = time.process_time()
        count = games[asked["game"]](asked["seconds"])
        tell(count._asdict() | {"cpu_s": time.process_time() - begun_s})


def tell(what: object) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def until(seconds: float, match: Callable[[], int]) -> Count:
    """Matches, one after another, for so many seconds of processor time; `match` plays one and counts its decisions."""
    matches = decisions = 0
    end_s = time.process_time() + seconds
    while time.process_time() < end_s:
        decisions += match()
        matches += 1
    return Count(matches, decisions)


def quiet() -> None:
    """What libraries print on import must not come between the answers."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
