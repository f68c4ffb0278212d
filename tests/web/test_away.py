"""Who stays away, comes back, or leaves: what the pages of the others say, and his own."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from bussolotto.server.people.away import PATIENCE_S
from tests.depth import full
from tests.server.people import ENDLESS
from tests.web.quality import grave_faults
from tests.web.serving import LiveServer
from tests.web.visits import AtTable, Visit, play_table

CHOICES = ".word-actions button:enabled"
POSITION = ".paper pre"


def duel(visit: Visit, **wish: Any) -> tuple[Page, Page, AtTable]:
    """Giulia and Paolo at a table of two, the match begun."""
    giulia = visit("Giulia")
    table = play_table(giulia, bots=0, start=False, plain=True, options=ENDLESS, **wish)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    for page in (giulia, paolo):
        page.wait_for_selector(".plain")
    return giulia, paolo, table


def may_act(page: Page, table: AtTable) -> bool:
    """Does the server wait for this person?"""
    return bool(page.context.request.get(f"/api/matches/{table.match}").json()["legal"])


def play_turn(page: Page, table: AtTable) -> None:
    """Play until it is the turn of another."""
    while may_act(page, table):
        page.wait_for_selector(CHOICES)  # the page may hear of it later
        before = page.locator(POSITION).inner_text()
        act(page)
        expect(page.locator(POSITION)).not_to_have_text(before)


def act(page: Page) -> None:
    """One thing that is legal, once it is this page's turn."""
    page.locator(CHOICES).last.click()


def test_a_bot_plays_for_who_closed_the_page_until_it_is_open_again(visit: Visit, server: LiveServer) -> None:
    giulia, paolo, table = duel(visit)
    paolo_again = paolo.context
    paolo.close()
    seat = giulia.locator(".seat", has_text="Paolo")
    play_turn(giulia, table)  # as long as it is hers nobody waits for Paolo
    expect(seat).to_contain_text("away")  # the server knows: otherwise he is missed only from now on
    server.time.advance(PATIENCE_S)
    expect(seat).to_contain_text("a bot plays")
    expect(giulia.locator("#live")).to_contain_text("A bot plays for Paolo for now.")
    for _ in range(4):
        act(giulia)  # which becomes my turn again and again only because somebody plays for Paolo

    paolo = paolo_again.new_page()
    paolo.goto(f"/t/{table.table}?plain=1")
    notice = paolo.locator(".notice")
    expect(notice).to_contain_text(re.compile(r"A bot played (one move|\d+ moves) for you\."))
    expect(seat).not_to_contain_text("a bot plays")
    expect(giulia.locator("#live")).to_contain_text("Back at the table: Paolo.")
    notice.get_by_role("button", name="What happened").click()
    expect(paolo.get_by_role("complementary").locator(".log-line").last).to_be_visible()
    play_turn(giulia, table)
    act(paolo)
    expect(seat).not_to_contain_text("a bot plays")


@full
def test_of_two_the_other_is_asked_and_may_play_on_or_end_it(visit: Visit) -> None:
    giulia, paolo, _ = duel(visit)
    leave(paolo)
    notice = giulia.locator(".notice")
    expect(notice).to_contain_text("Paolo has left. A bot plays on.")
    expect(giulia.locator(".seat", has_text="Paolo")).to_contain_text("a bot plays")
    assert grave_faults(giulia) == []
    notice.get_by_role("button", name="Continue").click()
    expect(notice).to_have_count(0)
    for _ in range(3):
        act(giulia)
    expect(paolo.locator(".notice")).to_contain_text("You left the table. A bot plays for you.")
    paolo.get_by_role("button", name="I am back").click()
    expect(giulia.locator("#live")).to_contain_text("Back at the table: Paolo.")

    leave(paolo)
    notice.get_by_role("button", name="End it as given up").click()
    expect(giulia.locator(".result-line")).to_contain_text("You win")
    expect(notice).to_contain_text("The seat of Paolo is free for the next match.")
    notice.get_by_role("button", name="Add a bot").click()
    expect(notice).to_have_count(0)
    giulia.get_by_role("button", name="Play again").click()
    giulia.wait_for_selector(CHOICES)
    expect(giulia.locator(".seat", has_text="Paolo")).to_have_count(0)
    expect(giulia.locator(".seat .seat-name", has_text=re.compile("^Bot$"))).to_be_visible()


def leave(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave for now").click()
    page.keyboard.press("Escape")
