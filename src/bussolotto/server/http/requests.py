"""Request parameters shared by several route modules, and the collection of a module's handlers."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter, QueryParameter

Name = Annotated[str, Parameter(max_length=64)]
SeatInPath = Annotated[int, Parameter(ge=0, le=7)]
OwnSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=7)]  # which of one's own seats on a shared device


def collect_handlers(module: Mapping[str, Any]) -> list[HTTPRouteHandler]:
    """Return the route handlers among a module's globals, in order of definition."""
    return [found for found in module.values() if isinstance(found, HTTPRouteHandler)]
