"""The rules of every game in its page: in words, with the house rules of the table, in every language."""

import pytest
from playwright.sync_api import expect

import bussolotto
from bussolotto.locale import catalogue
from tests.depth import in_full_runs
from tests.web.visits import PHONE, Visit, play_table, setting


def told(language: str, game: str) -> list[str]:
    """The titles of a game's sections."""
    texts = catalogue(language)
    return [texts[key] for key in texts if key.startswith(f"rules.{game}.") and key.endswith(".title")]


@pytest.mark.parametrize(
    "game", ["perspectives", *in_full_runs(*sorted({*bussolotto.games()} - {"perspectives", "spilorcio"}))]
)
def test_every_game_tells_its_rules(visit: Visit, game: str) -> None:
    page = visit("Giulia", size=PHONE, touch=True, lang="de")
    play_table(page, game=game, seats=bussolotto.game(game).SEATS[0])
    page.get_by_role("button", name="Regeln", exact=True).tap()
    rules = page.locator(".rules")
    house = [catalogue("de")["rules.house"]] if bussolotto.game(game).OPTIONS else []
    expect(rules.get_by_role("heading", level=3)).to_have_text([*told("de", game), *house])
    expect(rules.locator("figcaption")).to_have_text(catalogue("de")[f"rules.{game}.example"])
    expect(rules.locator("figure svg").first).to_be_visible()
    expect(rules.locator(".credit")).to_contain_text(catalogue("de")[f"game.{game}.title"])
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_house_rules_are_told_in_words(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, game="bunte-kuh", seats=2, options={"fiasco": "search"})
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.locator(".rules")
    expect(rules).to_contain_text("Who judges a Fiasco: the others, by searching.")
    expect(rules).to_contain_text(catalogue("en")["option.bunte-kuh.fiasco.search.hint"])


@pytest.mark.parametrize(("game", "clause"), [("bunte-kuh", "BKU-4"), *in_full_runs(("spilorcio", "SPI-4"))])
def test_clauses_stand_behind_a_why(visit: Visit, game: str, clause: str) -> None:
    page = visit("Giulia")
    play_table(page, game=game)
    page.get_by_role("button", name="Rules", exact=True).click()
    section = page.locator("section", has=page.locator("details.why")).filter(visible=True)
    expect(section.first).to_be_visible()
    expect(page.get_by_text(clause)).to_have_count(0)
    for why in section.get_by_text("Why?", exact=True).all():
        why.click()
    expect(page.locator(".clauses dt", has_text=clause)).to_have_count(1)
    expect(page.locator(".clauses dd", has_text=catalogue("en")[f"clause.{clause}"])).to_have_count(1)


def test_numbers_of_the_game_are_turned_where_a_table_is_set(visit: Visit) -> None:
    page = visit("Giulia")
    page.goto("/")
    game = setting(page, "Cincinnati")
    game.locator(".setup-more > summary").click()
    expect(game.get_by_label("Highest sum for table C")).to_be_hidden()
    game.get_by_text("Numbers of the game").click()
    game.get_by_label("Highest sum for table C").select_option("13")
    expect(game.locator(".setup-numbers")).to_contain_text("1 changed")
    expect(game.locator(".setup-numbers")).to_contain_text("printed: 11")
    game.get_by_role("button", name="Open a table").click()
    expect(page.locator("dl.options")).to_contain_text("Highest sum for table C")
    expect(page.locator("dl.options")).not_to_contain_text("Rounds")  # as printed


@pytest.mark.parametrize(
    ("options", "told"), [*in_full_runs(({}, "rules.house.usual")), ({"rounds": "7"}, "rules.house.changed")]
)
def test_numbers_are_told_where_they_are_not_as_printed(visit: Visit, options: dict[str, str], told: str) -> None:
    page = visit("Giulia")
    play_table(page, game="cincinnati", seats=3, options=options)
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.locator(".rules")
    expect(rules).to_contain_text(catalogue("en")[told])
    assert rules.get_by_text("Rounds: 7.").count() == len(options)
