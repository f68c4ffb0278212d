"""The focus moves, and keys and presses are heard, before what was drawn is seen: one pressed at first sight counts."""

import re

from tests.repo.sources import name_of
from tests.repo.test_script_sizes import scripts

EFFECT = re.compile(r"\buse(?P<layout>Layout)?Effect\((?P<body>.*?)\n?(?P<indent> *)\}?, \[[^\]\n]*\]\);", re.DOTALL)
LISTENS = "addEventListener"
PRESSES = re.compile(r"addEventListener\(\s*'(?:keydown|keyup|click|pointerdown|pointerup|change|popstate)'")


def focusing(text: str) -> list[bool]:
    """Of every effect that moves the focus at once, whether it runs before the page is painted."""
    found = (effect for effect in EFFECT.finditer(text) if "focus(" in effect["body"] and LISTENS not in effect["body"])
    return [effect["layout"] is not None for effect in found]


def hearing(text: str) -> list[bool]:
    """Of every effect that listens for keys, presses or changes, whether it runs before the page is painted."""
    found = (effect for effect in EFFECT.finditer(text) if PRESSES.search(effect["body"]))
    return [effect["layout"] is not None for effect in found]


def test_the_focus_is_not_moved_after_painting() -> None:
    found = {name_of(path): focusing(path.read_text(encoding="utf-8")) for path in scripts()}
    assert [name for name, layouts in found.items() if not all(layouts)] == []
    assert sum(map(len, found.values())) >= 8


def test_a_late_effect_is_found() -> None:
    assert focusing("useEffect(() => back.current?.focus(), []);") == [False]
    assert focusing("useEffect(() => {\n  if (open) first.focus();\n}, [open]);") == [False]
    assert focusing("useLayoutEffect(() => {\n  if (open) first.focus();\n}, [open]);") == [True]
    assert focusing("useEffect(() => {\n  listen();\n}, []);\nuseLayoutEffect(() => first.focus(), []);") == [True]


def test_keys_are_heard_before_painting() -> None:
    found = {name_of(path): hearing(path.read_text(encoding="utf-8")) for path in scripts()}
    assert [name for name, layouts in found.items() if not all(layouts)] == []
    assert sum(map(len, found.values())) >= 10


def test_a_late_ear_is_found() -> None:
    late = "useEffect(() => {\n  addEventListener('keydown', leave);\n}, [open]);"
    assert hearing(late) == [False]
    assert hearing(late.replace("useEffect", "useLayoutEffect")) == [True]
    assert hearing("useEffect(() => {\n  addEventListener('resize', look);\n}, []);") == []
