"""MaskablePPO of sb3-contrib learns My Dice - Your Dice, first against random play, then against itself.

    pip install sb3-contrib
    python docs/examples/maskable_ppo.py --steps 30000 --picture maskable-ppo.svg

The learner sees `scaled` observations and is never offered an illegal action: MaskablePPO finds `action_masks()`. From
the second half on, its opponent is itself as it was when the half began (a frozen policy). After each stage its share
of wins against random play is measured, the first player being drawn in each match.
"""

import argparse
import json
import sys
from typing import Any

import gymnasium
import numpy as np
from curves import draw

import bussolotto.envs.gymnasium

try:
    from sb3_contrib import MaskablePPO
except ModuleNotFoundError:
    sys.exit("This example needs one more package: pip install sb3-contrib")

gymnasium.register_envs(bussolotto.envs.gymnasium)
ENV = "bussolotto/MyDiceYourDice-v0"


def make(opponents: Any, compiled: bool) -> gymnasium.Env[Any, Any]:
    """Return an environment in which seat 0 learns."""
    return gymnasium.make(ENV, observation="scaled", opponents=opponents, compiled=compiled)


def share_of_wins(model: Any, env: gymnasium.Env[Any, Any], matches: int) -> float:
    """Return the mean reward of a model, always against the same dice."""
    rewards = []
    for seed in range(matches):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            masks = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        rewards.append(float(reward))
    return float(np.mean(rewards))


def learn(steps: int, stages: int, matches: int, compiled: bool) -> list[dict[str, Any]]:
    """Return the share of wins against random play after each stage."""
    yardstick = make("random", compiled)
    model = MaskablePPO("MlpPolicy", make("random", compiled), seed=1, n_steps=min(1024, max(64, steps // stages)))
    curve = [{"steps": 0, "opponent": "random", "share": share_of_wins(model, yardstick, matches)}]
    for stage in range(stages):
        if stage == stages // 2:
            model.set_env(make(model, compiled))
        model.learn(steps // stages, reset_num_timesteps=False)
        opponent = "random" if stage < stages // 2 else "itself"
        share = share_of_wins(model, yardstick, matches)
        curve.append({"steps": model.num_timesteps, "opponent": opponent, "share": share})
        print(json.dumps(curve[-1]), file=sys.stderr)
    return curve


def main() -> None:
    """Learn, and tell or draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=30_000)
    parser.add_argument("--stages", type=int, default=10)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--compiled", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--picture", help="an SVG of the curve")
    given = parser.parse_args()
    curve = learn(given.steps, given.stages, given.matches, given.compiled)
    print(json.dumps({"curve": curve}))
    if given.picture:
        shares = {"share of wins against random play": [point["share"] for point in curve]}
        draw(given.picture, "decisions", "share", [point["steps"] for point in curve], shares, level=0.5)


if __name__ == "__main__":
    main()
