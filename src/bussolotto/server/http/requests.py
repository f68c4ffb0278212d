"""What several route modules share: request parameters, lists in pages, and the collection of a module's handlers."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter, QueryParameter
from litestar.response import Response

from bussolotto.core.errors import refuse

Item = TypeVar("Item")

Name = Annotated[str, Parameter(max_length=64)]
SeatInPath = Annotated[int, Parameter(ge=0, le=7)]
OwnSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=7)]  # which of one's own seats on a shared device


Cursor = Annotated[str | None, QueryParameter(max_length=100)]  # where a page begins: from the link to it
PageSize = Annotated[int, QueryParameter(ge=1, le=100)]


def read_cursor(cursor: str, *kinds: Callable[[str], Any]) -> list[Any]:
    """Return the parts of a cursor. Raises `bad-request`."""
    try:
        return [kind(part) for kind, part in zip(kinds, cursor.split(".", len(kinds) - 1), strict=True)]
    except ValueError as problem:
        raise refuse("bad-request", problem="this place in the list was not given out here", where="after") from problem


def answer_page(
    path: str, query: Mapping[str, object], found: list[Item], after: tuple[object, ...] | None
) -> Response[list[Item]]:
    """Return one page of a list, with a link to the next one (RFC 8288) unless it is the last."""
    if after is None:
        return Response(found)
    asked = {name: value for name, value in query.items() if value not in (None, ())}
    following = urlencode(asked | {"after": ".".join(map(str, after))}, doseq=True)
    return Response(found, headers={"link": f'<{path}?{following}>; rel="next"'})


def collect_handlers(module: Mapping[str, Any]) -> list[HTTPRouteHandler]:
    """Return the route handlers among a module's globals, in order of definition."""
    return [found for found in module.values() if isinstance(found, HTTPRouteHandler)]
