"""What a position of Spilorcio after a turn is worth to the seat that has ended it: its chance of winning, as learned.

A small network reads the chips of all seats, the reserve, and what lies in the rows and how much they miss. So it
judges positions of any board. Its weights, one set for each number of seats, are in `judgement.json`;
`python -m tools.learn spilorcio --seed 1` learns them by self-play. Once as rules, for compiled play, and once for many
positions at the same time.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bussolotto.core.kernel import rule
from bussolotto.games.spilorcio import game
from bussolotto.solve.rolls import Values

FILE = Path(__file__).with_name("judgement.json")
MISSING = 6  # rows that miss more squares than this count as if they missed so many
COMFORT = 8  # a seat with fewer chips is nearly out of them
SEATS = 5
YELLOWS = 0.0, 0.1, 0.2, 0.4  # the part of the squares of a board that is yellow
TAKEN = 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 9  # arrows
OWN, LEAN, LEAD, TIGHT, RESERVE = 0, SEATS, 2 * SEATS, 2 * SEATS + 1, 2 * SEATS + 2
LYING = RESERVE + 1
ARROWS = LYING + MISSING
YELLOW, DOUBLE, FEATURES = ARROWS + MISSING, ARROWS + MISSING + 1, ARROWS + MISSING + 2

Net = tuple[Values, Values, Values]  # [unit][feature, and 1], [unit, and 1], room for [feature]


def no_net() -> Net:
    """A network that is not asked."""
    return np.zeros((0, FEATURES + 1)), np.zeros(1), np.zeros(FEATURES)


def net(seats: int) -> Net | None:
    """The network for this number of seats, with room of its own; None if there is none."""
    layers = _learned().get(str(seats))
    return layers and (np.array(layers["hidden"]), np.array(layers["out"]), np.zeros(FEATURES))


@cache
def _learned() -> dict[str, Any]:
    learned: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return learned


def house_rules(rng: Random, seats: int) -> dict[str, str]:
    """Rules that a host could choose, drawn to learn from."""
    most, yellow = rng.choice((6, 9, game.MAX_SQUARES)), rng.choice(YELLOWS)
    rows = [(rng.randint(1, most), rng.random() < 0.3, rng.choice(TAKEN)) for _ in range(game.ROWS)]
    board = " ".join(
        f"{squares}{'d' * double}{_yellow(rng, squares, yellow)}>{arrow}" for squares, double, arrow in rows
    )
    start, chips = rng.randint(8, 30), rng.randint(30 * seats, 250)
    drawn = {"board": board, "starting_chips": str(start), "chips_in_all": str(chips)}
    return {name: value for name, value in drawn.items() if rng.random() < 0.6}


def _yellow(rng: Random, squares: int, share: float) -> str:
    return "".join(f"y{square}" for square in range(1, squares + 1) if rng.random() < share)


@rule
def judged(s: Any, seat: int, net: Any) -> float:
    """The chance of winning of a seat that has just ended its turn, in a match that goes on."""
    hidden, out, seen = net
    look(s, seat, seen)
    total = out[len(hidden)]
    for unit in range(len(hidden)):
        pull = hidden[unit, FEATURES]
        for feature in range(FEATURES):
            pull += hidden[unit, feature] * seen[feature]
        total += out[unit] * pull / (1.0 + abs(pull))
    return float(1.0 / (1.0 + np.exp(-total)))


@rule
def look(s: Any, seat: int, seen: Any) -> None:
    """What the network reads."""
    seen[:] = 0.0
    look_at_seats(s, seat, seen)
    seen[RESERVE] = s.reserve / 50.0
    for row in range(game.ROWS):
        filled = int(s.filled[row])
        missing = min(s.length[row] - 1 - s.filled[row], MISSING - 1)
        seen[LYING + missing] += (filled + s.double[row] if filled else 0) / 10.0
        seen[ARROWS + missing] += s.arrow[row] / 3.0
        seen[YELLOW] += (s.yellow[row] >> filled & 1) / 3.0
        seen[DOUBLE] += (s.double[row] if filled == 0 else 0) / 2.0


@rule
def look_at_seats(s: Any, seat: int, seen: Any) -> None:
    """The chips of this seat and of the next ones, who is nearly out of them, and the lead."""
    most, least = 0, int(s.chips[seat])
    for step in range(s.seats):
        chips = int(s.chips[(seat + step) % s.seats])
        lean = max(COMFORT - chips, 0) / COMFORT
        seen[OWN + step], seen[LEAN + step] = chips / 20.0, lean * lean
        least = min(least, chips)
        if step:
            most = max(most, chips)
    lead = s.chips[seat] - most
    seen[LEAD] = lead / 10.0
    seen[TIGHT] = lead / np.sqrt(1.0 + least) / 3.0


def features(after: Any, seat: int) -> Values:
    """float64[position][feature]: the same for positions STATE[n] of one match."""
    seats = int(after["seats"][0])
    seen = np.zeros((len(after), FEATURES))
    chips = after["chips"][:, [(seat + step) % seats for step in range(seats)]].astype(float)
    seen[:, OWN : OWN + seats] = chips / 20.0
    seen[:, LEAN : LEAN + seats] = (np.maximum(COMFORT - chips, 0.0) / COMFORT) ** 2
    lead = chips[:, 0] - chips[:, 1:].max(axis=1)
    seen[:, LEAD], seen[:, TIGHT] = lead / 10.0, lead / np.sqrt(1.0 + chips.min(axis=1)) / 3.0
    seen[:, RESERVE] = after["reserve"] / 50.0
    filled, double, each = after["filled"].astype(int), after["double"].astype(int), np.arange(len(after))
    for row in range(game.ROWS):
        missing = np.minimum(after["length"][:, row] - filled[:, row], MISSING) - 1
        seen[each, LYING + missing] += (filled + double * (filled > 0))[:, row] / 10.0
        seen[each, ARROWS + missing] += after["arrow"][:, row] / 3.0
    seen[:, YELLOW] = (after["yellow"] >> filled & 1).sum(axis=1) / 3.0
    seen[:, DOUBLE] = (double * (filled == 0)).sum(axis=1) / 2.0
    return seen


def answered(seen: Values, net: Net) -> Values:
    """The chances that a network gives for what it reads, [position][feature]."""
    hidden, out, _ = net
    pull = seen @ hidden[:, :-1].T + hidden[:, -1]
    return np.asarray(1.0 / (1.0 + np.exp(-(pull / (1.0 + abs(pull)) @ out[:-1] + out[-1]))))


def values(after: Any, seat: int, net: Net) -> Values:
    """The chances of winning in positions STATE[n] after a turn of `seat`, for that seat."""
    chips = after["chips"][:, : int(after["seats"][0])]
    best = chips.max(axis=1)
    won = (chips[:, seat] == best) / (chips == best[:, None]).sum(axis=1)
    return np.asarray(np.where(after["phase"] == game.OVER, won, answered(features(after, seat), net)))
