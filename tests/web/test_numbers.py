"""A number of a game may be any in its range: entered, told before one sits, kept under a name, and played by."""

import pytest
from playwright.sync_api import Locator, Page, expect

from bussolotto.play import notation
from tests.depth import full
from tests.web.quality import grave_faults, is_for_everybody, sideways
from tests.web.visits import DESKTOP, PHONE, Visit, setting

TITLE = "My Dice - Your Dice"
GOAL = "Dice that win"
WRONG = "Please enter a whole number: 7 to 67."


def opened(page: Page, title: str = TITLE) -> Locator:
    """The numbers of a game on its card, unfolded."""
    game = setting(page, title)
    game.locator(".setup-more > summary").click()
    game.locator(".setup-numbers > summary").click()
    return game


def enter(game: Locator, name: str, text: str) -> Locator:
    """Ask for a number that is not suggested, and type one."""
    game.get_by_label(name, exact=False).first.select_option("another number")
    field = game.get_by_label(f"{name}: Your number")
    field.fill(text)
    return field


@full
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_number_that_is_not_suggested_is_told_and_played_by(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", "/", size=size)
    game = opened(page)
    field = enter(game, GOAL, "33")
    assert [field.get_attribute(name) for name in ("min", "max", "step")] == ["7", "67", "1"]
    expect(game.locator(".setup-numbers > summary")).to_contain_text("1 changed")
    expect(game.locator(".setup-numbers")).to_contain_text("printed: 28")
    assert grave_faults(page) == [] and sideways(page) == 0
    game.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    visitor = visit("Bruno", page.url, size=size)
    changed = visitor.locator(".option-changed", has_text=GOAL)
    expect(changed).to_contain_text("33")
    expect(changed).to_contain_text("printed: 28")
    visitor.locator(".chair-free button").first.click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector(".game")
    table = page.url.rpartition("/t/")[2]
    match = page.context.request.get(f"/api/tables/{table}").json()["match"]
    for person in (page, visitor):
        assert person.context.request.post(f"/api/tables/{table}/end").ok
    assert notation.parse(page.context.request.get(f"/api/matches/{match}/file").body()).options["goal"] == "33"


@full
def test_a_number_that_cannot_be_says_which_can_and_is_not_sent(visit: Visit) -> None:
    page = visit("Giulia", "/")
    game = opened(page)
    for text in ("6", "68", "", "-7", "7.5"):
        field = enter(game, GOAL, text)
        expect(game.get_by_role("alert").filter(has_text=WRONG)).to_be_visible()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(WRONG)
    for press in ("Open a table", "Play against a bot now"):
        game.locator(".setup-more > summary").click()
        game.get_by_role("button", name=press).click()
        expect(field).to_be_focused()
    game.get_by_label("Save these house rules as").fill("Long")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    assert "/t/" not in page.url
    field.fill("67")
    expect(game.get_by_text(WRONG)).to_have_count(0)
    expect(field).to_have_attribute("aria-invalid", "false")


@full
def test_it_is_kept_under_a_name_and_comes_back_with_it(visit: Visit) -> None:
    page = visit("Giulia", "/")
    game = opened(page)
    enter(game, GOAL, "33")
    game.get_by_label("Save these house rules as").fill("Long")
    page.keyboard.press("Enter")
    link = game.get_by_label("Link to share these house rules").input_value()
    presets = game.locator(".presets select")
    presets.select_option("the usual ones")
    expect(game.get_by_label(GOAL)).to_have_value("28")
    presets.select_option("Long")
    expect(game.get_by_label(f"{GOAL}: Your number")).to_have_value("33")
    visitor = visit("Bruno", link)
    expect(visitor.locator(".option-changed", has_text=GOAL)).to_contain_text("33")


@full
def test_a_suggested_number_ends_the_entering_and_typing_one_does_not(visit: Visit) -> None:
    page = visit("Giulia", "/")
    game = opened(page)
    field = enter(game, GOAL, "2")
    field.press("End")
    field.press("0")
    expect(field).to_have_value("20")  # which is suggested
    field.press("Backspace")
    expect(field).to_be_focused()
    game.get_by_label(GOAL).first.select_option("22")
    expect(field).to_have_count(0)


def test_only_where_there_are_others_can_one_be_entered(visit: Visit) -> None:
    page = visit("Giulia", "/")
    bases = opened(page, "Bunte Kuh").get_by_label("Size of the pyramid").first
    expect(bases.locator("option")).to_have_count(2)
    game = opened(page, "Raffzahn")
    enter(game, "Size of the pyramid", "5")
    expect(game.locator(".setup-number-own")).to_contain_text("56 dice")


def test_entering_a_number_is_for_everybody(visit: Visit) -> None:
    page = visit("Giulia", "/?lang=zz", size=PHONE, touch=True)
    page.locator("#shelf-my-dice-your-dice").tap()
    game = page.locator(".sheet .setup")
    game.locator(".setup-more > summary").tap()
    game.locator(".setup-numbers > summary").tap()
    game.locator(".setup-numbers select").first.select_option("other")
    game.locator(".setup-number-own input").fill("99")
    is_for_everybody(page)
