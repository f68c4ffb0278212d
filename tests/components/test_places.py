"""Nothing jumps up or down while a match goes on, whoever decides."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Page

from bussolotto.games import game, names
from bussolotto.play.match import Match
from tests.components.stand import Stand
from tests.components.test_tables import SHOW, resize
from tests.components.views import View, decisions
from tests.depth import count, in_full_runs
from tests.web.visits import DESKTOP, PHONE

ME = 0
HEARD = 3  # decisions that the page is told of, besides where the match stands
CROWDED = {("cincinnati", 6)}  # four people at one of three tables need the room of the others
TABLES = [(name, game(name).SEATS[0], PHONE) for name in names()]
MORE = [
    (name, seats, size)
    for name in names()
    for seats in {min(game(name).SEATS), max(game(name).SEATS)}
    for size in (PHONE, DESKTOP)
    if (name, seats, size) not in TABLES and (name, seats) not in CROWDED
]
GO_ON = "([told]) => stand.goOn(told)"
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
    """All that one person sees of a match played at random."""
    match, heard = Match(game(name), seats), deque[Match](maxlen=HEARD)
    for _ in decisions(match, heard, Random(seats)):
        yield View(f"at {match.version}", match.copy(), ME, tuple(heard))


@pytest.mark.parametrize(("name", "seats", "size"), [*TABLES, *in_full_runs(*MORE)])
def test_parts_keep_their_places(page: Page, stand: Stand, name: str, seats: int, size: dict[str, int]) -> None:
    resize(page, size)
    moved: dict[str, list[str]] = {}
    free = ", ".join([*FREE, *FREE_IN.get(name, [])])
    for number, view in enumerate(islice(seen(name, seats), count(short=25, full=60))):
        stand.views[view.name] = view
        page.evaluate(GO_ON if number else SHOW, [view.told(), {"lang": "de"}])
        moved[view.name] = page.evaluate(MOVED, free)
    assert {name: parts for name, parts in moved.items() if parts} == {}
