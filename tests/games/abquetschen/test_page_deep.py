"""The table of Abquetschen in three dimensions: a whole match by clicks on the dice that are drawn."""

from playwright.sync_api import Page, expect

from tests.depth import FULL
from tests.games.abquetschen.test_page import build_all
from tests.web import deep
from tests.web.playing import How, awaited, play
from tests.web.visits import AtTable, Visit, play_table

LEVELS = "4" if FULL else "3"  # of the 8 printed, so that it is sooner over
WINDOW = {"width": 1000, "height": 760}


def perform(page: Page, text: str, how: How) -> None:
    """A whole build. She bends down to the table first, where dice hide others: those she has to look for."""
    del text
    deep.look_from_the_table(page)
    build_all(page, how, deep.pick)


def test_a_whole_match_by_clicks_on_the_canvas(visit: Visit) -> None:
    page = deep.deep(visit("Giulia", size=WINDOW))
    while awaited(page, table := small_table(page))["over"]:
        pass  # the bots have blocked everything before her first turn
    play(page, table, perform, "pointer")
    expect(page.locator(".summary polyline")).to_have_count(3)


def small_table(page: Page) -> AtTable:
    return play_table(page, game="abquetschen", seats=3, player="random", options={"lattice": LEVELS})
