"""Bots at a table claim one thing at a time, however long an answer takes, and only for a seat that is theirs."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.errors import Refusal, refuse
from bussolotto.play.match import Match
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.seats import Occupant
from tests.moving import MovableClock
from tests.server.in_process import house


def table(clock: MovableClock) -> Any:
    """A race in which the bot of seat 0 may throw, as far as bots look at it."""
    match = Match(bussolotto.game("raffzahn"), 3)
    match.play(15, 0)  # seat 0 begins
    match.fall(System())
    occupants = [Occupant(player="random"), Occupant(), Occupant()]
    movers = [seat for seat in range(3) if match.movers() >> seat & 1]
    return SimpleNamespace(
        clock=clock,
        match=match,
        bots={seat: occupant.player for seat, occupant in enumerate(occupants) if occupant.player},
        state="running",
        movers=lambda: movers,
        held=False,
        rest=SimpleNamespace(left_ms=0),
    )


def test_a_bot_claims_nothing_more_until_it_is_answered_and_then_what_it_wished_meanwhile() -> None:
    async def play() -> None:
        claims: asyncio.Queue[MoveRequest] = asyncio.Queue()
        clock = MovableClock()
        with ThreadPoolExecutor(1) as threads:
            bots = Bots(table(clock), threads, Planners(), 0, claims.put_nowait)

            async def think() -> None:
                assert bots._thinking is not None
                await bots._thinking
                clock.advance(0)

            bots.wake()
            await think()
            first = claims.get_nowait()
            for _ in range(3):
                bots.wake()
                await think()
            assert claims.empty()
            first.answer(cast(Any, refuse("stale", version=1, now=2)))
            await think()
            assert claims.qsize() == 1
            bots.stop()

    asyncio.run(play())


def test_what_a_bot_claims_is_void_once_its_seat_has_been_given_back(tmp_path: Path) -> None:
    """It thought meanwhile; the same of a person, whose claims have an id, counts."""

    async def play() -> None:
        async with house(tmp_path) as here:
            live = await here.duel()
            answers: list[int | Refusal] = []
            for message in ("", "a person's"):
                seat = live.match.movers().bit_length() - 1
                action = live.match.legal(seat)[0]
                live.submit(MoveRequest(seat, live.match.version, [action], message, answers.append))
                await here.advance(1)
            void, good = answers
            assert isinstance(void, Refusal) and void.code == "stale"
            assert good == live.match.version

    asyncio.run(play())
