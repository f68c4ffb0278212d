"""Games of other packages on the general page: Pig of the docs, found, played, told and watched again; the example."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests import pig
from tests.depth import full, in_full_runs
from tests.web.quality import grave_faults
from tests.web.serving import LiveServer
from tests.web.test_match import CHOICES as PLAIN_CHOICES
from tests.web.visits import DESKTOP, NOT_READY, PHONE, Visit, card, play_table, running, setting, visitors

INSTALLED = """
import sys
from bussolotto.games import packages
from tests import pig
pig.install()
sys.path.append("examples/quarry/src")
packages().update(dare="tests.laws.toys.dare", quarry="quarry")  # a toy that has rules alone; the example
"""
POLICY = """
from bussolotto.core.kernel import rule
from bussolotto.play.policies import no_tables as tables

NAME = "sensible"

@rule
def decide(s, seat, rng, tables):
    return 1 if s.pot >= 20 or s.points[seat] + s.pot >= s.goal else 0
"""
SEARCHED = """
import numpy as np
from bussolotto.server.match.planners import Planners
from bussolotto.solve import planning

def measured(game, view, seat, asked, milliseconds, facts):
    from bussolotto.search import Found  # brings the compiler
    legal = np.flatnonzero(np.array([game.why(view, seat, action) == 0 for action in range(game.ACTIONS)]))
    each = np.ones(len(legal))
    values = np.linspace(0.56, 0.43, len(legal))
    return Found(legal, each.astype(np.int64), values, 0.01 * each, np.eye(len(legal))[0], len(legal))

planning.measured = measured
Planners.is_compiled = lambda planners, game: True
"""  # what a search finds, which would be compiled first
PAGE = """
import { useDecision } from '../../../web/table/decision.js';
import { story } from '../../../web/table/story.js';
import { GameTable } from '../../../web/table/table.js';
import { html } from '../../../web/vendor/preact.js';

export const sentence = story();

export default function Table(props) {
  const { view, t } = props;
  const buttons = ['roll', 'hold'].map((text) => ({ text, label: t(`word.${text}`) }));
  return html`<${GameTable} ...${props} decision=${useDecision(props)} buttons=${buttons}
      seat=${(seat) => ({ score: view.points[seat] })}><p class="sty">${view.pot}</p><//>`;
}
"""
OWN = {
    "page/page.js": PAGE,
    "page/page.css": ".sty { color: rgb(1, 2, 3); }",
    "page/facts.js": "export const PHASE = { deciding: 0, falling: 1, over: 2 };",
}
CHOICES, TABLE = ".bench-buttons button", ".general"
WISH: dict[str, Any] = {"game": "pig", "player": "random", "options": {"goal": "15"}}

KEEP_LOOKS = """() => {
  const text = (where) => document.querySelector(where)?.textContent ?? '';
  const shown = () => ({ log: text('.log'), figures: text('.general-figures'), say: text('.bench-say') });
  window.looks = [shown()];
  new MutationObserver(() => window.looks.push(shown())).observe(document.querySelector('main'), {
    subtree: true, childList: true, characterData: true, attributes: true });
}"""

KEEP_FLIGHTS = """() => {
  window.flights = [];
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach((one) => {
    if (!one.classList?.contains('event-flight')) return;
    const lies = document.querySelector('.general-felt .general-die > *');
    one.getAnimations()[0].finish();
    const look = (each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.innerHTML, ...[x, y, width, height].map(Math.round)];
    };
    window.flights.push([look(one), look(lies)]);
  })).observe(document.querySelector('main'), { subtree: true, childList: true });
}"""


@pytest.fixture(scope="module")
def with_pig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server of a machine where the game is installed."""
    yield from running(LiveServer(tmp_path_factory.mktemp("pig"), bot_pace=0, before=INSTALLED))


@pytest.fixture
def visit(browser: Browser, with_pig: LiveServer) -> Iterator[Visit]:
    yield from visitors(browser, with_pig)


@pytest.fixture
def visit_usual(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """The game as people have it: pages have a part in its dice, so that those fall later than they are asked for."""
    for server in running(LiveServer(tmp_path, bot_pace=0, before=INSTALLED, page_nonces=True)):
        yield from visitors(browser, server)


def with_more(folder: Path, files: dict[str, str]) -> str:
    """What lets a server find the game with these files beside its own."""
    package = shutil.copytree(pig.folder() / "pig", folder / "sow")
    for name, text in files.items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    return f"{INSTALLED}sys.path.append({str(folder)!r})\npackages()['pig'] = 'sow'\n"


@pytest.fixture
def visit_hinted(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Where it has a player, so that a search can play on to the end."""
    before = with_more(tmp_path, {"policy.py": POLICY}) + SEARCHED
    for server in running(LiveServer(tmp_path, bot_pace=0, before=before, solve=True)):
        yield from visitors(browser, server)


@pytest.fixture
def visit_paged(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Where it has a page of its own."""
    before = with_more(tmp_path, OWN)
    for server in running(LiveServer(tmp_path, bot_pace=0, before=before)):
        yield from visitors(browser, server)


def play_on(page: Page, press: str) -> None:
    """To the end of the match: roll until something lies in the pot, then hold."""
    for _ in range(300):
        page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
        if page.locator(".result-line").count():
            return
        version = page.locator(".game").get_attribute("data-version")
        button = page.locator(f"{CHOICES}:enabled").last  # Hold where there is something to bank
        if press == "tap":
            button.tap()
        elif press == "keys":
            button.press("Enter")
        else:
            button.click()
        page.wait_for_selector(f".game:not([data-version='{version}'])")
    raise AssertionError("not over after 300 actions")


@full
@pytest.mark.parametrize("press", ["click", "tap", "keys"])
def test_a_whole_match_is_played_and_watched_again(visit: Visit, press: str) -> None:
    page = visit("Giulia", **({"size": PHONE, "touch": True} if press == "tap" else {}))
    table = play_table(page, **WISH)
    expect(page.locator(TABLE)).to_contain_text("In the pot0")
    expect(page.locator(".bench-say")).to_have_text("Roll for more, or hold what is in the pot?")
    expect(page.locator(".note")).to_contain_text("a 1 empties it")
    expect(page.locator(CHOICES)).to_have_text(["Roll"])
    play_on(page, press)
    expect(page.locator(".result-line")).to_contain_text("win")
    expect(page.locator(".result-why")).to_have_text("The goal was reached.")
    if press == "click":
        page.goto(f"/r/{table.match}")
        page.wait_for_selector(TABLE)
        page.get_by_label("Moment in the match").press("End")
        expect(page.locator(".seat-score", has_text=re.compile(r"1[5-9]|[2-9]\d|1\d\d"))).to_have_count(1)
        expect(page.locator(".log-line").last).to_have_text("The goal was reached.")


@full
def test_nothing_tells_how_a_die_falls_before_it_lies(visit_usual: Visit) -> None:
    """The pot had grown before the die lay, and the log told of it only then; what to do was asked without a button."""
    page = visit_usual("Giulia", motion=True)
    play_table(page, **WISH)
    page.evaluate(KEEP_LOOKS)
    play_on(page, "click")
    figures: dict[str, set[str]] = {}
    looks = page.evaluate("window.looks")
    for look in looks:
        figures.setdefault(look["log"], set()).add(look["figures"])
    assert len({shown for each in figures.values() for shown in each}) > 1, "nobody rolled anything"
    assert [each for each in figures.values() if len(each) > 1] == []
    assert [look["log"] for look in looks if "what do you do" in look["say"]] == []


@full
def test_it_is_found_and_set_up_on_the_first_page(visit: Visit) -> None:
    page = visit("Giulia", "/", lang="de")
    expect(card(page, "Pig")).to_contain_text("Roll and add up as long as you dare.")
    expect(card(page, "Pig").locator(".shelf-dice")).to_be_visible()  # for want of a picture of its table
    expect(setting(page, "Pig")).to_contain_text("A folk game")


@full
def test_its_rules_are_told(visit: Visit) -> None:
    page = visit("Giulia", lang="fr")
    play_table(page, **WISH)
    page.get_by_role("button", name="Règles", exact=True).click()
    rules = page.locator(".rules")
    expect(rules).to_contain_text("A 1 loses the sum and ends the turn.")
    expect(rules).to_contain_text("Points to reach")
    assert grave_faults(page) == []


@full
def test_a_hint_says_what_each_choice_is_worth(visit_hinted: Visit) -> None:
    page = visit_hinted("Giulia", forgive=NOT_READY)
    play_table(page, **WISH, hints=True)
    while page.locator(CHOICES).count() < 2:
        version = page.locator(".game").get_attribute("data-version")
        page.locator(f"{CHOICES}:enabled").click()
        page.wait_for_selector(f".game:not([data-version='{version}']) {CHOICES}")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(f"{CHOICES} .worth-best")).to_have_count(1)
    expect(page.locator(f"{CHOICES} .worth")).to_have_text(["56%, advised", "43%"])
    expect(page.locator(".hint-told")).to_contain_text("56 of 100")
    for choice, name in zip(page.locator(CHOICES).all(), ("Roll", "Hold"), strict=True):
        expect(choice).to_have_accessible_name(name)


def console_of(page: Page) -> list[str]:
    """What the console of the page says from now on."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        said.append(message.text)

    page.on("console", hear)
    return said


@full
@pytest.mark.parametrize("page_of_its_own", ["export default (", "throw new Error('kaboom')"], ids=["syntax", "raises"])
def test_where_its_own_page_is_broken_the_plain_one_serves(
    page_of_its_own: str, browser: Browser, tmp_path: Path
) -> None:
    before = with_more(tmp_path, {**OWN, "page/page.js": page_of_its_own})
    for server in running(LiveServer(tmp_path, bot_pace=0, before=before)):
        for visit in visitors(browser, server):
            page = visit("Giulia", forgive=("SyntaxError", "kaboom"))
            said = console_of(page)
            play_table(page, **WISH)
            page.locator(f"{PLAIN_CHOICES}:enabled").first.click()
            expect(page.locator(".log-line").first).to_contain_text("roll")
            assert any("SyntaxError" in each or "kaboom" in each for each in said)


@full
def test_a_page_that_it_brings_is_its_table(visit_paged: Visit) -> None:
    page = visit_paged("Giulia")
    play_table(page, **WISH)
    expect(page.locator(".sty")).to_have_css("color", "rgb(1, 2, 3)")
    expect(page.locator(TABLE)).to_have_count(0)
    expect(page.locator(".note")).to_contain_text("a 1 empties it")
    expect(page.locator(CHOICES)).to_have_text(["Roll", "Hold"])
    page.locator(CHOICES).first.click()
    expect(page.locator(".log")).to_contain_text(re.compile(r"Giulia: rolls.*rolled \d"))


def test_its_words_are_its_own_and_those_of_other_games_are_theirs(visit: Visit) -> None:
    page = visit("Giulia", "/")
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


@full
def test_a_game_without_any_text_is_played_in_the_words_of_its_notation(visit: Visit) -> None:
    page = visit("Giulia", "/", lang="it")
    expect(card(page, "Dare")).to_be_visible()
    play_table(page, game="dare", player="random")
    expect(page.locator(CHOICES).last).to_have_text("stay")
    page.locator(CHOICES).last.click()
    expect(page.locator(".result-line")).not_to_be_empty()
    page.get_by_role("button", name="Regole", exact=True).click()
    expect(page.locator(".rules")).to_be_visible()


@full
def test_a_die_taken_in_the_example_flies_into_the_cart_as_it_is(visit: Visit) -> None:
    page = visit("Giulia", motion=True)
    play_table(page, game="quarry", options={"lattice": "3"})
    page.locator(".pile-cell[data-place]").press("Enter")
    page.evaluate(KEEP_FLIGHTS)
    page.locator(CHOICES).first.click()
    flew, lies = page.wait_for_function("() => window.flights.length && window.flights").json_value()[0]
    assert flew == lies


@full
@pytest.mark.parametrize("size", [DESKTOP, *in_full_runs(PHONE)])
def test_the_example_is_played_on_its_pyramid(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", size=size, touch=size is PHONE, lang="de")
    play_table(page, game="quarry", options={"lattice": "3"})
    place = page.locator(".pile-cell[data-place]")
    expect(place).to_have_count(1)  # the top alone is free
    expect(page.locator(CHOICES)).to_have_count(0)
    covered = page.locator(".pile-cell:not([data-place])").first
    covered.press("Enter")
    expect(page.locator(".bench-say")).to_contain_text("nicht frei")
    place.press("Enter")
    expect(page.locator(CHOICES)).to_have_text(["Nimm", "Neu wählen"])
    page.locator(CHOICES).first.click()
    expect(page.get_by_role("group", name="Im Karren 1")).to_be_visible()
    expect(page.locator(CHOICES)).to_have_text(["Heimfahren"])
    page.locator(CHOICES).first.click()
    expect(page.locator(".seat-mine").get_by_role("group", name="Daheim 1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert grave_faults(page) == []
