"""The routes are built once a process, and answer for the server that was asked."""

import asyncio
from pathlib import Path

from bussolotto.server.app.application import build_router
from tests.server.in_process import Guest, House, house


def test_two_servers_share_their_routes_and_nothing_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path / "one") as one, house(tmp_path / "other") as other:
            built = build_router.cache_info()
            first, second = House(one.services, one.clock), House(other.services, other.clock)
            assert build_router.cache_info().misses == built.misses
            anna, bruno = await first.person("Anna"), await second.person("Bruno")
            assert [await name_of(person) for person in (anna, bruno)] == ["Anna", "Bruno"]
            assert (await anna.send("GET", "/api/tables/none")).status_code == 404
            assert one.services.counts.refusals and not other.services.counts.refusals

    async def name_of(person: Guest) -> str:
        return str((await person.ask("GET", "/api/me"))["name"])

    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
    asyncio.run(play())
