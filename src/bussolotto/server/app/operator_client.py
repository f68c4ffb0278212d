"""A running server as seen by the operator's commands: its API, on this machine, with a key of its own.

Whoever can write to the data folder is the operator. There is no way round the API, so that what a command does takes
effect at once, is checked, and is recorded in the same way as on the operator's page.
"""

import json
from pathlib import Path
from typing import Any, Self, cast

import msgspec

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.app.run import STATUS_FILE
from bussolotto.server.people.operators import digest_of, new_key
from bussolotto.server.problems import Problem
from bussolotto.server.store.connection import Source
from bussolotto.server.store.files import delete_operator_key, store_operator_key

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # what such a server listens on includes this machine
PATIENCE_S = 30.0


def make_token(source: Source) -> str:
    """Return a new token of the operator, which is stored nowhere. Earlier ones are void from now on."""
    token = new_key()
    store_operator_key(source, digest_of(token), "token")
    return token


class OperatorClient:
    """Requests to the server that runs on a folder. Each raises the refusal that it is answered with.

    Its key is void once the context is left.
    """

    def __init__(self, folder: Path, source: Source) -> None:
        """`source`: where the server on this folder keeps its data. Raises `no-data`, `not-serving`."""
        import httpx

        key = new_key()
        address = _find_address(folder)
        self._folder, self._source, self._digest = folder, source, digest_of(key)
        store_operator_key(source, self._digest, "command")
        self._http = httpx.Client(
            base_url=address,
            headers={"authorization": f"Bearer {key}"},
            timeout=PATIENCE_S,
            trust_env=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._http.close()
        delete_operator_key(self._source, self._digest)

    def get(self, path: str, **query: str | int) -> Any:
        return self._ask("GET", path, params=query)

    def post(self, path: str, body: object = None) -> Any:
        return self._ask("POST", path, json=body)

    def put(self, path: str, body: object) -> Any:
        return self._ask("PUT", path, json=body)

    def delete(self, path: str) -> Any:
        return self._ask("DELETE", path)

    def _ask(self, method: str, path: str, **more: Any) -> Any:
        import httpx

        try:
            answer = self._http.request(method, f"/api/admin/{path}", **more)
        except httpx.HTTPError as problem:
            raise refuse("not-serving", folder=str(self._folder)) from problem
        if not answer.is_success:
            raise _read_refusal(answer.content)
        return answer.json() if answer.content else None


def _find_address(folder: Path) -> str:
    """Return where the server on this folder listens. Raises `not-serving`."""
    try:
        status = json.loads((folder / STATUS_FILE).read_text())
    except FileNotFoundError as problem:
        raise refuse("not-serving", folder=str(folder)) from problem
    host = cast(str, ANYWHERE.get(status["host"], status["host"]))
    return f"http://[{host}]:{status['port']}" if ":" in host else f"http://{host}:{status['port']}"


def _read_refusal(content: bytes) -> Refusal:
    problem = msgspec.json.decode(content, type=Problem)
    return refuse(problem.code, status=problem.status, **problem.values)
