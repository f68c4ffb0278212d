"""The ten games as they are: interpreted, compiled on one core and on all; Spilorcio beside the same by hand in C."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass

import bussolotto
from bench import plies
from bench.decisions import seats_of, timed
from bench.peers import ours

CHUNK = 200_000  # plies


@dataclass
class Speed:
    """Random play of a game at its smallest table, in million plies a second."""

    game: str
    seats: int
    interpreted: float
    one_core: float
    cores: int
    speedup: float  # so many times as much on all cores, by the clock
    by_hand: float | None = None  # in C, where somebody has written it

    @property
    def all_cores(self) -> float:
        """On all cores together."""
        return self.one_core * self.speedup


def measured(quick: bool) -> list[Speed]:
    """Every game."""
    speeds = [speed_of(name, quick) for name in bussolotto.games()]
    if shutil.which("gcc"):
        spilorcio = next(speed for speed in speeds if speed.game == "spilorcio")
        game = bussolotto.game("spilorcio")
        players: dict[str, plies.Play] = {"c": plies.by_hand(), "ours": bussolotto.compiled(game).random_plies}
        rates = plies.race(players, game, plies=1_000_000 if quick else 4_000_000, rounds=3 if quick else 12)
        spilorcio.by_hand, spilorcio.one_core = rates["c"], rates["ours"]
    return speeds


def speed_of(name: str, quick: bool) -> Speed:
    """One game, the best of some rounds each."""
    game, seats, rounds = bussolotto.game(name), seats_of(name), 2 if quick else 7
    play = ours.opened(game, seats)
    chunk_s = min(timed(lambda: play(CHUNK)) for _ in range(rounds))
    interpreted = max(plies.interpreted_rate(game, 2_000 if quick else 10_000, seats) for _ in range(rounds))
    cores = os.cpu_count() or 1
    speedup = ours.speedup(game, cores, 10 if quick else 40, seats)
    return Speed(name, seats, interpreted, CHUNK / chunk_s / 1e6, cores, speedup)
