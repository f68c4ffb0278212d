"""Perspectives against its slow twin."""

import random
from collections import Counter
from functools import partial

import pytest

from bussolotto.core.kernel import CHANCE
from bussolotto.games.perspectives import game as perspectives
from bussolotto.testing import twins
from bussolotto.testing.twins import Case, Choice, any_of, follow
from bussolotto.testing.worlds import any_value
from tests.depth import count
from tests.games.perspectives.twin import BARREN_ROUNDS, OPTIONS, Perspectives

MATCHES = count(short=30, full=50)

SEATS = (4, 5, 6, 7, 8)
ENDS = ("end: out-of-dice", "end: complete", "end: no-progress", "end: limit")
RARE = (
    "turquoise",
    "handicap",
    "bonus",
    "bonus from the reserve",
    "more bonus dice than overlooked ones",
    "done",
    "stop with nothing left",
    "stopped by itself",
    "fewer than ten in hand",
    "both numbers equal",
    "out of dice by a bonus",
)


def case_of(number: int, seed: int) -> Case:
    """All seats one after the other, every third with other numbers; some matches near a limit."""
    rng = random.Random(f"{seed}:{number}")
    plies_left = rng.randrange(100, 800) if number % 7 == 3 else 6000
    idle = rng.randrange(BARREN_ROUNDS - 5, BARREN_ROUNDS) if number % 7 == 5 else 0
    options = {name: rng.choice(values) for name, values in OPTIONS.items()} if number % 3 == 2 else {}
    if number % 6 == 5:
        options = {name: any_value(option, rng.randrange(2**32)) for name, option in perspectives.FACTS.options.items()}
    return Case(f"{seed}:{number}", SEATS[number % len(SEATS)], options, plies_left, idle)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end."""
    patience = random.Random(f"patience {case.seed}").choice([0.9, 0.98, 1.0])
    favourite = random.Random(f"favourite {case.seed}").randrange(-6, case.seats)

    def choose(twin: Perspectives, rng: random.Random) -> Choice:
        if case.idle:
            return idled(twin, rng)
        return favoured(twin, rng, favourite) if favourite >= 0 else played(twin, rng, patience)

    twin = Perspectives(case.seats, max_plies=perspectives.MAX_PLIES, **case.options)
    follow(perspectives, twin, case, choose, lambda twin, seat, text: note(seen, twin, seat, text))


compare = partial(twins.compare, case_of, compare_match)


def note(seen: Counter[str], twin: Perspectives, seat: int, text: str) -> None:
    """What this ply is an example of."""
    word = text.partition(" ")[0]
    seen[word or f"end: {twin.ending()}"] += 1
    seen["bonus from the reserve"] += word == "bonus" and twin.hand[seat] == 0
    seen["more bonus dice than overlooked ones"] += word == "bonus" and twin.for_each > 1
    seen["stop with nothing left"] += word == "stop" and twin.placeable(seat) == 0
    seen["stopped by itself"] += word == "throw" and twin.caller is None and bool(twin.pile)
    seen["fewer than ten in hand"] += word == "throw" and min(twin.hand) < 10
    seen["both numbers equal"] += twin.phase == "place" and twin.number in twin.handicap
    seen["out of dice by a bonus"] += not word and twin.end == "out-of-dice" and twin.phase == "bonus"


def played(twin: Perspectives, rng: random.Random, patience: float) -> Choice:
    """Who can place does; now and then somebody stops, or is done with fewer bonus dice than he may place."""
    if twin.movers() == {CHANCE} or rng.random() >= patience:
        return any_of(twin, rng)
    able = [seat for seat in twin.movers() if twin.legal(seat) - {"stop"}]
    seat, text = any_of(twin, rng, able)
    return seat, rng.choice(sorted(twin.legal(seat) - {"stop", "done"}) or [text])


def favoured(twin: Perspectives, rng: random.Random, favourite: int) -> Choice:
    """One seat places all it can and is given bonus dice, until it has none left."""
    seat, text = any_of(twin, rng)
    if twin.phase == "bonus":
        return seat, rng.choice(sorted(twin.legal(seat) - {"done"})) if seat == favourite else "done"
    if twin.phase != "place":
        return seat, text
    if placing := sorted(twin.legal(favourite) - {"stop"}):
        return favourite, rng.choice(placing)
    return max(range(twin.seats), key=twin.placeable), "stop"


def idled(twin: Perspectives, rng: random.Random) -> Choice:
    """Nearly nobody places anything."""
    seat, text = any_of(twin, rng)
    if rng.random() < 0.02:
        return seat, text
    return seat, next((word for word in ("stop", "done") if word in twin.legal(seat)), text)


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(MATCHES, seed=0)
    assert seen["matches"] == MATCHES
    assert [name for name in (*ENDS, *RARE) if not seen[name]] == []


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    place_bonus = Perspectives._place_bonus

    def from_the_reserve_first(twin: Perspectives, seat: int, cell: tuple[int, int, int]) -> None:
        if twin.reserve[seat]:
            twin.reserve[seat], twin.hand[seat] = twin.reserve[seat] - 1, twin.hand[seat] + 1
        place_bonus(twin, seat, cell)

    monkeypatch.setattr(Perspectives, "_place_bonus", from_the_reserve_first)
    report = r"perspectives rules 2 seats \d .* seed '0:\d+' ply \d+ after seat \d 'bonus .*\n  hand\[\d\]: twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(20)
