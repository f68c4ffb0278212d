"""Styles of the page: a variable that is used is defined somewhere, or else its rule is dropped without a word."""

import re

from tests.repo.sources import PACKAGE, name_of, ours

USED = re.compile(r"var\((--[\w-]*\w)\)")  # one with a value of its own in case needs no other
DEFINED = re.compile(r"(--[\w-]*\w)['\"]?\s*[:,]")


def texts() -> dict[str, str]:
    """The page's styles, scripts and frames, by name."""
    files = (file for file in ours(".css", ".js", ".html") if file.is_relative_to(PACKAGE))
    return {name_of(file): file.read_text(encoding="utf-8") for file in files}


def undefined(files: dict[str, str]) -> list[str]:
    """The variables that are used and nowhere defined, with where."""
    defined = {name for text in files.values() for name in DEFINED.findall(text)}
    return [f"{file}: {name}" for file, text in files.items() for name in USED.findall(text) if name not in defined]


def test_every_variable_that_is_used_is_defined() -> None:
    assert undefined(texts()) == []


def test_one_that_is_not_is_found() -> None:
    assert undefined(
        {"a.css": "p { color: var(--ink); }", "b.css": ":root { --ink: black; --line: var(--gray); }"}
    ) == ["b.css: --gray"]
