"""The floors of the package: who may import whom.

    python -m tools.floors

says every import that does not go downward. A test runs the same, and docs/images/floors.svg is drawn from the table.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bussolotto"
FRONT = "bussolotto"  # what `import bussolotto` itself offers: games(), game, compiled, new_state


class Floor(NamedTuple):
    """Modules that know only what lies on the floors below, and nothing of each other."""

    modules: tuple[str, ...]
    meaning: str


FLOORS = (  # from the ground up
    Floor(("errors",), "every way a request can be wrong"),
    Floor(("engines",), "where work is done: here, on all processors, by a cluster"),
    Floor(("kernel", "locale"), "records, rules, the contract; the words people read"),
    Floor(("dice", "pyramid", "chance"), "dice as tables, the lattice, where outcomes come from"),
    Floor(("builds",), "groups of new dice on a pile, and where the next may go"),
    Floor(("games",), "ten games: rules and nothing else"),
    Floor(("policies",), "players written as rules"),
    Floor(("loops", "compiler"), "the same rules as machine code, on demand"),
    Floor((FRONT,), "games(), game, compiled, new_state"),
    Floor(("match", "rests", "batch"), "one sitting, every step checked; how long it rests; many matches side by side"),
    Floor(("solve", "claims", "arbiter", "evening"), "exact values; what a claim comes to, who was first; one pyramid"),
    Floor(("notation", "players", "pictures"), "match files and their readable twin; bots; positions as pictures"),
    Floor(("study", "envs"), "many matches, environments for learning"),
    Floor(("gpu",), "the same matches of random play on a graphics card"),
    Floor(("coach",), "what a finished match was worth, ply by ply"),
    Floor(("server",), "live tables: protocol, routes, store"),
    Floor(("cli",), "the command line"),
    Floor(("__main__",), "the way in"),
)
HEIGHT = {module: height for height, floor in enumerate(FLOORS) for module in floor.modules}
ALLOWED_TO_GAMES = {"kernel", "dice", "pyramid", "builds"}  # of this package
PURE = {  # and of others
    "numpy", "__future__", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq",
    "itertools", "math", "operator", "random", "string", "types", "typing",
}  # fmt: skip


class Import(NamedTuple):
    """One import: where it stands and what it wants."""

    file: Path
    line: int
    wanted: str  # dotted; `bussolotto.match`, or `bussolotto` for a name of the package itself


def breaches(package: Path = PACKAGE) -> list[str]:
    """Every import that breaks a floor, as sentences; empty when all is well."""
    return [
        f"{found.file.relative_to(package)}:{found.line}: {problem}"
        for found in imports(package)
        if (problem := wrong_with(found, package))
    ]


def imports(package: Path) -> Iterator[Import]:
    """All imports of a package, those inside functions too."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for wanted in wanted_by(node, package):
                yield Import(file, getattr(node, "lineno", 0), wanted)


def wanted_by(node: ast.AST, package: Path) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    assert node.level == 0 and node.module is not None, "imports are absolute here"
    if node.module != FRONT:
        return [node.module]
    return [f"{FRONT}.{alias.name}" if is_module(package, alias.name) else FRONT for alias in node.names]


def is_module(package: Path, name: str) -> bool:
    """Is this a module of the package, not a name that its front offers?"""
    return (package / f"{name}.py").exists() or (package / name).is_dir()


def wrong_with(found: Import, package: Path) -> str:
    """What is wrong with an import; "" if nothing."""
    if found.file.parent == package / "games" and found.file.name != "__init__.py":
        return wrong_in_a_game(found.wanted)
    here = unit(".".join([FRONT, *found.file.relative_to(package).with_suffix("").parts]))
    there = unit(found.wanted)
    if found.wanted.partition(".")[0] != FRONT or here == there:
        return ""
    unknown = [module for module in (here, there) if module not in HEIGHT]
    if unknown:
        return f"{unknown[0]} stands on no floor; give it one in tools/floors.py"
    return "" if HEIGHT[there] < HEIGHT[here] else f"{here} may not import {there}, which is not below it"


def wrong_in_a_game(wanted: str) -> str:
    """The same for the module of a game, which knows less than others."""
    top, _, rest = wanted.partition(".")
    allowed = rest in ALLOWED_TO_GAMES if top == FRONT else top in PURE
    return "" if allowed else f"a game may not import {wanted}"


def unit(dotted: str) -> str:
    """The part of the package that a module belongs to: `games` for `bussolotto.games`."""
    parts = dotted.removesuffix(".__init__").split(".")
    return parts[1] if len(parts) > 1 else FRONT


def main() -> int:
    """Print all breaches."""
    found = breaches()
    print("\n".join(found) or "Every import goes downward.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
