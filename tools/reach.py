"""What changed files can reach: the tests that could notice, by the graph of imports.

- A module reaches every test that imports it, directly or through others; a test that starts `python -m bussolotto`
  imports what that does.
- A file that is no module stands for the modules of its folder, or of the nearest folder above that has some.
- A file of one game reaches that game's tests, the tests that name the game, and of those for all games the cases of
  this one.
- A script or a style of the page reaches the tests of the page, in Node.js and in the browser.
- Every change reaches the tests of the repository itself: they read every file.
- What everything stands on (dependencies, the set-up, what all tests share) reaches all.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path

from tools import floors, tiers

ROOT = tiers.ROOT
ROOTS = {"bussolotto": ROOT / "src", "tests": ROOT, "tools": ROOT, "bench": ROOT}  # packages, and where they lie
GAMES = "src/bussolotto/games/"
DISCOVERY = f"{GAMES}__init__.py"
OF_PAGE = (".js", ".css", ".html", ".svg", ".webmanifest")
IN_TEXT = re.compile(
    r"^ *(?:from|import) ((?:bussolotto|tests|tools|bench)[\w.]*)", re.MULTILINE
)  # a program in a string
EVERYTHING = ("pyproject.toml", "constraints.txt", "requirements.txt", "tests/conftest.py", "tests/depth.py")


class Unknown(Exception):
    """Git does not know what was asked for; the text says what would be right."""


@dataclass
class Reach:
    """Tests that could notice a change."""

    whole: set[str] = field(default_factory=set)  # test files
    for_games: set[str] = field(default_factory=set)  # test files of which the cases of these games are enough
    games: set[str] = field(default_factory=set)
    page: bool = False  # the tests in Node.js


def changed_files(since: str) -> list[str]:
    """Files that differ from a commit, with new ones that Git does not ignore."""
    if since.startswith("-") or not since:
        raise Unknown("./test changed --since takes a commit, such as HEAD~1 or main.")
    named = [*git("diff", "--name-only", since, "--"), *git("ls-files", "--others", "--exclude-standard")]
    return sorted(set(named))


def git(*arguments: str) -> list[str]:
    """Lines that Git says."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError as problem:
        raise Unknown("./test changed needs Git, which is not on this machine.") from problem
    if done.returncode:
        raise Unknown(f"./test changed: {done.stderr.strip() or 'this is no checkout of Git'}")
    return done.stdout.splitlines()


def reached(changed: Iterable[str]) -> Reach:
    """The tests that could notice a change of these files."""
    found = Reach()
    changed = list(changed)
    if any(file in EVERYTHING for file in changed):
        return Reach(whole=set(tiers.files_of(tiers.NAMES)), page=True)
    for file in changed:
        found.whole |= tests_of_modules(modules_for(file))
        if file.startswith(("src/bussolotto/web/", "tests/page/")) or file.endswith(OF_PAGE):
            found.page = True
            found.whole |= set() if file.startswith(GAMES) else set(tiers.files_of(["browser"]))
        if file.startswith(GAMES) and file.count("/") > GAMES.count("/"):
            reach_game(file.removeprefix(GAMES).partition("/")[0], found)
    if changed:
        found.whole |= {file for file in tiers.files_of(tiers.NAMES) if file.startswith("tests/repo/")}
    found.for_games -= found.whole
    return found


def reach_game(game: str, found: Reach) -> None:
    """Add what a file of a game reaches."""
    found.games.add(game)
    every = tiers.files_of(tiers.NAMES)
    found.whole |= {file for file in every if file.startswith(f"tests/games/{game}/")}
    found.whole |= {file for file in every if f'"{game}"' in text_of(ROOT / file)}
    found.for_games |= tests_of_modules([DISCOVERY])


def modules_for(file: str) -> list[str]:
    """The module that a file is, or those it stands for."""
    path = ROOT / file
    if path.suffix == ".py":
        return [file]
    if not file.startswith(("src/", "tests/", "bench/")) or file.endswith(OF_PAGE):
        return []
    folder = next(above for above in path.parents if above == ROOT or any(above.glob("*.py")))
    return [relative(module) for module in folder.glob("*.py")] if folder != ROOT else []


def tests_of_modules(modules: Iterable[str]) -> set[str]:
    """The test files that import some modules, at any distance; a module that is a test reaches itself."""
    wanted, waiting = set(), list(modules)
    while waiting:
        module = waiting.pop()
        if module not in wanted:
            wanted.add(module)
            waiting += importers().get(module, ())
    return {module for module in wanted if Path(module).name.startswith("test_") and module.startswith("tests/")}


# --- the graph --------------------------------------------------------------------


@cache
def importers() -> dict[str, set[str]]:
    """For every module, as a path in the checkout, those that import it."""
    found: dict[str, set[str]] = {}
    for package, place in ROOTS.items():
        for file in sorted((place / package).rglob("*.py")):
            for wanted in imported(file):
                found.setdefault(relative(wanted), set()).add(relative(file))
    return found


def imported(file: Path) -> Iterator[Path]:
    """The files of this checkout that a module imports, inside functions and in other processes too."""
    is_test = relative(file).startswith("tests/")
    for node in ast.walk(ast.parse(text_of(file))):
        commands = started(node) if is_test else ()
        for name in (*floors.named_by(node), *commands, *in_program(node)):
            yield from files_of_module(name)
    conftest = file.parent / "conftest.py"
    if conftest.exists() and relative(conftest) not in EVERYTHING and file != conftest:
        yield conftest


def in_program(text: ast.AST) -> list[str]:
    """Modules that a program imports which stands in a string."""
    return IN_TEXT.findall(text.value) if isinstance(text, ast.Constant) and isinstance(text.value, str) else []


def started(command: ast.AST) -> Iterator[str]:
    """Modules that a command starts: what follows `-m`."""
    elements = command.elts if isinstance(command, ast.Tuple | ast.List) else []
    words = [each.value if isinstance(each, ast.Constant) else None for each in elements]
    for option, name in pairwise(words):
        if option == "-m" and isinstance(name, str):
            yield f"{name}.__main__"


@cache
def files_of_module(name: str) -> list[Path]:
    """The files that importing a dotted name runs: the packages on the way and the module itself."""
    parts = name.split(".")
    if parts[0] not in ROOTS:
        return []
    places = accumulate(parts, Path.__truediv__, initial=ROOTS[parts[0]])
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return [file for file in files[2:] if file.exists()]


def text_of(file: Path) -> str:
    """What a file says."""
    return file.read_text(encoding="utf-8")


def relative(file: Path) -> str:
    """A path as Git names it."""
    return file.relative_to(ROOT).as_posix()
