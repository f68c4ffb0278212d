"""The table of Bunte Kuh: whole matches, funnels picked and shown, Fiasco, and every way to turn a die."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from bussolotto.core import pyramid
from bussolotto.games.bunte_kuh import game as bunte_kuh
from tests.depth import FULL, full
from tests.web.piles import cell_button
from tests.web.playing import SHOWN, How, after, button, drawn, in_one_way, now, press
from tests.web.racing import people_at, pick, race
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

GAME = "bunte-kuh"
FEW = "8"  # dice; of the 60 printed, so that it is sooner over
SHARED = "20" if FULL else FEW


def funnels(view: dict[str, Any]) -> dict[int, int]:
    """Every standing funnel and what it adds up to."""
    return {cell: total(view, cell) for cell in range(pyramid.COUNT) if pyramid.is_funnel([*view["pose"], 0, 0], cell)}


def total(view: dict[str, Any], cell: int) -> int:
    """What the three faces that look into a funnel add up to."""
    around = enumerate(pyramid.BELOW[cell])
    return sum(int(pyramid.POSES[view["pose"][below] - 1][side]) for side, below in around)


def right_ones(view: dict[str, Any]) -> list[int]:
    return [cell for cell, found in funnels(view).items() if found == sum(view["pearl"])]


def next_press(page: Page, view: dict[str, Any], seat: int) -> Locator | None:
    """Show a right funnel, or call Fiasco; turn the die as it comes; throw when it is time."""
    mine = view["caller"] == seat
    if view["phase"] == bunte_kuh.READY and view["turn"] == seat:
        return button(page, "throw")
    if view["phase"] == bunte_kuh.CALLING:
        found = right_ones(view)
        return shown(page, found[0]) if found else button(page, "fiasco")
    if view["phase"] == bunte_kuh.CHOOSING and mine:
        return shown(page, next(iter(funnels(view))))
    if view["phase"] == bunte_kuh.TURNING and mine:
        pose = page.locator("[data-pose]").nth(view["plies"] % pyramid.POSE_COUNT)
        chosen = page.locator('[data-pose][aria-checked="true"]').count()
        return page.locator(".bench-buttons .primary:enabled:not([aria-disabled])") if chosen else pose
    return None


def shown(page: Page, cell: int) -> Locator:
    """The funnel to pick, or the button to show it once it is picked."""
    funnel = button(page, f"funnel {pyramid.cell_text(cell)}")
    return funnel if funnel.count() else cell_button(page, cell)


def show(page: Page, cell: int) -> None:
    """Pick a funnel by keyboard, and show it."""
    pick(cell_button(page, cell), "keyboard")
    pick(button(page, f"funnel {pyramid.cell_text(cell)}"), "keyboard")


@in_one_way("touch")
def test_a_whole_match(visit: Visit, how: How) -> None:
    """The other one only throws: bots are quick, and would leave little to find."""
    touch = how == "touch"
    shared = SHARED if touch else FEW
    (page, other), table = people_at(visit, GAME, 2, {"shared": shared}, size=PHONE if touch else DESKTOP, touch=touch)

    def decide(view: dict[str, Any], seat: int) -> Locator | None:
        if view["phase"] == bunte_kuh.READY and view["turn"] != seat:
            return button(other, "throw")
        return next_press(page, view, seat)

    race(page, table, how, decide)
    assert now(page, table)["view"]["hand"][:2] == [0, int(shared) / 2]
    expect(page.locator(".summary polyline")).to_have_count(2, timeout=30_000)


@full
def test_bots_play_as_well(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=6, options={"shared": SHARED})
    race(page, table, "pointer", lambda view, seat: next_press(page, view, seat))
    expect(page.locator(".summary polyline")).to_have_count(6, timeout=30_000)


@full
def test_a_second_press_of_the_key_that_threw_calls_nothing(visit: Visit) -> None:
    """What can be called next takes no focus by itself."""
    pages, table = people_at(visit, GAME, 2)
    thrower = now(pages[0], table)["view"]["turn"]
    page = pages[thrower]
    press(button(page, "throw"), "keyboard")
    expect(page.locator(".kuh-thrown")).to_be_visible()
    drawn(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # to the one that shows a funnel, and sleeps
    page.keyboard.press("Tab")
    expect(button(page, "fiasco")).to_be_focused()
    assert now(page, table)["view"]["phase"] == bunte_kuh.CALLING


def test_the_second_tap_of_a_double_one_that_threw_calls_nothing(visit: Visit) -> None:
    """Fiasco comes where one threw."""
    pages, table = people_at(visit, GAME, 2)
    page = pages[now(pages[0], table)["view"]["turn"]]
    button(page, "throw").click()
    fiasco = button(page, "fiasco")
    expect(fiasco).to_be_enabled()
    fiasco.dispatch_event("click", {"detail": 2})
    assert fiasco.get_attribute("data-sent") is None
    assert now(page, table)["view"]["phase"] == bunte_kuh.CALLING
    fiasco.click()
    expect(fiasco).to_have_count(0)
    assert now(page, table)["view"]["phase"] != bunte_kuh.CALLING


def two(visit: Visit, **options: str) -> tuple[list[Page], AtTable, dict[str, Any]]:
    """Two people, and the view after the first throw."""
    pages, table = people_at(visit, GAME, 2, options)
    thrower = now(pages[0], table)["view"]["turn"]
    button(pages[thrower], "throw").click()
    for page in pages:
        expect(page.locator(".kuh-thrown")).to_be_visible()
    return pages, table, now(pages[0], table)["view"]


@full
def test_nothing_tells_which_funnel_is_right(visit: Visit) -> None:
    pages, _, view = two(visit)
    places = pages[0].locator("[data-cell][data-place]")
    assert {int(cell.get_attribute("data-cell") or -1) for cell in places.all()} == set(funnels(view))
    looks = pages[0].locator(".flat-ghost").evaluate_all("all => [...new Set(all.map((one) => one.className.baseVal))]")
    assert looks == ["flat-ghost pile-none flat-quiet"]


@full
def test_a_wrong_funnel_costs_and_is_told(visit: Visit) -> None:
    pages, table, view = two(visit)
    wrong = next(cell for cell, found in funnels(view).items() if found != sum(view["pearl"]))
    faces = [int(pyramid.POSES[view["pose"][below] - 1][side]) for side, below in enumerate(pyramid.BELOW[wrong])]
    funnel = cell_button(pages[0], wrong)
    expect(funnel).to_have_accessible_name(re.compile(", ".join(map(str, faces))))
    funnel.press("Enter")
    expect(funnel).to_have_attribute("aria-pressed", "true")
    assert now(pages[0], table)["view"]["hand"] == view["hand"], "picking alone must cost nothing"
    button(pages[0], f"funnel {pyramid.cell_text(wrong)}").click()
    for page in pages:
        expect(page.locator(".log-line", has_text=re.compile("Giulia shows a funnel with .*, not "))).to_have_count(1)
    assert now(pages[0], table)["view"]["hand"][:2] == [31, 29]


@full
def test_every_pose_can_be_tried_in_the_funnel(visit: Visit) -> None:
    pages, table = people_at(visit, GAME, 2)
    while True:
        view = (found := now(pages[0], table))["view"]
        if view["phase"] == bunte_kuh.TURNING:
            break
        for page in pages:
            page.wait_for_function(SHOWN, arg=found["version"])
        if view["phase"] == bunte_kuh.READY:
            button(pages[view["turn"]], "throw").click()  # which waits until it is awake
        elif view["phase"] == bunte_kuh.CALLING:
            right = right_ones(view)
            if right:
                show(pages[0], right[0])
            else:
                pick(button(pages[0], "fiasco"), "keyboard")
        elif view["phase"] == bunte_kuh.CHOOSING:
            show(pages[0], next(iter(funnels(view))))
        after(pages[0], table, found["version"], "what was picked")  # nothing is done twice
    poses = pages[0].locator("[data-pose]")
    expect(poses).to_have_count(pyramid.POSE_COUNT)
    expect(pages[0].get_by_role("button", name="Put it there")).to_be_disabled()
    for number in (0, 7, 23):
        poses.nth(number).click()
        expect(poses.nth(number)).to_have_attribute("aria-checked", "true")
        expect(pages[0].locator(".flat-ghost .flat-pip")).to_have_count(3)
    pages[0].keyboard.press("ArrowRight")
    expect(poses.nth(0)).to_be_focused()
    cell_button(pages[0], view["chosen"] - 1).press("Enter")
    expect(poses.nth(0)).to_have_attribute("aria-checked", "true")
    pages[0].get_by_role("button", name="Put it there").click()
    expect(pages[1].locator(".log-line", has_text="Giulia puts a die in; it shows 1, 2, 3.")).to_have_count(1)


@full
def test_after_a_fiasco_the_others_search(visit: Visit) -> None:
    pages, _, _ = two(visit, fiasco="search")
    button(pages[0], "fiasco").click()
    expect(pages[1].locator(".bench-say")).to_contain_text("Giulia calls Fiasco")
    expect(pages[0].locator(".bench-say")).to_contain_text("The others are searching")
    button(pages[1], "yield").click()
    expect(pages[0].locator(".bench-say")).to_contain_text("Pick any funnel")
    button(pages[0], "decline").click()
    expect(pages[1].locator(".log-line", has_text="Giulia places nothing after all.")).to_have_count(1)


@full
def test_who_gives_up_may_still_call(visit: Visit) -> None:
    pages, _, _ = two(visit)
    button(pages[0], "pass").click()
    expect(pages[0].locator(".bench-say")).to_contain_text("may still find")
    expect(button(pages[0], "pass")).to_have_count(0)
    expect(pages[1].locator('[data-seat="0"] .seat-note')).to_have_text("has given up")
    expect(button(pages[0], "fiasco")).to_be_enabled()
