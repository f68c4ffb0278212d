"""The HTTP API of notices: where a guest wants to be told, and what waits for him."""

import secrets
import time
from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import QueryParameter
from litestar.status_codes import HTTP_200_OK

from bussolotto.server.bodies import Hook, Notice, Notified, PushKey, Subscription
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.notices import told
from bussolotto.server.problems import TooManyBrowsers

MOST_BROWSERS = 20
HttpRequest = Request[Any, Any, Any]
Endpoint = Annotated[str, QueryParameter(name="endpoint", min_length=8, max_length=1000)]


@get("/api/me/notices", summary="How am I told of my turns?")
async def show_notices(house: House, visitor: Visitor) -> Notified:
    return _notified(house, visitor.guest or "")


@put("/api/me/notices", summary="Have my turns posted to an https address, or to none any more")
async def set_webhook(house: House, visitor: Visitor, request: HttpRequest, data: Hook) -> Notified:
    guest = await visitor.enter()
    if data.webhook is None:
        await house.store.run(("DELETE FROM webhooks WHERE guest = ?", (guest,)))
        return _notified(house, guest)
    await house.notices.courier.check(data.webhook)
    secret = secrets.token_urlsafe(24)
    base = f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"
    row = (guest, data.webhook, secret, base)
    await house.store.run(("INSERT OR REPLACE INTO webhooks VALUES (?, ?, ?, ?)", row))
    return _notified(house, guest, secret)


@get("/api/push/key", summary="The public key of this server for web push")
async def push_key(house: House) -> PushKey:
    return PushKey(house.notices.vapid.public)


@post("/api/me/push", status_code=HTTP_200_OK, summary="Have this browser told of my turns")
async def subscribe(house: House, visitor: Visitor, data: Subscription) -> Notified:
    guest = await visitor.enter()
    await house.notices.courier.check(data.endpoint)
    others = "SELECT count(*) AS browsers FROM pushes WHERE guest = ? AND endpoint <> ?"
    found = house.store.row(others, guest, data.endpoint)
    if found is not None and found["browsers"] >= MOST_BROWSERS:
        raise TooManyBrowsers(MOST_BROWSERS)
    row = (data.endpoint, guest, int(time.time()))
    await house.store.run(("INSERT OR REPLACE INTO pushes VALUES (?, ?, ?)", row))
    return _notified(house, guest)


@delete("/api/me/push", status_code=HTTP_200_OK, summary="Do not tell this browser any more")
async def unsubscribe(house: House, visitor: Visitor, endpoint: Endpoint) -> Notified:
    guest = visitor.guest or ""
    await house.store.run(("DELETE FROM pushes WHERE endpoint = ? AND guest = ?", (endpoint, guest)))
    return _notified(house, guest)


@get("/api/me/turns", summary="What waits for me in matches over days, the newest first")
async def my_turns(house: House, visitor: Visitor) -> list[Notice]:
    rows = house.notices.of(visitor.guest) if visitor.guest else []
    found = [(row, told(house, row, "")) for row in rows]
    return [
        Notice(
            facts["id"], facts["event"], facts["match"], facts["table"], facts["game"], facts["names"], row["since_s"]
        )
        for row, facts in found
    ]


HANDLERS = [show_notices, set_webhook, push_key, subscribe, unsubscribe, my_turns]


def _notified(house: House, guest: str, secret: str | None = None) -> Notified:
    hook = house.store.row("SELECT url FROM webhooks WHERE guest = ?", guest)
    found = house.store.row("SELECT count(*) AS browsers FROM pushes WHERE guest = ?", guest)
    return Notified(hook["url"] if hook else None, found["browsers"] if found else 0, secret)
