"""The other seats of a practice match: they do what its script says, after a short wait, and nothing else."""

from collections.abc import Callable

from bussolotto.core.errors import Refusal
from bussolotto.play.practice import PracticeMatch
from bussolotto.server.clock import Timer
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch

REPLY_MS = 600  # so that each move is seen
AGAIN_MS = 1000  # after a move that could not be stored


class ScriptedSeats:
    """Stand where bots are in other matches, and are used in the same way."""

    def __init__(self, live: LiveMatch, pace: float, submit: Callable[[MoveRequest], None]) -> None:
        self._live = live
        self._pace = pace
        self._submit = submit
        self._timer: Timer | None = None

    def wake(self) -> None:
        """Discard the planned move after a change, and plan the next one."""
        self.stop()
        if self._live.state == "running" and self._find_reply() is not None:
            self._wait(max(self._live.rest.left_ms, self._pace * REPLY_MS))

    def hold(self, seat: int) -> None:
        """Nobody ever plays for the person of a practice match."""

    def release(self, seat: int) -> None:
        """Nobody ever plays for the person of a practice match."""

    @property
    def busy(self) -> bool:
        return self._timer is not None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _find_reply(self) -> tuple[int, int] | None:
        match = self._live.match
        assert isinstance(match, PracticeMatch), match
        return match.reply()

    def _wait(self, wait_ms: float) -> None:
        self._timer = self._live.clock.call_later(wait_ms / 1000, self._send)

    def _send(self) -> None:
        self._timer = None
        reply = self._find_reply()
        if reply is not None:
            seat, action = reply
            self._submit(MoveRequest(seat, self._live.match.version, [action], "", self._receive_answer))

    def _receive_answer(self, answer: int | Refusal) -> None:
        if isinstance(answer, Refusal) and self._timer is None:
            self._wait(AGAIN_MS)
