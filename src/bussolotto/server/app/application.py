"""The ASGI application: routes, dependencies, and every error as a problem document."""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from bussolotto import __version__
from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.app.services import Services
from bussolotto.server.http import (
    admin_routes,
    guest_routes,
    lab_routes,
    match_routes,
    pages,
    puzzle_routes,
    sheet_routes,
    table_routes,
)
from bussolotto.server.http.description import describe_api
from bussolotto.server.http.middleware import IdentityMiddleware
from bussolotto.server.http.owner_only import OwnerOnly
from bussolotto.server.http.request_log import RequestLog
from bussolotto.server.people.guests import Visitor
from bussolotto.server.problems import encode_problem

ROUTES = (table_routes, guest_routes, match_routes, puzzle_routes, lab_routes, sheet_routes, admin_routes)
OWN = (
    "socket",
    "base_url",
    "guard",
    "own",
    "counts",
    "draining",
    "lag",
    "ownership",
    "bus",
    "offers",
    "placements",
    "moves",
    "table_server",
    "news",
)  # passed to other parts, not to handlers
LARGEST_BODY = 64 * 1024
PROBLEM = "application/problem+json"
AGAIN_S = {"restarting": 1, "too-fast": 1}  # seconds after which it may be tried again, where a refusal says none

log = logging.getLogger(__name__)


def application(services: Services, wrap: Callable[[ASGIApp], ASGIApp] | None = None) -> ASGIApp:
    """Return the ASGI application for these services. It handles everything except WebSockets.

    `wrap`, if any, passes on what is for other processes of the site.
    """
    router = build_router(tuple(name for name in vars(services) if name not in OWN))

    async def route(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["services"] = services
        await router(scope, receive, send)

    identified = IdentityMiddleware(
        wrap(route) if wrap else route, services.guests, services.guard, services.bans, services.own, services.counts
    )
    return RequestLog(OwnerOnly(identified, services.ownership), services.counts)


@cache
def build_router(parts: tuple[str, ...]) -> Litestar:
    """Build the router, once a process: whoever warms up has it when they take over.

    A handler parameter with the name of one of the `parts` receives that attribute of the services of the request.
    """
    return Litestar(
        [*(handler for module in ROUTES for handler in module.HANDLERS), *pages.HANDLERS, schema],
        dependencies={
            **{part: _provide(part) for part in parts},
            "visitor": Provide(_visitor, sync_to_thread=False),
            "operator": Provide(admin_routes.authenticate, sync_to_thread=False),
        },
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_refused,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            Exception: _failed,
        },
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip", minimum_size=2_000, gzip_compress_level=6, exclude=["^/web/", "^/games/", "^/locale/"]
        ),
        openapi_config=OpenAPIConfig("Bussolotto", __version__, path="/api/openapi"),
        logging_config=None,
    )


def _provide(part: str) -> Provide:
    def find(request: Request[Any, Any, Any]) -> Any:
        return getattr(_services_of(request), part)

    return Provide(find, sync_to_thread=False)


def _services_of(request: Request[Any, Any, Any]) -> Services:
    services: Services = request.scope["state"]["services"]
    return services


@get("/api/schema", include_in_schema=False, sync_to_thread=False)
def schema(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Return the OpenAPI document of this API."""
    return describe_api(request.app)


def _visitor(request: Request[Any, Any, Any]) -> Visitor:
    visitor: Visitor = request.scope["state"]["visitor"]
    return visitor


def _problem(refusal: Refusal) -> Response[bytes]:
    again_s = refusal.values.get("seconds") if refusal.code == "come-again" else AGAIN_S.get(refusal.code)
    headers = {} if again_s is None else {"retry-after": str(again_s)}
    return Response(encode_problem(refusal), status_code=refusal.status, media_type=PROBLEM, headers=headers)


def _refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    _services_of(request).counts.refusals[refusal.code] += 1
    return _problem(refusal)


def _http_refused(request: Request[Any, Any, Any], problem: HTTPException) -> Response[bytes]:
    """Convert Litestar's own errors to problem documents with our codes and messages."""
    if problem.status_code == 404:
        if pages.wants_page(request):
            return pages.answer_not_found()
        return _problem(refuse("not-found", what="page", name=request.url.path))
    if problem.status_code == 413:
        return _problem(refuse("body-too-large", limit=request.route_handler.resolve_request_max_body_size()))
    if problem.status_code == 400:
        where, detail = _place(problem)
        return _problem(refuse("bad-request", problem=detail, where=where))
    return _problem(refuse("http", status=problem.status_code, detail=problem.detail))


def _place(problem: HTTPException) -> tuple[str, str]:
    """Return which part of the request is wrong, and why."""
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list) and problem.extra:
        first = problem.extra[0]
        return str(first.get("key", "")), str(first.get("message", problem.detail))
    return "", problem.detail


def _unreadable(request: Request[Any, Any, Any], problem: RecursionError | UnicodeDecodeError) -> Response[bytes]:
    """Refuse a body that the decoder cannot follow. Nothing of ours is that deep, and all of it is UTF-8."""
    deep = isinstance(problem, RecursionError)
    return _problem(refuse("bad-request", problem="it is nested too deeply" if deep else "it is not UTF-8"))


def _failed(request: Request[Any, Any, Any], problem: Exception) -> Response[bytes]:
    log.error("%s %s failed", request.method, request.scope.get("path_template"), exc_info=problem)
    return _problem(
        refuse("http", status=500, detail="The server failed here; this is its fault. Nothing was changed.")
    )
