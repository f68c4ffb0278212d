"""Scripts are served without their remarks, and else as they are written."""

import re
from pathlib import Path

import pytest

from bussolotto.server.http.pages import without_remarks
from tests.repo.sources import PACKAGE

SCRIPTS = sorted(
    path
    for pattern in ("web/**/*.js", "games/*/page/**/*.js")
    for path in PACKAGE.glob(pattern)
    if "vendor" not in path.parts
)


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (b"/** What it is. */\nlet a;\n", b"\nlet a;\n"),
        (b"/**\n * Long.\n * @param {x} y\n */\nf();\n", b"\n\n\n\nf();\n"),
        (b"  /** @type {x} */ (y).z();\n  /** Told. */\n", b" (y).z();\n\n"),
        (b"return /** @type {x} */ (y);\n", b"return (y);\n"),
        (b"a(/** @type {x} */ (y));\n// kept\n/* kept */\n", b"a( (y));\n// kept\n/* kept */\n"),
    ],
)
def test_what_is_left_of_a_script(written: bytes, served: bytes) -> None:
    assert without_remarks(written) == served


def remarks(script: str) -> list[str]:
    """The doc comments of a script, read character by character: none of them in a text, template or line comment."""
    found, inside, at = [], ["code"], 0  # inside: what is open; the braces of a template's ${} lead back into code
    while at < len(script):
        part = PART[inside[-1]].match(script, at)
        assert part, f"line {script[:at].count(chr(10)) + 1}"
        text, kind = part[0], part.lastgroup
        if kind == "remark":
            found.append(text)
        elif kind == "template":
            inside.append("template")
        elif kind == "open":
            inside.append("code")
        elif kind == "close":
            inside[1:] = inside[1:-1]
        at = part.end()
    return found


EXPRESSION = r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+/"  # a regular expression, where a value may stand
SKIP = (
    r"/\*.*?\*/|//[^\n]*|(?<=[(=,:?&|!] )" + EXPRESSION + r"|(?<=\()" + EXPRESSION,
    r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"",
)
PART = {
    "code": re.compile(
        rf"(?P<remark>/\*\*.*?\*/)|(?P<skip>{'|'.join(SKIP)})"
        r"|(?P<template>`)|(?P<open>\{)|(?P<close>\})|(?P<other>.)",
        re.DOTALL,
    ),
    "template": re.compile(r"(?P<open>\$\{)|(?P<close>`)|(?P<other>\\.|.)", re.DOTALL),
}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_nothing_but_remarks_is_left_out(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    served = without_remarks(written.encode()).decode()
    assert written.count("\n") == served.count("\n")
    without = written
    for remark in remarks(written):
        before, _, after = without.partition(remark)
        without = before.rstrip(" \t") + "\n" * remark.count("\n") + after
    assert served == without


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 100
