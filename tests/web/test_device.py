"""One device passed around: the curtain before secrets, and nothing of another seat in the page while one is shown."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from bussolotto.games.cincinnati import game as cincinnati
from tests.depth import full
from tests.games.cincinnati.test_page import first_with_care, perform
from tests.web.playing import IDLE, PATIENCE_MS, POLL_MS, SHOWN, button, comes, press
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.visits import PHONE, AtTable, Visit, setting

SECRET_PHASES = (cincinnati.HIDING, cincinnati.CHOOSING)
SHORT = {"rounds": "4"}
FIRST_ROLL = re.compile(r"The dice show [1-6]( [1-6]){4}\.$")
READY = f"""() => document.querySelector('.curtain') ? 'curtain'
  : document.querySelector('.drawer .result-line') ? 'over'
  : document.querySelector('.bench-buttons button') && ({IDLE})() ? 'mine' : null"""

GONE_ON = """(version) => document.querySelector('.curtain, .drawer .result-line')
  || Number(document.querySelector('.game')?.dataset.version) > version"""


class Lines:
    """The sockets that a page has open, by what they asked for."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: set[WebSocket] = set()
        page.on("websocket", self._opened)
        page.on("framenavigated", lambda _: self._open.clear())  # a page that is left closes them without a word

    def _opened(self, socket: WebSocket) -> None:
        self._open.add(socket)
        socket.on("close", self._closed)

    def _closed(self, socket: WebSocket) -> None:
        self._open.discard(socket)

    def eyes(self) -> set[str]:
        """Whose eyes they have, when those of the last seat have said goodbye: `seat=N`, or `watch=1` for nobody's."""
        for _ in range(PATIENCE_MS // POLL_MS):
            if len(self._open) == 1:
                break
            self._page.wait_for_timeout(POLL_MS)
        return {found[0] for socket in self._open if (found := re.search(r"(seat|watch)=\d", socket.url))}


def set_up(page: Page, title: str, *names: str, dice: str = "program") -> AtTable:
    """Set a table for one device on the home page, and begin."""
    game = setting(page, title)
    seats = game.get_by_role("group", name="How many play?")
    seats.get_by_role("radio", name=str(len(names)), exact=True).check(force=True)
    game.get_by_label("One shared device").check(force=True)
    for place, name in enumerate(names):
        game.get_by_label(f"Name {place + 1}").fill(name)
    if dice == "real":
        game.get_by_label("we roll real dice").check(force=True)
    with page.expect_response(
        lambda answer: answer.url.endswith("/api/tables") and answer.request.method == "POST"
    ) as it:
        game.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile("/t/"))
    return AtTable(**it.value.json())


def begun(page: Page, *names: str, bots: Sequence[dict[str, Any]] = ()) -> AtTable:
    """Begin a short match of Cincinnati at a table of three, and look at its curtain."""
    wish = {"game": "cincinnati", "seats": 3, "device": True, "names": names, "bots": bots, "options": SHORT}
    table = AtTable(**page.request.post("/api/tables", data=wish).json())
    page.request.post(f"/api/tables/{table.table}/start")
    page.goto(f"/t/{table.table}")
    page.wait_for_selector(".curtain-news")
    return table


def known(page: Page, table: AtTable, seat: int) -> dict[str, Any]:
    """The match as this seat may know it: whoever has the device in his hand could ask for it."""
    found: dict[str, Any] = page.request.get(f"/api/matches/{table.match}?seat={seat}").json()
    return found


def in_first_choice(view: dict[str, Any]) -> bool:
    """Do dice lie under cups, and has nothing like them been told yet?"""
    return view["phase"] in SECRET_PHASES and view["round_number"] == 1


def keeps(page: Page, *told: str) -> list[str]:
    """Which of these stand anywhere in the page."""
    content = page.content()
    return [words for words in told if words in content]


def open_curtain(page: Page, name: str) -> None:
    """Let the one who is named take the device."""
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name=f"I am {name}").click()
    page.wait_for_selector(".table-main > *")


@full
def test_a_whole_match_from_hand_to_hand(visit: Visit) -> None:
    page = visit("The tablet")
    lines = Lines(page)
    names = ("Anna", "Bruno")
    table = begun(page, *names, bots=[{"seat": 2, "player": "random"}])
    shown, curtains, reloaded = -1, 0, False
    rolls: dict[int, str] = {}  # what each has read of his covered dice, of the first round
    while (state := page.wait_for_function(READY, timeout=30_000).json_value()) != "over":
        if state == "mine":
            now = known(page, table, shown)
            if not now["legal"]:  # what was done is stored, and not shown yet
                page.wait_for_function(GONE_ON, arg=now["version"] - 1)
                continue
            page.wait_for_function(SHOWN, arg=now["version"])
            assert lines.eyes() == {f"seat={shown}"}
            if in_first_choice(now["view"]):
                rolls[shown] = page.locator(".log-line").filter(has_text=FIRST_ROLL).inner_text()
                assert keeps(page, *{roll for seat, roll in rolls.items() if seat != shown} - {rolls[shown]}) == []
            if not reloaded and curtains > 2:
                reloaded = True
                page.reload()
                continue
            texts = [cincinnati.say(shown, action) for action in now["legal"]]
            perform(page, first_with_care(now["view"], texts), "pointer")
            page.wait_for_function(GONE_ON, arg=now["version"])
        else:
            curtains += 1
            name = page.locator(".curtain h1").inner_text()
            page.wait_for_selector(".curtain-news")
            assert lines.eyes() == {"watch=1"}, "the line of the last seat is closed, the next is not open yet"
            assert not in_first_choice(known(page, table, 0)["view"]) or keeps(page, *rolls.values()) == []
            assert keeps(page, "only you see them", "tray-die") == []
            expect(page.locator("#live p")).to_have_text([f"Pass the device to {name}."])
            shown = names.index(name)
            open_curtain(page, name)
    assert reloaded and curtains > 8
    expect(page.locator(".result-line").first).to_contain_text(re.compile("wins|share", re.IGNORECASE))
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector(".curtain")


def test_without_secrets_the_page_turns_to_the_next(visit: Visit) -> None:
    page = visit("The tablet")
    page.goto("/")
    table = set_up(page, "My Dice - Your Dice", "Anna", "Bruno")
    page.wait_for_selector(".bench-buttons button:enabled")
    first = known(page, table, 0)["movers"][0]
    for seat in (first, 1 - first):
        name = ("Anna", "Bruno")[seat]
        expect(page.locator(f'.bench .seat[data-seat="{seat}"]')).to_contain_text(name)
        expect(page.locator("#live")).to_contain_text(f"It is {name}\u2019s turn")
        expect(page.locator(".curtain")).to_have_count(0)
        while page.locator(f'.bench .seat[data-seat="{seat}"]').count():
            version = known(page, table, seat)["version"]
            stop = button(page, "stop")
            press(stop if stop.count() else page.locator(".bench-buttons button").first, "pointer")
            page.wait_for_function(
                "(version) => Number(document.querySelector('.game').dataset.version) > version", arg=version
            )
            page.wait_for_function(IDLE)
            page.wait_for_selector(".bench-buttons button:enabled")


def come_to_look(page: Page, lines: Lines, eyes: str) -> None:
    """Wait until the page looks with these eyes alone."""
    comes(page, lambda: lines.eyes() == {eyes}, lambda: f"{lines.eyes()} instead of {eyes}")


def test_who_gives_up_looks_no_longer(visit: Visit, server: LiveServer) -> None:
    page = visit("The tablet")
    lines = Lines(page)
    wish = {"game": "spilorcio", "seats": 3, "device": True, "names": ("Anna", "Bruno", "Clara"), "bots": []}
    table = AtTable(**page.request.post("/api/tables", data=wish).json())
    page.request.post(f"/api/tables/{table.table}/start")
    page.goto(f"/t/{table.table}")
    seat = known(page, table, 0)["movers"][0]
    come_to_look(page, lines, f"seat={seat}")
    with server.time.stands():  # the bot that plays in this seat now does not decide yet
        assert page.request.post(f"/api/tables/{table.table}/resign?seat={seat}").ok
        come_to_look(page, lines, "watch=1")


def test_a_race_is_not_offered_one_device(visit: Visit) -> None:
    page = visit("Giulia")
    page.goto("/")
    race = setting(page, "Raffzahn")
    expect(race.get_by_text("each player needs their own")).to_be_visible()
    for way, offered in (("A screen and phones", 1), ("One shared device", 0), ("Own devices", 1), ("Over days", 0)):
        expect(race.get_by_role("radio", name=way)).to_have_count(offered)
    other = setting(page)
    other.get_by_role("radio", name="4", exact=True).check(force=True)
    other.get_by_label("One shared device").check(force=True)
    counts = other.get_by_role("group", name="How many of you?").get_by_role("radio")
    expect(counts.last).to_be_checked()  # a name for every seat
    expect(counts).to_have_count(3)


@full
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_curtain_is_for_everybody(visit: Visit, scheme: str) -> None:
    page = visit("The tablet", scheme=scheme, size=PHONE)
    table = begun(page, "Maximiliane-Charlotte", "Anna", "Bruno")
    page.goto(f"/t/{table.table}?lang=zz")
    page.wait_for_selector(".curtain-news")
    assert page.evaluate(NOT_BRACKETED) == []
    page.goto(f"/t/{table.table}")
    page.wait_for_selector(".curtain-news")
    assert grave_faults(page) == []
    assert sideways(page) == 0 and page.evaluate(SMALL_TARGETS) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="I am")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".table-main > *")
