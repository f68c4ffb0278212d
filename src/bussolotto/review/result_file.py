"""The file that a program in the background writes for a server, and how far it is meanwhile."""

import time
from pathlib import Path

OFTEN_S = 0.3  # the progress is written so often at most


class Told:
    """Writes how much is done of what this file will hold, from 0 to 1, to a file beside it."""

    def __init__(self, target: Path) -> None:
        self._file = target.with_name(f"{target.name}.part")
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
