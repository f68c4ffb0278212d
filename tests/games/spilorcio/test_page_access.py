"""Everybody can play Spilorcio: axe-core, what is said aloud, four languages, small screens, large text and targets."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bussolotto.locale import catalogue
from tests.depth import full
from tests.web.loaded import LoadedServer, loaded_server
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.test_access import SMALL
from tests.web.visits import PHONE, Visit, play_table, visitors

WIDE = {"width": 1920, "height": 1080}
INSIDE = [
    "button",
    ".say",
    ".cell",
    ".slot",
    ".plate",
]  # of the table: nothing of these sticks out of what is around it
STICKING_OUT = """
(selectors) => [...document.querySelectorAll(selectors.map((one) => `.spilorcio ${one}`))]
  .filter((element) => {
    const box = element.getBoundingClientRect();
    const around = element.closest('.hand, .board, .others, .result').getBoundingClientRect();
    return box.width && (box.right > around.right + 1 || box.left < around.left - 1);
  })
  .map((element) => element.outerHTML.slice(0, 90))
"""
LONG_NAME = "Giovanna Donnafugata di Salina"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoadedServer]:
    yield from loaded_server(tmp_path_factory.mktemp("loaded"))


@pytest.fixture
def sit(browser: Browser, loaded: LoadedServer) -> Iterator[Visit]:
    yield from visitors(browser, loaded)


def scenes_of(page: Page, loaded: LoadedServer, query: str = "?") -> Iterator[str]:
    """Show the table in every state it can be in, one after the other, and yield what is shown."""
    loaded.tell(1, 2, 3, 4, 5, filled=[0, 0, 1, 3, 7], chips=[0, 30, 30, 10, 10])
    table = play_table(page, seats=5, options={"loan": "five"})
    page.goto(f"/t/{table.table}{query}")
    page.wait_for_selector(".confirm")
    yield "choosing"
    page.keyboard.press("a")
    page.wait_for_selector(".confirm:not([aria-disabled=true])")
    yield "chosen"
    page.keyboard.press("Enter")
    page.wait_for_selector(".place-choice")
    yield "placing"
    yield from ending(page, loaded, query)


def ending(page: Page, loaded: LoadedServer, query: str) -> Iterator[str]:
    """A match that one decision ends, and its replay."""
    loaded.tell(3, 3, 3, 4, 5, chips=[3, 30])
    table = play_table(page)
    page.goto(f"/t/{table.table}{query}")
    page.wait_for_selector(".confirm")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    page.wait_for_selector(".danger.confirm")
    yield "asking"
    page.locator(".danger.confirm").click()
    page.wait_for_selector(".result .chart")
    yield "over"
    page.goto(f"/r/{table.match}{query}")
    page.wait_for_selector(".spilorcio")
    yield "replay"


@full
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "light"), (SMALL, "light"), (WIDE, "dark")],
    ids=lambda look: str(look["width"]) if isinstance(look, dict) else look,
)
def test_every_scene_is_for_everybody(sit: Visit, loaded: LoadedServer, size: dict[str, int], scheme: str) -> None:
    """In the longest words, at every size, with letters as they are and, but on the smallest, twice as large."""
    page = sit(LONG_NAME, size=size, lang="de", scheme=scheme, touch=size in (SMALL, PHONE))
    for name in scenes_of(page, loaded):
        assert grave_faults(page) == [], name
        assert keys_on(page) == [], name
        assert sideways(page) == 0, name
        assert page.evaluate(STICKING_OUT, INSIDE) == [], name
        assert size not in (SMALL, PHONE) or page.evaluate(SMALL_TARGETS) == [], name
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert size is SMALL or sideways(page) == 0, f"{name}, with letters twice as large"
        page.evaluate("document.documentElement.style.fontSize = ''")


def keys_on(page: Page) -> list[str]:
    """Keys of the game's catalogue that are shown instead of their text."""
    return re.findall(r"spilorcio\.[\w.-]+", page.locator("body").inner_text())


@full
@pytest.mark.parametrize("lang", ["zz", "fr"])  # German is looked at above
def test_every_text_comes_from_the_catalogue_of_its_language(sit: Visit, loaded: LoadedServer, lang: str) -> None:
    page = sit("Giulia")
    for name in scenes_of(page, loaded, f"?lang={lang}"):
        assert keys_on(page) == [], name
        assert lang != "zz" or page.evaluate(NOT_BRACKETED) == [], name


@full
def test_on_a_tall_phone_the_hand_is_in_sight_and_the_board_fills_the_rest(sit: Visit, loaded: LoadedServer) -> None:
    page = sit("Giulia", size=PHONE)
    for name in scenes_of(page, loaded):
        if name in {"choosing", "chosen", "placing", "asking"}:
            hand = page.locator(".hand").bounding_box()
            board = page.locator(".board").bounding_box()
            assert hand is not None and board is not None
            assert hand["y"] + hand["height"] <= PHONE["height"], name
            assert board["height"] > 300, name


def test_what_is_chosen_and_what_follows_is_said_aloud(sit: Visit, loaded: LoadedServer) -> None:
    loaded.tell(2, 2, 4, 5, 6, filled=[0, 3, 0, 3, 3])
    page = sit("Giulia")
    play_table(page)
    page.wait_for_selector(".confirm")
    page.keyboard.press("2")
    expect(page.locator("#live")).to_contain_text("Chosen: 2. Then you roll the other 4 dice.")
    page.keyboard.press("a")
    expect(page.locator("#live")).to_contain_text("Row 2 is complete: you take 6 chips, the other player pays 1.")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Giulia completes row 2 and takes 6 chips; everyone else pays 1")


@full
def test_the_rules_and_odds_are_one_tap_away(sit: Visit) -> None:
    page = sit("Giulia")
    play_table(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("heading", name="The red square")).to_be_visible()
    expect(page.locator(".example .cell.ringed")).to_have_count(4)
    page.get_by_role("button", name="Odds").click()
    expect(page.get_by_role("table")).to_contain_text("94%")


@full
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
def test_no_hint_lies_over_the_board_of_a_phone(sit: Visit, loaded: LoadedServer, size: dict[str, int]) -> None:
    """However long its words are, in any language."""
    loaded.tell(1, 2, 3, 4, 5)
    page = sit("Giulia", lang="de", size=size)
    play_table(page, seats=5)
    hint = page.locator(".note p")
    hint.wait_for()
    board = page.locator(".board-area").bounding_box()
    assert board
    for lang in ("it", "de", "fr", "en"):
        words = catalogue(lang)
        for name in ("keeping", "placing", "again", "squares", "red", "chance", "miser"):
            hint.evaluate("(hint, text) => { hint.textContent = text; }", words[f"note.spilorcio.{name}"])
            walk = page.locator(".note").bounding_box()
            assert walk
            assert walk["y"] + walk["height"] <= board["y"], f"{name} in {lang}"
