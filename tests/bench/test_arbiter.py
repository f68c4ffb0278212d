"""The bench of the arbiter judges every claim of its story and notices a verdict that comes late."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from bench import arbiter
from bussolotto.play.arbiter import Judged


def test_every_claim_of_the_story_costs_something() -> None:
    claims = list(arbiter.story(4, 50, seed=1))
    assert len(claims) == 200
    assert [claim.arrived_ms for claim, _ in claims] == sorted(claim.arrived_ms for claim, _ in claims)
    assert arbiter.judging_s(4, claims) > 0


def test_what_is_late_is_noticed() -> None:
    async def held_up() -> list[float]:
        late_ms: list[float] = []
        loop = asyncio.get_running_loop()
        rung = loop.create_future()
        arbiter.Alarm(loop, time.monotonic, late_ms).call_at(loop.time() + 0.001, rung.set_result, None)
        time.sleep(0.03)  # noqa: ASYNC251 - nothing else can happen meanwhile: that is the point
        await rung
        await asyncio.sleep(0)
        return late_ms

    (late_ms,) = asyncio.run(held_up())
    assert late_ms > 20


def test_on_a_quiet_machine_only_work_takes_time() -> None:
    late_ms: list[float] = []
    loop, done = arbiter.Quiet(), list[str]()
    alarm = arbiter.Alarm(loop, loop.time, late_ms)

    def work() -> None:
        begun_s = time.thread_time()
        while time.thread_time() < begun_s + 0.02:
            pass

    loop.call_at(1.0, work)
    alarm.call_at(1.001, done.append, "held up")
    alarm.call_at(2.0, done.append, "in time")
    loop.call_later(3.0, done.append, "called off").cancel()
    loop.run(4.0)
    assert done == ["held up", "in time"]
    assert late_ms[0] >= 19 > late_ms[1]


def test_tables_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arbiter, "PERIOD_S", 0.05)
    settle = arbiter.Table._settle

    async def until_some_are_settled() -> list[float]:
        late_ms: list[float] = []
        enough = asyncio.Event()

        def counted(table: arbiter.Table, verdict: Sequence[Judged]) -> None:
            settle(table, verdict)
            if late_ms and sum(table.verdicts for table in tables) >= 20:
                enough.set()

        monkeypatch.setattr(arbiter.Table, "_settle", counted)
        loop = asyncio.get_running_loop()
        alarm = arbiter.Alarm(loop, time.monotonic, late_ms)
        tables = [arbiter.Table(loop, alarm, number) for number in range(5)]
        await enough.wait()
        assert all(table.verdicts <= table.claims for table in tables)
        return late_ms

    assert min(asyncio.run(until_some_are_settled())) >= 0
