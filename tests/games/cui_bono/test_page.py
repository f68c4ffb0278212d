"""The table of Cui bono?: whole matches, a slide seen before it is done, why not, and what is told of it."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from bussolotto.core import pyramid
from tests.depth import full
from tests.web.piles import pick
from tests.web.playing import SHOWN, How, awaited, button, in_one_way, now, play, press
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.visits import DESKTOP, PHONE, Visit, play_table

GAME = "cui-bono"
COLOURS = ("pearl", "yellow", "red")
LYING = """
() => Object.fromEntries([...document.querySelectorAll('.flat [data-die]')].map((die) =>
  [die.dataset.die, die.className.baseVal.match(/pile-(\\w+)/)[1]]))
"""


def perform(page: Page, text: str, how: How) -> None:
    """Think of a cell, see what would be, do it; keeping is a button."""
    _, _, cell = text.partition(" ")
    if cell:
        pick(page, pyramid.cells_by_text()[cell], how)
    press(button(page, text), how)


def first_back_then_keep(view: dict[str, Any], texts: Sequence[str]) -> str:
    """Put the first dice back, to have done that too; then keep, to come to an end."""
    puts = [text for text in texts if text.startswith("put")]
    if puts and sum(view["kept"][0]) < 2:
        return puts[len(puts) // 2]
    return "keep" if "keep" in texts else texts[view["plies"] % len(texts)]


@full
@in_one_way("pointer")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    play(page, play_table(page, game=GAME, seats=5), perform, how, first_back_then_keep)
    expect(page.locator(".summary polyline")).to_have_count(5)
    points = [int(points) for points in page.locator(".places .number").all_inner_texts()]
    assert points == sorted(points)  # the fewest win (CUI-6)


@full
def test_the_pile_is_that_of_the_match_all_along(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=2)
    for _ in range(6):
        found = awaited(page, table)
        page.wait_for_function(SHOWN, arg=found["version"])
        expect(page.locator(".game-mine")).to_be_visible()
        colours = found["view"]["colour"]
        assert page.evaluate(LYING) == {str(cell): COLOURS[kind - 1] for cell, kind in enumerate(colours) if kind}
        text = first_back_then_keep(found["view"], found["texts"])
        perform(page, text, "pointer")
        page.wait_for_function(f"() => !document.querySelector('.bench-buttons [data-action=\"{text}\"]')")


@full
def test_a_slide_is_seen_before_the_die_is_taken(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=2, bots=1)
    found = awaited(page, table)
    page.wait_for_function(SHOWN, arg=found["version"])
    text = found["texts"][-1]
    cell = pyramid.cells_by_text()[text.split()[1]]
    before = page.evaluate(LYING)
    pick(page, cell, "pointer")
    expect(page.locator(".bench-say")).to_contain_text("slide down")
    after = page.evaluate(LYING)
    assert set(before) - set(after) == {str(_highest(cell, found["view"]["colour"]))}
    assert now(page, table)["version"] == found["version"], "nothing is done yet"
    page.get_by_role("button", name="No, another one").click()
    assert page.evaluate(LYING) == before
    pick(page, cell, "pointer")
    expect(page.locator(".bench-say")).to_contain_text("slide down")  # who has not seen it yet takes nothing
    pick(page, cell, "pointer")
    expect(page.locator(".log-line", has_text="Giulia takes").first).to_contain_text("die from the base")
    assert now(page, table)["version"] > found["version"]


def _highest(cell: int, colours: Sequence[int]) -> int:
    """The last of the dice that slide when this one is taken: its cell gets empty."""
    above = [int(up) for up in pyramid.ABOVE[cell] if int(up) < pyramid.COUNT and colours[int(up)]]
    if not above:
        return cell
    axis = next(axis for axis in range(3) if int(pyramid.ABOVE[cell][axis]) == above[0])
    return next(one for one in pyramid.row(cell, axis) if colours[one])


def test_a_die_that_cannot_be_taken_says_why(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=2)
    colours = awaited(page, table)["view"]["colour"]
    expect(page.locator(".game-mine")).to_be_visible()
    highest = next(cell for cell, colour in enumerate(colours) if colour)
    pick(page, highest, "pointer")
    expect(page.locator(".bench-say.problem")).to_contain_text("Dice are taken only from the base")


def test_a_button_that_sleeps_says_what_comes_first(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=2)
    text = awaited(page, table)["texts"][0]
    take = page.locator(".bench-buttons .primary")
    expect(take).to_have_attribute("aria-disabled", "true")
    take.click(force=True)
    expect(page.locator(".bench-say.problem")).to_contain_text("Take a die of the lowest level")
    pick(page, pyramid.cells_by_text()[text.split()[1]], "pointer")
    expect(take).to_be_enabled()
    expect(page.locator(".bench-say.problem")).to_have_count(0)


@full
def test_for_everybody_with_a_die_chosen(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    table = play_table(page, game=GAME, seats=2)
    page.goto(f"/t/{table.table}?lang=zz")
    page.wait_for_selector(".game-mine [data-place]", state="attached")
    text = awaited(page, table)["texts"][0]
    pick(page, pyramid.cells_by_text()[text.split()[1]], "touch")
    expect(button(page, text)).to_be_enabled()
    assert grave_faults(page) == []
    assert page.evaluate(NOT_BRACKETED) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert sideways(page) == 0
