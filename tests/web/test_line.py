"""The line to the server breaks, and nothing is lost."""

from playwright.sync_api import expect

from tests.depth import full
from tests.web.serving import LiveServer
from tests.web.test_level import HAS_PART
from tests.web.test_match import CHOICES, POSITION, play_on
from tests.web.visits import LINE_IS_GONE, Visit, play_table


def test_a_match_goes_on_after_the_server_was_killed(visit_own: Visit, own_server: LiveServer) -> None:
    page = visit_own("Giulia", forgive=LINE_IS_GONE)
    play_table(page, plain=True)
    play_on(page, largest=False)
    page.wait_for_selector(f"{CHOICES}:enabled")
    position = page.locator(POSITION).inner_text()
    told = page.locator(".log-line").all_inner_texts()

    own_server.kill()
    expect(page.locator(".line-lost")).to_be_visible()
    own_server.start()
    expect(page.locator(".line-back")).to_be_visible()
    expect(page.locator(POSITION)).to_have_text(position)
    expect(page.locator(".log-line")).to_have_text(told)

    page.reload()
    expect(page.locator(POSITION)).to_have_text(position)
    expect(page.locator(".log-line")).to_have_text(told)
    play_on(page)
    expect(page.locator(POSITION)).not_to_have_text(position)


def test_what_is_done_while_the_line_is_broken_is_sent_when_it_is_back(
    visit_own: Visit, own_server: LiveServer
) -> None:
    page = visit_own("Giulia", forgive=LINE_IS_GONE)
    play_table(page, plain=True)
    page.wait_for_selector(f"{CHOICES}:enabled")
    own_server.kill()
    expect(page.locator("[data-line=lost]")).to_be_attached()
    text = page.locator(CHOICES).first.inner_text()
    page.locator(CHOICES).first.click()
    expect(page.locator(CHOICES).first).to_be_disabled()
    own_server.start()
    expect(page.locator(".log-line", has_text=f"Giulia: keep {text}")).to_have_count(1)
    expect(page.locator(f"{CHOICES}:enabled").first).to_be_visible()


@full
def test_a_part_in_the_dice_that_cannot_be_brought_is_asked_for_again(visit: Visit) -> None:
    giulia = visit("Giulia", forgive=("ERR_FAILED",))
    refused = iter([True])
    giulia.route("**/line/part.js", lambda route: route.abort() if next(refused, False) else route.continue_())
    with giulia.expect_event("requestfailed", lambda request: request.url.endswith("/line/part.js")):
        table = play_table(giulia, plain=True)
    giulia.wait_for_function(HAS_PART, arg=table.match)
