"""A match over days: who is not here is told once, through a restart, and comes by the link he was sent."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.depth import full
from tests.server.outside import World
from tests.web.playing import PATIENCE_MS, POLL_MS, until
from tests.web.quality import grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.test_installable import READY
from tests.web.test_match import CHOICES, POSITION, play_on
from tests.web.visits import DESKTOP, LINE_IS_GONE, PHONE, Visit, play_table, running, setting, visitors

TELL = "Tell me when it is my turn"
SHOWN_NOTICES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, lang, data, tag }) => ({ title, body, lang, data, tag }))"""
WHEN_SHOWN = """async () => Math.max(0, ...(await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ timestamp }) => timestamp))"""
CLICKED = """async () => {
  const went = [];
  const { focus } = WindowClient.prototype;
  WindowClient.prototype.focus = async function () { went.push(`focus ${new URL(this.url).pathname}`); };
  clients.openWindow = async (path) => { went.push(`open ${path}`); };
  for (const notification of await registration.getNotifications()) {
    const event = new NotificationEvent('notificationclick', { notification });
    let done = null;
    event.waitUntil = (promise) => { done = promise; };
    dispatchEvent(event);
    await done;
  }
  delete clients.openWindow;
  WindowClient.prototype.focus = focus;
  return [went, (await registration.getNotifications()).length];
}"""  # where a click on every notice leads, and how many are left; only a hand may move windows, so that is only noted
STUBBED = """(endpoint) => {
  window.asked = 0;
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => { window.asked += 1; return ask(); };
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('subscribed wrongly');
    subscription = { endpoint, unsubscribe: async () => { subscription = null; return true; } };
    return subscription;
  };
}"""  # a real one would ask the push service of the browser's maker


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.close()


@pytest.fixture
def willing(tmp_path: Path) -> Iterator[LiveServer]:
    """A server that may tell this machine."""
    yield from running(LiveServer(tmp_path, private_hooks=True))


@pytest.fixture
def visit_open(browser: Browser, willing: LiveServer) -> Iterator[Visit]:
    yield from visitors(browser, willing)


def test_two_people_a_restart_and_a_notice_that_is_sent_once(
    visit_open: Visit, willing: LiveServer, world: World
) -> None:
    giulia = visit_open("Giulia", "/?plain=1", forgive=LINE_IS_GONE)
    setting(giulia).get_by_role("radio", name="Over days").check(force=True)
    setting(giulia).get_by_role("radio", name="2", exact=True).check(force=True)
    setting(giulia).get_by_role("button", name="Open a table").click()
    giulia.wait_for_selector(".waiting")
    link = giulia.url
    paolo = visit_open("Paolo", link, forgive=LINE_IS_GONE)
    paolo.get_by_role("button", name="Sit at seat 2").click()
    for name, page in (("giulia", giulia), ("paolo", paolo)):
        page.get_by_text("By webhook").click()
        page.get_by_label("Address", exact=True).fill(f"{world.address}/{name}")
        page.locator(".webhook").get_by_role("button", name="Save").click()
        expect(page.get_by_text("It is shown only once.")).to_be_visible()
    giulia.get_by_role("button", name="Start the match").click()
    (name, mover), (whom, other) = in_turn(("giulia", giulia), ("paolo", paolo))
    other.goto("about:blank")
    play_turn(mover)
    mover.goto("about:blank")
    willing.stop()
    willing.start()

    (post,) = world.wait(f"/{whom}", hurry=willing.time)
    assert post.told["event"] == "your-turn" and set(post.told["names"]) == {"Giulia", "Paolo"}
    other.goto(f"{post.told['link']}?plain=1")
    other.wait_for_selector(f"{CHOICES}:enabled")
    play_turn(other)
    assert [post.told["event"] for post in world.wait(f"/{name}", hurry=willing.time)][-1] == "your-turn"
    assert len(world.to(f"/{whom}")) == 1
    mover.goto("/")
    mover.wait_for_selector(".notices")
    expect(mover.locator(".line-turn")).to_contain_text("Your turn since")
    other.goto("/")
    other.wait_for_selector(".notices")
    told = other.locator("#matches .line")
    expect(told).to_contain_text(f"{name.capitalize()} to move since")
    expect(told.get_by_role("link", name="Continue")).to_be_visible()


def in_turn(*people: tuple[str, Page]) -> list[tuple[str, Page]]:
    """Who is to move first, by what the pages offer."""
    for _ in range(PATIENCE_MS // POLL_MS):
        for _, page in people:
            page.wait_for_selector(POSITION)
        asked = [bool(page.locator(CHOICES).count()) for _, page in people]
        if any(asked):
            mover = asked.index(True)
            return [people[mover], people[1 - mover]]
        people[0][1].wait_for_timeout(POLL_MS)
    raise AssertionError("nobody is asked")


def play_turn(page: Page) -> None:
    """Play until it is the other's turn."""
    for _ in range(20):
        page.wait_for_selector(f"{CHOICES}:enabled, .choices-wait")  # the title says it only once the page is drawn
        if not page.locator(CHOICES).count():
            return
        before = page.locator(POSITION).inner_text()
        play_on(page)
        expect(page.locator(POSITION)).not_to_have_text(before)
    raise AssertionError("the turn does not end")


@full
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_browser_is_asked_only_by_a_press_and_can_be_let_go(
    visit_whole: Visit, world: World, size: dict[str, int]
) -> None:
    page = visit_whole("Giulia", "/", worker=True, size=size)
    page.context.grant_permissions(["notifications"])
    page.add_init_script(f"({STUBBED})('{world.address.replace('http:', 'https:')}')")
    page.wait_for_function(READY)
    posted: list[Any] = []

    def taken(route: Route) -> None:
        posted.append(route.request)
        route.fulfill(json={})

    page.context.route("**/api/me/push*", taken)
    play_table(page, pace="days", plain=True)
    page.goto("/")
    page.wait_for_selector(".notices")
    button = page.get_by_role("button", name=TELL)
    expect(button).to_be_visible()
    assert page.evaluate("() => window.asked") == 0 and posted == []
    assert grave_faults(page) == [] and sideways(page) <= 0
    button.click()
    expect(page.get_by_text("This browser tells you when it is your turn.")).to_be_visible()
    assert page.evaluate("() => window.asked") == 1
    assert [request.method for request in posted] == ["POST"] and posted[0].post_data_json["endpoint"]
    page.get_by_role("button", name="Stop telling me").click()
    expect(button).to_be_visible()
    assert [request.method for request in posted] == ["POST", "DELETE"]


@full
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "was not loaded over https"),
        ("delete window.PushManager", "add the page to the home screen first"),
        ("Object.defineProperty(Notification, 'permission', { value: 'denied' })", "notifications are blocked"),
    ],
    ids=["no https", "no push", "denied"],
)
def test_where_a_browser_cannot_it_says_why_and_offers_the_webhook(visit: Visit, script: str, reason: str) -> None:
    page = visit("Giulia", forgive=("400 (Bad Request)",))
    page.add_init_script(script)
    play_table(page, pace="days", plain=True)
    page.goto("/")
    page.wait_for_selector(".notices")
    expect(page.locator(".notices")).to_contain_text(reason)
    expect(page.get_by_role("button", name=TELL)).to_have_count(0)
    page.get_by_text("By webhook").click()
    page.get_by_label("Address", exact=True).fill("https://127.0.0.1/hook")
    page.locator(".webhook").get_by_role("button", name="Save").click()
    expect(page.locator(".webhook .problem")).to_contain_text("Notices can only be sent to public https addresses")


@full
def test_a_push_becomes_a_notice_in_the_language_of_the_page_and_leads_to_the_table(
    visit_whole: Visit,
) -> None:
    page = visit_whole("Giulia", "/", worker=True, lang="it")
    page.context.grant_permissions(["notifications"])
    push = pusher(page)
    page.wait_for_function(READY)
    until(page, "async () => Boolean(await caches.match('/own/lang'))")
    table = play_table(page, pace="days", plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")  # bots at once: it is her turn
    until(page, "async () => (await (await fetch('/api/me/turns')).json()).length === 1")
    for _ in range(2):
        push()
    (notice,) = page.evaluate(SHOWN_NOTICES)
    assert notice["title"] == "Spilorcio: tocca a te" and "Giulia" in notice["body"]
    assert (notice["lang"], notice["data"], notice["tag"]) == ("it", f"/t/{table.table}", table.match)

    visit_whole(path="/", again=page)  # another page of hers, which does not show the table
    (worker,) = page.context.service_workers
    assert worker.evaluate(CLICKED) == [[f"focus /t/{table.table}"], 0]
    page.goto("/open")
    push()
    assert worker.evaluate(CLICKED) == [[f"open /t/{table.table}"], 0]
    worker.evaluate("() => registration.showNotification('', { tag: 'nothing' })")  # which names no table
    assert worker.evaluate(CLICKED) == [["focus /"], 0]


def pusher(page: Page) -> Callable[[], None]:
    """A function that lets a push come to the service worker of this browser, as its maker's service would, and waits
    until a notice is shown for it.
    """
    line = page.context.new_cdp_session(page)
    registered: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    origin = page.evaluate("() => location.origin")

    def push() -> None:
        before = page.evaluate(WHEN_SHOWN)
        about = {"origin": origin, "registrationId": registered[-1], "data": ""}
        line.send("ServiceWorker.deliverPushMessage", about)
        until(page, f"async (before) => ![before, 0].includes(await ({WHEN_SHOWN})())", before)

    return push
