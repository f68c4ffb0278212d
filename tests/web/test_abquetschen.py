"""The table of Abquetschen: whole matches, builds that are tried and taken back, the clause that forbids."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, AtTable, Visit, play_table
from tests.web.piles import flat, pick
from tests.web.playing import SHOWN, WAYS, How, awaited, now, play, press

GAME = "abquetschen"
PLACES = ".pile-cell[data-place]"


def small_table(page: Page) -> AtTable:
    """A match on the smallest lattice: 20 cells."""
    return play_table(page, game=GAME, seats=3, options={"lattice": "3"})


def perform(page: Page, text: str, how: How) -> None:
    """A whole build: places as the page offers them, then let it stand."""
    del text
    stand = page.get_by_role("button", name="Let it stand")
    for _ in range(12):
        page.wait_for_selector(f"{PLACES}, .bench-buttons button:enabled")
        if stand.count() and stand.is_enabled():
            break
        if page.locator(PLACES).count():
            build(page, how)
        else:
            press(page.get_by_role("button", name="bonus").first, how)
        page.wait_for_timeout(30)
    press(stand, how)


def build(page: Page, how: How) -> None:
    """One die more in the draft, on the first place that the page offers."""
    pick(page, int(page.locator(PLACES).first.get_attribute("data-cell") or -1), how)


@pytest.mark.parametrize("how", WAYS)
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = flat(visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch"))
    play(page, small_table(page), perform, how)
    expect(page.locator(".summary polyline")).to_have_count(3)


def test_nothing_is_done_before_it_is_confirmed(visit: Visit) -> None:
    page = flat(visit("Giulia"))
    while (found := awaited(page, table := small_table(page)))["over"]:
        pass  # the bots have blocked everything before her first turn
    page.wait_for_function(SHOWN, arg=found["version"])
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    build(page, "pointer")
    expect(undo).to_be_enabled()
    assert now(page, table)["version"] == found["version"]
    undo.click()
    expect(undo).to_be_disabled()
    assert now(page, table)["version"] == found["version"]
