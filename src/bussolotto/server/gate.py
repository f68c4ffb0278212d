"""What every HTTP request passes: who is it, from which page, how often; and the headers every answer carries."""

from collections.abc import Iterable
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.errors import Refusal
from bussolotto.server.guests import COOKIE, COOKIE_LIFE_S
from bussolotto.server.house import House
from bussolotto.server.origins import require_own_origin
from bussolotto.server.problems import TooFast, problem_bytes

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]


class Visitor:
    """Who sends a request: a guest, or somebody who becomes one when he has to be told apart."""

    def __init__(self, house: House, guest: str | None) -> None:
        self._house = house
        self.guest = guest
        self.new = False

    async def enter(self, name: str = "") -> str:
        """The id of this guest, a new one if he has none yet. A name, if given, is his from now on."""
        if self.guest is not None and self._house.guests.known(self.guest):
            if name:
                await self._house.guests.rename(self.guest, name)
            return self.guest
        return self.become(await self._house.guests.welcome(name))

    def become(self, guest: str) -> str:
        """From now on this browser is that guest's."""
        self.guest = guest
        self.new = True
        return guest


class Gate:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        headers = {bytes(name): bytes(value).decode("latin-1") for name, value in scope["headers"]}
        visitor = Visitor(self._house, self._house.guests.of_cookies(headers.get(b"cookie")))
        scope.setdefault("state", {})["visitor"] = visitor

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS, *self._cookies(visitor)]
            await send(message)

        try:
            self._require(scope, headers, visitor)
        except Refusal as refusal:
            await _answer(dressed, refusal)
        else:
            await self._app(scope, receive, dressed)

    def _require(self, scope: Any, headers: dict[bytes, str], visitor: Visitor) -> None:
        if not self._house.requests.take(visitor.guest or str((scope["client"] or ("",))[0])):
            raise TooFast()
        if scope["method"] not in SAFE_METHODS:
            require_own_origin(headers.get(b"origin"), headers.get(b"host"), self._house.base_url)

    def _cookies(self, visitor: Visitor) -> Iterable[tuple[bytes, bytes]]:
        if not visitor.new or visitor.guest is None:
            return
        secure = "; Secure" if (self._house.base_url or "").startswith("https:") else ""
        token = self._house.guests.token(visitor.guest)
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={COOKIE_LIFE_S}; HttpOnly; SameSite=Lax{secure}"
        yield b"set-cookie", cookie.encode()


async def _answer(send: Send, refusal: Refusal) -> None:
    headers = [(b"content-type", b"application/problem+json")]
    if isinstance(refusal, TooFast):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": problem_bytes(refusal), "more_body": False})
