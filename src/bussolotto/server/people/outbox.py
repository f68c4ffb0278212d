"""Sends due notices through all channels that a guest has registered, and retries channels that did not answer.

A push says only that there is something new; the browser then asks this server what it is. A notice is sent twice
only if the server crashes between a channel's answer and the following commit. Both copies have the same number.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NamedTuple

from bussolotto.core.errors import BadHook, refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.counts import ServerCounts
from bussolotto.server.people.delivery import Delivery, Unreachable
from bussolotto.server.people.notices import LAST_S, Notices
from bussolotto.server.people.vapid import Vapid
from bussolotto.server.store import guest_rows, notice_rows
from bussolotto.server.store.database import Store

MOST_BROWSERS = 20  # per guest
WEBHOOK = "webhook"  # the name of that channel; browsers are named by their endpoint
FIRST_WAIT_S = 30.0  # before the second try; each later wait is four times as long
IDLE_S = 3600.0  # between two looks when nothing is due
TRIES = 6  # over about three hours
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
PUSH_LIFE_S = 24 * 3600  # how long a push service keeps a push for a browser that is off
NOBODY = "mailto:nobody@localhost"  # the contact given to push services if the server has no public address

log = logging.getLogger(__name__)


class _Held(NamedTuple):
    """How often in a row a guest's notices could not be dealt with, and until when they are left alone."""

    failures: int
    until_s: float


@dataclass
class Outbox:
    """The outbox of one server. `base_url` is the server's address, if known."""

    clock: ServerClock
    store: Store
    notices: Notices
    delivery: Delivery
    vapid: Vapid
    base_url: str | None
    counts: ServerCounts
    _busy: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _held: dict[str, "_Held"] = field(default_factory=dict)  # guests whose notices could not be dealt with
    _watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._watching = asyncio.create_task(self._watch())

    async def set_webhook(self, guest: str, url: str, base: str) -> str:
        """Notify a guest at this address. Returns the secret that signs the requests. Raises BadHook."""
        await self.delivery.check(url)
        webhook = guest_rows.Webhook(guest, url, secrets.token_urlsafe(24), base)
        await self.store.run(guest_rows.replace_webhook(webhook))
        return webhook.secret

    async def add_browser(self, guest: str, endpoint: str) -> None:
        """Notify a guest in this browser. Raises BadHook, `too-many-browsers`."""
        await self.delivery.check(endpoint)
        if guest_rows.count_other_browsers(self.store, guest, endpoint) >= MOST_BROWSERS:
            raise refuse("too-many-browsers", n=MOST_BROWSERS)
        await self.store.run(guest_rows.replace_browser(endpoint, guest, self.clock.wall_s()))

    async def close(self, patience_s: float = LAST_S) -> None:
        """Wait so long for deliveries in progress. The others are sent after the next start."""
        if self._watching is not None:
            self._watching.cancel()
        if self._busy:
            _, late = await asyncio.wait(self._busy.values(), timeout=patience_s)
            for task in late:
                task.cancel()
        await self.delivery.close()

    async def _watch(self) -> None:
        changed = self.notices.changed
        while True:
            changed.clear()
            alarm = self.clock.call_later(self._begin_due(), changed.set)
            await changed.wait()
            alarm.cancel()

    def _begin_due(self) -> float:
        """Notify all whose time it is, and return how long to wait for the next. A failure must not end the watch."""
        now_s = self.clock.wall_s()
        try:
            due = notice_rows.list_due(self.store)
        except Exception:
            log.exception("the notices that are due cannot be read")
            return FIRST_WAIT_S
        times = [(guest, max(due_s, self._held[guest].until_s if guest in self._held else 0)) for guest, due_s in due]
        waits = [self._begin(guest, due_s - now_s) for guest, due_s in times if guest not in self._busy]
        return min(waits, default=IDLE_S)

    def _begin(self, guest: str, wait_s: float) -> float:
        """Notify a guest if it is time, and return how long to wait otherwise."""
        if wait_s > 0:
            return wait_s
        task = self._busy[guest] = asyncio.create_task(self._notify(guest))

        def finish(_: asyncio.Task[None]) -> None:
            del self._busy[guest]
            self.notices.changed.set()

        task.add_done_callback(finish)
        return IDLE_S

    async def _notify(self, guest: str) -> None:
        """Send everything that is due for one guest. What cannot even be counted as a try holds up only this one."""
        try:
            pushed: dict[str, bool] = {}
            for row in notice_rows.list_due_of_guest(self.store, guest, self.clock.wall_s()):
                await self._tell(row, pushed)
            self._held.pop(guest, None)
        except Exception:
            failures = self._held[guest].failures + 1 if guest in self._held else 1
            log.exception("the notices of a guest wait after %d failures", failures)
            self._held[guest] = _Held(failures, self.clock.wall_s() + wait_after(min(failures, TRIES)))

    async def _tell(self, row: notice_rows.NoticeRow, pushed: dict[str, bool]) -> None:
        """Send a notice: one POST for it, and one push for all of this guest. `pushed`: by browser, whether it went."""
        try:
            waiting = self._find_channels(row)
        except Exception:
            log.exception("notice %d cannot be read", row.notice)
            await self._keep(row, row.waiting, tried=True)
            return
        left = []
        for channel in waiting:
            done = pushed[channel] if channel in pushed else await self._deliver(channel, row)
            if channel != WEBHOOK:
                pushed[channel] = done
            self.counts.notices["delivered" if done else "failed"] += 1
            if not done:
                left.append(channel)
        await self._keep(row, left, tried=bool(waiting))

    def _find_channels(self, row: notice_rows.NoticeRow) -> list[str]:
        """Return the channels that still have to deliver this notice. There are none once it is out of date."""
        if not self.notices.is_true(row) or self.notices.is_here(row):
            return []
        webhook = [WEBHOOK] if guest_rows.find_webhook(self.store, row.guest) else []
        known = [*webhook, *guest_rows.list_browsers(self.store, row.guest)]
        return known if row.waiting is None else [channel for channel in row.waiting if channel in known]

    async def _keep(self, row: notice_rows.NoticeRow, left: list[str] | None, tried: bool) -> None:
        """Store what is left to do; None if that is not known."""
        tries = row.tries + tried
        again = left != [] and tries < TRIES
        if left != [] and not again:
            self.counts.notices["given-up"] += 1
            log.warning("notice %d was given up after %d tries", row.notice, tries)
        due_s = self.clock.wall_s() + wait_after(tries) if again else None
        await self.store.run(notice_rows.update(row.notice, due_s, tries, left))

    async def _deliver(self, channel: str, row: notice_rows.NoticeRow) -> bool:
        """Return whether the channel accepted the notice. Whatever goes wrong is a try that failed."""
        try:
            return await (self._post(row) if channel == WEBHOOK else self._push(channel))
        except (Unreachable, BadHook) as problem:
            log.info("a notice did not arrive: %s", type(problem).__name__)  # the address may be a secret
        except Exception as problem:  # noqa: BLE001  # said without the trace, which may hold the address
            log.warning("a notice could not be sent: %s", type(problem).__name__)
        return False

    async def _post(self, row: notice_rows.NoticeRow) -> bool:
        """Return whether the webhook accepted the notice."""
        hook = guest_rows.find_webhook(self.store, row.guest)
        if hook is None:
            return True
        content = json.dumps(self.notices.describe(row, self.base_url or hook.base)).encode()
        headers = {
            "content-type": "application/json",
            "bussolotto-notice": str(row.notice),
            "bussolotto-signature": f"sha256={sign(hook.secret, content)}",
        }
        status = await self.delivery.post(hook.url, content, headers)
        return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES

    async def _push(self, endpoint: str) -> bool:
        """Return whether the push service accepted the push, or the browser no longer exists."""
        base = self.base_url or ""
        contact = base if base.startswith("https:") else NOBODY
        headers = {
            "authorization": self.vapid.authorize(endpoint, contact),
            "ttl": str(PUSH_LIFE_S),
            "topic": "turn",  # a browser that was off gets only the latest of several
        }
        status = await self.delivery.post(endpoint, b"", headers)
        if status in GONE:
            await self.store.run(guest_rows.delete_browser(endpoint))
        return status in GONE or HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


def wait_after(tries: int) -> float:
    """Return how many seconds pass after so many tries in vain."""
    return float(FIRST_WAIT_S * 4 ** (tries - 1))


def sign(secret: str, content: bytes) -> str:
    """Return the signature that a webhook checks: HMAC-SHA256 of the body, as hex."""
    return hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
