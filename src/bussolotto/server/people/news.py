"""What the processes of a site tell one another: who was banned or blocked, and whose pages are to be closed.

It is told over the bus, where it may be lost: what is stored is read again now and then as well.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from bussolotto.server.clock import ServerClock, Timer

if TYPE_CHECKING:
    from bussolotto.server.bus.messages import Bus

AGAIN_S = 60.0

Kind = Literal["bans", "blocks", "dismissed"]


class Told(msgspec.Struct, frozen=True):
    """What has happened, and to whom."""

    kind: Kind
    guest: str = ""


class News:
    """The news of one process. Alone in its site it tells nobody anything."""

    def __init__(self, bus: "Bus | None", site: str, clock: ServerClock) -> None:
        self._bus = bus
        self._subject = f"bussolotto.news.{site}"
        self._clock = clock
        self._acts: dict[Kind, Callable[[str], object]] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None

    def on(self, kind: Kind, act: Callable[[str], object]) -> None:
        """Call this with the guest whenever another process tells of such a thing."""
        self._acts[kind] = act

    def tell(self, kind: Kind, guest: str = "") -> None:
        """Tell the other processes."""
        if self._bus is not None:
            message = msgspec.json.encode(Told(kind, guest))
            task = asyncio.get_running_loop().create_task(self._bus.publish(self._subject, message))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def begin(self) -> None:
        """Hear what others tell from now on."""
        if self._bus is not None:
            await self._bus.subscribe(self._subject, self._hear)
            self._read_later()

    def stop(self) -> None:
        """Read nothing again."""
        if self._timer is not None:
            self._timer.cancel()

    def _hear(self, message: bytes) -> None:
        told = msgspec.json.decode(message, type=Told)
        if act := self._acts.get(told.kind):
            act(told.guest)

    def _read_later(self) -> None:
        self._timer = self._clock.call_later(AGAIN_S, self._read_again)

    def _read_again(self) -> None:
        self._read_later()
        for kind in ("bans", "blocks"):
            if act := self._acts.get(kind):
                act("")
