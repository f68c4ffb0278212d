"""The bench `peers`: the ten games as they are, then the very same work here and elsewhere.

A whole run writes down what it has measured: bench/peers/measured.json, and from it the table and the picture of
docs/benchmarks.md. A quick one, or one with a peer left out, writes nothing.
"""

import os

from bench.games import PEERS as GAMES
from bench.peers import contest, ours, page, record, ten
from bench.peers.contest import Contest
from bench.peers.lineup import OURS, PEERS
from bench.report import Figure

SPEEDUP_BAR = 0.9  # of the number of cores
UNIT = "million decisions/s"


def measure(quick: bool = False) -> list[Figure]:
    """All figures; the slower part is to find the best batch of Pgx."""
    ten_speeds = ten.measured(quick)
    held = contest.held(rounds=3 if quick else 9, seconds=0.3 if quick else 1.0, quick=quick)
    cores = os.cpu_count() or 1
    speedups = {name: ours.speedup(game, cores, 10 if quick else 40) for name, game in GAMES.items()}
    if not quick and not held.missing:
        record.keep(record.made(ten_speeds, held, speedups))
        page.write(record.kept())
    return [*figures_of_ten(ten_speeds), *figures_of(held, speedups, cores)]


def figures_of_ten(speeds: list[ten.Speed]) -> list[Figure]:
    """Three or four figures a game."""
    figures = []
    for speed in speeds:
        figures.append(Figure(f"{speed.game}, interpreted", speed.interpreted, "million plies/s"))
        figures.append(Figure(f"{speed.game}, one core", speed.one_core, "million plies/s"))
        figures.append(Figure(f"{speed.game}, {speed.cores} cores", speed.all_cores, "million plies/s"))
        if speed.by_hand is not None:
            figures.append(Figure(f"{speed.game}, by hand in C", speed.by_hand, "million plies/s"))
    return figures


def figures_of(held: Contest, speedups: dict[str, float], cores: int) -> list[Figure]:
    """The contest, game by game."""
    figures = []
    for game, rates in held.rates.items():
        figures.append(Figure(f"{game}: {OURS.title}, one core", held.rate(game, OURS.key), UNIT))
        figures.append(Figure(f"{game}: {cores} cores / one", speedups[game], "times", SPEEDUP_BAR * cores))
        for peer in PEERS:
            if peer.key in rates:
                note = held.notes.get(game, {}).get(peer.key)
                title = f"{game}: {peer.title}{f' ({note})' if note else ''}"
                figures.append(Figure(title, held.rate(game, peer.key), UNIT))
                figures.append(Figure("ours is", held.ratio(game, peer.key), "times as fast", peer.bars.get(game)))
    return figures
