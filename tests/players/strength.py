"""How strong players are and how long they think: asked by the tests of each of them and by `bench/bots.py`."""

from collections.abc import Mapping
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import pytest

from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable


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


def decision_times_s(
    game: Any, name: str, seats: int, seed: int, options: Mapping[str, object] | None = None
) -> list[float]:
    """Processor seconds of every decision in a match among players of this name, what they are shown included."""
    match = Match(game, seats, options)
    seated = {seat: players.player(name, game) for seat in range(seats)}
    bot_table = BotTable(match, seated, {})
    dice, times_s = Fast(seed), []
    bot_table.fall(dice)
    while not match.over:
        seat = match.movers().bit_length() - 1
        begun_s = process_time()
        choice = seated[seat].choose(match.hidden(seat), match.legal(seat), Random(seed))
        times_s.append(process_time() - begun_s)
        assert choice is not None
        bot_table.play(seat, choice[0])
        bot_table.fall(dice)
    return times_s
