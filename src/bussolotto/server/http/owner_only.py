"""Keeps a server silent that does not have the site: everything is answered with `not-owner` (503).

A server asks before each answer as it is sent, and not only before it works on it: it may have been stopped meanwhile.
"""

from dataclasses import dataclass

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.core.errors import refuse
from bussolotto.server.http import bodies
from bussolotto.server.http.file_check import FileState
from bussolotto.server.ownership import Ownership
from bussolotto.server.problems import PROBLEM, encode_problem

HEALTH, READY = "/healthz", "/readyz"


@dataclass
class OwnerOnly:
    """ASGI middleware that wraps another application."""

    app: ASGIApp
    ownership: Ownership

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["path"] == HEALTH:
            await self.app(scope, receive, send)
            return
        speaks, begun, refused = self.ownership.speaks, False, False

        async def send_if_owner(message: Message) -> None:
            nonlocal begun, refused
            if speaks() and not refused:
                begun = True
                await send(message)
            elif not begun and not refused:  # an answer that has begun ends in the middle: its connection is closed
                refused = True
                await refuse_as_standby(scope, send)

        if speaks():
            await self.app(scope, receive, send_if_owner)
        else:
            await refuse_as_standby(scope, send)


async def answer_as_standby(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as a server that has nothing: an ASGI application."""
    if scope["path"] == HEALTH:
        await _answer(send, 200, b"application/json", msgspec.json.encode(bodies.Health("ok")))
    else:
        await refuse_as_standby(scope, send)


async def refuse_as_standby(scope: Scope, send: Send) -> None:
    """Say that another server may have the site; to a proxy, in the words of `/readyz`."""
    refusal = refuse("not-owner")
    if scope["path"] == READY:
        waiting = bodies.Ready("unable", "standby", None, FileState(), 0)
        await _answer(send, refusal.status, b"application/json", msgspec.json.encode(waiting))
    else:
        await _answer(send, refusal.status, PROBLEM, encode_problem(refusal))


async def _answer(send: Send, status: int, kind: bytes, content: bytes) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})
