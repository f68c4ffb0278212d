"""A bare WebSocket echo on the stack of the server: uvicorn, uvloop, the sans-I/O core of `websockets`.

`python -m bench.echo STATUS_FILE` writes port and pid there and echoes until it is stopped.
"""

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from typing import Any, cast

import uvicorn
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol


class Echo(asyncio.Protocol):
    """One connection: what comes goes back."""

    def __init__(self, *, config: Any, server_state: Any, app_state: Any) -> None:
        self._connections: set[Any] = server_state.connections
        self._peer = ServerProtocol()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        self._peer.receive_data(data)
        for event in self._peer.events_received():
            if isinstance(event, Request):
                self._peer.send_response(self._peer.accept(event))
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._transport.write(Frame(Opcode.TEXT, bytes(event.data)).serialize(mask=False))
        output = b"".join(self._peer.data_to_send())
        if output:
            self._transport.write(output)

    def connection_lost(self, problem: Exception | None) -> None:
        self._connections.discard(self)

    def shutdown(self) -> None:
        """uvicorn stops."""
        self._transport.close()


async def no_pages(scope: Any, receive: Any, send: Any) -> None:
    """There is nothing here but sockets."""
    raise NotImplementedError


def main() -> None:
    """Echo on a free port."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    draft = Path(f"{sys.argv[1]}.new")
    draft.write_text(json.dumps({"port": listening.getsockname()[1], "pid": os.getpid()}))
    draft.replace(sys.argv[1])  # whoever looks finds all of it or nothing
    config = uvicorn.Config(no_pages, http="httptools", ws=cast(Any, Echo), lifespan="off", log_level="warning")
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
