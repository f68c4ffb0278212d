"""Raffzahn against its slow twin."""

import random
from collections import Counter
from functools import partial

import pytest

from bussolotto.games.raffzahn import game as raffzahn
from bussolotto.testing import twins
from bussolotto.testing.twins import Case, Choice, any_of, follow
from bussolotto.testing.worlds import any_value
from tests.depth import count
from tests.games.raffzahn.twin import BARREN_STOPS, OPTIONS, Raffzahn
from tests.reference import lattice

MATCHES = count(short=30, full=50)

ENDS = ("end: cleared", "end: no-progress", "end: limit")
RARE = ("late and pays", "late and has too little", "stop", "stopped by itself", "base die taken", "takes of several")
CHANGED = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]


def case_of(number: int, seed: int) -> Case:
    """Some matches near a limit; every other one with other options, half of those with any number."""
    rng = random.Random(f"{seed}:{number}")
    plies_left = rng.randrange(150, 400) if number % 10 == 3 else 3000
    idle = rng.randrange(BARREN_STOPS - 10, BARREN_STOPS) if number % 10 == 8 else 0
    options = {name: rng.choice(values) for name, values in OPTIONS.items()} if number % 2 else {}
    if number % 4 == 3:
        options = {name: any_value(raffzahn.FACTS.options[name], rng.randrange(2**32)) for name in OPTIONS}
    return Case(f"{seed}:{number}", 3, options, plies_left, idle)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    patience = 0.0 if case.idle else random.Random(f"patience {case.seed}").choice([0.5, 0.8, 0.95, 1.0])

    def note(twin: Raffzahn, seat: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        seen[word or f"end: {twin.ending()}"] += 1
        seen["base die taken"] += word == "take" and lattice.level(lattice.read_cell(rest), twin.size) == 0
        seen["takes of several"] += word == "take" and len(twin.movers()) > 1
        seen["stopped by itself"] += word == "throw" and twin.idle > 0 and not twin.stop_was_called
        seen["late and pays"] += word == "late" and twin.can_pay(seat)
        seen["late and has too little"] += word == "late" and not twin.can_pay(seat)
        seen.update(f"{name} {value}" for name, value in case.options.items())

    twin = Raffzahn(case.seats, **case.options, max_plies=raffzahn.MAX_PLIES)
    follow(raffzahn, twin, case, lambda twin, rng: played(twin, rng, patience), note)


compare = partial(twins.compare, case_of, compare_match)


def played(twin: Raffzahn, rng: random.Random, patience: float) -> Choice:
    """A roller with so much patience; fouls now and then."""
    if twin.phase == "throw" and rng.random() < 0.8:
        return twin.turn, "throw"
    if twin.phase == "take" and rng.random() >= patience:
        return twin.turn, "stop"
    seat, text = any_of(twin, rng)
    return any_of(twin, rng) if text == "stop" else (seat, text)


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(MATCHES, seed=0)
    assert seen["matches"] == MATCHES
    assert [name for name in (*ENDS, *RARE, *CHANGED) if not seen[name]] == []


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Raffzahn._late

    def pays_with_one(twin: Raffzahn, seat: int) -> None:
        twin.taken[seat] += twin.taken[seat] == 1
        late(twin, seat)

    monkeypatch.setattr(Raffzahn, "_late", pays_with_one)
    report = r"raffzahn rules \d+ seats 3 .* seed '0:\d+' ply \d+ after seat \d 'late'\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(20)
