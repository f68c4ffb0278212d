"""Checks on every HTTP request (identity, origin, rate limit), and the headers of every response."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.limits import Buckets
from bussolotto.server.people.guests import COOKIE, COOKIE_LIFE_S, Guests, Visitor, require_own_origin
from bussolotto.server.problems import encode_problem

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


@dataclass
class IdentityMiddleware:
    """ASGI middleware that wraps another application."""

    app: ASGIApp
    guests: Guests
    requests: Buckets
    base_url: str | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        headers = {bytes(name): bytes(value).decode("latin-1") for name, value in scope["headers"]}
        guest = self.guests.read_cookies(headers.get(b"cookie"))
        address = f"{scope['scheme']}://{headers.get(b'host', 'localhost')}"
        visitor = Visitor(self.guests, guest, address, self.base_url)
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS, *self._cookies(visitor)]
            await send(message)

        try:
            self._require(scope, headers, visitor)
        except Refusal as refusal:
            await _answer(send_with_headers, refusal)
        else:
            await self.app(scope, receive, send_with_headers)

    def _require(self, scope: Any, headers: dict[bytes, str], visitor: Visitor) -> None:
        if not self.requests.take(visitor.guest or str((scope["client"] or ("",))[0])):
            raise refuse("too-fast")
        if scope["method"] not in SAFE_METHODS:
            require_own_origin(headers.get(b"origin"), headers.get(b"host"), self.base_url)

    def _cookies(self, visitor: Visitor) -> Iterable[tuple[bytes, bytes]]:
        if not visitor.new or visitor.guest is None:
            return
        secure = "; Secure" if (self.base_url or "").startswith("https:") else ""
        token = self.guests.make_token(visitor.guest)
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={COOKIE_LIFE_S}; HttpOnly; SameSite=Lax{secure}"
        yield b"set-cookie", cookie.encode()


async def _answer(send: Send, refusal: Refusal) -> None:
    headers = [(b"content-type", b"application/problem+json")]
    if refusal.code == "too-fast":
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": encode_problem(refusal), "more_body": False})
