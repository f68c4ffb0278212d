"""The benches measure what they say: the same play in every form, every frame heard, a lost decision seen."""

import asyncio
import json
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import bussolotto
from bench import bots, crowd, decisions, drain, plies, server, thinking
from bench.report import Figure, number, show
from bussolotto.core import chance, kernel
from bussolotto.server.store import database, schema
from bussolotto.testing.worlds import World
from tests import processes
from tests.depth import full
from tests.repo.sources import ROOT

GAME = bussolotto.game("spilorcio")


def interpreted(opening: Any, s: Any, rng: Any, count: int) -> int:
    """`random_plies` of loops.py in plain Python."""
    mask, weights, words = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.OUTCOMES, np.int64), rng.tolist()
    s[0], ended = opening[0], 0
    for _ in range(count):
        if GAME.movers(kernel.plain(s[0])) == 0:
            s[0], ended = opening[0], ended + 1
        plies.interpreted_ply(GAME, kernel.plain(s[0]), words, mask, weights)
    rng[:] = words
    return ended


def test_all_forms_of_random_play_end_in_the_same_bytes() -> None:
    players = {"compiled": bussolotto.compiled(GAME).random_plies, "interpreted": interpreted}
    if shutil.which("gcc"):
        players["by hand in C"] = plies.by_hand()
    assert min(plies.race(players, GAME, plies=3_000, rounds=2).values()) > 0


def test_other_play_is_noticed() -> None:
    def cheating(opening: Any, s: Any, rng: Any, count: int) -> int:
        return interpreted(opening, s, chance.seeded(2), count)

    with pytest.raises(AssertionError, match="different matches"):
        plies.race({"interpreted": interpreted, "cheating": cheating}, GAME, plies=500, rounds=1)


@pytest.mark.parametrize(
    ("value", "at_most", "met"), [(39.9, False, False), (40, False, True), (40, True, True), (40.1, True, False)]
)
def test_a_bar_is_met_or_missed(value: float, at_most: bool, met: bool) -> None:
    assert Figure("speed", value, "s", bar=40, at_most=at_most).met is met


def test_figures_of_numpy_are_told_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    show({"some": [Figure("speed", np.float64(2), "s", bar=1)]}, as_json=True)
    (told,) = json.loads(capsys.readouterr().out)["benches"]["some"]
    assert (told["value"], told["met"]) == (2.0, True)


def test_figures_are_told_to_three_digits() -> None:
    assert [number(value) for value in (0.94512, 50.27, 6841.2)] == ["0.945", "50.3", "6,841"]


class Sent:
    """A transport that keeps what is sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_frames_are_heard_however_they_arrive() -> None:
    short, long = b'{"type":"ack"}', b"x" * 70_000
    frames = b"".join((b"\x81\x0e", short, b"\x89\x02hi", b"\x81\x7e\x01\x00", long[:256], b"\x81\x7f"))
    stream = b"HTTP/1.1 101 Switching\r\n\r\n" + frames + len(long).to_bytes(8) + long

    async def hear(piece: int) -> tuple[list[bytes], list[bytes]]:
        heard: list[bytes] = []
        wire, sent = crowd.Wire(80, "/", "", heard.append), Sent()
        wire.connection_made(cast(Any, sent))
        for at in range(0, len(stream), piece):
            wire.data_received(stream[at : at + piece])
        return heard, sent.frames[1:]

    for piece in (1, 3, 1_000, len(stream)):
        assert asyncio.run(hear(piece)) == ([short, long[:256], long], [b"\x8a\x82" + bytes(4) + b"hi"])


def test_a_decision_that_is_not_stored_is_missed(tmp_path: Path) -> None:
    connection = database.connect(tmp_path / database.FILE)
    schema.migrate(connection)
    insert = partial(
        connection.execute, "INSERT INTO decisions (number, version, seat, message, steps) VALUES (1, ?, 0, ?, '0:1')"
    )
    columns = "number, name, table_name, game, rules, seats, options, salt_key, closed"
    connection.execute(f"INSERT INTO matches ({columns}) VALUES (1, 'M', 'T', 'spilorcio', 1, 2, '{{}}', x'00', 0)")
    insert((0, "a"))
    insert((1, "b"))
    connection.close()
    assert server.missing_of(tmp_path, [("M", "a"), ("M", "b")]) == 0
    assert server.missing_of(tmp_path, [("M", "a"), ("M", "c"), ("N", "b")]) == 2


def test_every_game_of_the_pyramid_has_a_bar_for_its_speed() -> None:
    assert decisions.BARS.keys() == set(bussolotto.games()) - {"spilorcio"}


@pytest.mark.parametrize("name", bussolotto.games())
def test_decisions_are_some_of_the_plies(name: str) -> None:
    rate = decisions.random_rate(name, seconds=0.01)
    assert 0 < rate.decisions <= rate.plies


def test_a_slow_ply_is_found() -> None:
    def legal(s: Any, seat: int, mask: Any) -> int:
        time.sleep(0.002 if GAME.movers(s) else 0)
        return int(GAME.legal(s, seat, mask))

    slow: Any = SimpleNamespace(movers=GAME.movers, apply=GAME.apply, legal=legal)
    quick: Any = SimpleNamespace(movers=GAME.movers, apply=GAME.apply, legal=lambda *_: 0)
    assert decisions.worst_in(World(GAME, 2, 1), slow, 30) > 2e6
    assert decisions.worst_in(World(GAME, 2, 1), quick, 30) < 2e6


def test_without_openspiel_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(decisions, "find_spec", lambda name: None)
    assert decisions.compared({}, 0.1) == []
    assert "pip install open_spiel" in capsys.readouterr().err


def test_lengths_count_decisions_and_all_plies() -> None:
    class Race:
        """A die, a decision, a die: over."""

        def __init__(self) -> None:
            self.plies = 0

        def new_initial_state(self) -> "Race":
            return Race()

        def is_terminal(self) -> bool:
            return self.plies == 3

        def is_chance_node(self) -> bool:
            return self.plies != 1

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(face, 1 / 6) for face in range(6)]

        def legal_actions(self) -> list[int]:
            return [0]

        def apply_action(self, action: int) -> None:
            self.plies += 1

    assert decisions.lengths_of(Race(), Random(1)) == (1, 3)


def test_who_plays_better_has_more_than_half_of_the_two_way_share() -> None:
    assert bots.two_way_share("spilorcio", 20) > 0.6


@pytest.mark.parametrize("name", ["cui-bono", "raffzahn"])
def test_decisions_are_timed_one_by_one(name: str) -> None:
    """In a race, where a player may see nothing for ever, so many at most."""
    times_s = thinking.decision_times_s(bussolotto.game(name), "sensible", 3, 1, {})
    assert 10 < len(times_s) <= thinking.MOST and min(times_s) > 0


ONLY_PLAYED = """
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("playwright", "pytest", "hypothesis", "gymnasium", "distributed"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
sys.argv[1:] = ARGUMENTS
runpy.run_module("bench", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [(["--help"], 0, "plies"), (["page"], 1, "The bench page needs playwright"), (["nothing"], 2, "there is no bench")],
)
def test_where_only_playing_is_installed_it_says_what_it_needs(arguments: list[str], code: int, said: str) -> None:
    command = [sys.executable, "-c", ONLY_PLAYED.replace("ARGUMENTS", repr(arguments))]
    told = processes.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == code and said in told.stdout + told.stderr
    assert code != 1 or ("./test" in told.stderr and "Traceback" not in told.stderr)


@full
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="servers are watched through /proc, as on Linux")
def test_nobody_loses_anything_when_a_server_is_replaced() -> None:
    """How long they wait is for the bench: here others may be at work on the machine."""
    figures = {figure.what: figure for figure in drain.measure(rounds=2, number=3)}
    waits = [what for what in figures if "longest" in what]
    assert figures["acknowledged actions"].value > 3 and len(waits) == 4
    assert [figure for what, figure in figures.items() if what not in waits and not figure.met] == []
