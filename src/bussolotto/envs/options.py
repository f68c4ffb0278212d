"""What all environments can be told: the match, the form of observations and the reward, in one place.

Every environment takes these as keywords, so that they can be given to `gymnasium.make` too:

    gymnasium.make("bussolotto/Spilorcio-v0", seats=3, observation="scaled", reward="margin")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from bussolotto.envs.race_model import REACTION_MS, Reaction
from bussolotto.envs.rewards import REWARDS

FORMS = ("fields", "flat", "scaled", "bytes")
SCALAR_SHAPES = ((), (1,))


class Keywords(TypedDict, total=False):
    """The fields of `EnvOptions`, as keywords."""

    seats: int | None
    options: Mapping[str, object] | None
    reaction: Reaction
    observation: str
    scalar_shape: tuple[int, ...]
    torch_types: bool
    reward: str


@dataclass(frozen=True, kw_only=True)
class EnvOptions:
    """What all environments can be told.

    `seats`: how many, the fewest the game allows if not given; `options`: those of the game; `reaction`: mean times in
    milliseconds, see `race_model`; `observation`: `fields`, `flat`, `scaled` or `bytes`, see `spaces`; `scalar_shape`:
    the shape of single numbers among `fields`, () or (1,); `torch_types`: no array has a type that PyTorch lacks, so
    uint16 becomes int32 and uint32 int64; `reward`: `shares`, `margin` or `scores`, see `rewards`.
    """

    seats: int | None = None
    options: Mapping[str, object] | None = None
    reaction: Reaction = REACTION_MS
    observation: str = "fields"
    scalar_shape: tuple[int, ...] = ()
    torch_types: bool = False
    reward: str = "shares"

    def __post_init__(self) -> None:
        """Raise ValueError for a value that none of them has."""
        _require("observation", self.observation, FORMS)
        _require("scalar_shape", tuple(self.scalar_shape), SCALAR_SHAPES)
        _require("reward", self.reward, tuple(REWARDS))


def _require(name: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise ValueError(f"{name}: one of {', '.join(map(str, known))}, not {value!r}")
