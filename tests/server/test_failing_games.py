"""What a game of another package does wrong ends no match: another player plays on, and rules that fail refuse."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bussolotto
from bussolotto.cli.sentences import mover_of
from bussolotto.core.chance import System
from bussolotto.core.errors import Refusal, refuse
from bussolotto.fair.nonces import NonceChain
from bussolotto.play import notation
from bussolotto.play.match import CHANCE_BIT, Match
from bussolotto.server.match import manual_dice
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.jit import CompiledRules
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import Planners
from tests.moving import MovableClock
from tests.server.in_process import house

GAME = bussolotto.game("spilorcio")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules fail where a test says so, whether another one has compiled them or not."""
    monkeypatch.setattr(CompiledRules, "admit", lambda *_: None)


class Failing:
    """A player of a package, which fails where it is told to."""

    def __init__(self, where: str) -> None:
        self.where = where

    def watch(self, *_: Any) -> None:
        assert self.where != "watch", "planted"

    def choose(self, _: Match, legal: Any, __: Any) -> tuple[int, int]:
        assert self.where != "choose", "planted"
        return (max(legal) + 1 if self.where == "illegal" else legal[0]), 0


def fails_in(where: str) -> Callable[[object], Failing]:
    def make(_: object) -> Failing:
        assert where != "make", "planted"
        return Failing(where)

    return make


def opened() -> Match:
    match = Match(GAME, 2)
    match.fall(System())
    return match


def table(match: Match, seats: Sequence[int]) -> Any:
    """A table as far as bots look at it, whose bots have these seats."""
    return SimpleNamespace(
        name="m",
        clock=MovableClock(),
        match=match,
        bots=dict.fromkeys(seats, "failing"),
        state="running",
        held=False,
        movers=lambda: [mover_of(match)],
        rest=SimpleNamespace(left_ms=0),
    )


async def think(bots: Bots) -> None:
    """Until they have thought, and asked for what they want."""
    assert bots._thinking is not None
    await bots._thinking
    bots._live.clock.advance(0)  # type: ignore[attr-defined]  # one that the test moves


def moves(match: Match, answer: Callable[[MoveRequest], int | Refusal]) -> list[int]:
    """What the bot of a table chooses that has to move, while the server gives these answers."""

    async def play() -> list[int]:
        asked: asyncio.Queue[MoveRequest] = asyncio.Queue()
        chosen: list[int] = []
        with ThreadPoolExecutor(1) as threads:
            bots = Bots(table(match, [mover_of(match)]), threads, Planners(), 0, asked.put_nowait)
            for _ in range(2):
                bots.wake()
                await think(bots)
                request = asked.get_nowait()
                chosen.extend(request.actions)
                request.answer(answer(request))
            bots.stop()
        return chosen

    return asyncio.run(play())


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Gives the game a player that fails there."""
    bots: Any = GAME.part("bot")
    return lambda where: monkeypatch.setitem(bots.PLAYERS, "failing", fails_in(where))


@pytest.mark.parametrize("where", ["make", "watch", "choose"])
def test_for_a_player_that_fails_another_one_plays_on(
    where: str, plant: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    plant(where)
    match = opened()
    legal = match.legal(mover_of(match))
    chosen = moves(match, lambda request: request.version)
    assert len(chosen) == 2 and set(chosen) <= set(legal)
    assert caplog.text.count("Traceback") == 1 and "the player failing of spilorcio failed in match m" in caplog.text


def test_a_player_that_chooses_what_is_not_legal_is_replaced(
    plant: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    plant("illegal")
    match = opened()
    legal = match.legal(mover_of(match))

    def judged(request: MoveRequest) -> int | Refusal:
        (action,) = request.actions
        return request.version if action in legal else refuse("not-an-action", game="spilorcio", action=action)

    first, second = moves(match, judged)
    assert first not in legal and second in legal
    assert "has no action" in caplog.text


def test_who_was_away_meanwhile_is_stood_in_for_by_the_player_of_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not by the spare one that was to come for what that player had chosen before."""
    made: list[Failing] = []

    def make(_: object) -> Failing:
        made.append(Failing("illegal"))
        return made[-1]

    bots_of_game: Any = GAME.part("bot")
    monkeypatch.setitem(bots_of_game.PLAYERS, "failing", make)
    match = opened()
    seat = mover_of(match)

    async def play() -> None:
        asked: asyncio.Queue[MoveRequest] = asyncio.Queue()
        with ThreadPoolExecutor(1) as threads:
            bots = Bots(table(match, [0, 1]), threads, Planners(), 0, asked.put_nowait)
            bots.wake()
            await think(bots)
            request = asked.get_nowait()
            request.answer(refuse("not-an-action", game="spilorcio", action=request.actions[0]))
            bots.hold(seat)
            await think(bots)
            bots.release(seat)
            await think(bots)
            bots.stop()

    asyncio.run(play())
    assert len(made) == 3


def test_rules_that_fail_refuse_what_they_fail_at_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            live = await here.duel()
            seat = mover_of(live.match)
            answers: list[int | Refusal] = []

            def act(message: str) -> None:
                action = live.match.legal(seat)[0]
                live.submit(MoveRequest(seat, live.match.version, [action], message, answers.append))

            before = [*live.match.log]
            with monkeypatch.context() as broken:
                broken.setattr(live, "_play", lambda *_: 1 // 0)
                act("first")
                await here.advance(1)
            assert live.match.log == before
            act("second")
            await here.advance(1)
            failed, good = answers
            assert isinstance(failed, Refusal) and failed.code == "rules-failed"
            assert good == live.match.version > len(before)

    asyncio.run(play())
    assert "ZeroDivisionError" in caplog.text


def fail(broken: pytest.MonkeyPatch, live: LiveMatch) -> None:
    broken.setattr(Match, "fall", lambda *_: 1 // 0)


def fail_compiled(broken: pytest.MonkeyPatch, live: LiveMatch) -> None:
    broken.setattr(live, "_turns", SimpleNamespace(play=lambda *_: 1 // 0))


def change(broken: pytest.MonkeyPatch, live: LiveMatch) -> None:
    """As after a restart with another version of the game."""
    broken.setattr(live, "rules", live.rules + 1)


@pytest.mark.parametrize(("happens", "code"), [(fail, "rules-failed"), (change, "other-rules")])
def test_nobody_waits_for_dice_that_cannot_fall_after_nonces(
    happens: Callable[[pytest.MonkeyPatch, LiveMatch], None],
    code: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing can come before them: whoever wants anything of the match is told why, now and later."""

    async def play() -> None:
        async with house(tmp_path) as here:
            duel = await here.duelists(fair="pages")
            live, fair, seat = duel.live, duel.live.fair, mover_of(duel.live.match)
            assert fair
            chain, page = NonceChain(length=8), (duel.anna, duel.bruno)[seat].page(live.name)
            page.say(type="resume", version=None)
            page.say(type="commit", id="chain", link=chain.commitment.hex())
            await here.advance(1)
            page.say(type="act", id="first", version=live.match.version, actions=live.match.legal(seat)[:1])
            await here.advance(1)
            assert live.shared.waits
            with monkeypatch.context() as broken:
                happens(broken, live)
                page.say(type="nonce", id="n", roll=fair.rolls, link=chain.open(fair.head).hex())
                waiting = asyncio.ensure_future(duel.anna.send("POST", f"/api/tables/{duel.table}/resign"))
                await here.advance(60)
                page.say(type="act", id="second", version=live.match.version, actions=[0])
                page.say(type="commit", id="third", link="11" * 32)
                await here.advance(1)
                later = await duel.bruno.send("POST", f"/api/tables/{duel.table}/resign")
            told = [one["code"] for one in page.answers("second", "third")]
            told += [one.json()["code"] for one in (await waiting, later)]
            assert told == [code] * 4
            assert live.state == "running" and live.idle and not live.shared.waits

    asyncio.run(play())
    assert caplog.text.count("Traceback") == (code == "rules-failed")


@pytest.mark.parametrize("happens", [fail, fail_compiled])
def test_what_rules_failed_at_is_in_no_proof(
    happens: Callable[[pytest.MonkeyPatch, LiveMatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They fail when dice fall, after a decision that then never was."""

    async def play() -> bytes:
        async with house(tmp_path) as here:
            anna, _, table, live = await here.duelists()
            seat = mover_of(live.match)
            refused: list[int | Refusal] = []
            with monkeypatch.context() as broken:
                happens(broken, live)
                request = MoveRequest(seat, live.match.version, live.match.legal(seat)[:1], "first", refused.append)
                live.submit(request)
                await here.advance(1)
            assert [one.code for one in refused if isinstance(one, Refusal)] == ["rules-failed"]
            await anna.ask("POST", f"/api/tables/{table}/resign")
            return (await anna.send("GET", f"/api/matches/{live.name}/file")).content

    record = notation.parse(asyncio.run(play()))
    assert record.proof and record.proof.found and record.proof.found.rolls == 1


def test_no_exception_of_rules_leaves_the_match_when_dice_are_drawn_that_nobody_enters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            anna, _, table, live = await here.duelists(dice="real")
            with monkeypatch.context() as broken:
                broken.setattr(Match, "movers", lambda _: CHANCE_BIT)
                broken.setattr(manual_dice, "find_due", lambda *_: None)
                broken.setattr(manual_dice, "roll", lambda *_: 1 // 0)
                live.draw_pending()
            assert "ZeroDivisionError" in caplog.text
            assert live.idle
            await anna.ask("POST", f"/api/tables/{table}/resign")
            assert live.over

    asyncio.run(play())
