"""Clocks on the page: chosen when a table is set, told before one sits, counted down, and running out."""

import re

from playwright.sync_api import Page, expect

from tests.server.people import ENDLESS
from tests.web.conftest import PHONE, Visit, card, play_table
from tests.web.test_away import CHOICES, act, duel


def mine(page: Page) -> str:
    """What my clock shows."""
    return page.locator(".clocks .clock").last.locator(".clock-time").inner_text()


def test_a_clock_is_chosen_and_told_before_one_sits(visit: Visit) -> None:
    giulia = visit("Giulia", "/?plain=1")
    card(giulia).get_by_text("House rules and guests").click()
    card(giulia).get_by_role("radio", name="5 min in all, 5 sec more after each move").check(force=True)
    expect(card(giulia)).to_contain_text("Whoever runs out of time")
    card(giulia).get_by_role("button", name="Set the table").click()
    giulia.wait_for_url("**/t/*")
    guest = visit("Paolo", giulia.url)
    expect(guest.locator(".options")).to_contain_text("5 min in all, 5 sec more after each move")


def test_no_clock_is_offered_for_a_race(visit: Visit) -> None:
    giulia = visit("Giulia", "/?plain=1")
    race, turns = card(giulia, "Raffzahn"), card(giulia)
    for one in (race, turns):
        one.get_by_text("House rules and guests").click()
    expect(turns.get_by_role("group", name="Clock")).to_be_visible()
    expect(race.get_by_role("group", name="Clock")).to_have_count(0)


def test_time_is_counted_down_and_told_when_it_gets_short(visit: Visit) -> None:
    """The page's own time is moved on; the server's does not run out."""
    page = visit("Giulia", size=PHONE)
    page.clock.install()
    play_table(page, plain=True, options=ENDLESS, clock={"bank_s": 42, "increment_s": 7})
    page.wait_for_selector(CHOICES)
    clock = page.locator(".clocks .clock")
    expect(clock).to_have_count(1)  # a bot has none
    expect(clock).to_have_class(re.compile("clock-runs"))
    assert re.fullmatch(r"0:[34]\d", mine(page))
    page.clock.fast_forward(12_500)
    expect(page.locator("#live")).to_contain_text("You have 30 seconds left.")
    expect(clock).not_to_have_class(re.compile("clock-short"))
    page.clock.fast_forward(20_000)
    expect(page.locator("#live")).to_contain_text("You have 10 seconds left.")
    expect(clock).to_have_class(re.compile("clock-short"))
    act(page)
    expect(clock).not_to_have_class(re.compile("clock-short"))  # the server knows that no time has passed
    assert re.fullmatch(r"0:[1-4]\d", mine(page))


def test_whose_time_runs_out_is_played_for_until_he_says_that_he_is_back(visit: Visit) -> None:
    giulia, paolo, _ = duel(visit, clock={"bank_s": 1})
    late = re.compile("Your time ran out. A bot plays for you.")
    giulia.wait_for_selector(".clocks")
    giulia.wait_for_selector(".notice")  # of the one who is late, or about him
    slow, other = (giulia, paolo) if giulia.get_by_text(late).count() else (paolo, giulia)
    expect(slow.locator(".notice")).to_contain_text(late)
    name = "Giulia" if slow is giulia else "Paolo"
    expect(other.locator("#live")).to_contain_text(f"A bot plays for {name} meanwhile.")
    slow.get_by_role("button", name="I am back").click()
    expect(slow.locator(".notice", has_text=late)).to_have_count(0)
    expect(slow.locator(".seat-mine")).not_to_contain_text("a bot plays")
    expect(other.locator("#live")).to_contain_text(f"{name} is back.")
