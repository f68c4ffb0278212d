"""Cache of match results, keyed by everything they depend on: rules, players, options, seed and match numbers.

Each batch is one file, so a study that was stopped, a longer study and another study with the same base reuse what has
been played. The least recently used settings are removed when the cache takes more than LARGEST.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto import players
from bussolotto.play import sources
from bussolotto.play.policies import policy_of
from bussolotto.study import matches
from bussolotto.study.matches import MatchConfig, Results

LARGEST = 1 << 30  # bytes
PACKAGE = Path(__file__).parent.parent
BY_SEAT = ("shares", "points")


def folder(setting: MatchConfig) -> Path:
    """Return the cache folder of this setting, in which every option has to be given (`validate`)."""
    played = (setting.players, sorted(setting.options.items()), setting.seed, rests_on(setting.game))
    key = hashlib.sha256(json.dumps(played).encode()).hexdigest()[:20]
    return root() / setting.game / key


def root() -> Path:
    """Return the cache folder of all settings."""
    from bussolotto.play.compiler import cache_root

    return cache_root() / "studies"


@cache
def rests_on(game: str) -> str:
    """Return a hash of all sources that affect a match: the rules, the players, and everything they import."""
    module = bussolotto.game(game)
    bots = {maker.__module__ for maker in players.makers(module).values()}
    bots |= {f"{module.package}.levels"} if module.has("levels") else set()
    return sources.digest([module.rules.__name__, policy_of(module).__name__, matches.__name__, *bots])


def holds(setting: MatchConfig, number: int, size: int) -> bool:
    """Return whether the cache has the first `size` matches of a batch."""
    return _file(setting, number, size) is not None


def read(setting: MatchConfig, number: int, size: int) -> Results | None:
    """Return the first `size` matches of a batch, or None if they are not cached or are damaged."""
    return _load(_file(setting, number, size), setting, size)


def write(setting: MatchConfig, number: int, results: Results) -> None:
    """Write a batch to the cache atomically. If the folder cannot be written, the batch is not cached."""
    _save(_path(setting, number, len(results)), setting, results)


class Slices:
    """The same cache for slices: any matches in a row, known by the number of the first and by how many they are."""

    @staticmethod
    def holds(setting: MatchConfig, first: int, size: int) -> bool:
        """Return whether the cache has this slice."""
        return _slice_path(setting, first, size).exists()

    @staticmethod
    def read(setting: MatchConfig, first: int, size: int) -> Results | None:
        """Return the slice, or None if it is not cached or is damaged."""
        return _load(_slice_path(setting, first, size), setting, size)

    @staticmethod
    def write(setting: MatchConfig, first: int, results: Results) -> None:
        """Write a slice to the cache atomically."""
        _save(_slice_path(setting, first, len(results)), setting, results)


def _load(file: Path | None, setting: MatchConfig, size: int) -> Results | None:
    results = Results.room(size)
    try:
        rows = np.load(file or "", allow_pickle=False)[:size]
        for each in fields(Results):
            columns = getattr(results, each.name)
            if each.name in BY_SEAT:
                columns = columns[:, : setting.seats]
            columns[:] = rows[each.name]
    except (OSError, ValueError, EOFError):
        return None
    return results


def _save(file: Path, setting: MatchConfig, results: Results) -> None:
    content = io.BytesIO()
    np.save(content, _rows(setting, results), allow_pickle=False)
    _put(file, content.getvalue())


def _put(file: Path, content: bytes) -> None:
    draft = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)


def _file(setting: MatchConfig, number: int, size: int) -> Path | None:
    """Return a file with the first `size` matches of a batch: that of the whole batch, or one of exactly this size."""
    paths = (_path(setting, number, enough) for enough in (setting.batch_size, size))
    return next((path for path in paths if path.exists()), None)


def _path(setting: MatchConfig, number: int, size: int) -> Path:
    return folder(setting) / f"{number:08}-{size}.npy"


def _slice_path(setting: MatchConfig, first: int, size: int) -> Path:
    return folder(setting) / f"from-{first:09}-{size}.npy"


def _rows(setting: MatchConfig, results: Results) -> npt.NDArray[Any]:
    """Return one record for each match, with each field as narrow as possible without loss."""
    columns = {each.name: getattr(results, each.name) for each in fields(Results)}
    columns |= {name: columns[name][:, : setting.seats] for name in BY_SEAT}
    layout = [(name, _narrowest(column), column.shape[1:]) for name, column in columns.items()]
    rows = np.zeros(len(results), layout)
    for name, column in columns.items():
        rows[name] = column
    return rows


def _narrowest(column: npt.NDArray[Any]) -> np.dtype[Any]:
    """Return the smallest type that holds every number of a column exactly."""
    for code in ("i1", "i2", "i4", "f4"):
        narrow = column.astype(code)
        if np.array_equal(narrow, column):
            return np.dtype(code)
    return column.dtype


def touch(setting: MatchConfig) -> None:
    """Mark this setting as recently used, so that it is not the first to be removed."""
    try:
        os.utime(folder(setting))
    except OSError:
        pass


def once(setting: MatchConfig, name: str, find: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the cached value of this name and setting, or call `find` and cache it; it must be ready for JSON."""
    digest = hashlib.sha256(name.encode())
    for path in sorted((PACKAGE / "study").rglob("*.py")):
        digest.update(path.read_bytes())
    file = folder(setting) / f"{digest.hexdigest()[:20]}.json"
    try:
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = find()
        _put(file, json.dumps(kept).encode())
    return kept


def forget_oldest(largest: int = LARGEST) -> None:
    """Remove the least recently used settings until the cache takes at most `largest` bytes."""
    settings = sorted(_settings())
    total = sum(size for _, size, _ in settings)
    for _, size, path in settings:
        if total <= largest:
            break
        total -= size
        shutil.rmtree(path, ignore_errors=True)


def _settings() -> Iterator[tuple[float, int, Path]]:
    """Yield when each setting was used, its bytes and its folder, without what other processes remove meanwhile."""
    for path in root().glob("*/*"):
        with suppress(OSError):
            size = sum(map(_size, path.iterdir()))
            yield path.stat().st_mtime, size, path


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # a draft that has been finished
        return 0
