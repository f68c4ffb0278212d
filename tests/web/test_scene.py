"""The pile in three dimensions: dice where the lattice has them, faces as posed, exact picks, rest at rest, no leak."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Page

from bussolotto.core import pyramid
from bussolotto.core.pyramid import ABOVE, COUNT, POSES
from tests.depth import full, in_full_runs
from tests.web.deep import HALF, Reals, first_met, middles, on_canvas, sides
from tests.web.playing import drawn, until
from tests.web.visits import Visit

FORGIVE = ("CONTEXT_LOST",)  # we take contexts away on purpose
LOOK: dict[str, Any] = {"chosen": None, "size": 8, "side": 0, "own": True, "names": False, "moves": [], "motion": False}

OPEN = """
async () => {
  const room = document.createElement('div');
  const canvas = document.createElement('canvas');
  Object.assign(room.style, { position: 'fixed', left: 0, top: 0, width: '480px', height: '300px', zIndex: 99 });
  Object.assign(canvas.style, { position: 'absolute', width: '100%', height: '100%' });
  room.append(canvas);
  document.body.append(room);
  const { createScene } = await import('/web/pyramid/scene.js');
  Object.assign(window, { canvas, picked: [], again: [], sides: [], lost: 0, unseen: 0, createScene });
  window.scene = createScene(canvas, {
    theme: 'dark',
    onPick: (cell) => picked.push(cell),
    onSide: (side) => sides.push(side),
    onAgain: (cell) => again.push(cell),
    onUnseen: (count) => { window.unseen = count; },
    onLost: () => { window.lost += 1; },
  });
}
"""


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """A page with an empty scene over all of it."""
    page = visit(forgive=FORGIVE)
    page.evaluate(OPEN)
    yield page
    page.evaluate("scene.dispose()")


AGAIN = """
([dice, look]) => [dice, [...dice]].map((each) => {
  scene.show(each, [], look);
  return scene.playing.found.map(({ kind }) => kind).sort();
})
"""
WATCH_REST = """
() => {
  window.asked = new Set();
  for (const [ask, take] of [['requestAnimationFrame', 'cancelAnimationFrame'], ['setTimeout', 'clearTimeout']]) {
    const [asking, taking] = [window[ask], window[take]];
    window[ask] = (run, ...more) => {
      const own = new Error().stack.includes('/pyramid/scene');
      const number = asking((...given) => { asked.delete(ask + number); run(...given); }, ...more);
      if (own) asked.add(ask + number);
      return number;
    };
    window[take] = (number) => { asked.delete(ask + number); taking(number); };
  }
}
"""
SHOW = "([dice, places, look]) => { scene.show(dice, places, look); scene.draw(); }"


def show(page: Page, dice: list[dict[str, Any]], places: tuple[int, ...] = (), **look: Any) -> None:
    wanted = [{"cell": cell, "label": "here"} for cell in places]
    page.evaluate(SHOW, [dice, wanted, LOOK | look])


def whole(rng: random.Random) -> list[dict[str, Any]]:
    return [{"cell": cell, "colour": "pearl", "faces": rng.choice(POSES.tolist())} for cell in range(COUNT)]


def test_every_die_stands_where_the_lattice_has_its_cell(page: Page) -> None:
    show(page, whole(random.Random(1)))
    drawn = page.evaluate(
        """() => {
          scene.draw();
          const { solid } = scene.made;
          const numbers = solid.instanceMatrix.array;
          return solid.userData.cells.map((cell, index) => [cell, [...numbers.slice(index * 16, index * 16 + 16)]]);
        }"""
    )
    assert sorted(cell for cell, _ in drawn) == list(range(COUNT))
    wanted = middles()
    for cell, numbers in drawn:
        matrix = np.array(numbers).reshape(4, 4).T
        assert matrix[:3, 3] == pytest.approx(wanted[cell], abs=1e-5)
        turned = matrix[:3, :3]
        corners = [turned @ (np.array(ends) - 0.5) for ends in np.ndindex(2, 2, 2)]
        top = max(corners, key=lambda corner: float(corner[1]))
        assert top == pytest.approx([0, math.sqrt(3) / 2, 0], abs=1e-5), "it stands on a corner"


@pytest.mark.parametrize("colour", ["pearl", *in_full_runs("yellow")])
def test_the_picture_shows_as_many_pips_as_the_face_has(page: Page, colour: str) -> None:
    for face in range(1, 7):
        faces = next(pose for pose in POSES.tolist() if pose[0] == face)
        show(page, [{"cell": 0, "colour": colour, "faces": faces}], size=2)
        assert dark_spots(page) == face
        show(page, [{"cell": 0, "colour": colour, "faces": [0, *faces[1:]]}], size=2)
        assert dark_spots(page) == 0, "what is not known is blank"


def dark_spots(page: Page) -> int:
    """How many dark spots there are on the face that looks to side X, seen squarely."""
    square = page.evaluate(
        """() => {
          scene.stand(0, Math.asin(1 / Math.sqrt(3)), 1.2);
          scene.draw();
          const { x, y, size } = scene.where(0);
          const copy = Object.assign(document.createElement('canvas'), { width: 60, height: 60 });
          const brush = copy.getContext('2d', { willReadFrequently: true });
          const ratio = canvas.width / canvas.clientWidth;
          brush.translate(30, 30);
          brush.rotate(Math.PI / 4);
          const scale = 64 / size / ratio;
          brush.scale(scale, scale);
          brush.drawImage(canvas, -x * ratio, -y * ratio);
          const { data } = brush.getImageData(6, 6, 48, 48);
          return [...Array(48 * 48).keys()].map((pixel) => Math.min(data[pixel * 4], 255) + data[pixel * 4 + 1]);
        }"""
    )
    light = np.array(square).reshape(48, 48)
    return spots(light < 0.5 * float(np.median(light)))


def spots(dark: npt.NDArray[np.bool_]) -> int:
    """Patches of at least six dark pixels."""
    left = {(int(row), int(column)) for row, column in zip(*np.nonzero(dark), strict=True)}
    count = 0
    while left:
        patch, grown = [left.pop()], 0
        while patch:
            row, column = patch.pop()
            grown += 1
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= near
            patch += near
        count += grown >= 6
    return count


@full
def test_a_pick_is_exact_from_everywhere(page: Page) -> None:
    rng = random.Random(5)
    missing = {0, 3, 8, 44, 164}
    show(page, [die for die in whole(rng) if die["cell"] not in missing], places=(0, 8, 44))
    cells = [cell for cell in range(COUNT) if cell not in missing or cell in (0, 8, 44)]
    standing = middles()[cells]
    for _ in range(20):
        azimuth, elevation, zoom = rng.uniform(-7, 7), rng.uniform(0.3, 1.4), rng.uniform(0.6, 1)
        eye, points = looked_at(page, (azimuth, elevation, zoom), cells)
        told = page.evaluate("(points) => points.map(([x, y]) => scene.at(x, y))", [point for _, _, point in points])
        answers = zip(points, told, strict=True)
        pairs = [
            (cell, answer) for (cell, target, _), answer in answers if cells[first_met(eye, target, standing)] == cell
        ]
        assert len(pairs) > 40
        assert [answer for _, answer in pairs] == [cell for cell, _ in pairs], (azimuth, elevation)


def looked_at(
    page: Page, stand: tuple[float, float, float], cells: list[int]
) -> tuple[Reals, list[tuple[int, Reals, Any]]]:
    """Where one stands, and for each open face its cell, its middle, and where that is in the picture."""
    page.evaluate("(stand) => scene.stand(...stand)", stand)
    held = {*cells}
    faces = [(cell, side) for cell in cells for side in range(3) if int(ABOVE[cell][side]) not in held]
    targets = [middles()[cell] + HALF * sides()[side] for cell, side in faces]
    eye = page.evaluate("scene.onlooker.camera.position.toArray()")
    found = zip(faces, targets, on_canvas(page, targets), strict=True)
    return np.array(eye), [(cell, target, point) for (cell, _), target, point in found]


def test_a_click_picks_and_a_drag_turns(page: Page) -> None:
    show(page, whole(random.Random(2)), places=(0,))
    spot = page.evaluate("scene.where(0)")
    page.mouse.click(spot["x"], spot["y"])
    assert page.evaluate("picked") == [0]
    before = page.evaluate("scene.onlooker.azimuth")
    page.mouse.move(spot["x"], spot["y"])
    page.mouse.down()
    page.mouse.move(spot["x"] + 200, spot["y"] + 10, steps=5)
    page.mouse.up()
    page.wait_for_function("() => sides.length > 0")
    assert page.evaluate("picked") == [0], "a drag is no pick"
    assert page.evaluate("scene.onlooker.azimuth") == pytest.approx(before - 200 * 0.0075, abs=0.06)
    assert page.evaluate("sides") == [2], "dragged to the right: the left side comes to the front"


@full
def test_it_turns_by_thirds_to_each_side_and_zooms_within_limits(page: Page) -> None:
    show(page, whole(random.Random(2)))
    faced = []
    for _ in range(3):
        page.evaluate("scene.turn(1)")
        faced.append(page.evaluate("scene.onlooker.side"))
    assert faced == [2, 1, 0]
    page.mouse.move(240, 150)
    for delta, limit in ((-10_000, 4), (20_000, 1)):
        page.mouse.wheel(0, delta)
        page.wait_for_function("(limit) => Math.abs(scene.onlooker.zoom.scale - limit) < 1e-9", arg=limit)


@full
def test_two_fingers_look_closer_at_what_is_between_them_and_move_it(page: Page) -> None:
    show(page, whole(random.Random(2)), places=(0,))
    page.evaluate("scene.draw()")
    before = page.evaluate("scene.where(0)")
    fingers(page, [((before["x"] - 20, before["y"]), (before["x"] + 20, before["y"]))])
    fingers(page, [((before["x"] - 40, before["y"]), (before["x"] + 40, before["y"]))], begin=False)
    page.evaluate("scene.draw()")
    after = page.evaluate("scene.where(0)")
    assert page.evaluate("scene.onlooker.zoom.scale") == pytest.approx(2, abs=0.01)
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1.5), "toward the pinch"
    fingers(page, [((before["x"] - 40, before["y"] + 30), (before["x"] + 40, before["y"] + 30))], begin=False)
    page.evaluate("scene.draw()")
    assert page.evaluate("scene.where(0).y") == pytest.approx(after["y"] + 30, abs=1.5), "both move it"
    assert page.evaluate("picked") == []


FINGERS = """
([pairs, begin]) => {
  const { left, top } = canvas.getBoundingClientRect();
  const say = (kind, pointerId, [x, y]) =>
    canvas.dispatchEvent(
      new PointerEvent(kind, { pointerId, clientX: left + x, clientY: top + y, pointerType: 'touch', bubbles: true }),
    );
  canvas.setPointerCapture = () => {};
  for (const pair of pairs) pair.forEach((point, finger) => say(begin ? 'pointerdown' : 'pointermove', finger, point));
}
"""


def fingers(page: Page, pairs: list[Any], begin: bool = True) -> None:
    """Two fingers come down on the canvas, or move there."""
    page.evaluate(FINGERS, [pairs, begin])


def test_a_double_tap_is_told_once_as_such(page: Page) -> None:
    show(page, whole(random.Random(2)), places=(0,))
    spot = page.evaluate("scene.where(0)")
    page.mouse.dblclick(spot["x"], spot["y"])
    assert page.evaluate("[picked, again]") == [[0], [0]]
    page.mouse.dblclick(4, 4)
    assert page.evaluate("[picked, again]") == [[0], [0, None]]


@full
def test_places_out_of_sight_are_told_and_turned_to(page: Page) -> None:
    behind = pyramid.INDEX[(4, 4, 0)], pyramid.INDEX[(5, 3, 0)]
    dice = [die for die in whole(random.Random(2)) if die["cell"] not in behind]
    show(page, dice, places=behind)
    page.wait_for_function("() => unseen === 2")
    page.evaluate("scene.reveal()")
    page.wait_for_function("() => unseen === 0")


def test_it_draws_only_when_something_changes(page: Page) -> None:
    drawn(page)
    page.evaluate(WATCH_REST)
    before = 0
    for change in (lambda: show(page, whole(random.Random(2))), lambda: page.evaluate("scene.turn(1)")):
        change()
        page.wait_for_function("(before) => scene.drawings > before", arg=before)
        until(page, "() => asked.size === 0")  # nothing is to come any more, neither a frame nor a full picture
        before = page.evaluate("scene.drawings")


def test_what_changes_moves_for_a_moment_and_can_be_skipped(page: Page) -> None:
    dice = [{"cell": cell, "colour": "red", "faces": [1, 2, 3]} for cell in pyramid.BASE[:9]]
    slid = [{**die, "cell": 0} if die is dice[-1] else die for die in dice[1:]]
    moves = [{"from": dice[-1]["cell"], "to": 0}]
    show(page, dice, motion=True)
    assert page.evaluate("scene.playing") is None, "what was there at first does not move"
    told = page.evaluate(AGAIN, [slid, LOOK | {"moves": moves, "motion": True}])
    assert told == [["move", "take"]] * 2, "what changes beside it does not end it"
    page.evaluate("scene.skip()")
    assert page.evaluate("scene.playing") is None
    show(page, dice, motion=False)
    assert page.evaluate("scene.playing") is None, "nothing moves where that is not wanted"
    show(page, [*dice, {"cell": 0, "colour": "red", "faces": [1, 2, 3]}], motion=True)
    page.wait_for_function("() => scene.playing === null")
    assert page.evaluate("(scene.draw(), scene.made.solid.count)") == 10


@full
def test_disposing_leaves_nothing_and_a_lost_picture_is_told(page: Page) -> None:
    left = page.evaluate(
        """(look) => [...Array(20)].map(() => {
          const own = document.createElement('canvas');
          document.body.append(own);
          const one = createScene(own, { onPick() {}, theme: 'light' });
          one.show([{ cell: 0, colour: 'red', faces: [1, 2, 3] }], [], { ...look, names: true });
          one.resize();
          one.draw();
          one.dispose();
          own.remove();
          const { geometries, textures } = one.renderer.info.memory;
          return geometries + textures + document.querySelectorAll('body > canvas').length;
        })""",
        LOOK,
    )
    assert left == [0] * 20
    assert page.evaluate("lost") == 0
    page.evaluate("canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
    page.wait_for_function("() => lost === 1")


@full
def test_names_are_written_where_asked_for(page: Page) -> None:
    show(page, whole(random.Random(2)))
    sheet = page.locator("canvas[aria-hidden]")
    assert sheet.evaluate("(sheet) => sheet.width") == 0 or sheet.evaluate("(sheet) => sheet.width") == 300
    show(page, whole(random.Random(2)), names=True)
    assert sheet.evaluate("(sheet) => sheet.width") == 480
