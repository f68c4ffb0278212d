"""What a game of the collection plays like, as a program: `python -m bussolotto.study.sheet SOURCE TARGET [bots]`.

SOURCE is a rule sheet, or house rules as JSON: `{"game", "options", "seats"}`. For each number of seats matches are
played, of a sheet random ones, else such as the game's compiled player plays: how long they are, how often each place
wins in the order of play, and how they end. It writes TARGET when all is done.

With `bots`, matches of a sheet are played by the bot `medium`, or by `easy` where that would take too long.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.games import told_game
from bussolotto.play import engines
from bussolotto.play.policies import policy_of
from bussolotto.sheets import SheetGame, game_from_sheet
from bussolotto.study.matches import MatchConfig, open_match, validate
from bussolotto.study.simulate import simulate

MATCHES, PLAYED = 2_000, 500  # for each number of seats, random ones and others
BOTS = ("medium", "easy")  # the first one that can play FEWEST matches in its part of the time
BUDGET_S, FEWEST, BOT_MATCHES = 40.0, 20, 200  # processor time of all numbers of seats; matches for each of them
ENOUGH = 4_000_000  # plies at most, of all matches: a sheet may be written to go on to its limit, our games are not


def measure(
    game: Game, matches: int, options: Mapping[str, str] | None = None, seats: int | None = None, player: str = "random"
) -> list[dict[str, Any]]:
    """Return the figures by number of seats: `decisions` (quantiles), `places`, `endings`."""
    numbers = game.SEATS if seats is None else (seats,)
    enough = ENOUGH if isinstance(game, SheetGame) else 10 * ENOUGH
    each = min(matches, max(20, enough // len(numbers) // game.MAX_PLIES))
    settings = [MatchConfig(game.NAME, (player,) * number, options=options or {}) for number in numbers]
    by = player if player == "random" else ""
    return [_figures(simulate(setting, each, engine=engines.Here()), by) for setting in settings]


def measure_by_bots(game: Game, budget_s: float = BUDGET_S) -> list[dict[str, Any]]:
    """Return such figures of matches among bots, as many for each number of seats; of none where all take too long."""
    part_s = budget_s / len(game.SEATS)
    for bot in BOTS:
        settings = [validate(MatchConfig(game.NAME, (bot,) * seats)) for seats in game.SEATS]
        count = _affordable(settings, part_s)
        if count:
            return [_figures(simulate(setting, count, engine=engines.Here()), bot) for setting in settings]
    nothing = {"matches": 0, "decisions": [0, 0, 0], "endings": {}, "by": BOTS[-1]}
    return [{"seats": seats, "places": [0] * seats, **nothing} for seats in game.SEATS]


def _affordable(settings: Sequence[MatchConfig], part_s: float) -> int:
    """Return how many matches of each kind can be played, each kind in this time; 0 where that is less than FEWEST."""
    count = BOT_MATCHES
    _play_s(settings[0], 0.0)  # compiles
    for setting in settings:
        count = min(count, int(part_s / _play_s(setting, part_s / FEWEST)))
        if count < FEWEST:
            return 0
    return count


def _play_s(setting: MatchConfig, most_s: float) -> float:
    """Return how long one match takes, in seconds of processor time; infinity once that is more than `most_s`."""
    match, table, dice = open_match(setting, 0)
    begun_s = process_time()
    while True:
        table.fall(dice)
        wish = None if match.over else table.wish()
        taken_s = process_time() - begun_s
        if wish is None:
            return max(taken_s, 1e-3)
        if taken_s > most_s:
            return inf
        table.play(wish.seat, wish.action)


def _figures(told: dict[str, Any], by: str) -> dict[str, Any]:
    quantiles = told["length"]["decisions"]["quantiles"]
    return {
        "seats": told["seats"],
        "matches": told["played"],
        "decisions": [quantiles[percent] for percent in ("5", "50", "95")],
        "places": [place["share"] for place in told["wins"]["by_place"]],
        "endings": told["endings"]["by_reason"],
        "by": by,
    }


def main(arguments: Sequence[str]) -> None:
    """Measure what is in a file, on one core."""
    source, target = map(Path, arguments[:2])
    found = source.read_text(encoding="utf-8")
    if found.startswith("{"):
        told = json.loads(found)
        game = told_game(told["game"])
        figures = measure(game, PLAYED, told["options"], told["seats"], policy_of(game).NAME or "random")
    elif arguments[2:] == ["bots"]:
        figures = measure_by_bots(game_from_sheet(found))
    else:
        figures = measure(game_from_sheet(found), MATCHES)
    target.write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
