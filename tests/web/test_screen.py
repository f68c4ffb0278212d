"""One shared screen as the table, telephones as cups and hands: each shows its own, and the screen no secret at all."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from bussolotto.core import dice
from bussolotto.games import game
from bussolotto.games.cincinnati import game as cincinnati
from tests.depth import full
from tests.games.cincinnati.test_page import first_with_care, perform
from tests.web.playing import IDLE, SHOWN, now, press
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, is_for_everybody, sideways
from tests.web.visits import PHONE, AtTable, Visit, play_table, set_table, setting

COVERED = {0, len(dice.KEEPS)}
SECRET_PHASES = (cincinnati.HIDING, cincinnati.CHOOSING)
NAMES = ("Anna", "Bruno", "Cleo")
FEEL = "() => { window.felt = []; navigator.vibrate = (ms) => window.felt.push(ms); }"


class Overheard:
    """Everything that a page is sent about its match."""

    def __init__(self, page: Page) -> None:
        self.messages: list[dict[str, Any]] = []
        page.on("websocket", self._listen)
        page.on("response", self._read)

    def _read(self, answer: Response) -> None:
        if "/api/matches" in answer.url:
            self.messages.append(answer.json())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.messages.append(json.loads(frame)))

    def views(self) -> list[dict[str, Any]]:
        """The positions among it."""
        return [message["view"] for message in self.messages if "view" in message]


def set_up(screen: Page, **numbers: str) -> str:
    """Set a table for a screen on the home page; its link for telephones, as it stands there."""
    screen.goto("/")
    own = setting(screen, "Cincinnati")
    own.get_by_label("A screen and phones").check(force=True)
    own.get_by_text("House rules and guests").click()
    own.get_by_text("Numbers of the game").click()
    for label, number in numbers.items():
        own.get_by_label(label).select_option(number)
    own.get_by_role("button", name="Open a table").click()
    expect(screen.get_by_role("img", name="A code")).to_be_visible()
    return screen.locator(".gathering-link").inner_text().partition("/")[2]


def sit_down(visit: Visit, link: str, name: str) -> Page:
    """Somebody comes with a telephone, says a name and takes a seat."""
    phone = visit(path=f"/{link}", size=PHONE, touch=True)
    phone.evaluate(FEEL)
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.get_by_text("Look at the screen: the match begins there")).to_be_visible()
    return phone


def of_match(screen: Page) -> AtTable:
    """The table that a screen shows."""
    table = screen.url.rpartition("/")[2].partition("?")[0]
    told = screen.request.get(f"/api/tables/{table}").json()
    return AtTable(table, told["match"], told["link"])


def play_match(phones: list[Page], table: AtTable, most: int = 200) -> None:
    """Let all play on their telephones until the match is over."""
    for _ in range(most):
        for phone in phones:
            found = now(phone, table)
            if found["over"]:
                return
            if found["texts"]:
                phone.wait_for_function(SHOWN, arg=found["version"])
                perform(phone, first_with_care(found["view"], found["texts"]), "touch")
                phone.wait_for_function(f"(version) => ({IDLE})() && ({SHOWN})(version)", arg=found["version"] + 1)
    raise AssertionError("the match does not end")


@full
def test_a_whole_match_on_a_screen_and_three_telephones(visit: Visit) -> None:
    screen = visit("The television")
    heard = Overheard(screen)
    link = set_up(screen, Rounds="4")
    begin = screen.get_by_role("button", name="Start the match")
    expect(begin).to_be_disabled()
    phones = [sit_down(visit, link, name) for name in NAMES]
    for name in NAMES:
        expect(screen.locator(".gathering .chairs")).to_contain_text(name)
    begin.click()
    screen.wait_for_selector(".screen-page .cin")
    table = of_match(screen)
    for seat, phone in enumerate(phones):
        expect(phone.locator(".cin-mine .tray-die")).to_have_count(5)
        expect(phone.locator(".cin-room, .cin-tables, .game > .seats")).to_have_count(0)
        expect(phone.get_by_role("status")).to_contain_text("Your turn")
        phone.wait_for_function("() => window.felt.length")  # after it has been drawn
        assert phone.evaluate("window.felt") == [120], f"how the telephone of seat {seat} called"
    play_match(phones, table)
    covered = [view for view in heard.views() if view["phase"] in SECRET_PHASES]
    assert {view["round_number"] for view in covered} == {1, 2, 3, 4}, "it was looked at while all chose"
    assert all(set(view["dice"][:3]) <= COVERED and set(view["chosen"][:3]) <= {0, 4} for view in covered)
    found = now(screen, table)
    assert found["end"]["reason"] == "rules" and found["view"]["round_number"] == 4
    for page, place in ((screen, ".screen-end"), *((phone, ".hand-end") for phone in phones)):
        expect(page.locator(f"{place} .result-line")).to_contain_text(re.compile("win|share", re.IGNORECASE))
    screen.get_by_role("button", name="Play again").click()
    screen.wait_for_selector(".screen-page .cin")
    expect(screen.locator(".screen-end")).to_have_count(0)
    for phone in phones:
        expect(phone.get_by_role("status")).to_contain_text("Your turn")


@full
def test_bots_may_sit_at_a_screen_and_who_comes_late_looks_on(visit: Visit) -> None:
    screen = visit("The television")
    link = set_up(screen)
    anna = sit_down(visit, link, "Anna")
    for place in (2, 3):
        screen.get_by_role("button", name=f"Add a bot to seat {place}").click()
    late = visit("Bruno", f"/{link}", size=PHONE)
    expect(late.get_by_text("Every seat is taken")).to_be_visible()
    expect(late.get_by_role("button", name="Sit down")).to_have_count(0)
    screen.get_by_role("button", name="Start the match").click()
    expect(anna.locator(".cin-mine .tray-die")).to_have_count(5)
    press(anna.locator('[data-action="table A"]'), "touch")
    expect(screen.locator(".captions")).to_contain_text(re.compile("deciding"))


@full
@pytest.mark.parametrize("name", ["eintrichtern", "raffzahn"])
def test_a_telephone_and_a_screen_are_for_everybody(visit: Visit, name: str) -> None:
    phone = visit("Giulia", size=PHONE, touch=True)
    table = set_table(phone, game=name, seats=min(count for count in game(name).SEATS if count > 1))
    phone.goto(f"/t/{table.table}?hand&lang=zz")
    phone.wait_for_selector(".hand-page main > *")
    is_for_everybody(phone)
    screen = visit(path=f"/s/{table.table}?flat&lang=zz")
    screen.wait_for_selector(".screen-main > *")
    assert sideways(screen) == 0 and grave_faults(screen) == [] == screen.evaluate(NOT_BRACKETED)


@full
def test_a_screen_that_waits_is_for_everybody(visit: Visit) -> None:
    screen = visit("The television", scheme="light")
    table = set_table(screen, game="cincinnati", seats=3, bots=0, sit=None, start=False)
    screen.goto(f"/s/{table.table}?lang=zz")
    screen.wait_for_selector(".gathering")
    assert grave_faults(screen) == [] == screen.evaluate(NOT_BRACKETED) and sideways(screen) == 0


def contested(window: int) -> list[dict[str, Any]]:
    """What is told of two claims of which the first counted by 23 ms."""

    def claim(seat: int, at_ms: int, verdict: str) -> dict[str, Any]:
        times = {"sent_ms": 1000, "arrived_ms": at_ms + 60, "band": [20, 40, 90], "told_ms": None, "at_ms": at_ms}
        lost = {"verdict": verdict, "rival": 0, "behind_ms": 23, "heat": False, "flags": [], "action": ""}
        return {"ply": 1, "window": window, "seat": seat, "version": 1, "believed_ms": at_ms - 1020, **times, **lost}

    return [claim(0, 1400, "accepted"), claim(1, 1423, "contested")]


@full
def test_a_photo_finish_is_shown_on_the_screen_for_all_and_on_a_telephone_for_who_asks(visit: Visit) -> None:
    phone, screen = visit("Anna", size=PHONE, touch=True), visit("The television")
    told = contested(1)
    for page in (phone, screen):
        page.route("**/claims", lambda route: route.fulfill(json=told))
    table = play_table(phone, game="raffzahn", seats=3, start=False)
    screen.goto(f"/s/{table.table}")
    assert phone.request.post(f"/api/tables/{table.table}/start").ok
    with screen.expect_response("**/claims"):
        screen.wait_for_selector(".screen-page .race")
    phone.goto(f"/t/{table.table}?hand")
    expect(screen.locator(".screen-finish")).to_have_count(0)  # that was before
    told += contested(2)
    if now(phone, table)["view"]["turn"] == 0:  # else a bot begins by itself
        press(phone.locator('[data-action="throw"]'), "touch")
    expect(screen.locator(".screen-finish figcaption")).to_contain_text("Anna (400 ms), Bot 1 (423 ms): Anna by 23 ms.")
    assert grave_faults(screen) == []
    phone.request.post(f"/api/tables/{table.table}/end")
    phone.get_by_role("button", name="Photo finish").tap()
    expect(phone.locator(".finish-photo")).to_have_count(2)
    assert sideways(phone) == 0 and phone.evaluate(SMALL_TARGETS) == [] and grave_faults(phone) == []
