"""Whole races through the page. A page is not told what is right: the test looks at the view, as a person would."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.web.conftest import AtTable, Visit, play_table
from tests.web.piles import flat, point_at
from tests.web.playing import POLL_MS, How, now

Decide = Callable[[dict[str, Any], int], Locator | None]
MOST = 6_000
QUICK_MS = 1_000
SEEN = "(version) => Number(document.querySelector('.game')?.dataset.version ?? -1) >= version"


def pick(page: Page, target: Locator, how: How) -> None:
    """Press a button; of a cell by hand what is drawn where its button lies. Raises Timeout where it has gone."""
    if how == "keyboard":
        target.press("Enter", timeout=QUICK_MS)
    elif not target.get_attribute("data-cell", timeout=QUICK_MS):
        (target.tap if how == "touch" else target.click)(timeout=QUICK_MS)
    elif not point_at(page, target, how, QUICK_MS):
        raise Timeout("somebody was quicker")


def race(page: Page, table: AtTable, how: How, decide: Decide) -> None:
    """Play to the end: `decide` looks at the view and the seat and says what to press, if anything."""
    for _ in range(MOST):
        found = now(page, table)
        if found["over"]:
            break
        if (target := decide(found["view"], found["seat"])) is not None:
            page.wait_for_function(SEEN, arg=found["version"])
            with suppress(Timeout):  # somebody was quicker, and what was to be pressed has gone
                pick(page, target, how)
        page.wait_for_timeout(POLL_MS)
    else:
        raise AssertionError(f"not over after {MOST} looks: {found['show']}")
    expect(page.locator(".result-line").first).to_be_visible()


def people_at(
    visit: Visit, game: str, number: int, options: dict[str, str] | None = None, **look: Any
) -> tuple[list[Page], AtTable]:
    """So many people at a table without bots, the match begun; their pages in the order of their seats.

    `look` is how they look at it: a size, touch.
    """
    names = ["Giulia", "Paolo", "Anna", "Luca", "Sara", "Marco"][:number]
    pages = [flat(visit(name, **look)) for name in names]
    table = play_table(pages[0], game=game, seats=number, bots=0, start=False, options=options or {})
    for seat, page in enumerate(pages[1:], 1):
        assert page.context.request.post(f"/api/tables/{table.table}/seats/{seat}").ok
    assert pages[0].context.request.post(f"/api/tables/{table.table}/start").ok
    for page in pages:
        page.goto(f"/t/{table.table}")
        page.wait_for_selector(".table-main > *")
    return pages, table
