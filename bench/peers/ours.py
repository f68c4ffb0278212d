"""Ours: the games of bench/games, compiled, in the loop that `python -m bench plies` times for Spilorcio.

    python -m bench.peers.ours

The mask is written at every decision and the weights at every die, as the contract has it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

import bussolotto
from bench.games import PEERS
from bench.peers.worker import Count, Play, serve
from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.study.matches import MatchConfig, batch

SEED = 1
PLIES = 500_000  # in one call; what is left of the last match does not count
TRIED, ROUND_S = 100_000, 0.03  # plies that tell how many are played in so many seconds
LENGTHS = 50_000  # matches that tell how many decisions there are in one


@dataclass(frozen=True)
class PeerSetting(MatchConfig):
    """Random play of a game that is not one of the ten."""

    @property
    def module(self) -> Game:
        """The game."""
        return PEERS[self.game]


def decisions_per_match(name: str, matches: int = LENGTHS) -> float:
    """The mean over so many random matches."""
    return float(batch(PeerSetting(name, ("random", "random"), SEED), 0, matches).decisions.mean())


def opened(game: Game, seats: int = 2, seed: int = SEED) -> Callable[[int], int]:
    """Plays so many plies at random, compiled; how many matches that were. Goes on where its generator stands."""
    loop = bussolotto.compiled(game).random_plies
    opening = np.array([bussolotto.new_state(game, seats)], game.STATE)
    s, rng = opening.copy(), chance.seeded(seed)
    loop(opening, s, rng, 1)  # compile, load
    return lambda plies: int(loop(opening, s, rng, plies))


def playing(game: Game) -> Play:
    """One core, for so many seconds."""
    play = opened(game)

    def for_seconds(seconds: float) -> Count:
        matches, end_s = 0, time.process_time() + seconds
        while time.process_time() < end_s:
            matches += play(PLIES)
        return Count(matches=matches)

    return for_seconds


def speedup(game: Game, cores: int, rounds: int, seats: int = 2) -> float:
    """How many times as much so many threads play as one, by the clock; each at its best of some rounds, in turns.

    A round is so short that some of many are not disturbed by whatever else the machine does.
    """
    plays = [opened(game, seats, seed) for seed in range(cores)]
    begun_s = time.process_time()
    plays[0](TRIED)
    plies = int(TRIED * ROUND_S / (time.process_time() - begun_s))
    with ThreadPoolExecutor(cores) as pool:

        def took_s(threads: list[Callable[[int], int]]) -> float:
            begun_s = time.perf_counter()
            list(pool.map(lambda play: play(plies), threads))
            return time.perf_counter() - begun_s

        pairs = [(took_s(plays[:1]), took_s(plays)) for _ in range(rounds)]
    alone_s, together_s = (min(times) for times in zip(*pairs, strict=True))
    return float(cores * alone_s / together_s)


def main() -> None:
    """Answer as the other peers do."""
    plays = {name: playing(game) for name, game in PEERS.items()}
    serve(plays, ("bussolotto", "numba", "numpy"))


if __name__ == "__main__":
    main()
