"""Dice that anyone can verify: test vectors of their protocol, and whether they fall as they should.

    python -m tools.fair_dice --vectors         # write docs/fair-dice.json, to which tests hold the program
    python -m tools.fair_dice --count 10000000 [--kept FILE]  # so many dice of each game, by chi-square; all cores

With a file (`tools/counting.py`) it goes on where it was interrupted.

The dice of a game are drawn from the weights that its matches draw from, as often as they do, each roll from the secret
of its number. The chi-square of all of them is added up; its probability is that of Wilson and Hilferty (1931).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

import bussolotto
from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, transcript, weights
from bussolotto.fair.nonces import NonceChain
from bussolotto.fair.roll import Roll, message_of
from bussolotto.fair.transcript import Entry, Ply, Start
from bussolotto.play.match import Match
from tools.counting import counted

PATH = Path(__file__).resolve().parent.parent / "docs" / "fair-dice.json"
LEAST_P = 1e-6
DICE_A_ROLL = 8
PART = 250_000  # dice that one process draws at a time
SAMPLED = 12  # matches whose weights are counted
SEED = bytes(range(32))

Drawn = Counter[tuple[str, int]]  # how often: the weights as text, and the outcome


class Verdict(NamedTuple):
    """The chi-square of so many dice of a game."""

    game: str
    dice: int
    chi_square: float
    freedom: int
    p: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if some dice do not fall as they should."""
    parser = argparse.ArgumentParser(prog="python -m tools.fair_dice")
    parser.add_argument("--vectors", action="store_true", help="write docs/fair-dice.json")
    parser.add_argument("--count", type=int, default=0, help="dice of each game")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was counted, to go on where it was interrupted")
    parser.add_argument("games", nargs="*", help="all games unless named")
    options = parser.parse_args(arguments)
    if options.vectors:
        PATH.write_text(written(), encoding="utf-8")
    verdicts = []
    for one in judged(options.games or bussolotto.games(), options.count, options.kept) if options.count else ():
        verdicts.append(one)
        print(
            f"{one.game}: {one.dice:,} dice, chi-square {one.chi_square:.1f} of {one.freedom}, p = {one.p:.3g}",
            flush=True,
        )
    return int(any(one.p < LEAST_P for one in verdicts))


def judged(games: Sequence[str], count: int, kept: Path | None = None) -> Iterator[Verdict]:
    """So many dice of each game, drawn in all processes. `kept`: a file with what was drawn before."""
    parts = [[first, min(PART, count - first)] for first in range(0, count, PART)]
    with ProcessPoolExecutor() as processes:
        for game in games:
            drawn: Drawn = Counter()

            def draw_all(missing: Sequence[list[int]], game: str = game) -> Iterator[list[tuple[str, int, int]]]:
                for found in processes.map(draw, [(game, first, dice) for first, dice in missing]):
                    yield [(*key, times) for key, times in found.items()]

            for _, found in counted(kept, f"dice of {game}", parts, draw_all):
                drawn.update({(kind, outcome): times for kind, outcome, times in found})
            yield verdict(game, drawn)


def draw(part: tuple[str, int, int]) -> Drawn:
    """Draw a part of the dice of a game."""
    game, first, count = part
    kinds = weights_of(game)
    found: Drawn = Counter()
    seed = sha256(game.encode()).digest()
    for number in range(first, first + count, DICE_A_ROLL):
        message = message_of("vectors", game, 1, number, sha256(str(number).encode()).digest())
        roll = Roll(seed, number, message)
        for die in range(number, min(number + DICE_A_ROLL, first + count)):
            kind = kinds[die % len(kinds)]
            found[kind, roll.draw(weights.read_weights(kind))] += 1
    return found


def weights_of(game: str) -> list[str]:
    """What the dice of some matches of this game are drawn from, in their order, without those that are certain."""
    rng, seats = Random(1), bussolotto.game(game).SEATS
    found: list[str] = []
    for number in range(SAMPLED):
        match = Match(bussolotto.game(game), seats[number % len(seats)])
        while movers := match.movers():
            seat = rng.choice([seat for seat in range(CHANCE + 1) if movers >> seat & 1])
            if seat == CHANCE:
                odds = match.odds()
                found += [weights.write_weights(odds)] * (sum(map(bool, odds)) > 1)
                match.play(CHANCE, rng.choices(range(len(odds)), odds)[0])
            else:
                match.play(seat, rng.choice(match.legal(seat)))
    return found


def verdict(game: str, drawn: Drawn) -> Verdict:
    """The chi-square of all these dice together."""
    of_kind: Counter[str] = Counter()
    for (kind, _), times in drawn.items():
        of_kind[kind] += times
    chi_square, freedom = 0.0, 0
    for kind, times in of_kind.items():
        told = weights.read_weights(kind)
        expected = [(outcome, times * weight / sum(told)) for outcome, weight in enumerate(told) if weight]
        if min(mean for _, mean in expected) < 5:  # too few for this test
            continue
        chi_square += sum((drawn[kind, outcome] - mean) ** 2 / mean for outcome, mean in expected)
        freedom += len(expected) - 1
    return Verdict(game, sum(drawn.values()), chi_square, freedom, probability(chi_square, freedom))


def probability(chi_square: float, freedom: int) -> float:
    """How often chance alone gives as much or more (Wilson and Hilferty)."""
    if not freedom:
        return 1.0
    spread = 2 / (9 * freedom)
    return NormalDist().cdf((1 - spread - (chi_square / freedom) ** (1 / 3)) / sqrt(spread))


def written() -> str:
    return json.dumps(vectors(), indent=2, ensure_ascii=False) + "\n"


def vectors() -> dict[str, Any]:
    """Every step of the protocol with fixed seeds."""
    chain = NonceChain(b"n" * 32, 3)
    start = transcript.write_start(_start(chain.commitment.hex()))
    opening, choice = Ply(0, CHANCE, 2, "@3*1"), Ply(1, 0, 231, "")
    dice = [Ply(2, CHANCE, 5, "?@3*0.6*1"), Ply(3, CHANCE, 4, "@3*0.6*1")]
    entries: list[Entry | str] = [
        Entry("dice 0 -", [opening]),
        Entry("act 0", [choice]),
        "ask 1 0",
        Entry(f"dice 1 0:{chain.open(b'head').hex()}", dice),
    ]
    return {
        "about": "Test vectors of docs/fair-dice.md, by `python -m tools.fair_dice --vectors`. Bytes are in hex.",
        "seed": SEED.hex(),
        "commitment": hashes.commit_to_seed(SEED),
        "secrets": [hashes.secret_of_roll(SEED, roll).hex() for roll in range(3)],
        "salts": [hashes.salt_of_ply(SEED, version).hex() for version in range(3)],
        "name": {
            "key": "6b" * 32,
            "salt": hashes.salt_of_name(b"k" * 32, 1).hex(),
            "name": "Zoë",
            "commitment": hashes.commit_to_name(hashes.salt_of_name(b"k" * 32, 1), 1, "Zoë"),
        },
        "nonces": {"secret": "6e" * 32, "length": 3, "links": _links(), "commitment": chain.commitment.hex()},
        "weights": [{"weights": told, "text": weights.write_weights(told)} for told in _WEIGHTS],
        "rolls": [_vector(told) for told in _WEIGHTS],
        "transcript": {
            "start": start,
            "lines": [one if isinstance(one, str) else transcript.line(SEED, one, secrets=True) for one in entries],
            "plain": [f"{ply.version} {ply.seat} {ply.plain}" for ply in (opening, choice, *dice)],
            "heads": [head.hex() for head in transcript.heads(SEED, start, entries)],
        },
    }


_WEIGHTS = ([1] * 6, [0, 0, 0, 1, 1, 1, 1, 1, 1], [5, 3, 0, 1], [1] * 256, [1] * 257, [0, 1 << 40, 1 << 39])


def _start(chain: str) -> Start:
    return Start(
        fair=hashes.VERSION,
        match="x7Kq",
        game="cincinnati",
        rules=1,
        seats=3,
        options={"target": "30"},
        secrets=True,
        carried=False,
        seed=hashes.commit_to_seed(SEED),
        chains=[chain, None, None],
    )


def _links() -> list[str]:
    chain = NonceChain(b"n" * 32, 3)
    return [chain.open(bytes([head])).hex() for head in range(3)]


def _vector(told: list[int]) -> dict[str, Any]:
    """Twelve dice of one roll with these weights."""
    head, nonces = sha256(b"head").digest(), [sha256(b"nonce").digest()]
    message = message_of("x7Kq", "spilorcio", 2, 7, head, nonces)
    roll = Roll(SEED, 7, message)
    return {
        "roll": 7,
        "message": message.hex(),
        "weights": weights.write_weights(told),
        "outcomes": [roll.draw(told) for _ in range(12)],
    }


if __name__ == "__main__":
    sys.exit(main())
