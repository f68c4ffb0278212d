"""What nobody uses any more is gone at once, not at a collection of garbage, which a server seldom makes."""

import asyncio
import gc
from pathlib import Path
from weakref import WeakSet

from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.table import live_matches
from tests.server.in_process import House, house

SWEEPS = 3_000


async def play(house: House, **wishes: object) -> str:
    """A match of two, given up."""
    anna = await house.person("Anna")
    table = await anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2, "sit": 0, **wishes})
    await anna.ask("POST", f"/api/tables/{table['table']}/seats/1", {"player": "random"})
    await anna.ask("POST", f"/api/tables/{table['table']}/start")
    await house.advance(1)
    await anna.ask("POST", f"/api/tables/{table['table']}/resign")
    await house.advance(1)
    await anna.http.aclose()
    return str(table["match"])


def live(house: House, *names: str) -> "WeakSet[LiveMatch]":
    return WeakSet(house.services.matches.find(name) for name in names)


def test_a_match_that_is_dropped_is_gone(tmp_path: Path) -> None:
    async def drop() -> int:
        async with house(tmp_path) as place:
            found = live(place, await play(place), await play(place, clock={"move_s": 60}))
            assert len(found) == 2
            for _ in range(SWEEPS):
                await place.advance(live_matches.SWEEP_S + 1)
                if not found:
                    break
                await asyncio.sleep(0.02)  # a bot may still think in a thread
            return len(found)

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(drop()) == 0, "something still holds it"
    finally:
        gc.enable()
