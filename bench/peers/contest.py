"""All peers play in turns, round after round; the medians of their rates and of ours over theirs."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median

from bench.games import PEERS as GAMES
from bench.peers import ours
from bench.peers.environments import Missing
from bench.peers.lineup import OURS, PEERS, Peer, Worker

STRAY = 0.1  # what peers count as decisions of a match may differ by from ours, for they play few matches


@dataclass
class Contest:
    """What was measured: rates by game and peer, a round each, in millions of decisions a second."""

    decisions: dict[str, float]  # by game: the mean of a random match
    rounds: int = 1
    seconds: float = 0.0  # of processor time, for each peer in a round
    rates: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)  # by title of the peer: why

    def rate(self, game: str, peer: str) -> float:
        """The median of all rounds."""
        return median(self.rates[game][peer])

    def ratio(self, game: str, peer: str) -> float:
        """How many times as fast ours is: the median over rounds, each played within seconds."""
        pairs = zip(self.rates[game][OURS.key], self.rates[game][peer], strict=True)
        return median(mine / theirs for mine, theirs in pairs)


def held(rounds: int, seconds: float, quick: bool, games: Sequence[str] = tuple(GAMES)) -> Contest:
    """Everyone plays every game that he has, for so many seconds a round."""
    contest = Contest({game: ours.decisions_per_match(game) for game in games}, rounds, seconds)
    with ExitStack() as stack:
        workers = [worker for peer in (OURS, *PEERS) if (worker := started(peer, quick, contest))]
        for worker in workers:
            stack.callback(worker.close)
            contest.versions |= worker.versions
        for game in games:
            able = [worker for worker in workers if game in worker.games]
            for number in range(rounds + 1):  # the first is for caches and compilers
                rates = {worker.peer.key: one_round(worker, game, seconds, contest) for worker in able}
                if number:
                    for key, rate in rates.items():
                        contest.rates.setdefault(game, {}).setdefault(key, []).append(rate)
    return contest


def started(peer: Peer, quick: bool, contest: Contest) -> Worker | None:
    """The peer at its start, or a line that says why it is left out."""
    try:
        return Worker(peer, quick)
    except Missing as problem:
        contest.missing[peer.title] = str(problem)
        print(f"{peer.title} is left out: {problem}", file=sys.stderr)
        return None


def one_round(worker: Worker, game: str, seconds: float, contest: Contest) -> float:
    """Million decisions a second of processor time."""
    heard = worker.ask(game, seconds)
    decisions, matches = heard["decisions"], heard["matches"]
    if decisions is None:
        decisions = matches * contest.decisions[game]
    elif matches is not None and matches > 100:
        agree(worker.peer, game, decisions / matches, contest.decisions)
    if heard["note"]:
        contest.notes.setdefault(game, {})[worker.peer.key] = heard["note"]
    return float(decisions / heard["cpu_s"] / 1e6)


def agree(peer: Peer, game: str, theirs: float, decisions: Mapping[str, float]) -> None:
    """The same work: matches are as long there as here."""
    assert abs(theirs / decisions[game] - 1) < STRAY, f"{peer.title}: {theirs} decisions in a match of {game}"
