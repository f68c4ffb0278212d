"""At which line of a sheet something stands, so that what is wrong is shown there.

`tomllib` keeps no places. So a sheet that it has read is cut into its headers and assignments, and it reads each alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from bussolotto.core.errors import Refusal
from bussolotto.sheets.reading import MARK

# strings of several lines and of one, remarks, brackets, ends of lines, and anything else
PART = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}\n]|[^\[\]{}\n"\'#]+',
    re.DOTALL,
)
NAME = re.compile(r"[^.\[\]]+")  # of a key in a path: `step[0].move[1].do` has five
WHOLE = "sheet"  # what refusals call a sheet itself
Path = tuple[str, ...]


def find_line(text: str, refusal: Refusal) -> int:
    """The line of a sheet, from 1, that it was refused for."""
    values = refusal.values
    if "key" not in values:
        return int(str(values.get("line", 1)))
    key = str(values["key"])
    if refusal.code == "sheet-word":  # it stands in what has this key, or it is its value
        return line_of(text, f"{key}.{values['value']}".removeprefix(f"{WHOLE}."))
    return line_of(text, key)


def line_of(text: str, key: str) -> int:
    """The line, from 1, of what a refusal calls by this path; if that is missing, of what it would be in.

    `text` is valid TOML.
    """
    lines: dict[Path, int] = {}
    for path, line in _places(text.removeprefix(MARK)):
        lines.setdefault(path, line)
    path = tuple(NAME.findall(key.partition(" = ")[0]))
    return next((lines[part] for end in range(len(path), 0, -1) if (part := path[:end]) in lines), 1)


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Every table and value with its line, in the order of the text."""
    counts: dict[Path, int] = {}  # of the tables in a row of tables, by its path
    table: Path = ()
    for line, statement in _statements(text):
        found = tomllib.loads(statement)
        if statement.startswith("["):
            for path in _opened(found, counts, statement.startswith("[[")):
                table = path
                yield table, line
        else:
            yield from ((table + path, line) for path in _inside(found))


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Headers and assignments, with the line on which each begins."""
    line, first, depth, statement = 1, 1, 0, ""
    for part in PART.findall(text + "\n"):
        if part == "\n" and depth == 0:
            if statement.strip():
                yield first, statement.strip()
            statement, first = "", line + 1
        elif not part.startswith("#"):
            depth += (part in ("[", "{")) - (part in ("]", "}"))
            statement += part
        line += part.count("\n")


def _opened(found: dict[str, Any], counts: dict[Path, int], is_row: bool) -> Iterator[Path]:
    """The paths of the table that a header opens: each that leads to it, at last its own."""
    names = list(_chain(found))
    path: Path = ()
    for place, name in enumerate(names):
        path = (*path, name)
        yield path
        if is_row and place == len(names) - 1:
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path = (*path, str(counts[path] - 1))
            yield path


def _chain(found: Any) -> Iterator[str]:
    """The names in a header, from its tables within each other."""
    while found:
        ((name, found),) = found.items()
        yield name
        found = found[0] if isinstance(found, list) else found


def _inside(found: dict[str, Any]) -> Iterator[Path]:
    """The paths of all values in an assignment, the outer ones first."""
    waiting: list[tuple[Path, Any]] = [((), found)]
    while waiting:
        path, value = waiting.pop()
        if path:
            yield path
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += [((*path, str(name)), each) for name, each in inner]
