"""The table of Perspectives: whole matches, taking up dice, the two numbers, Stop and its presents."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from bussolotto.core import pyramid
from bussolotto.games.perspectives import game as perspectives
from tests.depth import full
from tests.web.piles import cell_button
from tests.web.playing import How, after, button, in_one_way, now
from tests.web.racing import people_at, race
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

GAME = "perspectives"
SHORT = {"dice_each": "16", "hand_size": "15"}  # of the 55 printed, and ten: so that it is sooner over


def matching(view: dict[str, Any], seat: int) -> list[int]:
    """The numbers of the dice that this seat may place."""
    wanted = {view["number"], view["handicap"][seat]} - {0}
    return [face for face in sorted(wanted) if view["shown"][seat][face - 1]]


def next_press(page: Page, view: dict[str, Any], seat: int) -> Locator | None:
    """Take up a die that may be placed, then a place for it; Stop when there is none; bonus dice wherever they go."""
    place = cell_button(page, view["hollow"].index(1)) if 1 in view["hollow"] else None
    if view["phase"] == perspectives.THROWING:
        return button(page, "throw") if view["turn"] == seat else None
    if view["phase"] == perspectives.GRANTING:
        return place if view["placer"] == seat else None
    if view["phase"] != perspectives.PLACING:
        return None
    if not (faces := matching(view, seat)):
        return button(page, "stop")
    taken = page.locator(f'[data-face="{faces[0]}"][aria-pressed="true"]')
    return place if taken.count() else page.locator(f'[data-face="{faces[0]}"]').first


@full
@in_one_way("touch")
def test_a_whole_match(visit: Visit, how: How) -> None:
    """The others only give the signal: bots are quick, and would have built the pyramid before one could tap."""
    touch = how == "touch"
    pages, table = people_at(visit, GAME, 4, SHORT, size=PHONE if touch else DESKTOP, touch=touch)

    def decide(view: dict[str, Any], seat: int) -> Locator | None:
        if view["phase"] == perspectives.THROWING:
            return button(pages[view["turn"]], "throw")
        if view["phase"] == perspectives.GRANTING and view["placer"] != seat:
            return button(pages[view["placer"]], "done")  # of presents for a Stop that came too early
        return next_press(pages[0], view, seat)

    race(pages[0], table, how, decide)
    assert now(pages[0], table)["view"]["added"][:4] == [int(SHORT["dice_each"]) - 1, 0, 0, 0]
    expect(pages[0].locator(".summary polyline")).to_have_count(4, timeout=30_000)


@full
def test_bots_play_as_well(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=4)
    race(page, table, "pointer", lambda view, seat: next_press(page, view, seat))
    assert sum(now(page, table)["view"]["added"]) > 50


def rolled(visit: Visit) -> tuple[list[Page], AtTable, dict[str, Any]]:
    """Four people, and the view after a roll in which the first of them has something to place."""
    pages, table = people_at(visit, GAME, 4)
    while True:
        found = now(pages[0], table)
        view = found["view"]
        rolls = view["phase"] == perspectives.THROWING
        if not rolls and matching(view, 0):
            break
        word = "throw" if rolls else "stop"
        button(pages[view["turn"] if rolls else 0], word).click()
        after(pages[0], table, found["version"], word)
    expect(pages[0].locator("[data-face]")).to_have_count(view["hand"][0])
    return pages, table, view


@full
def test_nothing_tells_which_dice_may_be_placed(visit: Visit) -> None:
    pages, _, view = rolled(visit)
    looks = pages[0].locator("[data-face]").evaluate_all("all => [...new Set(all.map((one) => one.className))]")
    assert len(looks) == 1
    places = {int(cell.get_attribute("data-cell") or -1) for cell in pages[0].locator("[data-place]").all()}
    assert places == {cell for cell in range(pyramid.COUNT) if view["hollow"][cell]}
    assert "is-" not in (pages[0].locator(".flat-ghost").first.get_attribute("class") or "")


@full
def test_a_die_of_another_number_is_refused_with_both_numbers(visit: Visit) -> None:
    pages, table, view = rolled(visit)
    place = cell_button(pages[0], view["hollow"].index(1))
    place.press("Enter")
    expect(pages[0].locator(".bench-say")).to_contain_text("First choose one of your dice")
    others = [face for face in range(1, 7) if view["shown"][0][face - 1] and face not in matching(view, 0)]
    if others:  # nearly always: ten dice
        pages[0].keyboard.press(str(others[0]))
        place.press("Enter")
        expect(pages[0].locator(".bench-say")).to_contain_text(f"This die shows {others[0]}; only")
    assert now(pages[0], table)["view"]["added"] == view["added"]


@full
def test_a_stop_too_early_gives_presents(visit: Visit) -> None:
    pages, table, view = rolled(visit)
    left = sum(view["shown"][0][face - 1] for face in matching(view, 0))
    button(pages[0], "stop").click()
    expect(pages[3].locator(".log-line", has_text=f"Giulia says Stop, but has overlooked {left} ")).to_have_count(1)
    expect(pages[1].locator(".bench-say")).to_contain_text("A bonus")
    expect(pages[2].locator(".bench-say")).to_contain_text("Paolo is placing bonus dice")
    cell_button(pages[1], view["hollow"].index(1)).press("Enter")
    expect(pages[0].locator(".log-line", has_text="Paolo places a bonus die")).to_have_count(1)
    for seat in (1, 2, 3):
        enough = button(pages[seat], "done")
        if seat > 1 or left > 1:
            enough.click()
        expect(enough).to_have_count(0)
    assert now(pages[0], table)["view"]["phase"] == perspectives.THROWING


@full
def test_the_own_handicap_die_lies_with_the_right_neighbour(visit: Visit) -> None:
    pages, _, view = rolled(visit)
    number = view["handicap"][0]
    mine = pages[0].get_by_role("img", name=f"Your handicap die, with Luca: {number}")
    expect(mine).to_be_visible()
    held = pages[0].locator('[data-seat="3"]').get_by_role("img", name=f"Handicap die of Giulia: {number}")
    expect(held).to_be_visible()


def test_eight_people_fit_a_phone(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    play_table(page, game=GAME, seats=8)
    expect(page.locator(".seats .seat")).to_have_count(8)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [390, 844]
