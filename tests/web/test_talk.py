"""Talk at a table in real browsers: each reads it in his own language, by the seat, or does not want to hear."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.depth import full
from tests.web.playing import comes
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults
from tests.web.visits import PHONE, AtTable, Visit, play_table, resize

SHOWN_MS = 7_000  # a bubble


def two_at_a_table(
    visit: Visit, one: str = "it", other: str = "de", clock: bool = False, forgive: tuple[str, ...] = (), **wish: Any
) -> tuple[Page, Page, AtTable]:
    """Giulia, the host, and Otto at a table of two; the match has begun. His `clock` can be put forward."""
    giulia = visit("Giulia", lang=one)
    table = play_table(giulia, bots=0, start=False, **wish)
    otto = visit("Otto", lang=other, forgive=forgive)
    if clock:
        otto.clock.install()
    request = otto.context.request
    assert request.post(f"/api/tables/{table.table}/seats/1").ok
    assert giulia.context.request.post(f"/api/tables/{table.table}/start").ok
    otto.goto(f"/t/{table.table}")
    for page in (giulia, otto):
        page.wait_for_selector(".table-main > *")
    return giulia, otto, table


def open_talk(page: Page) -> None:
    page.locator("[data-drawer=talk]").click()
    page.wait_for_selector(".talk")


@full
def test_what_comes_late_does_not_move_the_button_of_talk(visit: Visit) -> None:
    """The page of the game brings its odds: who presses what stands there already does not miss it."""
    giulia, _, _ = two_at_a_table(visit, "en", "en")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    giulia.route("**/page/page.js", hold)
    giulia.reload()
    comes(giulia, lambda: held, lambda: "the page of the game is not fetched")
    talk = giulia.locator("[data-drawer=talk]")
    before = talk.bounding_box()
    held[0].continue_()
    expect(giulia.locator("[data-drawer=odds]")).to_be_visible()
    assert talk.bounding_box() == before


def test_a_phrase_is_read_by_everybody_in_his_own_language(visit: Visit) -> None:
    giulia, otto, _ = two_at_a_table(visit, clock=True)
    open_talk(giulia)
    before = otto.locator(".table-main").bounding_box()
    giulia.get_by_role("button", name="Bel lancio!").click()
    expect(giulia.locator(".talk-lines li")).to_have_text("Giulia Bel lancio!")
    expect(otto.locator(".talk-bubble")).to_have_text("Giulia Guter Wurf!")
    expect(otto.locator("#live")).to_contain_text("Giulia: Guter Wurf!")
    expect(otto.locator("[data-drawer=talk]")).to_have_accessible_name("Reden (1)")
    assert otto.locator(".table-main").bounding_box() == before, "the page has moved"
    seat, bubble = (otto.locator(place).first.bounding_box() for place in ("[data-at=seat-0]", ".talk-bubble"))
    assert seat and bubble and 0 <= bubble["y"] - (seat["y"] + seat["height"]) < 20 and abs(bubble["x"] - seat["x"]) < 2
    otto.clock.fast_forward(SHOWN_MS)
    expect(otto.locator(".talk-bubble")).to_have_count(0)  # it goes by itself
    open_talk(otto)
    expect(otto.locator("[data-drawer=talk]")).to_have_accessible_name("Reden")
    otto.reload()
    open_talk(otto)
    expect(otto.locator(".talk-lines li")).to_have_text("Giulia Guter Wurf!")
    assert otto.get_by_label("In eigenen Worten").count() == 0


@full
def test_free_words_where_the_host_allows_them_and_a_breath_between(visit: Visit) -> None:
    giulia, otto, table = two_at_a_table(visit, "en", "en", chat="free")
    open_talk(giulia)
    open_talk(otto)
    line = giulia.get_by_label("In your own words")
    line.fill("<b>Shall</b> we?")
    line.press("Enter")
    expect(line).to_have_value("")
    expect(otto.locator(".talk-lines li")).to_have_text("Giulia <b>Shall</b> we?")
    giulia.evaluate("for (let n = 0; n < 12; n += 1) document.querySelector('.talk-phrases button').click()")
    expect(giulia.locator(".talk .problem").first).to_have_text("Not so fast: you can write again in a few seconds.")
    expect(otto.locator(".talk-lines li").nth(1)).to_be_visible()
    assert otto.locator(".talk-lines li").count() < 13
    watcher = visit("Anna", f"/t/{table.table}")
    open_talk(watcher)
    expect(watcher.locator(".top-under")).to_contain_text("You are watching")
    expect(watcher.get_by_text("Only players at the table can talk.")).to_be_visible()
    assert watcher.locator(".talk-phrases").count() == 0


@full
def test_who_is_muted_or_blocked_is_not_heard_and_a_block_can_be_taken_back(visit: Visit) -> None:
    giulia, otto, _ = two_at_a_table(visit, "en", "en")
    for page in (giulia, otto):
        open_talk(page)
    otto.get_by_role("button", name="Hello!").click()
    expect(giulia.locator(".talk-lines li")).to_have_text("Otto Hello!")
    nobody = giulia.get_by_role("checkbox", name="Mute everyone")
    nobody.check(force=True)
    expect(giulia.get_by_text("No messages yet.")).to_be_visible()
    nobody.uncheck(force=True)
    giulia.get_by_text("Other people here").click()
    giulia.get_by_role("button", name="Mute", exact=True).click()
    expect(giulia.locator(".talk-lines")).to_have_count(0)
    giulia.get_by_role("button", name="Unmute").click()
    expect(giulia.locator(".talk-lines li")).to_have_count(1)
    giulia.get_by_role("button", name="Block").click()
    giulia.get_by_role("group", name="Never meet Otto again?").get_by_role("button", name="Block").click()
    expect(giulia.locator(".person")).to_contain_text("You will not meet Otto again.")
    otto.get_by_role("button", name="Sorry!").click()
    expect(otto.locator(".talk-lines li")).to_have_count(2)
    giulia.get_by_role("button", name="Unmute").click()
    giulia.get_by_role("button", name="Good luck!").click()
    expect(giulia.locator(".talk-lines li")).to_have_text(["Otto Hello!", "Giulia Good luck!"])
    giulia.goto("/")
    giulia.get_by_role("button", name="Unblock Otto").click()
    expect(giulia.get_by_role("heading", name="People you have blocked")).to_have_count(0)


@full
def test_the_host_sends_somebody_away_who_may_watch_a_bot_play_on(visit: Visit) -> None:
    giulia, otto, table = two_at_a_table(visit, "en", "en")
    open_talk(giulia)
    giulia.get_by_text("Other people here").click()
    giulia.get_by_role("button", name="Remove").click()
    giulia.get_by_role("group", name="Remove Otto?").get_by_role("button", name="Remove").click()
    expect(otto.get_by_text("The host has removed you from this table")).to_be_visible()
    expect(giulia.locator("[data-drawer=talk]")).to_have_count(0)  # there is nobody left to talk to
    told = giulia.context.request.get(f"/api/tables/{table.table}").json()
    assert (told["state"], told["seats"][1]["kind"]) == ("running", "bot")


@full
def test_while_people_wait_they_talk_and_the_host_may_send_one_away(visit: Visit) -> None:
    giulia = visit("Giulia", size=PHONE, touch=True)
    table = play_table(giulia, seats=3, bots=0, start=False)
    otto = visit("Otto", f"/t/{table.table}")
    otto.get_by_role("button", name="Sit at seat 2").click()
    otto.locator("summary", has_text="Talk").click()
    otto.get_by_role("button", name="Hello!").click()
    expect(giulia.locator(".talk-bubble")).to_have_text("Otto Hello!")
    giulia.locator("summary", has_text="Talk").tap()
    expect(giulia.locator(".talk-lines li")).to_have_text("Otto Hello!")
    assert giulia.evaluate(SMALL_TARGETS) == [] and grave_faults(giulia) == []
    giulia.locator(".chair", has_text="Otto").get_by_role("button", name="Remove").tap()
    giulia.locator(".chair .ask").get_by_role("button", name="Remove").tap()
    expect(otto.get_by_role("alert").filter(has_text="The host has removed you")).to_be_visible()
    assert otto.get_by_role("button", name="Sit at seat 2").count() == 0


@full
def test_the_drawer_is_for_everybody(visit: Visit) -> None:
    giulia, otto, table = two_at_a_table(visit, "en", "en", chat="free")
    resize(otto, PHONE)
    otto.get_by_role("button", name="Menu").click()
    open_talk(otto)
    otto.get_by_text("Other people here").click()
    assert otto.evaluate(SMALL_TARGETS) == [] and grave_faults(otto) == []
    giulia.goto(f"/t/{table.table}?lang=zz")
    open_talk(giulia)
    giulia.locator(".people summary").click()
    giulia.locator(".talk-phrases button").first.dispatch_event("click")
    giulia.wait_for_selector(".talk-lines li")
    assert giulia.evaluate(NOT_BRACKETED) == [] and grave_faults(giulia) == []
