"""The table of Würfelmarsch in three dimensions: a whole match by clicks on the dice that are drawn."""

from playwright.sync_api import expect

from tests.depth import full
from tests.games.wuerfelmarsch.test_page import take_turn
from tests.web import deep
from tests.web.playing import SHOWN, after, awaited
from tests.web.visits import Visit, play_table

WINDOW = {"width": 1000, "height": 760}
MOST_TURNS = 60


@full
def test_a_whole_match_by_clicks_on_the_canvas(visit: Visit) -> None:
    page = deep.deep(visit("Giulia", size=WINDOW))
    table = play_table(page, game="wuerfelmarsch", seats=3, options={"lattice": "7", "army": "3"})
    for _ in range(MOST_TURNS):
        found = awaited(page, table)
        if found["over"]:
            break
        page.wait_for_function(SHOWN, arg=found["version"])
        take_turn(page, found, "pointer", deep.pick)
        after(page, table, found["version"], "the turn")
    expect(page.locator(".summary polyline")).to_have_count(3)
