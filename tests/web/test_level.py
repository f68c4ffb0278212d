"""From where the dice come, as a table says it; what a page warns of where a server cheats; and waiting for a roll."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, WebSocketRoute, expect

from tests.depth import full, in_full_runs
from tests.web.playing import POLL_MS, comes, now
from tests.web.serving import LiveServer
from tests.web.test_first_minute import SHIFTS
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table, running, visitors

GAME = "my-dice-your-dice"
SIZES = pytest.mark.parametrize("size", [DESKTOP, *in_full_runs(PHONE)], ids=["desktop", "phone"])
OFFERED = ".bench-buttons button:enabled"
STANDS = ("game", "scene", "seat", "bench", "cin-table", "cin-head", "mdy-")
PLAYED_S = 60
ROLLS = 4  # after so many with one's own part the server has cheated; a lucky bot has won by then
HAS_PART = "(match) => (localStorage['bussolotto-heads'] ?? '').includes(match)"  # which comes once the page stands
PARTS = "(match) => (JSON.parse(localStorage.getItem('bussolotto-opened') ?? '{}')[match] ?? []).length"
RESULT = ".result-line"
WAITS = "The dice wait for a player.s device"


@pytest.fixture(scope="module")
def cheat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server where pages have a part in the dice. It cheats whoever has the name of a way to cheat."""
    before = "from tests import dishonest; dishonest.install()"
    yield from running(LiveServer(tmp_path_factory.mktemp("cheat"), before=before, page_nonces=True))


@pytest.fixture
def visit(browser: Browser, cheat: LiveServer) -> Iterator[Visit]:
    yield from visitors(browser, cheat)


def level(page: Page) -> Locator:
    """The line that says from where the dice come; on a phone the log is opened for it."""
    if page.viewport_size == PHONE:
        page.get_by_role("button", name="What happened").click()
    return page.locator(".dice-level")


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def play_until(page: Page, sign: Locator) -> None:
    """Press what is offered first until this is there."""
    offered = page.locator(OFFERED)
    limit = time.monotonic() + PLAYED_S  # not so many presses: on a busy machine many meet what was pressed before
    while time.monotonic() < limit:
        sign.or_(offered).first.wait_for()
        if sign.count():
            return
        with suppress(Error):  # it may go as it is pressed
            offered.first.click(timeout=1000)
    raise AssertionError("it does not come about")


@full
@SIZES
def test_a_table_says_from_where_its_dice_come_and_why(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Anna", size=size)
    told = {
        "pages": ("Dice: from the server and Anna together", "Nobody who lacks one of them can know or choose a die"),
        "server": ("Dice: from the server alone", "This table was opened that way."),
    }
    for fair, (line, why) in told.items():
        play_table(page, game=GAME, fair=fair)
        found = level(page)
        expect(found.locator("summary")).to_have_text(line)
        expect(found.get_by_text(why)).to_be_hidden()
        found.locator("summary").click()
        expect(found.get_by_text(why)).to_be_visible()
        expect(found.get_by_text("It cannot change a die any more")).to_have_count(int(fair == "server"))
        assert fits(page)


def come_to_rest(page: Page, table: AtTable) -> None:
    """Wait until the page shows what the server has, and no roll is on its way any more."""

    def rests() -> bool:
        version = now(page, table)["version"]
        page.wait_for_timeout(POLL_MS)
        shown = page.locator(".game").get_attribute("data-version")
        return shown == str(version) and now(page, table)["version"] == version

    comes(page, rests, lambda: "it does not come to rest")


@pytest.mark.parametrize(
    ("how", "warning", "size"),
    [
        ("calls away", "The server did not ask your device for its part in roll", PHONE),
        ("asks twice", "twice, with two different records. An honest server never does that.", DESKTOP),
    ],
    ids=["phone", "desktop"],
)
def test_a_page_warns_of_a_server_that_cheats(
    visit: Visit, cheat: LiveServer, how: str, warning: str, size: dict[str, int]
) -> None:
    page = visit(how, size=size)
    table = play_table(page, game=GAME)
    page.wait_for_function(HAS_PART, arg=table.match)  # on a busy machine all would be played before
    notice = page.locator(".dice-notice")
    play_until(page, notice)
    with cheat.time.stands():  # and nothing is on its way: the next roll would be warned of, too
        come_to_rest(page, table)
        expect(notice).to_contain_text(warning)
        assert fits(page)
        box, room = notice.bounding_box(), page.viewport_size
        assert box and room and box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= room["width"]
        notice.get_by_role("button", name="Understood").click()
        expect(notice).to_have_count(0)


@full
def test_a_page_checks_the_dice_at_the_end_and_warns(visit: Visit) -> None:
    page = visit("shows another")
    table = play_table(page, game=GAME)
    page.wait_for_function(HAS_PART, arg=table.match)
    while page.evaluate(PARTS, table.match) < ROLLS:
        page.locator(f"{OFFERED}, {RESULT}").first.wait_for()
        if page.locator(RESULT).count():
            break
        page.locator(OFFERED).first.click()
    page.request.post(f"/api/tables/{table.table}/resign")
    expect(page.locator(".dice-notice")).to_contain_text("It is not the match that this page was shown.")


class Line:
    """The line of a page, on which nonces can be held: then time stands at the server, or the roll would fall."""

    def __init__(self, page: Page, server: LiveServer) -> None:
        self.holds = False
        self._held: list[Callable[[], None]] = []
        self._server = server
        self._stands = ExitStack()
        page.route_web_socket("**/socket*", self._connect)

    def release(self) -> None:
        """Let through what was held, and all that follows."""
        self.holds = False
        self._stands.close()
        for send in self._held:
            send()

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if not self.holds or '"nonce"' not in str(message):
                return server.send(message)
            if not self._held:
                self._stands.enter_context(self._server.time.stands())
            return self._held.append(lambda: server.send(message))

        socket.on_message(pass_on)


@full
@pytest.mark.parametrize(
    ("game", "seats", "size"), [(GAME, 2, DESKTOP), ("cincinnati", 3, PHONE)], ids=["desktop", "phone"]
)
def test_a_roll_that_waits_says_so_and_nothing_moves(
    visit: Visit, cheat: LiveServer, size: dict[str, int], game: str, seats: int
) -> None:
    page = visit("Anna", size=size)
    page.add_init_script(SHIFTS)
    line = Line(page, cheat)
    table = play_table(page, game=game, seats=seats)
    page.wait_for_function(HAS_PART, arg=table.match)
    page.locator(OFFERED).first.wait_for()
    line.holds = True
    said = page.locator(".line-state p", has_text=re.compile(WAITS))
    try:
        play_until(page, said)
        page.evaluate("() => { window.shifts.length = 0 }")
        assert fits(page)
    finally:
        line.release()
    expect(said).to_have_count(0)
    page.locator(OFFERED).first.wait_for()
    jumped = [one for one in page.evaluate("window.shifts") if one.startswith(STANDS)]  # dice fall, rows are ranked
    assert jumped == []
