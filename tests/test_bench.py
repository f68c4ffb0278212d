"""The benches measure what they say: the same play in every form, every frame heard, a lost decision seen."""

import asyncio
import shutil
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import bussolotto
from bench import crowd, plies, server
from bench.report import Figure, number
from bussolotto import chance, kernel
from bussolotto.server import schema, store

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
    database = store.connect(tmp_path / store.FILE)
    schema.migrate(database)
    insert = partial(database.execute, "INSERT INTO decisions VALUES (1, ?, 0, ?, '0:1')")
    columns = "number, name, table_name, game, rules, seats, options, salt_key, closed"
    database.execute(f"INSERT INTO matches ({columns}) VALUES (1, 'M', 'T', 'spilorcio', 1, 2, '{{}}', x'00', 0)")
    insert((0, "a"))
    insert((1, "b"))
    database.close()
    assert server.missing_of(tmp_path, [("M", "a"), ("M", "b")]) == 0
    assert server.missing_of(tmp_path, [("M", "a"), ("M", "c"), ("N", "b")]) == 2
