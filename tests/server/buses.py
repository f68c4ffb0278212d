"""The two buses under test: the twin in memory, and a real NATS server, which can be killed and started again."""

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import pytest

from bussolotto.server.bus.memory import Hub
from bussolotto.server.bus.messages import Bus
from bussolotto.server.bus.nats import NatsBus
from tests import processes
from tests.ports import reserve_port

PROGRAM = "nats-server"
PATIENCE_S, LOOK_S = 60.0, 0.005


class Place(Protocol):
    """Where buses meet."""

    def join(self) -> Bus: ...
    def stop(self) -> None: ...
    def start(self) -> None: ...


class MemoryPlace:
    """The twin."""

    def __init__(self) -> None:
        self._hub = Hub()

    def join(self) -> Bus:
        return self._hub.join()

    def stop(self) -> None:
        self._hub.runs = False

    def start(self) -> None:
        self._hub.runs = True


class NatsPlace:
    """A NATS server of our own, on a port that it keeps."""

    def __init__(self, *options: str) -> None:
        found = shutil.which(PROGRAM) or shutil.which(PROGRAM, path="/usr/sbin")
        if found is None:
            pytest.skip(f"{PROGRAM} is not installed (Debian: apt-get install {PROGRAM})")
        self.port = reserve_port()
        self._command = [found, "-a", "127.0.0.1", "-p", str(self.port), *options]
        self.start()

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def join(self) -> Bus:
        return NatsBus(self.address)

    def start(self) -> None:
        nowhere = subprocess.DEVNULL
        self._process = processes.start(self._command, stdout=nowhere, stderr=nowhere)
        deadline = time.monotonic() + PATIENCE_S
        with processes.starting(self._process):
            while time.monotonic() < deadline:
                with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                    return
                assert self._process.poll() is None, "it does not start"
                time.sleep(LOOK_S)
            raise AssertionError("it does not answer")

    def stop(self) -> None:
        """Kill it."""
        processes.kill(self._process)


async def until(comes: Callable[[], object]) -> None:
    """Wait until this is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not comes():
        assert time.monotonic() < deadline, "it does not come"
        await asyncio.sleep(LOOK_S)


async def again_until(do: Callable[[], Awaitable[object]], comes: Callable[[], object]) -> None:
    """Do this again and again until it has come through, as whoever uses a bus does."""
    deadline = time.monotonic() + PATIENCE_S
    while not comes():
        assert time.monotonic() < deadline, "it does not come through"
        await do()
        await asyncio.sleep(LOOK_S)
