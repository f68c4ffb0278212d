"""Checks on every HTTP request (identity, origin, rate limit), and the headers of every response."""

import re
from collections import defaultdict
from collections.abc import Callable, Coroutine, Generator, Iterable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.core.errors import Refusal
from bussolotto.server.counts import ServerCounts
from bussolotto.server.guard.guard import Guard
from bussolotto.server.guard.own_addresses import OwnAddresses, require_single
from bussolotto.server.http import pages
from bussolotto.server.people.bans import Bans
from bussolotto.server.people.guests import COOKIE_LIFE_S, Guests, Visitor
from bussolotto.server.problems import PROBLEM, encode_problem

# what says in four languages that somebody is banned, and what the operator needs, wherever they are
FOR_BANNED = ("/web/", "/games/", "/locale/", "/manifest.webmanifest", "/sw.js", "/admin", "/api/admin/")
DOWNLOAD = "GET", "/api/me/data"  # what is stored of them stays theirs
BANNED = ("banned", "banned-until", "banned-address")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
SINGLE = ("content-type", "content-length")  # headers of which two may be read as one or the other
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
# Scripts, styles, texts and fonts of a page are ruled by the headers of the page, which would be half of their bytes. A
# thread is ruled by those of its own script.
PART_OF_A_PAGE = re.compile(r"/(web|games|locale)/.*(?<!worker)\.(js|css|json|woff2)")
OF_ALL = (b"cross-origin-resource-policy", b"x-content-type-options")
ALWAYS_SECURE = (b"strict-transport-security", b"max-age=31536000")  # of a server with TLS: RFC 6797
NO_STORE = (b"cache-control", b"no-store")
NOT_LISTED = (b"x-robots-tag", b"noindex")
# by the beginning of a path: what holds a personal link is in no cache, and pages tell no other address of it; matches
# are for those who were given their address, not for who searches the net for a name
PERSONAL = {
    "/me/": [NO_STORE, (b"referrer-policy", b"no-referrer")],
    "/api/me": [NO_STORE],
    "/api/links/": [NO_STORE],
    "/m/": [NOT_LISTED],
    "/r/": [NOT_LISTED],
    "/api/matches/": [NOT_LISTED],
}


@dataclass
class IdentityMiddleware:
    """ASGI middleware that wraps another application."""

    app: ASGIApp
    guests: Guests
    guard: Guard
    bans: Bans
    own: OwnAddresses
    counts: ServerCounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        sender = self._find_sender(scope)
        times = self.guard.times(sender)
        await self.guard.loop_time.wait(sender, times)
        await _Measured(
            self._answer(scope, receive, send, sender),
            lambda seconds: self.guard.loop_time.charge(sender, seconds, times),
        )

    def _find_sender(self, scope: Any) -> str:
        peer = str((scope["client"] or ("",))[0])
        headers = _read_headers(scope)
        return self.guard.find_sender(peer, headers["x-forwarded-for"], headers["forwarded"])

    async def _answer(self, scope: Any, receive: Receive, send: Send, sender: str) -> None:
        headers = _read_headers(scope)
        guest, renewed = self.guests.read_cookies(headers["cookie"])
        scheme = self.guard.find_scheme(scope["client"], headers["x-forwarded-proto"], scope["scheme"])
        address = f"{scheme}://{next(iter(headers['host']), 'localhost')}"
        visitor = Visitor(self.guests, guest, address, self.own.base_url, self.guard, sender, new=not renewed)
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*self._headers(scope["path"]), *self._cookies(visitor)]
                names = {name for name, _ in given}
                kept = [(name, value) for name, value in message.get("headers", []) if name.lower() not in names]
                message["headers"] = [*kept, *given]
            await send(message)

        try:
            self._require(scope, headers, visitor, scheme)
        except Refusal as refusal:
            self.counts.refusals[refusal.code] += 1
            wants_page = scope["method"] == "GET" and "text/html" in "".join(headers["accept"])
            await send_refusal(send_with_headers, refusal, wants_page and refusal.code in BANNED)
        else:
            await self.app(scope, receive, send_with_headers)

    def _require(self, scope: Any, headers: dict[str, list[str]], visitor: Visitor, scheme: str) -> None:
        self.guard.require_calm(visitor.sender, visitor.guest)
        host = self.own.require_host(headers["host"])
        for name in SINGLE:
            require_single(name, headers[name])
        if not scope["path"].startswith(FOR_BANNED) and (scope["method"], scope["path"]) != DOWNLOAD:
            self.bans.require_welcome(visitor.guest, visitor.sender)
        if scope["method"] not in SAFE_METHODS:
            self.own.require_origin(headers["origin"], scheme, host)

    def _headers(self, path: str) -> Iterable[tuple[bytes, bytes]]:
        personal = next((found for beginning, found in PERSONAL.items() if path.startswith(beginning)), [])
        secure = [ALWAYS_SECURE] if self.own.secure else []
        if PART_OF_A_PAGE.fullmatch(path):
            return [*(header for header in HEADERS if header[0] in OF_ALL), *secure]
        names = {name for name, _ in personal}
        return [*(header for header in HEADERS if header[0] not in names), *personal, *secure]

    def _cookies(self, visitor: Visitor) -> Iterable[tuple[bytes, bytes]]:
        secure = "; Secure" if self.own.secure else ""
        if visitor.gone:
            yield b"set-cookie", f"{self.guests.cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}".encode()
        if not visitor.new or visitor.guest is None:
            return
        token = self.guests.make_token(visitor.guest)
        cookie = f"{self.guests.cookie}={token}; Path=/; Max-Age={COOKIE_LIFE_S}; HttpOnly; SameSite=Lax{secure}"
        yield b"set-cookie", cookie.encode()


def _read_headers(scope: Any) -> dict[str, list[str]]:
    """Return the values of every header."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in scope["headers"]:
        found[name.decode("latin-1").lower()].append(value.decode("latin-1"))
    return found


async def send_refusal(send: Send, refusal: Refusal, as_page: bool = False) -> None:
    """Send a refusal as a problem, or as our page, which asks again and says it in the language of the reader."""
    content = pages.page_content() if as_page else encode_problem(refusal)
    kind = b"text/html; charset=utf-8" if as_page else PROBLEM
    headers = [(b"content-type", kind), (b"content-length", str(len(content)).encode())]
    if refusal.code == "too-fast":
        headers += [(b"retry-after", b"1"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


class _Measured:
    """A coroutine whose time on the event loop is told, step by step."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], spend: Callable[[float], None]) -> None:
        self._coroutine = coroutine
        self._spend = spend

    def __await__(self) -> Generator[Any, Any, None]:
        go_on: Callable[[], Any] = partial(self._coroutine.send, None)
        resume = go_on
        while True:
            begun_s = perf_counter()
            try:
                waiting_for = resume()
            except StopIteration:
                return
            finally:
                self._spend(perf_counter() - begun_s)
            resume = go_on
            try:
                yield waiting_for
            except BaseException as problem:  # noqa: BLE001  # also cancellation: the coroutine must hear of it
                resume = partial(self._coroutine.throw, problem)
