"""A review as a program, for servers: `python -m bussolotto.review FILE TARGET` writes TARGET when it is done.

Meanwhile TARGET.part holds how much of it is, as a number from 0 to 1.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bussolotto.games import game as game_of
from bussolotto.play import notation
from bussolotto.review import as_json, explain, review

OFTEN_S = 0.3  # the progress is written so often at most


class Told:
    """Writes the progress to a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at_s = 0.0

    def __call__(self, done: int, parts: int) -> None:
        now_s = time.monotonic()
        if now_s - self._at_s >= OFTEN_S:
            self._at_s = now_s
            replace(self._file, str(done / parts))


def replace(file: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    draft = file.with_name(f"{file.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def main(arguments: Sequence[str]) -> None:
    """Review the match in a file, on one core."""
    source, target = map(Path, arguments)
    record = notation.parse(source.read_bytes())
    found = review(record, progress=Told(target.with_name(f"{target.name}.part")), threads=1)
    game = game_of(record.game)
    explain(found, record, game)
    replace(target, json.dumps(as_json(found, record, game)))


if __name__ == "__main__":
    main(sys.argv[1:])
