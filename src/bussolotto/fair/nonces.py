"""A chain of nonces: a device commits to the last link, and opens one link after the other, backwards.

Nobody can know a link before it is opened, and nobody can open another one than was committed to.
"""

import secrets

from bussolotto.fair.hashes import HASH_BYTES, next_link

LENGTH = 4096  # rolls that one chain is enough for


class NonceChain:
    """The chain of one device."""

    def __init__(self, secret: bytes | None = None, length: int = LENGTH) -> None:
        links = [secret or secrets.token_bytes(HASH_BYTES)]
        for _ in range(length):
            links.append(next_link(links[-1]))
        self.commitment = links.pop()
        self._links = links
        self._opened_for: bytes | None = None
        self._opened = b""

    @property
    def left(self) -> int:
        """How many links can still be opened."""
        return len(self._links)

    def open(self, head: bytes) -> bytes:
        """The nonce for the roll after this head: the same again for the same head, a new one for every other."""
        if head != self._opened_for:
            self._opened, self._opened_for = self._links.pop(), head
        return self._opened


def fits(last: bytes, nonce: bytes) -> bool:
    """Is this nonce the one before `last`, which was opened or committed to before?"""
    return next_link(nonce) == last


def goes_on(chain: bytes | None, link: bytes, most: int) -> bool:
    """Is `chain`, the last link of a chain, this one, or one of the next `most` that were opened after it?"""
    found = chain
    for _ in range(most):
        if found is None or found == link:
            break
        found = next_link(found)
    return found == link
