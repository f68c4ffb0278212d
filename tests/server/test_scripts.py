"""Scripts and style sheets are served without remarks and indentation, and else as they are written."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto.server.http.pages import slimmed
from tests.repo.sources import PACKAGE


def written(ending: str) -> list[Path]:
    """The files of the page that we wrote and that end like this."""
    patterns = f"web/**/*.{ending}", f"games/*/page/**/*.{ending}"
    return sorted(path for pattern in patterns for path in PACKAGE.glob(pattern) if "vendor" not in path.parts)


SCRIPTS, STYLES = written("js"), written("css")


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (b"/** What it is. */\nlet a;\n", b"\nlet a;\n"),
        (b"/**\n * Long.\n * @param {x} y\n */\nf();\n", b"\n\n\n\nf();\n"),
        (b"  /** @type {x} */ (y).z();\n  /** Told. */\n", b"(y).z();\n\n"),
        (b"if (a) {\n  b(`\n\t c`);\n}\n", b"if (a) {\nb(`\nc`);\n}\n"),
        (b"return /** @type {x} */ (y);\n", b"return (y);\n"),
        (b"a(/** @type {x} */ (y));\n// kept\n/* kept */\n", b"a( (y));\n// kept\n/* kept */\n"),
    ],
)
def test_what_is_left_of_a_script(written: bytes, served: bytes) -> None:
    assert slimmed("a.js", written) == served


@pytest.mark.parametrize(
    ("path", "written", "served"),
    [
        ("a.css", b"/* Felt.\n   Wood. */\n.a {\n  top: 0; /* high */\n}\n", b"\n\n.a {\ntop: 0;\n}\n"),
        ("a.css", b".a { /* one */ top: 0; }\n", b".a { top: 0; }\n"),
        ("a.svg", b"<svg>\n  <g />\n</svg>\n", b"<svg>\n  <g />\n</svg>\n"),
    ],
)
def test_what_is_left_of_another_file(path: str, written: bytes, served: bytes) -> None:
    assert slimmed(path, written) == served


OF_STYLE = re.compile(r"(?P<remark>/\*.*?\*/)|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|url\([^)\"']*\)|.", re.DOTALL)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_text_of_a_style_sheet_is_left_out(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    served = slimmed(path.name, source.encode()).decode()
    assert source.count("\n") == served.count("\n")
    kept = "".join(part[0] for part in OF_STYLE.finditer(source) if part.lastgroup != "remark")
    assert re.sub(r"\s+", "", served) == re.sub(r"\s+", "", kept)


def remarks(script: str) -> list[str]:
    """The doc comments of a script, none of them in a text, template or line comment."""
    return [text for kind, text in parts(script) if kind == "remark"]


def parts(script: str) -> Iterator[tuple[str | None, str]]:
    """The kinds and texts that a script is made of, character by character where they are nothing special."""
    inside, at = ["code"], 0  # inside: what is open; the braces of a template's ${} lead back into code
    while at < len(script):
        part = PART[inside[-1]].match(script, at)
        assert part, f"line {script[:at].count(chr(10)) + 1}"
        kind = part.lastgroup
        yield (kind if inside[-1] == "code" else f"{kind} in template"), part[0]
        if kind == "template":
            inside.append("template")
        elif kind == "open":
            inside.append("code")
        elif kind == "close":
            inside[1:] = inside[1:-1]
        at = part.end()


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
    served = slimmed(path.name, written.encode()).decode()
    assert written.count("\n") == served.count("\n")
    without = written
    for remark in remarks(written):
        before, _, after = without.partition(remark)
        without = before.rstrip(" \t") + "\n" * remark.count("\n") + after
    assert served == re.sub(r"^[ \t]+", "", without, flags=re.MULTILINE)


SHADERS = {"web/components/frame-time.js", "web/pyramid/scene-shader.js"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_indentation_means_nothing(path: Path) -> None:
    """It is part of a template: those of several lines make HTML, which ignores it, or shaders."""
    written, before = path.read_text(encoding="utf-8"), ""
    plain = 0  # templates that are open and make no HTML
    for kind, text in parts(written):
        if kind == "template":
            plain += not before.endswith("html") and path.relative_to(PACKAGE).as_posix() not in SHADERS
        elif kind == "close in template":
            plain = 0
        assert not (plain and kind == "other in template" and text == "\n"), before[-80:]
        before = before[-80:] + text
    assert not re.search(r"<(pre|textarea)\b[^>$]*>[^<`$]*\n", written)


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 100
