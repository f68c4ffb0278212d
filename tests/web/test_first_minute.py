"""The first minute of a newcomer, in each game, as a short film: what it is about, what to do, what has happened.

With BUSSOLOTTO_FILMS=FOLDER the frames stay there, named GAME-WIDTH-NUMBER-MOMENT.png.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import bussolotto
from bussolotto.locale import catalogue
from tests.depth import full
from tests.games.abquetschen import test_page as abquetschen
from tests.games.bunte_kuh import test_page as bunte_kuh
from tests.games.cincinnati import test_page as cincinnati
from tests.games.cui_bono import test_page as cui_bono
from tests.games.eintrichtern import test_page as eintrichtern
from tests.games.my_dice_your_dice import test_page as my_dice_your_dice
from tests.games.perspectives import test_page as perspectives
from tests.games.raffzahn import test_page as raffzahn
from tests.games.spilorcio import test_page_play as spilorcio
from tests.games.wuerfelmarsch import test_page as wuerfelmarsch
from tests.web.playing import SHOWN, Choose, Perform, after, awaited, now, random_choice
from tests.web.racing import pick
from tests.web.serving import LiveServer
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, card

Act = Callable[[Page, AtTable], None]  # does one thing that a newcomer may do, or waits a moment

SAID = ".bench-say, .say"  # what I can do now
LISTEN = """
window.told = [];
new MutationObserver(() => {
  const text = document.querySelector('[data-event]')?.innerText;
  if (text && text !== window.told.at(-1)) window.told.push(text);
}).observe(document, { childList: true, subtree: true });
"""  # what stands over the table for a moment
SHIFTS = """
window.shifts = [];
const box = ({ y, height }) => `${Math.round(y)} to ${Math.round(y + height)}`;
const stands = (node) => node instanceof Element && !node.matches('p, span, b, strong, .log *, .wue-fights *');
new PerformanceObserver((list) => {
  if (!document.querySelector('.game, .board-area')) return;
  for (const { hadRecentInput, sources } of list.getEntries()) {
    for (const { node, previousRect: was, currentRect: is } of hadRecentInput ? [] : sources)
      if (stands(node) && box(was) !== box(is)) window.shifts.push(`${node.className}: ${box(was)}, then ${box(is)}`);
  }
}).observe({ type: 'layout-shift' });
"""  # what has jumped up or down, once there was a table; words that others take the place of may lie elsewhere
# (and in a list of what has happened a new line moves the others)
MOST_ACTS = 40
WIDTHS = (PHONE["width"], DESKTOP["width"])
EACH_SHORT = 5  # of so many games one in short runs
BY_TURNS = [  # each at one of them
    pytest.param(name, WIDTHS[turn % 2], marks=full if turn % EACH_SHORT else ())
    for turn, name in enumerate(bussolotto.games())
]
GLANCE_MS = 250


class Film(NamedTuple):
    """Frames of one visit."""

    page: Page
    name: str
    folder: Path

    def frame(self, moment: str) -> None:
        number = len(list(self.folder.glob(f"{self.name}-*.png")))
        self.page.screenshot(path=self.folder / f"{self.name}-{number:02}-{moment}.png")


def turn(perform: Perform, choose: Choose | None = None) -> Act:
    """An act of a game in which one decides after the other."""
    decide = choose or random_choice()

    def act(page: Page, table: AtTable) -> None:
        for _ in range(MOST_ACTS):  # until nobody else chooses, too: a bot's first secret choice takes a second
            found = awaited(page, table)
            if found["movers"] == [found["seat"]]:
                break
            page.wait_for_timeout(GLANCE_MS)
        page.wait_for_function(SHOWN, arg=found["version"])
        text = decide(found["view"], found["texts"])
        perform(page, text, "pointer")
        after(page, table, found["version"], text)

    return act


def grab(next_press: Callable[[Page, dict[str, Any], int], Any]) -> Act:
    """An act of a race: what a newcomer may press now, if there is anything."""

    def act(page: Page, table: AtTable) -> None:
        found = now(page, table)
        target = next_press(page, found["view"], found["seat"])
        if target is not None:
            pick(target, "pointer")
        page.wait_for_timeout(GLANCE_MS)

    return act


def march(page: Page, table: AtTable) -> None:
    found = awaited(page, table)
    page.wait_for_function(SHOWN, arg=found["version"])
    wuerfelmarsch.take_turn(page, found, "pointer")
    after(page, table, found["version"], "the turn")


def set_aside(page: Page, _: AtTable) -> None:
    page.wait_for_selector(", ".join(spilorcio.CHOICES))
    next(page.locator(choice).last for choice in spilorcio.CHOICES if page.locator(choice).count()).click()


ACTS: dict[str, Act] = {
    "abquetschen": turn(abquetschen.perform),
    "bunte-kuh": grab(bunte_kuh.next_press),
    "cincinnati": turn(cincinnati.perform, cincinnati.brisk),
    "cui-bono": turn(cui_bono.perform, cui_bono.first_back_then_keep),
    "eintrichtern": turn(eintrichtern.perform, eintrichtern.from_memory),
    "my-dice-your-dice": turn(my_dice_your_dice.perform),
    "perspectives": grab(perspectives.next_press),
    "raffzahn": grab(raffzahn.next_press),
    "spilorcio": set_aside,
    "wuerfelmarsch": march,
}


@pytest.fixture
def server(usual_server: LiveServer) -> LiveServer:
    return usual_server


@pytest.mark.parametrize(("name", "width"), BY_TURNS)
def test_the_first_minute_tells_everything(visit: Visit, tmp_path: Path, name: str, width: int) -> None:
    size = PHONE if width == PHONE["width"] else DESKTOP
    page = visit("Giulia", size=size)
    page.add_init_script(LISTEN)
    page.add_init_script(SHIFTS)
    folder = Path(os.environ.get("BUSSOLOTTO_FILMS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    film = Film(page, f"{name}-{width}", folder)
    table = begin(film, name)
    learn_what_to_do(film, name)
    learn_what_happens(film, table, name)
    assert page.evaluate("window.shifts") == []


def begin(film: Film, name: str) -> AtTable:
    """What the game is about, at home; then one click."""
    page, texts = film.page, catalogue("en")
    page.goto("/")
    shelf = card(page, texts[f"game.{name}.title"])
    shelf.scroll_into_view_if_needed()
    expect(shelf).to_contain_text(texts[f"game.{name}.line"])
    film.frame("home")
    shelf.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    told = page.context.request.get(page.url.replace("/t/", "/api/tables/")).json()
    return AtTable(told["table"], told["match"], told["link"])


def learn_what_to_do(film: Film, name: str) -> None:
    """Nothing happens in a race before 'Ready'; then the page says what can be done now, and a note what it is for."""
    page = film.page
    if bussolotto.game(name).RACE:
        ready = page.locator("[data-ready]")
        expect(ready).to_be_visible()
        film.frame("ready")
        ready.click()
    expect(page.locator(SAID).first).not_to_be_empty(timeout=20_000)
    expect(page.locator(".note p")).not_to_be_empty(timeout=20_000)
    film.frame("note")
    page.locator(".note").get_by_role("button", name="Got it").click()


def learn_what_happens(film: Film, table: AtTable, name: str) -> None:
    """After a few acts something has happened that the page tells in a sentence of its own."""
    page, act = film.page, ACTS[name]
    for at in range(MOST_ACTS):
        if page.evaluate("window.told.length"):
            break
        act(page, table)
        if at % 4 == 0:
            film.frame("act")
    film.frame("told")
    assert page.evaluate("window.told"), f"nothing was told after {MOST_ACTS} acts"
