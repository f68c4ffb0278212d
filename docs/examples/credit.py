"""Who is paid for what when one learner plays every seat: REINFORCE in NumPy on the vector environment, `seat=None`.

    python docs/examples/credit.py --steps 3000

The reward that `step` returns is that of the seat that ended the match. All other seats have made decisions as well:
`infos["rewards"]` has what each of them is paid, so every decision of a match is credited with the reward of the seat
that made it. Here a linear policy for My Dice - Your Dice learns from that, against itself.
"""

import argparse
import json
from typing import Any

import gymnasium
import numpy as np

import bussolotto.envs.gymnasium

gymnasium.register_envs(bussolotto.envs.gymnasium)
ENV = "bussolotto/MyDiceYourDice-v0"


class Credit:
    """The decisions of matches that are not over yet, and what they have earned once they are."""

    def __init__(self, size: int, seats: int) -> None:
        self.open: list[list[tuple[int, Any]]] = [[] for _ in range(size)]  # by match: seat, decision
        self.seats = seats

    def note(self, seats: Any, decisions: list[Any]) -> None:
        """Note one decision in each match."""
        for match, (seat, decision) in enumerate(zip(seats.tolist(), decisions, strict=True)):
            self.open[match].append((seat, decision))

    def paid(self, infos: dict[str, Any]) -> list[tuple[Any, float]]:
        """Return the decisions of matches that have just ended, each with the reward of its own seat."""
        found = []
        for match in np.flatnonzero(infos.get("_rewards", [])).tolist():
            found += [(decision, float(infos["rewards"][match, seat])) for seat, decision in self.open[match]]
            self.open[match] = []
        return found


class Linear:
    """A softmax over the legal actions, linear in the observation."""

    def __init__(self, inputs: int, actions: int, rate: float) -> None:
        self.weights, self.rate = np.zeros((inputs, actions)), rate
        self.rng = np.random.default_rng(1)

    def probabilities(self, seen: Any, masks: Any) -> Any:
        """Return float64[n, actions], 0 for what is illegal."""
        odds = np.exp(seen @ self.weights) * masks
        return odds / odds.sum(axis=1, keepdims=True)

    def choose(self, seen: Any, masks: Any) -> Any:
        """Return an action for each row."""
        ahead = self.probabilities(seen, masks).cumsum(axis=1)
        return (ahead < self.rng.random((len(seen), 1))).sum(axis=1).clip(max=masks.shape[1] - 1)

    def learn(self, paid: list[tuple[Any, float]]) -> None:
        """Make what was paid better than half more likely, and the rest less."""
        seen, masks, actions = (np.array(each) for each in zip(*(decision for decision, _ in paid), strict=True))
        better = np.array([reward for _, reward in paid]) - 0.5
        slope = -self.probabilities(seen, masks)
        slope[np.arange(len(actions)), actions] += 1
        self.weights += self.rate * seen.T @ (slope * better[:, None]) / len(paid)


def learn(size: int, steps: int) -> Linear:
    """Return a policy after so many steps of self-play."""
    env = gymnasium.make_vec(ENV, num_envs=size, seat=None, observation="scaled")
    seen, infos = env.reset(seed=1)
    policy = Linear(seen.shape[1], env.single_action_space.n, rate=1.0)
    credit = Credit(size, seats=2)
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = policy.choose(seen, masks)
        credit.note(infos["seat"], list(zip(seen, masks, actions, strict=True)))
        seen, _, _, _, infos = env.step(actions)
        if paid := credit.paid(infos):
            policy.learn(paid)
    env.close()
    return policy


def share_of_wins(policy: Linear, size: int, steps: int) -> float:
    """Return its share of wins at seat 0 against random play."""
    env = gymnasium.make_vec(ENV, num_envs=size, observation="scaled")
    seen, infos = env.reset(seed=2)
    won = ended = 0.0
    for _ in range(steps):
        seen, rewards, over, _, infos = env.step(policy.choose(seen, infos["action_mask"]))
        won, ended = won + rewards[over].sum(), ended + over.sum()
    env.close()
    return float(won / max(1, ended))


def main() -> None:
    """Learn, and tell the share of wins against random play before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--steps", type=int, default=3000)
    given = parser.parse_args()
    policies = {"before": learn(given.size, 0), "after": learn(given.size, given.steps)}
    print(json.dumps({name: share_of_wins(policy, given.size, 600) for name, policy in policies.items()}))


if __name__ == "__main__":
    main()
