"""Solutions in the cache folder: one file for each name, invalid once its sources change."""

import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from bussolotto.play import sources


def file(name: str, modules: Iterable[str], suffix: str) -> Path:
    """Return the file in which results of these modules are stored under this name."""
    return folder() / f"{name}-{sources.digest(modules)[:20]}{suffix}"


def folder() -> Path:
    """Return the cache folder of all solutions."""
    from bussolotto.play.compiler import cache_root

    return cache_root() / "solved"


def write(file: Path, save: Callable[[BinaryIO], None]) -> None:
    """Write the whole file or nothing, even with concurrent writers. Remove files of this name from other sources."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    with draft.open("wb") as out:
        save(out)
    draft.replace(file)
    name, _, _ = file.stem.rpartition("-")
    for other in file.parent.glob(f"{name}-*{file.suffix}"):
        if other != file:
            other.unlink(missing_ok=True)
