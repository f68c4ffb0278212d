"""What expires: unused tables, guests who never come back, refused claims, and old matches if that is wished."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bussolotto.server.app.services import Settings, start_services
from bussolotto.server.people.expiry import DAY_S, HOUR_S, Keep
from bussolotto.server.store import guest_rows, puzzle_rows
from tests.depth import full
from tests.moving import MovableClock
from tests.server import stores
from tests.server.in_process import Guest, House

ENDLESS = {"game": "spilorcio", "seats": 2, "sit": 0}


def swept(folder: Path, keep: Keep, begin: Any, advanced: Sequence[float]) -> list[list[Any]]:
    """What `begin` returned as queries gives after each of these times and a sweep."""

    async def run() -> list[list[Any]]:
        clock = MovableClock(asyncio.get_running_loop())
        services = await start_services(
            Settings(folder, stores.address_in_use(folder), clock=lambda _: clock, keep=keep, bot_pace=0)
        )
        query = await begin(House(services, clock))
        found = []
        for seconds in advanced:
            clock.advance(seconds)
            await services.expiry.sweep()
            found.append([row[0] for row in services.store.rows(query)])
        await services.close()
        return found

    return asyncio.run(run())


def test_tables_that_are_never_used_expire(tmp_path: Path) -> None:
    async def begin(house: House) -> str:
        anna = await house.person("Anna")
        await anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2})
        await anna.ask("POST", "/api/tables", {**ENDLESS, "seats": 3})
        begun = await anna.ask("POST", "/api/tables", {**ENDLESS, "bots": [{"seat": 1, "player": "random"}]})
        await anna.ask("POST", f"/api/tables/{begun['table']}/start")
        return "SELECT content FROM tables"

    found = swept(tmp_path, Keep(), begin, [23 * HOUR_S, 2 * HOUR_S, 30 * DAY_S])
    seats = [sorted(len(json.loads(content)["seats"]) for content in tables) for tables in found]
    assert seats == [[2, 2, 3], [2, 3], [2]]


@full
@pytest.mark.of_files  # many days pass: it takes long
def test_finished_matches_are_kept_for_so_many_days(tmp_path: Path) -> None:
    async def begin(house: House) -> str:
        anna = await house.person("Anna")
        for _ in range(2):
            table = await anna.ask("POST", "/api/tables", {**ENDLESS, "bots": [{"seat": 1, "player": "random"}]})
            await anna.ask("POST", f"/api/tables/{table['table']}/start")
        await anna.ask("POST", f"/api/tables/{table['table']}/resign")
        return "SELECT ended_s IS NOT NULL FROM matches ORDER BY 1"

    days = [6 * DAY_S, 2 * DAY_S]
    assert swept(tmp_path / "week", Keep(match_days=7), begin, days) == [[0, 1], [0]]
    assert swept(tmp_path / "ever", Keep(), begin, [400 * DAY_S]) == [[0, 1]]


@pytest.mark.of_files  # many days pass: it takes long
def test_guests_who_never_come_back_and_have_nothing_expire(tmp_path: Path) -> None:
    async def begin(house: House) -> str:
        anna = await house.person("Anna")
        bruno = await (await house.person("Bruno")).ask("GET", "/api/me")
        await house.services.store.run(puzzle_rows.keep(bruno["id"], "of Bruno", "spilorcio", 1, right=True))
        again = await house.person("Carla")
        table = await anna.ask("POST", "/api/tables", {**ENDLESS, "bots": [{"seat": 1, "player": "random"}]})
        await anna.ask("POST", f"/api/tables/{table['table']}/start")
        house.clock.advance(50 * DAY_S)
        await visit(again)
        return "SELECT name FROM guests UNION ALL SELECT puzzle FROM puzzles ORDER BY 1"

    async def visit(guest: Guest) -> None:
        await guest.ask("GET", "/api/me")
        await guest.house.services.store.run()

    found = swept(tmp_path, Keep(), begin, [50 * DAY_S, 50 * DAY_S])
    assert found == [["Anna", "Carla"], ["Anna"]]


def test_refused_claims_expire(tmp_path: Path) -> None:
    async def begin(house: House) -> str:
        now_s = house.clock.wall_s()
        insert = "INSERT INTO claims (number, place, content, refused_s) VALUES (1, ?, '{}', ?)"
        await house.services.store.run((insert, (1, int(now_s))), (insert, (2, None)))
        return "SELECT place FROM claims ORDER BY place"

    assert swept(tmp_path, Keep(), begin, [29 * DAY_S, 2 * DAY_S]) == [[1, 2], [2]]


def test_players_are_told(tmp_path: Path) -> None:
    async def begin(house: House) -> str:
        anna = await house.person("Anna")
        told = await anna.ask("GET", "/api/retention")
        assert (told["match_days"], told["empty_table_hours"], told["guest_days"]) == (7, 24, 90)
        assert guest_rows.find_last_visit(house.services.store, "nobody") == 0
        return "SELECT 1"

    swept(tmp_path, Keep(match_days=7), begin, [1])
