"""The table of every game: for everybody, in the words of the catalogue, on a phone, with targets for a thumb."""

import pytest

from bussolotto.games import NAMES, game
from tests.web.conftest import DESKTOP, PHONE, Visit, play_table
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways

SEATS = {name: min(seats for seats in game(name).SEATS if seats > 1) for name in NAMES}


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("name", SEATS)
def test_axe_finds_nothing_serious(visit: Visit, name: str, scheme: str) -> None:
    page = visit("Giulia", scheme=scheme, size=DESKTOP if scheme == "dark" else PHONE)
    play_table(page, game=name, seats=SEATS[name])
    assert grave_faults(page) == []
    for drawer in ("rules", "log"):
        if (button := page.locator(f".drawer-button[data-drawer={drawer}]:visible")).count():
            button.click()
        assert grave_faults(page) == [], drawer


@pytest.mark.parametrize("name", SEATS)
def test_every_text_comes_from_the_catalogue(visit: Visit, name: str) -> None:
    page = visit("Giulia", "/?lang=zz")
    table = play_table(page, game=name, seats=SEATS[name])
    page.goto(f"/t/{table.table}?lang=zz")
    page.wait_for_selector(".table-main > *")
    assert page.evaluate(NOT_BRACKETED) == []
    page.keyboard.press("?")
    assert page.evaluate(NOT_BRACKETED) == []


@pytest.mark.parametrize("name", SEATS)
def test_a_phone_shows_it_whole_with_targets_for_a_thumb(visit: Visit, name: str) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    play_table(page, game=name, seats=SEATS[name])
    assert sideways(page) == 0
    assert page.evaluate(SMALL_TARGETS) == []
