"""Learning by doing: from home to a practice table, every kind of decision once, and on to a match."""

import pytest
from playwright.sync_api import Page, expect

import bussolotto
from bussolotto.core import pyramid
from tests.depth import full, in_full_runs
from tests.web.piles import pick
from tests.web.quality import is_for_everybody
from tests.web.visits import DESKTOP, PHONE, Visit, card

NEXT = ".practice[data-step={}]"
BUTTON = ".bench-buttons button.primary"
BUTTONS = ".bench-buttons button, .buttons .confirm"
GRACE_MS = 350  # as in the page of Raffzahn
HEIGHT = "() => document.querySelector('.practice-room').getBoundingClientRect().height"


def practise(page: Page, game: str, query: str = "") -> Page:
    """Open a practice table, and look at it."""
    answer = page.context.request.post(f"/api/games/{game}/practice")
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table']}{query}")
    page.wait_for_selector(".practice")
    return page


def do(page: Page, press: str, step: str) -> None:
    """Press this as soon as one may; then the practice asks for this step."""
    page.locator(f".game:not([data-busy]) {press}:enabled").click()
    expect(page.locator(NEXT.format(step))).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
def test_from_home_through_a_practice_into_a_match(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", "/", size=size)
    card(page, "Cincinnati").get_by_role("button", name="How it works").click()
    page.get_by_role("button", name="Learn in 60 seconds").click()
    expect(page.locator(NEXT.format("table"))).to_contain_text("Choose one in secret")
    height = page.evaluate(HEIGHT)
    do(page, '[data-action="table A"]', "keep")
    do(page, BUTTON, "again")
    do(page, BUTTON, "pass")
    page.locator(".game:not([data-busy]) [data-action=buy]").click()
    expect(page.locator(".bench-say")).to_contain_text("That comes later")
    expect(page.locator(NEXT.format("pass"))).to_be_visible()
    do(page, "[data-action=pass]", "second")
    do(page, '[data-action="table C"]', "low")
    do(page, BUTTON, "third")
    do(page, BUTTON, "buy")
    do(page, "[data-action=buy]", "bought")
    do(page, BUTTON, "duel")
    do(page, '[data-action="duel 1"]', "end")
    assert page.evaluate(HEIGHT) == height
    practised = page.url
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(lambda url: url != practised)
    expect(page.locator(".game")).to_be_visible()
    expect(page.locator(".practice")).to_have_count(0)


@full
def test_a_race_is_practised_in_peace(visit: Visit) -> None:
    page = practise(visit("Giulia", "/", size=PHONE, touch=True), "raffzahn")
    do(page, "[data-action=throw]", "take")
    for cell, step in (((1, 0, 0), "second"), ((0, 1, 0), "freed")):
        pick(page, pyramid.INDEX[cell], "touch")
        expect(page.locator(NEXT.format(step))).to_be_visible()
    page.locator(".game:not([data-busy]) [data-action=stop]").tap()
    expect(page.locator(".bench-say")).to_contain_text("That comes later")
    pick(page, pyramid.INDEX[1, 1, 0], "touch")
    do(page, "[data-action=stop]", "theirs")
    expect(page.locator(".practice-do")).to_contain_text("A 2 was rolled")
    page.wait_for_timeout(GRACE_MS)  # nobody reads faster; a tap in this time was meant before the Stop
    pick(page, pyramid.INDEX[0, 0, 1], "touch")
    expect(page.locator(NEXT.format("end"))).to_be_visible()
    practised = page.url
    page.get_by_role("button", name="Once more").tap()
    page.wait_for_url(lambda url: url != practised)
    expect(page.locator(NEXT.format("throw"))).to_be_visible()


@full
def test_on_a_phone_what_can_be_pressed_is_in_sight(visit: Visit) -> None:
    page = visit("Giulia", "/", size=PHONE, touch=True)
    below = {}
    for name in bussolotto.games():
        practise(page, name)
        button = page.locator(BUTTONS).first
        button.wait_for()
        below[name] = button.evaluate("element => element.getBoundingClientRect().bottom - innerHeight")
    assert {name: by for name, by in below.items() if by > 0} == {}


@full
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_practice_table_is_for_everybody(visit: Visit, size: dict[str, int]) -> None:
    page = practise(visit("Giulia", "/", size=size), "my-dice-your-dice", "?lang=zz")
    is_for_everybody(page)


@full
def test_a_turn_of_several_moves_is_practised_in_one_go(visit: Visit) -> None:
    """A build is tried out and then confirmed: what the practice accepts is what the page offers next."""
    page = practise(visit("Giulia", "/"), "abquetschen")
    places = page.locator(".pile-cell[data-place]")
    expect(places).to_have_count(1)
    pick(page, pyramid.INDEX[2, 2, 3], "pointer")
    do(page, BUTTON, "place")
    for _ in range(6):
        expect(places.first).to_be_attached()
        cell = int(places.first.get_attribute("data-cell") or -1)
        pick(page, cell, "pointer")
        expect(page.locator(f'.pile-cell[data-place][data-cell="{cell}"]')).to_have_count(0)
    page.get_by_role("button", name="1 bonus").click()
    cell = int(places.first.get_attribute("data-cell") or -1)
    pick(page, cell, "pointer")
    do(page, BUTTON, "end")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
