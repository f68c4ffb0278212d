"""The network drops for a while: what was done is sent once or given back with the reason, and what was seen stays."""

import pytest
from playwright.sync_api import Page, expect

from tests.depth import full
from tests.web.playing import now, until
from tests.web.racing import people_at
from tests.web.serving import LiveServer
from tests.web.test_installable import KEPT, READY
from tests.web.test_match import CHOICES, POSITION
from tests.web.visits import DESKTOP, LINE_IS_GONE, PHONE, Visit, play_table, set_table

GONE = (*LINE_IS_GONE, "was preloaded using link preload", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")
STATE = ".line-state"
LAST_KEPT = """async ([match, version]) => {
  const kept = await caches.match(`/last/${match}`);
  return kept !== undefined && (await kept.json()).position.version === version;
}"""  # a moment after it was shown


def ready(page: Page, match: str) -> None:
    """Wait until this browser has all that it needs without a line, and how the match stands now."""
    page.wait_for_function(READY)
    until(page, KEPT)
    version = page.request.get(f"/api/matches/{match}").json()["version"]
    until(page, LAST_KEPT, [match, version])


def test_what_is_done_without_a_line_outlasts_a_reload_and_is_played_once(
    visit_own: Visit, own_server: LiveServer
) -> None:
    page = visit_own("Giulia", worker=True, forgive=GONE)
    table = play_table(page, plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    ready(page, table.match)
    position = page.locator(POSITION).inner_text()
    told = page.locator(".log-line").all_inner_texts()
    text = page.locator(CHOICES).first.inner_text()

    own_server.kill()
    expect(page.locator(STATE)).to_contain_text("Your moves will be sent later")
    page.locator(CHOICES).first.click()
    expect(page.locator(STATE)).to_contain_text("Your move is saved and will be sent.")

    page.reload()
    expect(page.locator(POSITION)).to_have_text(position, timeout=15_000)
    expect(page.locator(".log-line")).to_have_text(told)
    expect(page.locator(STATE)).to_contain_text("This is how it stood on")
    expect(page.locator(STATE)).to_contain_text("Your move is saved and will be sent.")

    page.goto("/?plain=1")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.get_by_role("button", name="Language").click()  # what is fetched when it opens
    expect(page.locator(".disclosure-panel:not([hidden])")).to_contain_text("The server does not answer.")
    page.keyboard.press("Escape")
    line = page.locator(".offline-matches li")
    expect(line).to_contain_text("Spilorcio")
    line.get_by_role("link", name="View").click()
    expect(page.locator(POSITION)).to_have_text(position, timeout=15_000)

    own_server.start()
    expect(page.locator(".log-line", has_text=f"Giulia: keep {text}")).to_have_count(1, timeout=15_000)
    expect(page.locator(STATE)).not_to_contain_text("This is how it stood on")
    expect(page.locator(".returned")).to_have_count(0)
    page.reload()
    page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
    expect(page.locator(".log-line", has_text=f"Giulia: keep {text}")).to_have_count(1)
    assert page.evaluate("() => sessionStorage.getItem('bussolotto-pending')") == "{}"


@full
def test_after_a_minute_the_page_says_what_may_happen(visit_own: Visit, own_server: LiveServer) -> None:
    page = visit_own("Giulia", forgive=GONE)
    page.clock.install()
    table = set_table(page)
    with page.expect_response("**/later-line.json") as words:  # what it says without a line
        page.goto(f"/t/{table.table}?plain=1")
    words.value.finished()
    page.wait_for_selector(f"{CHOICES}:enabled")
    own_server.kill()
    expect(page.locator(STATE)).to_contain_text("Your moves will be sent later")
    expect(page.locator(STATE)).not_to_contain_text("a bot may play for you")
    page.clock.fast_forward(61_000)
    expect(page.locator(STATE)).to_contain_text("a bot may play for you")


@full
@pytest.mark.parametrize("again", [False, True], ids=["the match is over", "the next match is on"])
def test_what_came_too_late_is_given_back_with_the_reason(
    visit_own: Visit, own_server: LiveServer, again: bool
) -> None:
    giulia = visit_own("Giulia", forgive=GONE)
    table = play_table(giulia, bots=0, start=False, plain=True)
    paolo = visit_own("Paolo", f"/t/{table.table}?plain=1", forgive=GONE)
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    for page in (giulia, paolo):
        page.wait_for_selector(POSITION)
    mover, other = (giulia, paolo) if giulia.locator(CHOICES).count() else (paolo, giulia)
    own_server.kill()
    expect(mover.locator("[data-line=lost]")).to_be_attached()
    text = mover.locator(CHOICES).first.inner_text()
    mover.locator(CHOICES).first.click()
    expect(mover.locator(CHOICES).first).to_be_disabled()
    mover.context.set_offline(True)
    own_server.start()
    assert other.request.post(f"/api/tables/{table.table}/resign").ok
    if again:
        assert other.request.post(f"/api/tables/{table.table}/rematch").ok
    mover.context.set_offline(False)

    given = mover.locator(".returned")
    expect(given).to_contain_text("Not played:", timeout=15_000)
    expect(given).to_contain_text(f"keep {text}")
    expect(given).to_contain_text("No match is running at this table.")
    expect(mover.locator(".bench-say, .problem").filter(has_text="No match is running")).to_have_count(0)
    mover.reload()
    expect(given).to_contain_text(f"keep {text}")  # until it has been read
    given.get_by_role("button", name="OK").click()
    expect(given).to_have_count(0)
    mover.reload()
    mover.wait_for_selector(POSITION)
    expect(given).to_have_count(0)


@full
def test_a_move_that_somebody_else_has_made_meanwhile_is_given_back(visit_own: Visit, own_server: LiveServer) -> None:
    """Another tab of the same person, or a bot in his seat: the match has moved on."""
    page = visit_own("Giulia", forgive=GONE)
    table = play_table(page, plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    own_server.kill()
    expect(page.locator("[data-line=lost]")).to_be_attached()
    page.locator(CHOICES).last.click()
    page.context.set_offline(True)
    own_server.start()
    other = visit_own("", f"/t/{table.table}?plain=1", forgive=GONE)
    for cookie in page.context.cookies():
        other.context.add_cookies(
            [{"name": str(cookie.get("name")), "value": str(cookie.get("value")), "url": own_server.address}]
        )
    other.reload()
    other.wait_for_selector(f"{CHOICES}:enabled")
    other.locator(CHOICES).first.click()
    other.wait_for_function("() => document.querySelectorAll('.log-line').length > 1")
    page.context.set_offline(False)
    expect(page.locator(".returned")).to_contain_text("The match has moved on", timeout=15_000)


@full
def test_of_a_race_eight_presses_are_kept_and_each_is_answered_by_itself(
    visit_own: Visit, own_server: LiveServer
) -> None:
    """The throw is taken, what was grabbed for the number before it is void: they were sent in their order."""
    pages, table = people_at(visit_own, "raffzahn", 3, forgive=GONE)
    roller = pages[now(pages[0], table)["view"]["turn"]]
    own_server.kill()
    expect(roller.locator("[data-line=lost]")).to_be_attached()
    roller.keyboard.press("s")
    roller.keyboard.press("s")  # is the same claim
    roller.locator("[data-cell]").evaluate_all("(all) => all.slice(0, 7).forEach((cell) => cell.click())")
    expect(roller.locator(".bench-say")).not_to_contain_text("your last action is still being sent")
    roller.locator("[data-cell]").nth(7).evaluate("(cell) => cell.click()")
    expect(roller.locator(".bench-say")).to_contain_text("your last action is still being sent")
    own_server.start()
    expect(roller.locator(".log-line", has_text="The turquoise die shows")).to_have_count(1, timeout=15_000)
    given = roller.locator(".returned")
    expect(given.get_by_text("Not played:")).to_have_count(7)
    expect(given.get_by_text("It costs you nothing.")).to_have_count(1)
    given.get_by_role("button", name="OK").click()
    expect(given).to_have_count(0)
    assert roller.evaluate("() => sessionStorage.getItem('bussolotto-pending')") == "{}"


@full
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_home_without_a_line_says_kindly_what_works(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", "/", worker=True, forgive=GONE, size=size, lang="de")
    page.wait_for_function(READY)
    until(page, KEPT)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Gerade keine Verbindung")).to_be_visible()
    expect(page.get_by_text("Auf diesem Gerät ist noch keine Partie gespeichert.")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Spiele", exact=True)).to_be_visible(timeout=15_000)
