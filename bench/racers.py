"""Thousands who only look on, and a thousand who race: as `crowd.py`, another load generator.

`python -m bench.racers` reads a plan, one line of JSON, from standard input and answers with one line of JSON:

- `{do: look, port, pid, matches, each, seconds}`: so many look on at each match. Answers `{connections, seconds,
  processor_s}`: how long it took until all had seen it, and the processor time of the server while they sat there.
- `{do: race, port, pid, races, seconds, period_s}`: everybody claims something once in this time. Answers `{claims,
  processor_s, seconds, ms: [..]}`: how long the answers took.
"""

import asyncio
import json
import os
import random
import resource
import sys
from functools import partial
from time import perf_counter
from typing import Any

import msgspec
import uvloop

from bench.crowd import RESUME, Wire, connected, watched
from bench.hosting import OPEN_FILES

ACTIONS = 60  # of Bunte Kuh there are more; what is not allowed is refused, as in any race
SETTLE_S = 3.0  # for the last answers


class Told(msgspec.Struct):
    """What we read of a message of the server."""

    type: str
    id: str | None = None
    version: int = 0


read = msgspec.json.Decoder(Told).decode


async def look(plan: dict[str, Any]) -> dict[str, Any]:
    """Come, see, and sit there."""
    missing = {number: set[str]() for number in range(len(plan["matches"]) * plan["each"])}
    all_seen = asyncio.Event()

    def hear(number: int, text: bytes) -> None:
        if number in missing and read(text).type == "view":
            del missing[number]
            if not missing:
                all_seen.set()

    paths = [f"/api/matches/{match}/socket?watch=1" for match in plan["matches"] for _ in range(plan["each"])]
    wires = [Wire(plan["port"], path, "", partial(hear, number)) for number, path in enumerate(paths)]
    begun_s = perf_counter()
    await connected(wires, plan["port"], lambda wire: wire.send(RESUME))
    await all_seen.wait()
    seconds = perf_counter() - begun_s
    window = await watched(plan)
    return {"connections": len(wires), "seconds": seconds, "processor_s": window.processor_s}


class Racer:
    """A page in a race that claims something at random, again and again."""

    def __init__(self, port: int, match: str, cookie: str) -> None:
        self.waits_ms: list[float] = []
        self.wire = Wire(port, f"/api/matches/{match}/socket", cookie, self._hear)
        self._version = 0
        self._sent_s: dict[str, float] = {}

    async def claim(self, seconds: float, period_s: float) -> None:
        """Claim once in each period, at any moment of it."""
        await asyncio.sleep(random.uniform(0, period_s))
        for number in range(int(seconds / period_s)):
            self._sent_s[str(number)] = perf_counter()
            act = {"type": "act", "id": str(number), "version": self._version, "actions": [random.randrange(ACTIONS)]}
            self.wire.send(json.dumps(act, separators=(",", ":")).encode())
            await asyncio.sleep(period_s)

    def _hear(self, text: bytes) -> None:
        told = read(text)
        if told.type in ("view", "steps"):
            self._version = told.version
        elif told.type in ("ack", "refused") and told.id in self._sent_s:
            self.waits_ms.append(1000 * (perf_counter() - self._sent_s.pop(told.id)))


async def race(plan: dict[str, Any]) -> dict[str, Any]:
    """Everybody races."""
    racers = [Racer(plan["port"], one["match"], cookie) for one in plan["races"] for cookie in one["cookies"]]
    await connected([racer.wire for racer in racers], plan["port"], lambda wire: wire.send(RESUME))
    claiming = asyncio.gather(*(racer.claim(plan["seconds"], plan["period_s"]) for racer in racers))
    window = await watched(plan)
    await claiming
    await asyncio.sleep(SETTLE_S)
    waits_ms = [round(wait_ms, 3) for racer in racers for wait_ms in racer.waits_ms]
    seconds = window.ended_s - window.begun_s
    return {"claims": len(waits_ms), "processor_s": window.processor_s, "seconds": seconds, "ms": waits_ms}


async def follow(plan: dict[str, Any]) -> None:
    """Do what the plan says, answer, and stay until nobody wants us any more."""
    answer = await {"look": look, "race": race}[plan["do"]](plan)
    print(json.dumps(answer), flush=True)
    await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read the plan, follow it."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    uvloop.run(follow(json.loads(sys.stdin.readline())))
    os._exit(0)  # hanging up ten thousand times measures nothing


if __name__ == "__main__":
    main()
