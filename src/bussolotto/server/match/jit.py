"""Compiled rules for live matches, used where they pay off: a call of compiled code from Python costs microseconds."""

import asyncio
from collections.abc import Callable, Iterable
from random import Random
from threading import Lock, Thread
from time import thread_time
from typing import TYPE_CHECKING, Any

import bussolotto
from bussolotto.core.chance import Fast, System
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.live_match import LiveMatch

if TYPE_CHECKING:  # it imports Numba
    from bussolotto.play.turns import CompiledTurns

COMPILE_AFTER_S = 2  # lets people sit down before compilation starts
TRIAL_S = 0.3  # of processor time, interpreted: long enough to measure, short enough not to disturb running matches
_one_at_a_time = Lock()


class CompiledRules:
    """Compiled rules for the matches of one server. A game is compiled when its first match is admitted."""

    def __init__(self, clock: ServerClock, live: Callable[[], Iterable[LiveMatch]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._clock = clock
        self._live = live
        self._rules: dict[str, Any] = {}  # by name of rules; None if they do not pay off or are not ready yet
        self._turns: dict[str, CompiledTurns] = {}

    def admit(self, live: LiveMatch) -> None:
        """Admit a live match. It uses compiled rules as soon as they are available."""
        module = live.match.game
        if module.rules_name not in self._rules and not live.over:
            self._compile_soon(module)
            return
        if compiled := self._rules.get(module.rules_name):
            live.use_compiled(compiled)
        if turns := self._turns.get(module.rules_name):
            live.use_turns(turns)

    def _compile_soon(self, module: Game) -> None:
        """Compile in a daemon thread, which does not keep the server from exiting."""
        self._rules[module.rules_name] = None

        def compile_rules() -> None:
            compiled, turns = find_faster(module), compile_turns(module)
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._use_compiled, module, compiled, turns)

        self._clock.call_later(COMPILE_AFTER_S, Thread(target=compile_rules, daemon=True).start)

    def _use_compiled(self, module: Game, compiled: Any, turns: "CompiledTurns | None") -> None:
        """Use compiled rules for all matches of this game from now on."""
        if compiled:
            self._rules[module.rules_name] = compiled
        if turns:
            self._turns[module.rules_name] = turns
        for live in self._live():
            if live.match.game.rules is module.rules:
                self.admit(live)


def compile_turns(module: Game) -> "CompiledTurns | None":
    """Return the compiled turns of a game in which everybody sees everything. Run it in a separate thread."""
    if module.secrets:
        return None
    from bussolotto.play.turns import CompiledTurns

    with _one_at_a_time:
        turns = CompiledTurns(module)
        match, chance = Match(module, min(module.SEATS)), System()
        match.fall(chance)
        seat = match.movers().bit_length() - 1
        turns.play(match, seat, match.legal(seat)[0], chance)  # the first call loads the compiled code
        return turns


def find_faster(module: Game) -> Any:
    """Return the compiled rules of a game if they are faster in a live match, else None. Run it in a separate thread.

    Spilorcio stays interpreted: 69 us per decision, against 80 us when compiled.
    """
    with _one_at_a_time:
        compiled = bussolotto.compiled(module)
        decisions, plain_s = time_decisions(module, None, TRIAL_S)
        time_decisions(module, compiled, decisions=1)  # the first calls load the compiled code
        return compiled if time_decisions(module, compiled, decisions=decisions)[1] < plain_s else None


def time_decisions(module: Game, compiled: Any, most_s: float = 60, decisions: int = 300) -> tuple[int, float]:
    """Play random decisions from a fixed seed. Returns their number and the processor time used, with their effects."""
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
