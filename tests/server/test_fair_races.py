"""Races over lines of different length: who pressed first is first, and the record tells why."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.server.store import files
from tests.server.lines import far, page_from
from tests.server.people import Page, Server, opened, running
from tests.server.test_races import LATE, RAFFZAHN, STOP, Race, told_to
from tests.server.test_restart import moved

FAR_S = 0.1  # one way
TOO_FAR_S = 0.3  # more than can be evened out
LOOK_S = 0.5  # so long everybody looks before he presses
HEAD_START_S = 0.06  # less than what a claim waits for somebody far away
PAUSE_S = 0.02


class FarRace:
    """A throw of Raffzahn in which `roller` may say Stop, and `taker` may take `die`; `third` only looks on.

    All have come near to it; then some go far away.
    """

    def __init__(self, server: Server, lines: ExitStack) -> None:
        self.race = Race(server)
        self.server = server
        self.lines = lines
        self.name = str(self.race.table["match"])
        self.roller, self.taker, self.die = self._throw()
        self.third = 3 - self.roller - self.taker
        self.version = self.race.version()

    def throw_for_the_roller(self) -> None:
        """Go on until he, too, could take something."""
        while self.match().legal(self.roller)[0] >= STOP:
            assert self.race.pages[self.roller].act(STOP, version=self.version)["type"] == "ack"
            self.roller, self.taker, self.die = self._throw()
            self.third = 3 - self.roller - self.taker
            self.version = self.race.version()

    def _throw(self) -> tuple[int, int, int]:
        """Throw until the taker's die is not the last: then the throw would stop by itself (RAF-8)."""
        while True:
            found = self.race.throw_until(1)
            roller = self.race.pages.index(self.race.roller())
            match = self.race.match()
            for seat, die in found:
                if seat != roller and STOP in match.preview(seat, [die]).legal(roller):
                    return roller, seat, die
            assert self.race.pages[roller].act(STOP, version=match.version)["type"] == "ack"

    def send_away(self, *seats: int, way_s: float = FAR_S) -> None:
        """These seats are far away from now on; wait until the server has measured that, and give all time to look."""
        for seat in seats:
            self.race.pages[seat].socket.close()
            place = self.lines.enter_context(far(self.server.port, way_s))
            self.race.pages[seat] = page_from(place, self.race.people[seat], self.name)
            self.race.pages[seat].resume()
        self.table(lambda race: all(race["bands"]) and all(race["bands"][seat][0] >= 2000 * way_s for seat in seats))
        time.sleep(LOOK_S)

    def table(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What the table is told of its race, as soon as it fits."""
        while True:
            told = self.race.people[0].ask("GET", f"/api/tables/{self.race.table['table']}")["race"]
            if fits(told):
                return dict(told)
            time.sleep(PAUSE_S)

    def say(self, seat: int, name: str, action: int, reaction_ms: float | None = None) -> None:
        page = self.race.pages[seat]
        page.say(type="act", id=name, version=self.version, actions=[action], reaction_ms=reaction_ms)

    def answer(self, seat: int, name: str) -> dict[str, Any]:
        return answer(self.race.pages[seat], name)

    def match(self) -> Match:
        return told_to(self.race.people[0].page(self.name), RAFFZAHN, 3)

    def claims(self) -> list[dict[str, Any]]:
        """All that are stored of this throw; what was refused may be stored a moment later."""
        found = files.read_record(self.server.folder, self.name)[0].claims
        return [claim for claim in found if claim["version"] >= self.version]

    def end(self) -> None:
        """All agree to end it here."""
        for person in self.race.people:
            person.ask("POST", f"/api/tables/{self.race.table['table']}/end")


def answer(page: Page, name: str) -> dict[str, Any]:
    return page.hear(fits=lambda message: message.get("id") == name and message["type"] in ("ack", "refused"))


@pytest.fixture
def race(server: Server) -> Iterator[FarRace]:
    with ExitStack() as lines:
        yield FarRace(server, lines)
        opened.close()  # before the lines are cut


def test_who_presses_before_the_stop_is_before_it_though_his_hand_is_far_away(race: FarRace) -> None:
    race.send_away(race.taker)
    race.say(race.taker, "take", race.die)
    race.say(race.roller, "stop", STOP)  # is there a tenth of a second earlier
    assert race.answer(race.roller, "stop")["type"] == "ack"
    assert race.answer(race.taker, "take")["type"] == "ack"
    assert race.match().log[race.version : race.version + 2] == [(race.taker, race.die), (race.roller, STOP)]


def test_who_presses_after_the_stop_is_told_at_once_that_it_is_contested_and_then_by_how_much(race: FarRace) -> None:
    race.send_away(race.third)
    race.say(race.roller, "stop", STOP)
    time.sleep(HEAD_START_S)
    race.say(race.taker, "take", race.die)
    for seat, name in ((race.roller, "stop"), (race.taker, "take")):
        told = race.race.pages[seat].hear("contested")
        assert told == {"type": "contested", "id": name, "seats": sorted([race.roller, race.taker])}
    refusal = race.answer(race.taker, "take")
    assert (refusal["type"], refusal["code"]) == ("refused", "contested")
    assert refusal["values"]["seat"] == race.roller and refusal["values"]["by_ms"] > 0
    assert race.answer(race.roller, "stop")["type"] == "ack"
    assert race.match().log[race.version :] == [(race.roller, STOP)]
    race.say(race.taker, "take", race.die)
    assert race.answer(race.taker, "take") == refusal  # asked again, he hears the same


def test_a_foul_stays_a_foul(race: FarRace) -> None:
    """He had seen the Stop: RAF-5."""
    race.send_away(race.third)
    assert race.race.pages[race.roller].act(STOP, version=race.version)["type"] == "ack"
    assert race.race.pages[race.taker].act(race.die, version=race.version + 1)["type"] == "ack"
    assert race.match().log[race.version :] == [(race.roller, STOP), (race.taker, LATE)]


def test_a_dead_heat_is_decided_by_lot(race: FarRace) -> None:
    """Both report the same reaction to what both were sent at the same moment, and their lines allow it."""
    race.send_away(race.roller, race.taker, race.third)
    step = race.third if race.match().legal(race.third) else race.taker
    race.say(step, "step", race.match().legal(step)[0])
    race.answer(step, "step")
    race.version += 1
    time.sleep(LOOK_S)
    told_ms = 1000 * LOOK_S - 100
    race.say(race.taker, "take", race.die, told_ms)
    race.say(race.roller, "stop", STOP, told_ms)
    race.answer(race.taker, "take")
    race.answer(race.roller, "stop")
    claims = race.claims()
    assert [claim["heat"] for claim in claims] == [True, True]
    assert claims[0]["at_ms"] == claims[1]["at_ms"]


def test_a_claim_that_is_sent_again_while_it_waits_is_one_claim(race: FarRace) -> None:
    race.send_away(race.third)
    race.say(race.taker, "take", race.die)
    again = race.race.people[race.taker].page(race.name)
    race.race.pages[race.taker].socket.close()  # what he has pressed counts all the same
    again.say(type="act", id="take", version=race.version, actions=[race.die])
    again.say(type="act", id="take", version=race.version, actions=[STOP])
    answers = [answer(again, "take") for _ in range(2)]
    assert {told["type"] for told in answers} == {"ack", "refused"}
    assert [told["code"] for told in answers if told["type"] == "refused"] == ["message-reused"]
    assert race.match().log[race.version :] == [(race.taker, race.die)]
    assert [claim["verdict"] for claim in race.claims()] == ["accepted"]


def test_a_claim_counts_though_its_line_breaks_while_it_waits(race: FarRace) -> None:
    race.send_away(race.third)
    race.say(race.taker, "take", race.die)
    race.race.pages[race.taker].socket.close()
    news = race.race.pages[race.roller].hear("steps", lambda told: told["version"] > race.version)
    assert (news["steps"][0]["seat"], news["steps"][0]["action"]) == (race.taker, race.die)


def test_claims_of_one_seat_keep_their_order_and_the_rules_judge_each_after_the_one_before(race: FarRace) -> None:
    """A die, Stop, and the die once more, all of what the roller saw: the last is void, and no late hand (RAF-5)."""
    race.throw_for_the_roller()
    die = race.match().legal(race.roller)[0]
    race.send_away(race.third)
    for name, action in (("take", die), ("stop", STOP), ("again", die)):
        race.say(race.roller, name, action)
    page = race.race.pages[race.roller]
    answers = [page.hear(fits=lambda told: told["type"] in ("ack", "refused")) for _ in range(3)]
    assert [told["id"] for told in answers] == ["take", "stop", "again"]
    assert [told.get("code") for told in answers] == [None, None, "too-late"]
    assert race.match().log[race.version :] == [(race.roller, die), (race.roller, STOP)]
    told = race.claims()[:2]
    assert [claim["ply"] for claim in told] == [race.version + 1, race.version + 2]
    assert told[0]["at_ms"] <= told[1]["at_ms"] and {claim["version"] for claim in told} == {race.version}


def test_the_table_is_told_of_lines_that_cannot_be_evened_out(race: FarRace) -> None:
    near = race.table(lambda told: all(told["bands"]))
    assert not near["uneven"]
    race.send_away(race.third, way_s=TOO_FAR_S)
    page = race.race.pages[race.roller]
    while not (page.table["race"] or {}).get("uneven"):
        page.hear("table")
    assert page.table["race"]["window_ms"] > near["window_ms"]


def test_the_record_tells_every_claim_and_nobody_else_hears_what_was_claimed_in_vain(race: FarRace) -> None:
    race.send_away(race.third)
    race.say(race.roller, "stop", STOP, reaction_ms=100_000)
    time.sleep(HEAD_START_S)
    race.say(race.taker, "take", race.die)
    assert race.answer(race.taker, "take")["code"] == "contested"
    anna = race.race.people[0]
    shown = anna.ask("GET", f"/api/matches/{race.name}/claims")
    stop, take = shown[-2:]
    assert [claim["action"] for claim in shown] == [""] * len(shown)
    assert (stop["verdict"], stop["ply"], take["verdict"]) == ("accepted", race.version + 1, "contested")
    assert (take["rival"], take["window"]) == (race.roller, stop["window"])
    assert stop["sent_ms"] <= stop["at_ms"] <= stop["arrived_ms"] <= take["arrived_ms"]
    race.end()
    told = anna.ask("GET", f"/api/matches/{race.name}/claims")
    assert [claim["action"] for claim in told[-2:]] == ["stop", RAFFZAHN.say(race.taker, race.die)]
    file = anna.send("GET", f"/api/matches/{race.name}/file").content
    record = notation.parse(file)
    assert record.claims == told and record.claims[-2]["reaction_ms"] == 100_000
    assert anna.ask("GET", f"/api/matches/{race.name}/replay")["claims"] == told
    twin = notation.to_text(record)
    assert f"against seat {race.roller}" in twin and notation.from_text(twin).steps == record.steps


def test_there_are_no_claims_where_nothing_is_raced(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table()
    assert anna.refused("GET", f"/api/matches/{table['match']}/claims") == (404, "not-found")


def test_an_acknowledged_claim_and_its_times_outlive_the_server(tmp_path: Any) -> None:
    with running(tmp_path) as server, ExitStack() as lines:
        race = FarRace(server, lines)
        race.say(race.taker, "take", race.die)
        assert race.answer(race.taker, "take")["type"] == "ack"
        server.kill()
        opened.close()
    assert [claim["verdict"] for claim in race.claims()] == ["accepted"]
    with running(tmp_path) as server, moved(race.race.people[race.taker], server).page(race.name) as page:
        page.resume()
        page.say(type="act", id="take", version=race.version, actions=[race.die])
        told = answer(page, "take")
        assert told["type"] == "ack" and told["version"] == race.version + 1
    assert len(race.claims()) == 1
