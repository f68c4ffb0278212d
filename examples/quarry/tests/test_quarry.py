"""Quarry keeps the laws of all games; its own clauses, its players and its texts are tried here."""

import json
import re
from pathlib import Path

import pytest
import quarry
from quarry import game as rules

from bussolotto import CHANCE, game, new_state
from bussolotto.core import kernel, pyramid
from bussolotto.core.contract import refusal
from bussolotto.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from bussolotto.testing import check

TEXTS = Path(quarry.__file__).parent / "texts"
TOP = pyramid.INDEX[0, 0, 0]
UNDER = [pyramid.INDEX[cell] for cell in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
PEARL, YELLOW, RED = 1, 2, 3
PLACE = re.compile(r"\{\w+\}")


def built(colours: int = RED, **options: object) -> object:
    """A small pyramid of one colour, seat 0 to take."""
    s = kernel.plain(new_state(game("quarry"), 2, lattice=3, **options))
    for cell in range(pyramid.COUNT):
        s.colour[cell] = colours if sum(pyramid.CELLS[cell]) <= 3 else 0
    s.to_lay[:] = [0, 0, 0]
    s.laid, s.phase = pyramid.COUNT, rules.TAKING
    return s


def may(s: object, seat: int = 0) -> list[str]:
    codes = range(rules.ACTIONS)
    return [rules.say(seat, code) for code in codes if kernel.permits(rules.legal, rules.ACTIONS, s, seat, code)]


def roll(s: object, face: int) -> None:
    rules.apply(s, CHANCE, rules.FACE + face - 1)


def test_it_passes_check_game() -> None:
    found = [each for each in check.check_game("quarry") if isinstance(each, check.Finding)]
    assert [each for each in found if each.result == check.BROKEN] == []
    assert not [each for each in found if each.check in ("texts", "untranslated") and each.result == check.MISSING]


@pytest.mark.parametrize(("size", "counts"), [(3, [7, 7, 6]), (4, [12, 12, 11]), (5, [19, 19, 18]), (6, [28, 28, 28])])
def test_there_are_as_many_of_each_colour_as_can_be(size: int, counts: list[int]) -> None:
    assert new_state(game("quarry"), 2, lattice=size).to_lay.tolist() == counts  # QUA-1


def test_only_a_free_die_is_taken_and_only_what_is_there_is_hauled() -> None:
    s = built()
    assert may(s) == ["take 0,0,0"] and may(s, 1) == []  # QUA-2
    assert str(refusal(game("quarry"), s, 0, UNDER[0]).clause) == "QUA-2"
    assert str(refusal(game("quarry"), s, 0, rules.HAUL).clause) == "QUA-3"
    rules.apply(s, 0, TOP)
    assert len(may(s)) == 4 and may(s)[-1] == "haul"


@pytest.mark.parametrize(("danger", "dice", "low"), [(1, 2, 1), (1, 3, 2), (1, 5, 4), (0, 2, 0), (0, 3, 1), (3, 2, 3)])
def test_a_roll_that_is_too_low_buries_the_cart(danger: int, dice: int, low: int) -> None:
    for face in range(1, 7):
        s = built(danger=danger)
        s.cart[RED - 1], s.phase = dice, rules.ROLLING
        s.left -= dice
        roll(s, face)
        buried = face <= low  # QUA-3
        assert (s.buried, rules.load(s), s.turn) == ((dice, 0, 1) if buried else (0, dice, 0)), face


def test_the_first_die_needs_no_roll_and_the_second_does() -> None:
    s = built()
    rules.apply(s, 0, TOP)
    assert (rules.movers(s), s.need) == (1, 2)
    rules.apply(s, 0, UNDER[0])
    assert (rules.movers(s), s.need) == (1 << CHANCE, 2)
    roll(s, 2)
    assert s.need == 3  # the next one
    rules.haul(s)
    assert s.need == 0


@pytest.mark.parametrize(
    ("dice", "points"), [([3, 0, 0], 3), ([0, 2, 0], 4), ([0, 0, 2], 6), ([1, 1, 1], 10), ([2, 3, 2], 22)]
)
def test_colours_and_sets_count(dice: list[int], points: int) -> None:
    s = built()
    s.cart[:] = dice
    rules.haul(s)
    assert (s.points[0], s.turn, rules.load(s)) == (points, 1, 0)  # QUA-4


def test_the_last_die_comes_home_by_itself() -> None:
    s = built()
    s.colour[:] = [RED if cell == TOP else 0 for cell in range(pyramid.COUNT)]
    s.left = 1
    rules.apply(s, 0, TOP)
    assert (s.phase, s.points[0], rules.ending(s)) == (rules.OVER, 3, 0)  # QUA-5
    s = built()
    s.cart[:], s.left, s.phase = [1, 0, 1], 0, rules.ROLLING
    roll(s, 2)
    assert (s.phase, s.points[0]) == (rules.OVER, 4)


def test_the_sensible_player_beats_chance() -> None:
    found = simulate(MatchConfig("quarry", ("sensible", "random"), seed=1), matches=400, workers=1)
    assert found["wins"]["by_player"][0]["share"] > 0.95


def test_rubble_is_told_as_an_event() -> None:
    match = Match(game("quarry"), 2, {"lattice": "3"})
    while match.movers() == 1 << CHANCE:
        match.play(CHANCE, next(code for code, weight in enumerate(match.odds()) if weight))
    for _ in range(2):
        match.play(0, match.legal(0)[0])
    before = kernel.copied(match.state)
    match.play(CHANCE, rules.FACE)
    (event,) = game("quarry").events.find(_Ply(before, match.state))
    assert (event.word, event.values) == ("rubble", {"seat": 0, "n": 2})


class _Ply:
    """What happened, as events look at it."""

    def __init__(self, before: object, after: object) -> None:
        self.before, self.after = before, after


def test_every_language_has_the_same_texts_with_the_same_places() -> None:
    english, *others = [json.loads((TEXTS / f"{code}.json").read_text("utf-8")) for code in ("en", "it", "de", "fr")]
    for texts in others:
        assert list(texts) == list(english)
        for key, text in texts.items():
            assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(english[key])), key
