"""Claims of a race in the match file and its readable twin."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import bussolotto
from bussolotto.core.errors import DamagedFile
from bussolotto.core.kernel import CHANCE
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.play.notation.file import chain_of

KEY = b"the key of this match"
RAFFZAHN = bussolotto.game("raffzahn")
PLIES = 200


def raced() -> notation.Record:
    """A race as far as some hands, with the claims of the last two of them, and a lost one in between."""
    match = Match(RAFFZAHN, 3)
    rng = Random(7)
    while match.version < PLIES or match.log[-1][0] == CHANCE:
        seat = match.movers().bit_length() - 1
        odds = match.odds()
        match.play(seat, rng.choice([code for code, weight in enumerate(odds) if weight] or match.legal(seat)))
    record = notation.record_of(match, ["Anna", "Bruno", "Carla"])
    last = match.version
    seat = match.log[-1][0]
    other = (seat + 1) % 3
    record.claims = [
        claim(seat, last, window=4, at_ms=1000.0),
        claim(other, last, window=4, at_ms=1019.0, verdict="contested", rival=seat, behind_ms=19.0),
        claim(other, last, window=5, at_ms=2000.0, verdict="illegal-action", flags=["superhuman"]),
        claim(other, last, window=6, at_ms=3000.0, verdict="too-late"),
    ]
    return record


def claim(seat: int, ply: int, window: int, at_ms: float, **told: Any) -> dict[str, Any]:
    usual = {
        "verdict": "accepted",
        "rival": None,
        "behind_ms": None,
        "heat": False,
        "flags": [],
        "reaction_ms": None,
        "band": [1.0, 2.0, 3.5],
        "believed_ms": 412.0,
        "neutral_ms": 413.0,
        "spent_ms": 1.0,
    }
    own = {"seat": seat, "ply": ply, "window": window, "version": ply - 1, "action": "stop"}
    return {**own, "at_ms": at_ms, "sent_ms": at_ms - 412.0, "arrived_ms": at_ms + 2.0, **usual, **told}


RECORD = raced()
FILE = notation.write(RECORD, KEY)
FIRST = len(RECORD.steps) + 2  # the line of the first claim


def forged(change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """The file after a change of its lines, all chains put right again."""
    lines = [json.loads(line) for line in FILE.splitlines()]
    change(lines)
    chain = ""
    for line in lines:
        line.pop("chain")
        line["chain"] = chain = chain_of(chain, line)
    return b"".join(msgspec.json.encode(line, order="sorted") + b"\n" for line in lines)


def test_a_file_tells_them_in_their_place_and_is_read_as_it_was_written() -> None:
    assert notation.parse(FILE) == RECORD
    kinds = [json.loads(line)["line"] for line in FILE.splitlines()]
    assert kinds[-5:] == ["claim"] * 4 + ["end"]


def test_a_file_without_claims_is_what_it_was() -> None:
    bare = raced()
    bare.claims = []
    assert b"claim" not in notation.write(bare, KEY)
    assert notation.parse(notation.write(bare, KEY)).claims == []


def in_first(name: str, value: object) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: lines[FIRST - 1]["claim"].update({name: value})


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (in_first("seat", (RECORD.claims[0]["seat"] + 1) % 3), FIRST, "claim"),
        (in_first("seat", 3), FIRST, "claim"),
        (in_first("version", PLIES + 99), FIRST, "claim"),
        (in_first("ply", 3), FIRST, "order"),
        (in_first("band", [1.0]), FIRST, "form"),
        (in_first("flags", None), FIRST, "form"),
        (in_first("more", 1), FIRST, "form"),
        (lambda lines: lines.insert(1, lines.pop(FIRST - 1)), 2, "order"),
        (lambda lines: lines.insert(0, lines.pop(FIRST - 1)), 1, "order"),
    ],
)
def test_a_claim_that_cannot_have_been_made_is_refused(
    change: Callable[[list[dict[str, Any]]], object], line: int, reason: str
) -> None:
    with pytest.raises(DamagedFile) as caught:
        notation.parse(forged(change))
    assert (caught.value.line, caught.value.values["reason"]) == (line, reason)


def test_a_claim_that_is_changed_or_taken_away_is_missed() -> None:
    lines = FILE.splitlines(keepends=True)
    for wrong in (FILE.replace(b'"behind_ms":19.0', b'"behind_ms":91.0'), b"".join([*lines[:-3], *lines[-2:]])):
        with pytest.raises(DamagedFile) as caught:
            notation.parse(wrong)
        assert caught.value.values["reason"] == "chain"


def test_the_twin_tells_what_was_contested_or_odd_and_is_read_without_it() -> None:
    twin = notation.to_text(RECORD)
    told = [line for line in twin.splitlines() if line.startswith("~")]
    assert len(told) == 3  # nobody cares about one that merely came late
    assert f"by 19 ms against seat {RECORD.claims[0]['seat']}" in told[1] and "[superhuman]" in told[2]
    assert notation.from_text(twin).steps == RECORD.steps
