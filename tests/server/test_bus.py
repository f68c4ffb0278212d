"""What a bus does, held by both: the twin in memory, and a real NATS server."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest
from nats.aio.client import Client

from bench.standby.links import BACK, THERE, Link, network
from bussolotto.server.bus import nats as nats_bus
from bussolotto.server.bus.messages import LARGEST, Bus, NoAnswer, TooLarge
from bussolotto.server.bus.nats import USUAL, NatsBus, require_address, shown
from tests.refusals import refused
from tests.server.buses import PATIENCE_S, MemoryPlace, NatsPlace, Place, again_until, until

Use = Callable[[Bus, Bus], Awaitable[None]]


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsPlace]:
    found = NatsPlace()
    yield found
    found.stop()


@pytest.fixture(params=["memory", "nats"])
def place(request: pytest.FixtureRequest) -> Place:
    if request.param == "memory":
        return MemoryPlace()
    found: NatsPlace = request.getfixturevalue("nats")
    return found


def with_two(place: Place, use: Use) -> None:
    """Let two processes at this bus talk."""

    async def run() -> None:
        one, other = place.join(), place.join()
        try:
            await until(lambda: one.connected and other.connected)
            await use(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


async def no_answer(asked: Awaitable[bytes]) -> str:
    """Why there is none."""
    with pytest.raises(NoAnswer) as caught:
        await asked
    return caught.value.why


def test_what_is_published_reaches_all_who_have_subscribed_until_they_cancel(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        heard: list[tuple[str, bytes]] = []
        await one.subscribe("s", lambda message: heard.append(("one", message)))
        cancel = await other.subscribe("s", lambda message: heard.append(("other", message)))
        await one.publish("s", b"1")
        await until(lambda: len(heard) == 2)
        await cancel()
        await other.publish("else", b"2")
        await other.publish("s", b"3")
        await until(lambda: len(heard) == 3)
        assert sorted(heard) == [("one", b"1"), ("one", b"3"), ("other", b"1")]

    with_two(place, use)


def test_a_request_goes_to_one_process_of_a_group(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        asked: list[str] = []

        def answering(name: str) -> Callable[[bytes], Awaitable[bytes]]:
            async def answer(message: bytes) -> bytes:
                asked.append(name)
                return name.encode() + message

            return answer

        await one.serve("s", "workers", answering("one"))
        cancel = await other.serve("s", "workers", answering("other"))
        answers = [await one.request("s", b"!", PATIENCE_S) for _ in range(40)]
        assert len(asked) == 40
        assert set(answers) == {b"one!", b"other!"}
        await cancel()
        assert {await other.request("s", b"?", PATIENCE_S) for _ in range(8)} == {b"one?"}

    with_two(place, use)


def test_answers_come_to_whom_they_are_for_in_any_order(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        slow = asyncio.Event()

        async def answer(message: bytes) -> bytes:
            if message == b"slow":
                await slow.wait()
            return message

        await other.serve("s", "g", answer)
        first = asyncio.create_task(one.request("s", b"slow", PATIENCE_S))
        assert await one.request("s", b"quick", PATIENCE_S) == b"quick"
        slow.set()
        assert await first == b"slow"

    with_two(place, use)


def test_a_second_answer_to_the_same_request_is_dropped(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    async def use(one: Bus, other: Bus) -> None:
        answered = 0

        async def answer(message: bytes) -> bytes:
            nonlocal answered
            answered += 1
            return message

        for group in ("first", "second"):  # each answers, so that every answer comes twice
            await other.serve("s", group, answer)
        for number in range(20):
            assert await one.request("s", b"%d" % number, PATIENCE_S) == b"%d" % number
        await until(lambda: answered == 40)

    with_two(place, use)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_where_nobody_serves_or_answers_a_request_ends(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        async def be_silent(message: bytes) -> None:
            return None

        assert await no_answer(one.request("nobody", b"", PATIENCE_S)) == "nobody"
        await other.serve("silent", "g", be_silent)
        assert await no_answer(one.request("silent", b"", 0.01)) == "late"

    with_two(place, use)


def test_a_late_answer_disturbs_nothing(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        late, sent = asyncio.Event(), asyncio.Event()

        async def answer(message: bytes) -> bytes:
            if message == b"late":
                await late.wait()
                sent.set()
            return message

        await other.serve("s", "g", answer)
        assert await no_answer(one.request("s", b"late", 0.01)) == "late"
        late.set()
        await sent.wait()
        assert await one.request("s", b"next", PATIENCE_S) == b"next"

    with_two(place, use)


def test_a_request_that_is_cancelled_as_its_answer_comes_is_cancelled() -> None:
    """The task that asked would go on otherwise, though it was ended."""

    async def use(one: Bus, other: Bus) -> None:
        async def answer(message: bytes) -> bytes:
            asking.cancel()
            return message

        await other.serve("s", "g", answer)
        asking = asyncio.create_task(one.request("s", b"", PATIENCE_S))
        with pytest.raises(asyncio.CancelledError):
            await asking

    with_two(MemoryPlace(), use)


def test_so_it_is_where_the_client_of_nats_forgets_that(nats: NatsPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(one: Bus, other: Bus) -> None:
        begun = asyncio.Event()

        async def forget(*asked: object) -> SimpleNamespace:
            begun.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(PATIENCE_S)
            return SimpleNamespace(data=b"")

        monkeypatch.setattr(Client, "request", forget)
        asking = asyncio.create_task(one.request("s", b"", PATIENCE_S))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    with_two(nats, use)


def test_a_message_that_is_too_large_is_refused_and_the_bus_goes_on(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        async def answer(message: bytes) -> bytes:
            return bytes(LARGEST + 1) if message == b"much" else message

        await other.serve("s", "g", answer)
        for send in (one.publish("s", bytes(LARGEST + 1)), one.request("s", bytes(LARGEST + 1), PATIENCE_S)):
            with pytest.raises(TooLarge, match=f"{LARGEST + 1} bytes to s is too large: at most {LARGEST}"):
                await send
        assert await no_answer(one.request("s", b"much", 0.01)) == "late"
        assert await one.request("s", bytes(LARGEST), PATIENCE_S) == bytes(LARGEST)

    with_two(place, use)


def test_a_message_that_breaks_whoever_hears_it_breaks_nothing_else(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []

        def hear(message: bytes) -> None:
            heard.append(bytes([int(message)]))

        async def answer(message: bytes) -> bytes:
            return bytes([int(message)])

        await other.subscribe("s", hear)
        await other.serve("s", "g", answer)
        for message in (b"\xff\x00", b"", b"999", b"1"):
            await one.publish("s", message)
        await until(lambda: heard == [b"\x01"])
        assert await no_answer(one.request("s", b"?", 0.01)) == "late"
        assert await one.request("s", b"2", PATIENCE_S) == b"\x02"

    with_two(place, use)
    assert "ValueError" in caplog.text


def test_a_bus_that_is_away_loses_messages_and_goes_on_when_it_is_back(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []

        async def answer(message: bytes) -> bytes:
            return message

        await other.subscribe("news", heard.append)
        await other.serve("s", "g", answer)
        place.stop()
        await until(lambda: not one.connected and not other.connected)
        await one.publish("news", b"lost")
        assert await no_answer(one.request("s", b"", PATIENCE_S)) == "away"
        await one.subscribe("meanwhile", heard.append)
        place.start()
        await until(lambda: one.connected and other.connected)
        await again_until(lambda: one.publish("news", b"found"), lambda: b"found" in heard)
        await again_until(lambda: other.publish("meanwhile", b"too"), lambda: b"too" in heard)
        assert b"lost" not in heard
        assert await one.request("s", b"again", PATIENCE_S) == b"again"

    with_two(place, use)


def test_after_it_is_closed_nothing_is_sent_or_heard(place: Place) -> None:
    async def use(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []
        await one.subscribe("s", heard.append)
        await other.subscribe("s", heard.append)
        await one.close()
        await other.publish("s", b"1")
        await until(lambda: heard)
        await one.publish("s", b"2")
        assert await no_answer(one.request("s", b"", PATIENCE_S)) == "away"
        assert not one.connected
        assert heard == [b"1"]

    with_two(place, use)


def test_a_bus_that_is_not_there_yet_is_waited_for_in_the_background(nats: NatsPlace) -> None:
    async def run() -> None:
        nats.stop()
        bus, heard = NatsBus(nats.address), list[bytes]()
        await bus.subscribe("s", heard.append)
        assert await no_answer(bus.request("s", b"", PATIENCE_S)) == "away"
        nats.start()
        await until(lambda: bus.connected)
        await again_until(lambda: bus.publish("s", b"1"), lambda: heard)
        await bus.close()
        never = NatsBus("nats://127.0.0.1:1")
        await asyncio.sleep(0)
        await never.close()

    asyncio.run(run())


@pytest.fixture
def stalling(nats: NatsPlace) -> Iterator[tuple[Link, list[str]]]:
    """A link to it, and a note for each connection that is made by way of that."""
    made = list[str]()

    def where() -> tuple[str, int]:
        made.append("one")
        return ("127.0.0.1", nats.port)

    with network() as link:
        yield link(where), made
    gc.collect()  # what was left open is told here, not in a test that knows nothing of it


@pytest.mark.parametrize("ways", [(THERE, BACK), (THERE,), (BACK,)])
def test_a_bus_that_stands_still_is_noticed_and_goes_on_when_it_is_back(
    nats: NatsPlace, stalling: tuple[Link, list[str]], ways: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was held back comes late, and harms nothing."""
    monkeypatch.setitem(USUAL, "ping_interval", 0.05)
    link, _ = stalling

    async def run() -> None:
        one, other, heard = NatsBus(f"nats://127.0.0.1:{link.port}"), nats.join(), list[bytes]()
        await until(lambda: one.connected and other.connected)
        await one.subscribe("s", heard.append)
        with link.holding(ways):
            await one.publish("else", b"late")
            await until(lambda: not one.connected)
            assert await no_answer(one.request("s", b"", PATIENCE_S)) == "away"
        await until(lambda: one.connected)
        await again_until(lambda: other.publish("s", b"1"), lambda: heard)
        await one.close()
        await other.close()

    asyncio.run(run())


async def fill(bus: NatsBus) -> None:
    """Send until nothing more fits between here and a link that holds it back."""
    while bus.connected:
        await bus.publish("s", bytes(LARGEST))


def test_a_connection_that_takes_nothing_is_cut_and_made_anew(
    stalling: tuple[Link, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not only once what was sent has left: the other end may never be there again."""
    monkeypatch.setattr(nats_bus, "LAST_S", 0.05)
    for option, seconds in (("ping_interval", 0.1), ("flush_timeout", 0.1)):
        monkeypatch.setitem(USUAL, option, seconds)
    link, made = stalling

    async def run() -> None:
        bus = NatsBus(f"nats://127.0.0.1:{link.port}")
        await until(lambda: bus.connected)
        with link.holding((THERE,)):
            await fill(bus)
            await until(lambda: len(made) > 1)
        await until(lambda: bus.connected)
        await bus.close()

    asyncio.run(run())


@pytest.mark.parametrize("noticed", [True, False])
def test_a_bus_that_takes_nothing_does_not_keep_a_process_from_closing_it(
    stalling: tuple[Link, list[str]], noticed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "LAST_S", 0.05)
    monkeypatch.setitem(USUAL, "flush_timeout", 0.1)
    monkeypatch.setitem(USUAL, "ping_interval", 0.1 if noticed else PATIENCE_S)
    link, _ = stalling

    async def run() -> None:
        bus = NatsBus(f"nats://127.0.0.1:{link.port}")
        await until(lambda: bus.connected)
        with link.holding((THERE,)):
            if noticed:
                await fill(bus)
            for _ in range(20):
                await bus.publish("s", bytes(LARGEST))
            await asyncio.wait_for(bus.close(), PATIENCE_S / 2)

    asyncio.run(run())


@pytest.mark.parametrize("address", ["localhost:4222", "http://localhost", "nats://", "nats://a:b:c", "nats://h/x"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with refused("bad-bus", "nats://HOST:4222"):
        require_address(address)


def test_a_password_is_not_shown() -> None:
    assert shown("nats://me:secret@host:4222") == "nats://host:4222"
    with refused("bad-bus") as caught:
        require_address("nats://me:secret@host:4222/path")
    assert "secret" not in str(caught.value)
