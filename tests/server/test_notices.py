"""Notices of matches over days: who is told what, once, through restarts; and where nothing may be sent."""

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from bussolotto.core.errors import BadHook
from bussolotto.core.kernel import CHANCE
from bussolotto.server.people.delivery import Delivery
from bussolotto.server.people.notices import turn_of
from bussolotto.server.people.public_addresses import is_public
from bussolotto.server.people.vapid import ORDER, Vapid
from tests.moving import MovableClock
from tests.server import stores
from tests.server.outside import World, until
from tests.server.people import Person, Server, duel, running


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.close()


@pytest.fixture(scope="module")
def hooked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("hooked"), special="hooked") as server:
        yield server


def noted(server: Server, table: dict[str, Any], what: str = "count(*)") -> tuple[Any, ...]:
    """What the database knows of the notices of this match."""
    with stores.database(server.folder) as connection:
        return tuple(connection.execute(f"SELECT {what} FROM notices WHERE match = ?", (table["match"],)).fetchone())


def days(server: Server, **wishes: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at a table over days: who is to move first, and the other."""
    anna, bruno, table = duel(server, pace="days", **wishes)
    mine = anna.ask("GET", f"/api/matches/{table['match']}")
    return (anna, bruno, table) if mine["movers"] == [mine["seat"]] else (bruno, anna, table)


def settled(server: Server, table: dict[str, Any], count: int) -> Callable[[], bool]:
    """Have so many notices of this match come about, and each been decided and sent?"""
    return lambda: noted(server, table, "count(*), count(due_s)") == (count, 0)


def move(person: Person, table: dict[str, Any]) -> None:
    """Play this person's whole turn, and close the page."""
    with person.page(table["match"]) as page:
        page.resume()
        seat = page.table["me"]["seat"]
        while page.position["movers"] == [seat]:
            page.play()


class TestTurns:
    def test_a_turn_is_the_same_while_one_acts_dice_fall_or_others_decide(self) -> None:
        log = [(CHANCE, 1), (0, 1), (CHANCE, 2), (0, 2)]
        assert turn_of([], 0) == turn_of(log, 0) == turn_of(log[:2], 0) == 0  # his first, still going on
        assert turn_of(log, 1) == 0  # his first begins
        log += [(1, 1), (CHANCE, 1)]
        assert turn_of(log, 0) == 4  # his second, known by the end of his first
        log += [(2, 1), (CHANCE, 3)]
        assert turn_of(log, 0) == 4  # others still decide
        log += [(0, 1), (CHANCE, 5), (0, 2)]
        assert turn_of(log, 0) == 4  # he is still at it
        assert turn_of([*log, (1, 0)], 0) == 11


class TestWebhook:
    def test_who_is_not_here_is_told_once_and_can_check_by_whom(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        until(settled(hooked, table, 1), hooked.time)  # the first turn began before anybody wanted to be told
        set_up = other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        first.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/first"})
        assert set_up["webhook"] == f"{world.address}/other" and set_up["secret"]
        assert other.ask("GET", "/api/me/notices") == {
            "webhook": f"{world.address}/other",
            "browsers": 0,
            "secret": None,
        }
        move(first, table)
        (post,) = world.wait("/other", hurry=hooked.time)
        assert post.told == {
            "id": int(post.headers["bussolotto-notice"]),
            "event": "your-turn",
            "table": table["table"],
            "match": table["match"],
            "game": "spilorcio",
            "title": "Spilorcio",
            "link": table["link"],
            "names": ["Anna", "Bruno"],
        }
        signed = hmac.new(set_up["secret"].encode(), post.body, hashlib.sha256).hexdigest()
        assert post.headers["bussolotto-signature"] == f"sha256={signed}"
        assert [notice["event"] for notice in other.ask("GET", "/api/me/turns")] == ["your-turn"]
        move(other, table)
        world.wait("/first", hurry=hooked.time)
        until(settled(hooked, table, 3), hooked.time)
        assert [len(world.to("/other")), len(world.to("/first"))] == [1, 1]
        assert other.ask("GET", "/api/me/turns") == []

    def test_who_has_a_page_of_the_table_open_is_not_told(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        until(settled(hooked, table, 1), hooked.time)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        with other.page(table["match"]) as page:
            page.resume()
            move(first, table)
            until(settled(hooked, table, 2), hooked.time)
        assert world.posts == []
        assert noted(hooked, table) == (2,)  # it was looked at

    def test_tonight_nobody_is_told(self, hooked: Server, world: World) -> None:
        anna, bruno, table = duel(hooked)
        for person in (anna, bruno):
            person.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/any"})
        first = anna if anna.ask("GET", f"/api/matches/{table['match']}")["legal"] else bruno
        move(first, table)
        assert noted(hooked, table) == (0,)

    def test_the_end_is_told_to_who_is_not_here(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        first.ask("POST", f"/api/tables/{table['table']}/resign")
        (post,) = world.wait("/other", hurry=hooked.time)
        assert post.told["event"] == "over"
        assert [notice["event"] for notice in other.ask("GET", "/api/me/turns")] == ["over"]

    def test_who_sees_the_end_is_not_told_of_it(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        for name, person in (("first", first), ("other", other)):
            person.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/{name}"})
        with other.page(table["match"]) as page:
            page.resume()
            first.ask("POST", f"/api/tables/{table['table']}/resign")
            page.hear("table", lambda message: message["table"]["state"] == "over")
        until(
            lambda: "over" in [post.told["event"] for post in world.to("/first")], hooked.time
        )  # he gave up without a page
        until(lambda: noted(hooked, table, "count(due_s)") == (0,), hooked.time)
        assert world.to("/other") == [] and other.ask("GET", "/api/me/turns") == []

    def test_a_clock_that_runs_out_is_told_when_a_quarter_is_left(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked, clock={"move_s": 86_400})
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        move(first, table)
        world.wait("/other", hurry=hooked.time)
        hooked.time.advance(0.75 * 86_400)
        world.wait("/other", 2)
        assert [post.told["event"] for post in world.to("/other")[:2]] == ["your-turn", "hurry"]

    def test_what_is_not_taken_is_sent_again_and_given_up_in_the_end(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        world.answers["/other"] = [500, 302, 201]
        move(first, table)
        world.wait("/other", 3, hooked.time)
        until(settled(hooked, table, 2), hooked.time)
        assert len({post.headers["bussolotto-notice"] for post in world.to("/other")}) == 1
        assert noted(hooked, table, "max(tries), min(waiting)") == (3, "[]")

    def test_none_any_more(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        other.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/other"})
        assert other.ask("PUT", "/api/me/notices", {"webhook": None})["webhook"] is None
        move(first, table)
        until(settled(hooked, table, 2), hooked.time)
        assert world.posts == []


def test_a_restart_loses_no_notice_and_sends_none_twice(tmp_path: Path, world: World) -> None:
    """And all that waits for one person comes as one push, with the same key as ever."""
    keys = set()
    with running(tmp_path, special="hooked") as server:  # a minute does not pass before it is stopped
        host, guest = server.person("Ugo"), server.person("Olga")
        guest.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/hook"})
        guest.ask("POST", "/api/me/push", {"endpoint": f"{world.address}/push"})
        tables = [host.open_table(pace="days") for _ in range(3)]
        for table in tables:
            guest.ask("POST", f"/api/tables/{table['table']}/seats/1")
            host.ask("POST", f"/api/tables/{table['table']}/start")
            if host.ask("GET", f"/api/matches/{table['match']}")["legal"]:
                move(host, table)
        until(lambda: len(guest.ask("GET", "/api/me/turns")) == 3)
        server.kill()
    assert world.posts == []
    with stores.database(tmp_path) as connection:
        connection.execute("UPDATE notices SET due_s = 1 WHERE due_s IS NOT NULL")  # it was down for long
    for _ in range(2):
        with running(tmp_path, special="hooked") as server:
            until(lambda: all(noted(server, table, "count(due_s)") == (0,) for table in tables), server.time)
            keys.add(server.person().ask("GET", "/api/push/key")["key"])
    assert {post.told["match"] for post in world.to("/hook")} == {table["match"] for table in tables}
    assert [len(world.to("/hook")), len(world.to("/push"))] == [3, 1]
    (key,) = keys
    assert len(decoded(key)) == 65


def test_what_a_crash_left_out_is_noted_at_the_start(tmp_path: Path, world: World) -> None:
    with running(tmp_path, special="hooked") as server:
        first, _, _ = days(server)
        first.ask("PUT", "/api/me/notices", {"webhook": f"{world.address}/first"})
        server.kill()
    with stores.database(tmp_path) as connection:
        connection.execute("DELETE FROM notices")
    with running(tmp_path, special="hooked") as server:
        assert [post.told["event"] for post in world.wait("/first", hurry=server.time)] == ["your-turn"]


class TestPush:
    def test_a_push_tells_nothing_and_is_signed_by_the_key_of_the_server(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        endpoint = f"{world.address}/push/1"
        keys = {"p256dh": "x", "auth": "y"}
        subscribed = other.ask("POST", "/api/me/push", {"endpoint": endpoint, "expirationTime": None, "keys": keys})
        assert subscribed["browsers"] == 1
        move(first, table)
        (post,) = world.wait("/push/1", hurry=hooked.time)
        assert post.body == b"" and int(post.headers["ttl"]) > 3600
        key = other.ask("GET", "/api/push/key")["key"]
        claims = checked(post.headers["authorization"], key)
        assert claims["aud"] == world.address
        assert 0 < claims["exp"] - (time.time() + hooked.time.ahead_s) <= 24 * 3600
        assert claims["sub"].startswith(("mailto:", "https:"))

    def test_a_browser_that_is_gone_is_forgotten(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        for number, status in enumerate((410, 404, 201)):
            world.answers[f"/push/{number}"] = [status]
            other.ask("POST", "/api/me/push", {"endpoint": f"{world.address}/push/{number}"})
        move(first, table)
        world.wait("/push/2", hurry=hooked.time)
        until(lambda: other.ask("GET", "/api/me/notices")["browsers"] == 1)
        until(settled(hooked, table, 2), hooked.time)
        assert [len(world.to(f"/push/{number}")) for number in range(3)] == [1, 1, 1]

    def test_unsubscribing(self, hooked: Server, world: World) -> None:
        first, other, table = days(hooked)
        endpoint = f"{world.address}/push"
        other.ask("POST", "/api/me/push", {"endpoint": endpoint})
        assert first.ask("DELETE", f"/api/me/push?endpoint={endpoint}")["browsers"] == 0  # not his to take away
        assert other.ask("GET", "/api/me/notices")["browsers"] == 1
        assert other.ask("DELETE", f"/api/me/push?endpoint={endpoint}")["browsers"] == 0
        move(first, table)
        until(settled(hooked, table, 2), hooked.time)
        assert world.posts == []

    @pytest.mark.parametrize("secret", [b"\0" * 32, b"\xff" * 32, (ORDER - 1).to_bytes(32), ORDER.to_bytes(32)])
    def test_every_secret_makes_a_key(self, secret: bytes) -> None:
        vapid = Vapid(secret, MovableClock())
        assert checked(vapid.authorize("https://push.example/x", "https://a.example"), vapid.public)

    def test_the_check_bites(self) -> None:
        with pytest.raises(InvalidSignature):
            checked(
                Vapid(b"a" * 32, MovableClock()).authorize("https://push.example/x", "https://a.example"),
                Vapid(b"b", MovableClock()).public,
            )


def checked(authorization: str, key: str) -> dict[str, Any]:
    """The claims of a token, once its signature fits this key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signature = parts["t"].rpartition(".")
    numbers = decoded(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    halves = int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:])
    public.verify(encode_dss_signature(*halves), said.encode(), ec.ECDSA(SHA256()))
    assert scheme == "vapid" and decoded(parts["k"]) and len(numbers) == 64
    head, claims = (json.loads(decoded(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = claims
    return found


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class TestWhereNothingIsSent:
    @pytest.mark.parametrize(
        "url",
        [
            "http://example.org/hook",
            "https://127.0.0.1/",
            "https://127.0.0.1:9/hook",
            "https://localhost/hook",
            "https://2130706433/hook",
            "https://[::1]/hook",
            "https://[::ffff:10.0.0.1]/hook",
            "https://10.1.2.3/hook",
            "https://169.254.169.254/latest",
            "https://user:word@93.184.216.34/",
            "https://nowhere.invalid/hook",
            "ftp://93.184.216.34/hook",
            "https:///hook",
            "not an address",
        ],
    )
    def test_an_address_that_is_not_public_is_refused(self, server: Server, url: str) -> None:
        person = server.person()
        assert person.refused("PUT", "/api/me/notices", {"webhook": url}) == (400, "bad-hook")
        assert person.refused("POST", "/api/me/push", {"endpoint": url}) == (400, "bad-hook")
        assert person.ask("GET", "/api/me/notices") == {"webhook": None, "browsers": 0, "secret": None}

    @pytest.mark.parametrize(
        ("address", "public"),
        [
            ("93.184.216.34", True),
            ("2606:2800:220:1::1", True),
            ("10.0.0.1", False),
            ("100.64.0.1", False),
            ("224.0.0.1", False),
            ("0.0.0.0", False),
            ("fe80::1%eth0", False),
            ("fd00::1", False),
            ("::ffff:192.168.0.1", False),
            ("::ffff:93.184.216.34", True),
            ("64:ff9b::7f00:1", False),
            ("2002:7f00:1::", False),
        ],
    )
    def test_public_addresses(self, address: str, public: bool) -> None:
        assert is_public(address) is public

    async def _refused(self, found: list[str]) -> None:
        class Resolved(Delivery):
            async def _resolve(self, host: str, port: int) -> list[str]:
                return found

        with pytest.raises(BadHook):
            await Resolved().post("https://hooks.example/x", b"", {})

    def test_one_private_address_among_public_ones_is_enough(self) -> None:
        asyncio.run(self._refused(["93.184.216.34", "127.0.0.1"]))

    def test_it_connects_to_the_address_that_was_looked_at(self, world: World) -> None:
        asked: list[str] = []

        class Resolved(Delivery):
            async def _resolve(self, host: str, port: int) -> list[str]:
                asked.append(host)
                return ["127.0.0.1"]

        async def send() -> int:
            delivery = Resolved(private=True)
            status = await delivery.post(world.address.replace("127.0.0.1", "hooks.example") + "/x", b"{}", {})
            await delivery.close()
            return status

        assert asyncio.run(send()) == 201
        assert asked == ["hooks.example"]
        assert world.posts[0].headers["host"].startswith("hooks.example:")


def test_a_race_is_not_played_over_days(server: Server) -> None:
    person = server.person()
    wish = {"game": "raffzahn", "seats": 3, "pace": "days"}
    assert person.refused("POST", "/api/tables", wish) == (400, "no-days")


def test_home_tells_since_when_it_is_whose_turn(hooked: Server) -> None:
    before = int(time.time())
    first, other, table = days(hooked)
    until(lambda: other.ask("GET", "/api/me/matches")[0]["turn_since"] is not None)
    (mine,) = other.ask("GET", "/api/me/matches")
    assert mine["pace"] == "days" and not mine["my_turn"] and mine["turn_since"] >= before
    names = {person.me["id"]: name for person, name in ((first, "f"), (other, "o"))}
    assert len(names) == 2 and mine["movers"] in (["Anna"], ["Bruno"])
    shown = other.ask("GET", f"/api/tables/{table['table']}")
    assert (shown["pace"], shown["since"]) == ("days", mine["turn_since"])
