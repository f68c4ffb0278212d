"""Matches whose dice can be proved, played at random without a server: for tests, and for `tools.tamper`."""

from collections.abc import Mapping, Sequence
from random import Random

import bussolotto
from bussolotto.core.kernel import CHANCE
from bussolotto.fair import ledger
from bussolotto.fair.ledger import Decided, Ledger
from bussolotto.play import notation
from bussolotto.play.match import Match

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Gina", "Hugo")
KEY = b"k" * 32


class Played:
    """A match in play, with its ledger, and every decision so far."""

    def __init__(self, game: str, seats: int, seed: bytes, options: Mapping[str, object] | None = None) -> None:
        self.match = Match(bussolotto.game(game), seats, options)
        module = self.match.game
        told = dict(self.match.options)
        start = ledger.start_of(seed, "m", module.NAME, module.RULES, seats, told, self.match.secrets, carried=False)
        self.ledger = Ledger(seed, start)
        self.decisions: list[Decided] = []
        self.decide(CHANCE, [])

    def decide(self, seat: int, actions: Sequence[int]) -> None:
        """What a seat does, and the dice it causes."""
        before = self.match.version
        self.match.act(seat, actions)
        roll = self.ledger.lead(seat, before, self.match.log[before:], self.match.hidden_plies(before))
        self.match.fall(roll)
        if steps := self.match.log[before:]:
            marks = self.ledger.add(steps, self.match.hidden_plies(before))
            self.ledger.settle(stored=True)
            self.decisions.append(Decided(seat, ledger.read_marks(marks, before, steps)))

    def play_on(self, rng: Random, plies: int = 1 << 30) -> None:
        """Decide at random until the end, or for so many plies."""
        end = self.match.version + plies
        while not self.match.over and self.match.version < end:
            seat = rng.choice([seat for seat in range(self.match.seats) if self.match.movers() >> seat & 1])
            self.decide(seat, [rng.choice(self.match.legal(seat))])

    def record(self) -> notation.Record:
        """The record of the match with its proof. Who has not finished has given up."""
        record = notation.record_of(self.match, NAMES[: self.match.seats])
        record.end = record.end or {"reason": "agreed", "returns": self.match.returns(), "scores": self.match.scores()}
        end = ledger.end_of(KEY, record.end, record.names)
        names = ledger.opened_names(KEY, end, record.names)
        seed, start = self.ledger.seed, self.ledger.start
        record.proof = ledger.prove(seed, start, self.decisions, (), end, names, self.ledger.end(end))
        return record


def played(game: str, seats: int = 0, seed: bytes = b"s" * 32, plies: int = 1 << 30) -> notation.Record:
    """The record of a match played at random."""
    match = Played(game, seats or min(bussolotto.game(game).SEATS), seed)
    match.play_on(Random(seed), plies)
    return match.record()
