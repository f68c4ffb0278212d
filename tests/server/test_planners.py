"""Bots that search: few at once, behind everybody else, only once it is compiled, and for less time where many wait."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from threading import current_thread, get_native_id
from types import SimpleNamespace
from typing import Any, cast

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.players.planning import Planner
from bussolotto.server.match.bots import Bots, PlannedMove
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.planners import AT_ONCE, LEAST_MS, MOVE_MS, Planners
from bussolotto.server.match.seats import Occupant
from tests.moving import MovableClock

GAME = bussolotto.game("cui-bono")


class Compiling:
    """A program that runs until it is told that it has ended."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, ...]] = []
        self.rc: int | None = None
        self.ended = False

    def start(self, *words: str) -> Any:
        self.begun.append(words)
        return self

    def poll(self) -> int | None:
        return self.rc

    def terminate(self) -> None:
        self.ended = True

    def __enter__(self) -> None:
        return None

    def __exit__(self, *raised: object) -> None:
        return None


def test_a_search_is_compiled_once_in_the_background_and_not_used_before() -> None:
    compiling = Compiling()
    planners = Planners(compiling.start)
    player = players.player("hard", GAME)
    planners.brief(player, GAME)
    planners.brief(players.player("hard", GAME), GAME)
    planners.brief(players.player("medium", GAME), GAME)
    assert compiling.begun == [("bussolotto.solve.planning", "cui-bono")]
    assert isinstance(player, Planner) and player.allowed_ms() == 0
    compiling.rc = 1
    assert player.allowed_ms() == 0  # it failed: the other player goes on standing in
    compiling.rc = 0
    assert player.allowed_ms() == MOVE_MS
    planners.stop()
    assert compiling.ended


def test_searches_are_compiled_one_after_the_other() -> None:
    compiling = Compiling()
    planners = Planners(compiling.start)
    other = bussolotto.game("abquetschen")
    assert not planners.is_compiled(GAME) and not planners.is_compiled(other)
    assert [game for _, game in compiling.begun] == ["cui-bono"]
    compiling.rc = 0
    assert planners.is_compiled(GAME) and planners.is_compiled(other)
    assert [game for _, game in compiling.begun] == ["cui-bono", "abquetschen"]
    planners.stop()


def test_where_many_wait_each_searches_for_less_time() -> None:
    compiling = Compiling()
    compiling.rc = 0
    planners = Planners(compiling.start)
    with ExitStack() as queue:
        for _ in range(4 * AT_ONCE):
            queue.enter_context(planners.queued())
        assert planners.allowed_ms(GAME) == MOVE_MS / 4
        for _ in range(1000 * AT_ONCE):
            queue.enter_context(planners.queued())
        assert planners.allowed_ms(GAME) == LEAST_MS
    assert planners.allowed_ms(GAME) == MOVE_MS
    planners.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a policy for each thread")
def test_threads_that_search_let_others_go_first_but_are_not_kept_from_giving_the_lock_back() -> None:
    nice, policy = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)
    planners = Planners(Compiling().start)
    nice_there = planners.threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, get_native_id())).result()
    policy_there = planners.threads.submit(os.sched_getscheduler, 0).result()
    assert (nice_there, policy_there) == (nice, os.SCHED_BATCH)
    assert os.sched_getscheduler(0) == policy
    planners.stop()


@pytest.mark.parametrize(("player", "thread"), [("hard", "planning"), ("medium", "thinking")])
def test_only_bots_that_search_think_in_these_threads(player: str, thread: str) -> None:
    async def play() -> MoveRequest:
        async with bots_of(player) as (bots, asked):
            follow = bots._follow

            def follow_here(*arguments: Any) -> Any:
                assert current_thread().name.startswith(thread)
                return follow(*arguments)

            cast(Any, bots)._follow = follow_here
            await think(bots)
            cast(Any, bots._live.clock).advance(0)
        return asked.get_nowait()

    request = asyncio.run(play())
    assert len(request.actions) == 1


@pytest.mark.parametrize(("thought_ms", "left_ms"), [(300, 200), (900, 0)])
def test_time_to_think_and_to_wait_for_a_thread_is_part_of_the_pause_before_a_move(
    thought_ms: int, left_ms: int
) -> None:
    async def play() -> float:
        async with bots_of("hard", pace=1) as (bots, _):
            clock = cast(MovableClock, bots._live.clock)

            def follow(*_: Any) -> list[PlannedMove]:
                clock.advance(thought_ms / 1000)
                return [PlannedMove(0, 0, 0, 500)]

            cast(Any, bots)._follow = follow
            await think(bots)
            assert clock.next_s is not None
            return 1000 * (clock.next_s - clock.now_s())

    assert asyncio.run(play()) == pytest.approx(left_ms)


def test_what_makes_a_bot_exact_is_solved_once_it_sits_down_even_late(monkeypatch: pytest.MonkeyPatch) -> None:
    spilorcio = bussolotto.game("spilorcio")
    monkeypatch.setattr(spilorcio.part("table"), "stored", lambda: None)
    begun: list[list[str]] = []
    solving = SimpleNamespace(begin=lambda game, view: begun.append(game.part("advice").solvable(view)))

    async def play() -> None:
        async with bots_of("medium", game=spilorcio, solving=solving) as (bots, _):
            await think(bots)
            assert begun == []
            occupied: dict[int, str] = bots._live.bots
            occupied.update({seat: "hard" for seat in occupied if occupied[seat] == "medium"})
            await think(bots)
            assert begun == [["spilorcio", "--board", "standard"]]
            await think(bots)  # it has been seated

    asyncio.run(play())
    assert len(begun) == 1


async def think(bots: Bots) -> None:
    """Let them plan their moves."""
    bots.wake()
    assert bots._thinking is not None
    await bots._thinking


@asynccontextmanager
async def bots_of(
    player: str, pace: float = 0, game: Game = GAME, solving: Any = None
) -> AsyncIterator[tuple[Bots, "asyncio.Queue[MoveRequest]"]]:
    """Those of a match whose first to move is this player, on a clock that stands still; and what they ask for."""
    match = Match(game, 2)
    match.fall(Fast(1))
    mover = match.movers().bit_length() - 1
    occupants = [Occupant(player=player if seat == mover else "random") for seat in range(2)]
    live: Any = SimpleNamespace(
        clock=MovableClock(),
        match=match,
        bots={seat: occupant.player for seat, occupant in enumerate(occupants)},
        state="running",
        movers=lambda: [mover],
        held=False,
        rest=SimpleNamespace(left_ms=0),
    )
    asked: asyncio.Queue[MoveRequest] = asyncio.Queue()
    planners = Planners(Compiling().start, solving=solving)
    with ThreadPoolExecutor(1, "thinking") as threads:
        bots = Bots(live, threads, planners, pace, asked.put_nowait)
        yield bots, asked
        bots.stop()
    planners.stop()
