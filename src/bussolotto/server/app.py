"""The ASGI application: routes, dependencies, and every error as a problem document."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from bussolotto import __version__
from bussolotto.errors import Refusal
from bussolotto.server import (
    blocks_routes,
    evenings,
    match_routes,
    notice_routes,
    pages,
    preset_routes,
    quick_routes,
    routes,
)
from bussolotto.server.description import described
from bussolotto.server.gate import Gate, Visitor
from bussolotto.server.house import House
from bussolotto.server.problems import (
    BadRequest,
    BodyTooLarge,
    HttpRefusal,
    NotFound,
    problem_bytes,
)

ROUTES = (routes, match_routes, notice_routes, blocks_routes, preset_routes, quick_routes, evenings)
LARGEST_BODY = 64 * 1024
PROBLEM = "application/problem+json"

log = logging.getLogger(__name__)


def application(house: House) -> ASGIApp:
    """Everything but the sockets, for this house. It opens the house at its start and closes it at its end."""

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        [*(handler for module in ROUTES for handler in module.HANDLERS), *pages.HANDLERS, schema],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "visitor": Provide(_visitor, sync_to_thread=False),
        },
        exception_handlers={Refusal: _refused, HTTPException: _http_refused, Exception: _failed},
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip", minimum_size=2_000, gzip_compress_level=6, exclude=["^/web/", "^/locale/"]
        ),
        openapi_config=OpenAPIConfig("Bussolotto", __version__, path="/api/openapi"),
        lifespan=[open_house],
        logging_config=None,
    )
    return Gate(app, house)


@get("/api/schema", include_in_schema=False, sync_to_thread=False)
def schema(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The OpenAPI document of all this."""
    return described(request.app)


def _visitor(request: Request[Any, Any, Any]) -> Visitor:
    visitor: Visitor = request.scope["state"]["visitor"]
    return visitor


def _problem(refusal: Refusal) -> Response[bytes]:
    return Response(problem_bytes(refusal), status_code=refusal.status, media_type=PROBLEM)


def _refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    return _problem(refusal)


def _http_refused(request: Request[Any, Any, Any], problem: HTTPException) -> Response[bytes]:
    """Litestar's own refusals in our words."""
    if problem.status_code == 404:
        if pages.wants_page(request):
            return pages.not_found()
        return _problem(NotFound("page", request.url.path))
    if problem.status_code == 413:
        return _problem(BodyTooLarge(LARGEST_BODY))
    if problem.status_code == 400:
        where, detail = _place(problem)
        return _problem(BadRequest(detail, where))
    return _problem(HttpRefusal(problem.status_code, problem.detail))


def _place(problem: HTTPException) -> tuple[str, str]:
    """Where in the request it is wrong, and how."""
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list) and problem.extra:
        first = problem.extra[0]
        return str(first.get("key", "")), str(first.get("message", problem.detail))
    return "", problem.detail


def _failed(request: Request[Any, Any, Any], problem: Exception) -> Response[bytes]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    return _problem(HttpRefusal(500, "The server failed here; this is its fault. Nothing was changed."))
