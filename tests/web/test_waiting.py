"""Before the match: what the pages of those who wait show, in whatever order they hear of it."""

from playwright.sync_api import APIResponse, Route

from tests.web.playing import drawn
from tests.web.visits import Visit, play_table

ANSWERED = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/seats/1'))"


def test_an_answer_that_comes_late_does_not_bring_back_how_the_table_was(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, bots=0, start=False, plain=True)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    late: list[tuple[Route, APIResponse]] = []
    paolo.route("**/seats/1", lambda route: late.append((route, route.fetch())))
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    for page in (giulia, paolo):
        page.wait_for_selector(".plain")
    [(route, answer)] = late
    route.fulfill(response=answer)
    paolo.wait_for_function(ANSWERED)
    drawn(paolo)
    assert paolo.locator(".plain").is_visible()
    assert not paolo.locator(".waiting").count()
