"""Environments on one core: decisions a second, observations and masks included, of Spilorcio for two.

Whole matches of random play, each played over and over; what is picked was picked beforehand, so that only the
environment is timed. Beside the single environments PettingZoo's own tic-tac-toe (where it can be imported: it wants
pygame). A batch and the vector environments draw legal actions themselves; the time that takes is counted for the
batch only. Processor time, the best of several rounds.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto.envs.gymnasium import SeatEnv
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.pettingzoo import TurnEnv, make_env
from bussolotto.envs.vector import VectorEnv
from bussolotto.play.batch import Batch

try:
    import pyspiel  # type: ignore[import-not-found]  # it has no types

    from bussolotto.envs import openspiel
except ImportError:
    pyspiel = None

GAME = "spilorcio"
MATCHES = 40  # different ones
SIZE = 1024
BAR = 200  # thousand decisions a second of a single environment
BATCH_BAR = 8  # million decisions a second of a batch

Play = Callable[
    [int, Callable[[Any], int]], int
]  # plays the match of a seed by a choice from masks; how many decisions


def measure(quick: bool = False) -> list[Figure]:
    """Single environments in thousand decisions a second, vector environments in millions."""
    rounds = 3 if quick else 15
    figures = [
        Figure(name, rate(play, 10 * rounds) / 1e3, "thousand decisions/s", BAR if name == "one match" else None)
        for name, play in single().items()
    ]
    batch = Batch(GAME, SIZE, threads=1)
    figures.append(
        Figure(f"batch of {SIZE} matches", batch_rate(batch, rounds) / 1e6, "million decisions/s", BATCH_BAR)
    )
    for name, env in vectors().items():
        figures.append(Figure(f"{SIZE} matches, {name}", vector_rate(env, rounds) / 1e6, "million decisions/s"))
    return figures + in_openspiel(rounds)


def in_openspiel(rounds: int) -> list[Figure]:
    """Random play through OpenSpiel's states, on compiled and on interpreted rules."""
    return [
        Figure(
            f"OpenSpiel, {game}{'' if compiled else ', interpreted'}",
            spiel_rate(game, compiled, 200 * rounds if compiled else 40 * rounds) / 1e3,
            "thousand decisions/s",
        )
        for game in (GAME, "abquetschen")
        for compiled in (True, False)
        if pyspiel
    ]


def spiel_rate(game: str, compiled: bool, decisions: int) -> float:
    """Decisions of seats a second of processor time; chance nodes between them are not counted, but take time."""
    name = openspiel.short_name(bussolotto.game(game))
    loaded = pyspiel.load_game(f"{name}(compiled={str(compiled).lower()})")
    spiel_plies(loaded, 1)
    return decisions / timed(lambda: spiel_plies(loaded, decisions))


def spiel_plies(game: Any, decisions: int) -> None:
    """Play so many decisions, match after match."""
    rng, state, made = Random(1), game.new_initial_state(), 0
    while made < decisions:
        if state.is_terminal():
            state = game.new_initial_state()
        made += state.current_player() >= 0
        state.apply_action(rng.choice(state.legal_actions()))


def single() -> dict[str, Play]:
    """What plays one match after the other, by name."""
    plays: dict[str, Play] = {"one match": partial(play_match_env, MatchEnv(bussolotto.game(GAME)))}
    for form in ("bytes", "flat", "fields"):
        plays[f"Gymnasium, one seat, {form}"] = partial(seat_match, SeatEnv(GAME, observation=form))
    for form in ("bytes", "flat", "fields"):
        plays[f"PettingZoo, AEC, {form}"] = partial(turns, TurnEnv(GAME, observation=form))
    plays["PettingZoo, AEC, bytes, as env() wraps it"] = partial(turns, make_env(GAME, observation="bytes"))
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError as problem:
        print(f"PettingZoo's tic-tac-toe is left out: {problem}", file=sys.stderr)
        return plays
    theirs = "PettingZoo's own tic-tac-toe, AEC"
    return {
        **plays,
        theirs: partial(turns, tictactoe_v3.raw_env()),
        f"{theirs}, as env() wraps it": partial(turns, tictactoe_v3.env()),
    }


def play_match_env(env: MatchEnv, seed: int, choose: Callable[[Any], int]) -> int:
    """One match; view and mask of every decision are copied."""
    env.reset(seed)
    decisions = 0
    while not env.over:
        _, mask = env.copy_look()
        env.step(choose(mask))
        decisions += 1
    return decisions


def seat_match(env: SeatEnv, seed: int, choose: Callable[[Any], int]) -> int:
    """Gymnasium."""
    _, info = env.reset(seed=seed)
    decisions, over = 0, False
    while not over:
        _, _, over, _, info = env.step(choose(info["action_mask"]))
        decisions += 1
    return decisions


def turns(env: Any, seed: int, choose: Callable[[Any], int]) -> int:
    """PettingZoo."""
    env.reset(seed=seed)
    decisions = 0
    while True:
        observation, _, over, _, _ = env.last()
        if over:
            return decisions
        env.step(choose(observation["action_mask"]))
        decisions += 1


def rate(play: Play, rounds: int) -> float:
    """Decisions a second of processor time."""
    rng = np.random.default_rng(1)
    scripts: list[list[int]] = []
    for seed in range(MATCHES):
        scripts.append([])
        play(seed, partial(noted, scripts[-1], rng))
    best_s = min(
        timed(lambda: [play(seed, then(script)) for seed, script in enumerate(scripts)]) for _ in range(rounds)
    )
    return sum(map(len, scripts)) / best_s


def noted(script: list[int], rng: np.random.Generator, mask: Any) -> int:
    """Any legal action, written down."""
    script.append(int(rng.choice(np.flatnonzero(mask))))
    return script[-1]


def then(script: list[int]) -> Callable[[Any], int]:
    """What was written down."""
    following = iter(script).__next__
    return lambda _: following()


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begun_s = time.process_time()
    work()
    return time.process_time() - begun_s


def vectors() -> dict[str, VectorEnv]:
    """Vector environments, by name."""
    lean: dict[str, Any] = {"observation": "bytes", "copy": False}
    return {
        "one seat, fields": VectorEnv(SIZE, GAME),
        "one seat, bytes, no copies": VectorEnv(SIZE, GAME, **lean),
        "every seat, fields": VectorEnv(SIZE, GAME, seat=None),
        "every seat, bytes, no copies": VectorEnv(SIZE, GAME, seat=None, **lean),
    }


def batch_rate(batch: Batch, rounds: int, steps: int = 400) -> float:
    """Decisions a second, drawn among the legal ones and played; views and masks after each."""
    batch.play(1)
    return SIZE * steps / min(timed(lambda: batch.play(steps)) for _ in range(rounds))


def vector_rate(env: VectorEnv, rounds: int, steps: int = 100) -> float:
    """Decisions a second of processor time, without the time that drawing actions takes."""
    env.reset(seed=1)
    best_s = float("inf")
    for _ in range(rounds):
        spent_s = 0.0
        for _ in range(steps):
            actions = env.random_actions()
            spent_s += timed(partial(env.step, actions))
        best_s = min(best_s, spent_s)
    return SIZE * steps / best_s


if __name__ == "__main__":
    report.run({"environments": measure}, __doc__)
