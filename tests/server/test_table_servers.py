"""Tables of a site in processes of their own: handed over, played by way of any process, taken back, never lost."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import bussolotto
from bench.standby.links import BACK, THERE, Link, network
from bussolotto.core.errors import refuse
from bussolotto.play import notation
from bussolotto.server.store import placement_rows
from bussolotto.server.store.database import NUMBERS_AT_ONCE, Store
from tests.command_line import do
from tests.depth import full
from tests.refusals import refused
from tests.server import outside, stores
from tests.server import test_evenings as evenings
from tests.server.buses import NatsPlace
from tests.server.operated import operated
from tests.server.people import PATIENCE_S, PAUSE_S, Page, Person, Server, answers, running
from tests.server.test_nonces import Pair

RESTARTING, POLICY = 1012, 1008
ROBOT = [{"seat": 1, "player": "random"}]


class Site:
    """A database and a bus at which servers meet."""

    def __init__(self, folder: Path, bus: NatsPlace) -> None:
        self.folder = folder
        self.bus = bus
        self.ways: dict[str, Link] = {}  # of servers whose way to the bus can be cut
        self.database = stores.address_of(folder)
        self.environment = {"BUSSOLOTTO_DATABASE": self.database, "BUSSOLOTTO_BUS": bus.address}

    def bus_of(self, name: str) -> str:
        """Where a server finds the bus."""
        return f"nats://127.0.0.1:{self.ways[name].port}" if name in self.ways else self.bus.address

    @contextmanager
    def server(self, name: str) -> Iterator[Server]:
        """The owner, a standby, or a table server, by its name."""
        with running(self.folder / name) as server:
            yield server

    def placements(self) -> dict[str, str]:
        """Which table servers have which tables, as stored."""
        with stores.opened_at(self.database) as database:
            rows = database.execute(placement_rows.LIST).fetchall()
        return {str(table): str(scope) for table, scope, _ in rows}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(stores, "chosen", stores.POSTGRESQL)
    bus = NatsPlace()
    site = Site(tmp_path, bus)

    def environment(folder: Path) -> dict[str, str]:
        kind = {"standby": {"BUSSOLOTTO_STANDBY": "1"}, "owner": {}}.get(
            folder.name, {"BUSSOLOTTO_TABLES": folder.name}
        )
        return {**site.environment, "BUSSOLOTTO_BUS": site.bus_of(folder.name), **kind}

    monkeypatch.setattr(stores, "environment_of", environment)
    try:
        yield site
    finally:
        bus.stop()


def open_placed(site: Site, anna: Person, at: str, **wish: Any) -> dict[str, str]:
    """A table that a table server has, where a match runs."""
    table: dict[str, str] = {}

    def is_placed() -> bool:
        table.update(anna.open_table(**{"bots": ROBOT} | wish))
        return site.placements().get(table["table"]) == f"tables:{at}"

    outside.until(is_placed)  # once the owner has seen the lease of the table server
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    return table


def at(server: Server, person: Person) -> Person:
    """The same person at another server, once it leads to the owner."""
    outside.until(partial(answers, server, "/api/games"))
    there = Person(server)
    there.http.cookies = person.http.cookies
    return there


def play(page: Page, times: int = 2) -> int:
    """Play some decisions; the version after them."""
    page.resume()
    return int([page.play()["version"] for _ in range(times)][-1])


def come_again(person: Person, match: str) -> Page:
    """A page of a match, as soon as it is taken: who has it may be starting."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return person.page(match)
        except InvalidStatus as refused:
            assert refused.response.status_code == 503 and time.monotonic() < deadline, refused
            time.sleep(PAUSE_S)


def leave_until_closed(page: Page) -> int | None:
    """Hear what comes until the page is closed; the code, if it was told one."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            page.hear()
    return int(closed.value.rcvd.code) if closed.value.rcvd else None


def test_a_match_at_a_table_server_is_played_by_way_of_any_process(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one, site.server("standby") as standby:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        versions = []
        for server in (owner, one, standby):
            person = at(server, anna)
            assert person.ask("GET", f"/api/tables/{table['table']}")["match"] == table["match"]
            with person.page(table["match"]) as page:
                versions.append(play(page))
        assert versions == sorted(set(versions))
        assert at(one, anna).ask("GET", "/api/games")
        assert at(one, anna).ask("GET", "/api/me")["name"] == "Anna"


def test_what_a_table_server_had_goes_on_at_the_owner_when_it_dies(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        with anna.page(table["match"]) as relayed, at(one, anna).page(table["match"]) as direct:
            version = play(relayed)
            direct.resume()
            one.kill()
            assert leave_until_closed(relayed) == RESTARTING
        outside.until(partial(answers, owner, f"/api/tables/{table['table']}"))
        with anna.page(table["match"]) as page:
            assert page.resume()["version"] >= version
            page.play()
        assert site.placements() == {}


def test_what_a_table_server_has_goes_to_the_owner_when_it_ends(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        with at(one, anna).page(table["match"]) as direct, anna.page(table["match"]) as relayed:
            version = play(direct)
            relayed.resume()
            begun_s = time.monotonic()
            one.process.send_signal(signal.SIGTERM)
            assert leave_until_closed(relayed) == RESTARTING
            assert leave_until_closed(direct) == RESTARTING
            with anna.page(table["match"]) as page:
                assert page.resume()["version"] >= version
                page.play()
            assert time.monotonic() - begun_s < PATIENCE_S
        one.stop()
        assert site.placements() == {}
        assert anna.open_table()["table"] not in site.placements()  # it takes no more


@full
def test_a_table_that_nobody_has_asked_for_is_given_back_too(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        outside.until(lambda: anna.open_table()["table"] in site.placements())
        with standing_still(owner):  # so that it does nothing of its own accord
            one.stop()
            assert site.placements() == {}


@full
def test_a_table_server_that_the_bus_does_not_lead_to_gets_no_tables(site: Site) -> None:
    """Whoever opens one could not reach it there."""
    with network() as link:
        site.ways["one"] = link(lambda: ("127.0.0.1", site.bus.port))
        with site.server("owner") as owner, site.server("one"):
            anna = owner.person("Anna")
            open_placed(site, anna, "one")
            with site.ways["one"].holding((THERE, BACK)):
                for _ in range(2):
                    anna.ask("POST", f"/api/tables/{anna.open_table(bots=ROBOT)['table']}/start")
            open_placed(site, anna, "one")


@full
def test_a_table_server_goes_on_while_the_owner_is_away_and_with_the_next_one(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one, site.server("standby") as standby:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        with at(one, anna).page(table["match"]) as page:
            play(page)
            owner.kill()
            versions = [page.play()["version"] for _ in range(3)]
            outside.until(partial(answers, standby, "/readyz"))
            versions += [page.play()["version"] for _ in range(3)]
            assert versions == sorted(set(versions))
            with come_again(at(standby, anna), table["match"]) as relayed:
                assert relayed.resume()["version"] >= versions[-1]
        assert site.placements() == {table["table"]: "tables:one"}


@full
def test_a_table_server_that_starts_again_has_what_it_had(site: Site) -> None:
    with site.server("owner") as owner, ExitStack() as again:
        anna = owner.person("Anna")
        with site.server("one") as one:
            table = open_placed(site, anna, "one")
            with standing_still(owner):  # or it takes the table back, if the start takes longer than the lease lasts
                one.kill()
                started = again.enter_context(site.server("one"))
        assert site.placements() == {table["table"]: "tables:one"}
        with at(started, anna).page(table["match"]) as page:
            play(page)
        assert anna.ask("GET", f"/api/tables/{table['table']}")["match"] == table["match"]


@full
def test_a_table_that_came_back_is_handed_over_again_with_the_next_match(site: Site) -> None:
    with site.server("owner") as owner:
        anna = owner.person("Anna")
        with site.server("one") as one:
            table = open_placed(site, anna, "one")["table"]
            one.stop()
        assert table not in site.placements()
        anna.ask("POST", f"/api/tables/{table}/resign")
        with site.server("two"):
            open_placed(site, anna, "two")
            again = anna.ask("POST", f"/api/tables/{table}/rematch")
            assert site.placements()[table] == "tables:two"
            with anna.page(again["match"]) as page:
                play(page)


@full
def test_a_table_server_that_is_replaced_keeps_its_tables(site: Site) -> None:
    folder = site.folder / "operated"
    folder.mkdir()
    with site.server("owner") as owner, operated(folder, "--tables", "one", environment=site.environment) as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        with anna.page(table["match"]) as page:
            version = page.resume()["version"]
            os.kill(one.pid, signal.SIGHUP)
            assert leave_until_closed(page) == RESTARTING
        one.wait_for_process()
        with come_again(anna, table["match"]) as page:
            assert page.resume()["version"] >= version
        assert site.placements() == {table["table"]: "tables:one"}


def test_one_that_was_taken_over_neither_writes_nor_speaks(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        with at(one, anna).page(table["match"]) as stale:
            version = play(stale)
            heard = len(stale.heard)
            with standing_still(one):
                outside.until(lambda: site.placements() == {})
                with anna.page(table["match"]) as page:
                    assert page.resume()["version"] >= version
                    page.play()
                stale.say(type="resume", version=None)
            leave_until_closed(stale)
            assert "view" not in {message["type"] for message in stale.heard[heard:]}
        outside.until(lambda: one.process.poll() is not None)
        one.kill()  # lets go of its pipes


def test_what_concerns_a_person_reaches_their_tables_wherever_they_are(site: Site) -> None:
    with site.server("owner") as owner, site.server("one"):
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        anna.ask("PUT", "/api/me", {"name": "Annabel"})
        seats = anna.ask("GET", f"/api/tables/{table['table']}")["seats"]
        assert seats[0]["name"] == "Annabel"
        with anna.page(table["match"]) as page:
            play(page)
        assert [match["match"] for match in anna.ask("GET", "/api/me/matches")] == [table["match"]]
        assert anna.send("DELETE", "/api/me").is_success
        assert owner.person().ask("GET", f"/api/tables/{table['table']}")["seats"][0]["name"] != "Annabel"


@full
def test_tables_are_listed_wherever_they_are(site: Site) -> None:
    with site.server("owner") as owner, site.server("one"):
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        assert table["table"] in owner.person().lobby()


@full
def test_matches_begun_at_different_processes_have_different_numbers(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        placed = open_placed(site, anna, "one")
        at(one, anna).ask("POST", f"/api/tables/{placed['table']}/resign")
        again = at(one, anna).ask("POST", f"/api/tables/{placed['table']}/rematch")
        other = anna.open_table()
        with stores.opened_at(site.database) as database:
            rows = database.execute("SELECT name, number FROM matches").fetchall()
        numbers = {str(name): int(number) for name, number in rows}
        assert {placed["match"], again["match"], other["match"]} <= numbers.keys()
        assert len(set(numbers.values())) == len(numbers)


def test_numbers_are_given_again_after_the_database_was_away_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each later match would have been refused."""

    async def run() -> None:
        store = Store(stores.address_of(tmp_path), asyncio.get_running_loop())
        try:
            with monkeypatch.context() as away:
                away.setattr(store, "value", lost)
                with refused("unreadable"):
                    store.new_number()
            assert [store.new_number() for _ in range(NUMBERS_AT_ONCE + 1)] == list(range(1, NUMBERS_AT_ONCE + 2))
        finally:
            await store.close()

    def lost(*query: object) -> None:
        raise refuse("unreadable", cause="busy", problem="lost")

    asyncio.run(run())


@contextmanager
def standing_still(server: Server) -> Iterator[None]:
    """Meanwhile it does nothing."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


@full
def test_what_is_asked_while_a_table_goes_back_is_answered(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        one.process.send_signal(signal.SIGTERM)
        while one.process.poll() is None:
            assert anna.ask("GET", f"/api/tables/{table['table']}")["table"] == table["table"]
        one.stop()
        assert site.placements() == {}


def test_a_request_passed_on_is_answered_as_it_would_be_there(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        for method, path, body in (
            ("GET", f"/api/matches/{table['match']}/picture", None),
            ("HEAD", f"/api/matches/{table['match']}/picture", None),
            ("POST", f"/api/tables/{table['table']}/start", None),
            ("POST", f"/api/tables/{table['table']}/seats/9", {"player": "random"}),
            ("POST", f"/api/tables/{table['table']}/seats/1", {"name": "x" * 70_000}),
            ("GET", "/api/tables/no-such-table", None),
        ):
            passed_on, there = (person.send(method, path, body) for person in (anna, at(one, anna)))
            assert (passed_on.status_code, passed_on.content) == (there.status_code, there.content), path
            assert passed_on.headers["content-type"] == there.headers["content-type"]


def test_a_browser_is_told_by_a_cookie_where_a_table_is(site: Site) -> None:
    with site.server("owner") as owner, site.server("one"):
        anna = owner.person("Anna")
        table = open_placed(site, anna, "one")
        anna.ask("GET", f"/api/tables/{table['table']}")
        assert anna.http.cookies["bussolotto-at"] == "one"
        anna.ask("PUT", "/api/me", {"name": "Annabel"})
        anna.ask("GET", f"/api/tables/{table['table']}")
        assert "bussolotto-at" not in anna.http.cookies


def test_who_is_banned_leaves_wherever_they_look_on(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna, bruno = owner.person("Anna"), owner.person("Bruno")
        table = open_placed(site, anna, "one")
        with at(one, bruno).page(table["match"]) as page:
            page.resume()
            bruno.send("DELETE", "/api/me")
            assert leave_until_closed(page) == POLICY


def test_a_table_server_needs_a_site_and_a_name(tmp_path: Path) -> None:
    for options, code in (
        (("--tables", "one"), "--database, --bus"),
        (("--tables", "one", "--database", "postgresql://nowhere/x"), "--database, --bus"),
        (("--tables", "One!", "--database", "postgresql://nowhere/x", "--bus", "nats://127.0.0.1:1"), "32"),
    ):
        done = do("--lang", "en", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "data"), *options)
        assert done.exit_code == 2 and code in done.stderr, done.stderr


@full
def test_a_roll_that_waits_for_a_page_outlives_its_table_server(site: Site) -> None:
    """The owner asks for the same number again, and takes no other: the roll is the same wherever it is computed."""
    with site.server("owner") as owner, site.server("one") as one, owner.time.stands():
        open_placed(site, owner.person("Carla"), "one")
        one.time.stop()
        pair = Pair(owner)
        assert site.placements()[pair.table] == "tables:one"
        pair.decide()
        _, version = pair.wait_in_vain()
        one.kill()
        outside.until(partial(answers, owner, f"/api/tables/{pair.table}"))
        pair.come_again(version)
        pair.decide()
        proof = pair.proof()
        assert proof.found and not proof.found.gaps and proof.found.nonces == 2 * proof.found.rolls


@full
def test_an_evening_goes_on_wherever_its_games_are_played(site: Site) -> None:
    games = [{"game": "spilorcio"}, {"game": "my-dice-your-dice"}, {"game": "spilorcio"}]
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        open_placed(site, anna, "one")
        table = evenings.opened(anna, games, seats=2, shared=False)
        anna.ask("POST", evenings.at(table, "/start"))
        assert site.placements()[table["table"]] == "tables:one"
        evenings.end(at(one, anna), table)
        anna.ask("POST", evenings.at(table, "/next"))
        before = evenings.end(anna, table)["evening"]
        one.kill()
        outside.until(partial(answers, owner, f"/api/tables/{table['table']}"))
        assert anna.ask("GET", evenings.at(table))["evening"] == before
        anna.ask("POST", evenings.at(table, "/next"))
        evenings.end(anna, table)
        record = notation.parse_evening(anna.send("GET", evenings.at(table, "/evening/file")).content)
        assert [match.game for match in record.records] == [each["game"] for each in games]


@full
def test_a_race_is_played_by_way_of_another_process_and_goes_on_at_the_owner(site: Site) -> None:
    with site.server("owner") as owner, site.server("one") as one:
        anna = owner.person("Anna")
        bots = [{"seat": seat, "player": "random"} for seat in (1, 2)]
        table = open_placed(site, anna, "one", seats=3, game="raffzahn", options={}, bots=bots)
        with anna.page(table["match"]) as relayed, at(one, anna).page(table["match"]) as direct:
            version = race_on(direct, race_on(relayed, 4) + 4)
            one.process.send_signal(signal.SIGTERM)
            assert leave_until_closed(relayed) == leave_until_closed(direct) == RESTARTING
        with come_again(anna, table["match"]) as page:
            assert race_on(page, version + 4) >= version + 4
        one.stop()


def race_on(page: Page, version: int) -> int:
    """Do what keeps a race going until it has come to this version; bots do the rest."""
    deadline = time.monotonic() + PATIENCE_S
    while page.resume()["version"] < version:
        assert time.monotonic() < deadline, "it does not go on"
        for word in ("throw", "stop"):
            page.act(bussolotto.game("raffzahn").read(0, word))
        time.sleep(PAUSE_S)
    return int(page.position["version"])
