"""Run in a process of its own, with Numba's CUDA simulator and without its compiler: says for every game, as JSON,

what matches come to on the simulated device, and what in the loops for processors, both interpreted.
"""

import json
from dataclasses import fields
from hashlib import sha256
from typing import Any

import numpy as np

import bussolotto
from bussolotto import gpu
from bussolotto.core import chance, kernel
from bussolotto.play.tally import TALLY
from bussolotto.study.matches import Results

MATCHES, SEED = 3, 5


def digest(results: Results, states: Any) -> str:
    """Results and final positions in one word."""
    parts = [getattr(results, each.name).tobytes() for each in fields(Results)]
    return sha256(b"".join([*parts, states.tobytes()])).hexdigest()


def on_device(game: Any, seats: int) -> str:
    """Matches of the kernel."""
    states = np.zeros(MATCHES, game.STATE)
    return digest(gpu.play(game, MATCHES, seats, SEED, states=states), states)


def on_processor(game: Any, seats: int) -> str:
    """The same of loops.py, match by match."""
    rules = bussolotto.compiled(game)
    dice, choices = chance.streams(SEED, 0, MATCHES), chance.streams(SEED, chance.CHOICES, MATCHES)
    states, outcomes = np.zeros(MATCHES, game.STATE), np.zeros(MATCHES, TALLY)
    for match in range(MATCHES):
        states[match] = bussolotto.new_state(game, seats)
        one = slice(match, match + 1)
        s = [kernel.plain(states[match])]  # it begins where `opening` says, and ends there: one match is played
        rules.play_matches(s, s, seats, dice[one], choices[one], None, match, (), outcomes[one].view(np.recarray))
    return digest(Results.of(outcomes), states)


if __name__ == "__main__":
    gpu.THREADS = 2  # of a block: the last block is not full
    np.seterr(over="ignore")  # loops.py counts ones by products that wrap
    found = {}
    for name in bussolotto.games():
        game = bussolotto.game(name)
        seats = max(game.SEATS)
        found[name] = on_device(game, seats), on_processor(game, seats)
    print(json.dumps(found))
