"""The slow, obvious twin of a roll: tickets written out in a list, and bits of the whole stream of blocks."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def stream(seed: bytes, roll: int, message: bytes) -> Iterator[int]:
    """The bytes of a roll, one by one."""
    secret = hmac.new(seed, f"roll {roll}".encode(), hashlib.sha256).digest()
    block = 0
    while True:
        yield from hmac.new(secret, message + bytes.fromhex(f"{block:08x}"), hashlib.sha256).digest()
        block += 1


def dice(seed: bytes, roll: int, message: bytes, weights_of_dice: Sequence[Sequence[int]]) -> list[int]:
    """The outcomes of dice with these weights. The sum of the weights must be small: every ticket is written out."""
    found = []
    left = stream(seed, roll, message)
    for weights in weights_of_dice:
        tickets = [outcome for outcome, weight in enumerate(weights) for _ in range(weight)]
        size = 1
        while 256**size < len(tickets):
            size += 1
        fair = range(256**size // len(tickets) * len(tickets))  # as many numbers for each ticket
        number = -1
        while number not in fair:
            number = 0
            for _ in range(size):
                number = number * 256 + next(left)
        found.append(tickets[number % len(tickets)])
    return found
