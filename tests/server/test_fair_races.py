"""Races over lines of different length: who pressed first is first, and the record tells why.

Lines, presses and the server share one clock, which the test moves.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.server.store import files
from tests.server import stores
from tests.server.in_process import FarPage, House, house
from tests.server.people import Server, opened, running
from tests.server.test_races import LATE, RAFFZAHN, STOP, THROW, Race
from tests.server.test_restart import moved

NEAR_S = 0.001  # one way
FAR_S = 0.1
TOO_FAR_S = 0.3  # more than can be evened out
LOOK_S = 0.5  # so long everybody looks before he presses
HEAD_START_S = 0.06  # less than what a claim waits for somebody far away
MEASURED_S = 10.0  # by then all round trips are known


class FarRace:
    """A throw of Raffzahn in which `roller` may say Stop, and `taker` may take `die`; `third` only looks on.

    All have come near to it; then some go far away.
    """

    def __init__(self, house: House, folder: Path) -> None:
        self.house = house
        self.folder = folder
        self.pages: list[FarPage] = []

    async def begin(self) -> None:
        """Sit down and throw."""
        self.people = [await self.house.person(name) for name in ("Anna", "Bruno", "Carla")]
        wish = {"game": "raffzahn", "seats": 3, "sit": 0, "options": {}}
        self.table = await self.people[0].ask("POST", "/api/tables", wish)
        self.name = self.table["match"]
        for seat in (1, 2):
            await self.people[seat].ask("POST", self.path(f"/seats/{seat}"))
        await self.people[0].ask("POST", self.path("/start"))
        self.pages = [person.page(self.name, NEAR_S) for person in self.people]
        for page in self.pages:
            page.say(type="resume", version=None)
        await self.house.advance(MEASURED_S)
        await self.throw_until(lambda: True)

    def path(self, rest: str = "") -> str:
        return f"/api/tables/{self.table['table']}{rest}"

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.house.services.matches.find(self.name).match

    async def throw_until(self, fits: Callable[[], object]) -> None:
        """Throw until somebody else than the roller may take a die that is not the last (RAF-8), and it fits."""
        while True:
            while THROW not in self.match.legal(self.match.state.turn):  # without progress the match would end (RAF-6)
                await self.act(*next(self._list_takes(), (self.match.state.turn, STOP)))
            await self.act(self.match.state.turn, THROW)
            if self._find_die() and fits():
                self.version = self.match.version
                return

    async def act(self, seat: int, action: int) -> None:
        """Do what is right, and wait until all know it and have looked at what it decides."""
        self.pages[seat].say(type="act", id=f"{self.match.version}", version=self.match.version, actions=[action])
        await self.house.advance(1)
        answer = self.pages[seat].answers()[-1]
        assert answer["type"] == "ack", answer
        await self.house.advance(self.house.services.matches.find(self.name).rest.left_ms / 1000)

    def takes(self) -> Iterator[tuple[int, int]]:
        """Who may take which die, if after that the roller may still say Stop."""
        for seat, die in self._list_takes():
            if STOP in self.match.preview(seat, [die]).legal(self.match.state.turn):
                yield seat, die

    def _list_takes(self) -> Iterator[tuple[int, int]]:
        return ((seat, die) for seat in range(3) for die in self.match.legal(seat) if die < STOP)

    def _find_die(self) -> bool:
        self.roller = self.match.state.turn
        for seat, die in self.takes():
            if seat != self.roller:
                self.taker, self.die, self.third = seat, die, 3 - self.roller - seat
                return True
        return False

    async def send_away(self, *seats: int, way_s: float = FAR_S) -> None:
        """These seats are far away from now on, which the server measures; all have time to look."""
        for seat in seats:
            self.pages[seat].close()
            self.pages[seat] = self.people[seat].page(self.name, way_s)
            self.pages[seat].say(type="resume", version=None)
        await self.house.advance(MEASURED_S)
        told = await self.race()
        assert all(told["bands"][seat][0] >= 2000 * way_s - 1 for seat in seats)

    async def race(self) -> dict[str, Any]:
        """What the table is told of its race."""
        told: dict[str, Any] = (await self.people[0].ask("GET", self.path()))["race"]
        return told

    def say(self, seat: int, name: str, action: int, reaction_ms: float | None = None) -> None:
        """Press."""
        page = self.pages[seat]
        page.say(type="act", id=name, version=self.version, actions=[action], reaction_ms=reaction_ms)

    async def answer(self, seat: int, name: str) -> dict[str, Any]:
        """The answer to the last press of this name."""
        await self.house.advance(1)
        return self.pages[seat].answers(name)[-1]

    def log(self) -> list[tuple[int, int]]:
        """What has happened since all looked."""
        return self.match.log[self.version :]

    def claims(self) -> list[dict[str, Any]]:
        """All that are stored of this throw."""
        found = files.read_record(stores.source_of(self.folder), self.name)[0].claims
        return [claim for claim in found if claim["version"] >= self.version]


@asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[FarRace]:
    async with house(folder) as here:
        race = FarRace(here, folder)
        await race.begin()
        yield race


def in_race(play: Callable[[FarRace], Awaitable[None]]) -> Callable[[Path], None]:
    """A test with a race that has come so far."""

    @wraps(play, assigned=("__module__", "__name__", "__qualname__", "__doc__"))
    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with begun(tmp_path) as race:
                await play(race)

        asyncio.run(run())

    del test.__wrapped__  # pytest would look there for the parameters
    return test


@in_race
async def test_who_presses_before_the_stop_is_before_it_though_his_hand_is_far_away(race: FarRace) -> None:
    await race.send_away(race.taker)
    race.say(race.taker, "take", race.die)
    await race.house.advance(NEAR_S)
    race.say(race.roller, "stop", STOP)  # is there a tenth of a second earlier
    assert (await race.answer(race.roller, "stop"))["type"] == "ack"
    assert (await race.answer(race.taker, "take"))["type"] == "ack"
    assert race.log()[:2] == [(race.taker, race.die), (race.roller, STOP)]


@in_race
async def test_who_presses_after_the_stop_is_told_at_once_that_it_is_contested_and_then_by_how_much(
    race: FarRace,
) -> None:
    await race.send_away(race.third)
    race.say(race.roller, "stop", STOP)
    await race.house.advance(HEAD_START_S)
    race.say(race.taker, "take", race.die)
    await race.house.advance(2 * NEAR_S)
    for seat, name in ((race.roller, "stop"), (race.taker, "take")):
        (told,) = race.pages[seat].told(lambda one: one["type"] == "contested")
        assert told == {"type": "contested", "id": name, "seats": sorted([race.roller, race.taker])}
        assert race.pages[seat].answers(name) == []
    refusal = await race.answer(race.taker, "take")
    assert (refusal["type"], refusal["code"]) == ("refused", "contested")
    assert refusal["values"]["seat"] == race.roller
    by_ms = refusal["values"]["by_ms"]
    assert isinstance(by_ms, int) and abs(by_ms - 1000 * HEAD_START_S) <= 1, "people are told whole milliseconds"
    assert (await race.answer(race.roller, "stop"))["type"] == "ack"
    assert race.log() == [(race.roller, STOP)]
    race.say(race.taker, "take", race.die)
    assert await race.answer(race.taker, "take") == refusal  # asked again, he hears the same
    assert len(race.pages[race.taker].answers("take")) == 2


@in_race
async def test_a_foul_stays_a_foul(race: FarRace) -> None:
    """He had seen the Stop: RAF-5."""
    await race.send_away(race.third)
    await race.act(race.roller, STOP)
    await race.act(race.taker, race.die)
    assert race.log() == [(race.roller, STOP), (race.taker, LATE)]


@in_race
async def test_a_late_hand_is_a_foul_while_all_look_at_the_stop_and_only_the_next_throw_waits(race: FarRace) -> None:
    race.say(race.roller, "stop", STOP)
    await race.house.advance(0.4)
    live = race.house.services.matches.find(race.name)
    assert live.rest.left_ms > 0
    version = race.match.version
    race.pages[race.taker].say(type="act", id="late", version=version, actions=[race.die])
    race.pages[race.match.state.turn].say(type="act", id="throw", version=version, actions=[THROW])
    await race.house.advance(0.2)
    assert race.log() == [(race.roller, STOP), (race.taker, LATE)]
    assert (await race.answer(race.match.state.turn, "throw"))["code"] == "too-soon"


@in_race
async def test_a_dead_heat_is_decided_by_lot(race: FarRace) -> None:
    """Both report the same reaction to what both were sent at the same moment, and their lines allow it."""

    def goes_on() -> list[tuple[int, int]]:
        """What may be taken first, after which there is still something to race for."""
        return [
            (seat, die) for seat, die in race.takes() if race.die in race.match.preview(seat, [die]).legal(race.taker)
        ]

    await race.throw_until(goes_on)
    await race.send_away(0, 1, 2)
    await race.act(*goes_on()[0])
    race.version = race.match.version
    await race.house.advance(LOOK_S)
    told_ms = 1000 * LOOK_S
    race.say(race.taker, "take", race.die, told_ms)
    race.say(race.roller, "stop", STOP, told_ms)
    await race.house.advance(1)
    claims = race.claims()
    assert [claim["heat"] for claim in claims] == [True, True]
    assert claims[0]["at_ms"] == claims[1]["at_ms"]


@in_race
async def test_a_claim_that_is_sent_again_while_it_waits_is_one_claim(race: FarRace) -> None:
    await race.send_away(race.third)
    race.say(race.taker, "take", race.die)
    await race.house.advance(NEAR_S)
    race.pages[race.taker].close()  # what he has pressed counts all the same
    again = race.pages[race.taker] = race.people[race.taker].page(race.name, NEAR_S)
    race.say(race.taker, "take", race.die)
    race.say(race.taker, "take", STOP)
    await race.house.advance(2 * NEAR_S)
    assert [told["code"] for told in again.answers("take")] == ["message-reused"], "the claim itself still waits"
    assert (await race.answer(race.taker, "take"))["type"] == "ack"
    assert race.log() == [(race.taker, race.die)]
    assert [claim["verdict"] for claim in race.claims()] == ["accepted"]


@in_race
async def test_a_claim_counts_though_its_line_breaks_while_it_waits(race: FarRace) -> None:
    await race.send_away(race.third)
    race.say(race.taker, "take", race.die)
    await race.house.advance(NEAR_S)
    race.pages[race.taker].close()
    assert race.log() == []
    await race.house.advance(1)
    assert race.log() == [(race.taker, race.die)]


@in_race
async def test_claims_of_one_seat_keep_their_order_and_the_rules_judge_each_after_the_one_before(
    race: FarRace,
) -> None:
    """A die, Stop, and the die once more, all of what the roller saw: the last is void, and no late hand (RAF-5)."""

    def own() -> list[int]:
        return [die for seat, die in race.takes() if seat == race.roller]

    await race.throw_until(own)
    die = own()[0]
    await race.send_away(race.third)
    before = len(race.pages[race.roller].answers())
    for name, action in (("take", die), ("stop", STOP), ("again", die)):
        race.say(race.roller, name, action)
    await race.house.advance(1)
    answers = race.pages[race.roller].answers()[before:]
    assert [told["id"] for told in answers] == ["take", "stop", "again"]
    assert [told.get("code") for told in answers] == [None, None, "too-late"]
    assert race.log() == [(race.roller, die), (race.roller, STOP)]
    told = race.claims()[:2]
    assert [claim["ply"] for claim in told] == [race.version + 1, race.version + 2]
    assert told[0]["at_ms"] <= told[1]["at_ms"] and {claim["version"] for claim in told} == {race.version}


@in_race
async def test_the_table_is_told_of_lines_that_cannot_be_evened_out(race: FarRace) -> None:
    near = await race.race()
    assert all(near["bands"]) and not near["uneven"]
    await race.send_away(race.third, way_s=TOO_FAR_S)
    told = race.pages[race.roller].told(lambda one: one["type"] == "table")[-1]["table"]["race"]
    assert told["uneven"] and told["window_ms"] > near["window_ms"]


@in_race
async def test_the_table_is_told_nothing_of_lines_that_stay_as_they_are(race: FarRace) -> None:
    """Though they are measured again and again."""
    await race.house.advance(MEASURED_S)
    page = race.pages[race.third]
    before = len(page.told(lambda one: one["type"] == "table"))
    await race.house.advance(10 * MEASURED_S)
    assert len(page.told(lambda one: one["type"] == "table")) == before


@in_race
async def test_the_record_tells_every_claim_and_nobody_else_hears_what_was_claimed_in_vain(race: FarRace) -> None:
    await race.send_away(race.third)
    race.say(race.roller, "stop", STOP, reaction_ms=100_000)
    await race.house.advance(HEAD_START_S)
    race.say(race.taker, "take", race.die)
    assert (await race.answer(race.taker, "take"))["code"] == "contested"
    anna = race.people[0]
    shown = await anna.ask("GET", f"/api/matches/{race.name}/claims")
    stop, take = shown[-2:]
    assert [claim["action"] for claim in shown] == [""] * len(shown)
    assert (stop["verdict"], stop["ply"], take["verdict"]) == ("accepted", race.version + 1, "contested")
    assert (take["rival"], take["window"]) == (race.roller, stop["window"])
    assert stop["sent_ms"] <= stop["at_ms"] <= stop["arrived_ms"] <= take["arrived_ms"]
    for person in race.people:
        await person.ask("POST", race.path("/end"))
    told = await anna.ask("GET", f"/api/matches/{race.name}/claims")
    assert [claim["action"] for claim in told[-2:]] == ["stop", RAFFZAHN.say(race.taker, race.die)]
    file = (await anna.send("GET", f"/api/matches/{race.name}/file")).content
    record = notation.parse(file)
    assert record.claims == told and record.claims[-2]["reaction_ms"] == 100_000
    assert (await anna.ask("GET", f"/api/matches/{race.name}/replay"))["claims"] == told
    twin = notation.to_text(record)
    assert f"against seat {race.roller}" in twin and notation.from_text(twin).steps == record.steps


def test_there_are_no_claims_where_nothing_is_raced(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table()
    assert anna.refused("GET", f"/api/matches/{table['match']}/claims") == (404, "not-found")


def test_an_acknowledged_claim_and_its_times_outlive_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        race = Race(server)
        seat, die = race.throw_until(1)[0]
        version = race.version()
        assert race.pages[seat].act(die, version=version, message="take")["type"] == "ack"
        name = race.table["match"]
        server.kill()
        opened.close()
    before = files.read_record(stores.source_of(tmp_path), name)[0].claims
    assert (before[-1]["verdict"], before[-1]["version"]) == ("accepted", version)
    with running(tmp_path) as server, moved(race.people[seat], server).page(name) as page:
        page.resume()
        told = page.act(die, version=version, message="take")
        assert told["type"] == "ack" and told["version"] == version + 1
    assert files.read_record(stores.source_of(tmp_path), name)[0].claims == before
