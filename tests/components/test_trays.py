"""Dice on trays of the general page, from a toy that has no page: a tap takes one, or says why not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bussolotto.games import game, packages
from bussolotto.play.match import Match
from tests.components.controls import Way, button
from tests.components.stages import drive, opened, show
from tests.components.stand import Stand
from tests.components.views import View
from tests.pig import forget_games
from tests.web.quality import SMALL_TARGETS, grave_faults, sideways
from tests.web.visits import DESKTOP, PHONE, resize

TRAYS = {"keep": ".general-felt", "swap": ".general-felt", "give": ".seat[data-seat='0']"}
BUTTONS = ".bench-buttons [data-action]"
WIDTHS = "pictures => pictures.map((picture) => picture.getBoundingClientRect().width)"
GAPS = """rows => rows.map((row) => {
  const [label, dice] = [...row.children].map((part) => part.getBoundingClientRect());
  return [dice.top > label.bottom, dice.top - label.bottom];
})"""  # whether the dice lie under their label, and how far below
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture(scope="module")
def view() -> Iterator[View]:
    """What the first player sees at the beginning."""
    packages()["larder"] = "tests.components.larder"
    yield View("begins", Match(game("larder"), 2), 0)
    forget_games()


@pytest.fixture
def page(browser: Browser, stand: Stand, view: View) -> Iterator[Page]:
    stand.views = {view.name: view}
    for page, _ in opened(browser, stand, ("409 (Conflict)",)):
        yield page


def die(text: str) -> str:
    """A die that does this action when it is tapped."""
    return f'{TRAYS[text.partition(" ")[0]]} [data-action="{text}"]'


@pytest.mark.parametrize(("how", "size"), [("touch", PHONE), ("keyboard", DESKTOP)], ids=["touch", "keyboard"])
def test_every_die_of_a_tray_is_taken_by_a_tap(page: Page, view: View, how: str, size: dict[str, int]) -> None:
    """Those in front of a player had no control at all, nor did what a word does to no single die."""
    resize(page, size)
    texts = [(action, view.text(action)) for action in view.choices]
    on_dice = [(action, text) for action, text in texts if text[-1].isdecimal()]
    assert [text for _, text in on_dice] == ["keep 3", "keep 6", "swap 2", "swap 5", "give 2", "give 3"]
    wanted = [{"action": action, "text": text, **Way([die(text)])._asdict()} for action, text in on_dice]
    wanted += [{"action": a, "text": text, **Way([button(text)])._asdict()} for a, text in texts if "all" in text]
    assert drive(page, view, wanted, how) == []
    assert page.locator(BUTTONS).evaluate_all("all => all.map(({ dataset }) => dataset.action)") == ["keep all", "stop"]


@SIZES
def test_what_cannot_be_taken_says_why_and_the_dice_of_others_are_no_buttons(
    page: Page, stand: Stand, view: View, size: dict[str, int]
) -> None:
    resize(page, size)
    show(page, view)
    assert page.locator(".general-die[data-legal]").count() == 8  # all but the 1
    assert min(page.locator("button.general-die svg").evaluate_all(WIDTHS)) >= 40, "nothing was seen in the buttons"
    one = page.locator(die("keep 1"))
    assert one.get_attribute("data-legal") is None
    one.tap()
    expect(page.locator(".bench")).to_contain_text("The rules do not allow “keep 1” now.")
    assert page.locator(".seat[data-seat='1'] button, .general-row:not(:has([data-action])) button").count() == 0
    assert page.locator(".seat[data-seat='1'] .general-die").count() == 2
    small = page.evaluate(SMALL_TARGETS) + page.evaluate("() => stand.hidden()")
    assert (small, sideways(page), grave_faults(page)) == ([], 0, [])


@SIZES
def test_a_label_stands_at_its_dice_where_they_do_not_fit_beside_it(
    page: Page, view: View, size: dict[str, int]
) -> None:
    """In a game without thrown dice the first tray got their room, between its label and its dice."""
    resize(page, size)
    show(page, view)
    page.locator(".general-felt").evaluate(
        "felt => Object.assign(felt.style, { inlineSize: '12rem', blockSize: '40rem' })"
    )
    gaps = page.locator(".general-felt .general-row").evaluate_all(GAPS)
    assert any(below for below, _ in gaps), gaps
    assert [gap for below, gap in gaps if below and gap > 12] == []


def test_who_watches_or_has_to_wait_takes_nothing(page: Page, stand: Stand, view: View) -> None:
    watching, waiting = view._replace(seat=None, kind="watch"), view._replace(seat=1, kind="waits")
    stand.views |= {each.name: each for each in (watching, waiting)}
    show(page, watching)
    assert page.locator("button.general-die").count() == 0 and page.locator("span.general-die").count() == 15
    show(page, waiting)
    page.locator(die("keep 3")).first.tap()
    expect(page.locator(".bench")).to_contain_text("Giulia")
    assert page.locator(".general-die[data-legal]").count() == 0
