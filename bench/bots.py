"""What sensible play is worth: every game's sensible bot against random ones at one table.

Players alternate, sensible, random, sensible .., and change seats from match to match. The two-way share is the mean
win share of a sensible seat over that of a sensible and a random seat together: half where both play alike, also where
three sit at the table.
"""

from statistics import mean

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto.study.matches import Setting
from bussolotto.study.simulate import simulate

MATCHES, QUICK_MATCHES = 200, 40
SEED = 1
BAR = 0.6
BOTS = ("sensible", "random")


def measure(quick: bool = False) -> list[Figure]:
    """The two-way share of every game, at its smallest table."""
    matches = QUICK_MATCHES if quick else MATCHES
    return [Figure(name, two_way_share(name, matches), "two-way share", BAR) for name in bussolotto.games()]


def two_way_share(name: str, matches: int) -> float:
    """Of so many matches."""
    seats = bussolotto.game(name).SEATS[0]
    players = tuple(BOTS[seat % len(BOTS)] for seat in range(seats))
    won = simulate(Setting(name, players, SEED), matches)["wins"]["by_player"]
    sensible, random = (float(mean(one["share"] for one in won if one["player"] == bot)) for bot in BOTS)
    return sensible / (sensible + random)


if __name__ == "__main__":
    report.run({"bots": measure}, __doc__)
