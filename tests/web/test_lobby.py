"""The first page finds company: open tables of one kind, quick match, and bots for who does not want to wait."""

import json

from playwright.sync_api import Page, Route, expect

from tests.depth import full
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.visits import DESKTOP, PHONE, Visit, play_table, resize, setting


def choose(page: Page, part: str, *games: str) -> None:
    """Tick these games in a part of the first page."""
    for game in games:
        page.locator(part).get_by_role("checkbox", name=game, exact=True).check(force=True)


@full
def test_only_tables_of_the_kind_one_looks_for_are_listed_and_that_is_remembered(visit: Visit) -> None:
    giulia = visit("Giulia")
    play_table(giulia, seats=3, bots=0, start=False)
    play_table(giulia, game="bunte-kuh", seats=2, bots=1, start=False)
    page = visit("Otto", "/")
    lines = page.locator(".lobby .line")
    expect(lines.filter(has_text="Spilorcio").first).to_be_visible()
    expect(lines.filter(has_text="Bunte Kuh").first).to_be_visible()
    page.get_by_text("Which tables?").click()
    choose(page, ".lobby", "Spilorcio")
    expect(lines.filter(has_text="Bunte Kuh")).to_have_count(0)
    page.locator(".lobby").get_by_role("checkbox", name="Spilorcio").uncheck(force=True)
    choose(page, ".lobby", "Bunte Kuh", "with a free seat")
    expect(lines.filter(has_text="Giulia")).to_have_count(0)  # full, with a bot
    page.reload()
    page.wait_for_selector(".lobby")
    expect(page.locator(".lobby summary")).to_contain_text("filtered")
    expect(page.get_by_text("No table matches right now.")).to_be_visible()
    page.get_by_role("button", name="Show all tables").click()
    expect(lines.filter(has_text="Bunte Kuh").first).to_be_visible()


@full
def test_two_strangers_who_share_a_game_find_each_other(visit: Visit) -> None:
    giulia, otto = visit("Giulia", "/"), visit("Otto", "/")
    for page, games in ((giulia, ("Spilorcio", "Bunte Kuh")), (otto, ("Bunte Kuh", "Cincinnati"))):
        page.locator(".quick summary").click()
        choose(page, ".quick", *games)
        with page.expect_response("**/api/quick"):  # who comes first sits first
            page.get_by_role("button", name="Find players").click()
    for page in (giulia, otto):
        page.wait_for_url("**/t/*")
        page.wait_for_selector(".table-main > *")
        expect(page.get_by_role("heading", name="Bunte Kuh", level=1)).to_be_visible()
    assert giulia.url == otto.url
    assert giulia.context.request.get("/api/me/matches").json()[0]["names"] == ["Giulia", "Otto"]


@full
def test_who_waits_long_is_offered_bots_and_who_stops_is_not_found(visit: Visit) -> None:
    page = visit("Giulia", "/")

    def after_a_while(route: Route) -> None:
        if route.request.method == "POST":
            found = {"waiting": True, "since_s": 21, "others": 1, "table": None}
            route.fulfill(status=200, content_type="application/json", body=json.dumps(found))
        else:
            route.continue_()

    page.route("**/api/quick", after_a_while)
    page.locator(".quick summary").click()
    choose(page, ".quick", "Bunte Kuh")
    page.get_by_role("button", name="Find players").click()
    expect(page.get_by_role("status").filter(has_text="One other person is waiting.")).to_be_visible()
    page.get_by_role("button", name="Stop looking").click()
    page.get_by_role("button", name="Find players").click()
    page.get_by_role("button", name="Play Bunte Kuh with bots").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".table-main > *")
    expect(page.locator(".seat")).to_have_count(2)


@full
def test_who_turns_the_phone_while_a_table_is_being_found_comes_there(visit: Visit) -> None:
    """Else others would wait there for a seat with nobody on it. The search itself goes on."""
    page = visit("Giulia", "/", size=PHONE)
    answers: list[Route] = []

    def keep(route: Route) -> None:
        answers.append(route)

    page.route("**/api/quick", keep)
    for summary in page.locator(".quick summary").all():
        summary.click()
    choose(page, ".quick", "Bunte Kuh")
    page.get_by_role("button", name="Find players").click()
    expect(page.get_by_role("status").filter(has_text="You are the first.")).to_be_visible()
    opened = page.context.request.post("/api/tables", data={"game": "bunte-kuh", "seats": 2, "sit": 0}).json()
    resize(page, DESKTOP)
    expect(page.locator("section.quick")).to_contain_text("You are the first.")
    resize(page, PHONE)
    expect(page.get_by_role("button", name="Stop looking")).to_be_visible()
    found = {"waiting": False, "since_s": 2, "others": 0, "table": opened["table"]}
    answers[0].fulfill(status=200, content_type="application/json", body=json.dumps(found))
    page.wait_for_url(f"**/t/{opened['table']}")


@full
def test_the_strength_of_every_bot_and_how_people_talk_is_chosen_before(visit: Visit) -> None:
    page = visit("Giulia", "/")
    setup = setting(page, "My Dice - Your Dice")
    setup.locator(".setup-more > summary").click()
    setup.get_by_label("Seat 2").select_option("perfect")
    setup.get_by_role("radio", name="freely").check(force=True)
    setup.get_by_role("button", name="Play against a bot now").click()
    page.wait_for_selector(".table-main > *")
    told = page.context.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (told["seats"][1]["player"], told["chat"]) == ("perfect", "free")


def test_the_first_page_is_for_everybody(visit: Visit) -> None:
    page = visit("Giulia", "/?lang=zz", size=PHONE, touch=True)
    for part in (".quick", ".lobby", ".home-me"):
        for summary in page.locator(f"{part} summary").all():
            summary.tap()
    assert page.evaluate(NOT_BRACKETED) == [] and page.evaluate(SMALL_TARGETS) == []
    assert sideways(page) == 0 and grave_faults(page) == []
