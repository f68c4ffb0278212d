"""Speed on demand: the functions of a game compiled by Numba, and whole batches of matches in one compiled loop.

Functions marked `@rule` are plain Python until `compiled` is asked for; then Numba learns that compiled code may call
them, and the entry functions of the game are compiled from a copy of loops.py written to the cache folder. That folder
is keyed by a hash of everything the machine code depends on, for Numba's own cache does not see changes in helpers of
other files; so a second process compiles nothing, and a changed line compiles again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import register_jitable
from platformdirs import user_cache_dir

from bussolotto import kernel
from bussolotto.policies import policy_of

KEPT_VERSIONS = 4  # older compilations of a game are removed

_PACKAGE = Path(__file__).parent
# the lines of loops.py that are changed for each game
_GAME = "from bussolotto.games import spilorcio as game  # the pattern's game"
_POLICY = "from bussolotto.policies import nobody as policy  # the pattern's policy"
_loaded: dict[Path, ModuleType] = {}
_registered: list[Any] = []  # the functions of kernel.rules that Numba knows


def compiled(game: ModuleType | Any) -> Any:
    """A module with the game's constants and its functions compiled; they take records, `np.zeros(1, STATE)[0]`."""
    folder = cache_folder(game)
    if folder not in _loaded:
        _register_rules()
        _loaded[folder] = _load(game, _written(game, folder))
    return _loaded[folder]


def cache_folder(game: ModuleType | Any) -> Path:
    """Where the compiled form of this game, in this version, on this machine is kept."""
    return cache_root() / str(game.NAME) / _key(game)


def cache_root() -> Path:
    """BUSSOLOTTO_CACHE, else the platform's folder for caches; a temporary one where that cannot be written."""
    root = Path(os.environ.get("BUSSOLOTTO_CACHE", "") or user_cache_dir("bussolotto", appauthor=False))
    try:
        root.mkdir(parents=True, exist_ok=True)
        writable = os.access(root, os.W_OK)
    except OSError:
        writable = False
    return root if writable else Path(tempfile.gettempdir()) / "bussolotto"


def _key(game: ModuleType | Any) -> str:
    digest = hashlib.sha256()
    sources = [*sorted(_PACKAGE.glob("*.py")), Path(str(game.__file__)), Path(str(policy_of(game).__file__))]
    for source in sources:
        digest.update(source.read_bytes())
    machine = (sys.version, platform.machine(), numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK"))
    digest.update(repr((str(game.__file__), *machine)).encode())
    return digest.hexdigest()[:20]


def _register_rules() -> None:
    """Rules are inlined into what calls them, and may allocate small arrays even where the caller may not."""
    new = kernel.rules[len(_registered) :]
    _registered.extend(register_jitable(error_model="numpy", _nrt=True)(rule) for rule in new)


def _written(game: ModuleType | Any, folder: Path) -> Path:
    """The copy of loops.py for this game; written once, then left alone, for Numba's cache looks at its date."""
    path = folder / f"compiled_{game.__name__.rpartition('.')[2]}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"{path.name}.{os.getpid()}"
        draft.write_text(_source(game), encoding="utf-8")
        draft.replace(path)
        _forget_older(folder)
    return path


def _source(game: ModuleType | Any) -> str:
    pattern = (_PACKAGE / "loops.py").read_text(encoding="utf-8")
    for line, module, name in ((_GAME, game, "game"), (_POLICY, policy_of(game), "policy")):
        assert pattern.count(line) == 1, f"loops.py names its {name} in one line"
        pattern = pattern.replace(line, _import(module, name))
    return pattern


def _import(module: ModuleType | Any, alias: str) -> str:
    package, _, name = module.__name__.rpartition(".")
    return f"from {package} import {name} as {alias}" if package else f"import {name} as {alias}"


def _forget_older(folder: Path) -> None:
    others = [path for path in folder.parent.iterdir() if path != folder]
    others.sort(key=lambda path: path.stat().st_mtime)
    for old in others[: max(0, len(others) - KEPT_VERSIONS + 1)]:
        shutil.rmtree(old, ignore_errors=True)


def _load(game: ModuleType | Any, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bussolotto_{path.stem}_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Numba's cache looks its functions up by this name
    spec.loader.exec_module(module)
    for name, value in vars(game).items():
        if name.isupper() and not hasattr(module, name):  # the loops' own constants stay what they are
            setattr(module, name, value)
    return module
