"""What a rule sheet is called and shown as beyond its own page: replay, review, the lab, and the operator's reports."""

import base64
import json
import re

from playwright.sync_api import Page, expect

from bussolotto.sheets import game_from_sheet, library
from tests.depth import full
from tests.web.playing import until
from tests.web.quality import grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.test_moderation import sign_in
from tests.web.test_review import PATIENCE_MS
from tests.web.visits import DESKTOP, PHONE, Visit, resize, set_table, setting

LIGHT = library()["last-light"].read_text("utf-8")
NAME = game_from_sheet(LIGHT).facts.name
DIGEST = NAME.rpartition("-")[2]


def brought(page: Page) -> None:
    assert page.request.post("/api/sheets", data={"sheet": LIGHT}).ok


def played(page: Page) -> str:
    """A match of the sheet between two bots, to its end."""
    brought(page)
    match = set_table(page, game=NAME, bots=2, player="random", sit=None).match
    until(page, "async (match) => (await (await fetch(`/api/matches/${match}`)).json()).over", match)
    return match


def is_told_by_its_title(page: Page) -> None:
    """Nothing stands out of the page, and nowhere stands the name of the sheet's game, which has a digest."""
    assert "Last Light" in page.locator("body").inner_text()
    assert DIGEST not in page.title() + page.locator("body").inner_text()
    assert grave_faults(page) == [] and sideways(page) == 0


@full
def test_a_match_of_a_sheet_is_replayed(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    page.goto(f"/r/{played(page)}")
    page.wait_for_selector(".scrub-count")
    expect(page.locator(".general-piled")).to_be_visible()
    expect(page).to_have_title(re.compile("Last Light"))
    is_told_by_its_title(page)


@full
def test_an_evening_with_a_sheet_is_planned_and_scored_by_its_title(visit: Visit) -> None:
    page = visit("Giulia", "/", size=PHONE)
    brought(page)
    setting(page, "An evening").get_by_text("Games, score and guests").click()
    page.get_by_role("button", name="Last Light, by The authors of Bussolotto").click()
    expect(page.locator(".evening-item strong")).to_have_text("Last Light, by The authors of Bussolotto")
    assert sideways(page) == 0
    games = [{"game": "spilorcio"}, {"game": NAME, "options": {"red_points": "6"}}]
    table = set_table(page, start=False, evening={"games": games})
    page.goto(f"/t/{table.table}")
    expect(page.locator(".evening-programme li").last).to_have_text(re.compile("Last Light, by .*red points: 6"))
    page.request.post(f"/api/tables/{table.table}/start")
    resize(page, DESKTOP)  # where the button stands beside the title
    page.locator("[data-drawer=evening]").click()
    expect(page.locator(".evening-score tbody th").last).to_have_text("2. Last Light")
    assert DIGEST not in page.locator("body").inner_text()


@full  # compiles
def test_a_match_of_a_sheet_is_reviewed(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE)
    page.goto(f"/r/{played(page)}/review")
    expect(page.locator(".review-summary")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".review-players > li")).to_have_count(2)
    expect(page).to_have_title(re.compile("Last Light"))
    is_told_by_its_title(page)


@full
def test_the_lab_offers_a_sheet_by_its_title(visit: Visit) -> None:
    page = visit("Giulia", "/", size=PHONE)
    brought(page)
    page.goto("/lab")
    page.get_by_label("Game").select_option("Last Light, by The authors of Bussolotto")
    expect(page.get_by_label("Try")).to_contain_text("red points")
    is_told_by_its_title(page)


@full
def test_the_operator_reads_what_is_reported_of_a_sheet(visit: Visit, server: LiveServer) -> None:
    brought(visit("Anna", "/"))
    told = {"reason": "copied", "words": "It is mine"}
    visit("Bruno", "/").request.post(f"/api/sheets/{NAME}/report", data=told)
    page = visit("", "/", lang="de", size=PHONE, forgive=("401",))
    sign_in(page, server)
    entry = page.locator(".admin-entry", has_text="It is mine")
    expect(entry).to_contain_text("Last Light")
    expect(entry).to_contain_text("Bruno")
    assert DIGEST not in entry.inner_text()
    assert grave_faults(page) == [] and sideways(page) == 0
    entry.get_by_role("link", name="Das Blatt").click()
    expect(page.get_by_role("heading", name="Last Light")).to_be_visible()


@full
def test_the_lab_says_what_is_wrong_with_a_link(visit: Visit) -> None:
    page = visit("Giulia", "/lab/garbage", forgive=("404", "410"))
    expect(page.get_by_role("alert").first).to_contain_text("This link holds no question")
    text = LIGHT.replace("Last Light", "Asked about")
    gone = page.request.post("/api/sheets", data={"sheet": text}).json()["sheet"]
    page.goto(lab_of(gone))
    expect(page.get_by_label("Game")).to_have_value(gone)
    assert page.request.delete(f"/api/sheets/{gone}").ok
    for name, told in ((gone, "has withdrawn it"), ("never-1", "This server does not have the game")):
        page.goto("/")
        page.goto(lab_of(name))
        expect(page.get_by_role("alert").first).to_contain_text(told)
        expect(page.get_by_label("Game")).to_be_visible()
    assert grave_faults(page) == []


def lab_of(game: str) -> str:
    return "/lab/" + base64.urlsafe_b64encode(json.dumps({"game": game}).encode()).decode().rstrip("=")
