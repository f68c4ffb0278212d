"""Refusals as HTTP responses: RFC 9457 problem documents."""

from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct

from bussolotto.core.errors import Refusal

PROBLEM = b"application/problem+json"


class Problem(Struct, omit_defaults=True):
    """RFC 9457: what was wrong. `code` is stable; `clause` cites the rule; `where` names the place in the request."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    clause: str | None = None
    where: str | None = None
    values: dict[str, Any] = {}


def encode_problem(refusal: Refusal) -> bytes:
    """Return the body of an `application/problem+json` response."""
    status, clause, where = refusal.status, refusal.clause or None, refusal.where or None
    title = HTTPStatus(status).phrase
    problem = Problem("about:blank", title, status, refusal.text, refusal.code, clause, where, refusal.values)
    return msgspec.json.encode(problem)
