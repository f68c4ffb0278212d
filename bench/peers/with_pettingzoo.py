"""PettingZoo: its classic environments, stepped with what the mask allows, as its documentation shows it."""

from functools import partial
from importlib import import_module
from typing import Any

from bench.peers.worker import quiet, serve, until

MODULES = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3"}


def one_match(env: Any) -> int:
    """A random match; its decisions."""
    env.reset()
    decisions = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            decisions += 1
    return decisions


if __name__ == "__main__":
    quiet()
    plays = {}
    for game, module in MODULES.items():
        env = import_module(f"pettingzoo.classic.{module}").env()
        env.reset(seed=1)
        plays[game] = partial(until, match=partial(one_match, env))
    serve(plays, ("pettingzoo",))
