"""A game is one folder: nothing outside it and its tests' folder is named after a game or names one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto.games import names
from tests.repo.sources import PACKAGE, ROOT

GENERATED = {"web/dice-odds.json"}
TEXT = {".py", ".js", ".css", ".json", ".html", ".svg", ".webmanifest"}


def named(text: str) -> set[str]:
    """The games whose names stand in a text, with hyphens or underscores."""
    words = {word.replace("_", "-") for word in re.findall(r"[a-z]+(?:[-_][a-z]+)*", text)}
    parts = {part for word in words for part in pieces(word)}
    return {name for name in names() if name in parts}


def pieces(word: str) -> Iterator[str]:
    """A compound and all that its words make: `my-dice-your-dice-v0` holds `my-dice-your-dice`."""
    single = word.split("-")
    for first in range(len(single)):
        for last in range(first, len(single)):
            yield "-".join(single[first : last + 1])


def code_of(path: Path) -> str:
    """What counts of a file: of Python its names, imports and literals, not what its docstrings and comments say."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return ast.unparse(without_docstrings(ast.parse(text)))
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL) if path.suffix in {".js", ".css"} else text


def without_docstrings(tree: ast.Module) -> ast.Module:
    """The same code, its docstrings left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body[0] = ast.Pass()
    return tree


def platform_files(package: Path) -> Iterator[Path]:
    """All files of the package but those in the folders of games, vendored ones and generated ones."""
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        own = inside.parts[0] == "games" and len(inside.parts) > 2
        left_out = own or inside.as_posix() in GENERATED or {"vendor", "__pycache__"} & set(inside.parts)
        if path.is_file() and path.suffix in TEXT and not left_out:
            yield path


def pairs(package: Path) -> set[tuple[str, str]]:
    """Each platform file with each game that it names."""
    return {
        (path.relative_to(package).as_posix(), name)
        for path in platform_files(package)
        for name in named(code_of(path)) | named(path.stem)
    }


def test_no_file_of_the_platform_names_a_game() -> None:
    assert pairs(PACKAGE) == set()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("server/tables.py", 'ROLLED = {"cui-bono": ()}'),
        ("study/own.py", "from bussolotto.games import cincinnati"),
        ("study/raffzahn.py", ""),
        ("web/rules.js", "const SECTIONS = { 'bunte-kuh': [] };"),
        ("locale/parts/page.en.json", '{"game.spilorcio.title": "Spilorcio"}'),
        ("envs/modules.py", "spilorcio_v0 = None"),
    ],
)
def test_the_count_bites(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert len(pairs(tmp_path)) == 1


def test_what_only_remarks_say_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "tables.py").write_text('"""Not cui-bono."""\n# nor raffzahn\n', encoding="utf-8")
    (tmp_path / "tables.js").write_text("/** of raffzahn */ const x = 1; // cui-bono\n", encoding="utf-8")
    assert pairs(tmp_path) == set()


def folders_of(name: str) -> set[str]:
    """The folders that hold files named after a game, or lie in a folder of its name: of sources, tests and docs."""
    found = set()
    for top in ("src", "tests", "docs", "tools", "bench"):
        for path in (ROOT / top).rglob("*"):
            inside = path.relative_to(ROOT)
            if not path.is_file() or "__pycache__" in inside.parts or inside.parts[:2] == ("docs", "images"):
                continue  # pictures in docs are drawn by tools
            at = [place for place, part in enumerate(inside.parts) if name in named(Path(part).stem)]
            if at:
                folder = inside.parts[: at[0] + 1] if at[0] < len(inside.parts) - 1 else inside.parts[:-1]
                found.add("/".join(folder))
    return found


@pytest.mark.parametrize("name", names())
def test_a_game_is_two_folders(name: str) -> None:
    folder = name.replace("-", "_")
    assert folders_of(name) == {f"src/bussolotto/games/{folder}", f"tests/games/{folder}"}
