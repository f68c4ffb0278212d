"""Random play of Spilorcio through the contract: interpreted, compiled, and by hand in C.

Every die is a ply, the full mask is written at each decision. C and compiled Python play in turns in this process, from
the same seed, and must end in the same bytes; the best repetition counts, in processor time.
"""

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto.core import chance, kernel
from bussolotto.core.kernel import CHANCE

SEATS, SEED = 2, 1
SOURCE = Path(__file__).with_name("same_in_c.c")

Play = Callable[[Any, Any, Any, int], int]  # opening STATE[1], s STATE[1], rng int64[4], plies -> matches ended


def measure(quick: bool = False) -> list[Figure]:
    """Million plies a second of all three."""
    game = bussolotto.game("spilorcio")
    players: dict[str, Play] = {"compiled": bussolotto.compiled(game).random_plies}
    if shutil.which("gcc"):
        players["by hand in C"] = by_hand()
    rates = race(players, game, plies=1_000_000 if quick else 4_000_000, rounds=5 if quick else 12)
    figures = [Figure("compiled", rates["compiled"], "million plies/s", bar=40)]
    if "by hand in C" in rates:
        figures.append(Figure("by hand in C", rates["by hand in C"], "million plies/s"))
        figures.append(Figure("compiled / C", rates["compiled"] / rates["by hand in C"], "times", bar=0.9))
    interpreted = max(interpreted_rate(game, 20_000) for _ in range(2 if quick else 5))
    return [*figures, Figure("interpreted", interpreted, "million plies/s")]


def race(players: dict[str, Play], game: Any, plies: int, rounds: int) -> dict[str, float]:
    """The best rate of each, in million plies a second; all must come to the same end in every round."""
    opening = np.array([bussolotto.new_state(game, SEATS)], game.STATE)
    states = {name: (opening.copy(), chance.seeded(SEED)) for name in players}
    for name, play in players.items():
        play(opening, states[name][0].copy(), chance.seeded(SEED), 1)  # compile, load, build tables
    best = dict.fromkeys(players, 0.0)
    for _ in range(rounds):
        ends = set()
        for name, play in players.items():
            s, rng = states[name]
            begun_s = time.process_time()
            ended = play(opening, s, rng, plies)
            best[name] = max(best[name], plies / (time.process_time() - begun_s) / 1e6)
            ends.add((ended, s.tobytes(), rng.tobytes()))
        assert len(ends) == 1, f"{' and '.join(players)} have played different matches: {ends}"
    return best


def by_hand() -> Play:
    """The C program, built now; it and the compiled rules take the same arguments."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "spilorcio.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["gcc", *flags, "-o", str(library), str(SOURCE)], check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.prepare()
    play = loaded.random_plies
    play.restype = ctypes.c_int64
    play.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]

    def random_plies(opening: Any, s: Any, rng: Any, plies: int) -> int:
        return int(play(opening.ctypes.data, s.ctypes.data, rng.ctypes.data, plies))

    return random_plies


def interpreted_rate(game: Any, plies: int, seats: int = SEATS) -> float:
    """The same in plain Python, of any game, million plies a second."""
    rng = chance.seeded(SEED).tolist()
    mask, weights = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.OUTCOMES, np.int64)
    opening = kernel.plain(bussolotto.new_state(game, seats))
    s = kernel.copied(opening)
    begun_s = time.process_time()
    for _ in range(plies):
        if game.movers(s) == 0:
            s = kernel.copied(opening)
        interpreted_ply(game, s, rng, mask, weights)
    return plies / (time.process_time() - begun_s) / 1e6


def interpreted_ply(game: Any, s: Any, rng: list[int], mask: Any, weights: Any) -> None:
    """As `next_ply` of loops.py."""
    bits = game.movers(s)
    if bits == 1 << CHANCE:
        game.odds(s, weights)
        game.apply(s, CHANCE, chance.weighted(rng, weights.tolist()))
    else:
        seat = bits.bit_length() - 1
        count = game.legal(s, seat, mask)
        game.apply(s, seat, int(np.flatnonzero(mask)[chance.below(rng, count)]))


if __name__ == "__main__":
    report.run({"plies": measure}, __doc__)
