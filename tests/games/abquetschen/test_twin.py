"""Abquetschen against its slow twin: both play the same match and must agree about everything at every ply."""

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from bussolotto.core.kernel import CHANCE
from bussolotto.games.abquetschen import game as abquetschen
from bussolotto.play.match import Match
from bussolotto.testing import twins
from bussolotto.testing.twins import Case
from tests.games.abquetschen.twin import OPTIONS, Abquetschen, members, standing_groups, standing_sets, together
from tests.reference import lattice

SEATS = (3, 4)
ENDINGS = ("roll", "empty", "blocked", "nobody-can-build", "limit")


def drawn(seed: str, size: str, positions: int) -> Case:
    """A case in which everything follows from the seed."""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()} | {"lattice": size}
    return Case(seed, rng.choice(SEATS), options, min(positions, rng.choice([rng.randrange(40, 80), 400, 400])))


def compare(matches: int, seed: int = 0) -> Counter[str]:
    """Play until so many positions of the big lattice were compared; what came up. AssertionError at a difference."""
    return compare_positions(matches, "8", seed)


def compare_positions(positions: int, size: str, seed: int = 0) -> Counter[str]:
    """The same on a lattice of any size."""
    seen: Counter[str] = Counter()
    while seen["positions"] < positions:
        seen += compare_match(drawn(f"{seed}:{size}:{seen['matches']}", size, positions - seen["positions"] - 1))
    return seen


def compare_match(case: Case, rich_in_rows: bool = False) -> Counter[str]:
    """One match to its end, in half of the cases with small reserves, in half of them with slopes in the pyramid.

    Without that a small lattice would be full long before somebody has won, and rows would be rare.
    """
    seen: Counter[str] = Counter(matches=1)
    twin = Abquetschen(case.seats, **case.options, max_plies=abquetschen.MAX_PLIES)
    rng = random.Random(f"robbers {case.seed}")
    poor, proud = rng.random() < 0.5 or rich_in_rows, rng.random() < 0.5 or rich_in_rows

    def note(twin: Abquetschen, seat: int, text: str) -> None:
        seen["positions"] += 1
        seen[text.partition(" ")[0] if text else f"end: {twin.ending()}"] += 1

    def meddle(match: Match, twin: Abquetschen) -> list[str]:
        if twin.over:
            return []
        if poor and twin.phase == "die" and all(twin.owned) and max(twin.reserve) > 30:
            twin.reserve = [rng.randrange(6, 16) for _ in range(twin.seats)]
        if poor and twin.phase == "place" and not twin.extra and not twin.built and twin.left > 3:
            twin.reserve[twin.turn] = twin.left + rng.randrange(1, 4)
        if twin.phase == "die" and all(twin.owned) and proud and rng.random() < 0.5:
            slope(twin, rng)
        match.state.reserve[: twin.seats] = twin.reserve
        match.state.owner[:] = twin.facts()["owner"]
        return []

    twins.follow(abquetschen, twin, case, Players(proud).choose, note, meddle)
    return seen


def slope(twin: Abquetschen, rng: random.Random) -> None:
    """Dice of everybody up to some plane and on a part of it, if that leaves a face of the opening uncovered."""
    side, other = rng.sample(lattice.SIDES, 2)
    depth, edge = rng.randrange(twin.size // 2 + 1), rng.randrange(twin.size)
    deep = [cell for cell in lattice.cells(twin.size) if cell[side] >= depth]
    shape = [cell for cell in deep if cell[side] > depth or cell[other] > edge]
    if twin.coverable & ~twin.pile & ~together(shape):
        for cell in members(together(shape) & ~twin.pile):
            twin.owned[rng.randrange(twin.seats)] |= together([cell])


class Players:
    """What all seats do: anything, or (the proud) as many rows and extra dice as possible, with dice that suit them."""

    def __init__(self, proud: bool) -> None:
        self.proud = proud
        self.target: set[str] = set()

    def choose(self, twin: Abquetschen, rng: random.Random) -> tuple[int, str]:
        """A seat and what it does, or what chance does."""
        (seat,) = twin.movers()
        texts = sorted(twin.odds() if seat == CHANCE else twin.legal(seat))
        if self.proud and twin.phase == "die" and rng.random() < 0.5:
            texts = self._aim(twin, rng) or texts
        if twin.phase == "bonus" and self.proud:
            texts = texts[-1:]
        return seat, rng.choice([text for text in texts if text in self.target] or texts)

    def _aim(self, twin: Abquetschen, rng: random.Random) -> list[str]:
        """A die that allows a row of four, if there is any; the dice of that row are aimed at."""
        face = rng.choice((4, 5, 6))
        plans = [plan for plan in twin.builds(twin.turn, face) if any(plan & row == row for row in rows_of_four())]
        if not plans:
            return []
        self.target = {f"place {lattice.text(cell)}" for cell in members(rng.choice(plans))}
        return [f"die {face}"]


@cache
def rows_of_four() -> list[int]:
    """All straight rows of four cells, as sets (GEO-6)."""
    lines = [
        [lattice.moved(cell, axis, steps) for steps in range(4)] for cell, axis in product(lattice.cells(), (0, 1, 2))
    ]
    return [together(line) for line in lines if all(map(lattice.inside, line))]


def test_300_positions_of_the_big_lattice_agree() -> None:
    assert compare(300, seed=0)["positions"] >= 300


@pytest.mark.parametrize("size", ["4", "3"])
def test_1500_positions_of_a_small_lattice_agree_and_cover_what_is_rare(size: str) -> None:
    seen = compare_positions(1500, size)
    rare = [f"end: {word}" for word in set(ENDINGS) - {"empty"}]
    assert [name for name in rare if not seen[name] and (size == "3" or name != "end: nobody-can-build")] == []


@pytest.mark.parametrize("bonus", OPTIONS["bonus"])
def test_extra_dice_agree_and_empty_reserves(bonus: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(8):
        options = {"bonus": bonus, "touch": OPTIONS["touch"][number % 2], "in_row": OPTIONS["in_row"][number // 2 % 3]}
        seen += compare_match(Case(f"rows {bonus} {number}", SEATS[number % 2], options, 100), rich_in_rows=True)
    assert seen["bonus"] and seen["end: empty"]


@pytest.mark.parametrize("seats", SEATS)
def test_every_option_with_every_number_of_seats(seats: int) -> None:
    names = ("opening", "touch", "bonus")
    for values in product(*(OPTIONS[name] for name in names)):
        options = {**dict(zip(names, values, strict=True)), "lattice": "4"}
        compare_match(Case(f"{seats}{values}", seats, options, 60))


@pytest.mark.parametrize(("stock", "in_row"), [("5", "2"), ("12", "6"), ("33", "2"), ("165", "6")])
def test_any_number_agrees(stock: str, in_row: str) -> None:
    for seats in SEATS:
        options = {"lattice": "5", "stock": stock, "in_row": in_row}
        compare_match(Case(f"{seats} {stock}", seats, options, 60))


def test_60_positions_of_other_sizes_agree() -> None:
    for size in ("7", "6", "5"):
        assert compare_positions(60, size)["positions"] >= 60


@pytest.mark.parametrize("touch", OPTIONS["touch"])
def test_the_lists_of_builds_are_those_of_the_dumbest_search(touch: str) -> None:
    """Twin against twin: all orders of all cells, one die after the other, and only then what hangs together."""
    rng = random.Random(touch)
    for _ in range(20):
        pile: set[lattice.Cell] = set()
        for _ in range(rng.randrange(16)):
            pile.add(rng.choice(lattice.places(pile, 3)))
        for number in range(1, 7):
            found = {frozenset(members(cells)) for cells in standing_sets(together(pile), 3, number, touch)}
            assert found == {cells for cells in all_additions(pile, number) if hang_together(cells, touch)}


def all_additions(pile: set[lattice.Cell], number: int) -> set[frozenset[lattice.Cell]]:
    """Every set of so many cells of the lattice of 3 that can be filled one after the other."""
    sets: set[frozenset[lattice.Cell]] = {frozenset()}
    for _ in range(number):
        sets = {cells | {cell} for cells in sets for cell in lattice.places(pile | cells, 3)}
    return sets


def hang_together(cells: frozenset[lattice.Cell], touch: str) -> bool:
    """ABQ-3."""
    if touch == "pairwise":
        return len(cells) == 1 or all(any(lattice.touch(cell, other) for other in cells) for cell in cells)
    reached = {min(cells)}
    for _ in cells:
        reached |= {cell for cell in cells if any(lattice.touch(cell, other) for other in reached)}
    return reached == cells


def test_printed_facts_about_the_first_builds() -> None:
    """On the empty base only 4 dice make a group of more than one; the second player builds with 3, 5 or 6."""
    groups = [number for number in range(2, 7) if standing_groups(0, lattice.SIZE, number)]
    assert groups == [4]
    for apex in Abquetschen(3).apexes():
        twin = Abquetschen(3)
        twin.play(CHANCE, "start 0")
        twin.play(CHANCE, "four 1")
        twin.play(1, f"open {lattice.text(apex)}")
        assert [number for number in range(1, 7) if any(twin.builds(2, number))] == [3, 5, 6]


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_is_protected(twin: Abquetschen, seat: int, new: int) -> bool:
        return True

    monkeypatch.setattr(Abquetschen, "_leaves_opening_open", nothing_is_protected)
    report = r"abquetschen rules \d+ seats \d options .*touch.* seed '0:3:\d+' ply \d+ .*\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare_positions(1500, "3")
