"""The table of Spilorcio with loaded dice, decision by decision: what can be done, seen, heard and undone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bussolotto.core import dice
from tests.depth import full
from tests.web.loaded import LoadedServer, loaded_server
from tests.web.visits import AtTable, Visit, play_table, visitors

NEARLY = [0, 3, 0, 3, 3]  # squares filled: two more 2s complete row 2


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoadedServer]:
    yield from loaded_server(tmp_path_factory.mktemp("loaded"))


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoadedServer]:
    """A loaded server whose bots take their time."""
    yield from loaded_server(tmp_path_factory.mktemp("patient"), bot_pace=5)


@pytest.fixture
def sit(browser: Browser, loaded: LoadedServer) -> Iterator[Visit]:
    yield from visitors(browser, loaded, solid=True)


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[LoadedServer]:
    """A server whose bots take their time and which has no other match: its dice fall for this one."""
    yield from loaded_server(tmp_path, bot_pace=5)


@pytest.fixture
def sit_alone(browser: Browser, alone: LoadedServer) -> Iterator[Visit]:
    yield from visitors(browser, alone, solid=True)


@pytest.fixture
def sit_patiently(browser: Browser, patient: LoadedServer) -> Iterator[Visit]:
    yield from visitors(browser, patient, solid=True)


def at_table(page: Page, seats: int = 2, bots: int | None = None, **options: str) -> AtTable:
    table = play_table(page, seats=seats, bots=bots, options=options)
    page.wait_for_selector(".spilorcio")
    return table


def die(page: Page, face: int) -> Locator:
    """The dice of the roll that show this number."""
    return page.get_by_role("group", name="Dice rolled").get_by_role("button", name=str(face), exact=True)


def chosen(page: Page) -> list[str]:
    return page.locator(".die-button[aria-pressed=true]").all_inner_texts()


def said(page: Page) -> Locator:
    """What stands beside the dice."""
    return page.locator(".say")


def confirm(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Set aside"))


@full
def test_a_tap_chooses_another_takes_back_and_confirming_rolls_the_rest(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(2, 2, 4, 5, 6, 1, 3, 3, filled=NEARLY)
    page = sit("Giulia")
    at_table(page)
    die(page, 2).first.click()
    expect(said(page)).to_have_text("Then you roll the other 4 dice.")
    die(page, 2).last.click()
    expect(confirm(page)).to_have_text("Set aside: 2 · 2")
    expect(page.locator(".cell.ringed")).to_have_count(2)
    assert [ring.get_attribute("data-at") for ring in page.locator(".cell.ringed").all()] == [
        "square-1-3",
        "square-1-4",
    ]
    die(page, 5).click()
    page.get_by_role("button", name="Take back the last die").click()
    assert chosen(page) == ["2", "2"]
    confirm(page).click()
    expect(die(page, 3)).to_have_count(2)
    expect(page.locator(".tray .visually-hidden")).to_have_text("2 · 2")
    expect(page.locator(".cell.promised")).to_have_count(2)


@full
def test_keys_choose_undo_and_confirm(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(2, 2, 4, 5, 6, 1, 1, 1)
    page = sit("Giulia")
    at_table(page)
    expect(confirm(page)).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("6")
    assert chosen(page) == ["2", "6"]
    page.keyboard.press("Backspace")
    assert chosen(page) == ["2"]
    page.keyboard.press("a")
    assert len(chosen(page)) == 5
    page.keyboard.press("Escape")
    assert chosen(page) == []
    die(page, 2).first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert chosen(page) == ["4"]
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(die(page, 1)).to_have_count(3)
    expect(die(page, 1).first).to_be_focused()


@full
def test_dragging_a_die_to_the_tray_chooses_it(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(2, 2, 4, 5, 6)
    page = sit("Giulia")
    at_table(page)
    page.locator(".roll-solid").wait_for()  # then they lie where they stay: while one is dragged nobody looks for it
    die(page, 4).drag_to(page.locator(".tray-slots"))
    assert chosen(page) == ["4"]
    die(page, 6).drag_to(page.locator(".board"))
    assert chosen(page) == ["4"]
    page.locator(".slot-ghost").click()
    assert chosen(page) == []


def test_the_preview_says_what_completes_and_what_is_left(sit_alone: Visit, alone: LoadedServer) -> None:
    alone.tell(2, 2, 4, 5, 6, filled=NEARLY)
    page = sit_alone("Giulia")
    at_table(page, seats=3)
    page.keyboard.press("a")
    expect(said(page)).to_contain_text("Row 2 is complete: you take 6 chips, the others pay 1 each.")
    expect(said(page)).to_contain_text("You then have 26 chips.")
    confirm(page).click()
    log = page.locator(".log-line", has_text="completes row 2").first  # a bot may complete it again later
    expect(log).to_have_text("Giulia completes row 2 and takes 6 chips; everyone else pays 1.")
    laid = page.locator(".log-line", has_text="Giulia sets aside").first
    expect(laid).to_contain_text("The reserve pays 2 chips.")


@full
def test_what_is_not_allowed_says_why(sit_patiently: Visit, patient: LoadedServer) -> None:
    patient.tell(2, 2, 4, 5, 6, 1, 1, 1)
    page = sit_patiently("Giulia")
    at_table(page)
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Choose at least one die: after every roll, set one or more aside.")
    page.keyboard.press("3")
    expect(said(page)).to_have_text("None of your dice shows a 3.")
    expect(page.locator("#live")).to_contain_text("None of your dice shows a 3.")
    page.keyboard.press("2")
    page.keyboard.press("2")
    confirm(page).click()
    expect(die(page, 1)).to_have_count(3)
    page.locator(".slot").first.click()
    expect(said(page)).to_contain_text("stay there for this turn.")
    page.keyboard.press("a")
    confirm(page).click()
    expect(page.locator(".plate-turn")).to_contain_text("Bot")
    page.locator(".die-button").first.click(force=True)  # it says that it is disabled, and answers why
    expect(said(page)).to_have_text("It is Bot\u2019s turn.")


@full
def test_what_would_end_the_match_asks_once_in_place(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(3, 3, 3, 4, 5, chips=[3, 30])
    page = sit("Giulia")
    at_table(page)
    page.keyboard.press("a")
    expect(said(page)).to_have_text("You still owe 2 chips: the match ends.")
    confirm(page).click()
    expect(page.get_by_role("button", name="Think again")).to_be_focused()
    page.get_by_role("button", name="Think again").click()
    assert len(chosen(page)) == 5
    confirm(page).click()
    page.get_by_role("button", name="Yes, end the match").click()
    expect(page.get_by_role("heading", name="Bot wins")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("the match is over. Bot wins with 30 chips.")


@full
def test_the_order_of_placing_is_asked_best_first(sit_alone: Visit, alone: LoadedServer) -> None:
    alone.tell(1, 2, 3, 4, 5, filled=[0, 0, 1, 3, 7], chips=[0, 30, 30])
    page = sit_alone("Giulia")
    at_table(page, seats=3, loan="five")
    page.keyboard.press("a")
    expect(said(page)).to_contain_text("Then you choose the order")
    confirm(page).click()
    choices = page.get_by_role("group", name="Which die do you place next?").get_by_role("button")
    expect(choices).to_have_count(5)
    expect(choices.first).to_contain_text("completes the row: +8")
    expect(choices.nth(1)).to_contain_text("the reserve pays 1")
    page.keyboard.press("6")
    expect(said(page)).to_contain_text("None of the dice still to be placed belongs in this row.")
    page.keyboard.press("Enter")
    expect(page.locator(".log-line", has_text="Giulia places a 5.")).to_be_visible()
    expect(page.locator(".log-line", has_text="completes row 5")).to_contain_text("takes 8 chips")
    expect(page.locator(".plate-mine .plate-chips")).to_have_text("2 chips")


@full
def test_a_row_of_the_board_can_be_chosen_for_the_next_die(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(1, 2, 3, 4, 5, filled=[0, 0, 1, 3, 7], chips=[0, 30, 30])
    page = sit("Giulia")
    at_table(page, seats=3, loan="five")
    page.keyboard.press("a")
    confirm(page).click()
    page.get_by_role("list", name="Board").get_by_role("button", name="Place a 5").click()
    expect(page.locator(".log-line", has_text="Giulia places a 5.")).to_be_visible()


def test_rows_are_described_and_every_chance_is_exact(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(2, 2, 4, 5, 6, filled=NEARLY)
    page = sit("Giulia")
    at_table(page)
    rows = page.get_by_role("list", name="Board").get_by_role("listitem")
    expect(rows).to_have_count(5)
    expect(rows.nth(3)).to_contain_text("Row 4: 3 of 7 squares filled, 3 chips on it")
    expect(rows.nth(3)).to_contain_text("It needs 3 more dice with its number.")
    chance = round(100 * float(dice.reach(4, 3)))
    expect(rows.nth(3)).to_contain_text(f"Chance: {chance}%.")
    expect(rows.nth(1)).to_contain_text("You have the dice for it.")
    page.keyboard.press("5")
    expect(rows.nth(1)).to_contain_text(f"Chance: {round(100 * float(dice.reach(4, 2)))}%.")
