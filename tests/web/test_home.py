"""The first page: a shelf of games. One press and one plays; it is light, stands still, and is for everybody."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

import bussolotto
from tests.depth import in_full_runs
from tests.web.quality import grave_faults, is_for_everybody, sideways
from tests.web.visits import DESKTOP, PHONE, Visit, card, set_table
from tests.web.weight import weigh

LIGHT = 250 * 1024  # bytes of all files, with the pictures
SCREENS = 3  # of a phone, at most
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.shifts.push([value, ...sources.map(({ node }) => node?.className || node?.nodeName)]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
LATE_MS = 400


def test_one_press_leads_from_home_into_a_match(visit: Visit) -> None:
    page = visit("Giulia", "/")
    card(page).get_by_role("button", name="Play now Spilorcio").click()
    page.wait_for_selector(".table-main > *")
    told = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (told["state"], told["visibility"], told["me"]["seat"]) == ("running", "link", 0)
    assert [seat["player"] for seat in told["seats"]] == [None, "medium", "medium"]


def test_every_game_says_what_it_is(visit: Visit) -> None:
    page = visit("Giulia", "/")
    expect(page.locator(".shelf-card")).to_have_count(len(bussolotto.games()) + 2)  # an evening, a puzzle
    expect(card(page)).to_contain_text("2\u20135 players · 20 min · calm")
    expect(card(page, "Raffzahn")).to_contain_text("3 players · 15 min · race")
    for picture in page.locator(".shelf-card img").all():
        assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") == 480
    assert page.locator(".shelf-card img").count() == len(bussolotto.games())


def test_home_is_light(visit: Visit) -> None:
    assert weigh(visit("Giulia"), "/", ".shelf-card") < LIGHT


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
def test_nothing_moves_while_it_comes(visit: Visit, size: dict[str, int]) -> None:
    """Everything that is asked for comes late, each after another time."""
    page = visit("Giulia", size=size)
    set_table(page)
    set_table(page, pace="days", bots=0, start=False)

    def late(route: Route) -> None:
        page.wait_for_timeout(LATE_MS if "tables" in route.request.url else LATE_MS / 4)
        route.continue_()

    page.add_init_script(SHIFTS)
    page.route(re.compile("/api/tables|/api/me/matches|/api/evenings|shelf.webp"), late)
    page.goto("/")
    expect(page.locator("#matches .line")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("lang", ["de", *in_full_runs("en", "it", "fr")])
def test_a_phone_scrolls_three_screens_at_most(visit: Visit, lang: str) -> None:
    page = visit("Giulia", "/", size=PHONE, touch=True, lang=lang)
    page.wait_for_selector(".shelf-card")
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * PHONE["height"]
    assert sideways(page) == 0


def test_how_it_works_shows_the_rules_and_leads_into_a_match(visit: Visit) -> None:
    page = visit("Giulia", "/")
    card(page, "Cincinnati").get_by_role("button", name="How it works").click()
    told = page.get_by_role("complementary", name="Cincinnati")
    expect(told.locator(".rules h3").first).to_be_visible()
    told.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def test_what_is_opened_takes_the_focus_and_gives_it_back(visit: Visit) -> None:
    page = visit("Giulia", "/", size=PHONE)
    invite = card(page, "Eintrichtern").get_by_role("button", name="Invite")
    invite.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Eintrichtern", level=2)).to_be_focused()
    page.locator(".sheet .setup").wait_for()
    for _ in range(2):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.sheet') !== null")
    assert page.locator("#main").evaluate("main => main.inert")  # it covers all of it
    page.keyboard.press("Escape")
    expect(invite).to_be_focused()
    expect(page.locator(".sheet")).to_have_count(0)


def test_my_matches_come_first_and_those_that_are_over_are_folded(visit: Visit) -> None:
    page = visit("Giulia")
    over = set_table(page)
    page.request.post(f"/api/tables/{over.table}/resign")
    set_table(page, game="bunte-kuh")
    page.goto("/")
    first = page.locator("#main > :not(.home-head)").first
    expect(first.get_by_role("link", name="Continue").or_(first.get_by_role("link", name="Your turn"))).to_be_visible()
    expect(first.get_by_role("link", name="Replay")).to_be_hidden()
    first.get_by_text("Your past matches").click()
    expect(first.get_by_role("link", name="Replay")).to_be_visible()


def test_a_refusal_is_told_on_the_card(visit: Visit) -> None:
    page = visit("Giulia", "/", forgive=("429",))

    def refuse(route: Route) -> None:
        told = {"status": 429, "code": "too-many", "title": "", "detail": "Too many tables.", "values": {}}
        route.fulfill(status=429, content_type="application/problem+json", body=json.dumps(told))

    page.route("**/api/tables", refuse)
    card(page).get_by_role("button", name="Play now").click()
    expect(card(page).get_by_role("alert")).not_to_be_empty()
    expect(card(page).get_by_role("button", name="Play now")).to_be_enabled()


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "dark"), *in_full_runs((PHONE, "light"), (DESKTOP, "dark"), (DESKTOP, "light"))]
)
def test_it_is_for_everybody(visit: Visit, size: dict[str, int], scheme: str) -> None:
    page = visit("Giulia", "/?lang=zz", size=size, scheme=scheme)
    page.wait_for_selector(".shelf-card")
    is_for_everybody(page)
    for part in ("open", "how"):
        opener = page.locator(f"#shelf-eintrichtern{'-how' if part == 'how' else ''}")
        opener.click()
        page.locator(".sheet :is(.setup, .rules)").wait_for()
        is_for_everybody(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
def test_nothing_is_cut_off_at_twice_the_size_of_text(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", "/", lang="de", size=size)
    page.wait_for_selector(".shelf-card")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert sideways(page) == 0
    assert cut_off(page) == []
    assert grave_faults(page) == []


def cut_off(page: Page) -> list[str]:
    """The texts on the shelf that do not fit into what they stand in."""
    found: list[str] = page.locator(".shelf-card, .shelf-card :is(button, p, h3)").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)"
        ".map((one) => one.textContent)"
    )
    return found


def test_a_page_that_stops_working_takes_no_other_with_it(visit: Visit) -> None:
    page = visit("Giulia", "/", forgive=("it broke",))
    body = "export function Page() { throw new Error('it broke'); }"
    page.route("**/pages/sheets.js", lambda route: route.fulfill(content_type="text/javascript", body=body))
    page.locator("a[href='/sheets']").first.evaluate("link => link.click()")
    expect(page.get_by_role("heading", name="Something went wrong")).to_be_visible()
    page.go_back()
    expect(page.locator(".shelf")).to_be_visible()


@pytest.mark.parametrize("name", ["Language", "Theme"])
def test_what_is_set_in_the_header_lies_on_the_page_and_says_why_it_is_not_set(visit: Visit, name: str) -> None:
    page = visit("Giulia", "/", size=PHONE, forgive=("ERR_FAILED",))
    page.route("**/locale/fr**", lambda route: route.abort())
    page.get_by_role("button", name=name).click()
    box = page.locator(".disclosure-panel:visible").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    if name == "Language":
        page.locator("label", has_text="Français").click()
        expect(page.locator(".disclosure-panel:visible .problem")).to_have_text("The server does not answer.")
