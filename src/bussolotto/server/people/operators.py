"""Proof of being the operator: random keys, of which only digests are stored.

The token signs in a page, which gets a key of its own in a cookie, or is sent in an Authorization header. A command
makes itself a key for as long as it runs: whoever can write to the data folder is the operator. Requests of a page that
change something also need a value that only our own page can read, since browsers send cookies for other pages too. A
right key is always accepted; only wrong ones are limited, so nobody can lock the operator out.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.limits import Buckets
from bussolotto.server.store import moderation_rows
from bussolotto.server.store.database import Store
from bussolotto.server.store.moderation_rows import Key

COOKIE = "bussolotto-operator"
PAGE_S = 12 * 3600
WRONG_A_SECOND, WRONG_AT_ONCE = 0.1, 10  # by address


class Operator(NamedTuple):
    """The operator, and the kind of key that proved it."""

    kind: Key
    digest: bytes


class Operators:
    """The keys of one server. `cookie`: the name of the one that holds the key of a page."""

    def __init__(self, store: Store, clock: ServerClock, database: str) -> None:
        self.cookie = f"{COOKIE}-{database}"
        self._store = store
        self._clock = clock
        self._wrong = Buckets(WRONG_A_SECOND, WRONG_AT_ONCE, clock.now_s)

    async def sign_in(self, token: str, address: str) -> str:
        """Return the key for a page of whoever knows the token. Raises `not-operator`, `too-fast`."""
        self.require(token, ("token",), address)
        key, now_s = new_key(), self._clock.wall_s()
        await self._store.run(
            moderation_rows.insert_key(digest_of(key), "page", now_s, now_s + PAGE_S),
            moderation_rows.insert_audit("token", now_s, "sign-in", ""),
        )
        return key

    async def sign_out(self, operator: Operator) -> None:
        """Make the key of a page void."""
        await self._store.run(
            moderation_rows.delete_key(operator.digest),
            moderation_rows.insert_audit(operator.kind, self._clock.wall_s(), "sign-out", ""),
        )

    def require_page(self, key: str, csrf: str | None, address: str) -> Operator:
        """Return the operator whose page has this key. Raises `not-operator`, `too-fast`, and `foreign-page`.

        `csrf` is what the page sent to prove that it is ours; None for a request that changes nothing.
        """
        operator = self.require(key, ("page",), address)
        if csrf is not None and not hmac.compare_digest(csrf.encode(), csrf_of(key).encode()):
            raise refuse("foreign-page")
        return operator

    def require(self, key: str, kinds: tuple[Key, ...], address: str) -> Operator:
        """Return the operator who has this key, if it is of one of these kinds. Raises `not-operator`, `too-fast`."""
        digest = digest_of(key)
        found = None
        for row in moderation_rows.list_keys(self._store, self._clock.wall_s()):  # all: the time tells nothing
            if hmac.compare_digest(row.digest, digest) and row.kind in kinds:
                found = Operator(row.kind, digest)
        if found is None:
            raise refuse("not-operator" if self._wrong.take(address) else "too-fast")
        return found


def new_key() -> str:
    return secrets.token_urlsafe(32)


def digest_of(key: str) -> bytes:
    """Return what is stored of a key. It has 256 random bits, so no slow hash is needed."""
    return hashlib.sha256(key.encode()).digest()


def csrf_of(key: str) -> str:
    """Return what a page with this key sends with requests that change something."""
    return hmac.new(key.encode(), b"csrf", hashlib.sha256).hexdigest()
