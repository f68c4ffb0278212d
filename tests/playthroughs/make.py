"""Write the golden files anew, on purpose: `python -m tests.playthroughs.make`, then read what has changed.

Each is the first match of random play, by seed, that ends as wanted, shows what it should and can be read in
one go. Rare ones are looked for among thousands, for half a minute.
"""

import random
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import bussolotto
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from bussolotto.notation import record_of
from tests.playthroughs.golden import FOLDER, ends_of, limited, written

NAMES = ("Leo", "Giulia", "Emma", "Jules", "Ada")
READABLE = 130  # plies


class Wanted(NamedTuple):
    """A match to look for.

    `shows` is the word of an action that must come up in it; `limit` the limit of plies, 0 for the game's own.
    """

    name: str
    game: str
    seats: int
    ends: str
    options: Mapping[str, str] = MappingProxyType({})
    shows: str = ""
    limit: int = 0


SMALL_BOARD = "2d>1 3dy2>2 1>3 4y1y3>2 2y1y2>3"
WANTED = [
    Wanted("no-chips", "spilorcio", 2, "no chips"),
    Wanted("debt", "spilorcio", 3, "debt"),
    Wanted("stopped", "spilorcio", 2, "stopped", {"loan": "five"}),
    Wanted("limit", "spilorcio", 2, "limit", limit=60),
    Wanted("order-chosen", "spilorcio", 3, "debt", {"loan": "five"}, shows="place"),
    Wanted("board-short", "spilorcio", 4, "no chips", {"board": "short"}),
    Wanted("board-gentle", "spilorcio", 5, "debt", {"board": "gentle"}),
    Wanted("board-own", "spilorcio", 4, "no chips", {"board": SMALL_BOARD}),
]


def make(folder: Path = FOLDER) -> None:
    """Write them all into `folder`, one folder a game inside it."""
    for wanted in WANTED:
        path = folder / wanted.game / f"{wanted.name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(wanted), "utf-8")


def text_of(wanted: Wanted) -> str:
    """The playthrough that is wanted."""
    game = bussolotto.game(wanted.game)
    limit = wanted.limit or game.MAX_PLIES
    with limited(game, limit):
        match = next(match for seed in count() if _fits(match := _played(wanted, seed), wanted))
        record = record_of(match, NAMES[: wanted.seats])
    return written(record, limit)


def _played(wanted: Wanted, seed: int) -> Match:
    """A random match, left when it gets too long to be read."""
    rng = random.Random(seed)
    match = Match(bussolotto.game(wanted.game), wanted.seats, wanted.options)
    while not match.over and match.version < READABLE:
        seat = rng.choice([seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1])
        weights = match.odds()
        codes = rng.choices(range(len(weights)), weights) if weights else [rng.choice(match.legal(seat))]
        match.play(seat, codes[0])
    return match


def _fits(match: Match, wanted: Wanted) -> bool:
    words = {step.text.split()[0] for step in match.steps(0) if step.text}
    return match.over and ends_of(match) == wanted.ends and (not wanted.shows or wanted.shows in words)


if __name__ == "__main__":
    make()
