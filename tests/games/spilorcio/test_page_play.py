"""Whole matches on Spilorcio's own page: by pointer, by touch, by keyboard alone; the end, a rematch, the replay."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.depth import full
from tests.web.visits import PHONE, AtTable, Visit, play_table

CHOICES = (".danger", ".place-button", ".confirm:not([aria-disabled=true])", ".die-button:not(.die-theirs)")
SENT = "Done."  # is said until something comes of it
STEPS = 1500  # far more than a match on the short board takes
END = re.compile("wins|win together")


@pytest.fixture
def solid() -> bool:
    return True


def at_short_table(page: Page, seats: int = 2) -> AtTable:
    table = play_table(page, seats=seats, options={"board": "short"})
    page.wait_for_selector(".spilorcio")
    return table


def play_to_the_end(page: Page, press: Callable[[Locator], None]) -> None:
    """Always set aside the highest die, one at a time."""
    for _ in range(STEPS):
        expect(page.locator(".say", has_text=SENT)).to_have_count(0)  # else what is found may be about to go
        page.wait_for_selector(", ".join([".result", *CHOICES]))
        if page.locator(".result").count():
            return
        press(next(page.locator(choice).last for choice in CHOICES if page.locator(choice).count()))
    raise AssertionError("the match does not end")


@full
def test_a_match_by_pointer_once_more_and_its_replay(visit: Visit) -> None:
    page = visit("Giulia")
    table = at_short_table(page)
    play_to_the_end(page, lambda target: target.click())
    expect(page.locator(".result").get_by_role("heading", name=END)).to_be_visible()
    expect(page.locator(".result").get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("button", name="Show me now")).to_have_count(0)
    expect(page.locator(".plate", has_text="is placing")).to_have_count(0)
    expect(page.locator(".result .chart polyline")).to_have_count(2)
    expect(page.locator(".result .chart-names li")).to_have_count(2)
    page.locator(".result").get_by_role("button", name="Play again").click()
    expect(page.locator(".hand")).to_be_visible()
    page.goto(f"/r/{table.match}")
    expect(page.get_by_role("list", name="Board").get_by_role("listitem")).to_have_count(5)
    expect(page.locator(".log-line", has_text="Most chips")).to_have_count(1)


@full
def test_a_match_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    at_short_table(page, seats=3)
    play_to_the_end(page, lambda target: target.tap())
    expect(page.locator(".result")).to_contain_text("the match is over")
    expect(page.locator(".result .chart polyline")).to_have_count(3)


def test_a_match_by_keyboard_alone(visit: Visit) -> None:
    page = visit("Giulia")
    at_short_table(page)
    keep = page.get_by_role("button", name=re.compile("^Set aside"))
    order = page.get_by_role("group", name="Which die do you place next?")
    over = page.locator(".spilorcio").get_by_role("heading", name=END)
    really = page.get_by_role("button", name="Yes, end the match")
    for _ in range(STEPS):
        expect(keep.or_(order).or_(over).or_(really).first).to_be_visible()
        if over.count():
            return
        if really.count():
            page.keyboard.press("Tab")
            expect(really).to_be_focused()
        elif keep.count():
            page.keyboard.press("a")
        page.keyboard.press("Enter")
    raise AssertionError("the match does not end")
