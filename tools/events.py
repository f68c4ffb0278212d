"""The table of what every game tells its players, for docs/events.md.

    python -m tools.events

writes it from the games' `events.py` and the English texts. A test compares the two.
"""

import re
import sys
from pathlib import Path

import bussolotto
from bussolotto.games import names
from bussolotto.locale import at_table

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "events.md"
HEAD = """# What the table tells

<!-- Written by `python -m tools.events`. -->

What decides something stops the table for a moment, and is said and shown. Clocks and bots wait; whoever has seen
enough taps on the table or presses a key, and when everybody has, the match goes on. Nothing stops a match over days,
one among bots alone, or one whose bots are hurried. Many events of one decision are told faster, within three seconds.
Events that stop nothing stand in the log. Replays tell the same.

A game declares its events in `events.py`: how long each stops the table, and what moves or why nothing does. They are
found in what a viewer sees before and after a ply, so no event can tell a secret.
"""


def main() -> int:
    """Write the table."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    return 0


def document() -> str:
    """The text of the document."""
    return "\n".join([HEAD, *(section(name) for name in names())])


def section(name: str) -> str:
    """The events of one game."""
    game = bussolotto.game(name)
    rows = [
        f"| `{word}` | {sentence(name, word)} | {f'{kind.pause_ms / 1000:g} s' if kind.pause_ms else ''} "
        f"| {', '.join(kind.motion) or kind.still} |"
        for word, kind in game.events.kinds.items()
    ]
    return "\n".join([f"## {game.TITLE}", "", "| event | what is said | stops | what moves, or why nothing |",
                      "| --- | --- | --- | --- |", *rows, ""])  # fmt: skip


def sentence(name: str, word: str) -> str:
    """The English sentence of an event."""
    texts = at_table("en", name)
    key = f"event.{name}.{word}"
    return texts[key if key in texts else f"{key}.other"]


def page_of(name: str) -> Path:
    """The folder of a game's page."""
    return ROOT / "src" / "bussolotto" / "games" / name.replace("-", "_") / "page"


def moved(name: str) -> set[str]:
    """The words of events for which the page of a game moves something."""
    text = (page_of(name) / "moves.js").read_text(encoding="utf-8")
    body = text[
        text.index("export const moves = {") + len("export const moves = {") : text.index(
            "};", text.index("export const moves")
        )
    ]
    return set(re.findall(r"(?:^|[{,\s])'?([a-z][\w-]*)'?\s*:(?!\s*/)", body)) - {"seat", "seats", "glow", "fly", "to"}


if __name__ == "__main__":
    sys.exit(main())
