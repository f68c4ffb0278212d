"""Dice in three dimensions: where each is seen on the canvas, and picking it there with a mouse."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page, expect

from bussolotto.core.pyramid import ABOVE, CELLS
from tests.web.playing import IDLE, How, drawn

Reals = npt.NDArray[np.float64]

HALF = 0.492  # half the edge of a die as drawn
DEEP = "localStorage.setItem('bussolotto', JSON.stringify({ pile: 'deep' }))"
WATCH = """
import('/web/pyramid/scene.js').then(({ Pile3d }) => {
  const { show } = Pile3d.prototype;
  Pile3d.prototype.show = function (...shown) {
    window.scene = this;
    return show.apply(this, shown);
  };
});
"""
DRAWN = "() => window.scene?.canvas.isConnected"
OFFERED = f"""
(cell) => {{
  if (!({IDLE})() || !({DRAWN})() || scene.playing || scene.onlooker.moves) return false;
  const offered = [...document.querySelectorAll('.pile-cell[data-place]')].map((place) => Number(place.dataset.cell));
  const shown = new Set(scene.places.map((place) => place.cell));
  return offered.includes(cell) && offered.length === shown.size && offered.every((place) => shown.has(place));
}}
"""  # the scene stands still, and shows what the buttons of the page say
STANDING = """
async () => {
  const { middleOf } = await import('/web/pyramid/scene-pile.js');
  const dice = scene.dice.map(({ cell, look }) => [cell, middleOf(cell, look === 'lifted').toArray()]);
  const free = scene.places.filter(({ cell }) => !scene.standing.has(cell));
  const ghosts = free.map(({ cell }) => [cell, middleOf(cell).toArray()]);
  return { eye: scene.onlooker.camera.position.toArray(), middles: [...dice, ...ghosts] };
}
"""
ON_CANVAS = """
async (targets) => {
  const { Vector3 } = await import('/web/vendor/three.module.min.js');
  const { canvas, onlooker } = scene;
  const { clientWidth: width, clientHeight: height } = canvas;
  const seen = targets.map((target) => new Vector3(...target).project(onlooker.camera));
  return seen.map(({ x, y }) => [((x + 1) / 2) * width, ((1 - y) / 2) * height]);
}
"""


def sides() -> Reals:
    """Where the sides X, Y, Z look: a third of a turn from each other, counter-clockwise from above, X toward +z."""
    around = [2 * math.pi * side / 3 for side in range(3)]
    flat, up = math.sqrt(2 / 3), math.sqrt(1 / 3)
    return np.array([(flat * math.sin(angle), up, flat * math.cos(angle)) for angle in around])


def middles() -> Reals:
    """The middle of every cell."""
    return np.array([-(np.array(cell) @ sides()) for cell in CELLS])


def on_canvas(page: Page, targets: list[Reals]) -> list[tuple[float, float]]:
    """Where these points in space are on the canvas, as the scene's camera has them."""
    points: list[tuple[float, float]] = page.evaluate(ON_CANVAS, [target.tolist() for target in targets])
    return points


def first_met(eye: Reals, target: Reals, middles: Reals) -> int:
    """The cube that a ray meets first, by its number: by slabs of cubes, a hair larger than drawn, not by triangles."""
    way = (target - eye) @ sides().T
    start = (eye - middles) @ sides().T
    reach = np.sign(way) * (HALF + 0.001)
    first, last = ((-reach - start) / way).max(axis=1), ((reach - start) / way).min(axis=1)
    return int(np.where(first <= last, first, np.inf).argmin())


def deep(page: Page) -> Page:
    """The same page, whose browser shows pyramids in three dimensions from now on, and tells its scene to tests."""
    page.evaluate(DEEP)
    page.add_init_script(WATCH)
    return page


def pick(page: Page, cell: int, how: How = "pointer") -> None:
    """Click or touch an offered cell; where nothing is seen of it, turn the pile first, then look from above."""
    for find in (turn, turn, look_from_above, None):
        point = _where(page, cell)
        if point:
            (page.touchscreen.tap if how == "touch" else page.mouse.click)(*point)
            return
        assert find, f"nothing is seen of {cell}"
        find(page)


def _where(page: Page, cell: int) -> tuple[float, float] | None:
    """Where it is seen, once that is the same twice: what appears above the canvas meanwhile moves it."""
    point = seen_at(page, cell)
    while point != (again := seen_at(page, cell)):
        point = again
    return point


def seen_at(page: Page, cell: int) -> tuple[float, float] | None:
    """The middle, on the page, of the face of an offered die or ghost that is seen best; None where others hide it."""
    page.wait_for_function(OFFERED, arg=cell)
    left, top, _, _ = _canvas(page)
    told: dict[str, Any] = page.evaluate(STANDING)
    eye, cells = np.array(told["eye"]), [one for one, _ in told["middles"]]
    cubes = np.array([middle for _, middle in told["middles"]])
    own = cells.index(cell)
    open_sides = [side for side in range(3) if int(ABOVE[cell][side]) not in cells]
    targets = [cubes[own] + HALF * sides()[side] for side in sorted(open_sides, key=lambda side: -sides()[side] @ eye)]
    seen = [target for target in targets if first_met(eye, target, cubes) == own]
    if not seen:
        return None
    x, y = on_canvas(page, seen[:1])[0]
    return left + x, top + y


def turn(page: Page) -> None:
    """Bring the side to the left to the front."""
    pile = page.locator(".pile")
    next_side = (int(pile.get_attribute("data-side") or 0) + 2) % 3
    page.get_by_role("button", name="Turn: bring your left side to the front").click()
    expect(pile).to_have_attribute("data-side", str(next_side))


def look_from_above(page: Page) -> None:
    """Drag the pile down until it is seen from above."""
    _drag(page, (0.05, 0.95))
    page.wait_for_function("() => scene.onlooker.elevation > 1.4")


def look_from_the_table(page: Page) -> None:
    """Drag the pile up until it is seen from so low that dice hide others."""
    page.wait_for_function(DRAWN)
    _drag(page, (0.95, 0.05))
    page.wait_for_function("() => scene.onlooker.elevation < 0.25")


def _drag(page: Page, heights: tuple[float, float]) -> None:
    """Drag it from one height of the canvas to another."""
    left, top, width, height = _canvas(page)
    x, (start, end) = left + width / 2, (top + height * share for share in heights)
    page.mouse.move(x, start)
    page.mouse.down()
    page.mouse.move(x, end, steps=3)
    page.mouse.up()


def _canvas(page: Page) -> tuple[float, float, float, float]:
    """Where the canvas is on the page: left, top, width, height; scrolled to it, and it has its size by now."""
    canvas = page.locator(".pile-canvas")
    canvas.evaluate("(canvas) => canvas.scrollIntoView({ block: 'center', behavior: 'instant' })")
    drawn(page)
    box = canvas.bounding_box()
    assert box
    return box["x"], box["y"], box["width"], box["height"]
