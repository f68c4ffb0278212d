"""What solving has found, kept in the folder for caches: one file for each name, of no use once its sources change."""

import os
import threading
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO


def file(name: str, sources: Iterable[Path], suffix: str) -> Path:
    """Where what these sources reckon is kept under this name."""
    from bussolotto.compiler import cache_root

    key = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:20]
    return cache_root() / "solved" / f"{name}-{key}{suffix}"


def write(file: Path, save: Callable[[BinaryIO], None]) -> None:
    """Whole or not at all, whoever else is writing it; what other sources have left under the name is removed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    with draft.open("wb") as out:
        save(out)
    draft.replace(file)
    name, _, _ = file.stem.rpartition("-")
    for other in file.parent.glob(f"{name}-*{file.suffix}"):
        if other != file:
            other.unlink(missing_ok=True)
