"""What sensible play is worth: every game's sensible bot against random ones at one table.

Players alternate, sensible, random, sensible .., and change seats from match to match. The two-way share is the mean
win share of a sensible seat over that of a sensible and a random seat together: half where both play alike, also where
three sit at the table.
"""

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.players import strength

MATCHES, QUICK_MATCHES = 200, 40
SEED = 1
BAR = 0.6


def measure(quick: bool = False) -> list[Figure]:
    """The two-way share of every game, at its smallest table."""
    matches = QUICK_MATCHES if quick else MATCHES
    return [Figure(name, two_way_share(name, matches), "two-way share", BAR) for name in bussolotto.games()]


def two_way_share(name: str, matches: int) -> float:
    """Of so many matches."""
    seats = bussolotto.game(name).SEATS[0]
    return strength.two_way_share(simulate(MatchConfig(name, strength.by_turns(seats), SEED), matches))


if __name__ == "__main__":
    report.run({"bots": measure}, __doc__)
