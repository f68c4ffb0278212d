"""What a game of another package does wrong ends no match: another player plays on, and rules that fail refuse."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.errors import Refusal, refuse
from bussolotto.play.match import Match
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.planners import Planners
from tests.moving import MovableClock
from tests.server.in_process import house
from tests.server.people import ENDLESS

GAME = bussolotto.game("spilorcio")


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


def moves(match: Match, answer: Callable[[MoveRequest], int | Refusal]) -> list[int]:
    """What the bot of a table chooses that has to move, while the server gives these answers."""
    clock = MovableClock()
    seat = match.movers().bit_length() - 1
    table: Any = SimpleNamespace(
        name="m",
        clock=clock,
        match=match,
        bots={seat: "failing"},
        state="running",
        held=False,
        movers=lambda: [seat],
        rest=SimpleNamespace(left_ms=0),
    )

    async def play() -> list[int]:
        asked: asyncio.Queue[MoveRequest] = asyncio.Queue()
        chosen: list[int] = []
        with ThreadPoolExecutor(1) as threads:
            bots = Bots(table, threads, Planners(), 0, asked.put_nowait)
            for _ in range(2):
                bots.wake()
                assert bots._thinking is not None
                await bots._thinking
                clock.advance(0)
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
    legal = match.legal(match.movers().bit_length() - 1)
    chosen = moves(match, lambda request: request.version)
    assert len(chosen) == 2 and set(chosen) <= set(legal)
    assert caplog.text.count("Traceback") == 1 and "the player failing of spilorcio failed in match m" in caplog.text


def test_a_player_that_chooses_what_is_not_legal_is_replaced(
    plant: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    plant("illegal")
    match = opened()
    legal = match.legal(match.movers().bit_length() - 1)

    def judged(request: MoveRequest) -> int | Refusal:
        (action,) = request.actions
        return request.version if action in legal else refuse("not-an-action", game="spilorcio", action=action)

    first, second = moves(match, judged)
    assert first not in legal and second in legal
    assert "has no action" in caplog.text


def test_rules_that_fail_refuse_what_they_fail_at_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            anna, bruno = [await here.person(name) for name in ("Anna", "Bruno")]
            wish = {"game": "spilorcio", "seats": 2, "sit": 0, "options": ENDLESS, "fair": "server"}
            opened = await anna.ask("POST", "/api/tables", wish)
            await bruno.ask("POST", f"/api/tables/{opened['table']}/seats/1")
            await anna.ask("POST", f"/api/tables/{opened['table']}/start")
            await here.advance(10)
            live = here.services.matches.find(opened["match"])
            seat = live.match.movers().bit_length() - 1
            answers: list[int | Refusal] = []

            def act(message: str) -> None:
                action = live.match.legal(seat)[0]
                live.submit(MoveRequest(seat, live.match.version, [action], message, answers.append))

            before = live.match.log
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
