"""The table of Eintrichtern: whole matches, a funnel that all see at the same moment, and then nobody, and memory."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bussolotto.core import pyramid
from bussolotto.games.eintrichtern import game as eintrichtern
from tests.depth import FULL, full
from tests.web import deep
from tests.web.piles import pick
from tests.web.playing import SHOWN, How, awaited, button, cell, in_one_way, now, play, press
from tests.web.quality import NOT_BRACKETED, grave_faults
from tests.web.racing import people_at
from tests.web.serving import LiveServer
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, play_table, running, visitors

GAME = "eintrichtern"
GOAL = "8" if FULL else "4"  # dice, of which the first who has them wins
RESTING = """
from dataclasses import replace
from bussolotto.games.eintrichtern.events import KINDS
KINDS.update({{word: replace(KINDS[word], pause_ms={ms}) for word in ("match", "miss")}})
"""
HASTY_MS, PATIENT_MS = 60, 6_000


@pytest.fixture(scope="module")
def hasty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that lets all look for a moment only."""
    yield from running(LiveServer(tmp_path_factory.mktemp("hasty"), before=RESTING.format(ms=HASTY_MS), pauses=True))


@pytest.fixture
def hasten(browser: Browser, hasty_server: LiveServer) -> Iterator[Visit]:
    """Make somebody visit that server."""
    yield from visitors(browser, hasty_server)


@pytest.fixture
def linger(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Make somebody visit a server that lets all look for long."""
    server = LiveServer(tmp_path, before=RESTING.format(ms=PATIENT_MS), pauses=True)
    server.start()
    yield from visitors(browser, server)
    server.stop()


def perform(page: Page, text: str, how: How) -> None:
    """Lift a red die, or press a button."""
    if not text.startswith("lift"):
        page.wait_for_selector(f'[data-action="{text}"]:enabled')
        press(button(page, text), how)
    elif how == "keyboard":
        press(cell(page, text.split()[1]), how)
    else:
        pick(page, pyramid.cells_by_text()[text.split()[1]], how)


def funnel_sum(view: dict[str, Any], funnel: int) -> int:
    return sum(view["face"][int(pyramid.BELOW[funnel][side])][side] for side in range(3))


def from_memory(view: dict[str, Any], texts: Sequence[str]) -> str:
    """The red die known to hide the sum, else one that nobody has lifted yet; a new throw rather than a guess."""
    lifts = {text: pyramid.cells_by_text()[text.split()[1]] for text in texts if text.startswith("lift")}
    shown = {text: funnel for text, funnel in lifts.items() if view["shown"][funnel]}
    for text, funnel in shown.items():
        if funnel_sum(view, funnel) == sum(view["pearl"]):
            return text
    others = [text for text in texts if text not in lifts] or [text for text in lifts if text not in shown]
    return (others or list(texts))[0]


@full
@in_one_way("touch")
def test_a_whole_match(hasten: Visit, how: How) -> None:
    page = hasten("Giulia", size=PHONE if how == "touch" else DESKTOP, touch=how == "touch")
    goal = GOAL if how == "touch" else "1"
    table = play_table(page, game=GAME, seats=2, options={"memo": "on", "goal": goal})
    play(page, table, perform, how, from_memory)
    assert max(now(page, table)["view"]["won"]) == int(goal)
    expect(page.locator(".summary polyline")).to_have_count(2)


LATER = "(version) => Number(document.querySelector('.game')?.dataset.version ?? -1) > version"


def throw_first(page: Page, table: AtTable) -> None:
    """Throw, if that is all one may do, and wait until the dice lie."""
    found = awaited(page, table)
    page.wait_for_function(SHOWN, arg=found["version"])
    if found["texts"] == ["throw"]:
        perform(page, "throw", "pointer")
        page.wait_for_function(LATER, arg=found["version"])


def lift_first(page: Page, table: AtTable) -> int:
    """Throw if need be, then lift the first red die; its cell."""
    throw_first(page, table)
    found = awaited(page, table)
    page.wait_for_function(SHOWN, arg=found["version"])
    lift: str = next(text for text in found["texts"] if text.startswith("lift"))
    perform(page, lift, "pointer")
    return pyramid.cells_by_text()[lift.split()[1]]


@full
def test_all_see_the_funnel_at_the_same_moment_and_nobody_before_or_after(linger: Visit) -> None:
    pages, table = people_at(linger, GAME, 2)
    turn = now(pages[0], table)["view"]["turn"]
    mine, theirs = pages[turn], pages[1 - turn]
    for page in pages:
        expect(page.locator(".ein-sum[data-sum]")).to_have_count(0)
    funnel = lift_first(mine, table)
    for page in pages:
        expect(page.locator(".ein-sum[data-sum]")).to_have_count(2)
    assert mine.locator(".ein-sums").inner_text() == theirs.locator(".ein-sums").inner_text()
    view = now(theirs, table)["view"]
    assert mine.locator(".ein-sum[data-sum]").last.get_attribute("data-sum") == str(funnel_sum(view, funnel))
    last = mine.locator(".bench-buttons button")
    expect(last).to_be_disabled()
    expect(last).to_be_enabled(timeout=2 * PATIENT_MS)
    fits = funnel_sum(view, funnel) == sum(view["pearl"])
    settle(mine)
    (mine if fits else theirs).locator('[data-action="throw"]').click()
    for page in pages:
        expect(page.locator(".ein-sum[data-sum]")).to_have_count(1)
        if not fits:
            assert funnel_sum(now(page, table)["view"], funnel) == 0


@full
def test_the_table_remembers_where_it_shall(hasten: Visit) -> None:
    pages, table = people_at(hasten, GAME, 2, options={"memo": "on"})
    mine = pages[now(pages[0], table)["view"]["turn"]]
    funnel = lift_first(mine, table)
    settle(mine)
    view = now(mine, table)["view"]
    told = re.compile(f"Lifted before: .*together {funnel_sum(view, funnel)}")
    for page in pages:
        if view["red"][funnel]:
            expect(page.locator(f'[data-cell="{funnel}"]')).to_have_attribute("aria-label", told)


def settle(page: Page) -> None:
    """Keep the lifted die or put it back."""
    last = page.locator('[data-action="back"], [data-action="keep"]')
    page.wait_for_selector('[data-action="back"]:enabled, [data-action="keep"]:enabled')
    last.click()
    expect(last).to_have_count(0)


@full
def test_what_cannot_be_lifted_says_why(visit: Visit) -> None:
    pages, table = people_at(visit, GAME, 2)
    mine = pages[now(pages[0], table)["view"]["turn"]]
    corner = pyramid.INDEX[8, 0, 0]
    pick(mine, corner, "pointer")
    expect(mine.locator(".bench-say")).to_have_text("Only red dice are lifted, the ones that cover a funnel.")
    pick(mine, int(eintrichtern.RED[pyramid.SIZE][0]), "pointer")
    expect(mine.locator(".bench-say")).to_contain_text("the match begins with a throw")


@full
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_lifted_die_is_for_everybody_and_in_the_words_of_the_catalogue(visit: Visit, scheme: str) -> None:
    page = visit("Giulia", "/?lang=zz", scheme=scheme, size=PHONE if scheme == "light" else DESKTOP)
    table = play_table(page, game=GAME, seats=2)
    page.goto(f"/t/{table.table}?lang=zz")
    page.wait_for_selector(".game")
    lift_first(page, table)
    expect(page.locator(".ein-sum[data-sum]")).to_have_count(2)
    assert page.evaluate(NOT_BRACKETED) == []
    assert grave_faults(page) == []


@full
def test_a_red_die_can_be_lifted_where_it_is_seen_in_three_dimensions(linger: Visit) -> None:
    page = deep.deep(linger("Giulia"))
    table = play_table(page, game=GAME, seats=2)
    throw_first(page, table)
    lift = next(text for text in awaited(page, table)["texts"] if text.startswith("lift"))
    red = pyramid.cells_by_text()[lift.split()[1]]
    deep.pick(page, red)
    expect(page.locator(".ein-sum[data-sum]")).to_have_count(2)
    assert now(page, table)["view"]["lifted"] == red + 1
