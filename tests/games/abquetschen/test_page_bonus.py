"""Bonus dice on a phone: the bench has kept room for the buttons that ask how many, and does not grow."""

import pytest
from playwright.sync_api import Page, expect

from bussolotto.games.abquetschen import game as abquetschen
from tests.components.stages import show
from tests.components.stand import Stand
from tests.components.views import View, golden
from tests.depth import in_full_runs
from tests.web.visits import PHONE, resize

SMALL_PHONE = {"width": 320, "height": 568}


def asked(most: int) -> View:
    """Whoever has earned bonus dice says how many up to this number are built."""
    view = golden("abquetschen")[f"abquetschen-choosing-bonus-{min(abquetschen.SEATS)}"]
    match = view.match.copy()
    match.state.extras = (1 << most + 1) - 1
    return View(f"up to {most}", match, view.seat)


def building(view: View) -> View:
    """The same player builds one of them."""
    match = view.match.copy()
    assert view.seat is not None
    match.act(view.seat, [code for code in view.choices if view.text(code) == "bonus 1"])
    return View("building", match, view.seat)


@pytest.mark.parametrize("language", ["de", *in_full_runs("en", "it", "fr")])
@pytest.mark.parametrize(("size", "most"), [(PHONE, 3), (SMALL_PHONE, 2)], ids=["phone", "small phone"])
def test_the_bench_keeps_its_height(page: Page, stand: Stand, size: dict[str, int], most: int, language: str) -> None:
    resize(page, size)
    heights = set()
    for view in (building(asked(1)), asked(1), asked(most)):
        stand.views[view.name] = view
        show(page, view, lang=language)
        heights.add(page.locator(".bench").evaluate("bench => bench.offsetHeight"))
    expect(page.locator(".bench-buttons button")).to_have_count(most + 2)
    assert len(heights) == 1
