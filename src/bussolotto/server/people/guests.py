"""People are guests: a random id, a chosen name, a signed token in a cookie, and a personal link to sign in again.

A request comes from a visitor: a guest or a stranger, on one of our own pages. Scripts, which send no Origin header,
are allowed too.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from itsdangerous import BadSignature, Signer

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.guard.guard import Guard
from bussolotto.server.limits import Asker
from bussolotto.server.store import guest_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.names import clean_name
from bussolotto.server.table.tables import new_name

FIRST_COOKIE = "bussolotto"  # the name it once had at every server; still read, and then renewed under the new name
A_DAY_S = 24 * 3600
COOKIE_LIFE_S = 5 * 365 * 24 * 3600


class Guests:
    """The guests of this server. Only a name is asked for."""

    def __init__(self, store: Store, clock: ServerClock, secret: bytes) -> None:
        self._store = store
        self._clock = clock
        self._cookies = Signer(secret, salt="cookie")
        self._links = Signer(secret, salt="link")
        # Servers at one host get each other's cookies, whatever their ports: each database has a name for its own
        self.database = hmac.digest(secret, b"name of the cookie", hashlib.sha256)[:5].hex()
        self.cookie = f"{FIRST_COOKIE}-{self.database}"

    async def create(self, name: str = "") -> str:
        """Create a guest and return the new id."""
        guest = new_name()
        await self._store.run(guest_rows.insert(guest, name, self._clock.wall_s()))
        return guest

    async def rename(self, guest: str, name: str) -> None:
        await self._store.run(guest_rows.rename(guest, name))

    def find_name(self, guest: str) -> str:
        """Return the name the guest chose, or an empty string before that."""
        return guest_rows.find_name(self._store, guest) or ""

    def note_visit(self, guest: str) -> None:
        """Note that a guest is here, once a day: idle guests expire."""
        today_s = int(self._clock.wall_s())
        if guest_rows.find_last_visit(self._store, guest) < today_s - A_DAY_S:
            self._store.put(None, [guest_rows.set_last_visit(guest, today_s)], lambda _: None)

    def exists(self, guest: str) -> bool:
        """Return whether this guest exists in the database."""
        return guest_rows.find_name(self._store, guest) is not None

    def make_token(self, guest: str) -> str:
        """Return the value of the guest's cookie."""
        return self._cookies.sign(guest).decode()

    def make_link(self, guest: str) -> str | None:
        """Return the path where any browser can become this guest's; None if the guest has withdrawn it."""
        link = guest_rows.find_link(self._store, guest)
        numbered = f"{guest}.{link.number}" if link.number else guest
        return None if link.withdrawn else f"/me/{self._links.sign(numbered).decode()}"

    def read_link(self, token: str) -> str:
        """Return the guest of a personal link. Raises `bad-link`, also for one that was renewed or withdrawn."""
        guest, _, number = (_unsigned(self._links, token) or "").partition(".")
        link = guest_rows.find_link(self._store, guest)
        if not self.exists(guest) or link.withdrawn or str(link.number) != (number or "0"):
            raise refuse("bad-link")
        return guest

    async def renew_link(self, guest: str) -> None:
        """Give a guest a new personal link. All earlier ones are void."""
        link = guest_rows.find_link(self._store, guest)
        await self._store.run(guest_rows.replace_link(guest, guest_rows.Link(link.number + 1, withdrawn=False)))

    async def withdraw_link(self, guest: str) -> None:
        """Make all personal links of a guest void, until there is a new one."""
        link = guest_rows.find_link(self._store, guest)
        await self._store.run(guest_rows.replace_link(guest, link._replace(withdrawn=True)))

    def read_cookies(self, headers: Iterable[str]) -> tuple[str | None, bool]:
        """Return the guest of these `Cookie` headers, and whether the cookie has its name of today.

        None for strangers, forged cookies and guests of another database. What others have left there does not matter.
        """
        pairs = [pair.strip().partition("=") for header in headers for pair in header.split(";")]
        for wanted in (self.cookie, FIRST_COOKIE):
            for name, _, value in pairs:
                if name == wanted and (guest := _unsigned(self._cookies, value.strip('"'))) is not None:
                    return guest, wanted == self.cookie
        return None, True


@dataclass
class Visitor:
    """The sender of a request: a guest, or a stranger who becomes a guest once an identity is needed."""

    guests: Guests
    guest: str | None
    address: str
    base_url: str | None
    guard: Guard
    sender: str  # as the guard counts them
    new: bool = False
    gone: bool = False

    @property
    def base(self) -> str:
        """The prefix of links for this visitor: our own address if it is known, else the address they used."""
        return self.base_url or self.address

    @property
    def asker(self) -> Asker:
        """As those who count what is asked know this visitor."""
        return Asker(self.guest, self.sender, self.guard.times(self.sender))

    async def enter(self, name: str = "") -> str:
        """Return the id of this guest, creating a guest if needed. A name, if given, is set as the guest's name.

        Raises `bad-name`, `too-many-guests`.
        """
        if self.guest is not None and self.guests.exists(self.guest):
            self.guests.note_visit(self.guest)
            if name:
                await self.guests.rename(self.guest, clean_name(name))
            return self.guest
        named = clean_name(name) if name else ""
        self.guard.require_new_guest(self.sender)
        return self.become(await self.guests.create(named))

    async def enter_to_open(self) -> str:
        """Return the id of this guest, who opens a table. Raises `too-many-tables`, `too-many-guests`."""
        self.guard.require_new_table(self.sender)
        return await self.enter()

    def leave(self) -> None:
        """Make this browser a stranger's again: its cookie goes."""
        self.guest, self.new, self.gone = None, False, True

    def become(self, guest: str) -> str:
        """Make this browser the given guest's from now on."""
        self.guest = guest
        self.new = True
        return guest


def _unsigned(signer: Signer, token: str) -> str | None:
    try:
        return signer.unsign(token).decode()
    except (BadSignature, UnicodeError):
        return None
