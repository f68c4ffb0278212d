"""The source files that a module depends on: its own, those of the modules it imports, and so on.

Only modules of the same packages count; Python and other packages are covered by their versions. An import inside a
function counts as well. An import by a name that is put together at run time is not seen, so code that does this must
name the module itself.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

OWN = "bussolotto"


def digest(modules: Iterable[str], text: str = "") -> str:
    """A hash of the sources of these modules and of everything that they and this text import."""
    hashed = hashlib.sha256(text.encode())
    for name, path in sorted(closure(modules, text).items()):
        hashed.update(f"{name}\n{_read(path)}".encode())
    return hashed.hexdigest()


def closure(modules: Iterable[str], text: str = "") -> dict[str, Path]:
    """The files, by name, of these modules and of everything that they and this text import."""
    packages = {OWN, *(name.partition(".")[0] for name in modules)}
    waiting = [*((name,) for name in modules), *imports(text, OWN)]
    found: dict[str, Path] = {}
    while waiting:
        names = [name for name in waiting.pop() if name.partition(".")[0] in packages]
        name, path = next(((name, path) for name in names if (path := file_of(name))), ("", None))
        if path and name not in found:
            found[name] = path
            waiting += imports(_read(path), name if path.stem == "__init__" else name.rpartition(".")[0])
    return found


def file_of(module: str) -> Path | None:
    """The source file of a module; None if there is no such module."""
    loaded = getattr(sys.modules.get(module), "__file__", None)
    if loaded:
        return Path(loaded)
    try:
        spec = find_spec(module)
    except (ModuleNotFoundError, ValueError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.has_location else None


@lru_cache(maxsize=512)
def imports(text: str, package: str) -> tuple[tuple[str, ...], ...]:
    """What a source in this package imports: for each name the modules it may refer to, the most likely first.

    `from dice import HANDS` is the module `dice.HANDS` if there is one, else something in `dice`.
    """
    return tuple(names for node in ast.walk(ast.parse(text)) for names in _imported(node, package))


def _imported(node: ast.AST, package: str) -> Iterator[tuple[str, ...]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name,) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parts = package.split(".")
        above = ".".join(parts[: len(parts) + 1 - node.level]) if node.level else ""
        module = ".".join(filter(None, (above, node.module)))
        yield from ((f"{module}.{alias.name}", module) for alias in node.names)


def _read(path: Path) -> str:
    return _text(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _text(path: Path, _: int) -> str:
    return path.read_text(encoding="utf-8")
