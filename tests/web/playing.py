"""Whole matches through the page: a person plays by pointer, by touch or by keyboard until the end."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypeVar

import pytest
from playwright.sync_api import Locator, Page, expect

from bussolotto.core import pyramid
from bussolotto.games import game
from tests.depth import in_full_runs
from tests.web.visits import AtTable

Answer = TypeVar("Answer")
How = Literal["pointer", "touch", "keyboard"]
Perform = Callable[[Page, str, How], None]
Choose = Callable[[dict[str, Any], Sequence[str]], str]

WAYS: tuple[How, ...] = ("pointer", "touch", "keyboard")
POLL_MS = 15
IDLE = "() => !document.querySelector('.game[data-busy]')"  # what was done has been answered, and nothing rests
SHOWN = f"(version) => Number(document.querySelector('.game')?.dataset.version ?? 1e9) >= version && ({IDLE})()"
FRAMES = "async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); }"
PATIENCE_MS = 20_000  # for what takes a moment where nobody else uses the machine


def in_one_way(way: How) -> pytest.MarkDecorator:
    """A match that is played this way, and in full runs in the others, too: each way plays some games in every run."""
    return pytest.mark.parametrize("how", [way, *in_full_runs(*(other for other in WAYS if other != way))])


def comes(page: Page, question: Callable[[], Answer], excuse: Callable[[], str]) -> Answer:
    """The first answer to this that is true; while there is none, the page goes on. `excuse`: why that is a failure."""
    for _ in range(PATIENCE_MS // POLL_MS):
        if answer := question():
            return answer
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(excuse())


def until(page: Page, question: str, arg: object = None) -> None:
    """Wait until the page answers yes; unlike `wait_for_function` it waits for answers that take their time."""
    comes(page, lambda: page.evaluate(question, arg), lambda: f"it does not come about: {question}")


def drawn(page: Page) -> None:
    """Wait until what has changed is on the screen, and all that follows from it at once has been begun."""
    page.evaluate(FRAMES)


def press(locator: Locator, how: How) -> None:
    """Click it, tap it, or give it the focus and press Enter: what has no role and no name has no keyboard either."""
    if how == "touch":
        locator.tap()
    elif how == "pointer":
        locator.click()
    else:
        expect(locator).to_be_enabled()  # a click waits for that; keys would go to whatever has the focus
        assert locator.evaluate("element => element.tabIndex >= 0 || element.closest('[tabindex]') !== null")
        locator.focus()
        locator.press("Enter")


def button(page: Page, text: str) -> Locator:
    """The button of an action, by its text."""
    return page.locator(f'.bench-buttons [data-action="{text}"]')


def cell(page: Page, text: str) -> Locator:
    """The button of a cell of the pyramid, by its notation: the one that the accessibility tree has."""
    return page.locator(f'[data-cell="{pyramid.cells_by_text()[text]}"]')


def now(page: Page, table: AtTable) -> dict[str, Any]:
    """The match as the person of this page may know it; `texts`: what may be done."""
    found: dict[str, Any] = page.context.request.get(f"/api/matches/{table.match}").json()
    rules = game(found["game"])
    found["texts"] = [rules.say(found["seat"], action) for action in found["legal"] or []]
    return found


def random_choice(seed: int = 1) -> Choose:
    """Any legal action."""
    dice = Random(seed)
    return lambda _, texts: dice.choice(texts)


def play(page: Page, table: AtTable, perform: Perform, how: How, choose: Choose | None = None, most: int = 600) -> None:
    """Let the person play to the end of the match; `perform` does one action, named by its text, on the page."""
    choose = choose or random_choice()
    for _ in range(most):
        found = awaited(page, table)
        if found["over"]:
            break
        text = choose(found["view"], found["texts"])
        page.wait_for_function(SHOWN, arg=found["version"])
        perform(page, text, how)
        after(page, table, found["version"], text)
    else:
        raise AssertionError(f"not over after {most} actions")
    expect(page.locator(".result-line, .result h2").first).to_contain_text(re.compile("win|share", re.IGNORECASE))


def awaited(page: Page, table: AtTable) -> dict[str, Any]:
    """The match as soon as this person may act in it, or it is over."""
    for _ in range(PATIENCE_MS // POLL_MS):
        found = now(page, table)
        if found["over"] or found["texts"]:
            return found
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"nobody asks seat {found['seat']}: {found['show']}")


def after(page: Page, table: AtTable, version: int, text: str) -> None:
    """Wait until the server has answered what was done here, and something has happened since."""
    page.wait_for_function(IDLE)
    comes(
        page,
        lambda: now(page, table)["version"] > version,
        lambda: f"{text} did not arrive; the page says: {page.locator('.bench-say').inner_text()}",
    )
