"""How heavy the page is, how soon a table is there, and how smoothly the full pyramid turns, in Chromium without a GPU.

Weights are bytes as they come over the line, with nothing in the cache. A table is there when its game is painted: the
time runs from asking for its address, with an empty cache. Turning: the mean over three seconds of a drag that goes on,
after a second in which the picture may find out how fine it can be.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench import report
from bench.report import Figure
from bussolotto.core import pyramid
from tests.web.serving import LiveServer
from tests.web.visits import CHROMIUM, DESKTOP, FLAGS, play_table
from tests.web.weight import weigh

LIGHT_KB, HEAVY_KB, PAINTED_S, FRAMES = 150, 600, 2, 15  # the bars
TABLES = {
    "spilorcio": ("spilorcio", "?flat"),
    "eintrichtern, flat": ("eintrichtern", "?flat"),
    "eintrichtern, in 3D": ("eintrichtern", "?3d"),
}
WHEN_PAINTED = """
const told = () => { window.painted = performance.now(); };
const look = () => {
  if (document.querySelector('.table-main > *')) requestAnimationFrame(() => setTimeout(told));
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
TURN = """
async ({ dice, settle, last }) => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'fixed', inset: 0, width: '100%', height: '100%' });
  document.body.replaceChildren(canvas);
  const { createScene } = await import('/web/pyramid/scene.js');
  const scene = createScene(canvas, { theme: 'dark', onPick() {} });
  scene.show(dice, [], { chosen: null, size: 8, side: 0, names: false, moves: [], motion: true });
  const frames = [];
  const begun = performance.now();
  await new Promise((done) => {
    const turn = (now) => {
      frames.push(now);
      scene.stand(frames.length * 0.03, 0.8);
      if (now - begun < settle + last) requestAnimationFrame(turn);
      else done();
    };
    requestAnimationFrame(turn);
  });
  const counted = frames.filter((frame) => frame - begun > settle);
  return { rate: (1000 * (counted.length - 1)) / (counted.at(-1) - counted[0]), ratio: scene.pace.ratio(true) };
}
"""


def measure(quick: bool = False) -> list[Figure]:
    """Weights, times to paint, frames a second."""
    times = 2 if quick else 5
    with browsing() as (browser, server):
        figures = []
        for name, (game, query) in TABLES.items():
            weights, painted = zip(*(cold(browser, server, game, query) for _ in range(times)), strict=True)
            bar = HEAVY_KB if "3D" in name else LIGHT_KB
            figures.append(Figure(f"{name}: weight", max(weights) / 1024, "KB", bar=bar, at_most=True))
            figures.append(Figure(f"{name}: painted after", median(painted), "s", bar=PAINTED_S, at_most=True))
        return [*figures, *turning(browser, server)]


@contextmanager
def browsing() -> Iterator[tuple[Browser, LiveServer]]:
    """A browser and a server with an empty folder."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server.start()
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def cold(browser: Browser, server: LiveServer, game: str, query: str) -> tuple[float, float]:
    """Bytes of a table, and seconds until it is painted, in a browser that has been nowhere yet."""
    page = new_page(browser, server)
    page.goto("/healthz")
    table = play_table(page, game=game, seats=2)
    page.close()
    page = new_page(browser, server, page.context.storage_state())
    page.add_init_script(WHEN_PAINTED)
    weight = weigh(page, f"/t/{table.table}{query}")
    page.wait_for_function("() => window.painted")
    painted_s = page.evaluate("window.painted") / 1000
    page.context.close()
    return weight, painted_s


def new_page(browser: Browser, server: LiveServer, state: Any = None) -> Page:
    """A page of a browser that remembers nothing but this."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]}, storage_state=state
    )
    return context.new_page()


def turning(browser: Browser, server: LiveServer) -> list[Figure]:
    """Frames a second of the full pyramid as it turns, over the whole window."""
    page = new_page(browser, server)
    page.goto("/")
    dice = Random(1)
    poses = pyramid.POSES.tolist()
    pile = [
        {"cell": cell, "colour": dice.choice(["red", "yellow", "pearl"]), "faces": dice.choice(poses)}
        for cell in range(pyramid.COUNT)
    ]
    told = page.evaluate(TURN, {"dice": pile, "settle": 1000, "last": 3000})
    return [
        Figure("the full pyramid turns", told["rate"], "frames/s", bar=FRAMES),
        Figure("at so many pixels for one of the page", told["ratio"], ""),
    ]


if __name__ == "__main__":
    report.run({"page": measure}, __doc__)
