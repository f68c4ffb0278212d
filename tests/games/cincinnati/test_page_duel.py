"""A duel on a phone: all of it is seen at once, and one's own dice and buttons stay where they were."""

from playwright.sync_api import Page

from bussolotto.core.chance import Fast
from tests.components.stages import show, show_told
from tests.components.stand import Stand
from tests.components.test_tables import with_hints
from tests.components.views import View, golden
from tests.web.visits import PHONE, resize

KEEP = "(height) => { document.querySelector('.bench').style.minBlockSize = `${height}px`; }"  # as it has been before
BELOW = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('main');
  return scrollHeight - clientHeight;
}"""


def met(kind: str) -> View:
    """A decision at the largest table."""
    return max(
        (view for name, view in golden("cincinnati").items() if kind in name and view.seat is not None),
        key=lambda view: view.match.seats,
    )


def duel() -> View:
    """Whoever had to name somebody has done so."""
    named = met("naming")
    match = named.match.copy()
    assert named.seat is not None
    match.act(named.seat, match.legal(named.seat)[:1])
    match.fall(Fast(1))
    return View("duel", match, named.seat)


def test_it_fits_above_the_room_that_three_tables_took(page: Page, stand: Stand) -> None:
    resize(page, PHONE)
    show_told(page, with_hints(met("choosing-table")), lang="de")
    height = page.locator(".bench").evaluate("bench => bench.offsetHeight")
    fought = duel()
    stand.views[fought.name] = fought
    show(page, fought, lang="de")
    page.locator("section.cin-duel").wait_for()
    page.evaluate(KEEP, height)
    assert page.evaluate(BELOW) <= 0
