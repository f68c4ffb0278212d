"""Tests wait for events: none waits for a while, but where just that is the point."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.repo.sources import ROOT, name_of, ours

WAITS = ("sleep", "wait_for_timeout")
LOOPS = (ast.While, ast.For, ast.AsyncFor)  # in them one pauses between two looks
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LATER = "setTimeout("
MS = re.compile(r",\s*[^\s,(){}]+(?: [*+/-] [^\s,(){}]+)*\s*$")  # a second argument: how long
ALLOWED = {
    "tests/bench/test_arbiter.py held_up": "nothing else happens in a process for a while: that is measured",
    "tests/server/test_bus.py forget": "what never ends by itself, and is given up",
    "tests/server/test_deploy.py test_an_upgrade_during_play_and_one_that_fails": "backups are named by the second",
    "tests/server/test_floods.py toil": "work that takes a while",
    "tests/study/clusters.py squared": "work that takes a while",
    "tests/test_bench.py legal": "work that takes a while",
    "tests/web/test_cup.py": "a page looks by itself, while nobody asks it anything",
    "tests/web/test_fair_races.py": "when somebody presses is what the test is about",
    "tests/web/test_first_minute.py act": "a pause between two looks",
    "tests/web/test_home.py late": "answers come one after the other, as over a slow line",
    "tests/web/test_level.py rests": "a pause between two looks",
    "tests/web/test_practice.py test_a_race_is_practised_in_peace": "a page takes no tap for so long after a Stop",
}


def waits(node: ast.AST, function: str = "", looking: bool = False) -> Iterator[str]:
    """The functions of a module ("" outside of any) that wait for a while, or have a page wait."""
    for child in ast.iter_child_nodes(node):
        if (is_wait(child) and not looking) or (isinstance(child, ast.Constant) and waits_in_script(child.value)):
            yield function
        if isinstance(child, FUNCTIONS):
            yield from waits(child, getattr(child, "name", function))
        else:
            yield from waits(child, function, looking or isinstance(child, LOOPS))


def is_wait(node: ast.AST) -> bool:
    """Is this a call that waits for longer than a turn of the event loop?"""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in WAITS:
        return False
    return [ast.unparse(each) for each in node.args] != ["0"]


def waits_in_script(text: object) -> bool:
    """Does a script have something done after a while?"""
    return isinstance(text, str) and any(MS.search(given(rest)) for rest in text.split(LATER)[1:])


def given(text: str) -> str:
    """What stands before the bracket that closes the one before this text."""
    depth = 1
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[:place]
    return ""


def found() -> set[str]:
    """What waits for a while in the tests: a file and the function, or a file alone."""
    files = [path for path in ours(".py", ".js") if path.is_relative_to(ROOT / "tests")]
    every = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        names = waits(ast.parse(text)) if path.suffix == ".py" else ["" for _ in range(waits_in_script(text))]
        every |= {f"{name_of(path)} {name}".rstrip() for name in names}
    return every


def test_no_test_waits_for_a_while() -> None:
    assert found() - {f"{name_of(Path(__file__))} test_a_wait_is_found"} == set(ALLOWED)


def test_a_wait_is_found() -> None:
    def told(text: str) -> list[str]:
        return list(waits(ast.parse(text)))

    assert told("def f():\n    time.sleep(1)") == told("async def f():\n    await asyncio.sleep(PAUSE_S)") == ["f"]
    assert told("page.wait_for_timeout(5)") == told("if x:\n    with y:\n        sleep.sleep(1)") == [""]
    assert told("while not done:\n    time.sleep(0.05)") == told("await asyncio.sleep(0)") == []
    assert told("for x in y:\n    def f():\n        time.sleep(1)") == ["f"]
    assert told("X = 'new Promise((done) => setTimeout(done, 200))'") == [""]
    assert told("X = 'setTimeout(() => { press(a, b); }, 2 * MOST_MS)'") == [""]
    assert told("X = 'setTimeout(() => press(a, b)); setTimeout(done)'") == []
