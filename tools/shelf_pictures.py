"""Photograph the scene of every game's table, small, for the shelf of the first page.

    python -m tools.shelf_pictures [GAME ...]

needs Playwright and Chromium (or the one named in BUSSOLOTTO_CHROMIUM). The moments are those of `tools.screenshots`.
A picture is cut out of the game's own page, without words and controls, and lies with it as shelf.webp. It is as good
as fits into 11 KiB.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, sync_playwright

from bussolotto.games import names, packages
from tests.web.serving import LiveServer
from tests.web.visits import FLAGS, SHELL
from tools.screenshots import SETTLED_MS, brought_to, seated

SCENE = ".scene, .board-area"
WIDTH, HEIGHT = 480, 300  # of the picture
ROOM: ViewportSize = {"width": 1280, "height": 990}  # where scenes have about its shape,
PILED: ViewportSize = {"width": 1280, "height": 900}  # and those of a pile, which fills their height
HEAVIEST = 11 * 1024  # bytes
SHOTS = 4  # of as many matches: the one with most to see, which packs worst, is taken
QUALITIES = (0.8, 0.72, 0.64, 0.56, 0.48, 0.4, 0.32)  # tried in this order
BARE = """
.pile-tools, .pile-where, .walk, .captions, .bubbles { display: none !important }
"""
WORDLESS = """
scenes => {
  const words = document.createTreeWalker(scenes[0], NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const told = words.currentNode.parentElement;
    if (/\\p{Ll}{2}/u.test(words.currentNode.data)) told.style.visibility = 'hidden';
  }
}
"""
PACK = """
async ([png, width, height, quality]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}
"""


def main(wanted: list[str]) -> None:
    """Photograph these games, or all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(Path(folder), bot_pace=0.05)
        server.start()
        chromium = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
        for name in wanted or names():
            shots = [photograph(chromium, server.address, name) for _ in range(SHOTS)]
            picture = packed(chromium, max(shots, key=len))
            file = Path(str(files(packages()[name]))) / "page" / "shelf.webp"
            file.write_bytes(picture)
            print(file.parent.parent.name, len(picture), "bytes", flush=True)
        chromium.close()
        server.stop()


def photograph(browser: Browser, address: str, name: str) -> bytes:
    """The middle of a game's scene, as PNG."""
    context = browser.new_context(
        base_url=address,
        viewport=ROOM,
        color_scheme="dark",
        locale="en",
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    table = seated(page, name)
    brought_to(page, address, table, name)
    page.goto(f"/t/{table.table}")
    page.wait_for_selector(SCENE)
    if page.locator(".pile-frame").count():
        page.set_viewport_size(PILED)
    page.add_style_tag(content=BARE)
    page.wait_for_timeout(SETTLED_MS)
    page.locator(SCENE).evaluate_all(WORDLESS)
    picture = page.screenshot(clip=middle(page))
    context.close()
    return picture


def middle(page: Page) -> FloatRect:
    """The largest part of the scene that has the shape of the picture, in its middle."""
    box = page.locator(SCENE).first.bounding_box()
    assert box is not None
    width = min(box["width"], box["height"] * WIDTH / HEIGHT)
    height = width * HEIGHT / WIDTH
    left, top = box["x"] + (box["width"] - width) / 2, box["y"] + (box["height"] - height) / 2
    return {"x": left, "y": top, "width": width, "height": height}


def packed(browser: Browser, png: bytes) -> bytes:
    """The same as WebP, small; the browser packs it, so that nothing else is needed."""
    page = browser.new_page()
    told = base64.b64encode(png).decode()
    found = b""
    for quality in QUALITIES:
        found = base64.b64decode(page.evaluate(PACK, [told, WIDTH, HEIGHT, quality]))
        if len(found) <= HEAVIEST:
            break
    page.close()
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
