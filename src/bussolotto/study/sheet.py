"""What a rule sheet plays like, as a program: `python -m bussolotto.study.sheet SHEET TARGET` writes TARGET when done.

For each number of seats random matches are played: how long they are, how often each place wins in the order of play,
and how they end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bussolotto.play import engines
from bussolotto.sheets import SheetGame, game_from_sheet
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate

MATCHES = 2_000  # for each number of seats
ENOUGH = 4_000_000  # plies at most, of all matches: a sheet may be written to go on to its limit


def measure(game: SheetGame, matches: int) -> list[dict[str, Any]]:
    """Return the figures by number of seats: `plies`, `decisions` (quantiles), `places`, `endings`."""
    each = min(matches, max(20, ENOUGH // len(game.SEATS) // game.MAX_PLIES))
    settings = [MatchConfig(game.NAME, ("random",) * seats) for seats in game.SEATS]
    return [_figures(simulate(setting, each, engine=engines.Here())) for setting in settings]


def _figures(told: dict[str, Any]) -> dict[str, Any]:
    quantiles = told["length"]["decisions"]["quantiles"]
    return {
        "seats": told["seats"],
        "matches": told["played"],
        "decisions": [quantiles[percent] for percent in ("5", "50", "95")],
        "places": [place["share"] for place in told["wins"]["by_place"]],
        "endings": told["endings"]["by_reason"],
    }


def main(arguments: Sequence[str]) -> None:
    """Measure the sheet in a file, on one core."""
    source, target = map(Path, arguments)
    target.write_text(json.dumps(measure(game_from_sheet(source), MATCHES)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
