"""Nothing jumps up or down while a match goes on, whoever decides."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Page

from bussolotto.core import chance
from bussolotto.games import game, names
from bussolotto.play.match import Match
from bussolotto.players import player
from bussolotto.players.bot_table import BotTable
from tests.components.stages import go_on, show
from tests.components.stand import Stand
from tests.components.views import View
from tests.depth import count, in_full_runs
from tests.web.visits import DESKTOP, PHONE, resize

ME = 0
HEARD = 3  # decisions that the page is told of, besides where the match stands
LOOKS = 0.4  # of the decisions are looked at
CROWDED = {("cincinnati", 6)}  # four people at one of three tables need the room of the others
TABLES = [(name, game(name).SEATS[0], PHONE) for name in names()]
MORE = [
    (name, seats, size)
    for name in names()
    for seats in {min(game(name).SEATS), max(game(name).SEATS)}
    for size in (PHONE, DESKTOP)
    if (name, seats, size) not in TABLES and (name, seats) not in CROWDED
]
FREE = ["p, span, b, strong, .log *", ".pile-cell, .seat *"]  # words, and where what comes or goes moves its like
FREE_IN = {"cincinnati": [".cin-table *"], "perspectives": [".per-die"], "bunte-kuh": [".bench *"]}
MOVED = """(free) => {
  const tops = (window.tops ??= new WeakMap());
  const found = [];
  for (const part of document.querySelectorAll('.game *')) {
    if (!(part instanceof HTMLElement) || !part.offsetParent || part.matches(free)) continue;
    const [was, is] = [tops.get(part) ?? part.offsetTop, part.offsetTop];
    if (Math.abs(was - is) > 1) found.push(`${part.className}: from ${was} to ${is}`);
    tops.set(part, is);
  }
  return found;
}"""  # what lies higher or lower than before in what it is a part of


def seen(name: str, seats: int) -> Iterator[View]:
    """Much of what one person sees of a match in which much happens: half of the moves are sensible, but in races."""
    match, heard = Match(game(name), seats), deque[Match](maxlen=HEARD)
    level = "random" if match.game.RACE else "easy"
    everybody = range(seats)
    table = BotTable(
        match,
        {seat: player(level, match.game) for seat in everybody},
        {seat: Random(f"{name} {seat}") for seat in everybody},
    )
    dice, glances = chance.Fast(seats), Random(seats)
    table.fall(dice)
    while not match.over:
        if glances.random() < LOOKS:
            yield View(f"at {match.version}", match.copy(), ME, tuple(heard))
        heard.append(match.copy())
        wish = table.wish()
        assert wish
        table.play(wish.seat, wish.action)
        table.fall(dice)


@pytest.mark.parametrize(("name", "seats", "size"), [*TABLES, *in_full_runs(*MORE)])
def test_parts_keep_their_places(page: Page, stand: Stand, name: str, seats: int, size: dict[str, int]) -> None:
    resize(page, size)
    moved: dict[str, list[str]] = {}
    free = ", ".join([*FREE, *FREE_IN.get(name, [])])
    for number, view in enumerate(islice(seen(name, seats), count(short=7, full=20))):
        stand.views[view.name] = view
        if number:
            go_on(page, view)
        else:
            show(page, view, lang="de")
        moved[view.name] = page.evaluate(MOVED, free)
    assert {name: parts for name, parts in moved.items() if parts} == {}
