"""Compiled rules for live matches, where they pay: calling compiled code from Python costs microseconds of its own."""

import asyncio
from collections.abc import Callable, Iterable
from random import Random
from threading import Lock, Thread
from time import thread_time
from types import ModuleType
from typing import Any

import bussolotto
from bussolotto.chance import Fast
from bussolotto.match import Match
from bussolotto.server.sittings import Sitting

HASTEN_AFTER_S = 2  # people sit down before the compiler begins
TRIAL_S = 0.3  # of processor time, interpreted: long enough to tell, short enough for those who play meanwhile
_one_at_a_time = Lock()


class Haste:
    """Compiled rules for the matches of one server: a game is compiled when its first match is there."""

    def __init__(self, loop: asyncio.AbstractEventLoop, live: Callable[[], Iterable[Sitting]]) -> None:
        self._loop = loop
        self._live = live
        self._rules: dict[str, Any] = {}  # by game; None where they do not pay or are not there yet

    def admit(self, sitting: Sitting) -> None:
        """A match is live: it asks compiled rules as soon as there are some."""
        module = sitting.match.module
        if module.NAME not in self._rules and not sitting.over:
            self._compile_soon(module)
        elif compiled := self._rules.get(module.NAME):
            sitting.hasten(compiled)

    def _compile_soon(self, module: ModuleType) -> None:
        """In a thread that does not keep the server from ending."""
        self._rules[module.NAME] = None

        def compile_rules() -> None:
            compiled = faster(module)
            if compiled and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._hasten, module, compiled)

        self._loop.call_later(HASTEN_AFTER_S, Thread(target=compile_rules, daemon=True).start)

    def _hasten(self, module: ModuleType, compiled: Any) -> None:
        """From now on all matches of this game ask compiled rules."""
        self._rules[module.NAME] = compiled
        for sitting in self._live():
            if sitting.match.module is module:
                sitting.hasten(compiled)


def faster(module: ModuleType) -> Any:
    """The compiled rules of a game where they are faster in a live match, else None; for a thread of its own.

    Spilorcio stays interpreted: 69 us a decision against 80 when compiled.
    """
    with _one_at_a_time:
        compiled = bussolotto.compiled(module)
        decisions, plain_s = trial(module, None, TRIAL_S)
        trial(module, compiled, decisions=1)  # the first calls load what was compiled
        return compiled if trial(module, compiled, decisions=decisions)[1] < plain_s else None


def trial(module: ModuleType, compiled: Any, most_s: float = 60, decisions: int = 300) -> tuple[int, float]:
    """Decisions at random, always the same ones: how many, and the processor time they took with what they caused."""
    match = Match(module, min(module.SEATS))
    if compiled is not None:
        match.faster(compiled)
    chance, rng = Fast(1), Random(1)
    match.fall(chance)
    started_s = thread_time()
    for decision in range(decisions):
        if match.over or thread_time() - started_s > most_s:
            return decision, thread_time() - started_s
        seat = match.movers().bit_length() - 1
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(chance)
    return decisions, thread_time() - started_s
