"""The OpenAPI document: every route and message in it, and constraints with them."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests.depth import count
from tests.server.people import PATIENCE_S, Server

FIXED = {
    "/healthz": {"get"},
    "/readyz": {"get"},
    "/api/retention": {"get"},
    "/api/games": {"get"},
    "/api/games/{game}": {"get"},
    "/api/games/{game}/practice": {"post"},
    "/api/me": {"get", "put", "delete"},
    "/api/me/data": {"get"},
    "/api/links/{token}": {"get"},
    "/api/me/link": {"post", "delete"},
    "/api/me/matches": {"get"},
    "/api/me/presets": {"get"},
    "/api/presets": {"post"},
    "/api/presets/{preset}": {"get", "delete"},
    "/api/me/notices": {"get", "put"},
    "/api/me/push": {"post", "delete"},
    "/api/me/turns": {"get"},
    "/api/push/key": {"get"},
    "/api/evenings": {"get"},
    "/api/tables": {"get", "post"},
    "/api/tables/{table}": {"get"},
    "/api/tables/{table}/code": {"get"},
    "/api/tables/{table}/seats/{seat}": {"post", "delete"},
    "/api/tables/{table}/seats/{seat}/block": {"post"},
    "/api/tables/{table}/seats/{seat}/report": {"post"},
    "/api/me/blocked": {"get"},
    "/api/me/blocked/{token}": {"delete"},
    "/api/quick": {"post", "delete"},
    "/api/tables/{table}/seats/{seat}/resign": {"post"},
    "/api/tables/{table}/start": {"post"},
    "/api/tables/{table}/next": {"post"},
    "/api/tables/{table}/evening/file": {"get"},
    "/api/tables/{table}/resign": {"post"},
    "/api/tables/{table}/end": {"post", "delete"},
    "/api/tables/{table}/ready": {"post"},
    "/api/tables/{table}/rematch": {"post"},
    "/api/tables/{table}/slower": {"post"},
    "/api/matches/{match}": {"get"},
    "/api/matches/{match}/advice": {"get"},
    "/api/matches/{match}/claims": {"get"},
    "/api/matches/{match}/file": {"get"},
    "/api/fair/keys": {"get"},
    "/api/matches/{match}/picture": {"get"},
    "/api/matches/{match}/replay": {"get"},
    "/api/matches/{match}/review": {"get"},
    "/api/matches/{match}/dice": {"get"},
    "/api/dice": {"get"},
    "/api/lab": {"get"},
    "/api/lab/studies": {"post"},
    "/api/lab/studies/{study}": {"get", "delete"},
    "/api/sheets": {"get", "post"},
    "/api/sheets/rules": {"post"},
    "/api/sheets/examples": {"get"},
    "/api/sheets/trial": {"post"},
    "/api/sheets/{sheet}": {"get", "delete"},
    "/api/sheets/{sheet}/file": {"get"},
    "/api/sheets/{sheet}/report": {"post"},
    "/api/matches/{match}/socket": {"get"},
    "/api/replays": {"post"},
    "/api/me/games": {"get", "delete"},
    "/api/me/games/file": {"get"},
    "/api/me/puzzles": {"get", "delete"},
    "/api/puzzles/today": {"get"},
    "/api/puzzles/{puzzle}": {"get"},
    "/api/puzzles/{puzzle}/preview": {"post"},
    "/api/puzzles/{puzzle}/answer": {"post"},
    "/api/admin/session": {"get", "post", "delete"},
    "/api/admin/reports": {"get"},
    "/api/admin/reports/{report}/settle": {"post"},
    "/api/admin/guests": {"get"},
    "/api/admin/guests/{guest}": {"put", "delete"},
    "/api/admin/tables": {"get"},
    "/api/admin/tables/{table}/close": {"post"},
    "/api/admin/sheets/{sheet}/remove": {"post"},
    "/api/admin/bans": {"get", "post"},
    "/api/admin/bans/{ban_number}": {"delete"},
    "/api/admin/audit": {"get"},
}


def document(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.person().ask("GET", "/api/schema")
    return found


def test_every_route_is_described(server: Server) -> None:
    paths = document(server)["paths"]
    assert {path: set(operations) for path, operations in paths.items()} == FIXED


def test_constraints_of_list_items_are_kept(server: Server) -> None:
    schemas = document(server)["components"]["schemas"]
    actions = schemas["Act"]["properties"]["actions"]
    assert (actions["minItems"], actions["maxItems"]) == (1, 64)
    assert (actions["items"]["minimum"], actions["items"]["maximum"]) == (0, 65_535)
    assert schemas["NewTable"]["properties"]["bots"]["maxItems"] == 8


def test_the_messages_of_the_socket_are_described(server: Server) -> None:
    socket = document(server)["paths"]["/api/matches/{match}/socket"]["get"]
    names = {
        side: [reference["$ref"].rpartition("/")[2] for reference in socket[f"x-{side}-messages"]]
        for side in ("client", "server")
    }
    assert names["client"] == ["Resume", "Probe", "Act", "Preview", "Throw", "Say", "Skip", "Commit", "Nonce"]
    steps = ["ViewMessage", "StepsMessage", "PreviewMessage", "Ack", "Refused", "Resync", "Alive", "ContestedMessage"]
    assert {*steps, "TableMessage", "SaidMessage", "SpectatorsMessage", "Restarting"} == set(names["server"])


def test_every_reference_leads_somewhere(server: Server) -> None:
    described = document(server)

    def references(node: object) -> set[str]:
        if isinstance(node, dict):
            own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
            return own.union(*(references(value) for value in node.values()))
        return set().union(*(references(item) for item in node)) if isinstance(node, list) else set()

    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert references(described) <= known


FEW = settings(
    max_examples=count(short=8, full=30),  # requests to each address
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
ASKED = [(path, method) for path, methods in FIXED.items() for method in sorted(methods) if not path.endswith("socket")]


@pytest.mark.parametrize(("path", "method"), ASKED)
def test_requests_made_up_from_the_schema_are_answered_as_it_says(server: Server, path: str, method: str) -> None:
    api = schemathesis.openapi.from_dict(document(server))

    @FEW
    @given(api[path][method].as_strategy())
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(base_url=server.address, checks=CHECKS, timeout=PATIENCE_S)

    ask()
