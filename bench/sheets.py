"""Rule sheets: random play through the one interpreter, and how much slower than the modules of the same games it is.

All in processor time, on one core; sheet and module play in turns, and the best of several rounds counts.
"""

import bussolotto
from bench import report
from bench.decisions import random_rate
from bench.report import Figure
from bussolotto.sheets import game_from_sheet, library

TAKE_AWAY, BAR = "last-light", 0.5  # a sheet of some 40 lines; million decisions a second


def measure(quick: bool = False) -> list[Figure]:
    """The rate of every sheet of the package, and of the module of its game where there is one."""
    seconds = 0.3 if quick else 1.5
    figures = []
    for name, path in library().items():
        rate = random_rate(game_from_sheet(path).NAME, seconds).decisions
        bar = BAR if name == TAKE_AWAY else None
        figures.append(Figure(f"sheet of {name}", rate, "million decisions/s", bar))
        if name in bussolotto.games():
            figures.append(Figure(f"module / sheet of {name}", random_rate(name, seconds).decisions / rate, "times"))
    return figures


if __name__ == "__main__":
    report.run({"sheets": measure}, __doc__)
