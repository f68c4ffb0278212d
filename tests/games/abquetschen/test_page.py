"""The table of Abquetschen: whole matches, builds that are tried and taken back, the clause that forbids."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from bussolotto.games.abquetschen import game as abquetschen
from tests.web.piles import cell_button, pick
from tests.web.playing import SHOWN, How, after, awaited, in_one_way, now, play, press
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

GAME = "abquetschen"
PLACES = ".pile-cell[data-place]"
BONUS = '.bench-buttons button:has-text("bonus"):enabled'
CLICK_AT_ONCE = "(cells) => cells.forEach((cell) => document.querySelector(`[data-cell='${cell}']`).click())"
TABLES = 12
STAND = ".bench-buttons .primary:enabled:not([aria-disabled])"


def small_table(page: Page) -> AtTable:
    """A match on the smallest lattice: 20 cells."""
    return play_table(page, game=GAME, seats=3, options={"lattice": "3"})


def perform(page: Page, text: str, how: How) -> None:
    """A whole build: places as the page offers them, then let it stand."""
    del text
    build_all(page, how, pick)


def build_all(page: Page, how: How, pick: Callable[[Page, int, How], None]) -> None:
    """Build until the draft is done, and confirm it."""
    stand, bonus = page.locator(STAND), page.locator(BONUS)
    while True:
        expect(page.locator(f"{PLACES}, {BONUS}, {STAND}").first).to_be_attached()
        if stand.count():
            break
        if bonus.count():
            press(bonus.first, how)
            expect(bonus).to_have_count(0)
        else:
            build(page, how, pick)
    press(stand, how)


def build(page: Page, how: How, pick: Callable[[Page, int, How], None] = pick) -> None:
    """One die more in the draft, on the first place that the page offers."""
    cell = int(page.locator(PLACES).first.get_attribute("data-cell") or -1)
    pick(page, cell, how)
    expect(cell_button(page, cell).and_(page.locator(PLACES))).to_have_count(0)


LINES = """() => [0, 1, 2].map((seat) => {
  const avatar = document.querySelector(`.seat[data-seat="${seat}"] .avatar`);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `color-mix(in srgb, ${getComputedStyle(avatar).backgroundColor}, var(--ink) 45%)`;
  const line = document.querySelector(`.chart-seat.seat-colour-${seat} polyline`);
  const alike = getComputedStyle(line).stroke === getComputedStyle(probe).color;
  probe.remove();
  return alike;
})"""  # is the line of each seat that of its avatar, dark enough to be seen on the panel?


@in_one_way("pointer")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    play(page, small_table(page), perform, how)
    expect(page.locator(".summary polyline")).to_have_count(3)
    assert page.evaluate(LINES) == [True, True, True]


def test_nothing_is_done_before_it_is_confirmed(visit: Visit) -> None:
    page = visit("Giulia")
    while (found := awaited(page, table := small_table(page)))["over"]:
        pass  # the bots have blocked everything before her first turn
    page.wait_for_function(SHOWN, arg=found["version"])
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    build(page, "pointer")
    expect(undo).to_be_enabled()
    assert now(page, table)["version"] == found["version"]
    undo.click()
    expect(undo).to_be_disabled()
    assert now(page, table)["version"] == found["version"]


def test_of_two_quick_clicks_neither_is_lost(visit: Visit) -> None:
    page = visit("Giulia")
    one, other = two_places(page)
    page.evaluate(CLICK_AT_ONCE, [one, other])
    expect(page.locator(".flat-die.is-new")).to_have_count(2)
    for cell in (one, other):
        expect(cell_button(page, cell).and_(page.locator(PLACES))).to_have_count(0)


def two_places(page: Page) -> tuple[int, int]:
    """Where two dice may be put in one build, the second also before the first; nothing is in the draft."""
    for _ in range(TABLES):
        table = small_table(page)
        while not (found := awaited(page, table))["over"]:
            page.wait_for_function(SHOWN, arg=found["version"])
            view = found["view"]
            if view["phase"] == abquetschen.BUILDING and view["roll"] > 1:
                before = places(page)
                build(page, "pointer")
                after_it = [cell for cell in places(page) if cell in before]
                page.get_by_role("button", name="Undo").click()
                expect(cell_button(page, before[0]).and_(page.locator(PLACES))).to_have_count(1)
                if after_it:
                    return before[0], after_it[0]
            build_all(page, "pointer", pick)
            after(page, table, found["version"], "the build")
    raise AssertionError("nowhere two dice can be built")


def places(page: Page) -> list[int]:
    """The cells where a die may be put."""
    return [int(place.get_attribute("data-cell") or -1) for place in page.locator(PLACES).all()]
