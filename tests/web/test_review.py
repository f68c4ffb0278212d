"""The review of a finished match, under its result."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.depth import count, full, in_full_runs
from tests.web.test_match import play_on
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

MOVES = count(short=8, full=60)
PATIENCE_MS = 240_000  # the first review of a game compiles, beside whatever else is going on


def finished(page: Page) -> AtTable:
    """A match in a solved game: some moves, and then it is given up unless it is over."""
    table = play_table(page, game="my-dice-your-dice", plain=True)
    for _ in range(MOVES):
        if not page.locator(".result-line").count():
            play_on(page, largest=False)
    page.context.request.post(f"/api/tables/{table.table}/resign")
    page.wait_for_selector(".result-line")
    expect(page.locator(".walk")).to_have_count(0)  # its room is for the result
    return table


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), *in_full_runs((DESKTOP, "dark"))], ids=["phone", "desktop"]
)
def test_a_review_tells_who_played_best_and_where_the_match_turned(
    visit: Visit, size: dict[str, int], scheme: str
) -> None:
    page = visit("Giulia", size=size, scheme=scheme)
    table = finished(page)
    page.get_by_role("button", name="Review this match").click()
    review = page.get_by_role("region", name="Review of the match")
    expect(review).to_be_visible(timeout=PATIENCE_MS)
    expect(review.locator(".review-summary")).to_contain_text("played best")
    expect(review.locator(".review-players > li")).to_have_count(2)
    expect(review.locator(".chart polyline")).to_have_count(2)
    expect(review.get_by_text("All of this is exact")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    turns = review.locator(".review-turns > li")
    assert review.locator(".chart-mark line").count() > 0 or not turns.count()
    marked = re.findall(r"\d+", " ".join(review.locator(".chart-mark text").all_text_contents()))
    assert [marked[:1], marked[-1:]] == ([["1"], [str(turns.count())]] if turns.count() else [[], []])
    line = review.locator(".chart polyline").first
    assert line.evaluate("line => getComputedStyle(line).fill") == "none", "the graph has its style on the plain page"
    legends = review.locator(".review-legend")
    found = page.request.get(f"/api/matches/{table.match}/review").json()["review"]["turning_points"]
    assert legends.count() == sum(bool(turn["marks"]) for turn in found)
    if turns.count():  # almost always
        picture = turns.first.locator("img")
        picture.scroll_into_view_if_needed()
        picture.evaluate("image => image.decode()")
        turns.first.get_by_role("link").click()
        page.wait_for_selector(".scrub-count")
        assert f"/r/{table.match}" in page.url


@full
def test_a_review_is_handed_on_and_stands_beside_the_replay(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    table = finished(page)
    page.goto(f"/r/{table.match}/review")
    review = page.get_by_role("region", name="Review of the match")
    expect(review.locator(".review-summary")).to_be_visible(timeout=PATIENCE_MS)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    review.get_by_text("Share this review").click()
    expect(review.get_by_role("textbox")).to_have_value(page.url)
    with page.expect_download() as saving:
        review.get_by_role("button", name="Picture of this review").click()
    assert Path(saving.value.path()).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    stranger = visit("Bruno", size=DESKTOP)
    stranger.goto(f"/r/{table.match}")
    stranger.locator("[data-drawer=review]").click()
    expect(stranger.locator(".review-summary")).not_to_contain_text("You")
    found = stranger.request.get(f"/api/matches/{table.match}/review").json()["review"]
    marked = sum(bool(choice["verdict"]) for choice in found["choices"])
    expect(stranger.locator(".scrub-marks .mark:not(.mark-luck)")).to_have_count(marked)
    stranger.get_by_role("button", name="Close").click()  # then the log is there
    expect(stranger.locator(".log .mark:not(.mark-luck)")).to_have_count(marked)


@full
def test_a_page_shows_what_fell_and_never_a_verdict(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    table = finished(page)
    page.goto(f"/r/{table.match}/dice")
    expect(page.locator(".dice-page .review-summary")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("in 1 match.")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    bars = page.locator(".dice-kind").first.locator(".bars li")
    assert bars.count() in (0, 6)  # of a few dice nothing is said
