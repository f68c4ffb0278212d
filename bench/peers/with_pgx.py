"""Pgx: whole batches of random play inside one compiled loop of JAX, on the processor, at the best batch size.

    python -m bench.peers.with_pgx BATCH ..

Ended matches begin again in place (`auto_reset`), so every step of every match is a decision. The batch size that plays
most is found before the first question, and for it the faster one of two generators of JAX.
"""

import os
import sys
import time
from importlib import import_module
from typing import Any

STEPS = 200  # in one call
GAMES = ("tic_tac_toe", "connect_four")
GENERATORS = ("threefry2x32", "unsafe_rbg")
TRY_S = 0.2  # seconds of processor time, three times for each batch


class Batch:
    """So many matches of a game side by side."""

    def __init__(self, name: str, size: int, generator: str) -> None:
        jax: Any = import_module("jax")
        pgx: Any = import_module("pgx")
        env = pgx.make(name)
        step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))
        self.size = size
        self.label = f"batch {size}, {generator}"
        self.key = jax.random.key(1, impl=generator)
        self.states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(2), size))

        def one(_: int, carry: Any) -> Any:
            states, key = carry
            key, draw = jax.random.split(key)
            noise = jax.random.uniform(draw, states.legal_action_mask.shape)
            actions = jax.numpy.argmax(noise * states.legal_action_mask, axis=-1)
            return step(states, actions, jax.random.split(jax.random.key(0), size)), key

        self.run = jax.jit(lambda states, key: jax.lax.fori_loop(0, STEPS, one, (states, key)))
        self.play()

    def play(self) -> None:
        """STEPS steps of every match."""
        self.states, self.key = self.run(self.states, self.key)
        self.states.rewards.block_until_ready()

    def played(self, seconds: float) -> int:
        """Decisions in so many seconds of processor time."""
        calls, end_s = 0, time.process_time() + seconds
        while time.process_time() < end_s:
            self.play()
            calls += 1
        return calls * STEPS * self.size

    def rate(self) -> float:
        """Decisions a second, the best of three tries."""
        rates = []
        for _ in range(3):
            begun_s = time.process_time()
            decisions = self.played(TRY_S)
            rates.append(decisions / (time.process_time() - begun_s))
        return max(rates)


def best(name: str, sizes: list[int]) -> Batch:
    """The batch that plays most."""
    best_size = max((Batch(name, size, GENERATORS[0]) for size in sizes), key=Batch.rate)
    others = [Batch(name, best_size.size, generator) for generator in GENERATORS[1:]]
    return max([best_size, *others], key=Batch.rate)


def main(sizes: list[int]) -> None:
    """Find the best batches, then answer."""
    from bench.peers.worker import Count, Play, serve

    def playing(name: str) -> Play:
        batch = best(name, sizes)
        return lambda seconds: Count(decisions=batch.played(seconds), note=batch.label)

    serve({name: playing(name) for name in GAMES}, ("pgx", "jax"))


if __name__ == "__main__":
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    main([int(size) for size in sys.argv[1:]])
