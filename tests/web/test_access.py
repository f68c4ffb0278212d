"""Everybody can use it: axe-core, keyboard, the live region, small screens, large text, weight, four languages."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Page, expect

from bussolotto.games import game as rules
from bussolotto.games import names
from tests.depth import full, in_full_runs
from tests.web.playing import until
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.test_match import CHOICES, POSITION, play_on
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, card, play_table
from tests.web.weight import weigh

SMALL = {"width": 360, "height": 640}
LIGHT, WHOLE = 150 * 1024, 600 * 1024  # bytes of all files of a table: without 3D, with everything
MEASURED = ("spilorcio", "wuerfelmarsch")  # in every run: the lightest without a pile's picture, and the heaviest table
WEIGHTS = [
    *(pytest.param(game, "?flat", LIGHT, marks=() if game in MEASURED else full) for game in names()),
    pytest.param("eintrichtern", "?3d", WHOLE, marks=full),
]
SPOKEN = {"en": "Play now", "it": "Gioca subito", "de": "Jetzt spielen", "fr": "Jouer"}


def pages_of(page: Page, query: str = "") -> Iterator[str]:
    """Show every page of the shell one after the other, and yield what is shown."""
    page.goto(f"/{query}")
    page.wait_for_selector(".shelf-card")
    for summary in page.locator(".company summary").all():
        summary.click()
    yield "home"
    page.locator(".shelf-open").first.click()
    page.wait_for_selector(".sheet .setup-more")
    for summary in page.locator(".setup-more summary").all():
        summary.click()
    yield "setting a table"
    page.keyboard.press("Escape")
    page.locator("[id$=-how]").first.click()
    page.wait_for_selector(".sheet .rules")
    yield "how it works"
    play_table(page, seats=3, bots=1, start=False)
    page.goto(page.url + query)
    page.wait_for_selector(".waiting")
    yield "waiting"
    table = play_table(page, seats=3, plain=True)
    page.goto(f"/t/{table.table}{query or '?'}&plain=1")
    page.wait_for_selector(f"{CHOICES}:enabled")
    yield "table"
    page.keyboard.press("?")
    yield "help"
    page.get_by_role("banner").get_by_role("button").last.click()
    yield "menu"
    yield from over(page, query)
    page.goto(f"/open{query}")
    page.wait_for_selector(".drop")
    yield "open"
    page.goto(f"/lab{query}")
    page.locator(".lab-form summary").first.click()
    yield "lab"


def over(page: Page, query: str) -> Iterator[str]:
    """The end of a match and its replay."""
    ended = give_up(page)
    page.goto(f"/t/{ended.table}{query or '?'}&plain=1")
    page.wait_for_selector(".result-line")
    yield "result"
    page.goto(f"/r/{ended.match}{query or '?'}&plain=1")
    page.wait_for_selector(POSITION)
    yield "replay"


def give_up(page: Page) -> AtTable:
    """A match that the person of this page has lost."""
    table = play_table(page, plain=True)
    page.context.request.post(f"/api/tables/{table.table}/resign")
    return table


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), *in_full_runs((SMALL, "light"), (DESKTOP, "light"))],
    ids=lambda look: str(look["width"]) if isinstance(look, dict) else look,
)
def test_every_page_is_for_everybody(visit: Visit, size: dict[str, int], scheme: str) -> None:
    """In the longest words: axe, targets for a finger, nothing wider than the page, also at twice the size of text."""
    page = visit("Giovanna Donnafugata", "/", size=size, scheme=scheme, lang="de", touch=size is not DESKTOP)
    for name in pages_of(page):
        assert size is SMALL or grave_faults(page) == [], name
        assert size is not SMALL or page.evaluate(SMALL_TARGETS) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], name
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert size is SMALL or not sideways(page), f"{name}, with letters twice as large"
        page.evaluate("document.documentElement.style.fontSize = ''")


@full
def test_every_text_comes_from_the_catalogue(visit: Visit) -> None:
    page = visit("Giulia", "/")
    for name in pages_of(page, "?lang=zz"):
        assert page.evaluate(NOT_BRACKETED) == [], name


@pytest.mark.parametrize("lang", ["it", *in_full_runs("en", "de", "fr")])
def test_the_page_speaks_the_language_of_the_browser(visit: Visit, lang: str) -> None:
    page = visit("Giulia", "/", lang=lang)
    expect(page.get_by_role("button", name=SPOKEN[lang]).first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang
    assert raw_keys(page) == []
    play_table(page, plain=True)
    page.keyboard.press("?")
    assert raw_keys(page) == []


def raw_keys(page: Page) -> list[str]:
    """Words of the page that are keys of the catalogue."""
    part = files("bussolotto") / "locale" / "parts" / "page.en.json"
    keys = set(json.loads(part.read_text(encoding="utf-8")))
    return sorted(word for word in re.findall(r"[\w.-]+\.[\w.-]+", page.locator("body").inner_text()) if word in keys)


def test_changing_the_language_changes_the_page_at_once_and_for_good(visit: Visit) -> None:
    page = visit("Giulia", "/")
    page.get_by_role("button", name="Language").click()
    page.get_by_role("radio", name="Deutsch").check(force=True)
    expect(page.get_by_role("button", name="Jetzt spielen").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Jetzt spielen").first).to_be_visible()


@full
def test_the_theme_that_was_chosen_stays(visit: Visit) -> None:
    page = visit("", "/", scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).color")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("radio", name="Light", exact=True).check(force=True)
    light = page.evaluate("getComputedStyle(document.body).color")
    page.reload()
    page.wait_for_selector(".shelf-card")
    assert page.evaluate("getComputedStyle(document.body).color") == light != dark


@pytest.mark.parametrize("lang", ["de", *in_full_runs("it", "fr", "en")])
def test_no_button_of_a_free_seat_lies_over_its_words(visit: Visit, lang: str) -> None:
    page = visit("Giulia", lang=lang, size=DESKTOP)
    play_table(page, seats=2, bots=0, start=False)
    words = page.locator(".chair-free .chair-name").bounding_box()
    buttons = page.locator(".chair-free .chair-buttons").bounding_box()
    assert words and buttons
    assert buttons["x"] >= words["x"] + words["width"] or buttons["y"] >= words["y"] + words["height"]
    assert words["height"] < 30, "the name stays on one line"


def test_a_match_can_be_begun_and_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit("Giulia", "/?plain=1")
    tab_to(page, "Play now Spilorcio")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{CHOICES}:enabled")
    page.locator("body").press("Tab")
    for _ in range(3):
        page.wait_for_selector(f"{CHOICES}:enabled")
        before = page.locator(POSITION).inner_text()
        tab_to(page, "Set aside", "Place")
        page.keyboard.press("Enter")
        expect(page.locator(POSITION)).not_to_have_text(before)


SAID = """() => {
    const { activeElement: on } = document;
    const named = on.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id).textContent);
    return (named?.join(' ') ?? on.getAttribute('aria-label') ?? on.textContent).trim();
}"""


def tab_to(page: Page, *names: str) -> None:
    """Press Tab until something with one of these names has the focus, and it can be seen that it has."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if str(page.evaluate(SAID)).startswith(names):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            return
    raise AssertionError(f"Tab never reaches {names}")


def test_the_drawer_opens_and_closes_by_keyboard_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit("Giulia", size=SMALL)
    play_table(page, plain=True)
    page.get_by_role("button", name="What happened").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What happened")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # past the button that closes it, to what can be scrolled
    expect(page.get_by_role("group", name="What happened")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="What happened")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="What can I do?")).to_be_focused()
    expect(page.get_by_role("complementary")).to_contain_text("You can choose from")


SAID_AS_TOLD = """(already) => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((line) => line.innerText);
  const told = texts('.log-line').slice(already);
  const said = texts('#live p').filter((text) => told.includes(text)).slice(-told.length);
  return told.length >= 4 && said.join() === told.join();
}"""  # at one moment, for bots go on; what was said before may have had the same words


def test_the_live_region_tells_every_event_in_order(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    already = page.locator(".log-line").count()
    for _ in range(3):
        play_on(page, largest=False)
        page.wait_for_selector(f"{CHOICES}:enabled")
    until(page, SAID_AS_TOLD, already)


@full
def test_the_skip_link_is_the_first_stop(visit: Visit) -> None:
    page = visit("Giulia", "/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the table")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize(("game", "query", "most"), WEIGHTS)
def test_a_table_is_light(visit: Visit, game: str, query: str, most: int) -> None:
    page = visit("Giulia")
    table = play_table(page, game=game, seats=min(rules(game).SEATS))
    assert weigh(page, f"/t/{table.table}{query}") < most


@full
def test_what_is_not_there_is_said_kindly(visit: Visit) -> None:
    page = visit(path="/t/nothing", forgive=("404",))
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(card(page)).to_be_visible()


def test_without_scripts_or_an_answer_the_first_screen_says_what_is_missing(
    visit: Visit, browser: Browser, server: LiveServer
) -> None:
    page = visit("", "/", size=PHONE, forgive=("ERR_FAILED", "Refused"))
    page.route("**/api/me", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("The server does not answer")).to_be_in_viewport()
    with browser.new_context(base_url=server.address, java_script_enabled=False) as context:
        bare = context.new_page()
        bare.goto("/")
        expect(bare.locator(".noscript", has_text="Bussolotto needs JavaScript")).to_be_in_viewport()


def test_an_address_that_leads_nowhere_says_so_in_a_browser_and_to_a_script(visit: Visit) -> None:
    page = visit(path="/nosuch", forgive=("404",))
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    answer = page.request.get("/nosuch", headers={"accept": "application/json"})
    assert (answer.status, answer.json()["code"]) == (404, "not-found")
