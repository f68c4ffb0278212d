"""Pig, a game with rules and English texts alone, on the general page: found, played, told and watched again."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.quality import grave_faults
from tests.web.serving import LiveServer
from tests.web.test_match import CHOICES, POSITION
from tests.web.visits import PHONE, Visit, card, play_table, running, setting, visitors

INSTALLED = """
from bussolotto.games import packages
from tests import pig
pig.install()
packages()["dare"] = "tests.laws.toys.dare"  # a toy that has rules alone
"""
WISH: dict[str, Any] = {"game": "pig", "player": "random", "options": {"goal": "15"}}


@pytest.fixture(scope="module")
def with_pig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server of a machine where the game is installed."""
    yield from running(LiveServer(tmp_path_factory.mktemp("pig"), bot_pace=0, before=INSTALLED))


@pytest.fixture
def visit(browser: Browser, with_pig: LiveServer) -> Iterator[Visit]:
    yield from visitors(browser, with_pig)


def play_on(page: Page, press: str) -> None:
    """To the end of the match: roll until something lies in the pot, then hold."""
    for _ in range(300):
        page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
        if page.locator(".result-line").count():
            return
        button = page.locator(f"{CHOICES}:enabled").last  # Hold where there is something to bank
        if press == "tap":
            button.tap()
        elif press == "keys":
            button.press("Enter")
        else:
            button.click()
        page.wait_for_function("() => !document.querySelector('.word[disabled]')")
    raise AssertionError("not over after 300 actions")


@pytest.mark.parametrize("press", ["click", "tap", "keys"])
def test_a_whole_match_is_played_and_watched_again(visit: Visit, press: str) -> None:
    page = visit("Giulia", **({"size": PHONE, "touch": True} if press == "tap" else {}))
    table = play_table(page, **WISH)
    expect(page.locator(POSITION)).to_contain_text("pot: 0")
    expect(page.locator(CHOICES)).to_have_text(["Roll"])
    play_on(page, press)
    expect(page.locator(".result-line")).to_contain_text("win")
    if press == "click":
        page.goto(f"/r/{table.match}")
        page.wait_for_selector(POSITION)
        page.get_by_label("Moment in the match").press("End")
        expect(page.locator(POSITION)).to_contain_text(re.compile(r"1[5-9]|2\d"))
        expect(page.locator(".log-line").last).to_contain_text("hold")


def test_it_is_found_and_set_up_on_the_first_page(visit: Visit) -> None:
    page = visit("Giulia", lang="de")
    expect(card(page, "Pig")).to_contain_text("Roll and add up as long as you dare.")
    expect(card(page, "Pig").locator(".shelf-dice")).to_be_visible()  # for want of a picture of its table
    expect(setting(page, "Pig")).to_contain_text("A folk game")


def test_its_rules_are_told(visit: Visit) -> None:
    page = visit("Giulia", lang="fr")
    play_table(page, **WISH)
    page.get_by_role("button", name="Règles", exact=True).click()
    rules = page.locator(".rules")
    expect(rules).to_contain_text("A 1 loses the sum and ends the turn.")
    expect(rules).to_contain_text("Points to reach")
    assert grave_faults(page) == []


def test_its_words_are_its_own_and_those_of_other_games_are_theirs(visit: Visit) -> None:
    page = visit("Giulia")
    found = page.evaluate(
        """async () => {
            const { learn, translator } = await import('/web/words/i18n.js');
            const { t } = await translator('en');
            const told = [];
            for (const game of ['pig', 'my-dice-your-dice', 'pig']) {
                await learn(game);
                told.push(t('word.roll'));
            }
            return told;
        }"""
    )
    assert found == ["Roll", "Roll again", "Roll"]


def test_a_game_without_any_text_is_played_in_the_words_of_its_notation(visit: Visit) -> None:
    page = visit("Giulia", lang="it")
    expect(card(page, "Dare")).to_be_visible()
    play_table(page, game="dare", player="random")
    expect(page.locator(CHOICES).last).to_have_text("stay")
    page.locator(CHOICES).last.click()
    expect(page.locator(".result-line")).not_to_be_empty()
    page.get_by_role("button", name="Regole", exact=True).click()
    expect(page.locator(".rules")).to_be_visible()
