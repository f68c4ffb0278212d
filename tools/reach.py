"""What changed files can reach: the tests that could notice, by the graph of imports.

- A module reaches every test that imports it, directly or through others; a test that starts `python -m bussolotto`
  imports what that does. A text counts as an import if it is the name of a module, or that of a Python file in the same
  folder, and so does an f-string for every module whose name it can become.
- A file that is no module stands for the modules of its folder, or of the nearest folder above that has some. Where
  there are none, or nothing imports it, it stands for the modules that name it or its folder.
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
OURS = r"(?:bussolotto|tests|tools|bench)"
# a program in a string
IN_TEXT = re.compile(rf"^ *(?:from ({OURS}[\w.]*) import (\w+(?:, \w+)*)|import ({OURS}[\w.]*))", re.MULTILINE)
NAME = re.compile(rf"{OURS}(?:\.\w+)+")
# folders that are named for others' sake
EVERYWHERE = ("src", "tests", "docs", "tools", "bench", "bussolotto", "games")
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
        found.page = found.page or file.endswith(".mjs")
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
    names = f'"{game}"', f'"{game.replace("_", "-")}"'
    found.whole |= {file for file in every if any(name in text_of(ROOT / file) for name in names)}
    found.for_games |= tests_of_modules([DISCOVERY])


def modules_for(file: str) -> list[str]:
    """The module that a file is, or those it stands for."""
    if file.endswith(OF_PAGE):
        return []
    found = [file] if file.endswith(".py") else in_folder(file)
    return found if tests_of_modules(found) else [*found, *naming(file)]


def in_folder(file: str) -> list[str]:
    """The modules of the nearest folder above a file that has some."""
    folder = next(above for above in (ROOT / file).parents if above == ROOT or any(above.glob("*.py")))
    return [] if folder == ROOT else [relative(module) for module in folder.glob("*.py")]


def naming(file: str) -> list[str]:
    """The modules in whose text a file stands by its name, if no other has this one, or by that of a folder."""
    path = Path(file)
    names = [f'"{folder}"' for folder in path.parent.parts if folder not in EVERYWHERE]
    if file_names().count(path.name) <= 1:
        names.append(path.name)
    return [relative(module) for module in modules() if any(name in text_of(module) for name in names)]


@cache
def file_names() -> list[str]:
    """The names of all files that Git knows, without their folders."""
    return [Path(file).name for file in git("ls-files")]


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
    for file in modules():
        for wanted in imported(file):
            found.setdefault(relative(wanted), set()).add(relative(file))
    return found


@cache
def modules() -> list[Path]:
    """Every module of this checkout."""
    return sorted(file for package, place in ROOTS.items() for file in (place / package).rglob("*.py"))


@cache
def dotted() -> list[str]:
    """Every module as an import names it."""
    paths = (file.relative_to(ROOT).with_suffix("").as_posix() for file in modules())
    return [path.removeprefix("src/").replace("/", ".") for path in paths]


def imported(file: Path) -> Iterator[Path]:
    """The files of this checkout that a module imports, inside functions and in other processes too."""
    is_test = relative(file).startswith("tests/")
    for node in ast.walk(ast.parse(text_of(file))):
        commands = started(node) if is_test else ()
        for name in (*floors.named_by(node), *commands, *named_in_text(node), *computed(node)):
            yield from files_of_module(name)
        yield from beside(file, node)
    conftest = file.parent / "conftest.py"
    if conftest.exists() and relative(conftest) not in EVERYTHING and file != conftest:
        yield conftest


def named_in_text(node: ast.AST) -> list[str]:
    """Modules that a text names: alone, or in a program that stands in it."""
    text = literal(node)
    found = [text] if NAME.fullmatch(text) else []
    for package, names, alone in IN_TEXT.findall(text):
        found += [f"{package}.{name}" for name in names.split(", ")] if package else [alone]
    return found


def computed(node: ast.AST) -> list[str]:
    """Modules whose names an f-string can become: `f"tests.games.{name}.controls"`."""
    if not isinstance(node, ast.JoinedStr):
        return []
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in node.values]
    pattern = re.compile("".join(parts))
    return [name for name in dotted() if pattern.fullmatch(name)] if re.match(rf"{OURS}\\\.", parts[0]) else []


def beside(file: Path, node: ast.AST) -> list[Path]:
    """The Python file in the folder of a module that a text names: a pattern of what is compiled."""
    text = literal(node)
    return [named] if re.fullmatch(r"\w+\.py", text) and (named := file.with_name(text)).exists() else []


def literal(node: ast.AST) -> str:
    """A text that stands in a module; "" for all else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


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


@cache
def text_of(file: Path) -> str:
    """What a file says."""
    return file.read_text(encoding="utf-8")


def relative(file: Path) -> str:
    """A path as Git names it."""
    return file.relative_to(ROOT).as_posix()
