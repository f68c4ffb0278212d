"""The OpenAPI document. Litestar drops constraints of list items, so the schemas are msgspec's own."""

from functools import cache
from typing import Any

import msgspec
from litestar import Litestar

from bussolotto.server import bodies, programme, protocol

REF = "#/components/schemas/{name}"
STRUCTS = [
    kind
    for module in (protocol, bodies, programme)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
]


@cache
def described(app: Litestar) -> dict[str, Any]:
    """The document, made once: every route, every body, and the messages of the socket, both ways."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    _, schemas = msgspec.json.schema_components(STRUCTS, ref_template=REF)
    found = document.setdefault("components", {}).setdefault("schemas", {})
    unknown = found.keys() - schemas.keys()
    assert not unknown, f"schemas that no struct describes: {', '.join(sorted(unknown))}"
    found.update(schemas)
    _answer_problems(document)
    document["paths"]["/api/matches/{match}/socket"] = {"get": _socket()}
    return document


def _answer_problems(document: dict[str, Any]) -> None:
    """Whatever is refused anywhere is answered as a problem."""
    content = {"application/problem+json": {"schema": {"$ref": REF.format(name="Problem")}}}
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"].pop("400", None)
            operation["responses"]["default"] = {"description": "Refused; nothing has changed", "content": content}


def _socket() -> dict[str, Any]:
    return {
        "summary": "WebSocket: client messages in, server messages out, as JSON text",
        "operationId": "Socket",
        "parameters": [
            {"name": "match", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "show", "in": "query", "schema": {"enum": [1]}, "description": "1: steps with `show`"},
            {"name": "seat", "in": "query", "schema": {"type": "integer"}, "description": "which of several of mine"},
            {"name": "watch", "in": "query", "schema": {"enum": [1]}, "description": "1: with nobody's eyes"},
        ],
        "responses": {"101": {"description": "From here on it is a WebSocket"}},
        "x-client-messages": _refs(protocol.Request),
        "x-server-messages": _refs(protocol.Message),
    }


def _refs(union: Any) -> list[dict[str, str]]:
    return [{"$ref": REF.format(name=kind.__name__)} for kind in union.__args__]
