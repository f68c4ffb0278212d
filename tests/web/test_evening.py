"""An evening through the page: set at home, played game by game on one pyramid, scored, and kept as one record."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from bussolotto import evening, notation
from tests.web import test_abquetschen
from tests.web.conftest import PHONE, AtTable, Visit
from tests.web.piles import flat
from tests.web.playing import IDLE, SHOWN, awaited, play
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.test_cui_bono import first_back_then_keep, perform

PLAIN = {
    "game": "cui-bono",
    "seats": 3,
    "sit": 0,
    "bots": [{"seat": seat, "player": "sensible"} for seat in (1, 2)],
    "evening": {"games": [{"game": "cui-bono"}, {"game": "cui-bono", "options": {"keeps": "5"}}]},
}
SERIES = ("Abquetschen", "Raffzahn", "Bunte Kuh", "Cui bono?")


def card(page: Page) -> Locator:
    return page.get_by_role("article", name="An evening")


def table_of(page: Page) -> dict[str, Any]:
    """The table that this page shows, as the server tells it."""
    told: dict[str, Any] = page.context.request.get(page.url.replace("/t/", "/api/tables/").partition("?")[0]).json()
    return told


def end(page: Page) -> None:
    """End the match as it stands; bots agree to everything."""
    page.wait_for_function(IDLE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Offer to end here").click()
    page.get_by_role("button", name="Offer it").click()


def go_on(page: Page, title: str) -> None:
    """On to the next game."""
    page.get_by_role("button", name=f"Next: {title}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator(".game-mine")).to_be_visible()


def test_an_evening_of_four_games(visit: Visit, tmp_path: Path) -> None:
    page = flat(visit("Giulia"))
    page.goto("/")
    set_up(page)
    for number, title in enumerate(SERIES[:3], 1):
        expect(page.locator(".evening-at")).to_have_text(f"Evening {number}/4")
        if number == 1:
            open_the_pyramid(page)
        else:
            assert page.locator(".evening-found").inner_text().startswith(told_pile(table_of(page)))
        end(page)
        expect(page.locator(".evening-now th")).to_have_text(f"{number}. {title}")
        assert score_shown(page) == table_of(page)["evening"]["totals"]
        go_on(page, SERIES[number])
    told = table_of(page)
    play(page, AtTable(told["table"], told["match"], told["link"]), perform, "pointer", first_back_then_keep)
    expect(page.locator(".evening-between .result-line")).to_contain_text("evening")
    told = table_of(page)["evening"]
    assert [float(each) for each in page.locator(".evening-between .places .number").all_inner_texts()] == sorted(
        [round(total, 1) for total in told["totals"]], reverse=True
    )
    check_record(page, told, tmp_path / "evening.jsonl")
    open_record(page, tmp_path / "evening.jsonl")


def set_up(page: Page) -> None:
    """The series of the rulebook, its last game short, against two bots."""
    card(page).get_by_role("button", name="The series of Das Spiel").click()
    card(page).get_by_text("Games, score and guests").click()
    expect(card(page).locator(".evening-item strong")).to_have_text(list(SERIES))
    last = card(page).locator(".evening-item").last
    last.get_by_text("House rules").click()
    last.get_by_text("Numbers of the game").click()
    last.get_by_label("Kept dice that end").select_option("5")
    card(page).get_by_role("button", name="Play against 2 bots now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Abquetschen")


def open_the_pyramid(page: Page) -> None:
    """Until the first dice stand: whoever threw the 4 opens."""
    told = table_of(page)
    found = awaited(page, AtTable(told["table"], told["match"], told["link"]))
    page.wait_for_function(SHOWN, arg=found["version"])
    if found["texts"][0].startswith("open"):
        test_abquetschen.perform(page, found["texts"][0], "pointer")
        page.wait_for_function(IDLE)


def told_pile(table: dict[str, Any]) -> str:
    """How the page begins to tell what stays."""
    stay, kept = table["evening"]["pile"]["stay"], table["evening"]["pile"]["kept"]
    if kept in (0, stay):
        return f"{stay} dice stay{'; how they look is drawn.' if not kept else ' just as they were.'}"
    return f"{stay} dice stay, {kept} of them just as they were."


def score_shown(page: Page) -> list[float]:
    return [float(each) for each in page.locator(".evening-score tfoot td").all_inner_texts()]


def check_record(page: Page, told: dict[str, Any], path: Path) -> None:
    """The file of the evening is whole, and says what the page says."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the evening").click()
    download.value.save_as(path)
    record = notation.parse_evening(path.read_bytes())
    assert tuple(match.game for match in record.records) == evening.PRESETS["das-spiel"]
    assert [float(total) for total in record.totals()] == told["totals"]
    assert record.matches == told["matches"]
    kept = [
        evening.account(match.game, match.options, pile).stay
        for match, pile in zip(record.records, record.piles, strict=True)
        if pile
    ]
    assert len(kept) == 3 and min(kept) >= 4
    assert record.records[3].end and record.records[3].end["reason"] == "rules"


def open_record(page: Page, path: Path) -> None:
    """Any game of it can be watched again."""
    page.goto("/open")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("An evening of several games")
    page.get_by_role("button", name="Show Bunte Kuh").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bunte Kuh")
    page.get_by_role("button", name="An evening").click()
    expect(page.get_by_role("button", name="Show Raffzahn")).to_be_visible()


def test_for_everybody(visit: Visit) -> None:
    page = flat(visit("Giulia", "/?lang=zz", size=PHONE, touch=True))
    page.goto("/?lang=zz")
    its = page.locator(".evening-card")
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


def is_for_everybody(page: Page) -> None:
    """No grave fault, no text from elsewhere, nothing too small to touch, nothing beside the screen."""
    assert grave_faults(page) == []
    assert page.evaluate(NOT_BRACKETED) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert sideways(page) == 0
