"""The collection of rule sheets in the browser: bringing one, what is wrong with it, playing it, handing it on."""

import base64
import re

from playwright.sync_api import Page, expect

from bussolotto.core import pyramid
from bussolotto.sheets import game_from_sheet, library
from tests.depth import full
from tests.web.playing import now
from tests.web.quality import grave_faults, is_for_everybody, sideways
from tests.web.racing import people_at
from tests.web.visits import PHONE, Visit, play_table

LIGHT = library()["last-light"].read_text("utf-8")
NAME = game_from_sheet(LIGHT).facts.name
GRAB = """
sheet = 1
[game]
name = "quick-hands"
title = "Quick Hands"
authors = ["Nobody"]
seats = [2]
[pile]
size = 2
dice = "colours"
[[step]]
name = "ready"
[[step.move]]
do = "say"
word = "go"
then = "grabbing"
[[step]]
name = "grabbing"
who = "all"
[[step.move]]
do = "take"
where = { open = 3 }
to = "own"
then = "grabbing"
[[end]]
name = "empty"
when = { pile = 0 }
[win]
by = ["most dice"]
"""  # a race without a line about itself

TAKEN = (
    "(n) => [...document.querySelectorAll('.editor dd')].reduce((sum, { textContent }) => sum + +textContent, 0) === n"
)


def bring(page: Page, text: str) -> None:
    page.get_by_label("Or paste the text of a rule sheet").fill(text)
    page.get_by_role("button", name="Check it and keep it here").click()


def test_a_sheet_is_brought_corrected_played_and_handed_on(visit: Visit) -> None:
    page = visit("Giulia", "/", forgive=("400 (Bad Request)",))
    page.get_by_role("link", name="Rule sheets").click()
    bring(page, LIGHT.replace('"not last"', '"not blue"'))
    expect(page.get_by_role("alert").first).to_contain_text("step[0].move[0].where.colour")
    assert grave_faults(page) == []
    bring(page, LIGHT)
    expect(page.get_by_role("heading", name="Last Light")).to_be_visible()
    assert page.url.endswith(f"/sheets/{NAME}") and grave_faults(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert saved.value.path().read_text("utf-8") == LIGHT
    whole = page.get_by_label("Link that holds the whole sheet").first.input_value()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".general-piled")
    told = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert told["game"] == NAME and told["state"] in ("running", "over")  # one match in twenty is over at once
    expect(page.get_by_role("heading", name="Last Light")).to_be_visible()
    stranger = visit("Bruno", f"/sheets/{NAME}")
    expect(stranger.get_by_role("button", name="Report")).to_be_visible()
    expect(stranger.get_by_role("button", name="Withdraw it")).to_have_count(0)
    page.goto(whole)
    expect(page.get_by_role("heading", name="Last Light")).to_be_visible()
    expect(page.get_by_role("link", name="Last Light").first).to_be_visible()
    page.get_by_role("searchbox").fill("nobody")
    expect(page.get_by_text("Nothing here has these words.")).to_be_visible()
    page.get_by_text("Read the sheet").click()
    page.get_by_role("button", name="Open it in the editor").first.click()
    expect(page.get_by_label("Rule sheet", exact=True)).to_have_value(LIGHT)
    assert page.url.endswith("/sheets/new")


def test_a_race_of_a_sheet_is_played_by_pressing_dice_by_all_at_once(visit: Visit) -> None:
    assert visit("Anna").request.post("/api/sheets", data={"sheet": GRAB}).ok
    pages, table = people_at(visit, game_from_sheet(GRAB).facts.name, 2, countdown=True)
    for page in pages:
        expect(page.locator(".general-piled")).to_be_visible()
        expect(page.locator(".ready")).not_to_contain_text("game.")
        page.locator("[data-ready]").click()
    turn = now(pages[0], table)["view"]["turn"]
    first, second = pages[turn], pages[1 - turn]
    expect(second.locator(".bench-say")).to_contain_text("is deciding")
    expect(second.locator("[data-action=go]")).to_have_count(0)
    first.locator("[data-action=go]").click()
    top, left = (f"[data-cell='{pyramid.CELLS.index(cell)}']" for cell in ((0, 0, 0), (0, 1, 0)))
    for page in pages:
        expect(page.locator(".bench-say")).to_contain_text("Everybody at once")
    second.locator(left).press("Enter")
    expect(second.locator(".bench-say.problem")).to_contain_text("not one that the sheet permits")
    for page, cell in ((first, top), (second, left)):
        page.locator(cell).press("Enter")
        for other in pages:
            expect(other.locator(cell)).to_have_count(0)
    assert now(first, table)["view"]["dice"][:2] == [1, 1]
    assert grave_faults(first) == []


@full
def test_on_a_phone_nothing_stands_out_of_the_page(visit: Visit) -> None:
    text = base64.urlsafe_b64encode(LIGHT.encode()).decode().rstrip("=")
    visit("Anna", "/").request.post("/api/sheets", data={"sheet": LIGHT})
    page = visit("Giulia", f"/sheets#{text}", size=PHONE)
    page.get_by_role("button", name="Keep it on this server").click()
    expect(page.get_by_role("heading", name="Hand it on")).to_be_visible()
    page.get_by_text("Read the sheet").click()
    page.get_by_role("button", name="Report").click()
    page.get_by_label("What is wrong?").select_option("copied")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_role("main").get_by_text("You have reported Last Light.")).to_be_visible()
    assert sideways(page) == 0


@full
def test_house_rules_are_saved_to_a_file_and_brought_from_it(visit: Visit) -> None:
    page = visit("Giulia", "/")
    told = {"authors": ["Carla"], "licence": "CC-BY-4.0", "about": "For long evenings."}
    rules = {"game": "cincinnati", "name": "Sundays", "options": {"rounds": "4"}, **told}
    link = page.request.post("/api/presets", data=rules).json()["link"]
    page.goto(link)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    other = visit("Bruno", "/sheets")
    other.locator("input[type=file]").set_input_files(
        {"name": "sundays.json", "mimeType": "application/json", "buffer": saved.value.path().read_bytes()}
    )
    expect(other.get_by_role("heading", name="Sundays")).to_be_visible()
    assert other.url != link
    expect(other.get_by_text("by Carla · CC-BY-4.0 · kept here by Bruno")).to_be_visible()
    expect(other.get_by_text("For long evenings.")).to_be_visible()
    other.get_by_role("button", name="Put it into the collection").click()
    other.get_by_role("group", name="as rules by Carla").get_by_role("button", name="Put it into").click()
    expect(other.get_by_text("by Carla · CC-BY-4.0", exact=False).first).to_be_visible()
    other.goto("/sheets")
    bring(other, '{"kind": "something else"}')
    expect(other.get_by_text("This is neither a rule sheet nor a file of house rules.")).to_be_visible()


@full
def test_house_rules_are_put_into_the_collection(visit: Visit) -> None:
    page, other = visit("Giulia", "/"), visit("Bruno", "/sheets", size=PHONE)
    page.request.post("/api/sheets", data={"sheet": LIGHT})
    rules = {"game": NAME, "name": "Red nights", "options": {"red_points": "6"}}
    page.goto(page.request.post("/api/presets", data=rules).json()["link"])
    page.get_by_text("Description and licence").click()
    page.get_by_label("What are they for?").fill("For long evenings.")
    page.get_by_label("Others may use them").select_option("CC-BY-4.0")
    page.get_by_role("button", name="Put it into the collection").click()
    page.get_by_role("group", name="Show these house rules").get_by_role("button", name="Put it into").click()
    expect(page.get_by_role("heading", name="Red nights")).to_be_visible()
    expect(page.get_by_text("house rules for Last Light · by Giulia · CC-BY-4.0")).to_be_visible()
    expect(page.get_by_text("For long evenings.")).to_be_visible()
    expect(page.get_by_role("button", name="Withdraw it")).to_be_visible()
    other.reload()
    other.get_by_role("link", name="Red nights").click()
    expect(other.locator(".option-changed")).to_contain_text("6")
    expect(other.get_by_role("button", name="Report")).to_be_visible()
    assert grave_faults(other) == [] and sideways(other) == 0


@full
def test_a_game_is_written_walked_through_and_kept(visit: Visit) -> None:
    page = visit("Giulia", "/sheets/new", forgive=("400 (Bad Request)",))
    text, said, state = page.get_by_label("Rule sheet", exact=True), page.locator("#sheet-said"), ".editor-state"
    expect(page.locator(state)).to_contain_text("acts: there is 1 choice.")
    back = page.get_by_role("button", name="Take back")
    page.locator("[data-place]").first.press("Enter")
    page.locator(".bench-buttons .primary").click()
    expect(back).to_be_enabled()
    page.get_by_role("button", name="Ten at random").click()
    page.wait_for_function(TAKEN, arg=11)
    page.reload()
    page.wait_for_function(TAKEN, arg=11)
    back.click()
    page.wait_for_function(TAKEN, arg=10)
    page.get_by_label("Begin with").select_option(label="Last Light")
    expect(text).to_have_value(LIGHT)
    expect(page.locator(".editor .pile-cell")).to_have_count(64)

    text.fill(LIGHT.replace('"not last"', '"not blue"').replace("Last Light", "Embers"))
    expect(said).to_contain_text("Line 24 step[0].move[0].where.colour")
    expect(page.locator(state)).to_have_text("The position of the last text that could be played.")
    assert grave_faults(page) == []
    page.get_by_role("button", name="One move at random").click()
    expect(page.locator(".editor dd").filter(has_text="1")).to_have_count(1)
    expect(said).to_contain_text("Line 24")
    page.get_by_role("button", name="Line 24").click()
    chosen = "() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); }"
    assert page.evaluate(chosen) == 'where = { open = 3, colour = "not blue" }'
    page.get_by_role("button", name="Keep it on this server").click()
    expect(page.locator("form > [role=alert]")).to_contain_text("not blue")
    page.reload()
    expect(page.locator(".editor-none")).to_contain_text("as soon as")
    text.fill(text.input_value().replace("not blue", "not last"))
    expect(said).to_have_text("This can be played.")
    page.get_by_role("button", name="Keep it on this server").click()
    expect(page.get_by_role("heading", name="Embers")).to_be_visible()
    kept = page.url
    page.get_by_role("link", name="Change a copy").click()
    expect(text).to_have_value(re.compile("Embers.*not last", re.DOTALL))
    page.get_by_label("Begin with").select_option(label="The least that is a game")
    expect(text).to_have_value(re.compile("New game"))

    page.goto(kept)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".general-piled")
    page.goto("/")
    expect(page.locator("#matches strong")).to_have_text("Embers, by The authors of Bussolotto")
    page.goto(kept)
    page.get_by_role("button", name="Withdraw it").click()
    page.get_by_role("group", name="Take this sheet out of the list?").get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_role("heading", name="On this server")).to_be_visible()
    expect(page.get_by_role("link", name="Embers")).to_have_count(0)


@full
def test_nothing_written_is_lost_by_beginning_with_another_and_the_editor_is_for_everybody(visit: Visit) -> None:
    page = visit("Giulia", "/sheets/new?lang=zz", size=PHONE)
    text = page.locator(".sheet-field")
    expect(page.locator(".editor .pile")).to_be_visible()
    text.fill(LIGHT)
    page.locator(".editor-start select").select_option(index=3)
    page.locator(".ask .quiet").click()
    expect(text).to_have_value(LIGHT)
    expect(page.locator(".editor .pile-cell")).to_have_count(64)
    page.locator(".editor-start select").select_option("others")
    expect(page.locator(".editor-found input")).to_be_focused()
    page.locator(".editor-help summary").click()
    expect(page.locator(".sheet-words dt").first).to_be_visible()
    is_for_everybody(page)
    page.locator(".editor-start select").select_option(index=3)
    page.locator(".ask .danger").click()
    expect(text).to_have_value(re.compile("Raffzahn"))
    expect(page.locator(".editor-choice select").first).to_be_visible()


def test_a_sheet_that_is_gone_or_never_was_is_one_page_that_says_so(visit: Visit) -> None:
    page = visit("Giulia", "/", forgive=("404", "410"))
    text = LIGHT.replace("Last Light", "Gone")
    name = page.request.post("/api/sheets", data={"sheet": text}).json()["sheet"]
    assert page.request.delete(f"/api/sheets/{name}").ok
    for path, told in (
        (name, "No longer here"),
        (f"{name}/edit", "No longer here"),
        ("never-1/edit", "Page not found"),
    ):
        page.goto(f"/sheets/{path}")
        expect(page.get_by_role("heading", name=told)).to_be_visible()
        assert [page.locator(part).count() for part in ("header", "main", "h1")] == [1, 1, 1]
        assert grave_faults(page) == []
    page.goto("/sheets/never-1")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto(f"/sheets/{name}")
    expect(page.get_by_role("main")).to_contain_text("Whoever brought this to the collection has withdrawn it.")


def link_with(text: str) -> str:
    return "/sheets#" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def test_a_link_that_holds_a_sheet_shows_what_it_is_and_plays_it(visit: Visit) -> None:
    page = visit("Giulia", link_with(LIGHT.replace("Last Light", "By Link")), size=PHONE)
    handed = page.get_by_role("region", name="By Link")
    expect(handed).to_contain_text("by The authors of Bussolotto · Apache-2.0")
    expect(handed).to_contain_text("Red counts most")
    expect(handed.locator("pre")).to_be_hidden()
    assert grave_faults(page) == [] and sideways(page) == 0
    handed.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".general-piled")
    expect(page.get_by_role("heading", name="By Link")).to_be_visible()


def test_a_link_that_holds_no_sheet_or_a_wrong_one_says_so(visit: Visit) -> None:
    page = visit("Giulia", "/sheets#garbage")
    expect(page.get_by_role("alert").first).to_contain_text("This link holds no rule sheet")
    page.goto("/sheets/new#garbage")
    expect(page.get_by_role("alert").first).to_contain_text("This link holds no rule sheet")
    page.goto(link_with(LIGHT.replace('"not last"', '"not blue"')))
    expect(page.get_by_role("region", name="cannot be played")).to_contain_text("step[0].move[0].where.colour")


def test_the_rules_at_a_table_of_a_sheet_are_what_the_sheet_says(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    assert page.request.post("/api/sheets", data={"sheet": LIGHT}).ok
    play_table(page, game=NAME, player="random", options={"red_points": "6"})
    page.get_by_role("button", name="Rules").click()
    rules = page.locator(".rules")
    expect(rules).to_contain_text("Red counts most")
    expect(rules).to_contain_text("red points: 6.")
    expect(rules).to_contain_text("Last Light · by The authors of Bussolotto · Apache-2.0")
    expect(rules).not_to_contain_text("own words")
    expect(rules).not_to_contain_text("as usual")
    assert grave_faults(page) == [] and sideways(page) == 0
    rules.get_by_role("link", name="The sheet itself").click()
    expect(page.get_by_role("heading", name="Hand it on")).to_be_visible()
