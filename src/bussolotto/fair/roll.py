"""One roll: every die that falls after one decision.

The bytes of a roll are blocks of 32: block j is HMAC-SHA256 with the secret of the roll over the message

    MATCH GAME RULES ROLL, a line feed, the head (32 bytes), the nonces in the order of their seats (32 bytes each), j

where j has four bytes, the most significant first. Each die takes the next bytes: as few as can number all its tickets,
one for up to 256. They are a number, the most significant byte first; one past the last multiple of the sum of the
weights is dropped, and the next bytes are taken. What is left after division by the sum is the ticket: the tickets
from 0 on belong to the outcomes in order, as many to each as its weight.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bussolotto.core.chance import Chance, Say, place
from bussolotto.fair.hashes import HASH_BYTES, mac, secret_of_roll
from bussolotto.fair.weights import write_weights

DRAWN, GIVEN = "@", "="  # what the mark of a die begins with
MARKS_KEPT = 4096

_marks: dict[bytes, str] = {}  # by the bytes of the weights


class Roll:
    """A source of chance for the dice of one roll. `marks`: what the transcript says of each die so far."""

    def __init__(self, seed: bytes, number: int, message: bytes) -> None:
        self.marks: list[str] = []
        self._seed = seed
        self._number = number
        self._message = message
        self._secret = b""
        self._blocks = 0
        self._left = b""

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The next die, noted in the marks."""
        self.marks.append(DRAWN + write_weights(weights))
        return self.draw(weights)

    def draw(self, weights: Sequence[int]) -> int:
        """The next die, not noted."""
        total = sum(weights)
        assert total > 0, f"no outcome is possible: {list(weights)}"
        size = bytes_for(total)
        numbers = 256**size
        while True:
            number = int.from_bytes(self._take(size))
            if number < numbers - numbers % total:
                return int(place(weights, number % total))

    def take(self, count: int) -> npt.NDArray[np.uint8]:
        """The next bytes, for whoever maps them; `note` says how many were used."""
        while len(self._left) < count:
            self._add_block()
        return np.frombuffer(self._left[:count], np.uint8)

    def note(self, used: int, weights: npt.NDArray[np.int64]) -> None:
        """So many bytes were mapped, to dice with these weights, int64[dice, outcomes]."""
        self._left = self._left[used:]
        told, dice = weights.tobytes(), len(weights)
        size = len(told) // dice if dice else 1
        if told == told[:size] * dice:  # as nearly always
            self.marks += [_mark_of(told[:size])] * dice if dice else []
        else:
            self.marks += [_mark_of(told[at : at + size]) for at in range(0, len(told), size)]

    def give(self) -> None:
        """A die was not drawn: a game before this one, or whose turn it is to begin, determines it."""
        self.marks.append(GIVEN)

    def _take(self, count: int) -> bytes:
        while len(self._left) < count:
            self._add_block()
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def _add_block(self) -> None:
        self._secret = self._secret or secret_of_roll(self._seed, self._number)
        self._left += mac(self._secret, self._message + self._blocks.to_bytes(4))
        self._blocks += 1


class Beside:
    """Another source of chance, which draws from a roll unless it knows what falls."""

    def __init__(self, roll: Roll, source: Chance) -> None:
        self._roll = roll
        self._source = source

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The outcome of the other source, noted as given if it did not ask the roll."""
        noted = len(self._roll.marks)
        outcome = self._source.outcome(weights, say)
        if len(self._roll.marks) == noted:
            self._roll.give()
        return outcome


def message_of(match: str, game: str, rules: int, roll: int, head: bytes, nonces: Sequence[bytes] = ()) -> bytes:
    """What the blocks of a roll are made of, without their number."""
    assert all(len(part) == HASH_BYTES for part in (head, *nonces)), "hashes have 32 bytes"
    return b"%s%d\n%s%s" % (begin_message(match, game, rules), roll, head, b"".join(nonces))


def begin_message(match: str, game: str, rules: int) -> bytes:
    """What the messages of all rolls of a match begin with."""
    return f"{match} {game} {rules} ".encode()


def bytes_for(total: int) -> int:
    """How many bytes the number of a ticket takes."""
    return max(1, ((total - 1).bit_length() + 7) // 8)


def _mark_of(weights: bytes) -> str:
    """The mark of a die that was drawn from these weights, int64 one after the other."""
    found = _marks.get(weights)
    if found is None:
        if len(_marks) >= MARKS_KEPT:
            _marks.clear()
        found = _marks[weights] = DRAWN + write_weights(np.frombuffer(weights, np.int64).tolist())
    return found
