"""Write the golden files anew, on purpose: `python -m tests.playthroughs.make [GAME ..]`, then read what has changed.

Rare ones are looked for among thousands of matches, for half a minute.
"""

import random
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import bussolotto
from bussolotto import players
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.play.notation import record_of
from bussolotto.players.bot_table import BotTable
from bussolotto.testing.golden import ends_of, limited, written
from tests.playthroughs.files import FOLDER
from tests.playthroughs.wanted import Wanted, wanted

NAMES = ("Leo", "Giulia", "Emma", "Jules", "Ada", "Otto", "Mina", "Ugo")


def make(games: Sequence[str] = (), folder: Path = FOLDER) -> None:
    """Write those of these games, or all, into `folder`, one folder a game inside it."""
    for each in wanted():
        if not games or each.game in games:
            path = folder / each.game.replace("-", "_") / "playthroughs" / f"{each.name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text_of(each), "utf-8")


def text_of(one: Wanted) -> str:
    """The playthrough that is wanted."""
    game = bussolotto.game(one.game)
    limit = one.limit or game.MAX_PLIES
    with limited(game, limit):
        match = next(match for seed in count() if _fits(match := _played(one, seed), one))
        record = record_of(match, NAMES[: one.seats])
    return written(record, limit)


def _played(one: Wanted, seed: int) -> Match:
    """A match of these players, left when it gets too long to be read."""
    rng = random.Random(seed)
    match = Match(bussolotto.game(one.game), one.seats, one.options)
    bot_table = _bot_table(one, match, rng)
    while not match.over and match.version < one.plies:
        if one.player == "random" or match.odds():
            bot_table.play(*_random_ply(match, rng))
        elif wish := bot_table.wish():
            bot_table.play(wish.seat, wish.action)
    return match


def _random_ply(match: Match, rng: random.Random) -> tuple[int, int]:
    seat = rng.choice([seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1])
    weights = match.odds()
    return seat, rng.choices(range(len(weights)), weights)[0] if weights else rng.choice(match.legal(seat))


def _bot_table(one: Wanted, match: Match, rng: random.Random) -> BotTable:
    """Who sees every ply and wishes the next; random players are drawn for here, without asking them."""
    seated = {} if one.player == "random" else {seat: _player(one, match) for seat in range(one.seats)}
    return BotTable(match, seated, dict.fromkeys(seated, rng))


def _player(one: Wanted, match: Match) -> players.Player:
    return players.player(one.player, match.game) if isinstance(one.player, str) else one.player(match.game)


def _fits(match: Match, one: Wanted) -> bool:
    words = {step.text.split()[0] for step in match.steps(0) if step.text}
    return match.over and ends_of(match) == one.ends and (not one.shows or one.shows in words)


if __name__ == "__main__":
    make(sys.argv[1:])
