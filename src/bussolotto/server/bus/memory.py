"""A bus within one process: the twin of NATS, for tests and for what needs no second process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any, NamedTuple

from bussolotto.server.bus.messages import Answer, Cancel, Hear, NoAnswer, answer_safely, hear_safely, require_size


class _Listener(NamedTuple):
    bus: MemoryBus
    subject: str
    hear: Hear


class _Server(NamedTuple):
    bus: MemoryBus
    subject: str
    group: str
    answer: Answer


class Hub:
    """What buses of one process are connected by."""

    def __init__(self) -> None:
        self.runs = True  # it is away while this is False
        self.listeners: list[_Listener] = []
        self.servers: list[_Server] = []

    def join(self) -> MemoryBus:
        """A bus that is connected to all others of this hub."""
        return MemoryBus(self)

    def choose(self, subject: str) -> list[_Server]:
        """Who is to answer a request: one of each group."""
        groups: dict[str, list[_Server]] = {}
        for server in self.servers:
            if server.subject == subject:
                groups.setdefault(server.group, []).append(server)
        return [random.choice(members) for members in groups.values()]


class MemoryBus:
    """One end. See `messages.Bus`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def connected(self) -> bool:
        return self._hub.runs and not self._closed

    async def publish(self, subject: str, message: bytes) -> None:
        require_size(subject, message)
        if self.connected:
            for one in [one for one in self._hub.listeners if one.subject == subject]:
                asyncio.get_running_loop().call_soon(hear_safely, one.hear, message, subject)

    async def subscribe(self, subject: str, hear: Hear) -> Cancel:
        listener = _Listener(self, subject, hear)
        self._hub.listeners.append(listener)

        async def cancel() -> None:
            self._hub.listeners = [one for one in self._hub.listeners if one is not listener]

        return cancel

    async def request(self, subject: str, message: bytes, timeout_s: float) -> bytes:
        require_size(subject, message)
        if not self.connected:
            raise NoAnswer("away")
        if not (chosen := self._hub.choose(subject)):
            raise NoAnswer("nobody")
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        for server in chosen:
            server.bus.begin(self._ask(server, message, future))
        try:
            async with asyncio.timeout(timeout_s):
                return await future
        except TimeoutError as problem:
            raise NoAnswer("late") from problem

    async def serve(self, subject: str, group: str, answer: Answer) -> Cancel:
        server = _Server(self, subject, group, answer)
        self._hub.servers.append(server)

        async def cancel() -> None:
            self._hub.servers = [one for one in self._hub.servers if one is not server]

        return cancel

    async def close(self) -> None:
        self._closed = True
        self._hub.listeners = [one for one in self._hub.listeners if one.bus is not self]
        self._hub.servers = [one for one in self._hub.servers if one.bus is not self]
        for task in self._tasks:
            task.cancel()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this as long as the bus is open."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, server: _Server, message: bytes, future: asyncio.Future[bytes]) -> None:
        found = await answer_safely(server.answer, message, server.subject)
        if found is not None and self._hub.runs and not future.done():
            future.set_result(found)
