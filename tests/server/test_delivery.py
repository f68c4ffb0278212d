"""Notices go to addresses that strangers choose: none of these stops the server, or reaches what is private."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from bussolotto.core.errors import BadHook
from bussolotto.server.people import delivery, outbox
from bussolotto.server.people.delivery import Delivery, Turns, Unreachable
from bussolotto.server.people.public_addresses import is_public
from tests.server import stores
from tests.server.outside import World, until
from tests.server.people import Person, Server, running
from tests.server.test_notices import days, move, noted

BROKEN = "https://1.1.1.1/\u0001"  # no client can call this


@pytest.fixture
def world() -> Iterator[World]:
    with closing(World()) as world:
        yield world


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, special="hooked") as server:
        yield server


def write(server: Server, statement: str, *values: object) -> None:
    """Change the database behind the server's back."""
    with stores.database(server.folder) as connection:
        connection.execute(statement, values)


class TestWhateverADeliveryRaises:
    @pytest.mark.parametrize("url", [BROKEN, "https://[::1", "x" * 3000, "http://a..b/"])
    def test_it_counts_as_a_try_with_a_pause_after_it(self, hooked: Server, url: str) -> None:
        first, other, table = days(hooked)
        other.ask("PUT", "/api/me/notices", {"webhook": "http://127.0.0.1:1/"})
        write(hooked, "UPDATE webhooks SET url = ?", url)
        other.ask("POST", "/api/me/push", {"endpoint": "http://127.0.0.1:1/"})
        write(hooked, "UPDATE pushes SET endpoint = ?", url)
        move(first, table)
        until(lambda: noted(hooked, table, "max(tries)") > (0,), hooked.time)
        tries, due_s, since_s = noted(hooked, table, "max(tries), max(due_s), max(since_s)")
        assert due_s - since_s > outbox.wait_after(tries)
        hooked.time.advance(outbox.wait_after(outbox.TRIES))
        until(lambda: noted(hooked, table, "max(tries)") > (tries,))
        assert hooked.stop().count("\n") < 3 * 2 * outbox.TRIES

    def test_a_guest_whose_notices_cannot_be_read_holds_up_nobody(self, tmp_path: Path, world: World) -> None:
        server = Server(tmp_path, special="hooked")
        (first, other, table), (*_, damaged) = days(server), days(server)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        write(server, "UPDATE notices SET waiting = '{', due_s = 1 WHERE match = ?", damaged["match"])
        move(first, table)
        world.wait("/other", hurry=server.time)
        assert server.stop().count("set aside: notice") == 1

    def test_times_that_are_none_hold_up_nobody(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        write(hooked, "INSERT INTO notices (match, guest, event, turn, since_s, due_s) VALUES ('x','y','over',0,0,'z')")
        move(first, table)
        world.wait("/other", hurry=hooked.time)


class TestSlowOnes:
    def test_one_guest_has_one_post_at_once_and_delays_nobody(self, hooked: Server, world: World) -> None:
        games = [days(hooked) for _ in range(3)]
        slow, quick = hooked.person("Slow"), games[-1][1]
        world.slow = {"/slow"}
        for first, other, _ in games[:-1]:
            for person in (first, other):
                person.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/slow"})
        quick.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/quick"})
        for first, _, table in games:
            move(first, table)
        world.wait("/quick", hurry=hooked.time)
        assert len(world.to("/slow")) <= 4
        assert slow.ask("GET", "/healthz")["status"] == "ok"

    def test_what_goes_to_one_address_does_not_hold_up_another(self, world: World) -> None:
        world.slow = {"/slow"}
        posts = delivery.POSTS_TO_ADDRESS

        async def send(other: World) -> int:
            sender = Delivery(private=True)
            waiting = [asyncio.create_task(sender.post(f"{world.address}/slow", b"", {})) for _ in range(2 * posts)]
            await asyncio.to_thread(until, lambda: len(world.to("/slow")) >= posts)
            status = await sender.post(f"{other.address}/quick", b"", {})
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            await sender.close()
            return status

        with closing(World("127.0.0.2")) as other:
            assert asyncio.run(send(other)) == 201
        assert len(world.to("/slow")) == posts

    def test_who_does_not_answer_is_given_up(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(delivery, "PATIENCE_S", 0.1)
        world.slow = {"/slow"}
        with pytest.raises(Unreachable):
            asyncio.run(Delivery(private=True).post(f"{world.address}/slow", b"", {}))

    def test_a_domain_that_is_looked_up_slowly_holds_up_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        over = threading.Event()

        def look_up(host: str, port: int) -> list[str]:
            if host != "quick.example":
                over.wait()
            return ["127.0.0.1"]

        async def check() -> None:
            sender = Delivery(private=True)
            slow = [asyncio.create_task(sender.check(f"https://{n}.slow.example/")) for n in range(100)]
            await asyncio.sleep(0)
            await sender.check("https://quick.example/")
            over.set()
            await asyncio.gather(*slow)
            await sender.close()

        monkeypatch.setattr(delivery, "look_up", look_up)
        asyncio.run(check())

    def test_turns_are_forgotten_when_nobody_has_or_wants_one(self) -> None:
        async def use() -> None:
            turns = Turns(1)
            await turns.take("a")
            waiting = asyncio.create_task(turns.take("a"))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            turns.give_back("a")
            await turns.take("a")
            turns.give_back("a")
            assert turns == Turns(1)

        asyncio.run(use())


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        [
            BROKEN,
            "https://1.1.1.1:8443/",
            "https://1.1.1.1:80/",
            "https://xn--a/",
            "https://a b/",
            "https://[::1",
            "https://x:99999/",
            "//1.1.1.1/",
            "https://1.1.1.1\\@10.0.0.1/",
            "https://a..b/",
            "https://192.0.0.192/opc/v2/",
            "https://[64:ff9b:1::1]/",
            "https://[fec0::1]/",
            "https://[::127.0.0.1]/",
            "https://192.88.99.1/",
            "https://0x7f.1/",
            "https://[fe80::1%25lo]/",
            "https:///\ud800",
        ],
    )
    def test_both_ways_to_give_one_refuse_it(self, server: Server, url: str) -> None:
        person = server.person()
        assert refused(person, "PUT", "/api/me/notices", {"webhook": url})
        assert refused(person, "POST", "/api/me/push", {"endpoint": url})
        assert person.ask("GET", "/api/me/notices") == {"webhook": None, "browsers": 0, "secret": None}

    @pytest.mark.parametrize("network", [
        # https://www.iana.org/assignments/iana-ipv4-special-registry
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/31", "192.0.0.192/32",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "255.255.255.255/32", "224.0.0.0/4",
        # https://www.iana.org/assignments/iana-ipv6-special-registry, but for 64:ff9b::/96 and ::ffff:0:0/96
        "::1/128", "::/128", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128",
        "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28",
        "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16",
        "fc00::/7", "fe80::/10",
        "fec0::/10", "ff00::/8", "::/96", "::ffff:10.0.0.0/104", "::ffff:192.0.0.192/128", "64:ff9b::127.0.0.0/104",
        "64:ff9b::192.88.99.0/120",
    ])  # fmt: skip
    def test_no_special_range_is_public(self, network: str) -> None:
        known = ip_network(network)
        first, last = int(known.network_address), int(known.broadcast_address)
        inside = {first, last, *range(first, last, max(1, (last - first) // 97))}
        assert not any(is_public(str(type(known.network_address)(number))) for number in inside)

    @pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "192.0.1.1", "2606:4700::1", "64:ff9b::1.1.1.1"])
    def test_others_are(self, address: str) -> None:
        assert is_public(address)

    def test_every_address_of_a_name_is_looked_at_each_time(self, world: World) -> None:
        """A name that leads elsewhere a moment later is called at the address that was looked at, or not at all."""
        answers = [["93.184.216.34"], ["93.184.216.34", "127.0.0.1"], ["127.0.0.1"]]

        class Rebound(Delivery):
            async def _resolve(self, host: str, port: int) -> list[str]:
                return answers.pop(0)

        async def send() -> None:
            sender = Rebound()
            await sender.check("https://hooks.example/")
            for _ in range(2):
                with pytest.raises(BadHook):
                    await sender.post("https://hooks.example/", b"", {})

        asyncio.run(send())
        assert answers == []

    def test_no_redirect_is_followed_and_no_cookie_kept(self, world: World) -> None:
        world.answers["/from"] = [307, 302]
        world.headers = {"location": f"{world.address}/to", "set-cookie": "spy=1; Path=/"}

        async def send() -> list[int]:
            sender = Delivery(private=True)
            found = [await sender.post(f"{world.address}/from", b"", {}) for _ in range(3)]
            await sender.close()
            return found

        assert asyncio.run(send()) == [307, 302, 201]
        assert {post.path for post in world.posts} == {"/from"}
        assert not any("cookie" in post.headers for post in world.posts)


def refused(person: Person, method: str, path: str, body: dict[str, Any]) -> bool:
    """Is the answer a refusal for the address, or for text that is none?"""
    return person.refused(method, path, body) in ((400, "bad-hook"), (400, "bad-request"))
