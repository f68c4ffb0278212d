"""Processes compile in turn: what several need at once one of them compiles, and the others find it in the cache.

A process that has ended holds nothing; for one that stands still the others do not wait for ever, and an event loop,
at which everything else would wait, not at all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

fcntl: Any = None
with suppress(ImportError):  # on Windows each compiles for itself
    import fcntl

PATIENCE_S = 120.0  # for one function that another process compiles
LOOK_S = 0.05


def compile_in_turn() -> None:
    """Have Numba compile a function that it keeps in a cache in one process at a time, from now on."""
    compile_now = Dispatcher.compile
    held: list[str] = []  # folders, by the one thread of this process that compiles

    def compile_one(dispatcher: Any, signature: Any) -> Any:
        folder = dispatcher._cache.cache_path  # noqa: SLF001  # Numba does not tell it otherwise
        with global_compiler_lock:  # before any file, in every thread
            if folder is None or folder in held:  # for a function that is compiled already
                return compile_now(dispatcher, signature)
            with alone(Path(folder)):
                held.append(folder)
                try:
                    return compile_now(dispatcher, signature)
                finally:
                    held.remove(folder)

    setattr(Dispatcher, "compile", compile_one)  # noqa: B010  # it is typed as Numba's own


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let no other process in here for this folder; without that where it takes too long, or nothing can be locked."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "in-turn").open("a")
    except OSError:
        yield
        return
    with file:
        wait_for(file)
        yield


def wait_for(file: Any) -> None:
    """Lock a file as soon as nobody else has it, unless that takes too long. It is unlocked when it is closed."""
    deadline = time.monotonic() + (0 if runs_event_loop() else PATIENCE_S)
    while fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return
            time.sleep(LOOK_S)
        except OSError:  # a file system without locks
            return
        else:
            return


def runs_event_loop() -> bool:
    """Does this thread run an event loop just now?"""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
