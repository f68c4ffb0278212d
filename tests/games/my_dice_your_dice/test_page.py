"""The table of My Dice - Your Dice: whole matches, ransom by tapping dice, a second thought."""

from playwright.sync_api import Locator, Page, expect

from tests.web.playing import SHOWN, How, after, awaited, button, in_one_way, play, press
from tests.web.visits import DESKTOP, PHONE, Visit, play_table

GAME = "my-dice-your-dice"
DASHED = "dice => dice.map((die) => getComputedStyle(die).outlineStyle === 'dashed')"  # as what can be tapped looks


def perform(page: Page, text: str, how: How) -> None:
    """Ransom dice by picking them; all else are buttons."""
    word, *count = text.split()
    if word == "ransom" and count != ["0"]:
        press(handed(page).nth(int(count[0]) - 1), how)
    press(button(page, text), how)


def handed(page: Page) -> Locator:
    """The dice that would be handed over."""
    return page.get_by_role("button", name="ransom it")


@in_one_way("keyboard")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    play(page, play_table(page, game=GAME), perform, how)
    expect(page.locator(".summary polyline")).to_have_count(2)


def test_ransom_is_taken_back_by_a_second_tap(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME)
    while not (found := awaited(page, table))["texts"][0].startswith("ransom"):
        press(button(page, found["texts"][0]), "pointer")
        after(page, table, found["version"], found["texts"][0])
    page.wait_for_function(SHOWN, arg=found["version"])
    dashed = page.locator(".tray-die").evaluate_all(DASHED)
    assert sum(dashed) == handed(page).count() > 0
    die = handed(page).first
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    expect(button(page, "ransom 1")).to_have_text("Ransom 1 die")
    die.click()
    expect(die).to_have_attribute("aria-pressed", "false")
    expect(button(page, "ransom 0")).to_be_visible()
