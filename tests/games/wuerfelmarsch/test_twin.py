"""Würfelmarsch against its slow twin: both play the same match and must agree about everything at every ply."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import partial

import pytest

from bussolotto.core.kernel import CHANCE
from bussolotto.games.wuerfelmarsch import game as wuerfelmarsch
from bussolotto.play.match import Match
from bussolotto.testing import twins
from bussolotto.testing.twins import Case
from tests.games.wuerfelmarsch.twin import OPTIONS, RANGES, SEATS, Marcher, Wuerfelmarsch
from tests.reference import lattice

CHANGED = [f"{name} {value}" for name, values in OPTIONS.items() for value in values]
ENDINGS = ("corner", "no-dice", "no-progress", "limit")


def case_of(number: int, seed: int) -> Case:
    """Any seats and options, some matches near a limit."""
    text = f"{seed}:{number}"
    rng = random.Random(text)
    plies_left = rng.choice([rng.randrange(80), 300, 300, 300])
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    return Case(text, SEATS, options, plies_left, rng.choice([0, 0, 50]))


def compare_match(case: Case, seen: Counter[str]) -> None:
    """One match to its end, in most cases with dice strewn anywhere and among players who look for fights."""
    twin = Wuerfelmarsch(SEATS, **case.options, max_plies=wuerfelmarsch.MAX_PLIES)
    rng = random.Random(case.seed)
    dice, tipping = rng.choice([0, 0, 3, 6, 12, 25, 33]), rng.choice([0.3, 0.8, 1.0])

    def choose(twin: Wuerfelmarsch, rng: random.Random) -> tuple[int, str]:
        (seat,) = twin.movers()
        texts = sorted(twin.odds() if seat == CHANCE else twin.legal(seat))
        if twin.phase == "move" and rng.random() < tipping:
            return seat, rng.choice(_tips(twin, texts) or texts)
        return seat, rng.choice(texts)

    def note(twin: Wuerfelmarsch, seat: int, text: str) -> None:
        seen["plies"] += text != ""
        seen.update(f"{name} {value}" for name, value in case.options.items())
        seen[text.partition(" ")[0] if text else f"end: {twin.ending()}"] += 1

    arrange: dict[int, Callable[[Match, Wuerfelmarsch], None]] = {0: nothing, 3: partial(last_three, rng)}
    twins.follow(wuerfelmarsch, twin, case, choose, note, arrange=arrange.get(dice, partial(strew, dice, rng)))
    seen["won"] += sum(twin.won)
    seen["lost"] += sum(twin.lost)


compare = partial(twins.compare, case_of, compare_match)


def _tips(twin: Wuerfelmarsch, texts: list[str]) -> list[str]:
    """Those that lead to a fight if there are any, else those that do not win; turning over only if need be."""
    tips = [text for text in texts if text.startswith("tip")]
    after = {text: deepcopy(twin) for text in tips}
    for text, trial in after.items():
        trial.play(twin.turn, text)
    fighting = [text for text in tips if after[text].progress and len(after[text].board) < len(twin.board)]
    choosing = [text for text in tips if after[text].phase == "fight"]
    return choosing or fighting or [text for text in tips if after[text].winner is None] or tips


def nothing(match: Match, twin: Wuerfelmarsch) -> None:
    """The opening position."""


def strew(dice: int, rng: random.Random, match: Match, twin: Wuerfelmarsch) -> None:
    """So many dice anywhere but in the corners, owners at random, in few or all ways to stand; one a seat at least."""
    base, corners = lattice.base_cells(twin.size), lattice.corners(twin.size)
    places = rng.sample([cell for cell in base if cell not in corners], dice)
    owners = [*range(SEATS), *(rng.randrange(SEATS) for _ in places)]
    ways = rng.sample(lattice.DICE, rng.choice([1, 2, 24]))
    board = {cell: Marcher(owner, rng.choice(ways)) for cell, owner in zip(places, owners, strict=False)}
    _lay(match, twin, board)


def last_three(rng: random.Random, match: Match, twin: Wuerfelmarsch) -> None:
    """A die of each seat, and one tip away a fight in which all three leave."""
    owners = rng.sample(range(SEATS), SEATS)
    toward, away = rng.choice(list(lattice.tips(lattice.SIDE_OF_SEAT[owners[0]]).values()))
    while True:
        low = [cell for cell in lattice.funnels(twin.size) if lattice.level(cell, twin.size) == 1]
        cells = rng.sample(lattice.supports(rng.choice(low), twin.size), SEATS)
        start = lattice.tip_to(cells[0], away, toward)
        if start in lattice.base_cells(twin.size) and start not in cells:
            break
    funnel = tuple(map(min, *cells))
    dice = rng.choices(lattice.DICE, k=SEATS)
    while sorted(_faces_into(funnel, cells, dice))[1] < max(_faces_into(funnel, cells, dice)):
        dice = rng.choices(lattice.DICE, k=SEATS)
    board = {cell: Marcher(owner, die) for cell, owner, die in zip(cells, owners, dice, strict=True)}
    _lay(match, twin, {start: Marcher(owners[0], lattice.tip(dice[0], away, toward)), **dict(list(board.items())[1:])})


def _faces_into(funnel: tuple[int, ...], cells: list[lattice.Cell], dice: list[lattice.Die]) -> list[int]:
    """The one coordinate that is greater than the funnel's tells the side."""
    sides = [next(side for side in lattice.SIDES if cell[side] > funnel[side]) for cell in cells]
    return [die[side] for die, side in zip(dice, sides, strict=True)]


def _lay(match: Match, twin: Wuerfelmarsch, board: dict[lattice.Cell, Marcher]) -> None:
    twin.board = board
    facts = twin.facts()
    match.state.owner[:] = facts["owner"]
    match.state.pose[:] = facts["pose"]
    match.state.armies[:] = [len(twin.own_cells(seat)) for seat in range(SEATS)]


def test_matches_agree_and_cover_what_is_rare() -> None:
    seen = compare(50, seed=0)
    assert seen["matches"] == 50
    rare = ("fight", "won", "lost", "pose", *(f"end: {word}" for word in ENDINGS), *CHANGED)
    assert [name for name in rare if not seen[name]] == []


@pytest.mark.parametrize("own_tie", OPTIONS["own_tie"])
def test_a_whole_match_with_every_option(own_tie: str) -> None:
    for number in range(5):
        compare_match(Case(f"{own_tie}{number}", SEATS, {"own_tie": own_tie}), Counter())


def test_any_number_in_range() -> None:
    for number in range(12):
        rng = random.Random(f"any {number}")
        options = {name: str(rng.randint(low, high)) for name, (low, high) in RANGES.items()}
        compare_match(Case(f"any {number}", SEATS, options, plies_left=200), Counter())


def test_the_printed_tip() -> None:
    """GEO-9: 6 in front, 2 to the left, 3 to the right; tipped right it is 6 in front, 4 and 2."""
    for side in lattice.SIDES:
        faces = {side: 6, lattice.left_of(side): 2, lattice.right_of(side): 3}
        after = lattice.tip((faces[0], faces[1], faces[2]), *lattice.tips(side)["right"])
        assert (after[side], after[lattice.left_of(side)], after[lattice.right_of(side)]) == (6, 4, 2)


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def every_tie_counts(twin: Wuerfelmarsch, top_owners: list[int]) -> bool:
        return len(top_owners) > 1

    monkeypatch.setattr(Wuerfelmarsch, "_is_tie", every_tie_counts)
    report = r"wuerfelmarsch rules \d+ seats 3 options .*own_tie.* seed '0:\d+' ply \d+ .*\n.*twin.*game"
    with pytest.raises(AssertionError, match=report):
        compare(50, seed=0)
