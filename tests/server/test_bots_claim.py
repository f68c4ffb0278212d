"""Bots at a table claim one thing at a time, however long an answer takes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.errors import refuse
from bussolotto.play.match import Match
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.seats import Occupant

TRIES, PAUSE_S = 400, 0.01


def table() -> Any:
    """A race in which the bot of seat 0 may throw, as far as bots look at it."""
    match = Match(bussolotto.game("raffzahn"), 3)
    match.play(15, 0)  # seat 0 begins
    match.fall(System())
    occupants = [Occupant(player="random"), Occupant(), Occupant()]
    movers = [seat for seat in range(3) if match.movers() >> seat & 1]
    return SimpleNamespace(
        match=match,
        occupants=occupants,
        state="running",
        movers=lambda: movers,
        held=False,
        rest=SimpleNamespace(left_ms=0),
    )


async def until(claims: list[MoveRequest], number: int) -> None:
    for _ in range(TRIES):
        if len(claims) >= number:
            return
        await asyncio.sleep(PAUSE_S)
    raise AssertionError(f"{len(claims)} claims, waiting for {number}")


def test_a_bot_claims_nothing_more_until_it_is_answered_and_then_what_it_wished_meanwhile() -> None:
    async def play() -> None:
        claims: list[MoveRequest] = []
        with ThreadPoolExecutor(1) as threads:
            bots = Bots(table(), threads, 0, claims.append)
            bots.wake()
            await until(claims, 1)
            for _ in range(3):
                bots.wake()
                await settled(bots)
            assert len(claims) == 1
            claims[0].answer(cast(Any, refuse("stale", version=1, now=2)))
            await until(claims, 2)
            bots.stop()

    asyncio.run(play())


async def settled(bots: Bots) -> None:
    """Until its thoughts have come to a claim, or to none."""
    for _ in range(TRIES):
        await asyncio.sleep(PAUSE_S)
        if not bots._thinking:
            await asyncio.sleep(2 * PAUSE_S)
            return
