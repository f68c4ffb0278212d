"""Cui bono? against its slow twin: both play the same match and must agree about everything at every ply."""

import random
from collections import Counter
from functools import partial
from itertools import product

import pytest

from bussolotto.core.kernel import CHANCE
from bussolotto.games.cui_bono import game as cui_bono
from bussolotto.testing import twins
from bussolotto.testing.twins import Case
from bussolotto.testing.worlds import any_value
from tests.depth import count
from tests.games.cui_bono.twin import OPTIONS, CuiBono
from tests.reference import lattice

MATCHES = count(short=30, full=50)

SEATS = (2, 3, 4, 5, 6)
ROWS, BACKS, REPEATS = OPTIONS["row"], OPTIONS["back"], OPTIONS["repeat"]
CHANGED = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]
ENDINGS = ("kept", "no-progress", "limit")


def case_of(number: int, seed: int) -> Case:
    """Any seats and options, some matches near a limit."""
    text = f"{seed}:{number}"
    rng = random.Random(text)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    if number % 3 == 2:
        options = {name: any_value(option, rng.randrange(2**32)) for name, option in cui_bono.FACTS.options.items()}
    plies_left = rng.choice([rng.randrange(300), 1000, 1000, 1000])
    idle = rng.choice([0, 0, 0, 15, 18])
    if idle:  # turns that were never played cannot be remembered
        options["repeat"] = "free"
    return Case(text, rng.choice(SEATS), options, plies_left, idle)


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end, among players who keep dice often, or seldom, or never if they can help it."""
    twin = CuiBono(case.seats, **case.options, max_plies=cui_bono.MAX_PLIES)
    keeping = random.Random(case.seed).choice([0.0, 0.0, 0.1, 0.5])

    def choose(twin: CuiBono, rng: random.Random) -> tuple[int, str]:
        (seat,) = twin.movers()
        if twin.phase == "put" and keeping == 0 and rng.random() < 0.8:
            back = sorted(restoring(twin))
            if back:
                seen["restored"] += 1
                return seat, rng.choice(back)
        if twin.phase == "take" and keeping == 0:
            return seat, rng.choice(sorted(saving(twin) or twin.legal(seat)))
        texts = twin.odds() if seat == CHANCE else twin.legal(seat)
        if "keep" in texts and rng.random() < keeping:
            return seat, "keep"
        return seat, rng.choice(sorted(set(texts) - {"keep"}))

    def note(twin: CuiBono, seat: int, text: str) -> None:
        seen["plies"] += text != ""
        seen["barred"] += twin.barred
        seen.update(f"{name} {value}" for name, value in case.options.items())
        seen[text.partition(" ")[0] if text else f"end: {twin.ending()}"] += 1

    twins.follow(cui_bono, twin, case, choose, note)


compare = partial(twins.compare, case_of, compare_match)


def restoring(twin: CuiBono) -> set[str]:
    """Where the die in hand leaves a pile of the same shape as one that has stood since the last kept die."""
    shapes = [{*pile} for _, pile in twin.stood]
    return {f"put {lattice.text(cell)}" for cell in twin.allowed_funnels() if {*twin.pile, cell} in shapes}


def saving(twin: CuiBono) -> list[str]:
    """The dice to take that can be put back."""
    found = []
    for cell in twin.takeable():
        trial = CuiBono(twin.seats, twin.row, repeat="free", lattice=str(twin.size))
        trial.pile, trial.hand = lattice.slide(twin.pile, cell, twin.size), twin.pile[cell]
        if trial.allowed_funnels():
            found.append(f"take {lattice.text(cell)}")
    return found


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(MATCHES, seed=0)
    assert seen["matches"] == MATCHES
    wanted = ("put", "keep", "restored", "barred", *(f"end: {word}" for word in ENDINGS), *CHANGED)
    assert [name for name in wanted if not seen[name]] == []


@pytest.mark.parametrize("seats", SEATS)
def test_every_option_with_every_number_of_seats(seats: int) -> None:
    for row, back, repeat in product(ROWS, BACKS, REPEATS):
        options = {"row": row, "back": back, "repeat": repeat}
        compare_match(Case(f"{seats}{row}{back}{repeat}", seats, options), Counter())


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets_rows_along_one_axis(pile: set[lattice.Cell], cell: lattice.Cell, axis: int) -> list[lattice.Cell]:
        return [cell] if axis == lattice.Z else run(pile, cell, axis)

    run = lattice.run
    monkeypatch.setattr(lattice, "run", forgets_rows_along_one_axis)
    report = r"cui-bono rules \d+ seats \d options .*row.*back.* seed '0:\d+' ply \d+ .*\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(50, seed=0)
