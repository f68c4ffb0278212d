"""An evening through the page: set at home, played game by game on one pyramid, scored, and kept as one record."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from bussolotto.play import evening, notation
from tests.command_line import done
from tests.depth import full
from tests.games.abquetschen import test_page as test_abquetschen
from tests.games.bunte_kuh import test_page as test_bunte_kuh
from tests.games.cui_bono import test_page as test_cui_bono
from tests.games.raffzahn import test_page as test_raffzahn
from tests.web.playing import now, play
from tests.web.quality import is_for_everybody
from tests.web.racing import race
from tests.web.serving import LiveServer
from tests.web.visits import PHONE, AtTable, Visit, setting

PLAIN = {
    "game": "cui-bono",
    "seats": 3,
    "sit": 0,
    "bots": [{"seat": seat, "player": "sensible"} for seat in (1, 2)],
    "evening": {"games": [{"game": "cui-bono"}, {"game": "cui-bono", "options": {"keeps": "5"}}]},
}
NUMBERS = {  # of the games, by what the form calls them: each match ends sooner, on the printed pyramid
    "Abquetschen": ("Dice of each player", "25"),
    "Raffzahn": ("Dice above the base that may be left at the end", "15"),
    "Bunte Kuh": ("Dice that are shared out", "30"),
    "Cui bono?": ("Kept dice that end", "5"),
}

HEIGHTS = """
window.heights = [];
new MutationObserver(() => {
  if (document.querySelector('.table-title')) heights.push(document.querySelector('.top').offsetHeight);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""  # of the bar at the top, at each change of the page
COLOURS = ("pearl", "yellow", "red")  # of Cui bono?, from 1
OF_SEATS = ("red", "yellow", "pearl")  # of Abquetschen's dice, by seat


@pytest.fixture
def server(usual_server: LiveServer) -> LiveServer:
    return usual_server


def play_race(page: Page, table: AtTable, next_press: Callable[[Page, dict[str, Any], int], Locator | None]) -> None:
    page.locator("[data-ready]").click()
    race(page, table, "pointer", partial(next_press, page))


GAMES: dict[str, Callable[[Page, AtTable], None]] = {
    "Abquetschen": partial(play, perform=test_abquetschen.perform, how="pointer"),
    "Raffzahn": partial(play_race, next_press=test_raffzahn.next_press),
    "Bunte Kuh": partial(play_race, next_press=test_bunte_kuh.next_press),
    "Cui bono?": partial(play, perform=test_cui_bono.perform, how="pointer", choose=test_cui_bono.first_back_then_keep),
}
SERIES = tuple(GAMES)


def table_of(page: Page) -> dict[str, Any]:
    """The table that this page shows, as the server tells it."""
    place = page.url.replace("/t/", "/api/tables/").partition("?")[0]
    told: dict[str, Any] = page.context.request.get(place, max_retries=1).json()  # after a pause the line may be closed
    return told


def go_on(page: Page, title: str) -> None:
    """On to the next game."""
    page.get_by_role("button", name=f"Next: {title}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator(".game-mine")).to_be_visible()


@full
def test_an_evening_of_four_games(visit: Visit, tmp_path: Path) -> None:
    """All four to their ends, with a pointer; what stands at the start of each is what the one before has left."""
    page = visit("Giulia")
    page.goto("/")
    set_up(page)
    left: dict[int, Look] = {}
    score = [Fraction(0)] * 3
    for number, (title, play_game) in enumerate(GAMES.items(), 1):
        expect(page.locator(".evening-at")).to_have_text(f"Evening {number}/4")
        told = table_of(page)
        if number > 1:
            expect(page.locator(".evening-found")).to_contain_text(told_pile(told))
        table = AtTable(told["table"], told["match"], told["link"])
        play_game(page, table)
        stayed = check_opening(page, table, left, told["evening"]["pile"])
        found = now(page, table)
        assert found["end"]["reason"] == "rules"
        left = standing(found["view"], stayed)
        worth = evening.points("places", found["game"], found["returns"], found["scores"], compared(page, table))
        score = [before + more for before, more in zip(score, worth, strict=True)]
        assert table_of(page)["evening"]["totals"] == [float(total) for total in score]
        assert score_shown(page) == [round(float(total), 1) for total in score]
        if number < len(GAMES):
            expect(page.locator(".evening-now th")).to_have_text(f"{number}. {title}")
            go_on(page, SERIES[number])
    expect(page.locator(".evening-between .result-line")).to_contain_text("evening")
    told = table_of(page)["evening"]
    assert [float(each) for each in page.locator(".evening-between .places .number").all_inner_texts()] == sorted(
        [round(total, 1) for total in told["totals"]], reverse=True
    )
    check_record(page, told, tmp_path / "evening.jsonl")
    open_record(page, tmp_path / "evening.jsonl")


def set_up(page: Page) -> None:
    """The series of the rulebook, each game shorter by a number of its own, against two bots."""
    setting(page, "An evening").get_by_role("button", name="The games of Das Spiel").click()
    setting(page, "An evening").get_by_text("Games, score and guests").click()
    expect(setting(page, "An evening").locator(".evening-item strong")).to_have_text(list(SERIES))
    for title, (name, number) in NUMBERS.items():
        item = setting(page, "An evening").locator(".evening-item", has=page.get_by_text(title, exact=True))
        item.get_by_text("House rules").click()
        item.get_by_text("Numbers of the game").click()
        item.get_by_label(name).select_option(number)
    setting(page, "An evening").get_by_role("button", name="Play against 2 bots now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Abquetschen")


class Look(NamedTuple):
    """What is known of a die that stands."""

    colour: str | None = None
    pose: int | None = None


def standing(view: dict[str, Any], before: dict[int, Look]) -> dict[int, Look]:
    """The dice of a position by cell; one that stood there before keeps its colour where its game tells none."""
    if "pose" in view:
        return {cell: Look(before.get(cell, Look()).colour, pose) for cell, pose in enumerate(view["pose"]) if pose}
    if "owner" in view:
        return {cell: Look(OF_SEATS[owner - 1]) for cell, owner in enumerate(view["owner"]) if owner}
    return {cell: Look(COLOURS[colour - 1]) for cell, colour in enumerate(view["colour"]) if colour}


def check_opening(page: Page, table: AtTable, left: dict[int, Look], pile: dict[str, int] | None) -> dict[int, Look]:
    """Does a match begin with the dice that the one before has left, and has its table told so? Those that stay."""
    frames = page.context.request.get(f"/api/matches/{table.match}/replay").json()["frames"]
    stands = standing(next(frame["view"] for frame in frames if frame["movers"]), {})
    if pile is None:
        assert not left and not stands
        return {}
    stay = left.keys() & stands.keys()
    kept = [(cell, at) for cell in stay for at in (0, 1) if left[cell][at] is not None and stands[cell][at] is not None]
    assert [left[cell][at] for cell, at in kept] == [stands[cell][at] for cell, at in kept]
    cleared, filled = len(left) - len(stay), len(stands) - len(stay)
    assert pile == {"stay": len(stay), "kept": len(kept), "filled": filled, "cleared": cleared}
    assert len(stay) > 3
    return {cell: left[cell] for cell in stay}


def told_pile(table: dict[str, Any]) -> str:
    """How the page begins to tell what stays."""
    stay, kept = table["evening"]["pile"]["stay"], table["evening"]["pile"]["kept"]
    if kept in (0, stay):
        return f"{stay} dice stay{'; their look is drawn.' if not kept else ' exactly as they were.'}"
    return f"{stay} dice stay, {kept} of them exactly as they were."


def compared(page: Page, table: AtTable) -> list[float]:
    """What the rules compare at the end of this match, by seat, where points alone do not decide (CUI-6)."""
    file = page.context.request.get(f"/api/matches/{table.match}/file").body()
    return evening.standing(notation.match_of(notation.parse(file)))


def score_shown(page: Page) -> list[float]:
    return [float(each) for each in page.locator(".evening-score tfoot td").all_inner_texts()]


def check_record(page: Page, told: dict[str, Any], path: Path) -> None:
    """The file of the evening is whole, and says what the page says."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the evening").click()
    download.value.save_as(path)
    checked = done("check", str(path)).output
    assert "evening.jsonl: an evening of 4 games, intact." in checked
    record = notation.parse_evening(path.read_bytes())
    games = evening.presets()["das-spiel"]
    assert tuple(match.game for match in record.records) == games
    assert all(f"evening.jsonl: {game}, " in checked for game in games)
    assert [float(total) for total in record.totals()] == told["totals"]
    assert record.matches == told["matches"]
    assert [match.end and match.end["reason"] for match in record.records] == ["rules"] * len(games)


def open_record(page: Page, path: Path) -> None:
    """Any game of it can be watched again."""
    page.goto("/open")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("An evening of several games")
    page.get_by_role("button", name="Show Bunte Kuh").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bunte Kuh")
    page.get_by_role("button", name="An evening").click()
    expect(page.get_by_role("button", name="Show Raffzahn")).to_be_visible()


def test_who_only_watches_is_told_so_beside_the_place_in_the_evening(visit: Visit) -> None:
    giulia = visit("Giulia")
    opened = giulia.context.request.post("/api/tables", data=PLAIN | {"visibility": "open"}).json()
    giulia.context.request.post(f"/api/tables/{opened['table']}/start")
    paolo = visit("Paolo", size=PHONE)
    paolo.add_init_script(HEIGHTS)
    paolo.goto(f"/t/{opened['table']}")
    under = paolo.locator(".top-under")
    expect(under).to_have_text(re.compile(r"Evening 1/2.*You are watching"))
    expect(under.get_by_text("You are watching", exact=True)).to_be_visible()
    assert under.evaluate("line => line.scrollWidth <= line.clientWidth")
    assert len(set(paolo.evaluate("heights"))) == 1, "the table moves when the place in the evening comes"


@full
def test_for_everybody(visit: Visit) -> None:
    page = visit("Giulia", "/?lang=zz", size=PHONE, touch=True)
    page.goto("/?lang=zz")
    page.locator("#shelf-evening").click()
    its = page.locator(".sheet .setup")
    its.get_by_role("button").first.click()
    its.locator("summary").first.click()
    expect(its.locator(".evening-item")).to_have_count(4)
    is_for_everybody(page)
    opened = page.context.request.post("/api/tables", data=PLAIN).json()
    page.goto(f"/t/{opened['table']}?lang=zz")
    expect(page.locator(".evening-programme .muted")).to_have_text(["", re.compile("Kept dice.*: 5")])
    is_for_everybody(page)
    page.context.request.post(f"/api/tables/{opened['table']}/start")
    expect(page.locator(".evening-at")).to_be_visible()
    page.context.request.post(f"/api/tables/{opened['table']}/end")
    expect(page.locator(".evening-go")).to_be_visible()
    is_for_everybody(page)
    page.locator(".evening-go").click()
    expect(page.locator(".evening-found")).to_be_visible()
    is_for_everybody(page)
    page.context.request.post(f"/api/tables/{opened['table']}/end")
    expect(page.locator(".evening-between .places li")).to_have_count(3)
    is_for_everybody(page)
