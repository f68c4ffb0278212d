"""The picture of a moment is the table as it is seen, with its dice, under the game's name and who plays."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bussolotto.games import game as rules_of
from tests.depth import full
from tests.web.playing import now, until
from tests.web.visits import DESKTOP, PHONE, AtTable, Visit, set_table

MOMENT = 20  # plies
STILL = 40  # looks
UNLIKE = 4.0  # of 255, in the mean of all points: how far picture and screen may be apart

# Both as small pictures, point by point. The table lies in the picture below its heading, 48 points from the left.
COMPARED = """async ([picture, screen, [width, height]]) => {
  const image = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  };
  const small = (image, ...cut) => {
    const brush = new OffscreenCanvas(160, 100).getContext('2d', { willReadFrequently: true });
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(image, ...cut, 0, 0, 160, 100);
    return brush.getImageData(0, 0, 160, 100).data;
  };
  const taken = await image(picture);
  const seen = await image(screen);
  const inside = small(seen, 0, 0, seen.width, seen.height);
  const apart = (top) => {
    const found = small(taken, 48, top, 2 * width, 2 * height);
    return found.reduce((sum, value, at) => sum + Math.abs(value - inside[at]), 0) / found.length;
  };
  const room = taken.height - 2 * height;
  const unlike = Math.min(...Array.from({ length: room }, (_, top) => apart(top)));
  return { unlike, wide: taken.width - 2 * width, room, many: new Set(inside).size };
}"""


# Dice in three dimensions come after the page; until then flat ones are shown
COME = """() => !document.querySelector('.is-to-be-solid:not(.is-solid), .roll-tray:not(.roll-solid)') &&
  [...document.querySelectorAll('.pile-canvas')].every((canvas) => Object.hasOwn(canvas, 'toDataURL'))"""


@pytest.fixture
def solid() -> bool:
    return True


def finished(page: Page, game: str) -> AtTable:
    """A match that bots have played among themselves."""
    seats = min(seats for seats in rules_of(game).SEATS if seats > 1)
    table = set_table(page, game=game, seats=seats, bots=seats, sit=None)
    while not now(page, table)["over"]:
        page.wait_for_timeout(200)
    return table


def taken(page: Page) -> tuple[str, bytes]:
    """The picture that its button gives: its name, and what is in it."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture of this moment").click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def rest(place: Locator) -> bytes:
    """A screenshot of it once nothing moves there any more."""
    before = place.screenshot()
    for _ in range(STILL):
        after = place.screenshot()
        if after == before:
            return after
        before = after
    raise AssertionError("it never rests")


@full
@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("abquetschen", DESKTOP, id="abquetschen-desktop"),
        pytest.param("spilorcio", PHONE, id="spilorcio-phone"),
        pytest.param("abquetschen", PHONE, id="abquetschen-phone", marks=full),
        pytest.param("spilorcio", DESKTOP, id="spilorcio-desktop", marks=full),
        pytest.param("cincinnati", PHONE, id="cincinnati-phone", marks=full),
    ],
)
def test_it_is_what_is_seen(visit: Visit, game: str, size: dict[str, Any]) -> None:
    page = visit("Giulia", size=size)
    table = finished(page, game)
    page.goto(f"/r/{table.match}#{MOMENT}")
    place = page.locator(".table-main > .game, .table-main > .spilorcio")
    expect(page.locator(".scrub-count")).to_have_text(f"{MOMENT} / {now(page, table)['version']}")
    expect(place).to_be_visible()
    until(page, COME)
    rest(place)
    if size is PHONE:
        page.get_by_role("button", name="Menu").click()
    else:
        page.get_by_role("button", name="Link to this moment").click()
    name, picture = taken(page)
    page.keyboard.press("Escape")
    assert name == f"{table.match}-{MOMENT}.png"
    for tools in page.locator(".pile-tools").all():
        tools.evaluate("tools => { tools.style.visibility = 'hidden' }")  # they are no part of the table
    extent = place.evaluate("table => [table.scrollWidth, table.scrollHeight]")
    screen = rest(place)
    found = page.evaluate(COMPARED, [b64encode(picture).decode(), b64encode(screen).decode(), extent])
    assert found["unlike"] < UNLIKE and found["many"] > 50, found
    assert found["wide"] == 96  # as much room on both sides
    assert 200 < found["room"] < 500  # for a heading, the names, and what has happened


@full
@pytest.mark.parametrize(
    ("missing", "answer"),
    [
        pytest.param("**/modern-screenshot.js", lambda route: route.abort(), id="what-takes-it"),
        pytest.param("**/games/spilorcio/**/page.js", lambda _: None, id="the-table-itself"),
    ],
)
def test_where_it_cannot_be_taken_the_position_is_drawn(
    visit: Visit, missing: str, answer: Callable[[Route], None]
) -> None:
    page = visit("Giulia", forgive=("modern-screenshot",))
    table = finished(page, "spilorcio")
    page.route(missing, answer)
    page.goto(f"/r/{table.match}#{MOMENT}")
    page.get_by_role("button", name="Link to this moment").click()
    name, picture = taken(page)
    assert name == f"{table.match}-{MOMENT}.svg" and picture.startswith(b"<svg")
