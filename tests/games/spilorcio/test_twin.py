"""Spilorcio against its slow twin: both play the same match and must agree about everything at every ply."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from bussolotto.core import dice
from bussolotto.core.kernel import CHANCE
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play.match import Match
from bussolotto.testing import twins
from tests.games.spilorcio.twin import BOARDS, BORROWED, FROM_RESERVE, NUMBERS, OWN, RANGES, Spilorcio

SEATS = (2, 3, 4, 5)
LOANS = ("reserve", "five")
NASTY_BOARDS = (
    "1>0 1>0 1>0 1>0 1>0",  # never ends
    "1d>9 1y1>9 1dy1>9 2y2>9 2dy1y2>9",  # red squares that are yellow, or first, or double, or all of it
    "3dy1>9 3dy1>9 3dy1>9 3dy1>9 3dy1>9",
    "12d>9 12>9 12>0 3>9 2>9",
    "12y1y2y3y4y5y6y7y8y9y10y11y12>3 9y1y2y3>3 9>3 9y1y2y3y4y5y6y7>3 2>1",
)


@dataclass(frozen=True)
class Case:
    """One match to play; everything in it follows from the seed."""

    seed: str
    seats: int
    loan: str
    board: str
    plies_left: int  # until the limit of plies
    poor: bool  # begin in a position where chips are scarce, not at the start
    numbers: Mapping[str, str]  # where they are not as printed

    @staticmethod
    def drawn(number: int, seed: int) -> "Case":
        text = f"{seed}:{number}"
        rng = random.Random(text)
        board = rng.choice([*BOARDS, *NASTY_BOARDS, _any_board(rng), _any_board(rng)])
        left = rng.choice([rng.randrange(20, 120), 400])
        poor = rng.random() < 0.6
        numbers = {name: rng.choice(values) for name, values in NUMBERS.items()} if number % 3 == 2 else {}
        return Case(text, rng.choice(SEATS), rng.choice(LOANS), board, left, poor, numbers)

    def __str__(self) -> str:
        options = f"loan={self.loan} board={self.board!r} {dict(self.numbers)}"
        return f"spilorcio rules {spilorcio.FACTS.version} seats {self.seats} {options} seed {self.seed!r}"


def _any_board(rng: random.Random) -> str:
    return " ".join(_any_row(rng) for _ in range(5))


def _any_row(rng: random.Random) -> str:
    squares = rng.choice([1, 2, 3, 5, 8, 12])
    yellow = [f"y{square}" for square in range(1, squares + 1) if rng.random() < 0.3]
    return f"{squares}{rng.choice(['', 'd'])}{''.join(yellow)}>{rng.choice([0, 1, 3, 9])}"


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    rng = random.Random(case.seed)
    match, twin = _opened(case, rng)
    ply = 0
    while difference(match, twin) == [] and not twin.over:
        (seat,) = twin.movers()
        text = rng.choice(sorted(twin.odds() if seat == CHANCE else twin.legal(seat)))
        match.play(seat, spilorcio.read(seat, text))
        twin.play(seat, text)
        _note(seen, twin, text)
        ply += 1
    assert not difference(match, twin), "\n  ".join([f"{case} ply {ply}", *difference(match, twin)])


compare = partial(twins.compare, Case.drawn, compare_match)


def _opened(case: Case, rng: random.Random) -> tuple[Match, Spilorcio]:
    match = Match(spilorcio, case.seats, {"loan": case.loan, "board": case.board, **case.numbers})
    twin = Spilorcio(case.seats, case.loan, case.board, spilorcio.MAX_PLIES, **case.numbers)
    match.state.plies = twin.plies = spilorcio.MAX_PLIES - case.plies_left
    if case.poor:
        _impoverish(match, twin, rng)
    return match, twin


def _impoverish(match: Match, twin: Spilorcio, rng: random.Random) -> None:
    """Little to place with: chips on the board, few in the reserve, nearly all of the rest with one seat."""
    position = twin.position
    position.filled = [rng.randrange(row.squares) for row in position.rows]
    position.reserve = rng.choice([0, 1, 1, 2, 4, 9, 20])
    position.chips = [rng.choice([0, 0, 1, 2, 3, 5]) for _ in range(twin.seats)]
    left = twin.all_chips - sum(position.chips) - position.reserve - position.on_board()
    position.chips[rng.randrange(twin.seats)] += left
    match.state.reserve = position.reserve
    match.state.filled[:] = position.filled
    match.state.chips[: twin.seats] = position.chips


def difference(match: Match, twin: Spilorcio) -> list[str]:
    """What the game and the twin do not agree about, one line each."""
    view = match.view(0)
    twins: dict[str, Any] = {
        "movers": twin.movers(),
        "over": twin.over,
        "odds": twin.odds(),
        "shares": [float(share) for share in twin.shares()],
        "scores": [float(score) for score in twin.scores()],
        **{f"legal {seat}": twin.legal(seat) for seat in range(twin.seats)},
        **twin.facts(),
    }
    games: dict[str, Any] = {
        "movers": {seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1},
        "over": match.over,
        "odds": _odds(match),
        "shares": match.returns(),
        "scores": match.scores(),
        **{f"legal {seat}": _legal(match, seat) for seat in range(twin.seats)},
        **{name: _plain(view, name) for name in twin.facts()},
    }
    return [f"{name}: twin {twins[name]}, game {games[name]}" for name in twins if twins[name] != games[name]]


def _legal(match: Match, seat: int) -> set[str]:
    return {spilorcio.say(seat, code) for code in match.legal(seat)}


def _odds(match: Match) -> dict[str, Fraction]:
    chances = [Fraction(weight, sum(match.odds())) for weight in match.odds()]
    return {spilorcio.say(CHANCE, code): chance for code, chance in enumerate(chances) if chance}


def _plain(view: dict[str, Any], name: str) -> object:
    """A field of the game as the twin says it."""
    if name in ("roll", "aside", "unplaced"):
        return dice.KEEPS[view[name]]
    if name == "chips":
        return tuple(view["chips"][: view["seats"]])
    if name in ("order", "source"):
        return tuple(view[name][: view["placed"]])
    return tuple(view[name]) if isinstance(view[name], list) else view[name]


def _note(seen: Counter[str], twin: Spilorcio, text: str) -> None:
    seen["plies"] += 1
    seen["order chosen"] += text.startswith("place")
    if twin.over:
        seen[_end(twin)] += 1
        seen["stopped with another loan"] += twin.position.stopped and twin.position.cap in (1, 3, 8, 10)
    for story in twin.source:
        seen["yellow paid in part by the reserve"] += story & (FROM_RESERVE | OWN) == FROM_RESERVE | OWN
        seen["borrowed in part"] += story & (BORROWED | OWN) == BORROWED | OWN


def _end(twin: Spilorcio) -> str:
    if twin.phase != "over":
        return "end: limit"
    if twin.position.stopped:
        return "end: stopped"
    return "end: debt" if twin.position.debt else "end: no chips"


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(50, seed=0)
    assert seen["matches"] == 50
    rare = ("order chosen", "yellow paid in part by the reserve", "borrowed in part", "stopped with another loan")
    ends = ("end: limit", "end: stopped", "end: debt", "end: no chips")
    assert [name for name in (*rare, *ends) if not seen[name]] == []


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("loan", LOANS)
def test_every_board_with_every_loan_and_seats(seats: int, loan: str) -> None:
    for board in spilorcio.BOARDS:
        compare_match(Case(f"{seats}{loan}{board}", seats, loan, board, 200, poor=False, numbers={}), Counter())


def test_any_number_in_range() -> None:
    for number in range(24):
        rng = random.Random(f"any {number}")
        numbers = {name: str(rng.randint(low, high)) for name, (low, high) in RANGES.items()}
        case = Case(f"any {number}", rng.choice(SEATS), rng.choice(LOANS), _any_board(rng), 200, False, numbers)
        compare_match(case, Counter())


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks_too_often(twin: Spilorcio) -> bool:
        return len(set(twin.unplaced)) > 1

    monkeypatch.setattr(Spilorcio, "order_matters", asks_too_often)
    report = r"spilorcio rules 2 seats \d loan=.* board=.* seed '0:\d+' ply \d+\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(50, seed=0)
