"""Eintrichtern against its slow twin, and what every viewer may see of it."""

import random
from collections import Counter
from functools import partial
from itertools import product
from typing import Any

import pytest

from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games.eintrichtern import game as eintrichtern
from bussolotto.play.match import Match
from bussolotto.testing import twins
from bussolotto.testing.twins import Case, Choice, any_of, differences_of_facts, follow
from tests.depth import count
from tests.games.eintrichtern.twin import BARREN_LIFTS, OPTIONS, RANGES, Eintrichtern
from tests.reference import lattice

MATCHES = count(short=30, full=50)

SEATS = (2, 3, 4, 5, 6, 7, 8)
WORLDS = list(product(SEATS, OPTIONS["memo"]))
CHANGED = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]
ENDS = ("end: won", "end: red-gone", "end: no-progress", "end: limit")
RARE = ("lift without a throw", "lifted again", "keep", "back")


def case_of(number: int, seed: int) -> Case:
    """All seats and house rules one after the other, every other match with any numbers; some near a limit."""
    rng = random.Random(f"{seed}:{number}")
    seats, memo = WORLDS[number % len(WORLDS)]
    plies_left = rng.randrange(10, 200) if number % 10 == 3 else 2000
    idle = rng.randrange(BARREN_LIFTS - 15, BARREN_LIFTS) if number % 10 == 8 else 0
    any_numbers = {name: rng.choice(OPTIONS[name]) for name in ("lattice", "goal")}
    options = {"memo": memo, **(any_numbers if number % 4 > 1 else {})}
    return Case(f"{seed}:{number}", seats, options, plies_left, idle)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    memory = 0.01 if case.idle else random.Random(f"memory {case.seed}").choice([0.5, 0.7, 0.9])

    def note(twin: Eintrichtern, seat: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        seen[word or f"end: {twin.ending()}"] += 1
        seen.update(f"{name} {value}" for name, value in case.options.items())
        seen["lift without a throw"] += word == "lift" and twin.phase == "turn"
        seen["lifted again"] += word == "lift" and lattice.read_cell(rest) in twin.ever_lifted

    twin = Eintrichtern(case.seats, **case.options, max_plies=eintrichtern.MAX_PLIES)
    follow(eintrichtern, twin, case, lambda twin, rng: remembered(twin, rng, memory), note, differences_of_views)


compare = partial(twins.compare, case_of, compare_match)


def remembered(twin: Eintrichtern, rng: random.Random, memory: float) -> Choice:
    """So often a right funnel, if there is one. Of eight seats nobody lifts what would win: the red dice run out."""
    seat, text = any_of(twin, rng)
    if seat == CHANCE:
        return seat, text
    lifts = sorted(other for other in twin.legal(seat) if other.startswith("lift"))
    shy = twin.seats == 8 and memory > 0.5 and twin.won[seat] == twin.goal - 1
    right = rng.random() < memory and not shy
    wanted = [lift for lift in lifts if twin.matches(lattice.read_cell(lift.split()[1])) == right]
    throw = {"throw"} & twin.legal(seat) and (not wanted or (rng.random() < 0.2 and not shy))
    return seat, "throw" if throw else rng.choice(wanted or [text])


def differences_of_views(match: Match, twin: Eintrichtern) -> list[str]:
    """What somebody is shown and may not see, or the other way round."""
    found = []
    views: dict[bytes, dict[str, Any]] = {}  # the same bytes are read once
    for viewer in (*range(twin.seats), SPECTATOR):
        view = match.view_bytes(viewer)
        views[view] = views.get(view) or match.view(viewer)
        differences = differences_of_facts(twin.facts_for(viewer), views[view])
        found += [f"view of {viewer}: {difference}" for difference in differences]
        found += [f"view of {viewer}: {difference}" for difference in differences_of_channel(match, twin, viewer)]
    return found


def differences_of_channel(match: Match, twin: Eintrichtern, viewer: int) -> list[str]:
    """Nobody is told how a yellow die was laid (EIN-5), but for the last one, which its two outward faces tell."""
    last = match.steps(viewer, since=match.version - 1)[-1:]
    told = [(step.seat, step.text) for step in last if step.text]
    spoken = [(seat, eintrichtern.say(seat, code)) for seat, code in match.log[-1:]]
    public = [(seat, text) for seat, text in spoken if not text.startswith("lay") or twin.phase != "lay"]
    return [] if told == public else [f"told {told} of {spoken}"]


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(MATCHES, seed=0)
    assert seen["matches"] == MATCHES
    assert [name for name in (*ENDS, *RARE, *CHANGED) if not seen[name]] == []


def test_any_number_in_range() -> None:
    for number in range(8):
        rng = random.Random(f"any {number}")
        options = {name: str(rng.randint(low, high)) for name, (low, high) in RANGES.items()} | {
            "lattice": str(number + 1)
        }
        compare_match(Case(f"any {number}", rng.choice(SEATS), options, plies_left=300), Counter())


def test_a_face_shown_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eintrichtern, "covered", lambda twin: twin.red - twin.ever_lifted)
    with pytest.raises(AssertionError, match=r"eintrichtern rules \d+ seats 2 .* ply \d+ after .*\n  view of 0: face"):
        compare(1)


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eintrichtern, "matches", lambda twin, funnel: False)
    report = r"eintrichtern rules \d+ seats \d .* seed '0:\d+' ply \d+ after seat \d 'lift .*\n  legal \d: twin .*game"
    with pytest.raises(AssertionError, match=report):
        compare(20)
