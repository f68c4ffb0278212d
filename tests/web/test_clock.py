"""Clocks on the page: chosen when a table is set, told before one sits, counted down, and running out."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.depth import full
from tests.server.people import ENDLESS
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.test_away import CHOICES, act, duel, play_turn
from tests.web.visits import PHONE, Visit, play_table, setting


def mine(page: Page) -> str:
    """What my clock shows."""
    return page.locator(".clocks .clock").last.locator(".clock-time").inner_text()


@full
def test_a_clock_is_chosen_and_told_before_one_sits(visit: Visit) -> None:
    giulia = visit("Giulia", "/?plain=1")
    setting(giulia).get_by_text("House rules and guests").click()
    setting(giulia).get_by_role("radio", name="5 min in total, plus 5 sec after each move").check(force=True)
    expect(setting(giulia)).to_contain_text("If your time runs out")
    setting(giulia).get_by_role("button", name="Open a table").click()
    giulia.wait_for_url("**/t/*")
    guest = visit("Paolo", giulia.url)
    expect(guest.locator(".waiting-invite")).to_contain_text("5 min in total, plus 5 sec after each move")


def test_no_clock_is_offered_for_a_race(visit: Visit) -> None:
    giulia = visit("Giulia", "/?plain=1")
    for title, offered in (("Raffzahn", 0), ("Spilorcio", 1)):
        game = setting(giulia, title)
        game.get_by_text("House rules and guests").click()
        expect(game.get_by_role("group", name="Who may join?")).to_be_visible()
        expect(game.get_by_role("group", name="Clock")).to_have_count(offered)


@full
def test_time_is_counted_down_and_told_when_it_gets_short(visit: Visit) -> None:
    """The page's own time is moved on; the server's does not run out, and says nothing that would set it right."""
    page = visit("Giulia", size=PHONE)
    page.clock.install()
    play_table(page, plain=True, options=ENDLESS, fair="server", clock={"bank_s": 42, "increment_s": 7})
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


def test_whose_time_runs_out_is_played_for_until_he_says_that_he_is_back(visit: Visit, server: LiveServer) -> None:
    giulia, paolo, table = duel(visit, clock={"bank_s": 600})
    play_turn(paolo, table)
    giulia.wait_for_selector(CHOICES)
    server.time.advance(600)
    giulia.wait_for_selector(".notice[data-away='mine-true']")
    expect(giulia.locator(".notice")).to_contain_text("Your time ran out. A bot plays for you.")
    paolo.wait_for_selector(".seat:has-text('Giulia'):has-text('a bot plays')")
    assert giulia.locator(CHOICES).count() == 0  # there is nothing for her to do
    giulia.get_by_role("button", name="I am back").click()
    paolo.wait_for_selector(".seat:has-text('Giulia'):not(:has-text('a bot plays'))")
    expect(giulia.locator(".seat-mine")).not_to_contain_text("a bot plays")
    assert re.fullmatch(r"0:[0-3]\d", mine(giulia))


@full
def test_clocks_fit_a_phone_and_speak_from_the_catalogue(visit: Visit) -> None:
    page = visit("Giulia", "/open?lang=zz", size=PHONE, scheme="light", touch=True)
    table = play_table(page, seats=5, bots=0, start=False, clock={"move_s": 60, "bank_s": 600})
    for seat in range(1, 5):
        sit_down = f"{page.evaluate('location.origin')}/api/tables/{table.table}/seats/{seat}"
        assert httpx.post(sit_down, json={"name": f"Annemarie {seat}"}).is_success  # each time a new guest
    page.context.request.post(f"/api/tables/{table.table}/start")
    page.goto(f"/t/{table.table}?lang=zz")
    expect(page.locator(".clocks .clock")).to_have_count(5)
    page.wait_for_selector(".table-main > *")
    assert sideways(page) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NOT_BRACKETED) == []
    assert grave_faults(page) == []
