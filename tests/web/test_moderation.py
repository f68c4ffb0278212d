"""Reporting somebody, one's own data, being banned, and the operator's page, in real browsers."""

import json
import os
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.command_line import done
from tests.depth import full, in_full_runs
from tests.web.quality import grave_faults, is_for_everybody, sideways
from tests.web.serving import LiveServer
from tests.web.test_talk import open_talk, two_at_a_table
from tests.web.visits import DESKTOP, PHONE, Visit, resize

PICTURES = os.environ.get("BUSSOLOTTO_PICTURES")  # a folder for pictures of every page here, to be looked at
SEEN = [("de", PHONE), *in_full_runs(("en", DESKTOP))]


def photograph(page: Page, name: str, *sizes: dict[str, int]) -> None:
    """Keep what the page shows, in both themes and in these sizes, all if none is given, for somebody to look at it."""
    if not PICTURES:
        return
    lang = page.locator("html").get_attribute("lang")
    for size, scheme in product(sizes or (DESKTOP, PHONE), ("light", "dark")):
        resize(page, size)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        path = Path(PICTURES) / f"{name}-{lang}-{size['width']}-{scheme}.png"
        page.screenshot(path=path, full_page=True)
    if not sizes:
        resize(page, DESKTOP)


def command(server: LiveServer, *words: str) -> str:
    return done("admin", *words, "--data", str(server.folder)).stdout


def sign_in(page: Page, server: LiveServer) -> None:
    """Open the page of the operator with a new token."""
    page.goto("/admin" + page.url.partition("/admin")[2])
    page.locator(".admin-sign-in input").fill(command(server, "token").strip())
    page.locator(".admin-sign-in button").click()
    page.wait_for_selector(".admin-parts")


@full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_somebody_at_the_table_is_reported_and_the_operator_deals_with_it(
    visit: Visit, server: LiveServer, lang: str
) -> None:
    giulia, otto, _ = two_at_a_table(visit, lang, "en", chat="free", forgive=("403",))
    open_talk(otto)
    otto.get_by_label("In your own words").fill("You fool")
    otto.keyboard.press("Enter")
    open_talk(giulia)
    giulia.locator(".people summary").click()
    giulia.get_by_role("button", name={"en": "Report", "de": "Melden"}[lang]).click()
    assert grave_faults(giulia) == []
    giulia.locator(".report textarea").fill("He shouts")
    photograph(giulia, "report")
    giulia.locator(".report [type=submit]").click()
    expect(giulia.locator(".person .muted")).to_contain_text("Otto")
    expect(giulia.locator(".report")).to_have_count(0)

    operator = visit("", "/", lang=lang, forgive=("401",))
    sign_in(operator, server)
    entry = operator.locator(".admin-entry", has_text="He shouts")
    expect(entry).to_contain_text("Otto")
    expect(entry).to_contain_text({"en": "guest id: ", "de": "Kennung des Gasts: "}[lang])
    entry.locator("summary").click()
    expect(entry.locator(".admin-said")).to_have_text("Otto You fool")
    assert grave_faults(operator) == [] and sideways(operator) == 0
    photograph(operator, "admin-reports")
    entry.get_by_role("button", name={"en": "Ban", "de": "Sperren"}[lang], exact=True).click()
    entry.locator(".admin-ban input").fill("Shouting")
    photograph(operator, "admin-ban")
    entry.locator(".admin-ban [type=submit]").click()
    expect(otto.get_by_role("heading", name="You cannot play here now")).to_be_visible()
    expect(otto.locator("main")).to_contain_text("Reason: Shouting")
    photograph(otto, "banned")
    entry.get_by_role("button", name={"en": "Settled", "de": "Erledigt"}[lang], exact=True).click()
    expect(entry).to_have_count(0)
    giulia.wait_for_selector("[data-at=seat-1]")


@full
def test_a_banned_person_reads_it_at_every_address(visit: Visit, server: LiveServer) -> None:
    anna = visit("Anna", "/", lang="it", forgive=("403",))
    guest = anna.evaluate("() => fetch('/api/me').then((answer) => answer.json())")["id"]
    command(server, "ban", guest)
    for path in ("/", "/open", "/t/anything"):
        anna.goto(path)
        expect(anna.get_by_role("heading", name="Ora non puoi giocare qui")).to_be_visible()
    anna.goto("/?lang=zz")
    anna.wait_for_selector(".sorry")
    is_for_everybody(anna)
    command(server, "unban", guest)
    anna.goto("/")
    anna.wait_for_selector(".shelf-card")


@pytest.mark.parametrize(("lang", "size"), SEEN)
def test_one_s_data_are_downloaded_and_deleted(
    visit: Visit, server: LiveServer, lang: str, size: dict[str, int]
) -> None:
    anna = visit("Annabella", "/", lang=lang, size=size)
    anna.wait_for_selector(".shelf-card")
    if size is PHONE:
        anna.locator(".home-me > summary").click()
    anna.locator(".own-data > summary").click()
    with anna.expect_download() as downloading:
        anna.locator(".own-data a").click()
    stored = json.loads(Path(downloading.value.path()).read_text(encoding="utf-8"))
    assert (stored["name"], downloading.value.suggested_filename) == ("Annabella", "bussolotto-data.json")
    anna.locator(".own-data .row > button").click()
    assert grave_faults(anna) == []
    photograph(anna, "own-data", size)
    anna.evaluate("() => localStorage.setItem('bussolotto', '{\"lang\": \"fr\"}')")
    with anna.expect_navigation():
        anna.locator(".own-data .danger").click()
    anna.wait_for_selector(".shelf-card")
    me = anna.evaluate("() => fetch('/api/me').then((answer) => answer.json())")
    assert me["name"] == "" and me["id"] != stored["guest"]
    assert anna.evaluate("() => JSON.parse(localStorage.getItem('bussolotto') ?? '{}').lang ?? null") is None
    assert stored["guest"] not in command(server, "list", "guests", "--json")


@full
def test_texts_of_one_s_data_come_from_the_catalogue(visit: Visit) -> None:
    page = visit("Anna", "/?lang=zz", size=PHONE)
    page.locator(".home-me > summary").click()
    page.locator(".own-data > summary").click()
    page.locator(".own-data .row > button").click()
    is_for_everybody(page)


@full
def test_the_operator_s_page_is_for_everybody(visit: Visit, server: LiveServer) -> None:
    """Each of its parts, in words of the catalogue, on a phone; what is done is listed."""
    two_at_a_table(visit, "en", "en")
    page = visit(path="/admin?lang=zz", size=PHONE, forgive=("401",))
    is_for_everybody(page)
    sign_in(page, server)
    for number in range(5):
        page.locator(".admin-parts button").nth(number).click()
        page.wait_for_selector(f".admin-parts button:nth-child({number + 1})[aria-pressed=true]")
        page.wait_for_selector(".admin-part :is(.list, table)", state="attached")
        is_for_everybody(page)


@full
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_operator_bans_renames_deletes_and_closes(visit: Visit, server: LiveServer, lang: str) -> None:
    giulia, otto, table = two_at_a_table(visit, "en", "en")
    guest = giulia.evaluate("() => fetch('/api/me').then((answer) => answer.json())")["id"]
    page = visit("", "/", lang=lang, forgive=("401", "400"))
    sign_in(page, server)
    parts = page.locator(".admin-parts button")
    parts.nth(1).click()
    entry = page.locator(".admin-entry", has_text=guest)
    expect(entry).to_contain_text("127.0.0.1")
    photograph(page, "admin-guests")
    entry.get_by_role("button", name={"en": "Rename", "de": "Umbenennen"}[lang]).click()
    entry.locator("form input").fill("Player")
    entry.locator("form [type=submit]").click()
    expect(entry.locator("strong")).to_have_text("Player")
    expect(otto.locator("[data-at=seat-0]").first).to_contain_text("Player")
    parts.nth(2).click()
    place = page.locator(".admin-entry", has_text=table.table)
    photograph(page, "admin-tables")
    close = {"en": "Close the table", "de": "Tisch schließen"}[lang]
    place.get_by_role("button", name=close).click()
    place.locator(".danger").click()
    expect(otto.locator(".result-why")).to_contain_text("operator")
    photograph(otto, "closed-table")
    parts.nth(3).click()
    page.locator(".admin-ban input").first.fill("nowhere")
    page.locator(".admin-ban [type=submit]").click()
    expect(page.locator(".problem").first).to_contain_text("nowhere")
    page.locator(".admin-ban input").first.fill("192.0.2.7")
    page.locator(".admin-ban [type=submit]").click()
    ban = page.locator(".admin-entry", has_text="192.0.2.7")
    expect(ban).to_be_visible()
    photograph(page, "admin-bans")
    ban.get_by_role("button").click()
    expect(ban).to_have_count(0)
    parts.nth(4).click()
    expect(page.locator("tbody tr").nth(3)).to_contain_text(guest)
    assert grave_faults(page) == []
    photograph(page, "admin-audit")
    parts.last.click()
    expect(page.locator(".admin-sign-in")).to_be_visible()
    photograph(page, "admin-sign-in")
