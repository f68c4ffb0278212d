"""Scripts stay as small as modules: functions of 60 lines at most, no long line, no long file."""

import re
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import pytest

from tests.repo.sources import PACKAGE, name_of

LONGEST = 60  # lines of a function, without its remark
MEDIAN = 8  # a ratchet: lower it when scripts get better, never raise it
LARGEST_FILE = 400  # the same
WIDEST = 150  # characters; code is printed 120 wide, and templates are left as written
WRITTEN_BY_TOOLS = {"facts.js", "wire.js"}
FUNCTION = re.compile(
    r"(?P<indent> *)(?:export )?(?:default )?(?:async )?"
    r"(?:function\b|(?:const|let) [\w$]+ = .*(?:=>|\()|(?!(?:if|for|while|switch|catch)\b)[\w$]+\(.*\) \{$)"
)


def scripts() -> list[Path]:
    """Those that people write."""
    found = [*PACKAGE.glob("web/**/*.js"), *PACKAGE.glob("games/*/page/**/*.js")]
    return sorted(path for path in found if "vendor" not in path.parts and path.name not in WRITTEN_BY_TOOLS)


def functions(lines: Sequence[str]) -> dict[int, int]:
    """Where each function begins, and how many lines it has; told by the indentation, which prettier sees to."""
    lengths = {}
    for start, line in enumerate(lines):
        if not (found := FUNCTION.match(line)):
            continue
        indent = found["indent"]
        after = (at for at in range(start + 1, len(lines)) if re.match(rf"{indent}\S", lines[at]))
        end = next(after, start)
        lengths[start + 1] = end - start + 1 if re.match(rf"{indent}[)\]}}]", lines[end]) else 1
    return lengths


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_no_function_is_too_long() -> None:
    lengths = {f"{name_of(path)}:{at}": n for path in scripts() for at, n in functions(lines_of(path)).items()}
    assert {place: lines for place, lines in lengths.items() if lines > LONGEST} == {}
    assert len(lengths) > 1000
    assert median(lines for lines in lengths.values() if lines > 1) <= MEDIAN


def test_no_script_is_too_long() -> None:
    lengths = {name_of(path): len(lines_of(path)) for path in scripts()}
    assert {name: lines for name, lines in lengths.items() if lines > LARGEST_FILE} == {}


def test_no_line_is_too_long() -> None:
    wide = {
        f"{name_of(path)}:{at}" for path in scripts() for at, line in enumerate(lines_of(path), 1) if len(line) > WIDEST
    }
    assert wide == set()


@pytest.mark.parametrize(
    ("written", "lengths"),
    [
        ("function f() {\n  a;\n}\nb;", {1: 3}),
        ("export default async function f() {\n}\n", {1: 2}),
        ("const f = (a) => {\n  const g = () => b;\n\n  c;\n};", {1: 5, 2: 1}),
        ("class A {\n  see(a) {\n    b;\n  }\n}", {2: 3}),
        ("if (a) {\n  b;\n}\nfor (;;) {\n}", {}),
        ("const f = useCallback(() => {\n  a;\n}, []);", {1: 3}),
    ],
)
def test_functions_are_found(written: str, lengths: dict[int, int]) -> None:
    assert functions(written.splitlines()) == lengths
