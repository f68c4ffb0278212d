"""Photograph the table of every game, on a desk and on a phone, for the docs.

    python -m tools.screenshots [GAME ...]

needs Playwright and Chromium (or the one named in BUSSOLOTTO_CHROMIUM). Matches are played to a moment worth seeing by
the games' own bots; pictures land in docs/images/tables as GAME-desk.jpg and GAME-phone.jpg.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect

from bussolotto.games import names
from tests.web.serving import LiveServer
from tests.web.visits import FLAGS, SHELL, AtTable, play_table

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images" / "tables"
PATIENCE_S = 40.0
SETTLED_MS = 9_000  # until dice lie and the pile stands, in software rendering


class Moment(NamedTuple):
    """What is photographed of a game: so many seats, after at least so many plies, at a decision of seat 0.

    `word`: the first word of what it may do then, where not every decision is worth seeing.
    """

    seats: int
    plies: int
    word: str = ""


MOMENTS = {
    "spilorcio": Moment(4, 150),
    "abquetschen": Moment(4, 60),
    "raffzahn": Moment(3, 260),
    "bunte-kuh": Moment(4, 240),
    "cui-bono": Moment(3, 200),
    "eintrichtern": Moment(4, 110),
    "wuerfelmarsch": Moment(3, 30),
    "perspectives": Moment(4, 260),
    "cincinnati": Moment(4, 180, "keep"),
    "my-dice-your-dice": Moment(2, 60),
}


class Look(NamedTuple):
    """How the page is looked at."""

    name: str
    width: int
    height: int
    scheme: Literal["dark", "light"]


LOOKS = (Look("desk", 1280, 800, "dark"), Look("phone", 390, 844, "light"))


def main(wanted: list[str]) -> None:
    """Photograph these games, or all."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(Path(folder), bot_pace=0.05)
        server.start()
        chromium = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
        for name in wanted or names():
            for look in LOOKS:
                photograph(chromium, server.address, name, look)
        chromium.close()
        server.stop()


def photograph(browser: Browser, address: str, name: str, look: Look) -> None:
    """One picture of one game."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": look.width, "height": look.height},
        color_scheme=look.scheme,
        locale="en",
        reduced_motion="reduce",
    )
    page = context.new_page()
    table = seated(page, name)
    brought_to(page, address, table, name)
    page.goto(f"/t/{table.table}")
    page.wait_for_selector(".table-main > *")
    page.wait_for_timeout(SETTLED_MS)
    file = IMAGES / f"{name}-{look.name}.jpg"
    page.screenshot(path=file, type="jpeg", quality=80)
    print(file.name, file.stat().st_size // 1024, "KiB", flush=True)
    context.close()


def seated(page: Page, name: str) -> AtTable:
    """Giulia at seat 0 and bots at the others, the match begun; no hints lie over her table."""
    page.goto("/")
    page.context.request.put("/api/me", data={"name": "Giulia"})
    page.evaluate("game => localStorage.setItem('bussolotto', JSON.stringify({ seen: [game] }))", name)
    return play_table(page, game=name, seats=MOMENTS[name].seats)


def brought_to(page: Page, address: str, table: AtTable, game: str) -> None:
    """Play at random for seat 0 until the moment has come and seat 0 has to decide, or the match is nearly over."""
    request, chance, moment = page.context.request, Random(4), MOMENTS[game]
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    socket = f"{address.replace('http', 'ws')}/api/matches/{table.match}/socket"
    rules = request.get(f"/api/games/{game}").json()
    words = spoken(rules)
    deadline = time.monotonic() + PATIENCE_S
    with connect(socket, additional_headers={"Cookie": cookies}) as line:
        while time.monotonic() < deadline:
            found = request.get(f"/api/matches/{table.match}").json()
            ready = found["version"] >= moment.plies
            if found["over"] or (ready and has_come(found["legal"], rules["actions"], moment.word)):
                return
            choices = found["legal"] if found["legal"] is not None else words
            if choices:
                wish = {"type": "act", "id": f"{time.monotonic()}", "version": found["version"]}
                line.send(json.dumps(wish | {"actions": [chance.choice(choices)]}))
            time.sleep(0.03 if found["legal"] is not None else 0.4)


def has_come(legal: list[int] | None, actions: list[str], word: str) -> bool:
    """Has seat 0 to decide, between actions with this word? In a race it always may."""
    return legal is None or any(actions[code].startswith(word) for code in legal)


def spoken(game: dict[str, Any]) -> list[int]:
    """What may be said in a race at any time without harm."""
    return [code for code, text in enumerate(game["actions"]) if text in {"throw", "stop", "pass", "done", "yield"}]


if __name__ == "__main__":
    main(sys.argv[1:])
