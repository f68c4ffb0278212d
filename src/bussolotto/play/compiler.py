"""Compiled code on demand: the functions of a game compiled by Numba, and batches of matches in one compiled loop.

Functions marked `@rule` are plain Python until `compiled` is called; then Numba learns that compiled code may call
them, and the entry functions of the game are compiled from a copy of loops.py in the cache folder. The name of that
folder contains a hash of everything the machine code depends on (the game, its policy, its valuation, its lookahead,
the loops and everything that these import), because Numba's own cache does not notice changes in helpers of other
files. So a second process compiles nothing, and any changed line causes a new compilation.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.event import Listener, register
from numba.extending import overload, register_jitable
from platformdirs import user_cache_dir

from bussolotto.core import kernel
from bussolotto.core.contract import Game, Rules, as_game
from bussolotto.play import compiling, in_turn, machine_code, optimising, sources
from bussolotto.play.lookaheads import lookahead_of
from bussolotto.play.policies import policy_of
from bussolotto.play.valuations import valuation_of

_PARTS = (policy_of, valuation_of, lookahead_of)
KEPT_VERSIONS = 8  # older compilations of a game are removed

_HERE = Path(__file__)
_LOOPS_FILE = _HERE.with_name("loops.py")
# the lines of patterns that are changed for each game
_GAME = "from bussolotto.play import pattern as game  # the pattern's game"
_LOOPS = "from bussolotto.play import loops as play  # the pattern's loops"
_POLICY = "from bussolotto.play import policies as policy  # the pattern's policy"
_VALUATION = "from bussolotto.play import valuations as valuation  # the pattern's valuation"
_LOOKAHEAD = "from bussolotto.play import lookaheads as lookahead  # the pattern's lookahead"
_compiled: dict[tuple[ModuleType, str | None], ModuleType] = {}  # by rules and cache
_loaded: dict[tuple[Path, Path], ModuleType] = {}  # other loops, by the folder of their rules and what they are from
_writing = threading.Lock()  # reviews search in several threads, which need the same copies
_registered: list[Any] = []  # the functions of kernel.rules that Numba knows


def compiled(rules: Game | Rules) -> Any:
    """A module with the game's constants and its functions compiled; they take records, `np.zeros(1, STATE)[0]`."""
    game = as_game(rules)
    _Counting.game = game.rules_name
    # sources are read once a process: code that is loaded does not change with them
    asked = game.rules, os.environ.get("BUSSOLOTTO_CACHE")
    if asked not in _compiled:
        for part in _PARTS:
            part(game)  # imported now, so that its rules are registered too
        _register_rules()
        path = cache_folder(game) / f"compiled_{game.rules_name.replace('-', '_')}.py"
        _written(_source(game), path)
        _compiled[asked] = _load(game, path)
    return _compiled[asked]


def compiled_from(pattern: Path, game: Game) -> Any:
    """Other loops, compiled for a game from a pattern that names its game, or its loops, as loops.py does."""
    loops = f"import {compiled(game).__name__} as play"
    return _copied(pattern, game, lambda: _source(game, pattern).replace(_LOOPS, loops))


def compiled_copy(module: str, game: Game) -> Any:
    """Another module of a game, such as its solver's, compiled: a copy beside its rules, for the next process, too."""
    file = sources.file_of(module)
    assert file is not None, module
    return _copied(file, game, partial(file.read_text, encoding="utf-8"))


def _copied(file: Path, game: Game, text: Callable[[], str]) -> ModuleType:
    """The copy of a file in the folder of the rules that are loaded, which may have other sources by now.

    All that it imports is part of its name. It is read once a process, as they are.
    """
    folder = Path(str(compiled(game).__file__)).parent
    if (folder, file) not in _loaded:
        source = text()
        path = folder / f"{file.stem}_{sources.digest([game.rules.__name__], source)[:8]}.py"
        _written(source, path)
        _loaded[folder, file] = _load(game, path)
    return _loaded[folder, file]


class _Counting(Listener):
    """Reports every function that Numba compiles; those that are found in its cache are not compiled."""

    game = ""  # the last function that was reported
    count = 0

    def on_start(self, event: Any) -> None:
        self.count += 1
        compiling.tell(self.game, self.count)

    def on_end(self, event: Any) -> None:
        """Do nothing: the start has already been reported."""


overload(kernel.overwrite, strict=False)(lambda *_: kernel.overwrite_compiled)
register("numba:compile", _Counting())  # type: ignore[no-untyped-call]  # Numba's
in_turn.compile_in_turn()
machine_code.leave_out_inner_functions()
if optimising.QUICK:
    optimising.optimise_quickly()


def cache_folder(game: Game) -> Path:
    """The folder for the compiled form of this game, in this version, on this machine."""
    return cache_root() / game.rules_name / _key(game)


def cache_root() -> Path:
    """BUSSOLOTTO_CACHE, else the platform's folder for caches; a temporary folder if that is not writable."""
    root = Path(os.environ.get("BUSSOLOTTO_CACHE", "") or user_cache_dir("bussolotto", appauthor=False))
    try:
        root.mkdir(parents=True, exist_ok=True)
        writable = os.access(root, os.W_OK)
    except OSError:
        writable = False
    return root if writable else Path(tempfile.gettempdir()) / "bussolotto"


def _key(game: Game) -> str:
    parts = [game.rules.__name__, *(part(game).__name__ for part in _PARTS)]
    rests_on = sources.digest(parts, _source(game))
    machine = (sys.version, platform.machine(), numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK"))
    here = _HERE.read_text(encoding="utf-8")
    whole = (rests_on, here, str(game.rules.__file__), optimising.QUICK, *machine)
    return hashlib.sha256(repr(whole).encode()).hexdigest()[:20]


def _register_rules() -> None:
    """Register the rules: they are inlined in their callers, and may allocate small arrays where these may not."""
    new = kernel.rules[len(_registered) :]
    _registered.extend(register_jitable(error_model="numpy", _nrt=True, no_cfunc_wrapper=True)(rule) for rule in new)


def _written(source: str, path: Path) -> None:
    """Write a copy of a pattern once and never rewrite it, because Numba's cache checks its modification time."""
    if path.exists():
        with suppress(OSError):  # a cache that may only be read forgets nothing
            os.utime(path.parent)  # used now: see _forget_older
        return
    with _writing, in_turn.alone(path.parent):
        if path.exists():  # another thread or process has written it meanwhile
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(source, encoding="utf-8")
        draft.replace(path)
        _forget_older(path.parent)


def _source(game: Game, pattern: Path = _LOOPS_FILE) -> str:
    """A pattern with this game and its parts in place of its own."""
    source = pattern.read_text(encoding="utf-8")
    assert source.count(_GAME) == 1, f"{pattern} names its game in one line"
    source = source.replace(_GAME, _import(game.rules, "game"))
    source = source.replace(_POLICY, _import(policy_of(game), "policy"))
    source = source.replace(_LOOKAHEAD, _import(lookahead_of(game), "lookahead"))
    return source.replace(_VALUATION, _import(valuation_of(game), "valuation"))


def _import(module: ModuleType, alias: str) -> str:
    package, _, name = module.__name__.rpartition(".")
    return f"from {package} import {name} as {alias}" if package else f"import {name} as {alias}"


def _forget_older(folder: Path) -> None:
    """Keep the versions that were used last: somebody may work in one checkout while another one changes every day."""
    others = [path for path in folder.parent.iterdir() if path != folder]
    others.sort(key=_used_s)
    for old in others[: max(0, len(others) - KEPT_VERSIONS + 1)]:
        shutil.rmtree(old, ignore_errors=True)


def _used_s(path: Path) -> float:
    """Return when a version was last written or loaded; 0 if another process has removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _load(game: Game, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bussolotto_{path.stem}_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Numba's cache looks its functions up by this name
    spec.loader.exec_module(module)
    for name, value in vars(game.rules).items():
        if name.isupper() and not hasattr(module, name):  # the loops' own constants stay the same
            setattr(module, name, value)
    return module
