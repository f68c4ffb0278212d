"""Telling people who are not here: it is your turn, your clock runs out, the match is over.

At a table that is played over days, what a person is to be told is a row of the database from the moment it happens,
so that a restart loses none. It is looked at after a settling time: who has a page of the table open by then, or has
acted, is not told. Then each of his channels is told once, and again only where it did not answer. A push tells
nothing but that there is something; the browser then asks here what. Only a crash between the answer of a channel and
the commit that follows it can send a notice twice; it has the same number then.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from sqlite3 import Row
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bussolotto.errors import Refusal
from bussolotto.kernel import CHANCE
from bussolotto.server.clocks import Clocks
from bussolotto.server.courier import Courier, Unreachable
from bussolotto.server.problems import BadHook, NotFound, NotStored
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Statement, Steps
from bussolotto.server.tables import Table
from bussolotto.server.vapid import Vapid

if TYPE_CHECKING:
    from bussolotto.server.house import House

Event = Literal["your-turn", "hurry", "over"]
SETTLE_S = 60.0  # longer than a line that died unnoticed seems alive
FIRST_WAIT_S = 30.0  # before the second try; four times as long before each later one
TRIES = 6  # over about three hours
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
WEBHOOK = "webhook"  # the name of that channel; browsers are named by their endpoint
PUSH_LIFE_S = 24 * 3600  # how long a push service keeps a push for a browser that is off
NOBODY = "mailto:nobody@localhost"  # whom push services could ask where a server has no public address
LATE_S = 24 * 3600  # for so long the end of a match is news
OPEN_MATCHES = """
    SELECT matches.name FROM matches JOIN tables ON tables.name = matches.table_name
    WHERE started_s IS NOT NULL AND (ended_s IS NULL OR ended_s > ?)
        AND json_extract(tables.content, '$.pace') = 'days'
"""
LAST_S = 5.0  # how long the end of the server waits for what is on its way

log = logging.getLogger(__name__)


class News(NamedTuple):
    """What a guest is to know, of which of his turns; after a settling time unless another wait is told."""

    guest: str
    event: Event
    turn: int
    wait_s: float | None = None


def turn_of(steps: Steps, seat: int) -> int:
    """By which version this turn of a seat is known: that after its last ply before others acted last.

    It stays the same while the seat acts several times on end, dice fall, or others decide at the same time.
    """
    last = next((at for at in reversed(range(len(steps))) if steps[at][0] not in (seat, CHANCE)), 0)
    return next((at + 1 for at in reversed(range(last)) if steps[at][0] == seat), 0)


class Notices:
    """One per house. `pace` stretches the settling time and the waits between tries."""

    def __init__(self, house: "House", vapid: Vapid, courier: Courier, pace: float = 1.0) -> None:
        self.vapid = vapid
        self.courier = courier
        self._house = house
        self._pace = pace
        self._wake = asyncio.Event()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._writing: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin, also with what a crash has left out."""
        for row in self._house.store.rows(OPEN_MATCHES, time.time() - LATE_S):
            try:
                self.followed(self._house.sitting(row["name"]))
            except Refusal as problem:
                log.warning("nobody is told of match %s: %s", row["name"], problem)
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Wait for what is on its way; the rest is sent after the next start."""
        self._watching.cancel()
        under_way = [*self._busy.values(), *self._writing]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=LAST_S)
            for task in late:
                task.cancel()
        await self.courier.close()

    def followed(self, sitting: Sitting) -> None:
        """A match has changed: note who is to be told what."""
        with suppress(NotFound):
            table = self._house.table_of(sitting)
            if table.pace == "days" and sitting.state != "waiting":
                self._note([self._insert(sitting, table, news) for news in _news(sitting)])

    def since(self, match: str) -> int | None:
        """Since when those whose turn it is have had it."""
        query = "SELECT max(since_s) AS since_s FROM notices WHERE match = ? AND event = 'your-turn'"
        found = self._house.store.row(query, match)
        return found["since_s"] if found else None

    def of(self, guest: str) -> list[Row]:
        """What waits for this guest: his turns, and matches that have ended lately without him; the newest first."""
        query = """
            SELECT * FROM notices
            WHERE guest = ? AND (event <> 'over' OR since_s > ? AND (due_s IS NOT NULL OR tries > 0))
            ORDER BY notice DESC LIMIT 50
        """
        return [row for row in self._house.store.rows(query, guest, time.time() - LATE_S) if self._stands(row)]

    def _insert(self, sitting: Sitting, table: Table, news: News) -> Statement:
        now_s = time.time()
        knows = news.event == "over" and self._house.here(table, news.guest)
        wait_s = SETTLE_S * self._pace if news.wait_s is None else news.wait_s
        return (
            "INSERT OR IGNORE INTO notices (match, guest, event, turn, since_s, due_s) VALUES (?, ?, ?, ?, ?, ?)",
            (sitting.name, news.guest, news.event, news.turn, int(now_s), None if knows else now_s + wait_s),
        )

    def _note(self, statements: list[Statement]) -> None:
        async def write() -> None:
            try:
                await self._house.store.run(*statements)
            except NotStored:
                log.exception("notices are lost")
            self._wake.set()

        if statements:
            task = self._house.loop.create_task(write())
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _watch(self) -> None:
        while True:
            self._wake.clear()
            now_s = time.time()
            waits = [self._begin(row["guest"], row["due_s"] - now_s) for row in self._due()]
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), min(waits, default=3600.0))

    def _due(self) -> list[Row]:
        query = "SELECT guest, min(due_s) AS due_s FROM notices WHERE due_s IS NOT NULL GROUP BY guest"
        return [row for row in self._house.store.rows(query) if row["guest"] not in self._busy]

    def _begin(self, guest: str, wait_s: float) -> float:
        """Tell a guest now if it is time; how long to wait for him else."""
        if wait_s > 0:
            return wait_s
        task = self._busy[guest] = asyncio.create_task(self._tell(guest))

        def done(_: asyncio.Task[None]) -> None:
            del self._busy[guest]
            self._wake.set()

        task.add_done_callback(done)
        return 3600.0

    async def _tell(self, guest: str) -> None:
        """Everything that is due for one guest: a post for each notice, one push for all of them."""
        query = "SELECT * FROM notices WHERE guest = ? AND due_s <= ? ORDER BY notice"
        rows = self._house.store.rows(query, guest, time.time())
        pushed: dict[str, bool] = {}
        for row in rows:
            waiting = self._channels(row)
            left = []
            for channel in waiting:
                if channel == WEBHOOK:
                    done = await self._post(row)
                else:
                    done = pushed[channel] if channel in pushed else await self._push(channel)
                    pushed[channel] = done
                if not done:
                    left.append(channel)
            await self._keep(row, left, tried=bool(waiting))

    def _channels(self, row: Row) -> list[str]:
        """Who still has to be told this; nobody once it is no news."""
        if not self._stands(row) or self._here(row):
            return []
        known = channels(self._house, row["guest"])
        return known if row["waiting"] is None else [one for one in json.loads(row["waiting"]) if one in known]

    async def _keep(self, row: Row, left: list[str], tried: bool) -> None:
        tries = row["tries"] + tried
        again = bool(left) and tries < TRIES
        if left and not again:
            log.warning("notice %d was given up after %d tries", row["notice"], tries)
        due_s = time.time() + FIRST_WAIT_S * 4 ** (tries - 1) * self._pace if again else None
        change = "UPDATE notices SET due_s = ?, tries = ?, waiting = ? WHERE notice = ?"
        await self._house.store.run((change, (due_s, tries, json.dumps(left), row["notice"])))

    def _stands(self, row: Row) -> bool:
        """Is it still so?"""
        try:
            sitting = self._house.sitting(row["match"])
        except NotFound:
            return False
        if row["event"] == "over":
            return sitting.over
        seats = [seat for seat in sitting.asked() if sitting.sitters[seat].guest == row["guest"]]
        return any(turn_of(sitting.match.log, seat) == row["turn"] for seat in seats)

    def _here(self, row: Row) -> bool:
        table = self._house.tables.find(self._house.sitting(row["match"]).table)
        return self._house.here(table, row["guest"])

    async def _post(self, row: Row) -> bool:
        """Has the webhook taken it?"""
        hook = self._house.store.row("SELECT * FROM webhooks WHERE guest = ?", row["guest"])
        if hook is None:
            return True
        content = json.dumps(told(self._house, row, hook["base"])).encode()
        headers = {
            "content-type": "application/json",
            "bussolotto-notice": str(row["notice"]),
            "bussolotto-signature": f"sha256={signature(hook['secret'], content)}",
        }
        status = await self._send(hook["url"], content, headers)
        return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES

    async def _push(self, endpoint: str) -> bool:
        """Has the push service taken it, or is nobody there any more?"""
        base = self._house.base_url or ""
        contact = base if base.startswith("https:") else NOBODY
        headers = {
            "authorization": self.vapid.authorization(endpoint, contact),
            "ttl": str(PUSH_LIFE_S),
            "topic": "turn",  # of several that wait for a browser it gets one
        }
        status = await self._send(endpoint, b"", headers)
        if status in GONE:
            await self._house.store.run(("DELETE FROM pushes WHERE endpoint = ?", (endpoint,)))
        return status in GONE or HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES

    async def _send(self, url: str, content: bytes, headers: dict[str, str]) -> int:
        """The status of the answer, 0 for none."""
        try:
            return await self.courier.post(url, content, headers)
        except (Unreachable, BadHook) as problem:
            log.info("a notice did not arrive: %s", problem)
            return 0


def channels(house: "House", guest: str) -> list[str]:
    """Where this guest is told."""
    hook = house.store.row("SELECT 1 FROM webhooks WHERE guest = ?", guest)
    endpoints = house.store.rows("SELECT endpoint FROM pushes WHERE guest = ?", guest)
    return [*([WEBHOOK] if hook else []), *[row["endpoint"] for row in endpoints]]


def told(house: "House", row: Row, base: str) -> dict[str, Any]:
    """A notice as a webhook gets it; `base` is the address by which its owner came."""
    sitting = house.sitting(row["match"])
    return {
        "id": row["notice"],
        "event": row["event"],
        "table": sitting.table,
        "match": row["match"],
        "game": sitting.match.module.NAME,
        "link": house.views.link(sitting.table, base),
        "names": [sitter.name for sitter in sitting.sitters],
    }


def signature(secret: str, content: bytes) -> str:
    """What a webhook compares: HMAC-SHA256 of the body, as hex."""
    return hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()


def _news(sitting: Sitting) -> Iterator[News]:
    """Whom a match as it stands gives something to know."""
    people = [(seat, sitter.guest) for seat, sitter in enumerate(sitting.sitters) if sitter.guest and not sitter.player]
    if sitting.over:
        yield from {News(guest, "over", sitting.match.version) for _, guest in people}
        return
    movers = sitting.asked()
    for seat, guest in people:
        if seat in movers:
            turn = turn_of(sitting.match.log, seat)
            yield News(guest, "your-turn", turn)
            if sitting.clocks and seat in sitting.deciders():
                yield News(guest, "hurry", turn, hurry_s(sitting.clocks, seat))


def hurry_s(clocks: Clocks, seat: int) -> float:
    """After how many seconds a quarter is left of what this seat has for its decision."""
    return 0.75 * clocks.left_ms(seat) / 1000
