"""Counts every HTTP request, and logs one line for it if the log is on: no address of a page, no body, no cookie."""

import logging
from asyncio import CancelledError
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.core.errors import refuse
from bussolotto.server.counts import ServerCounts
from bussolotto.server.people.guests import Visitor
from bussolotto.server.problems import PROBLEM, encode_problem

log = logging.getLogger(__name__)


@dataclass
class RequestLog:
    """ASGI middleware that wraps another application."""

    app: ASGIApp
    counts: ServerCounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        begun_s, status = perf_counter(), 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except CancelledError:
            if status:
                raise
            await _tell_restart(send_noting)
        finally:
            seconds = perf_counter() - begun_s
            status = status or 500
            self.counts.requests[status] += 1
            self.counts.request.note(seconds)
            if log.isEnabledFor(logging.INFO):
                log.info("request", extra={"fields": _describe(scope, status, seconds)})


async def _tell_restart(send: Send) -> None:
    """Answer a request that this server, which stops, has waited for in vain. uvicorn would call it a failure (500)."""
    refusal = refuse("restarting")
    content = encode_problem(refusal)
    length = str(len(content)).encode()
    headers = [(b"content-type", PROBLEM), (b"content-length", length), (b"retry-after", b"1")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


def _describe(scope: Any, status: int, seconds: float) -> dict[str, object]:
    """Return the fields of the line. The route is logged, not the path: that may hold a personal link."""
    visitor: Visitor | None = scope.get("state", {}).get("visitor")
    return {
        "method": scope["method"],
        "route": scope.get("path_template") or "unknown",
        "status": status,
        "ms": round(1000 * seconds, 1),
        "address": visitor.sender if visitor else "",
    }
