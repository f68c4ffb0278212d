"""A long match is caught up with at little cost: its steps are kept as they were encoded, and made in pieces."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, cast

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

import bussolotto
from bussolotto.core.chance import Fast
from bussolotto.core.kernel import SPECTATOR
from bussolotto.games import names
from bussolotto.play.match import Match
from bussolotto.server import protocol
from bussolotto.server.clock import ServerClock
from bussolotto.server.match import encoded_log
from bussolotto.server.match.broadcaster import Report
from bussolotto.server.match.encoded_log import CHUNK, encode_steps
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.seats import Occupant
from tests.server.people import ENDLESS, Server, duel, running

PLIES = 700


async def long_match(name: str) -> LiveMatch:
    """A match that has just been read from the store, longer than several chunks, or over."""
    game, chance, rng = bussolotto.game(name), Fast(1), Random(1)
    match = Match(game, game.SEATS[0], ENDLESS if name == "spilorcio" else {})
    match.fall(chance)
    while not match.over and match.version < PLIES:
        seat = rng.choice([seat for seat in range(match.seats) if match.movers() >> seat & 1])
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(chance)
    clock = ServerClock(asyncio.get_running_loop())
    occupants = [Occupant("guest", "Anna")] * match.seats
    live = LiveMatch(cast(Any, None), clock, 1, "match", "table", match, occupants, closed=False)
    live.started_s = 1
    return live


def with_long_match(check: Callable[[LiveMatch], Awaitable[None]], name: str) -> None:
    async def run() -> None:
        await check(await long_match(name))

    asyncio.run(run())


@pytest.mark.parametrize("name", names())
def test_what_is_kept_is_what_would_be_encoded_anew(name: str) -> None:
    async def check(live: LiveMatch) -> None:
        version = live.match.version
        for audience in (0, SPECTATOR):
            for since in (0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 5, version - 1, version):
                steps = encode_steps(live, audience, max(0, since), version)
                assert live.encoded.encode(audience, max(0, since)) == b"[" + b",".join(steps) + b"]"

    with_long_match(check, name)


@pytest.mark.parametrize("fair", [msgspec.UNSET, protocol.FairTold("1f", 3), protocol.FairTold("2e", 4, '{"a":1}')])
@pytest.mark.parametrize("rest_ms", [0, 1300])
def test_a_message_put_together_is_what_its_struct_would_be(rest_ms: int, fair: Any) -> None:
    view, steps = b'{"plies":3,"chips":[1,2]}', b'[{"seat":0,"action":1,"text":"keep 1"}]'
    struct = protocol.StepsMessage(
        msgspec.Raw(view),
        [0, 2],
        [5, 7],
        rest_ms=rest_ms or msgspec.UNSET,
        fair=fair,
        version=12,
        steps=msgspec.Raw(steps),
    )
    before, after = protocol.encode_around_legal(view, [0, 2], rest_ms, fair, 12, steps)
    assert before + b"[5,7]" + after == msgspec.json.encode(struct)


@pytest.mark.parametrize("size", [0, 125, 126, 127, (1 << 16) - 1, 1 << 16])
def test_a_frame_of_any_size_is_read_by_a_peer(size: int) -> None:
    page = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)
    page.receive_data(protocol.frame_of(b"a" * size))
    (frame,) = page.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, size)


def test_a_log_is_encoded_once_for_an_audience(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []

    def counting(live: LiveMatch, audience: int, since: int, until: int) -> list[bytes]:
        encoded.append(until - since)
        return encode_steps(live, audience, since, until)

    monkeypatch.setattr(encoded_log, "encode_steps", counting)

    async def check(live: LiveMatch) -> None:
        live.encoded.encode(SPECTATOR, 0)
        assert sum(encoded) == live.match.version
        encoded.clear()
        frames = [Report(live, 0).frame(None, shows=False) for _ in range(5)]
        assert sum(encoded) < CHUNK, "only the steps after the last chunk"
        assert all(frame is frames[0] for frame in frames), "and all who come late are sent the same bytes"
        live.encoded.drop_unused()
        live.encoded.drop_unused()
        encoded.clear()
        live.encoded.encode(SPECTATOR, 0)
        assert sum(encoded) == live.match.version, "what nobody asks for is not kept"

    with_long_match(check, "spilorcio")


def test_catching_up_leaves_turns_of_the_loop_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    retraced = Match.retraced

    def counting(match: Match, log: Any) -> Any:
        played.append(len(log))
        return retraced(match, log)

    monkeypatch.setattr(Match, "retraced", counting)

    async def check(live: LiveMatch) -> None:
        ready: list[int] = []
        for page in range(3):
            live.encoded.when_ready(SPECTATOR, 0, lambda page=page: ready.append(page))  # type: ignore[misc]
        turns = 0
        while not ready:
            before = sum(played)
            await asyncio.sleep(0)
            assert sum(played) - before <= CHUNK, "one turn for all who wait"
            turns += 1
        assert ready == [0, 1, 2] and turns > PLIES // CHUNK
        played.clear()
        live.encoded.when_ready(SPECTATOR, 0, lambda: ready.append(3))
        Report(live, 0).frame(None, shows=False)
        assert ready[-1] == 3 and not played, "now it is kept"

    with_long_match(check, "spilorcio")


def test_pages_that_come_late_are_sent_all_steps(tmp_path: Any) -> None:
    """Also after a restart, when the events of the match have to be found again."""
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        pages = [person.page(table["match"]) for person in (anna, bruno)]
        for page in pages:
            page.resume(0)
        while (version := pages[0].position["version"]) < 5 * CHUNK:
            news = pages[pages[0].position["movers"][0]].play()["version"]
            for page in pages:
                while page.position["version"] < news:
                    page.hear("steps")
            assert news > version
        expected = watch(server, table["match"])
    with running(tmp_path) as server:
        assert [watch(server, table["match"]) for _ in range(2)] == [expected, expected]


def watch(server: Server, match: str) -> Any:
    """All steps of a match, as a stranger is sent them."""
    told = server.person().page(match).resume(0)
    assert len(told["steps"]) == told["version"]
    return told["steps"]
