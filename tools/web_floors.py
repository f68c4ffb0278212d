"""The floors of the page: which script may import which.

    python -m tools.web_floors

says every import of a script, also one for a type alone or one that is fetched later, that does not go downward, and
every circle of scripts. `python -m tools.floors` says it with those of the package.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bussolotto"
PATTERNS = ("web/**/*.js", "games/*/page/**/*.js")
WANTED = re.compile(r"""(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|\bURL\(\s*)(['"`])(?P<wanted>[^'"`]*)\1""")

STATEMENT = re.compile(r"import\b|export\b|\} from\b")  # a line of these imports, whatever it names


class Floor(NamedTuple):
    """Parts that know only what lies on the floors below, and nothing of each other."""

    parts: tuple[str, ...]
    meaning: str


FLOORS = (  # from the ground up; a part is a folder or a script of web/, or all pages of games
    Floor(("vendor", "types.js", "theme.js", "worker"), "libraries; types; what a browser runs by itself"),
    Floor(("words", "storage", "fair"), "texts and names; what a browser keeps; dice that can be verified"),
    Floor(("line",), "the way to the server"),
    Floor(("components",), "what every part of a page is made of"),
    Floor(("pyramid", "sound"), "the pile; what is heard"),
    Floor(("cup",), "dice that are thrown"),
    Floor(("table",), "the kit of a game's page"),
    Floor(("games",), "the page of every game, and the plain one for all"),
    Floor(("pages",), "the pages of the site"),
    Floor(("app.js",), "the way in"),
)
ONE_PART = {"wire.js": "types.js"}  # types, written by hand and from the server's
HEIGHT = {part: height for height, floor in enumerate(FLOORS) for part in floor.parts}


class Import(NamedTuple):
    """One import: where it stands and what it wants, as it is written."""

    file: Path
    line: int
    wanted: str


def breaches(package: Path = PACKAGE) -> list[str]:
    """Every import that breaks a floor and every circle, as sentences; empty when all is well."""
    found = [
        f"{each.file.relative_to(package).as_posix()}:{each.line}: {problem}"
        for each in imports(package)
        if (problem := wrong_with(each, package))
    ]
    return found + circles(package)


def scripts(package: Path) -> Iterator[Path]:
    """All scripts that are ours."""
    for pattern in PATTERNS:
        yield from (file for file in sorted(package.glob(pattern)) if "vendor" not in file.parts)


def imports(package: Path) -> Iterator[Import]:
    """All imports of scripts: static, fetched later, of a type in a remark, of a worker."""
    for file in scripts(package):
        text = file.read_text(encoding="utf-8")
        for found in WANTED.finditer(text):
            line = text[text.rfind("\n", 0, found.start()) + 1 : found.end()]
            if found["wanted"].endswith(".js") or STATEMENT.match(line):
                yield Import(file, text.count("\n", 0, found.start()) + 1, found["wanted"])


def wrong_with(found: Import, package: Path) -> str:
    """What is wrong with an import; "" if nothing."""
    target = target_of(found)
    if target is None or not target.is_relative_to(package):
        return f"{found.wanted} is no path of a script"
    if not target.exists():
        return f"{found.wanted} does not exist"
    here, there = part_of(found.file, package), part_of(target, package)
    unknown = [part for part in (here, there) if part not in HEIGHT]
    if unknown:
        return f"{unknown[0]} stands on no floor; give it one in tools/web_floors.py"
    if here == there == "games" and found.file.parent != target.parent:
        return f"{shown(found.file, package)} may not import {shown(target, package)}, the page of another game"
    allowed = here == there or HEIGHT[there] < HEIGHT[here]
    return "" if allowed else f"{here} may not import {there}, which is not below it"


def target_of(found: Import) -> Path | None:
    """The file that an import means; None where that cannot be told from the path."""
    if not found.wanted.startswith((".", "..")) or "${" in found.wanted:
        return None
    return (found.file.parent / found.wanted).resolve()


def part_of(file: Path, package: Path) -> str:
    """The part of the page that a script belongs to: `table` for `web/table/rules.js`."""
    top, *rest = file.relative_to(package).parts
    return ONE_PART.get(rest[0], rest[0]) if top == "web" else top


def shown(file: Path, package: Path) -> str:
    """The page that a script belongs to: `games/raffzahn`, or `web/games`."""
    return "/".join(file.relative_to(package).parts[:2])


def circles(package: Path) -> list[str]:
    """A circle of scripts that import each other, as a sentence; none when all is well."""
    graph: dict[Path, set[Path]] = {}
    for found in imports(package):
        target = target_of(found)
        if target is not None and target != found.file:
            graph.setdefault(found.file, set()).add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        around = [file.relative_to(package).as_posix() for file in reversed(error.args[1])]
        return [f"{' imports '.join(around)}: a circle"]
    return []


def main() -> int:
    """Print all breaches."""
    found = breaches()
    print("\n".join(found) or "Every import of a script goes downward.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
