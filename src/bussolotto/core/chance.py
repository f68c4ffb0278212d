"""Sources of dice: a fast seeded generator, a script, the operating system, or people who roll real dice.

The code that runs a match asks a source for `outcome(weights, say)`: the number of one outcome, drawn with exactly
these relative weights. The fast generator is xoshiro128++ 1.0 (Blackman and Vigna, prng.di.unimi.it), written as rules
over int64[4] so that simulations can compile it; all arithmetic stays within 32 bits, so compiled and interpreted code
agree. It is for studies and for tests. Live tables use the generator of the operating system.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bussolotto.core import errors
from bussolotto.core.kernel import rule

CHOICES = 1 << 40  # streams of a seed from this number on are for the players' draws, lower ones for dice
BYTES_AT_ONCE = 4096  # of the operating system's generator
LARGEST = (1 << 31) - 1  # the largest bound and the largest sum of weights of one draw by the fast generator

_MASK32 = 0xFFFFFFFF
_MASK64 = 0xFFFFFFFFFFFFFFFF
_GAMMA = 0x9E3779B97F4A7C15  # the odd step of splitmix64: 2 ** 64 over the golden ratio

Say = Callable[[int], str]


class Chance(Protocol):
    """A source of chance outcomes."""

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """One index of `weights`, drawn by weight; `say` turns each outcome into notation (`die 3`)."""


@rule
def rotated(word: int, places: int) -> int:
    """A 32-bit word rotated to the left."""
    return ((word << places) | (word >> (32 - places))) & 0xFFFFFFFF


@rule
def next_word(generator: Any) -> int:
    """The next 32 bits of xoshiro128++; `generator` is its state, four 32-bit integers, changed in place."""
    s0 = generator[0]
    s1 = generator[1]
    s2 = generator[2] ^ s0
    s3 = generator[3] ^ s1
    word = (rotated((s0 + generator[3]) & 0xFFFFFFFF, 7) + s0) & 0xFFFFFFFF
    generator[0] = s0 ^ s3
    generator[1] = s1 ^ s2
    generator[2] = s2 ^ ((s1 << 9) & 0xFFFFFFFF)
    generator[3] = rotated(s3, 11)
    return int(word)


@rule
def below(generator: Any, bound: int) -> int:
    """A uniform integer of 0..bound-1, bound <= LARGEST: multiply, shift, reject (Lemire 2019)."""
    product = next_word(generator) * bound
    if (product & 0xFFFFFFFF) < bound:
        rejected = (4294967296 - bound) % bound
        while (product & 0xFFFFFFFF) < rejected:
            product = next_word(generator) * bound
    return product >> 32


@rule
def first_of(generator: Any, rate: float, total: float) -> bool:
    """Does something with this rate come before others, if `total` is the rate of all? Times are exponential."""
    return bool(rate / total * (1 << 30) > below(generator, 1 << 30))


@rule
def weighted(generator: Any, weights: Any) -> int:
    """An index of `weights`, drawn exactly by weight; the sum of the weights is 1..LARGEST."""
    total = 0
    for weight in weights:
        total += weight
    return place(weights, below(generator, total))


@rule
def place(weights: Any, ticket: int) -> int:
    """The index of the weight that holds this ticket; the tickets 0..sum-1 are assigned to the weights in order."""
    index = 0
    while ticket >= weights[index]:
        ticket -= weights[index]
        index += 1
    return index


def mixed(counter: int) -> int:
    """The output function of splitmix64, a one-to-one function of 64 bits."""
    word = counter & _MASK64
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _MASK64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _MASK64
    return word ^ (word >> 31)


def seeded(seed: int, stream: int = 0) -> npt.NDArray[np.int64]:
    """The state int64[4] of a generator: outputs 2*stream and 2*stream+1 of splitmix64 from `seed` (64 bits).

    One seed serves any number of matches, with one stream each. The state is never all zero, because splitmix64 returns
    no value twice.
    """
    pair = [mixed(seed + (2 * stream + k) * _GAMMA) for k in (1, 2)]
    return np.array([half for word in pair for half in (word & _MASK32, word >> 32)], np.int64)


def streams(seed: int, first: int, count: int) -> npt.NDArray[np.int64]:
    """The generators of `count` consecutive streams, int64[count, 4]: the same as `seeded` returns one by one."""
    steps = np.arange(2 * first + 1, 2 * (first + count) + 1, dtype=np.uint64)
    words = np.uint64(seed & _MASK64) + steps * np.uint64(_GAMMA)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    halves = np.stack([words & np.uint64(_MASK32), words >> np.uint64(32)], axis=1)
    return halves.reshape(count, 4).astype(np.int64)


def _sum_of(weights: Sequence[int]) -> int:
    total = sum(weights)
    assert total > 0, f"no outcome is possible: {list(weights)}"
    return total


class Fast:
    """The seeded generator: the same seed and stream give the same outcomes, interpreted or compiled."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state: MutableSequence[int] = seeded(seed, stream).tolist()

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """One draw; the weights may add up to LARGEST at most."""
        assert _sum_of(weights) <= LARGEST, f"the fast generator draws of {LARGEST} tickets at most"
        return int(weighted(self.state, weights))


class System:
    """The operating system's generator, mapped without bias. It is asked for many bytes at once; none is used twice."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._pool = np.zeros(0, np.uint8)

    def take(self, count: int) -> npt.NDArray[np.uint8]:
        """Random bytes, for whoever maps them: BYTES_AT_ONCE at most."""
        if len(self._pool) < count:
            self._pool = np.frombuffer(secrets.token_bytes(BYTES_AT_ONCE), np.uint8)
        taken, self._pool = self._pool[:count], self._pool[count:]
        return taken

    def note(self, used: int, weights: npt.NDArray[np.int64]) -> None:
        """So many of the bytes were mapped, to dice with these weights. The others are not used either."""

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """One draw."""
        return int(place(weights, self._below(_sum_of(weights))))

    def _below(self, bound: int) -> int:
        """A uniform integer of 0..bound-1; a byte past the last multiple of the bound is dropped."""
        if bound > 256:
            return secrets.randbelow(bound)
        multiple = 256 - 256 % bound
        while True:
            if not self._bytes:
                self._bytes += secrets.token_bytes(BYTES_AT_ONCE)
            byte = self._bytes.pop()
            if byte < multiple:
                return byte % bound


class Scripted:
    """Outcomes given in advance, as numbers, for tests and for replaying a position."""

    def __init__(self, outcomes: Iterable[int]) -> None:
        self._left = deque(outcomes)

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The next outcome. Raises `script-ended` after the last one, `impossible-outcome` for one of weight 0."""
        if not self._left:
            raise errors.refuse("script-ended", possible=_possible(weights, say))
        scripted = self._left.popleft()
        if not 0 <= scripted < len(weights) or weights[scripted] <= 0:
            raise errors.refuse("impossible-outcome", outcome=scripted, possible=_possible(weights, say))
        return scripted


class Typed:
    """Real dice on a table: people type what they see, `3` or `die 3`, or a whole roll: `2 3 4 4 6`.

    `read(question)` asks and returns the answer. The question lists the possible outcomes and is repeated until the
    answer is one of them.
    """

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._typed: deque[str] = deque()

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The next outcome, from what was already typed or else from a new question."""
        names = {say(index): index for index, weight in enumerate(weights) if weight > 0}
        while True:
            if not self._typed:
                self._typed.extend(words(self._read(possible_of(names))))
            found = meant(self._typed.popleft(), names) if self._typed else None
            if found is not None:
                return found
            self._typed.clear()

    def surplus(self) -> list[str]:
        """Return and discard what was typed but not needed, so that it cannot be taken for the next roll."""
        typed = list(self._typed)
        self._typed.clear()
        return typed


def words(line: str) -> list[str]:
    """The outcomes named in a line, each `word argument` or a lone argument: `die 2, 3 5` -> die 2, 3, 5."""
    found: list[str] = []
    for part in line.lower().replace(",", " ").split():
        if found and found[-1].isalpha():
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def meant(typed: str, names: Mapping[str, int]) -> int | None:
    """The one outcome that the text names, by its full name or, if unique, by the part after its first word."""
    if typed in names:
        return names[typed]
    possible = [index for name, index in names.items() if name.partition(" ")[2] == typed]
    return possible[0] if len(possible) == 1 else None


def _possible(weights: Sequence[int], say: Say) -> str:
    return possible_of(say(index) for index, weight in enumerate(weights) if weight > 0)


def possible_of(names: Iterable[str]) -> str:
    """The possible outcomes in one short line, with the word only once: `die 1, 2, 3`."""
    by_word: dict[str, list[str]] = {}
    for name in names:
        word, _, argument = name.partition(" ")
        by_word.setdefault(word, []).append(argument)
    return "; ".join(f"{word} {', '.join(arguments)}".strip() for word, arguments in by_word.items())
