"""The pile in three dimensions: dice where the lattice has them, faces as posed, exact picks, rest at rest, no leak."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Page

from bussolotto import pyramid
from bussolotto.pyramid import ABOVE, CELLS, COUNT, POSES
from tests.web.conftest import Visit

FORGIVE = ("CONTEXT_LOST",)  # we take contexts away on purpose
HALF = 0.492  # half the edge of a die as drawn
LOOK: dict[str, Any] = {"chosen": None, "size": 8, "side": 0, "names": False, "moves": [], "motion": False}
Reals = npt.NDArray[np.float64]

OPEN = """
async () => {
  const room = document.createElement('div');
  const canvas = document.createElement('canvas');
  Object.assign(room.style, { position: 'fixed', left: 0, top: 0, width: '480px', height: '300px', zIndex: 99 });
  Object.assign(canvas.style, { position: 'absolute', width: '100%', height: '100%' });
  room.append(canvas);
  document.body.append(room);
  const { createScene } = await import('/web/pyramid/scene.js');
  Object.assign(window, { canvas, picked: [], sides: [], lost: 0, createScene });
  window.scene = createScene(canvas, {
    theme: 'dark',
    onPick: (cell) => picked.push(cell),
    onSide: (side) => sides.push(side),
    onLost: () => { window.lost += 1; },
  });
}
"""


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """A page with an empty scene over all of it."""
    page = visit("Giulia", forgive=FORGIVE)
    page.evaluate(OPEN)
    yield page
    page.evaluate("scene.dispose()")


AGAIN = """
([dice, look]) => [dice, [...dice]].map((each) => {
  scene.show(each, [], look);
  return scene.playing.found.map(({ kind }) => kind).sort();
})
"""
SHOW = "([dice, places, look]) => { scene.show(dice, places, look); scene.draw(); }"


def show(page: Page, dice: list[dict[str, Any]], places: tuple[int, ...] = (), **look: Any) -> None:
    wanted = [{"cell": cell, "label": "here"} for cell in places]
    page.evaluate(SHOW, [dice, wanted, LOOK | look])


def full(rng: random.Random) -> list[dict[str, Any]]:
    return [{"cell": cell, "colour": "pearl", "faces": rng.choice(POSES.tolist())} for cell in range(COUNT)]


def sides() -> Reals:
    """Where the sides X, Y, Z look: a third of a turn from each other, counter-clockwise from above, X toward +z."""
    around = [2 * math.pi * side / 3 for side in range(3)]
    flat, up = math.sqrt(2 / 3), math.sqrt(1 / 3)
    return np.array([(flat * math.sin(angle), up, flat * math.cos(angle)) for angle in around])


def middles() -> Reals:
    return np.array([-(np.array(cell) @ sides()) for cell in CELLS])


def test_every_die_stands_where_the_lattice_has_its_cell(page: Page) -> None:
    show(page, full(random.Random(1)))
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


def test_every_pose_shows_its_faces_to_the_sides(page: Page) -> None:
    seen = page.evaluate(
        """async (poses) => {
          const { dieGeometry } = await import('/web/pyramid/scene-die.js');
          const { turnOf, poseThatShows } = await import('/web/pyramid/scene-pile.js');
          const { Vector3 } = await import('/web/vendor/three.module.min.js');
          const { position, normal, face } = dieGeometry().attributes;
          const points = [...Array(position.count).keys()];
          const way = (point, faces) =>
            new Vector3().fromBufferAttribute(normal, point).applyQuaternion(turnOf(poseThatShows(faces))).toArray();
          return poses.map((faces) => points.map((point) => ({ face: face.getZ(point), way: way(point, faces) })));
        }""",
        POSES.tolist(),
    )
    for faces, points in zip(POSES.tolist(), seen, strict=True):
        for way, face in zip(sides(), faces, strict=True):
            told = {point["face"] for point in points if np.dot(point["way"], way) > 0.99}
            assert told == {face}, faces
            assert {point["face"] for point in points if np.dot(point["way"], way) < -0.99} == {7 - face}


@pytest.mark.parametrize("colour", ["pearl", "yellow"])
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


def test_a_pick_is_exact_from_everywhere(page: Page) -> None:
    rng = random.Random(5)
    missing = {0, 3, 8, 44, 164}
    show(page, [die for die in full(rng) if die["cell"] not in missing], places=(0, 8, 44))
    cells = [cell for cell in range(COUNT) if cell not in missing or cell in (0, 8, 44)]
    for _ in range(20):
        azimuth, elevation, zoom = rng.uniform(-7, 7), rng.uniform(0.3, 1.4), rng.uniform(0.6, 1)
        eye, points = looked_at(page, (azimuth, elevation, zoom), cells)
        told = page.evaluate("(points) => points.map(([x, y]) => scene.at(x, y))", [point for _, _, point in points])
        answers = zip(points, told, strict=True)
        pairs = [(cell, answer) for (cell, target, _), answer in answers if sees(eye, target, cell, cells)]
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
    seen = page.evaluate(
        """async (targets) => {
          const { Vector3 } = await import('/web/vendor/three.module.min.js');
          const { camera } = scene.onlooker;
          const [width, height] = [canvas.clientWidth, canvas.clientHeight];
          const seen = targets.map((target) => new Vector3(...target).project(camera));
          const points = seen.map(({ x, y }) => [((x + 1) / 2) * width, ((1 - y) / 2) * height]);
          return { eye: camera.position.toArray(), points };
        }""",
        [target.tolist() for target in targets],
    )
    found = zip(faces, targets, seen["points"], strict=True)
    return np.array(seen["eye"]), [(cell, target, point) for (cell, _), target, point in found]


def sees(eye: Reals, target: Reals, cell: int, cells: list[int]) -> bool:
    """Is this die the first that a ray meets? By the slabs of cubes, a hair larger than drawn, not by triangles."""
    way = (target - eye) @ sides().T
    start = (eye - middles()[cells]) @ sides().T
    reach = np.sign(way) * (HALF + 0.001)
    first, last = ((-reach - start) / way).max(axis=1), ((reach - start) / way).min(axis=1)
    met = [(float(enter), other) for enter, leave, other in zip(first, last, cells, strict=True) if enter <= leave]
    return min(met)[1] == cell


def test_a_click_picks_and_a_drag_turns(page: Page) -> None:
    show(page, full(random.Random(2)), places=(0,))
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


def test_it_turns_by_thirds_to_each_side_and_zooms_within_limits(page: Page) -> None:
    show(page, full(random.Random(2)))
    faced = []
    for _ in range(3):
        page.evaluate("scene.turn(1)")
        faced.append(page.evaluate("scene.onlooker.side"))
    assert faced == [2, 1, 0]
    page.mouse.move(240, 150)
    for delta, limit in ((-10_000, 0.42), (20_000, 1.25)):
        page.mouse.wheel(0, delta)
        page.wait_for_function("(limit) => Math.abs(scene.onlooker.zoom - limit) < 1e-9", arg=limit)


def test_it_draws_only_when_something_changes(page: Page) -> None:
    show(page, full(random.Random(2)))
    before = -1
    for _ in range(20):
        before, after = page.evaluate("scene.drawings"), before
        if before == after:
            break
        page.wait_for_timeout(500)
    page.wait_for_timeout(500)
    assert page.evaluate("scene.drawings") == before
    page.evaluate("scene.turn(1)")
    page.wait_for_function("(before) => scene.drawings > before", arg=before)


def test_what_changes_moves_for_a_moment_and_can_be_skipped(page: Page) -> None:
    kinds = page.evaluate("import('/web/pyramid/scene-motion.js').then(({ KINDS }) => KINDS)")
    assert all(200 <= lasts <= 500 for _, lasts in kinds)
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


def test_a_tipped_die_rolls_over_its_ridge_a_quarter_turn(page: Page) -> None:
    """Halfway it stands above the middle between both cells, and it ends as GEO-9 says."""
    told = page.evaluate(
        """async () => {
          const { actors, stand } = await import('/web/pyramid/scene-motion.js');
          const { cellAt, tipped } = await import('/web/pyramid/lattice.js');
          const from = cellAt([3, 3, 2]), to = cellAt([2, 4, 2]);
          const before = stand([{ cell: from, colour: 'red', faces: [1, 2, 3] }], new Map(), []);
          const moves = [{ from, to }];
          const after = stand([{ cell: to, colour: 'red', faces: tipped([1, 2, 3], 0, 1) }], before, moves);
          const [{ path }] = actors(before, after, moves, null);
          return [0, 0.5, 1].map((share) => path(share).matrix.toArray());
        }"""
    )
    first, half, last = (np.array(numbers).reshape(4, 4).T for numbers in told)
    between = (first[:3, 3] + last[:3, 3]) / 2
    assert half[[0, 2], 3] == pytest.approx(between[[0, 2]], abs=1e-6)
    assert 0.5 < half[1, 3] - between[1] < 1
    turned = first[:3, :3].T @ last[:3, :3]
    assert np.trace(turned) == pytest.approx(1, abs=1e-6), "a quarter turn"


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


def test_the_picture_gets_coarser_where_frames_are_slow_and_full_at_rest(page: Page) -> None:
    told = page.evaluate(
        """async () => {
          const { Pace } = await import('/web/pyramid/scene-pace.js');
          const [slow, quick] = [new Pace(true), new Pace(false)];
          const first = slow.ratio(true);
          for (let frame = 0; frame < 40; frame += 1) { slow.measure(120); quick.measure(16); }
          return { first, slow: slow.ratio(true), rest: slow.ratio(false), quick: quick.ratio(true) };
        }"""
    )
    assert told["slow"] == 0.5 < told["first"] < 1
    assert told["rest"] > 1
    assert told["quick"] == 1


def test_names_are_written_where_asked_for(page: Page) -> None:
    show(page, full(random.Random(2)))
    sheet = page.locator("canvas[aria-hidden]")
    assert sheet.evaluate("(sheet) => sheet.width") == 0 or sheet.evaluate("(sheet) => sheet.width") == 300
    show(page, full(random.Random(2)), names=True)
    assert sheet.evaluate("(sheet) => sheet.width") == 480
