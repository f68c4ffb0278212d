"""The games of the pyramid on the plain page: a race, a game of memory, eight seats, many cells, small screens."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as Timeout

import bussolotto
from bussolotto.core import pyramid
from bussolotto.locale import catalogue
from bussolotto.server.http.game_views import looks_of
from tests.depth import full, in_full_runs
from tests.web import visits as conftest
from tests.web.serving import LiveServer
from tests.web.test_match import CHOICES, POSITION
from tests.web.visits import DESKTOP, PHONE, Visit, play_table

FOLD = ".choices .fold"
GENERAL = ".bench-buttons button"  # on the general page
LOOKED_AT = """(choices) => {
  const [decide, ...more] = document.querySelectorAll(choices);
  return !more.length && decide?.matches(':disabled');
}"""  # for a moment: what is there then is looked for at every frame


class Frames:
    """All messages that the server has sent to a page."""

    def __init__(self, page: Page) -> None:
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: Any) -> None:
        self.heard.append(json.loads(frame))


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server where bots are quick and lifted dice lie open for a moment only."""
    yield from conftest.running(LiveServer(tmp_path_factory.mktemp("hurried"), bot_pace=0))


@pytest.fixture
def visit_opening(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Where bots take their time, so that the opening stays."""
    for server in conftest.running(LiveServer(tmp_path, bot_pace=60)):
        yield from conftest.visitors(browser, server)


@pytest.fixture
def visit_hurried(browser: Browser, hurried: LiveServer) -> Iterator[Visit]:
    yield from conftest.visitors(browser, hurried)


def do(page: Page, *names: str, patience_ms: float | None = None) -> None:
    """Press those of these buttons that are there and can be pressed now."""
    for name in names:
        button = page.locator(".word-actions").get_by_role("button", name=name, exact=True)
        if button.count() and button.is_enabled(timeout=patience_ms):
            button.click(timeout=patience_ms)


def type_action(page: Page, text: str) -> None:
    line = page.get_by_label("Type an action")
    line.fill(text, timeout=1_000)
    line.press("Enter", timeout=1_000)


def is_over(page: Page) -> bool:
    return page.locator(".result-line").count() > 0


@full
def test_a_race_is_played_to_its_end_by_typing_and_by_buttons(visit_hurried: Visit) -> None:
    page = visit_hurried("Giulia")
    frames = Frames(page)
    play_table(page, game="perspectives", seats=4, player="random", plain=True)
    cells = [pyramid.cell_text(cell) for cell in pyramid.BASE]
    for turn in range(400):
        if is_over(page):
            break
        with suppress(Timeout):  # the match ends under his hands
            do(page, "Throw", patience_ms=1_000)
            type_action(page, f"turquoise {cells[turn % len(cells)]}")
            do(page, "Stop", "No more", patience_ms=1_000)
        page.wait_for_timeout(20)
    expect(page.locator(".result-line")).to_contain_text("win")
    expect(page.locator(POSITION)).to_contain_text("over")
    placed = [told for told in frames.heard if told["type"] == "steps"]
    assert any(step["seat"] == 0 for told in placed for step in told["steps"])
    assert all(told["movers"] is None and told["legal"] is None for told in placed)


@full
def test_a_claim_is_typed_and_everybody_sees_it(visit: Visit) -> None:
    giulia = visit("Giulia")
    table = play_table(giulia, game="bunte-kuh", seats=2, bots=0, start=False, plain=True)
    paolo = visit("Paolo", f"/t/{table.table}?plain=1")
    paolo.get_by_role("button", name="Sit at seat 2").click()
    giulia.get_by_role("button", name="Start the match").click()
    for page in (giulia, paolo):
        page.get_by_role("button", name="Throw", exact=True).click()
    for page in (giulia, paolo):
        expect(page.locator(".log-line", has_text="Dice: die")).to_have_count(1)
    type_action(paolo, "Funnel 0,0,7")
    for page in (giulia, paolo):
        expect(page.locator(".log-event", has_text=re.compile("^Paolo (has found it|shows a funnel)"))).to_have_count(1)
    type_action(giulia, "funnel 0,0,7")
    expect(giulia.locator(".choices > .problem")).not_to_be_empty()


@full
def test_a_race_lists_words_alone_and_says_what_is_wrong(visit: Visit) -> None:
    page = visit("Giulia")
    table = play_table(page, game="raffzahn", seats=3, bots=0, start=False, plain=True)
    for seat, name in ((1, "Paolo"), (2, "Rosa")):  # people, who do nothing meanwhile
        sat = visit(name).context.request.post(f"/api/tables/{table.table}/seats/{seat}")
        assert sat.ok, sat.text()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(CHOICES)).to_have_text(["Stop", "Throw"])
    type_action(page, "take 1,0")
    expect(page.get_by_text("“take 1,0” is not a possible action now.")).to_be_visible()
    type_action(page, "take 0,0,0")
    reasons = [re.escape(text) for key, text in catalogue("en").items() if key.startswith("why.")]
    expect(page.locator(".choices > .problem")).to_have_text(re.compile(rf"^({'|'.join(reasons)})$"))
    expect(page.get_by_label("Type an action")).to_be_focused()


@full
def test_a_race_says_whose_throw_it_is(visit_opening: Visit) -> None:
    page = visit_opening("Giulia")
    frames = Frames(page)
    play_table(page, game="raffzahn", seats=3, bots=2, plain=True)
    turn = next(message["view"]["turn"] for message in reversed(frames.heard) if message["type"] in ("view", "steps"))
    expect(page.locator(".seat-turn")).to_have_count(1)
    expect(page.locator(".seat-turn")).to_have_attribute("data-seat", str(turn))
    expect(page.locator(".seat-turn")).to_contain_text("throws")


@full
def test_a_stranger_is_told_how_cells_are_named(visit: Visit) -> None:
    giulia, paolo = visit("Giulia"), visit("Paolo", size=PHONE, touch=True)
    play_table(giulia, game="abquetschen", seats=3, plain=True)
    hint = giulia.locator(".walk")
    expect(hint).to_contain_text("0,8,0 is the left corner")
    expect(hint).not_to_contain_text("three digits")
    hint.get_by_role("button", name="Got it").click()
    expect(hint).to_have_count(0)
    play_table(paolo, game="wuerfelmarsch", seats=3, plain=True)
    expect(paolo.locator(".walk")).to_be_hidden()
    paolo.get_by_text("How cells are named").tap()
    expect(paolo.get_by_text("The three digits of a die")).to_be_visible()


@full
def test_a_game_of_memory_never_shows_a_covered_face(visit_hurried: Visit) -> None:
    page = visit_hurried("Giulia")
    frames = Frames(page)
    play_table(page, game="eintrichtern", seats=2, plain=True)
    expect(page.locator(".log-line", has_text="45 dice are set up.")).to_have_count(1)
    for turn in range(2_000):
        if is_over(page):
            break
        page.wait_for_selector(f"{CHOICES}:enabled, .result-line")
        buttons = page.locator(f"{CHOICES}:enabled")
        with suppress(Timeout):  # the one who moves has changed
            (buttons.first if turn % 2 else buttons.last).click(timeout=500)
    expect(page.locator(".result-line")).to_contain_text("win")
    told = [message for message in frames.heard if message["type"] in ("view", "steps")]
    while_running = [message for message in told if message["movers"]]
    assert len(while_running) > 15  # how many depends on the bot's luck
    for message in while_running:
        view = message["view"]
        standing = {cell for cell in range(pyramid.COUNT) if view["red"][cell] and view["lifted"] != cell + 1}
        faces = [(cell, side) for cell in pyramid.BASE for side in range(3)]
        covered = [(cell, side) for cell, side in faces if pyramid.ABOVE[cell][side] in standing]
        assert not any(view["face"][cell][side] for cell, side in covered)
    laid = [step for message in told for step in message["steps"][1:45] if len(message["steps"]) == message["version"]]
    assert laid and all(step["text"] is None for step in laid)


@pytest.fixture
def linger(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Make somebody visit a server that stops the table for what decides something."""
    server = LiveServer(tmp_path, pauses=True)
    server.start()
    yield from conftest.visitors(browser, server)
    server.stop()


@full
def test_what_is_lifted_can_be_looked_at_before_it_goes_back(linger: Visit) -> None:
    page = linger("Giulia")
    play_table(page, game="eintrichtern", seats=2, player="random", plain=True)
    lift = page.get_by_role("button", name="Lift 0,0,7")
    for _ in range(20):
        page.wait_for_selector(f"{CHOICES}:enabled")
        if lift.count():
            break
        page.locator(CHOICES).first.click()
    lift.click()
    page.wait_for_function(LOOKED_AT, arg=CHOICES)
    decide = page.locator(CHOICES)
    expect(decide).to_be_enabled()
    decide.click()
    expect(page.locator(".log-line", has_text=re.compile("Giulia: (back|keep)"))).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)])
def test_eight_seats_and_a_pyramid_fit_the_screen(visit: Visit, size: dict[str, int]) -> None:
    page = visit("Giulia", size=size, touch=size is PHONE)
    play_table(page, game="perspectives", seats=8, player="random", plain=True)
    expect(page.locator(".seats .seat")).to_have_count(8)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        size["width"],
        size["height"],
    ]
    letters = page.locator(POSITION).evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert letters >= 13
    paper = page.locator(".paper")
    assert paper.evaluate("element => element.clientHeight") > 200
    assert paper.evaluate("element => element.scrollWidth <= element.clientWidth")
    paper.focus()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Throw")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("game", "seats"),
    [("abquetschen", 3), *in_full_runs(("eintrichtern", 2), ("wuerfelmarsch", 3), ("perspectives", 4))],
)
def test_the_whole_opening_is_in_sight_on_a_desktop(visit_opening: Visit, game: str, seats: int) -> None:
    page = visit_opening("Giulia", size=DESKTOP)
    play_table(page, game=game, seats=seats, player="random", plain=True)
    cut = "element => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]"
    assert page.locator(".paper").evaluate(cut) == [0, 0]


@full
def test_very_many_cells_are_folded(visit: Visit) -> None:
    """No game offers forty cells at once often enough to wait for it: here thirty are very many."""
    page = visit("Giulia")

    def fewer(route: Route) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=script.text().replace("FOLDED_FROM = 40", "FOLDED_FROM = 30"))

    page.route("**/games/plain.js", fewer)
    play_table(page, game="eintrichtern", seats=2, player="random", plain=True)
    for _ in range(20):  # until it is her turn to lift
        page.wait_for_selector(f"{CHOICES}:enabled, {FOLD}")
        if page.locator(FOLD).count():
            break
        do(page, "Throw", "Put back", "Set aside")
    page.locator(f"{FOLD} summary").first.click()
    page.locator(f"{FOLD}[open] {CHOICES}").first.click()
    expect(page.locator(".log-line", has_text="Giulia: lift 0,")).to_have_count(1)


@pytest.mark.parametrize(
    "game", ["eintrichtern", *in_full_runs(*sorted({*bussolotto.games()} - {"eintrichtern", "spilorcio"}))]
)
def test_every_game_opens_on_a_phone_and_lists_what_happened_shortly(visit: Visit, game: str) -> None:
    page = visit("Giulia", size=PHONE, touch=True)
    play_table(page, game=game, seats=bussolotto.game(game).SEATS[-1], player="random", plain=True)
    expect(page.locator(POSITION)).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="What happened").click()
    lines = page.locator(".log-line:not(.log-event)").all_inner_texts()  # an event may name everybody at the table
    assert lines and max(map(len, lines)) < 120


def bare(page: Page, game: str) -> None:
    """From now on this page knows of no own page of this game, and no text that names it."""

    module = bussolotto.game(game)
    drawn = {"page": None, "phases": list(module.facts.phases), "looks": msgspec.to_builtins(looks_of(module))}

    def games(route: Route) -> None:
        answer = route.fetch().json()
        stripped = [{**one, "page": None} for one in answer] if isinstance(answer, list) else {**answer, **drawn}
        route.fulfill(json=stripped)

    def texts(route: Route) -> None:
        answer = route.fetch().json()
        own = route.request.url.endswith(f"/{game}.json")
        route.fulfill(json={} if own else {key: text for key, text in answer.items() if game not in key.split(".")})

    page.route("**/api/games", games)
    page.route(f"**/api/games/{game}", games)
    page.route("**/locale/**", texts)


@full
def test_a_game_without_page_or_texts_is_played_all_the_same(visit: Visit) -> None:
    page = visit("Giulia", "/")
    bare(page, "my-dice-your-dice")
    page.goto("/")
    expect(
        page.locator(".shelf-card", has=page.get_by_role("heading", name="my-dice-your-dice", exact=True))
    ).to_be_visible()
    play_table(page, game="my-dice-your-dice", seats=2, player="random")
    page.wait_for_selector(f"{GENERAL}:enabled")
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".rules")).to_contain_text(catalogue("en")["rules.house.usual"])
    page.get_by_role("button", name="Close").click()
    page.locator(GENERAL).first.click()
    expect(page.locator(".log-line", has_text="Giulia:").first).to_be_visible()


@full
def test_the_plain_page_tells_the_rules_of_the_games_own(visit: Visit) -> None:
    page = visit("Giulia")
    play_table(page, game="raffzahn", seats=3, bots=2, plain=True)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".rules")).to_contain_text(catalogue("en")["rules.raffzahn.grab.title"])
    expect(page.locator(".rules figcaption")).to_have_text(catalogue("en")["rules.raffzahn.example"])
