"""House rules under a name: one keeps and shares them, one sets a table with them, one reads them before he sits."""

from playwright.sync_api import Page, expect

from bussolotto.play import notation
from tests.depth import full
from tests.web.quality import grave_faults, sideways
from tests.web.visits import PHONE, Visit, setting

TITLE = "My Dice - Your Dice"
CHANGED = {"Dice that win": "20", "Dice in a group": "4"}


def keep_rules(page: Page) -> str:
    """Change two numbers on the card of a game and keep them as Sundays; the link that hands them on."""
    game = setting(page, TITLE)
    game.locator(".setup-more > summary").click()
    game.locator(".setup-numbers > summary").click()
    for name, value in CHANGED.items():
        game.get_by_label(name).select_option(value)
    game.get_by_label("Save these house rules as").fill("Sundays")
    page.keyboard.press("Enter")
    return game.get_by_label("Link to share these house rules").input_value()


@full
def test_rules_are_kept_shared_played_by_and_told(visit: Visit) -> None:
    giulia, bruno, carla = visit("Giulia", "/"), visit("Bruno", "/", size=PHONE), visit("Carla", "/")
    link = keep_rules(giulia)
    expect(setting(giulia, TITLE).locator(".presets select")).to_contain_text("Sundays")

    bruno.goto(link)
    expect(bruno.get_by_role("heading", name="Sundays")).to_be_visible()
    expect(bruno.locator(".waiting-head")).to_contain_text("by Giulia")
    for name, value in CHANGED.items():
        expect(bruno.locator(".option-changed", has_text=name)).to_contain_text(value)
    assert grave_faults(bruno) == [] and sideways(bruno) == 0
    bruno.get_by_role("button", name="Save to my house rules").click()
    expect(bruno.get_by_role("button", name="Saved in your house rules")).to_be_disabled()
    bruno.get_by_role("button", name="Open a table").click()
    bruno.wait_for_url("**/t/*")

    carla.goto(bruno.url)
    expect(carla.locator(".options-name")).to_have_text("Sundays")
    for name, value in CHANGED.items():
        expect(carla.locator(".options")).to_contain_text(name)
        expect(carla.locator(".option-changed", has_text=name)).to_contain_text(value)
    assert grave_faults(carla) == []
    carla.locator(".chair-free button").first.click()
    bruno.get_by_role("button", name="Start the match").click()
    bruno.wait_for_selector(".game")
    table = bruno.url.rpartition("/t/")[2]
    match = bruno.context.request.get(f"/api/tables/{table}").json()["match"]
    for person in (bruno, carla):
        assert person.context.request.post(f"/api/tables/{table}/end").ok
    record = notation.parse(carla.context.request.get(f"/api/matches/{match}/file").body())
    assert {"20", "4"} <= set(record.options.values())


@full
def test_forgotten_rules_lead_nowhere(visit: Visit) -> None:
    page = visit("Giulia", "/")
    link = keep_rules(page)
    game = setting(page, TITLE)
    game.get_by_role("button", name="Delete").click()
    game.get_by_role("group", name="Delete Sundays?").get_by_role("button", name="Delete").click()
    expect(game.locator(".presets select")).not_to_contain_text("Sundays")
    visitor = visit("Bruno", forgive=("404",))
    visitor.goto(link)
    expect(visitor.locator("main.sorry")).to_be_visible()
