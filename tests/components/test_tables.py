"""The table of every game, from golden views in one page: all that may be done has a control, for everybody."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bussolotto.games import game, names
from bussolotto.locale import LANGUAGES
from tests.components.controls import ways
from tests.components.stages import drive, go_on, show, show_told
from tests.components.stand import PACKAGE, Stand
from tests.components.views import NAMES, View, golden, sample, words_of
from tests.depth import FULL, count, first_of_each, in_full_runs, one_in
from tests.web.quality import NOT_BRACKETED, SMALL_TARGETS, grave_faults, sideways
from tests.web.visits import DESKTOP, PHONE, resize


def scripts_of(name: str) -> str:
    """All scripts of a game's page."""
    folder = PACKAGE / "games" / name.replace("-", "_") / "page"
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))


THUMB = 44  # pixels
EACH_WORD = 1  # so many actions of one word are done
TABLET = {"width": 768, "height": 1024}
SIZES = [  # with one of how many views is looked at there: most of them where there is least room
    (PHONE, count(short=5, full=1)),
    *([(TABLET, 8)] if FULL else []),
    (DESKTOP, count(short=10, full=5)),
]
PLAIN_TOO = [
    *((name, False) for name in names()),
    (names()[0], True),
    *in_full_runs(*((name, True) for name in names()[1:])),
]
EACH_PLAIN = 8  # of so many views one is looked at on the plain page, which is the same for all
PLAYERS = ".game > .seats .seat, .bench .seat, .scene [data-row]"
PLACED = [
    name for name in names() if "data-row" in scripts_of(name)
]  # whose players are seen in rows at several places


def views_of(name: str, stand: Stand) -> dict[str, View]:
    """The golden views of a game, which the stand knows from now on."""
    views = golden(name)
    stand.views |= views
    return views


@pytest.mark.parametrize("name", names())
def test_golden_views_hold_every_decision(name: str) -> None:
    assert words_of(name) <= set().union(*(view.words for view in golden(name).values()))


@pytest.mark.parametrize(("name", "how"), first_of_each(names(), ["touch", "keyboard"]))
def test_all_that_may_be_done_has_controls(page: Page, stand: Stand, name: str, how: str) -> None:
    resize(page, PHONE)
    faults = []
    for view in telling(views_of(name, stand), every=FULL and how == "touch"):
        wanted = ways(view, sample(view.choices, view, EACH_WORD))
        faults += drive(page, view, wanted, how)
    assert faults == []


def telling(views: dict[str, View], every: bool = FULL) -> list[View]:
    """Views with a phase or a word that no view before them had, or all of them."""
    met: set[str] = set()
    told = []
    for view in views.values():
        news = {f"phase {view.phase}", *view.words} - met
        told += [view] if every or news else []
        met |= news
    return told


def crowded(views: dict[str, View]) -> list[View]:
    """Of every phase one view of who plays and one of who watches, at the largest table where it was met."""
    return [*{(view.phase, view.seat is None): view for view in views.values()}.values()]


@pytest.mark.parametrize(("name", "plain"), PLAIN_TOO)
def test_every_table_fits_with_targets_for_a_thumb(page: Page, stand: Stand, name: str, plain: bool) -> None:
    """In the longest words, from phone to desktop, with letters as they are and twice as large."""
    faults = []
    for size, each in SIZES:
        resize(page, size)
        for view in crowded(views_of(name, stand))[:: EACH_PLAIN if plain else each]:
            show(page, view, lang="de", plain=plain)
            for percent in (100, 200) if size is PHONE else (100,):
                where = f"{view.name} {size['width']} {percent} %"
                page.evaluate("(percent) => stand.enlarge(percent)", percent)
                wide = [f"{sideways(page)} px too wide"] if sideways(page) else []
                small = page.evaluate(SMALL_TARGETS) + page.evaluate("() => stand.hidden()")
                faults += [f"{where}: {fault}" for fault in wide + small]
            page.evaluate("() => stand.enlarge(100)")
    assert faults == []


CUT = """([selector, together]) => document.getAnimations().forEach((motion) => motion.finish()) ||
[...document.querySelectorAll(selector)].filter((element) => {
  if (!together) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  const edges = [[left + 3, down], [right - 3, down], [across, top + 3], [across, bottom - 3]];
  return !edges.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}).map((element) => element.textContent.replace(/\\s+/g, ' ').trim())"""  # what is cut off, or lies under something
SMALL_PHONE = {"width": 390, "height": 700}


@pytest.mark.parametrize("size", [SMALL_PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", PLACED)
def test_nobody_is_hidden_at_a_full_table(page: Page, stand: Stand, name: str, size: dict[str, int]) -> None:
    """All who play are seen at once; with letters twice as large, once one has scrolled to them."""
    resize(page, size)
    faults = []
    for view in (view for view in crowded(views_of(name, stand)) if not view.match.over):
        show(page, view, lang="de")
        faults += [f"{view.name}: {cut}" for cut in page.evaluate(CUT, [PLAYERS, True])]
        page.evaluate("(percent) => stand.enlarge(percent)", 200)
        faults += [f"{view.name} at 200 %: {cut}" for cut in page.evaluate(CUT, [PLAYERS, False])]
        page.evaluate("() => stand.enlarge(100)")
    assert faults == []


CUT_NOTES = """() => [...document.querySelectorAll('.seats .seat-note')]
  .filter((note) => note.scrollWidth > note.clientWidth)
  .map((note) => `${note.textContent.trim()} ${note.scrollWidth} > ${note.clientWidth}`)"""


@pytest.mark.parametrize("lang", ["de", *in_full_runs(*(lang for lang in LANGUAGES if lang != "de"))])
@pytest.mark.parametrize("name", one_in(2, [name for name in names() if max(game(name).SEATS) > 5]))
def test_no_note_under_a_name_is_cut_at_the_largest_tables(page: Page, stand: Stand, name: str, lang: str) -> None:
    page.goto("/")  # later areas of texts are fetched in one language alone
    page.wait_for_function("() => window.stand")
    views = [view for view in crowded(views_of(name, stand)) if not view.match.over]
    largest = [view for view in views if view.match.seats == max(game(name).SEATS)]
    faults = []
    sizes = (PHONE, DESKTOP) if lang == "de" else (PHONE,)  # which has the longest words, and least room there
    for size, view in product(sizes, largest[: count(short=3, full=5)]):
        resize(page, size)
        show(page, view, lang=lang)
        faults += [f"{view.name} at {size['width']}: {cut}" for cut in page.evaluate(CUT_NOTES)]
    assert faults == []


CUT_NAMES = """(letters) => [...document.querySelectorAll('.seats .seat-name > :first-child')]
  .filter((name) => name.textContent.trim().length <= letters && name.scrollWidth > name.clientWidth)
  .map((name) => `${name.textContent.trim()} has ${name.clientWidth} px`)"""


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", one_in(2, [name for name in names() if max(game(name).SEATS) > 4]))
def test_no_short_name_is_cut_at_a_full_table(page: Page, stand: Stand, name: str, size: dict[str, int]) -> None:
    """Neither at first nor at the end, beside the highest scores."""
    resize(page, size)
    views = [view for view in crowded(views_of(name, stand)) if view.match.seats == max(game(name).SEATS)]
    faults = []
    for view in [*views[:2], *(view for view in views if view.match.over)]:
        show(page, view, lang="de")
        faults += [f"{view.name}: {cut}" for cut in page.evaluate(CUT_NAMES, 5)]
    assert faults == []


HEAD = """() => [...document.querySelectorAll('.top, .table-title')]
  .map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])"""


@pytest.mark.parametrize("name", one_in(3, names()))
def test_the_header_is_the_same_when_the_match_is_over(page: Page, stand: Stand, name: str) -> None:
    """The trophy takes the place of the rules, which are in the menu then: the title keeps its room."""
    resize(page, PHONE)
    heads = []
    for over in (False, True):
        show(
            page,
            next(view for view in views_of(name, stand).values() if view.match.over == over and view.seat is not None),
        )
        heads.append(page.evaluate(HEAD))
    assert heads[0] == heads[1]
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Rules", exact=True)).to_be_visible()


STRIP = "() => document.querySelector('.game > .seats')?.offsetHeight"


@pytest.mark.parametrize("size", [PHONE, *in_full_runs(DESKTOP)], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", one_in(2, names()))
def test_the_seats_of_the_others_are_always_as_high(page: Page, stand: Stand, name: str, size: dict[str, int]) -> None:
    """Whatever they win or lose: else the board jumps. And they leave it most of the room."""
    resize(page, size)
    heights: dict[int, dict[int, str]] = {}
    for view in (view for view in crowded(views_of(name, stand)) if view.seat is not None):
        show(page, view, lang="de")
        heights.setdefault(view.match.seats, {}).setdefault(page.evaluate(STRIP), view.name)
    assert [found for found in heights.values() if len(found) > 1] == []
    assert [found for found in heights.values() if max(height or 0 for height in found) > size["height"] / 6] == []


HOLDING = """() => [...document.styleSheets].filter(({ disabled }) => !disabled)
  .map(({ href }) => /games\\/(\\w+)\\/page/.exec(href)?.[1]).filter(Boolean)"""


def test_no_game_dresses_another(page: Page, stand: Stand) -> None:
    """On a page that shows one game after the other the style sheet of each holds while that game is shown."""
    for name in (*names(), *names()[:2]):
        show(page, next(iter(views_of(name, stand).values())))
        assert page.evaluate(HOLDING) == [name.replace("-", "_")]
    show(page, next(iter(views_of(names()[0], stand).values())), plain=True)
    assert page.evaluate(HOLDING) == []


WANDER = """() => {
  const controls = '.table-main :is(button, [tabindex]):not(:disabled, [aria-disabled="true"])';
  const last = [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility()).at(-1);
  last?.focus();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
  window.used = document.activeElement;
}"""
EACH_KEPT = count(short=2, full=5)  # positions of a game
STAYED = "() => document.activeElement === window.used || document.activeElement.outerHTML"


@pytest.mark.parametrize("name", names())
def test_the_keyboard_stays_where_it_is_when_nothing_has_happened(page: Page, stand: Stand, name: str) -> None:
    """The same position comes once more, as whenever the line has been made anew."""
    resize(page, DESKTOP)
    for view in telling(views_of(name, stand))[:EACH_KEPT]:
        show(page, view)
        page.evaluate(WANDER)
        go_on(page, view)
        assert page.evaluate(STAYED) is True, view.name


RACES = [name for name in names() if game(name).RACE]


@pytest.mark.parametrize("name", RACES)
def test_what_was_contested_lies_over_neither_the_result_nor_a_note(page: Page, stand: Stand, name: str) -> None:
    resize(page, PHONE)
    views = [view for view in views_of(name, stand).values() if view.seat is not None]
    for over in (False, True):
        view = next(view for view in views if view.match.over == over)
        told = view.told() | {"known": {"contested": {"id": 1, "seats": [0, 1]}}}
        show_told(page, told, seen=[])
        if over:
            page.locator(".drawer .places").wait_for()
        else:
            expect(page.locator(".race-notice")).to_contain_text("Giulia and Giovanna Donnafugata")
            page.locator(".note").wait_for(state="attached")
            expect(page.locator(".note")).to_be_hidden()
    expect(page.locator(".race-notice")).to_have_count(0)


TAKEN_UP = {"bunte-kuh": ("calling", "[data-cell]"), "perspectives": ("placing", ".per-die:enabled")}  # when, and what
TAP = "(kind) => document.querySelector(kind).click()"
PICKED = ".flat-chosen, .per-die[aria-pressed=true]"


@pytest.mark.parametrize("name", TAKEN_UP)
def test_what_was_picked_in_a_race_is_forgotten_with_its_moment(page: Page, stand: Stand, name: str) -> None:
    """Else a key would claim it in the next moment that looks alike, of another throw."""
    resize(page, DESKTOP)
    phase, kind = TAKEN_UP[name]
    views = [view for view in views_of(name, stand).values() if view.seat is not None]
    view = next(view for view in views if view.choices and view.phase == phase)
    show(page, view)
    page.locator(kind).first.wait_for(state="attached")
    page.evaluate(TAP, kind)
    expect(page.locator(PICKED)).to_have_count(1)
    other = next(one for one in views if one.phase != phase and one.match.seats == view.match.seats)
    for each in (other, view):
        go_on(page, each)
    expect(page.locator(PICKED)).to_have_count(0)


COLOURED = [name for name in names() if game(name).facts.colours]
COLOURS_SEEN = """() => [...document.querySelectorAll('.seat')].map((seat) => {
  const avatar = seat.querySelector('.avatar');
  const die = seat.querySelector('.seat-plays .die-top');
  const line = document.querySelector(`.log-line.seat-colour-${seat.dataset.seat}`);
  return [Number(seat.dataset.seat), getComputedStyle(avatar).backgroundColor, getComputedStyle(die).fill,
    line && getComputedStyle(line).borderLeftColor, seat.querySelector('.seat-plays').textContent.trim()];
})"""


@pytest.mark.parametrize("name", COLOURED)
def test_one_colour_a_player_in_avatar_dice_and_log(page: Page, stand: Stand, name: str) -> None:
    """What one plays is told by a die of this colour, by its word, and by the shape of its pips, on every die."""
    resize(page, DESKTOP)
    colours = game(name).facts.colours
    for view in crowded(views_of(name, stand))[:: count(short=3, full=1)]:
        show(page, view)
        seen = page.evaluate(COLOURS_SEEN)
        assert {seat for seat, *_ in seen} == set(range(view.match.seats)), view.name
        for seat, avatar, die, line, word in seen:
            assert avatar == die and line in (None, avatar), f"{view.name}: seat {seat}"
            assert word == colours[seat % len(colours)]
        assert page.locator(".scene .flat-die:has(.flat-face):not(:has(.flat-pip))").count() == 0, view.name


HINTED = [name for name in names() if not game(name).RACE]
BENCHED = [name for name in HINTED if "<${GameTable}" in scripts_of(name)]
HINT_SIZES = [PHONE, *([DESKTOP] if FULL else [])]
NOTHING = dict.fromkeys(("reason", "measure", "goal"))
ADVICE = NOTHING | {key: {} for key in ("values", "errors", "strategy", "chances")} | {"by": "sensible", "odds": []}
COVERED = """() => {
  const card = document.querySelector('.hint-card').getBoundingClientRect();
  const meant = '[data-advised], .bench-buttons button, .bench-hand button, .hand button, .tray-die';
  return [...document.querySelectorAll(meant)].filter((each) => {
    const { top, bottom, left, right, width } = each.getBoundingClientRect();
    return width && bottom > card.top && top < card.bottom && right > card.left && left < card.right;
  }).map((each) => each.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("name", one_in(2, HINTED))
def test_a_hint_lies_over_nothing_that_it_talks_of(page: Page, stand: Stand, name: str) -> None:
    """Neither over the place or the dice nor over the buttons, in the longest words."""
    faults = []
    for size, view in product(HINT_SIZES, telling(views_of(name, stand), every=False)):
        resize(page, size)
        for action in sample(view.choices, view, count(short=1, full=2)) if len(view.choices) > 1 else []:
            show_advised(page, view, action)
            faults += [f"{view.name}, {view.text(action)}: {each}" for each in page.evaluate(COVERED)]
    assert faults == []


@pytest.mark.parametrize("name", [name for name in HINTED if "<${Pile}" in scripts_of(name)])
def test_a_hint_goes_out_of_the_way_when_the_board_moves(page: Page, stand: Stand, name: str) -> None:
    """As it does in a window of another size, or when one looks more closely."""
    resize(page, PHONE)
    views = [view for view in views_of(name, stand).values() if len(view.choices) > 1]
    for view in views:
        show_advised(page, view, view.choices[0])
        if page.locator("[data-advised]").count() and not page.locator(".hint-below").count():
            break
    page.evaluate("document.querySelector('[data-advised]').style.translate = '0 -60dvh'")
    page.locator(".hint-card.hint-below").wait_for()
    page.evaluate("document.querySelector('[data-advised]').style.translate = ''")
    page.locator(".hint-card:not(.hint-below)").wait_for()


@pytest.mark.parametrize("name", one_in(2, HINTED))
def test_where_there_is_nothing_to_choose_no_hint_is_offered(page: Page, stand: Stand, name: str) -> None:
    for view in telling(views_of(name, stand), every=False):
        show_told(page, with_hints(view))
        assert page.locator(".hint > button").count() == int(len(view.choices) > 1), view.name


SCENE = """() => {
  const [{ top, height }, game] = ['.scene', '.game'].map((one) => document.querySelector(one).getBoundingClientRect());
  return [top - game.top, height]; // however far one has scrolled
}"""
BURST = """() => {
  const worths = [...document.querySelectorAll('.bench-buttons .worth')].map((worth) => worth.getBoundingClientRect());
  const bench = document.querySelector('.bench').getBoundingClientRect();
  const apart = (one, other) => one === other || one.right <= other.left || other.right <= one.left
    || one.bottom <= other.top || other.bottom <= one.top;
  const within = ({ left, right, bottom }) => left >= bench.left && right <= bench.right && bottom <= bench.bottom;
  const labels = [...document.querySelectorAll('.bench-buttons button')];
  return [
    ...worths.filter((one) => !within(one) || !worths.every((other) => apart(one, other))).map(() => 'a worth'),
    ...labels.filter((label) => label.scrollWidth > label.offsetWidth + 8).map((label) => label.innerText),
  ];
}"""


@pytest.mark.parametrize("name", one_in(2, BENCHED))
def test_what_choices_are_worth_moves_nothing_and_finds_room(page: Page, stand: Stand, name: str) -> None:
    faults = []
    for size, view in product(HINT_SIZES, telling(views_of(name, stand), every=False)):
        resize(page, size)
        if len(view.choices) < 2:
            continue
        worth = dict.fromkeys(map(str, view.choices), 0.412)
        show_told(page, with_hints(view), lang="de")
        before = page.evaluate(SCENE)
        show_advised(page, view, view.choices[0], measure="win", values=worth)
        faults += [f"{view.name} {size['width']}: {each}" for each in page.evaluate(BURST)]
        faults += [f"{view.name} {size['width']}: the scene moves"] if page.evaluate(SCENE) != before else []
    assert faults == []


def with_hints(view: View) -> dict[str, Any]:
    """What the page is told of a view, at a table where hints are allowed."""
    told = view.told()
    return told | {"table": told["table"] | {"hints": True}}


def show_advised(page: Page, view: View, action: int, **more: object) -> None:
    """Show a view, and a hint to do this; `more`: of what the advice says."""
    advice = ADVICE | {"version": view.match.version, "best": [action], "then": [action, action]} | more
    page.route("**/api/matches/*/advice", lambda route: route.fulfill(json=advice))
    show_told(page, with_hints(view), lang="de")
    page.locator(".hint > button").click()
    page.locator(".hint-card").wait_for()
    page.unroute_all()


@pytest.mark.parametrize("name", BENCHED)
def test_the_room_for_hints_is_kept_when_the_match_is_over(page: Page, stand: Stand, name: str) -> None:
    """The scene would grow at the very moment in which people look at how it ended."""
    resize(page, DESKTOP)
    view = next(view for view in views_of(name, stand).values() if view.match.over and view.seat is not None)
    show_told(page, with_hints(view))
    assert page.locator(".bench-hint").evaluate("hint => hint.offsetHeight") == THUMB


TRAYED = [name for name in names() if "<${Tray}" in scripts_of(name)]
RINGS = """() => [...document.querySelectorAll('.tray-die.is-owned')].map((die) => [
  getComputedStyle(die).boxShadow !== 'none', die.getAttribute('aria-label')])"""


@pytest.mark.parametrize("name", TRAYED)
def test_a_die_under_the_mouse_stays_a_die_and_won_ones_say_whose_they_are(page: Page, stand: Stand, name: str) -> None:
    resize(page, DESKTOP)
    for view in crowded(views_of(name, stand))[:: count(short=3, full=1)]:
        show(page, view)
        dice = page.locator("button.tray-die")
        if dice.count():
            dice.first.hover()
            assert dice.first.evaluate("die => getComputedStyle(die).backgroundColor") == "rgba(0, 0, 0, 0)"
        for ringed, told in page.evaluate(RINGS):
            assert ringed and any(person in told for person in NAMES), told


@pytest.mark.parametrize(("name", "plain"), PLAIN_TOO)
def test_every_text_comes_from_the_catalogue(page: Page, stand: Stand, name: str, plain: bool) -> None:
    """Also in the help and, on the game's own page, in the hints of the first match."""
    resize(page, DESKTOP)
    for number, view in enumerate(crowded(views_of(name, stand))[:: EACH_PLAIN if plain else count(short=3, full=1)]):
        show(page, view, lang="zz", plain=plain, seen=[])
        assert page.evaluate(NOT_BRACKETED) == [], view.name
        if number and not FULL:  # the help is the same in all of them
            continue
        page.keyboard.press("?")
        page.wait_for_selector("#drawer kbd")
        assert page.evaluate(NOT_BRACKETED) == [], f"help at {view.name}"


PRESS = """async () => {
  const control = document.querySelector('.bench-buttons [data-action]:enabled:not([aria-disabled]), [data-cell]');
  control?.click();
  await null; // before any timer, any frame, any answer
  const marked = document.querySelector('.flat-chosen') !== null;
  return control && (control.dataset.sent !== undefined || control.disabled || marked);
}"""


@pytest.mark.parametrize("name", [name for name in names() if game(name).RACE])
def test_what_is_pressed_in_a_race_answers_at_once(page: Page, stand: Stand, name: str) -> None:
    """Before the server does: a button is dark or asleep, a cell of the pile is marked."""
    resize(page, DESKTOP)
    mine = [view for view in views_of(name, stand).values() if view.seat is not None and view.choices]
    answers = {}
    for view in {one.phase: one for one in mine}.values():
        show(page, view)
        answers[view.name] = page.evaluate(PRESS)
    assert True in answers.values()
    assert [name for name, answer in answers.items() if answer is False] == []


@pytest.mark.parametrize(("name", "theme"), first_of_each(names(), ["light", "dark"]))
def test_axe_finds_nothing_serious(page: Page, stand: Stand, name: str, theme: str) -> None:
    """Of every phase, by turns in each theme unless all is asked for; the last also with all that can lie beside it.

    That is, at a desk with its dice in three dimensions.
    """
    size = PHONE if theme == "light" else DESKTOP
    resize(page, size)
    phases = [*{view.phase: view for view in views_of(name, stand).values() if view.seat is not None}.values()]
    seen = phases[int(theme == "dark") :: 2] or phases  # every other one in each theme
    for view in seen[: count(short=1, full=len(seen))]:
        show(page, view, theme=theme)
        assert grave_faults(page) == [], view.name
    show(page, view, theme=theme, pile=None)
    for drawer in ("rules", "log"):
        if (button := page.locator(f".drawer-button[data-drawer={drawer}]:visible")).count():
            button.click()
        assert grave_faults(page) == [], drawer


@pytest.mark.parametrize("name", names())
def test_the_plain_table_has_controls_too(page: Page, stand: Stand, name: str) -> None:
    """A button for each action that the page is told of; in a race for each that is one word, the others are typed."""
    resize(page, PHONE)
    faults = []
    for view in [*views_of(name, stand).values()][::EACH_PLAIN]:
        alone = [action for action in view.choices if " " not in view.text(action)]
        wanted = ways(view, sample(alone if view.match.game.RACE else view.choices, view, 1), plain=True)
        faults += drive(page, view, wanted, "touch", plain=True)
        faults += drive(page, view, wanted, "keyboard", plain=True)
    assert faults == []


def test_dice_that_somebody_else_has_set_aside_bear_their_mark(page: Page, stand: Stand) -> None:
    """In Spilorcio they lie beside one's own name."""
    views = {name: view for name, view in golden("spilorcio").items() if view.phase == "keeping"}
    stand.views |= views
    for name, view in views.items():
        mover = view.match.state.turn
        for seat in range(2):
            show(page, view._replace(seat=seat))
            marks = page.locator(".tray .seat-mark").evaluate_all("(all) => all.map((one) => one.classList.item(1))")
            assert marks == ([] if seat == mover else [f"seat-colour-{mover}"]), name
