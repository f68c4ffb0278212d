"""Before a race everybody says Ready, and sees 3-2-1; bots that are too quick can be asked to be slower."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.depth import full
from tests.web.playing import now
from tests.web.quality import grave_faults
from tests.web.racing import people_at
from tests.web.serving import LiveServer
from tests.web.visits import PHONE, Visit, play_table

READY = "[data-ready]"
COUNT = ".ready-count"
COUNTS = f"(number) => document.querySelector('{COUNT}')?.textContent === number"
# what is there for a second is looked for at every frame: `expect` looks once a second


def test_nothing_happens_before_all_are_ready(visit: Visit) -> None:
    (anna, bruno), _ = people_at(visit, "bunte-kuh", 2, countdown=True)
    for page in (anna, bruno):
        expect(page.locator(".ready-about")).to_contain_text("Three dice give a sum")
        assert grave_faults(page) == []
    expect(throw_of(anna, bruno)).to_be_disabled()
    anna.locator(READY).click()
    expect(anna.locator(".ready")).to_contain_text("Waiting for")
    expect(bruno.locator(".ready-yes")).to_have_count(1)
    bruno.locator(READY).press("Enter")
    for page in (anna, bruno):
        expect(page.locator(COUNT)).to_be_visible()
    anna.wait_for_function(COUNTS, arg="1")
    expect(anna.locator(COUNT)).to_have_count(0)
    expect(throw_of(anna, bruno)).to_be_enabled()


def throw_of(*pages: Page) -> Locator:
    """The button of whoever throws first."""
    for page in pages:
        page.wait_for_selector(".bench-say:not(:empty)")
    found = [page for page in pages if page.locator("[data-action=throw]").count()]
    return found[0].locator("[data-action=throw]")


@full
def test_bots_wait_too_and_the_page_says_what_the_game_is_about(visit: Visit, server: LiveServer) -> None:
    page = visit("Giulia", size=PHONE)
    turn = 0
    while turn == 0:  # until a bot throws first
        table = play_table(page, game="raffzahn", seats=3, player="quick", countdown=True)
        turn = now(page, table)["view"]["turn"]
    expect(page.locator(".ready")).to_be_visible()
    expect(page.locator(".ready-people")).to_have_count(0)
    begun = now(page, table)["version"]
    server.time.advance(60)  # longer than a bot would take to throw
    assert page.request.get(f"/api/tables/{table.table}").json()["ready"] == []
    assert now(page, table)["version"] == begun
    page.locator(READY).click()
    page.wait_for_function(COUNTS, arg="3")
    expect(page.locator(COUNT)).to_have_count(0)


@full
def test_quick_bots_can_be_asked_to_be_slower(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, game="raffzahn", seats=3, player="brisk", countdown=True)
    expect(page.locator(".seat-name", has_text="Brisk")).to_have_count(0)
    page.locator("[data-slower]").click()
    expect(page.locator("[data-slower]")).to_have_count(0)  # calm bots are as slow as they come
    seats = page.request.get(f"/api/tables/{re.sub('.*/', '', page.url)}").json()["seats"]
    assert [seat["player"] for seat in seats] == [None, "calm", "calm"]
