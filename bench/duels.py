"""Duels of Cincinnati by the million: what they bring two perfect duellists, and a perfect one against a keen one.

What a duellist does is tabulated for every position, as a solution numbers them, and the rules of the game, compiled,
play the duel: seat 0 is the holder or, where two duel for a table, the richer one.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

import bussolotto
from bench.report import Figure
from bussolotto.core import chance, dice, kernel
from bussolotto.core.contract import as_game
from bussolotto.core.kernel import CHANCE
from bussolotto.games.cincinnati import game
from bussolotto.games.cincinnati import solver as solve
from bussolotto.games.cincinnati.bot import Keen
from bussolotto.games.cincinnati.chances import FIRST, HANDS
from bussolotto.games.cincinnati.duel import Duel, Plan
from bussolotto.solve.rolls import rolls
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate

SEED = 3
TOKEN_WORTH = solve.PRINTED["token_worth"]
PERFECT, CONTESTS = 10_000_000, 1_000_000  # duels of two perfect duellists; of a perfect and a keen one
MATCHES = 300  # whole ones, uncompiled
AT_ONCE = 100_000
QUICK = 20  # times fewer

# [step][holder's tokens][opponent's tokens][holder's hand][opponent's hand] -> a keep or an Answer
Plans = npt.NDArray[np.int16]


class Stake(NamedTuple):
    """What two duel for: a card of this kind, or two of them on table A; and their tokens."""

    what: str
    card: int
    tokens: tuple[int, int]
    table: bool = False

    @property
    def opening(self) -> Any:
        """STATE[1]: the duel has begun, in the last round of a match for three, and no die has fallen."""
        record = np.array([bussolotto.new_state(game, 3)], game.STATE)
        s = kernel.plain(record[0])
        s.round_number, s.table, s.asked = s.rounds, 0 if self.table else len(game.TABLES), 0
        s.tokens[:2] = self.tokens
        s.money[1][self.card] = not self.table
        s.wealth[1] = 0 if self.table else int(game.VALUES[self.card])
        s.piles[0][self.card] = 2 * self.table
        s.duels[0] = not self.table
        game.begin_duel(s, 0b011, 0)
        return np.array([bytes(s)], f"V{game.STATE.itemsize}").view(game.STATE)

    @property
    def worth(self) -> float:
        """In thousands."""
        return float(game.VALUES[self.card]) * (1 + self.table)

    @property
    def solved(self) -> Duel:
        """Its solution."""
        return solve.duel(self.worth, TOKEN_WORTH, again=self.table)


STAKES = (
    Stake("25,000, no tokens", 2, (0, 0)),
    Stake("35,000, 2 tokens and 1", 4, (2, 1)),
    Stake("a table of 60,000, 1 token each", 3, (1, 1), table=True),
)


class Gains(NamedTuple):
    """What duels brought, in thousands: the stake, less 5 for each token paid."""

    duels: int
    mean: npt.NDArray[np.float64]  # holder, opponent, what the first has more
    error: npt.NDArray[np.float64]  # standard errors of these


def measure(quick: bool = False) -> list[Figure]:
    """Perfect play against the value computed, then what it gains on keen play."""
    share = QUICK if quick else 1
    figures = []
    for stake in STAKES:
        figures += against_the_value(stake, PERFECT // share)
    for stake in STAKES:
        more, error = more_than_keen(stake, CONTESTS // share)
        unit = f"thousand a duel, +- {error:.2g}"
        figures.append(Figure(f"duel for {stake.what}: perfect above keen", more, unit, 0))
    return [*figures, in_matches(MATCHES // share)]


def in_matches(matches: int) -> Figure:
    """What the duellist wins of whole matches against two who duel sensibly, and play like it in all else."""
    wins = simulate(MatchConfig(game.FACTS.name, ("duellist", "keen", "keen"), SEED), matches)["wins"]["by_player"][0]
    unit = f"of a victory, +- {wins['se']:.1g}; a third is even"
    return Figure(f"cincinnati, duellist against two keen ones in {matches} matches", wins["share"], unit)


def against_the_value(stake: Stake, duels: int) -> list[Figure]:
    """Both play perfectly."""
    value = np.array(stake.solved.start(*stake.tokens))
    gains = played(stake, perfect(stake), duels, SEED)
    away = float((abs(gains.mean[:2] - value) / gains.error[:2]).max())
    return [
        Figure(f"duel for {stake.what}: value to the holder", value[0], "thousand"),
        Figure(f"the same in {gains.duels:,} perfect duels", gains.mean[0], f"thousand, +- {gains.error[0]:.1g}"),
        Figure("how far the two are from it", away, "standard errors", 4, at_most=True),
    ]


def more_than_keen(stake: Stake, duels: int) -> tuple[float, float]:
    """What a perfect duellist gains more than a keen one, in thousands a duel, and its standard error.

    Each begins half of the duels.
    """
    best, usual = perfect(stake), keen(stake)
    begins, follows = best.copy(), usual.copy()
    begins[1::2], follows[1::2] = usual[1::2], best[1::2]  # steps of the holder are even
    first, second = (played(stake, plans, duels // 2, SEED + who) for who, plans in enumerate((begins, follows), 1))
    return float(first.mean[2] - second.mean[2]) / 2, sqrt(first.error[2] ** 2 + second.error[2] ** 2) / 2


def played(stake: Stake, plans: Plans, duels: int, seed: int) -> Gains:
    """So many duels, rounded to whole batches."""
    bussolotto.compiled(game)  # from here on compiled code may call the rules
    opening, rng = stake.opening, chance.seeded(seed)
    batches = max(1, duels // AT_ONCE)
    sums = np.zeros((3, 2))
    for _ in range(batches):  # between them Ctrl-C is heard
        play(opening, opening.copy(), rng, AT_ONCE, plans, stake.worth, sums)
    count = batches * AT_ONCE
    mean = sums[:, 0] / count
    return Gains(count, mean, np.sqrt((sums[:, 1] / count - mean**2) / count))


@njit(nogil=True, error_model="numpy")
def play(opening: Any, states: Any, rng: Any, duels: int, plans: Any, worth: float, sums: Any) -> None:
    """Adds what these duels bring and its square to `sums`, float64[holder, opponent, difference][2]."""
    for _ in range(duels):
        states[0] = opening[0]
        s = states[0]
        while s.duelling:
            if s.phase == game.ROLLING:
                game.apply(s, CHANCE, game.DIE + chance.below(rng, 6))
            else:
                planned = plans[step(s), s.tokens[0], s.tokens[1], s.dice[0] - FIRST, s.dice[1] - FIRST]
                asked = s.phase == game.ASKING
                game.apply(s, s.turn, (game.BUY if planned else game.PASS) if asked else planned)
        won = dice.RANK[s.dice[0]] > dice.RANK[s.dice[1]]
        holder = worth * won - TOKEN_WORTH * (opening[0].tokens[0] - s.tokens[0])
        opponent = worth * (1 - won) - TOKEN_WORTH * (opening[0].tokens[1] - s.tokens[1])
        for row, gain in enumerate((holder, opponent, holder - opponent)):
            sums[row, 0] += gain
            sums[row, 1] += gain**2


@njit(nogil=True, error_model="numpy")
def step(s: Any) -> int:
    """The step of a decision, as `Duel` numbers them."""
    if s.phase == game.ASKING:
        declined = not s.waiting >> (1 - s.turn) & 1
        return int(ASKED + s.turn + 2 * declined)
    return int((BOUGHT if s.roll_number == game.BOUGHT else 2 * (s.roll_number - 1)) + s.turn)


ASKED, BOUGHT = solve.duel().asked, solve.duel().bought


def empty(stake: Stake) -> Plans:
    """Room for plans."""
    holder, opponent = stake.tokens
    return np.zeros((BOUGHT + 2, holder + 1, opponent + 1, len(HANDS), len(HANDS)), np.int16)


def perfect(stake: Stake) -> Plans:
    """What the perfect duellist does, in either place."""
    plans = empty(stake)
    for number in range(solve.FIRST_KEEP, BOUGHT + 2):
        for tokens in np.ndindex(plans.shape[1:3]):
            plans[number, *tokens] = stake.solved.plan(number, *tokens)
    return plans


def keen(stake: Stake) -> Plans:
    """What the keen player does, in either place."""
    plans = empty(stake)
    s = kernel.plain(stake.opening[0])
    for number in range(solve.FIRST_KEEP, BOUGHT + 2):
        seat = number % 2
        for tokens in np.ndindex(plans.shape[1:3]):
            if tokens[seat] or not ASKED <= number < BOUGHT:  # without tokens nobody asks him
                s.tokens[:2] = tokens
                plan = keen_plan(s, number)
                plans[number, *tokens] = plan if seat == 0 else plan.T
    return plans


def keen_plan(s: Any, number: int) -> Plan:
    """int16[own hand][the other's hand] at this step."""
    player, seat = Keen(as_game(game)), number % 2
    asks = ASKED <= number < BOUGHT
    s.phase = game.ASKING if asks else game.KEEPING
    s.roll_number = game.BOUGHT if number >= ASKED else 1 + number // 2
    columns: list[Any] = []
    for hand in HANDS.tolist():
        s.dice[1 - seat] = hand
        columns.append(player.buys(s, seat) if asks else player.worth(s, seat))
    by_own: Any = np.stack(columns, axis=1)
    return np.asarray(by_own, np.int16) if asks else most(by_own, number < ASKED)


def most(worth: npt.NDArray[np.float64], all_too: bool) -> Plan:
    """int16[own hand][the other's hand]: the keep that is worth most; of equals that of most dice, of those the first.

    `worth`: float64[keep][the other's hand]; five dice may be kept or not.
    """
    plan = np.zeros((len(HANDS), worth.shape[1]), np.int16)
    for hand, parts in enumerate(rolls().parts):
        allowed = parts if all_too else parts[:-1]
        best = worth[allowed] == worth[allowed].max(axis=0)
        plan[hand] = allowed[(best * (1 + dice.SIZE[allowed])[:, None]).argmax(axis=0)]
    return plan
