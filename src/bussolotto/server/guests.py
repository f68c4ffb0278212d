"""People are guests: a random id, a name they choose, a signed token in a cookie, a personal link to claim it again."""

import secrets
import time
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer

from bussolotto.server.problems import BadLink
from bussolotto.server.store import Store

COOKIE = "bussolotto"
COOKIE_LIFE_S = 5 * 365 * 24 * 3600


class Guests:
    """Who is who. Nobody is asked for more than a name."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._cookies = Signer(secret, salt="cookie")
        self._links = Signer(secret, salt="link")

    async def welcome(self, name: str = "") -> str:
        """The id of a new guest."""
        guest = secrets.token_urlsafe(9)
        await self._store.run(("INSERT INTO guests VALUES (?, ?, ?)", (guest, name, int(time.time()))))
        return guest

    async def rename(self, guest: str, name: str) -> None:
        await self._store.run(("UPDATE guests SET name = ? WHERE guest = ?", (name, guest)))

    def name(self, guest: str) -> str:
        """The name he chose; empty before he did."""
        found = self._store.row("SELECT name FROM guests WHERE guest = ?", guest)
        return str(found["name"]) if found else ""

    def known(self, guest: str) -> bool:
        """Has this database such a guest?"""
        return self._store.row("SELECT 1 FROM guests WHERE guest = ?", guest) is not None

    def token(self, guest: str) -> str:
        """What his cookie holds."""
        return self._cookies.sign(guest).decode()

    def link(self, guest: str) -> str:
        """The path that makes any browser his."""
        return f"/me/{self._links.sign(guest).decode()}"

    def of_link(self, token: str) -> str:
        """Whose personal link this is. Raises BadLink."""
        guest = _unsigned(self._links, token)
        if guest is None or not self.known(guest):
            raise BadLink()
        return guest

    def of_cookies(self, header: str | None) -> str | None:
        """Who sends this `Cookie` header; None for a stranger, a forger, or a guest of another database."""
        try:
            cookies = SimpleCookie(header or "")
        except CookieError:
            return None
        return _unsigned(self._cookies, cookies[COOKIE].value) if COOKIE in cookies else None


def _unsigned(signer: Signer, token: str) -> str | None:
    try:
        return signer.unsign(token).decode()
    except (BadSignature, UnicodeError):
        return None
