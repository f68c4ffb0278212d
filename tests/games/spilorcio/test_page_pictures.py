"""What happened in Spilorcio is shown scene by scene, between places of the table."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bussolotto.core.kernel import CHANCE
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play.match import Match
from tests.depth import full
from tests.web.visits import Visit, play_table

LAST_SCENES = """
async (turns) => {
  const { scenes } = await import('/games/spilorcio/page/scenes.js');
  const shown = ({ view, flights }) => ({ view, flights });
  return turns.map(([before, after, plies]) => scenes(before, after, plies, null).map(shown));
}
"""

Turn = tuple[dict[str, Any], dict[str, Any], list[dict[str, int]]]


@pytest.fixture
def solid() -> bool:
    return True


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


@full
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


@full
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
