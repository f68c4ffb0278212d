"""What servers under test leave out that would take them minutes: compiling games, and measuring what is brought.

They play by the interpreted rules, whatever games are opened: each server would compile them for itself.
"""

from pathlib import Path
from typing import Any

import bussolotto
from bussolotto.server.match import jit
from bussolotto.server.match.jit import CompiledRules
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.sheets import Sheets


def interpret() -> None:
    """Compile nothing for live matches from now on."""
    CompiledRules.admit = lambda rules, live: None  # type: ignore[method-assign, assignment]


def measure_on_demand() -> None:
    """Measure what is in the collection once somebody looks at it, and not because the server has nothing to do."""
    setattr(Sheets, "_look", lambda sheets: None)  # noqa: B010  # mypy forbids assigning to a method


def play_compiled(told: Path) -> None:
    """Compile a game as soon as it is opened, and use it whether it pays or not; a file tells the games that use it."""
    jit.COMPILE_AFTER_S = 0
    setattr(jit, "find_faster", bussolotto.compiled)  # noqa: B010  # its type is narrower
    for name in ("use_compiled", "use_turns"):
        use = getattr(LiveMatch, name)

        def noted(live: LiveMatch, compiled: Any, use: Any = use, name: str = name) -> None:
            use(live, compiled)
            with told.open("a", encoding="utf-8") as file:
                print(live.match.game.NAME, name, file=file)

        setattr(LiveMatch, name, noted)
