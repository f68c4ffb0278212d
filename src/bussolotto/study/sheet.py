"""What a game of the collection plays like, as a program: `python -m bussolotto.study.sheet SOURCE TARGET`.

SOURCE is a rule sheet, or house rules as JSON: `{"game", "options", "seats"}`. For each number of seats matches are
played, of a sheet random ones, else such as the game's compiled player plays: how long they are, how often each place
wins in the order of play, and how they end. It writes TARGET when all is done.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.games import told_game
from bussolotto.play import engines
from bussolotto.play.policies import policy_of
from bussolotto.sheets import SheetGame, game_from_sheet
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate

MATCHES, PLAYED = 2_000, 500  # for each number of seats, random ones and others
ENOUGH = 4_000_000  # plies at most, of all matches: a sheet may be written to go on to its limit, our games are not


def measure(
    game: Game, matches: int, options: Mapping[str, str] | None = None, seats: int | None = None, player: str = "random"
) -> list[dict[str, Any]]:
    """Return the figures by number of seats: `decisions` (quantiles), `places`, `endings`."""
    numbers = game.SEATS if seats is None else (seats,)
    enough = ENOUGH if isinstance(game, SheetGame) else 10 * ENOUGH
    each = min(matches, max(20, enough // len(numbers) // game.MAX_PLIES))
    settings = [MatchConfig(game.NAME, (player,) * number, options=options or {}) for number in numbers]
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
    """Measure what is in a file, on one core."""
    source, target = map(Path, arguments)
    found = source.read_text(encoding="utf-8")
    if found.startswith("{"):
        told = json.loads(found)
        game = told_game(told["game"])
        figures = measure(game, PLAYED, told["options"], told["seats"], policy_of(game).NAME or "random")
    else:
        figures = measure(game_from_sheet(found), MATCHES)
    target.write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
