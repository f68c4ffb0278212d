"""The table of Würfelmarsch: whole matches, ghosts of tips, dice turned over, fights in the order chosen."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bussolotto.core import pyramid
from bussolotto.games.wuerfelmarsch import game as wuerfelmarsch
from tests.depth import full
from tests.web import visits as conftest
from tests.web.piles import cell_button, pick
from tests.web.playing import SHOWN, How, after, awaited, button, in_one_way, press
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.serving import LiveServer
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table

GAME = "wuerfelmarsch"
MOST_TURNS = 60


def pose(side: int, face: int) -> int:
    """A pose, from 1 as in the state, that shows this face to that side."""
    return next(index for index, faces in enumerate(pyramid.POSES.tolist()) if faces[side] == face) + 1


# Two funnels wait for the die that seat 0 tips from 2,4,2 to 3,3,2; there it shows 6, 2, 4 and wins both fights
STANDING = {
    "2,4,2": (1, 5),
    "4,2,2": (2, pose(pyramid.X, 1)),
    "3,2,3": (3, pose(pyramid.Z, 1)),
    "4,3,1": (2, pose(pyramid.X, 2)),
    "3,4,1": (3, pose(pyramid.Y, 3)),
}
PREPARED = f"""
from bussolotto import pyramid
from bussolotto.games import game
from bussolotto.games.wuerfelmarsch import game as wuerfelmarsch
opening = wuerfelmarsch.reset

def reset(s, seats):
    opening(s, seats)
    for cell in range(pyramid.COUNT):
        s.owner[cell] = s.pose[cell] = 0
    s.armies[0], s.armies[1], s.armies[2] = 1, 2, 2
    s.won[0], s.won[1], s.won[2] = 4, 3, 3
    for text, (owner, pose) in {STANDING}.items():
        s.owner[pyramid.cells_by_text()[text]], s.pose[pyramid.cells_by_text()[text]] = owner, pose

def odds(s, weights):
    weights[:] = 0
    weights[0] = s.phase == wuerfelmarsch.DRAWING
    return int(weights[0])

game("wuerfelmarsch").reset, game("wuerfelmarsch").odds = reset, odds
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server where Würfelmarsch begins just before two fights; bots are slow enough to look."""
    yield from conftest.running(LiveServer(tmp_path_factory.mktemp("prepared"), before=PREPARED))


@pytest.fixture
def visit_prepared(browser: Browser, prepared: LiveServer) -> Iterator[Visit]:
    yield from conftest.visitors(browser, prepared)


def cell_of(text: str) -> int:
    return pyramid.cells_by_text()[text]


def foremost(view: dict[str, Any]) -> int:
    """The own die that is nearest to the far corner and can step forward; else any."""
    mine = [cell for cell in range(pyramid.COUNT) if view["owner"][cell] == 1]
    free = [cell for cell in mine if any(not view["owner"][to] for to in forward(cell))]
    return max(free or mine, key=lambda cell: pyramid.CELLS[cell][0])


def forward(cell: int) -> list[int]:
    """Where seat 0 may tip forward, as far as there are hollows."""
    found = [int(pyramid.TIPS_TO[cell][toward][pyramid.X]) for toward in (pyramid.Y, pyramid.Z)]
    return [to for to in found if to != pyramid.OUTSIDE]


def take_turn(page: Page, found: dict[str, Any], how: How, pick: Callable[[Page, int, How], None] = pick) -> None:
    """Choose a fight, or pick the foremost die and tip it forward, or turn it over."""
    view, texts = found["view"], found["texts"]
    if texts[0].startswith("fight"):
        pick(page, cell_of(texts[0].split()[1]), how)
        press(button(page, texts[0]), how)
        return
    cell = foremost(view)
    pick(page, cell, how)
    goals = [to for to in forward(cell) if not view["owner"][to]]
    if goals:
        goal = goals[view["plies"] % len(goals)]
        page.locator(f'[data-cell="{goal}"][data-place]').wait_for(state="attached")  # the far corner is always there
        pick(page, goal, how)
    else:
        press(page.locator('.wue-face[aria-pressed="false"]').first, how)
    press(page.locator(".bench-buttons .primary"), how)


@full
@in_one_way("keyboard")
def test_a_whole_match(visit: Visit, how: How) -> None:
    page = visit("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    table = play_table(page, game=GAME, seats=3)
    for _ in range(MOST_TURNS):
        found = awaited(page, table)
        if found["over"]:
            break
        page.wait_for_function(SHOWN, arg=found["version"])
        expect(page.locator(".game-mine")).to_be_visible()
        take_turn(page, found, how)
        after(page, table, found["version"], "the turn")
    expect(page.locator(".summary polyline")).to_have_count(3)


def begun(page: Page, table: AtTable) -> dict[str, Any]:
    """The match once this person may act, and the page says so."""
    found = awaited(page, table)
    page.wait_for_function(SHOWN, arg=found["version"])
    expect(page.locator(".game-mine [data-place]").first).to_be_attached()
    return found


@full
def test_ghosts_show_where_a_die_comes_to_lie_and_how(visit_prepared: Visit) -> None:
    page = visit_prepared("Giulia")
    begun(page, play_table(page, game=GAME, seats=3))
    origin = cell_of("2,4,2")
    pick(page, origin, "pointer")
    open_ways = [0, 1, 3]  # to the left, to the right, forward to the right: a die stands forward to the left
    expect(page.locator(".flat-ghost")).to_have_count(len(open_ways))
    for way in open_ways:
        toward, away = wuerfelmarsch.TIPS[0][way]
        near, right, left = pyramid.POSES[pyramid.TIPPED[STANDING["2,4,2"][1] - 1][toward][away]].tolist()
        told = f"{near} toward you, {left} on your left, {right} on your right"
        goal = int(pyramid.TIPS_TO[origin][toward][away])
        expect(cell_button(page, goal)).to_have_accessible_name(re.compile(f"{told}\\.$"))
    page.locator(f'.flat-hollow[data-pick="{cell_of("0,0,8")}"]').click()
    expect(page.locator(".bench-say.problem")).to_contain_text("A die tips only into an empty hollow next to it")


def test_fights_are_fought_in_the_order_chosen_and_told_by_their_faces(visit_prepared: Visit) -> None:
    page = visit_prepared("Giulia")
    table = play_table(page, game=GAME, seats=3)
    begun(page, table)
    pick(page, cell_of("2,4,2"), "pointer")
    pick(page, cell_of("3,3,2"), "pointer")
    press(button(page, "tip forward-right"), "pointer")
    expect(page.locator(".bench-say")).to_have_text("Two fights break out: choose the first.")
    found = awaited(page, table)
    assert found["texts"] == ["fight 3,2,2", "fight 3,3,1"]
    expect(page.locator(".flat-tag")).to_have_text(["1", "2"])
    first, second = told_faces(found["view"], "3,3,1"), told_faces(found["view"], "3,2,2")
    assert first == "Giulia with 4, Bot 2 with 3, Bot 1 with 2"
    expect(cell_button(page, cell_of("3,3,1"))).to_have_accessible_name(re.compile(f"{first}\\.$"))
    pick(page, cell_of("3,3,1"), "pointer")
    press(button(page, "fight 3,3,1"), "pointer")
    told = page.locator(".log-event", has_text="Fight, ")
    expect(told).to_have_count(2)
    for line, faces in ((told.first, first), (told.nth(1), second)):
        winner, *losers = faces.split(", ")
        for each in (winner, *losers):
            expect(line).to_contain_text(each)
        expect(line).to_contain_text(f"{winner.partition(' with ')[0]} wins {len(losers)} d")
    expect(page.locator(".wue-fight")).to_have_count(2)


def told_faces(view: dict[str, Any], funnel: str) -> str:
    """Whose faces look into a funnel, the highest first."""
    names = ["Giulia", "Bot 1", "Bot 2"]
    three = []
    for axis in range(3):
        cell = int(pyramid.BELOW[cell_of(funnel)][axis])
        three.append((int(pyramid.POSES[view["pose"][cell] - 1][axis]), names[view["owner"][cell] - 1]))
    three.sort(key=lambda one: -one[0])
    return ", ".join(f"{name} with {face}" for face, name in three)


@full
def test_a_die_is_turned_over_by_two_faces(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game=GAME, seats=3)
    found = begun(page, table)
    pick(page, foremost(found["view"]), "pointer")
    page.get_by_role("button", name="6 toward you", exact=True).click()
    page.get_by_role("button", name="5 on your left", exact=True).click()
    expect(page.locator(".bench-say")).to_have_text(
        "Turned over: 6 toward you, 5 on your left, 4 on your right. This starts no fight."
    )
    press(button(page, "pose 645"), "pointer")
    expect(page.locator(".log-line", has_text="Giulia turns over the die")).to_have_count(1)


@full
def test_for_everybody_with_a_die_in_hand(visit: Visit) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    table = play_table(page, game=GAME, seats=3)
    page.goto(f"/t/{table.table}?lang=zz")
    found = begun(page, table)
    pick(page, foremost(found["view"]), "touch")
    expect(page.locator(".wue-face").first).to_be_visible()
    assert grave_faults(page) == []
    assert page.evaluate(NOT_BRACKETED) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert sideways(page) == 0
