"""How strong players are: asked by the tests of each of them and by `bench/bots.py`."""

from collections.abc import Mapping
from statistics import mean
from typing import Any

import pytest


def by_turns(seats: int) -> tuple[str, ...]:
    """Sensible and random players side by side, sensible first."""
    return tuple(("sensible", "random")[seat % 2] for seat in range(seats))


def two_way_share(results: Mapping[str, Any]) -> float:
    """The mean win share of the player named first, over that of him and of the other together.

    Half where both play alike, also where three sit at the table. `results`: what `simulate` says of two players.
    """
    first, other = dict.fromkeys(results["players"])
    won = results["wins"]["by_player"]
    own, others = (mean(one["share"] for one in won if one["player"] == name) for name in (first, other))
    return float(own / (own + others))


def told_share(results: Mapping[str, Any], capsys: pytest.CaptureFixture[str]) -> float:
    """The two-way share, also written on the terminal."""
    share = two_way_share(results)
    first, other = dict.fromkeys(results["players"])
    options = "".join(f", {value}" for value in results["options"].values())
    where = f"{results['game']}, {results['seats']} seats{options}"
    with capsys.disabled():
        print(f"\n{where}: {first} against {other} {share:.1%} of a two-way share, {results['matches']} matches")
    return share
