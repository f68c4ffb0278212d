"""How long players by rules of thumb think: processor time of their decisions, what they are shown included."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from statistics import median
from time import process_time
from typing import Any

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable

BAR_MS = 10.0
MATCHES = 4
MOST = 400  # decisions of a match: in a race somebody may see nothing, and is asked again
PLAYERS = {"cincinnati": ("sensible", "keen"), "my-dice-your-dice": ("sensible", "perfect")}
OPTIONS: dict[str, tuple[dict[str, object], ...]] = {"cincinnati": ({}, {"keep_order": "secret"})}


def measure(quick: bool = False) -> list[Figure]:
    """The median decision of every game's players, at a table of five or the largest below."""
    return [
        Figure(f"{name}, {player}", thinking_ms(name, player, quick), "ms", BAR_MS, at_most=True)
        for name in bussolotto.games()
        for player in PLAYERS.get(name, ("sensible",))
    ]


def thinking_ms(name: str, player: str, quick: bool = False) -> float:
    """What such a player takes for a decision, in matches among players of this name."""
    game = bussolotto.game(name)
    seats = max(number for number in game.SEATS if number <= 5)
    seeds = range(1 if quick else MATCHES)
    options = OPTIONS.get(name, ({},))
    matches = [decision_times_s(game, player, seats, seed, each) for each in options for seed in seeds]
    return 1e3 * median(chain.from_iterable(matches))


def decision_times_s(game: Any, name: str, seats: int, seed: int, options: Mapping[str, object]) -> list[float]:
    """Processor seconds of the decisions in a match among players of this name."""
    match = Match(game, seats, options)
    seated = {seat: players.player(name, game) for seat in range(seats)}
    bot_table = BotTable(match, seated, {})
    dice, times_s = Fast(seed), list[float]()
    bot_table.fall(dice)
    while not match.over and len(times_s) < MOST:
        seat = match.movers().bit_length() - 1
        begun_s = process_time()
        choice = seated[seat].choose(match.hidden(seat), match.legal(seat), Random(seed))
        times_s.append(process_time() - begun_s)
        if choice is not None:
            bot_table.play(seat, choice[0])
            bot_table.fall(dice)
    return times_s


if __name__ == "__main__":
    report.run({"thinking": measure}, __doc__)
