"""Bunte Kuh against its slow twin."""

import random
from collections import Counter
from functools import partial
from itertools import product

import pytest

from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.testing import twins
from bussolotto.testing.twins import Case, Choice, any_of, follow
from bussolotto.testing.worlds import any_value
from tests.games.bunte_kuh.twin import BARREN_THROWS, OPTIONS, BunteKuh
from tests.reference import lattice

SEATS = (2, 3, 4, 5, 6)
NUMBERS = ("lattice", "shared", "penalty")
WORLDS = list(product(SEATS, OPTIONS["fiasco"]))
CHANGED = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]
ENDS = ("end: placed", "end: penalty", "end: no-progress", "end: limit")
RARE = (
    "right funnel",
    "wrong funnel",
    "true fiasco",
    "false fiasco",
    "found after fiasco",
    "anywhere, declined",
    "pose",
    "decline",
    "pass",
    "yield",
    "gave up and calls",
    "die above level 2",
    "shared victory",
)


def case_of(number: int, seed: int) -> Case:
    """All seats and house rules one after the other, every other match with other numbers; some near a limit."""
    rng = random.Random(f"{seed}:{number}")
    seats, fiasco = WORLDS[number % len(WORLDS)]
    plies_left = rng.randrange(60, 150) if number % 7 == 3 else 3000
    idle = rng.randrange(BARREN_THROWS - 9, BARREN_THROWS) if number % 7 == 5 else 0
    suggested = {name: rng.choice(OPTIONS[name]) for name in NUMBERS}
    any_numbers = {name: any_value(bunte_kuh.FACTS.options[name], rng.randrange(2**32)) for name in NUMBERS}
    options = {"fiasco": fiasco, **({}, {}, suggested, any_numbers)[number % 4]}
    return Case(f"{seed}:{number}", seats, options, plies_left, idle)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    rng = random.Random(f"skill {case.seed}")
    skill, level = rng.choice([0.5, 0.9, 0.98]), rng.random() < 0.3

    def choose(twin: BunteKuh, rng: random.Random) -> Choice:
        if case.idle:
            return idled(twin, rng)
        return levelled(twin, rng) if level else played(twin, rng, skill)

    twin = BunteKuh(case.seats, **case.options, max_plies=bunte_kuh.MAX_PLIES)
    follow(bunte_kuh, twin, case, choose, lambda twin, seat, text: note(seen, twin, seat, text))
    seen.update(f"{name} {value}" for name, value in case.options.items())


compare = partial(twins.compare, case_of, compare_match)


def note(seen: Counter[str], twin: BunteKuh, seat: int, text: str) -> None:
    """What this ply is an example of."""
    word, _, rest = text.partition(" ")
    seen[word or f"end: {twin.ending()}"] += 1
    if word == "funnel" and twin.phase == "call":
        seen["right funnel" if lattice.read_cell(rest) in twin.right_funnels() else "wrong funnel"] += 1
    if word == "fiasco":
        seen["false fiasco" if twin.right_funnels() else "true fiasco"] += 1
    seen["found after fiasco"] += word == "funnel" and twin.phase == "search"
    seen["anywhere, declined"] += word == "decline" and twin.phase == "anywhere"
    seen["gave up and calls"] += word in ("funnel", "fiasco") and twin.phase == "call" and seat in twin.gave_up
    seen["die above level 2"] += word == "pose" and twin.shown is not None and lattice.level(twin.shown, twin.size) > 2
    seen["shared victory"] += not word and twin.ending() == "penalty" and max(twin.shares()) < 1


def played(twin: BunteKuh, rng: random.Random, skill: float) -> Choice:
    """So often a right call by one who looks, the low seats more often than the others; else anything."""
    seat, text = any_of(twin, rng)
    if rng.random() >= skill or twin.phase not in ("call", "pose", "anywhere"):
        return seat, text
    if twin.phase == "call":
        return right_call(twin, min(seat, rng.randrange(twin.seats)))
    return seat, rng.choice(sorted(twin.legal(seat) - {"decline"}))


def right_call(twin: BunteKuh, seat: int) -> Choice:
    """This seat shows the highest funnel that is right, or says that there is none."""
    right = sorted(twin.right_funnels(), key=lattice.level)
    return seat, f"funnel {lattice.text(right[-1])}" if right else "fiasco"


def levelled(twin: BunteKuh, rng: random.Random) -> Choice:
    """Who has most dice calls, always right until everybody has one die left."""
    if twin.phase != "call":
        return played(twin, rng, 1.0)
    most = max(twin.hand)
    wrong = sorted(set(twin.funnels) - set(twin.right_funnels()))
    seat = twin.hand.index(most)
    return (seat, f"funnel {lattice.text(wrong[0])}") if most == 1 else right_call(twin, seat)


def idled(twin: BunteKuh, rng: random.Random) -> Choice:
    """Nobody wants to move a die: all give up, or decline what they have found."""
    seat, text = any_of(twin, rng)
    for word in ("decline", "pass", "yield"):
        if word in twin.legal(seat):
            return seat, word
    if twin.phase != "call" or rng.random() < 0.8:
        giving = sorted(twin.movers() - twin.gave_up)
        return (giving[0], "pass") if twin.phase == "call" else (seat, text)
    return right_call(twin, seat)


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(50, seed=0)
    assert seen["matches"] == 50
    assert [name for name in (*ENDS, *RARE, *CHANGED) if not seen[name]] == []


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def sum_of_the_undersides(twin: BunteKuh, funnel: lattice.Cell) -> int:
        return sum(7 - twin.pile[cell][side] for cell, side in lattice.faces_into(funnel))

    monkeypatch.setattr(BunteKuh, "sum_into", sum_of_the_undersides)
    report = r"bunte-kuh rules \d+ seats \d .* seed '0:\d+' ply \d+ after seat \d .*\n  .*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(20)
