"""A browser, a server, and people who visit it. A page that complains on its console fails the test."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from tests.web.serving import LiveServer, running_test

CHROMIUM = os.environ.get("BUSSOLOTTO_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM  # draws no window: half the processor time, but no notices
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
AHEAD = "/healthz"  # of the origin, and no page
NOT_READY = ("503",)  # advice that is still worked out; the page asks again
PATIENCE_MS = 30_000  # for what a page does at once: machines of tests are shared
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LINE_IS_GONE = (
    "WebSocket connection",
    *("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED"),
    *("ERR_EMPTY_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH"),  # in the midst of an answer
)
OF_ITSELF = (  # no fault of a page
    "GPU stall due to ReadPixels",  # Chromium about drawing a canvas without a GPU
    "Service Worker registration blocked by Playwright",  # of who is not given one
)

FLAT = """if (location.protocol.startsWith('http') && !localStorage.getItem('bussolotto'))
  localStorage.setItem('bussolotto', JSON.stringify({ pile: 'flat' }));"""  # as if this person had chosen it

LATE = Path(__file__).with_name("late.js")
LATE_MS = os.environ.get("BUSSOLOTTO_LATE")

WORDS_SHOWN = 1500  # of a page whose test has failed
WORDS_S = 2

Visit = Callable[..., Page]


def resize(page: Page, size: Mapping[str, int]) -> None:
    """Another window."""
    page.set_viewport_size({"width": size["width"], "height": size["height"]})


class AtTable(NamedTuple):
    """A table that a person has opened and sits at (seat 0): its name, its match, and the link to it."""

    table: str
    match: str
    link: str


@pytest.fixture(scope="session")
def chromium() -> Iterator[BrowserType]:
    """Launches browsers."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed (or name it in BUSSOLOTTO_CHROMIUM)")
    expect.set_options(timeout=PATIENCE_MS / 2)
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def browser(chromium: BrowserType) -> Iterator[Browser]:
    """What most pages are shown by: Chromium's headless shell, where it is installed."""
    with chromium.launch(executable_path=SHELL, args=FLAGS) as shell:
        yield shell


@pytest.fixture(scope="session")
def whole_browser(chromium: BrowserType) -> Iterator[Browser]:
    """For what only a whole Chromium does: it shows notices."""
    with chromium.launch(executable_path=CHROMIUM, args=FLAGS) as whole:
        yield whole


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all tests that leave it alone; bots answer at once."""
    yield from running(LiveServer(tmp_path_factory.mktemp("server")))


@pytest.fixture(scope="session")
def usual_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server as people have it: pages have a part in its dice."""
    yield from running(LiveServer(tmp_path_factory.mktemp("usual"), page_nonces=True))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server that the test may kill."""
    yield from running(LiveServer(tmp_path))


def running(server: LiveServer) -> Iterator[LiveServer]:
    server.start()
    yield server
    server.stop()


def pytest_runtest_setup(item: pytest.Item) -> None:
    running_test().write_text(item.nodeid, encoding="utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure what its pages show: where tests run by themselves, nobody can look."""
    report = yield
    if report.failed and call.when == "call":
        for visit in getattr(item, "funcargs", {}).values():
            for context in getattr(visit, "contexts", []):
                report.sections += [(f"page at {page.url}", words_of(page)) for page in context.pages]
    return report


def words_of(page: Page) -> str:
    """What stands on a page, from its beginning."""
    try:
        return page.locator("body").inner_text(timeout=WORDS_S * 1000)[:WORDS_SHOWN]
    except Error as error:
        return f"cannot be read: {error.message}"


class Complaints:
    """What the pages of a test have complained about: errors on the console, exceptions, breaches of the policy."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.forgiven: list[str] = []

    def listen(self, page: Page, forgive: tuple[str, ...]) -> None:
        def hear(kind: str, text: str, place: str = "") -> None:
            said = f"{kind}: {text} {place}".strip()
            (self.forgiven if any(word in said for word in (*forgive, *OF_ITSELF)) else self.heard).append(said)

        def console(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                hear(message.type, message.text, str(message.location.get("url", "")))

        page.on("console", console)
        page.on("pageerror", lambda error: hear("exception", error.stack or str(error)))


@pytest.fixture
def solid() -> bool:
    """Do people see dice in three dimensions, as on a desktop that was asked nothing?

    A processor that draws them needs a third of all time. So people have chosen flat ones, but in the modules that are
    about these dice, and in one game that is played as it comes.
    """
    return False


@pytest.fixture
def visit(browser: Browser, server: LiveServer, solid: bool) -> Iterator[Visit]:
    """Make somebody visit the shared server; see `visitors`."""
    yield from visitors(browser, server, solid)


@pytest.fixture
def visit_whole(whole_browser: Browser, server: LiveServer, solid: bool) -> Iterator[Visit]:
    """Make somebody visit the shared server with a whole Chromium."""
    yield from visitors(whole_browser, server, solid)


@pytest.fixture
def visit_own(browser: Browser, own_server: LiveServer, solid: bool) -> Iterator[Visit]:
    """Make somebody visit the server that the test may kill."""
    yield from visitors(browser, own_server, solid)


def visitors(browser: Browser, server: LiveServer, solid: bool = False) -> Iterator[Visit]:
    """A function that gives a page to a new person (or, with `again`, another tab to somebody).

    visit("Giulia", "/", size=PHONE, scheme="dark", lang="it", forgive=("ERR_",), again=page, touch=True, motion=True)

    Without a path it stands before the door: it has an origin and a name, and loads nothing yet. On a `bare` page
    nothing runs but what the test brings.
    """
    complaints = Complaints()
    contexts: list[BrowserContext] = []

    def visit(
        name: str = "",
        path: str = AHEAD,
        *,
        again: Page | None = None,
        forgive: tuple[str, ...] = (),
        bare: bool = False,
        **wish: Any,
    ) -> Page:
        context = again.context if again else new_context(browser, server, contexts, **wish)
        if not solid and not again:
            context.add_init_script(FLAT)
        page = context.new_page()
        complaints.listen(page, forgive)
        if name:
            context.request.put("/api/me", data={"name": name})
        if bare:
            page.route("**/web/app.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
        page.goto(path)
        if not bare and path != AHEAD:
            page.wait_for_selector("main:not(.coming)")
        return page

    visit.contexts = contexts  # type: ignore[attr-defined]  # for the report of a failure
    yield visit
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # a route still being answered would fail the next test
        context.close()
    assert complaints.heard == []


def new_context(
    browser: Browser,
    server: LiveServer,
    contexts: list[BrowserContext],
    *,
    lang: str = "en",
    scheme: str = "dark",
    size: Mapping[str, int] = DESKTOP,
    touch: bool = False,
    motion: bool = False,
    worker: bool = False,
) -> BrowserContext:
    """The browser of a new person: nothing remembered, no cookie; with a service worker only for who asks for one."""
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": size["width"], "height": size["height"]},
        locale=lang,
        color_scheme="light" if scheme == "light" else "dark",
        reduced_motion="no-preference" if motion else "reduce",
        has_touch=touch,
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(PATIENCE_MS)
    if LATE_MS:
        context.add_init_script(f"({LATE.read_text(encoding='utf-8')})({int(LATE_MS)})")
    contexts.append(context)
    return context


def card(page: Page, title: str = "Spilorcio") -> Locator:
    """The card of a game on the home page."""
    return page.get_by_role("article", name=title)


def setting(page: Page, title: str = "Spilorcio") -> Locator:
    """Where a table of this game (or an evening) is set: what its card opens, unless it stands there already."""
    found = page.get_by_role("complementary", name=title, exact=True)
    if not found.count():
        if page.locator(".sheet").count():
            page.keyboard.press("Escape")
        card(page, title).locator(".shelf-open").click()
    found.locator(".setup").wait_for()
    return found


def set_table(
    page: Page,
    *,
    game: str = "spilorcio",
    seats: int = 2,
    bots: int | None = None,
    player: str = "sensible",
    start: bool = True,
    **wish: Any,
) -> AtTable:
    """Let the person of this page open a table, sit at seat 0 with bots in the last seats, and begin.

    `bots` is every other seat unless told; `wish` is more of what `POST /api/tables` takes, such as options.
    """
    number = seats - 1 if bots is None else bots
    seated = [{"seat": seat, "player": player} for seat in range(seats - number, seats)]
    wish = {"game": game, "seats": seats, "bots": seated, "visibility": "open", "sit": 0, "options": {}} | wish
    request = page.context.request
    opened = request.post("/api/tables", data=wish)
    assert opened.ok, opened.text()
    table = AtTable(**opened.json())
    if start:
        begun = request.post(f"/api/tables/{table.table}/start")
        assert begun.ok, begun.text()
    return table


def play_table(page: Page, *, start: bool = True, plain: bool = False, **wish: Any) -> AtTable:
    """The same, and look at it."""
    table = set_table(page, start=start, **wish)
    page.goto(f"/t/{table.table}{'?plain=1' if plain else ''}")
    page.wait_for_selector(".table-main > *" if start else ".waiting")
    return table
