"""Who is disconnected for sending more than is handled, and who is not."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from bussolotto.server.socket.pacing import BEHIND_S, LOOKS, Pace


class Loop:
    """Timers that run when the test says so."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.timers: list[SimpleNamespace] = []

    def call_later(self, wait_s: float, call: Callable[[], None]) -> SimpleNamespace:
        timer = SimpleNamespace(at_s=self.now_s + wait_s, call=call)
        timer.cancel = lambda: self.timers.remove(timer)
        self.timers.append(timer)
        return timer

    def pass_by(self, seconds: float) -> None:
        """What is due by then runs once, as after a time in which nothing ran."""
        self.now_s += seconds
        for timer in [one for one in self.timers if one.at_s <= self.now_s]:
            self.timers.remove(timer)
            timer.call()


class Inbox:
    """It always holds more than is parsed together."""

    is_long = True

    def __bool__(self) -> bool:
        return True


class Page:
    """What is paced."""

    disconnected = False

    def disconnect(self) -> None:
        self.disconnected = True


def sender() -> tuple[Loop, Page]:
    """A page that has sent more than is handled, on a server that has no time for it."""
    loop, page = Loop(), Page()
    guard = SimpleNamespace(loop_time=SimpleNamespace(run=lambda *_: None))
    services = SimpleNamespace(loop=loop, guard=guard, clock=SimpleNamespace(now_s=lambda: loop.now_s))
    transport = SimpleNamespace(is_closing=lambda: False, pause_reading=lambda: None)
    parts: Any = services, page, Inbox(), SimpleNamespace(presses=False, size=0), transport
    Pace(*parts).go_on()
    return loop, page


def test_who_always_sends_too_much_is_disconnected() -> None:
    loop, page = sender()
    for _ in range(LOOKS - 1):
        loop.pass_by(BEHIND_S / LOOKS)
        assert not page.disconnected
    loop.pass_by(BEHIND_S / LOOKS)
    assert page.disconnected
    assert not loop.timers


def test_a_server_that_stood_still_disconnects_nobody() -> None:
    loop, page = sender()
    loop.pass_by(10 * BEHIND_S)
    assert not page.disconnected
