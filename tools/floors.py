"""The floors of the package: who may import whom.

    python -m tools.floors

says every import that does not go downward, in the package, inside its server and in scripts (tools/web_floors.py), and
every circle of modules.
Imports for the type checker alone count like any other. A test runs the same, and docs/images/floors.svg is drawn from
the table.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools import web_floors

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bussolotto"
FRONT = "bussolotto"  # what `import bussolotto` itself offers: games(), game, compiled, new_state


class Floor(NamedTuple):
    """Modules that know only what lies on the floors below, and nothing of each other."""

    modules: tuple[str, ...]
    meaning: str


RULES, PARTS = "a game's rules", "a game's parts"
OLD = (
    "match",
    "batch",
    "chance",
    "kernel",
    "pyramid",
    "errors",
    "evening",
    "engines",
)  # import paths that docs have always shown
FLOORS = (  # from the ground up
    Floor(("core",), "records, the contract, dice, the pyramid, chance, every way to be wrong"),
    Floor(
        (RULES, "sheets"),
        "games/NAME/game.py and what it is made of: facts, rules and nothing else; rule sheets",
    ),
    Floor(("games", "fair"), "finds games, those of other packages too; dice that anyone can verify"),
    Floor(("play", "locale"), "matches, notation, compiled loops, batches, evenings; the words people read"),
    Floor(("search",), "search for what to do, in any game"),
    Floor(
        (FRONT, "players", "pictures", *OLD),
        "games(), game, compiled, new_state; bots, those that search, too; positions as pictures",
    ),
    Floor(("solve",), "exact values, advice and hints, in general"),
    Floor(
        (PARTS, "study", "envs", "review"),
        "games/NAME/bot.py, advice.py ..: only what this game has; many matches, environments, what choices cost",
    ),
    Floor(
        ("server", "gpu", "testing"),
        "live tables: protocol, routes, store; random play on a graphics card; what games are tested with",
    ),
    Floor(("cli",), "the command line, and `python -m bussolotto`"),
)
SERVER = (  # the folders and modules of bussolotto/server, from the ground up
    Floor(
        ("protocol", "limits", "problems", "clock", "counts", "draining", "ownership"),
        "what goes over the line, how often, what is refused; the time; who may speak",
    ),
    Floor(("bus",), "messages between the processes of a site"),
    Floor(("work",), "what other processes compute for a server, and how they are asked"),
    Floor(("guard",), "what one sender may take: room, requests, the time of the event loop"),
    Floor(("store",), "the schema, and every SQL statement"),
    Floor(("match",), "a live match: judging of a move, clocks, bots, what each viewer is sent"),
    Floor(("race",), "whose claim came first"),
    Floor(("table",), "tables, and what people do there"),
    Floor(("people",), "guests, blocks, talk, notices, absences"),
    Floor(("socket", "http"), "the WebSocket; the HTTP API and the files of the page"),
    Floor(("app",), "services, the application, the process"),
    Floor(("server",), "serve()"),
)


def height_of(floors: tuple[Floor, ...]) -> dict[str, int]:
    """The height of every module."""
    return {module: height for height, floor in enumerate(floors) for module in floor.modules}


HEIGHT, SERVER_HEIGHT = height_of(FLOORS), height_of(SERVER)
ALLOWED_TO_RULES = {"bounds", "kernel", "contract", "dice", "looks", "pyramid", "reasons"}  # of core
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
    """Every import that breaks a floor, and every circle of modules, as sentences; empty when all is well."""
    found = list(imports(package))
    upward = [
        f"{one.file.relative_to(package)}:{one.line}: {problem}"
        for one in found
        if (problem := wrong_with(one, package))
    ]
    return upward + [f"a circle: {' -> '.join(circle)}" for circle in circles(found, package)]


def imports(package: Path) -> Iterator[Import]:
    """All imports of a package, those inside functions too."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for wanted in wanted_by(node, package):
                yield Import(file, getattr(node, "lineno", 0), wanted)


def wanted_by(node: ast.AST, package: Path) -> list[str]:
    """The modules that a statement imports."""
    return [module_of(name, package) for name in named_by(node)]


def named_by(node: ast.AST) -> list[str]:
    """What an import statement names, dotted: `a.b` for `import a.b`, `a.b.c` for `from a.b import c`."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    assert node.level == 0 and node.module is not None, "imports are absolute here"
    return [f"{node.module}.{alias.name}" for alias in node.names]


def module_of(name: str, package: Path) -> str:
    """The module that a dotted name of this package is, or lies in."""
    top, *below = name.split(".")
    path = package.joinpath(*below)
    module = top != FRONT or not below or path.with_suffix(".py").exists() or path.is_dir()
    return name if module else name.rpartition(".")[0]


def wrong_with(found: Import, package: Path) -> str:
    """What is wrong with an import; "" if nothing."""
    here, there = dotted(found.file, package), found.wanted
    if unit(here, package) == RULES and not here.endswith(f".{found.file.parent.name}"):
        return wrong_in_rules(here, there, package)
    if there.partition(".")[0] != FRONT:
        return ""
    if unit(here, package) == unit(there, package) == "server":
        return wrong_between(server_unit(here), server_unit(there), SERVER_HEIGHT)
    places = {unit(here, package), unit(there, package)}
    if places <= {RULES, PARTS} and game_in(here) != game_in(there):
        return f"a game may not import {there}, which is another game's"
    return wrong_between(unit(here, package), unit(there, package), HEIGHT)


def wrong_between(here: str, there: str, height: dict[str, int]) -> str:
    """What is wrong with an import from one place to another; "" if nothing."""
    if here == there:
        return ""
    unknown = [place for place in (here, there) if place not in height]
    if unknown:
        return f"{unknown[0]} stands on no floor; give it one in tools/floors.py"
    return "" if height[there] < height[here] else f"{here} may not import {there}, which is not below it"


def wrong_in_rules(here: str, wanted: str, package: Path) -> str:
    """The same for the rules of a game, which know less than others: of this package core alone."""
    top, *rest = wanted.split(".")
    if top != FRONT:
        allowed = top in PURE
    elif rest[:1] == ["games"]:
        allowed = unit(wanted, package) == RULES and game_in(wanted) == game_in(here)
    else:
        allowed = rest[:1] == ["core"] and ALLOWED_TO_RULES.issuperset(rest[1:2])
    return "" if allowed else f"rules may not import {wanted}"


def dotted(file: Path, package: Path) -> str:
    """The name of a module by its file."""
    return ".".join([FRONT, *file.relative_to(package).with_suffix("").parts]).removesuffix(".__init__")


def unit(module: str, package: Path) -> str:
    """The part of the package that a module belongs to: `play` for `bussolotto.play.match`."""
    parts = module.split(".")
    if len(parts) > 2 and parts[1] == "games" and not (package / "games" / f"{parts[2]}.py").exists():
        return RULES if len(parts) == 3 or parts[3] in rules_of(package / "games" / parts[2]) else PARTS
    return parts[1].replace("__main__", "cli") if len(parts) > 1 else FRONT


@cache
def rules_of(folder: Path) -> frozenset[str]:
    """The modules in the folder of a game that its rules consist of: `game`, and those of the folder it imports."""
    found, waiting = set(), ["game"]
    while waiting:
        name = waiting.pop()
        file = folder / f"{name}.py"
        if name not in found and file.exists():
            found.add(name)
            prefix = f"{FRONT}.games.{folder.name}."
            tree = ast.parse(file.read_text(encoding="utf-8"))
            wanted = [one for node in ast.walk(tree) for one in wanted_by(node, folder.parent.parent)]
            waiting += [one.removeprefix(prefix).partition(".")[0] for one in wanted if one.startswith(prefix)]
    return frozenset(found)


def game_in(module: str) -> str:
    """The package of the game that a module lies in."""
    return module.split(".")[2]


def server_unit(module: str) -> str:
    """The part of the server that a module belongs to: `store` for `bussolotto.server.store.schema`."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 else "server"


def circles(found: list[Import], package: Path) -> list[list[str]]:
    """Modules that import each other in a circle, each circle once, from its first module by name back to it."""
    wanted: dict[str, set[str]] = {}
    for one in found:
        wanted.setdefault(dotted(one.file, package), set()).add(one.wanted)
    return [path for module in sorted(wanted) if (path := way_back(module, wanted))]


def way_back(start: str, wanted: dict[str, set[str]]) -> list[str]:
    """The shortest way by imports from a module to itself, over modules that come after it by name; [] for none."""
    paths, seen = [[start]], {start}
    while paths:
        path = paths.pop(0)
        for following in sorted(wanted.get(path[-1], ())):
            if following == start:
                return [*path, start]
            if following > start and following not in seen:
                seen.add(following)
                paths.append([*path, following])
    return []


def main() -> int:
    """Print all breaches."""
    found = breaches() + web_floors.breaches()
    print("\n".join(found) or "Every import goes downward.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
