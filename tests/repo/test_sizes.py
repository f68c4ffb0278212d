"""Functions stay small: none past 60 lines, and the typical one no larger than it is today."""

import ast
from pathlib import Path
from statistics import median

from tests.repo.sources import PACKAGE, name_of, ours

LONGEST = 60  # lines of a function, its decorators and docstring included
MEDIAN = 7  # a ratchet: lower it when the code gets better, never raise it
LARGEST_FILE = 600


def functions(path: Path) -> dict[str, int]:
    """Lines of each function of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {f"{name_of(path)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1 for node in found}


def test_no_function_is_too_long() -> None:
    lengths = {name: lines for path in ours(".py") for name, lines in functions(path).items()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_the_typical_function_is_short() -> None:
    lengths = [lines for path in PACKAGE.rglob("*.py") for lines in functions(path).values()]
    assert 5 <= median(lengths) <= MEDIAN, median(lengths)


def test_no_module_is_too_long() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {name: lines for name, lines in lengths.items() if lines > LARGEST_FILE} == {}
