"""The file of an evening: what was written is read, and whatever is changed in it is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bussolotto.core import pyramid
from bussolotto.core.errors import DamagedFile
from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.play import notation
from bussolotto.play.notation.evening import _chain_of
from bussolotto.sheets import game_from_sheet, library
from bussolotto.sheets.game import forget
from tests.evening.playing import SERIES, chained, record

KEYS = [bytes([number]) * 32 for number in range(4)]


@pytest.fixture(scope="module")
def evening() -> notation.EveningRecord:
    return record(chained(SERIES, 3))


@pytest.fixture(scope="module")
def data(evening: notation.EveningRecord) -> bytes:
    return notation.write_evening(evening, KEYS)


def own_lines(data: bytes) -> list[int]:
    """The places of the evening's own lines."""
    lines = data.split(b"\n")
    return [at for at, line in enumerate(lines) if line and json.loads(line)["line"] in ("evening", "points", "night")]


def rechained(data: bytes, edit: Callable[[int, dict[str, Any]], None]) -> bytes:
    """The file with its own lines edited and chained anew, as somebody who forges it would."""
    lines = data.split(b"\n")
    written: list[bytes] = []
    chain, since = "", 0
    for number, at in enumerate(own_lines(data)):
        content = json.loads(lines[at])
        del content["chain"]
        edit(number, content)
        match = b"".join(line + b"\n" for line in lines[since:at])
        chain, since = _chain_of(chain, match, content), at + 1
        whole = json.dumps({**content, "chain": chain}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        written += [match, whole.encode() + b"\n"]
    return b"".join(written)


def wrong(data: bytes) -> tuple[int, str]:
    """The line that is named, and why."""
    with pytest.raises(DamagedFile) as caught:
        notation.parse_evening(data)
    return caught.value.line, str(caught.value.values["reason"])


def test_it_is_read_as_it_was_written(evening: notation.EveningRecord, data: bytes) -> None:
    assert notation.is_evening(data)
    assert notation.parse_evening(data) == evening
    assert rechained(data, lambda number, content: None) == data


def test_each_match_stands_in_it_as_in_its_own_file(evening: notation.EveningRecord, data: bytes) -> None:
    for match, key in zip(evening.records, KEYS, strict=True):
        assert notation.write(match, key) in data
        assert not notation.is_evening(notation.write(match, key))


def test_its_own_lines_tell_the_evening(evening: notation.EveningRecord, data: bytes) -> None:
    lines = data.split(b"\n")
    head, *points, night = [json.loads(lines[at]) for at in own_lines(data)]
    assert [part["game"] for part in head["games"]] == list(SERIES)
    assert (head["score"], head["shared"], head["names"]) == ("places", True, evening.names)
    assert [line["game"] for line in points] == [1, 2, 3, 4]
    assert points[0]["pile"] is None and points[1]["pile"]["stay"] == len(evening_pile(evening))
    assert night["totals"] == points[-1]["totals"] == [str(total) for total in evening.totals()]
    assert min(night["places"]) == 1


def evening_pile(evening: notation.EveningRecord) -> list[int]:
    """The dice that the first game left."""
    first = notation.match_of(evening.records[0])
    return [cell for cell in range(1, 165) if first.state.owner[cell]]


@pytest.mark.parametrize("sign", [b"7", b"x"])
def test_a_changed_byte_is_found_wherever_it_is(data: bytes, sign: bytes) -> None:
    for at in range(len(data) // 30, len(data), len(data) // 12):
        if data[at : at + 1] != sign and data[at : at + 1] != b"\n":
            line, _ = wrong(data[:at] + sign + data[at + 1 :])
            assert line <= data[:at].count(b"\n") + 1 or line == 1 + data.count(b"\n", 0, data.index(b"\n", at))


def test_a_file_cut_short_is_found(data: bytes) -> None:
    lines = data.split(b"\n")
    ends = own_lines(data)
    assert wrong(b"\n".join(lines[: ends[2] + 1]) + b"\n")[1] == "cut"
    assert wrong(b"\n".join(lines[: ends[1]]) + b"\n")[1] == "cut"
    assert wrong(data[:-1])[1] == "cut"


def test_a_match_that_was_lost_or_moved_is_found(data: bytes) -> None:
    lines = data.split(b"\n")
    first, second, third = own_lines(data)[:3]
    lost = [*lines[: first + 1], *lines[second + 1 :]]
    assert wrong(b"\n".join(lost)) == (first + 1 + third - second, "chain")
    moved = [*lines[: first + 1], *lines[second + 1 : third + 1], *lines[first + 1 : second + 1], *lines[third + 1 :]]
    assert wrong(b"\n".join(moved))[1] == "chain"


@pytest.mark.parametrize(
    ("line", "field", "value", "named"),
    [
        (0, "score", "shares", (1, "points")),
        (0, "shared", False, (2, "points")),
        (2, "points", ["2", "2", "2"], (2, "points")),
        (3, "totals", ["9", "0", "0"], (3, "points")),
        (2, "pile", None, (2, "points")),
        (5, "places", [1, 1, 1], (5, "night")),
    ],
)
def test_a_forged_sum_is_found(data: bytes, line: int, field: str, value: object, named: tuple[int, str]) -> None:
    def forge(number: int, content: dict[str, Any]) -> None:
        if number == line:
            assert content[field] != value
            content[field] = value

    place, reason = wrong(rechained(data, forge))
    assert (place, reason) == (own_lines(data)[named[0]] + 1, "evening")


def test_a_game_that_was_not_planned_is_found(data: bytes) -> None:
    def forge(number: int, content: dict[str, Any]) -> None:
        if number == 0:
            content["games"][0]["options"]["stock"] = "40"

    assert wrong(rechained(data, forge)) == (1, "evening")


def test_a_die_that_did_not_stay_is_found(evening: notation.EveningRecord) -> None:
    """Bunte Kuh begins with the base that Raffzahn left: a fresh match of it is whole, but not of this evening."""
    alone = chained(["bunte-kuh"], 3, seed=9)[0]
    other = record([*map(notation.match_of, evening.records[:2]), alone, notation.match_of(evening.records[3])])
    line, reason = wrong(notation.write_evening(other, KEYS))
    assert reason == "carried"
    lines = notation.write_evening(other, KEYS).split(b"\n")
    laid = json.loads(lines[line - 1])
    left = notation.match_of(evening.records[1]).state.pose
    cell = list(pyramid.BASES[alone.state.lattice])[laid["ply"] - 2]
    assert left[cell] and laid["action"] != bunte_kuh.LAY + left[cell] - 1


def test_without_a_shared_pyramid_every_game_sets_up_anew() -> None:
    matches = [chained([game], 3, seed)[0] for seed, game in enumerate(SERIES)]
    told = record(matches, shared=False, score="shares")
    found = notation.parse_evening(notation.write_evening(told, KEYS))
    assert found.totals() == told.totals() and sum(found.totals()) == 4
    assert found.piles == [None] * 4


def test_a_game_of_a_sheet_comes_back_with_all_that_its_sheet_says() -> None:
    """Where nobody has seen the sheet."""
    text = library()["last-light"].read_text("utf-8").replace("size = 6", "size = 3")
    sheet = game_from_sheet(text)
    told = record(chained([sheet.facts.name], 3), shared=False)
    data = notation.write_evening(told, KEYS[:1])
    forget(sheet)
    (found,) = notation.parse_evening(data).records
    assert found.sheet == text and "licence = " in text and "about = " in text
