"""The puzzle of the day at the table of its game, and one's own games in figures."""

import pytest
from playwright.sync_api import Page, expect

from bussolotto.games import game, names
from bussolotto.review.puzzles import Puzzle, puzzles_of, shipped
from tests.depth import full, in_full_runs
from tests.web.visits import DESKTOP, PHONE, Visit


def everything() -> list[Puzzle]:
    """All puzzles that come with the games."""
    return puzzles_of([one for name in names() for one in shipped(game(name))])


def known() -> Puzzle:
    """A puzzle in which dice are rolled again or not."""
    return next(one for one in everything() if one.match().game.say(0, one.best) == "roll")


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
def test_a_puzzle_is_solved_with_the_controls_of_the_game(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", f"/puzzle/{known().name}", size=size)
    puzzle = page.get_by_role("region", name="Puzzle")
    expect(puzzle).to_contain_text("What is the best")
    page.get_by_role("button", name="Stop").click()
    expect(puzzle).to_contain_text("“Roll again” is best")
    assert puzzle.get_attribute("data-right") == "false" and fits(page)
    puzzle.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Roll").first.click()
    expect(puzzle).to_contain_text("Right")
    page.reload()
    expect(puzzle).to_contain_text("You have solved this puzzle before.")
    page.get_by_role("button", name="Roll").first.click()
    puzzle.get_by_role("link", name="Next puzzle").click()
    expect(puzzle).to_contain_text("What is the best")
    assert known().name not in page.url


@full
def test_what_is_solved_is_said_at_home_and_in_ones_figures_where_it_is_deleted(visit: Visit) -> None:
    page = visit("Giulia", "/")
    expect(page.locator(".shelf-puzzle")).not_to_contain_text("Solved")
    today = page.request.get("/api/puzzles/today").json()["puzzle"]
    best = next(puzzle.best for puzzle in everything() if puzzle.name == today)
    page.request.post(f"/api/puzzles/{today}/answer", data={"actions": [best]})
    page.reload()
    expect(page.locator(".shelf-puzzle")).to_contain_text("Solved")
    page.get_by_role("link", name="Your games in figures").click()
    puzzles = page.locator(".mine-keeping", has_text="Solved: 1 of 1 that you tried.")
    expect(puzzles).to_contain_text("At the first try: 1.")
    puzzles.get_by_role("button", name="Delete my answers").click()
    puzzles.get_by_role("button", name="Delete", exact=True).click()
    expect(puzzles).to_have_count(0)
    expect(page.get_by_role("link", name="Try the puzzle of the day")).to_be_visible()


def test_the_home_page_leads_to_the_puzzle_of_the_day_and_to_ones_own_games(visit: Visit) -> None:
    page = visit("Giulia", "/")
    page.get_by_role("link", name="Puzzle of the day", exact=True).click()
    expect(page.get_by_role("region", name="Puzzle")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Your games in figures").click()
    expect(page.get_by_role("heading", name="Your games in figures")).to_be_visible()
    expect(page.get_by_role("link", name="Choose a game")).to_be_visible()
    assert fits(page)
