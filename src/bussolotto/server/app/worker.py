"""A worker: a process that computes for the servers at a bus, at the lowest priority, and stores nothing."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack

from bussolotto.server.app import logs, systemd
from bussolotto.server.bus.nats import NatsBus, require_address, shown
from bussolotto.server.match.solving import LOWEST
from bussolotto.server.match.working import Working
from bussolotto.server.work.identity import identity

LOOK_S = 0.2
CLOSE_S = 5.0  # for searches that are under way

log = logging.getLogger(__name__)


def work(
    address: str, at_once: int | None, log_style: logs.LogStyle | None, welcome: Callable[[str, int], object]
) -> None:
    """Compute for the servers at this bus until Ctrl-C or SIGTERM.

    `at_once`: searches, and as many programs; one for each processor if not given. `welcome` is called with the address
    and that number once the bus is there. Raises `bad-bus`, `missing-extra`.
    """
    require_address(address)
    with ExitStack() as cleanup:
        if log_style is not None:
            cleanup.callback(logs.start_log(log_style, lambda: None))
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
        many = at_once or os.cpu_count() or 1
        asyncio.run(_work(address, many, lambda: welcome(shown(address), many)))


async def _work(address: str, at_once: int, welcome: Callable[[], object]) -> None:
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    bus = NatsBus(address)
    working = Working(bus, at_once)
    await working.begin()
    telling = loop.create_task(_tell(bus, welcome))
    await ended.wait()
    systemd.notify("STOPPING=1")
    telling.cancel()
    try:
        async with asyncio.timeout(CLOSE_S):
            await working.close()
    finally:
        log.info("stopped", extra={"fields": {"pid": os.getpid(), **working.done}})
        await bus.close()


async def _tell(bus: NatsBus, welcome: Callable[[], object]) -> None:
    """Tell when the bus is there, and each time it is gone or comes back."""
    systemd.notify("READY=1", "STATUS=Looking for the bus")
    told = was = False
    while True:
        if bus.connected != was:
            was = bus.connected
            log.info("bus", extra={"fields": {"pid": os.getpid(), "connected": was, "software": identity()}})
            systemd.notify(f"STATUS={'Working' if was else 'Looking for the bus'}")
            if was and not told:
                told = True
                welcome()
        await asyncio.sleep(LOOK_S)
