"""The coach: a note at the first of each kind of decision, which moves nothing and is shown once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bussolotto
from tests.depth import full
from tests.web.playing import drawn, until
from tests.web.quality import is_for_everybody
from tests.web.visits import DESKTOP, NOT_READY, PHONE, Visit, play_table, set_table

WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node }) => node?.className || node?.nodeName)]);
}).observe({ type: 'layout-shift' });
"""
APART = """
() => {
  const note = document.querySelector('.note').getBoundingClientRect();
  return [...document.querySelectorAll('.top, .bench, .scene > *:not(.banner), .board-area, .hand')]
    .map((element) => [element.className, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && note.top < box.bottom - 1 && note.bottom > box.top + 1
      && note.left < box.right - 1 && note.right > box.left + 1)
    .map(([name]) => name);
}
"""

# The words of a note have come: it is shown next, if there is one
NOTES_ARE_THERE = """(name) => performance.getEntriesByType('resource')
  .some((entry) => entry.name.includes(`/later-${name}-notes`) && entry.responseEnd)"""


def note_of(page: Page) -> str:
    """Wait for a note; what it is about."""
    page.locator(".note").wait_for(timeout=20_000)
    return page.locator(".note").get_attribute("data-note") or ""


ON_DESK = ("my-dice-your-dice", "perspectives", "spilorcio")  # a page of each kind
SHORTLY = {"raffzahn-390", "spilorcio-1280"}  # in every run
EVERYWHERE = [(name, DESKTOP if name in ON_DESK else PHONE) for name in bussolotto.games()]


def in_turn(name: str, size: dict[str, int]) -> Any:
    """A page at a size as a parameter."""
    title = f"{name}-{size['width']}"
    return pytest.param(name, size, id=title, marks=() if title in SHORTLY else full)


@pytest.mark.parametrize(("name", "size"), [in_turn(*where) for where in EVERYWHERE])
def test_a_note_comes_and_goes_and_moves_nothing(visit: Visit, name: str, size: dict[str, int]) -> None:
    game = bussolotto.game(name)
    page = visit("Giulia", size=size)
    play_table(page, game=name, seats=game.SEATS[0])
    page.locator(".walk").wait_for()
    page.evaluate(WATCH)
    word = note_of(page)
    drawn(page)
    assert page.evaluate(APART) == []
    page.locator(".note").get_by_role("button", name="Got it").click()
    until(page, f"() => document.querySelector('.note')?.dataset.note !== '{word}'")
    drawn(page)
    assert [each for each in page.evaluate("window.shifts") if "note" in str(each) or "walk" in str(each)] == []
    assert f"{name}.{word}" in page.evaluate("JSON.parse(localStorage.getItem('bussolotto')).seen")
    page.reload()
    page.wait_for_selector(".walk", state="attached")
    page.wait_for_function(NOTES_ARE_THERE, arg=name)
    drawn(page)
    expect(page.locator(f'.note[data-note="{word}"]')).to_have_count(0)


HIDDEN = """() => {
  const covered = ({ left, right, top, bottom }) =>
    !document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.seats');
  return [...document.querySelectorAll('.game > .seats .seat-name > :first-child')]
    .filter((name) => covered(name.getBoundingClientRect()))
    .map((name) => name.textContent);
}"""
SCENE = "() => document.querySelector('.scene').getBoundingClientRect().top"


def test_at_a_large_table_a_note_hides_no_name_and_moves_no_board(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    play_table(page, game="perspectives", seats=8)
    note_of(page)
    assert page.evaluate(HIDDEN) == []
    top = page.evaluate(SCENE)
    page.evaluate("document.querySelector('.note').remove()")
    assert page.evaluate(SCENE) == top


ON_TOP = """(card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_a_hint_that_was_asked_for_is_not_hidden_by_a_note_which_comes_again(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True, forgive=NOT_READY)
    play_table(page, game="cui-bono", seats=2, hints=True)
    note_of(page)
    page.get_by_role("button", name="Hint", exact=True).tap()
    card = page.locator(".hint-card")
    expect(card).to_be_visible()
    assert card.evaluate(ON_TOP)
    card.tap()
    expect(page.locator(".note")).to_be_visible()


@full
def test_who_wants_no_more_notes_gets_none(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, game="eintrichtern")
    note_of(page)
    page.get_by_role("button", name="No more notes").click()
    expect(page.locator(".note, .walk")).to_have_count(0)
    page.reload()
    page.locator(".bench").wait_for()
    drawn(page)
    expect(page.locator(".note, .walk")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show notes again").click()
    note_of(page)
    expect(page.get_by_role("button", name="Show notes again")).to_have_count(0)


def test_a_note_is_for_everybody(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    page.goto(f"/t/{set_table(page, game='cui-bono').table}?lang=zz")
    note_of(page)
    is_for_everybody(page)
