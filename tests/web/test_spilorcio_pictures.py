"""What the page of Spilorcio works out by itself agrees with the rules: keeps, pictures of a placing, chances."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bussolotto import dice
from bussolotto.games import spilorcio
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from tests.web.conftest import Visit, play_table

LAST_PICTURES = """
async (pairs) => {
  const { placings } = await import('/web/games/spilorcio/placing.js');
  return pairs.map(([before, after]) => placings(before, after).map(({ view, completed }) => ({ view, completed })));
}
"""
LAST_SCENES = """
async (turns) => {
  const { scenes } = await import('/web/games/spilorcio/scenes.js');
  const shown = ({ view, flights }) => ({ view, flights });
  return turns.map(([before, after, plies]) => scenes(before, after, plies, null).map(shown));
}
"""
HOPES = """
async (views) => {
  const { hope } = await import('/web/games/spilorcio/position.js');
  const { reach } = await (await fetch('/web/dice-odds.json')).json();
  return views.map((view) => [0, 1, 2, 3, 4].map((row) => hope(view, row, [], reach)));
}
"""
BORROWED = 2

Turn = tuple[dict[str, Any], dict[str, Any], list[dict[str, int]]]


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit("Giulia")


def turns(seed: int, matches: int) -> list[Turn]:
    """Decisions of random matches: the view before each, the view when the dice after it lie, the plies between."""
    rng = random.Random(seed)
    told = []
    for number in range(matches):
        options = {"loan": ("reserve", "five")[number % 2], "board": ("standard", "short", "gentle")[number % 3]}
        match = Match(spilorcio, 2 + number % 4, options)
        fall(match, rng)
        while not match.over:
            before, version, seat = match.view(0), match.version, match.movers().bit_length() - 1
            match.play(seat, rng.choice(match.legal(seat)))
            fall(match, rng)
            plies = [{"seat": seat, "action": action} for seat, action in match.log[version:]]
            told.append((before, match.view(0), plies))
    return told


def fall(match: Match, rng: random.Random) -> None:
    while weights := match.odds():
        match.play(CHANCE, rng.choices(range(len(weights)), weights)[0])


def test_keeps_are_numbered_as_in_the_rules(page: Page) -> None:
    keeps, place = page.evaluate("import('/web/keeps.js').then(({ KEEPS, PLACE }) => [KEEPS, PLACE])")
    assert [tuple(faces) for faces in keeps] == list(dice.KEEPS)
    assert place == spilorcio.PLACE


def test_the_pictures_of_a_placing_end_where_the_rules_end(page: Page) -> None:
    placed = [turn for turn in turns(seed=11, matches=40) if happened(*turn[:2])]
    told = page.evaluate(LAST_PICTURES, [turn[:2] for turn in placed])
    assert len(placed) > 300
    completed = 0
    for (before, after, _), pictures in zip(placed, told, strict=True):
        shown = before["placed"] if before["phase"] == spilorcio.PLACING else 0
        assert len(pictures) == after["placed"] - shown
        last = pictures[-1]["view"] if pictures else before
        completed += sum(picture["completed"] for picture in pictures)
        assert last["filled"] == after["filled"]
        assert sum(last["chips"]) + last["reserve"] + chips_lying(last) == spilorcio.CHIPS[0]
        if not before["debt"] and not any(source & BORROWED for source in after["source"][shown : after["placed"]]):
            assert (last["chips"], last["reserve"]) == (after["chips"], after["reserve"])
    assert completed > 50


def happened(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return bool(
        before["phase"] == spilorcio.PLACING or after["turn"] != before["turn"] or after["phase"] >= spilorcio.PLACING
    )


def chips_lying(view: dict[str, Any]) -> int:
    rows = zip(view["filled"], view["double"], strict=True)
    return sum(filled + (1 if filled and double else 0) for filled, double in rows)


def test_scenes_end_with_the_view_and_fly_only_between_places_of_the_table(page: Page) -> None:
    told = turns(seed=12, matches=12)
    play_table(page, seats=5, bots=4)
    page.wait_for_selector(".spilorcio")
    places = set(page.locator(".spilorcio [data-at]").evaluate_all("(all) => all.map((place) => place.dataset.at)"))
    places |= {f"roll-{place}" for place in range(5)}
    for (_, after, _), shown in zip(told, page.evaluate(LAST_SCENES, told), strict=True):
        assert shown[-1]["view"] == after
        flights = [flight for scene in shown for flight in scene["flights"]]
        assert {flight[end] for flight in flights for end in ("from", "to")} <= places


def test_the_chances_beside_the_rows_are_those_of_the_rules(page: Page) -> None:
    views = [after for _, after, _ in turns(seed=13, matches=6) if after["phase"] == spilorcio.KEEPING]
    for view, hopes in zip(views, page.evaluate(HOPES, views), strict=True):
        roll, aside = dice.KEEPS[view["roll"]], dice.KEEPS[view["aside"]]
        for row, told in enumerate(hopes):
            needs = view["length"][row] - view["filled"][row] - (roll + aside).count(row + 1)
            left = len(roll) - max(1, roll.count(row + 1))
            assert told["needs"] == max(0, needs)
            assert told["chance"] == pytest.approx(float(dice.reach(left, needs)))


def test_the_table_of_chances_is_the_one_of_the_rules(page: Page) -> None:
    table = page.evaluate("fetch('/web/dice-odds.json').then((answer) => answer.json())")["reach"]
    exact = [[float(dice.reach(rolled, wanted)) for wanted in range(6)] for rolled in range(6)]
    assert table == exact


def test_what_happened_is_shown_one_thing_at_a_time_and_can_be_skipped(visit: Visit) -> None:
    page = visit("Giulia", motion=True)
    play_table(page, seats=3)
    page.wait_for_selector(".confirm", timeout=30_000)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    skip = page.get_by_role("button", name="Show me now")
    expect(skip).to_be_visible()
    page.wait_for_selector(".flying", state="attached")
    for _ in range(100):
        if page.locator(".confirm, .result").count():
            break
        if skip.count():
            page.keyboard.press("Escape")
        page.wait_for_timeout(50)
    expect(page.locator(".confirm, .result, .place-choice").first).to_be_visible()
    expect(page.locator(".flying")).to_have_count(0)
