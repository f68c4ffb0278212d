"""Hints on the plain page: allowed when the table is set, asked for with a button, gone with the decision."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.depth import full, in_full_runs
from tests.web.quality import grave_faults
from tests.web.test_match import CHOICES
from tests.web.visits import NOT_READY, PHONE, Visit, card, play_table, setting

SOLVED: dict[str, Any] = {"game": "my-dice-your-dice", "player": "random", "plain": True}
PERCENT = re.compile(r"\d%")
BEST = re.compile(r"%, best$")


def ask(page: Page) -> None:
    page.wait_for_selector(f"{CHOICES}:enabled")
    page.get_by_role("button", name="Hint", exact=True).click()


def test_each_choice_shows_its_value_and_the_best_is_marked(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, **SOLVED, hints=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    expect(page.locator(".worth")).to_have_count(0)
    ask(page)
    expect(page.locator(".worth-best").first).to_have_text(BEST, timeout=30_000)  # the values are computed first
    choices = page.locator(CHOICES)
    expect(page.locator(".worth")).to_have_count(choices.count())
    expect(page.get_by_text("Chance of winning, if both play perfectly")).to_be_visible()
    for choice in choices.all():
        expect(choice).to_have_accessible_description(PERCENT)
        expect(choice).not_to_have_accessible_name(PERCENT)
    expect(page.locator("[role=status], [aria-live]").filter(has_text="Advice: ")).to_have_count(1)


@full
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious(visit: Visit, scheme: str) -> None:
    page = visit("Giulia", scheme=scheme, forgive=NOT_READY)
    play_table(page, **SOLVED, hints=True)
    ask(page)
    expect(page.locator(".worth-best").first).to_be_visible()
    assert grave_faults(page) == []


@full
def test_it_goes_with_the_decision(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, **SOLVED, hints=True)
    ask(page)
    page.locator(f"{CHOICES}:has(.worth-best)").first.click()
    expect(page.locator(".worth")).to_have_count(0)


@full
def test_they_can_be_hidden_and_shown_again_during_a_match(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, game="my-dice-your-dice", player="random", hints=True)
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    expect(page.locator(".hint-told")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hide hints").click()
    expect(hint).to_have_count(0)
    expect(page.locator(".hint-told, .worth")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".bench-buttons button")
    expect(hint).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show hints").click()
    expect(hint).to_be_visible()


@pytest.mark.parametrize("way", ["card", *in_full_runs("button")])
def test_what_is_advised_goes_out_of_the_way_and_comes_again(visit: Visit, way: str) -> None:
    """It lies over a part of the table; what is marked stays marked."""
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, **SOLVED, hints=True)
    hint, told = page.get_by_role("button", name="Hint", exact=True), page.locator(".hint-told")
    ask(page)
    expect(told).to_be_visible(timeout=20_000)
    (hint if way == "button" else told).click()
    expect(told).to_have_count(0)
    expect(page.locator(".worth-best").first).to_be_visible()
    hint.click()
    expect(told).to_be_visible()


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, forgive=NOT_READY)
    play_table(page, **SOLVED, hints=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".worth-best").first).to_be_visible()
    expect(hint).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(CHOICES).first).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@full
def test_other_tables_have_no_such_button(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, **SOLVED)
    page.wait_for_selector(f"{CHOICES}:enabled")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_what_the_best_player_would_do_is_marked_beside_the_odds_of_the_rows(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, seats=3, player="random", plain=True, hints=True)
    ask(page)
    expect(page.locator(".hint-odds li")).to_have_text([re.compile(rf"^Row {row}: .*%$") for row in range(1, 6)])
    expect(page.locator(".worth")).to_have_text([re.compile("^advised$")])
    expect(page.locator(".hint-told")).to_contain_text("Advised by: Careful bot.")


@full
def test_who_sets_the_table_allows_them_and_all_who_wait_read_it(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1")
    game = setting(page, "My Dice - Your Dice")
    game.get_by_text("House rules and guests").click()
    game.get_by_role("radio", name="at every table").check(force=True)
    game.get_by_role("button", name="Open a table").click()
    expect(page.locator(".options")).to_contain_text("Hints")
    expect(setting(visit("Paolo", "/"), "Raffzahn").get_by_role("radio", name="at every table")).to_have_count(0)


def test_against_bots_there_are_hints_until_they_are_switched_off_for_good(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1", forgive=NOT_READY)
    assert against_bots(page)["hints"]
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    page.goto("/?plain=1")
    game = setting(page, "My Dice - Your Dice")
    game.get_by_text("House rules and guests").click()
    game.get_by_role("radio", name="never").check(force=True)
    page.reload()
    assert not against_bots(page)["hints"]


def against_bots(page: Page) -> dict[str, Any]:
    """The table at which one plays against a bot from the home page."""
    card(page, "My Dice - Your Dice").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2].partition("?")[0]
    told: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return told


@full
def test_spilorcio_marks_the_dice_that_it_advises_to_set_aside(visit: Visit) -> None:
    page = visit("Giulia", forgive=NOT_READY)
    play_table(page, seats=3, hints=True)
    page.locator(".is-mine").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint-told")).to_have_text(
        re.compile(r"^Set aside [1-6 ]+It weighs .*Advised by: Careful bot")
    )
    faces = page.locator(".hint-told strong").inner_text().removeprefix("Set aside ").split()
    assert page.locator(".die-button[data-advised]").all_inner_texts() == faces
    assert grave_faults(page) == []
