"""TorchRL plays legal actions: a masked environment, wrapped by its GymWrapper and ActionMask.

    pip install torchrl
    python docs/examples/torchrl_masks.py --steps 50

`masked` puts the mask into the observation, where ActionMask finds it. PyTorch has no uint16: `observation="scaled"`
has no such arrays, and with `torch_types` neither has `observation="fields"`.
"""

import argparse
import json
import sys

import gymnasium

import bussolotto.envs.gymnasium

try:
    from torchrl.envs import GymWrapper, TransformedEnv
    from torchrl.envs.transforms import ActionMask
except ModuleNotFoundError:
    sys.exit("This example needs one more package: pip install torchrl")

gymnasium.register_envs(bussolotto.envs.gymnasium)


def rollout(form: str, steps: int, compiled: bool) -> dict[str, object]:
    """Return what a rollout of random legal actions was."""
    given = {"observation": form, "masked": True, "torch_types": True, "scalar_shape": (1,), "illegal": "raise"}
    made = gymnasium.make("bussolotto/Spilorcio-v0", compiled=compiled, **given)
    env = TransformedEnv(GymWrapper(made, categorical_action_encoding=True), ActionMask())
    env.set_seed(1)
    played = env.rollout(steps, break_when_any_done=False)
    return {
        "steps": len(played),
        "matches": int(played["next", "done"].sum()),
        "mask": str(played["action_mask"].dtype),
    }


def main() -> None:
    """Play in two forms of observations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--compiled", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    print(json.dumps({form: rollout(form, given.steps, given.compiled) for form in ("fields", "scaled")}))


if __name__ == "__main__":
    main()
