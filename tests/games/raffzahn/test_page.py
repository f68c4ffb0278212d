"""The table of Raffzahn: whole matches, what each side reads, Stop and hands that come too late."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from bussolotto.core import pyramid
from bussolotto.games.raffzahn import game as raffzahn
from tests.depth import FULL, full
from tests.web.piles import cell_button
from tests.web.playing import How, after, button, in_one_way, now
from tests.web.racing import SEEN, people_at, race
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

GAME = "raffzahn"
SMALL = "4"  # sooner over than the printed lattice
LATTICE = "8" if FULL else SMALL
GRACE_MS = 350  # so long after a Stop the page takes no hands
GRACE_IS_OVER = f"(since) => performance.now() - since > {GRACE_MS}"


def takeable(view: dict[str, Any], seat: int) -> list[int]:
    """The cells of the free dice that show this seat the number."""
    side = pyramid.SIDE_OF_SEAT[seat]
    lying = [cell for cell in range(pyramid.COUNT) if view["pose"][cell] and not view["covered"][cell]]
    return [cell for cell in lying if pyramid.POSES[view["pose"][cell] - 1][side] == view["number"]]


def next_press(page: Page, view: dict[str, Any], seat: int) -> Locator | None:
    """Take what is there, say Stop when nothing is, throw when it is time."""
    if view["phase"] == raffzahn.TAKING and (found := takeable(view, seat)):
        return cell_button(page, found[0])
    if view["turn"] != seat or view["phase"] < raffzahn.READY:
        return None
    return button(page, "stop" if view["phase"] == raffzahn.TAKING else "throw")


@in_one_way("pointer")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    table = play_table(page, game=GAME, seats=3, options={"lattice": LATTICE if how == "pointer" else SMALL})
    race(page, table, how, lambda view, seat: next_press(page, view, seat))
    taken = now(page, table)["view"]["taken"]
    assert taken[0] > sum(taken) / 16
    expect(page.locator(".summary polyline")).to_have_count(3, timeout=30_000)


TOLD = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"  # at once: bots take dice meanwhile


def test_a_player_reads_only_his_own_side(visit: Visit) -> None:
    (page, *_), _ = people_at(visit, GAME, 3)
    expect(page.locator(".flat-die").first).to_be_visible()
    told = page.locator("[data-cell]").evaluate_all(TOLD)
    assert sum("toward you" in text for text in told) == len(pyramid.BASE)
    assert not any("on the left" in text or "on the right" in text for text in told)


@full
def test_who_is_no_side_reads_all(visit: Visit) -> None:
    giulia, paolo = visit("Giulia"), visit("Paolo")
    table = play_table(giulia, game=GAME, seats=3)
    paolo.goto(f"/t/{table.table}")
    paolo.wait_for_selector("[data-cell]")
    told = paolo.locator("[data-cell]").evaluate_all(TOLD)
    assert sum("on the left" in text for text in told) > 10


@full
def test_a_wrong_die_is_refused_with_its_reason_and_costs_nothing(visit: Visit) -> None:
    pages, table = people_at(visit, GAME, 3)
    thrower = throw_until_found(pages, table)
    expect(pages[thrower].get_by_role("img", name="Turquoise die: ")).to_be_visible()
    view = now(pages[0], table)["view"]
    covered = next(cell for cell in range(pyramid.COUNT) if view["covered"][cell] == 1)
    cell_button(pages[0], covered).press("Enter")
    expect(pages[0].locator(".bench-say")).to_contain_text("This die is not free")
    assert now(pages[0], table)["view"]["taken"] == [0, 0, 0]


@full
def test_a_hand_after_the_stop_is_too_late(visit: Visit) -> None:
    pages, table = people_at(visit, GAME, 3)
    thrower = throw_until_found(pages, table)
    button(pages[thrower], "stop").click()
    other = (thrower + 1) % 3
    free = next(cell for cell, pose in enumerate(now(pages[0], table)["view"]["pose"]) if pose)
    expect(pages[other].locator(".bench-say")).to_contain_text("Hands off")
    pages[other].wait_for_function(GRACE_IS_OVER, arg=pages[other].evaluate("performance.now()"))
    cell_button(pages[other], free).press("Enter")
    for page in pages:
        expect(page.locator(f'[data-seat="{other}"] .seat-note')).to_have_text("too late!")
        expect(page.locator(".log-line", has_text="grabs too late")).to_have_count(1)


def throw_until_found(pages: list[Page], table: AtTable) -> int:
    """Throw until somebody could take a die (else a throw stops by itself, RAF-8); who threw."""
    while True:
        found = now(pages[0], table)
        view, thrower = found["view"], int(found["view"]["turn"])
        if view["phase"] == raffzahn.TAKING:
            return thrower
        pages[thrower].wait_for_function(SEEN, arg=found["version"])
        button(pages[thrower], "throw").click()
        after(pages[thrower], table, found["version"], "throw")


@full
def test_the_thrower_alone_has_the_button(visit: Visit) -> None:
    pages, table = people_at(visit, GAME, 3)
    thrower = now(pages[0], table)["view"]["turn"]
    for seat, page in enumerate(pages):
        expect(button(page, "throw")).to_have_count(1 if seat == thrower else 0)
        expect(page.locator(".bench-say")).to_contain_text("You have" if seat == thrower else "throws next")
    pages[thrower].keyboard.press("s")
    expect(pages[thrower].locator(".race-die-on, .race-die")).to_have_count(1)
    expect(pages[0].locator(".log-line", has_text="The turquoise die shows")).to_have_count(1)


ASLEEP = """async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/web/table/race.css' });
    await new Promise((resolve) => { link.onload = resolve; document.head.append(link); });
    const place = document.body.appendChild(document.createElement('div'));
    place.className = 'race';
    place.innerHTML = '<div class="result-buttons"></div><div class="bench-buttons"><button></button></div>';
    const all = [place.firstChild, place.querySelector('button')];
    const can = () => all.map((one) => getComputedStyle(one).pointerEvents);
    const first = can();
    const sleep = all.flatMap((one) => one.getAnimations());
    const ends = sleep.map(({ effect }) => effect.getComputedTiming().endTime);
    await Promise.all(sleep.map(({ finished }) => finished));
    return [first, can(), Math.max(...ends)];
}"""


def test_what_has_just_come_is_not_hit_by_a_hand_that_still_grabs(visit: Visit) -> None:
    asleep, awake, after_ms = visit().evaluate(ASLEEP)
    assert (asleep, awake) == (["none", "none"], ["auto", "auto"])
    assert after_ms < 1_000
