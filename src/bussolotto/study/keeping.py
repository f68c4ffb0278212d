"""Results of matches, kept in the folder for caches by what they depend on: rules, players, options, seed, numbers.

A batch is one file, so that a study that was stopped, a longer one, and another one with the same base go on from
what is there. What has not been used for longest goes when all of it takes more than LARGEST.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.study.matches import Results, Setting

LARGEST = 1 << 30  # bytes
PACKAGE = Path(__file__).parent.parent
BY_SEAT = ("shares", "points")


def folder(setting: Setting) -> Path:
    """Where the matches of this setting are kept; every option has to be said in it (`checked`)."""
    played = (setting.players, sorted(setting.options.items()), setting.seed, sources(setting.game))
    key = hashlib.sha256(json.dumps(played).encode()).hexdigest()[:20]
    return root() / setting.game / key


def root() -> Path:
    """Where all of them are kept."""
    from bussolotto.compiler import cache_root

    return cache_root() / "studies"


@cache
def sources(game: str) -> str:
    """A hash of all that decides how a match goes: the rules and what they are made of, players and what they know."""
    name = game.replace("-", "_")
    paths = [*PACKAGE.glob("*.py"), PACKAGE / "games" / f"{name}.py", PACKAGE / "study" / "matches.py"]
    for floor in ("players", "policies", "solve"):
        paths += (PACKAGE / floor).rglob("*.py")
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def holds(setting: Setting, number: int, size: int) -> bool:
    """Are so many matches of a batch kept?"""
    return _file(setting, number, size) is not None


def read(setting: Setting, number: int, size: int) -> Results | None:
    """So many matches of a batch; None where they are not kept, or are damaged."""
    results = Results.room(size)
    try:
        rows = np.load(_file(setting, number, size) or "", allow_pickle=False)[:size]
        for each in fields(Results):
            columns = getattr(results, each.name)
            if each.name in BY_SEAT:
                columns = columns[:, : setting.seats]
            columns[:] = rows[each.name]
    except (OSError, ValueError, EOFError):
        return None
    return results


def write(setting: Setting, number: int, results: Results) -> None:
    """Keep a batch, whole or not at all; where the folder cannot be written nothing is kept."""
    rows = _rows(setting, results)

    def save(draft: Path) -> None:
        with draft.open("wb") as out:
            np.save(out, rows, allow_pickle=False)

    _put(_path(setting, number, len(results)), save)


def _put(file: Path, save: Callable[[Path], object]) -> None:
    draft = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        save(draft)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)


def _file(setting: Setting, number: int, size: int) -> Path | None:
    """The file that holds so many matches of a batch: the whole batch, or as many as are wanted."""
    paths = (_path(setting, number, enough) for enough in (setting.batch_size, size))
    return next((path for path in paths if path.exists()), None)


def _path(setting: Setting, number: int, size: int) -> Path:
    return folder(setting) / f"{number:08}-{size}.npy"


def _rows(setting: Setting, results: Results) -> npt.NDArray[Any]:
    """One record a match, each field as narrow as it can be without loss."""
    columns = {each.name: getattr(results, each.name) for each in fields(Results)}
    columns |= {name: columns[name][:, : setting.seats] for name in BY_SEAT}
    layout = [(name, _narrowest(column), column.shape[1:]) for name, column in columns.items()]
    rows = np.zeros(len(results), layout)
    for name, column in columns.items():
        rows[name] = column
    return rows


def _narrowest(column: npt.NDArray[Any]) -> np.dtype[Any]:
    """The smallest type that holds every number of a column exactly."""
    for code in ("i1", "i2", "i4", "f4"):
        narrow = column.astype(code)
        if np.array_equal(narrow, column):
            return np.dtype(code)
    return column.dtype


def touch(setting: Setting) -> None:
    """This setting is in use: it is not the first to go."""
    try:
        os.utime(folder(setting))
    except OSError:
        pass


def once(setting: Setting, name: str, find: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What was found under this name for this setting, found only where it is not kept; it has to be ready for JSON."""
    digest = hashlib.sha256(name.encode())
    for path in sorted((PACKAGE / "study").rglob("*.py")):
        digest.update(path.read_bytes())
    file = folder(setting) / f"{digest.hexdigest()[:20]}.json"
    try:
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = find()
        _put(file, lambda draft: draft.write_text(json.dumps(kept), encoding="utf-8"))
    return kept


def forget_oldest(largest: int = LARGEST) -> None:
    """Remove settings not used for longest until what is kept takes no more than this."""
    settings = [path for path in root().glob("*/*") if path.is_dir()]
    sizes = {path: sum(file.stat().st_size for file in path.iterdir()) for path in settings}
    total = sum(sizes.values())
    for path in sorted(settings, key=lambda path: path.stat().st_mtime):
        if total <= largest:
            break
        total -= sizes[path]
        shutil.rmtree(path, ignore_errors=True)
