"""The review of a finished match, under its result."""

import pytest
from playwright.sync_api import Page, expect

from tests.depth import count
from tests.web.test_match import play_on
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

MOVES = count(short=8, full=60)


def finished(page: Page) -> AtTable:
    """A match in a solved game: some moves, and then it is given up unless it is over."""
    table = play_table(page, game="my-dice-your-dice", plain=True)
    for _ in range(MOVES):
        if not page.locator(".result-line").count():
            play_on(page, largest=False)
    page.context.request.post(f"/api/tables/{table.table}/resign")
    page.wait_for_selector(".result-line")
    return table


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "dark"), (PHONE, "light")], ids=["desktop", "phone"])
def test_a_review_tells_who_played_best_and_where_the_match_turned(
    visit: Visit, size: dict[str, int], scheme: str
) -> None:
    page = visit("Giulia", size=size, scheme=scheme)
    table = finished(page)
    page.get_by_role("button", name="Review this match").click()
    review = page.get_by_role("region", name="Review of the match")
    expect(review).to_be_visible(timeout=30_000)
    expect(review.locator(".review-summary")).to_contain_text("played best")
    expect(review.locator(".review-players > li")).to_have_count(2)
    expect(review.locator(".chart polyline")).to_have_count(2)
    expect(review.get_by_text("All of this is exact")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    turns = review.locator(".review-turns li")
    marked = ", ".join(review.locator(".chart-mark text").all_text_contents())
    assert marked == ", ".join(str(number + 1) for number in range(turns.count()))
    line = review.locator(".chart polyline").first
    assert line.evaluate("line => getComputedStyle(line).fill") == "none", "the graph has its style on the plain page"
    if turns.count():  # almost always
        picture = turns.first.locator("img")
        picture.scroll_into_view_if_needed()
        picture.evaluate("image => image.decode()")
        turns.first.get_by_role("link").click()
        page.wait_for_selector(".scrub-count")
        assert f"/r/{table.match}" in page.url
