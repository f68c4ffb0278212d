"""Abquetschen, clause by clause."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random

import pytest

from bussolotto.core import errors, pyramid
from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.abquetschen import builds, game
from bussolotto.play.match import Match
from bussolotto.testing.worlds import World, random_ply

INNER = [cell for cell in pyramid.CELLS if sum(cell) == 7 and min(cell) > 0]
RIDGE = [f"0,{b},0" for b in range(8, -1, -1)]  # the row up the ridge of sides X and Z, from its foot


def play(match: Match, seat: int, text: str) -> None:
    match.play(seat, game.read(seat, text))


def plays(match: Match, seat: int, *cells: str) -> None:
    """Place dice, one after another."""
    for cell in cells:
        play(match, seat, f"place {cell}")


def legal(match: Match, seat: int) -> list[str]:
    return [game.say(seat, code) for code in match.legal(seat)]


def refusal(match: Match, seat: int, text: str) -> str | None:
    """The clause that refuses this, after which nothing has changed."""
    before = match.view_bytes(seat), match.version
    with pytest.raises(errors.IllegalAction) as refused:
        play(match, seat, text)
    assert (match.view_bytes(seat), match.version) == before
    return refused.value.clause


def opened(apex: str = "2,2,3", seats: int = 3, **options: str) -> Match:
    """Seat 0 has built the opening tetrahedron; seat 1 is to roll."""
    match = Match(game, seats, options)
    for text in ("start 0", "four 0"):
        play(match, CHANCE, text)
    play(match, 0, f"open {apex}")
    return match


def pile(owners: Mapping[str, int], turn: int = 1, apex: str = "2,2,3", seats: int = 3, **options: str) -> Match:
    """This seat is to roll; seats by cell, and the opening die on top (it may be missing: then nothing is guarded)."""
    match = Match(game, seats, options)
    play(match, CHANCE, "start 0")
    s = match.state
    s.phase, s.turn, s.apex = game.ROLLING, turn, pyramid.cells_by_text()[apex]
    for cell, owner in owners.items():
        s.owner[pyramid.cells_by_text()[cell]] = owner + 1
    for seat in range(seats):
        s.reserve[seat] = s.stock - list(owners.values()).count(seat)
    game.check(s)
    return match


def under(*tops: str) -> list[str]:
    """All cells that must be filled for dice to stand here, these included."""
    triples = [pyramid.CELLS[pyramid.cells_by_text()[top]] for top in tops]
    below = [cell for cell in pyramid.CELLS if any(all(map(int.__ge__, cell, top)) for top in triples)]
    return [pyramid.cell_text(pyramid.INDEX[cell]) for cell in below]


def ending(match: Match) -> str:
    assert match.over
    return game.ENDINGS[game.ending(match.state)]


# --- ABQ-1: the start ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "weights"), [(3, [36, 30, 25]), (4, [216, 180, 150, 125])])
def test_abq_1_who_throws_the_4_first(seats: int, weights: Sequence[int]) -> None:
    for first in range(seats):
        match = Match(game, seats)
        assert [game.say(CHANCE, code) for code, odd in enumerate(match.odds()) if odd] == [
            f"start {seat}" for seat in range(seats)
        ]
        play(match, CHANCE, f"start {first}")
        chances = {(first + place) % seats: weight for place, weight in enumerate(weights)}
        assert {code - game.FOUR: odd for code, odd in enumerate(match.odds()) if odd} == chances
        never, total = Fraction(5, 6), sum(weights)
        for place, weight in enumerate(weights):  # throwing in turn until somebody has a 4
            assert Fraction(weight, total) == never**place / 6 / (1 - never**seats)


@pytest.mark.parametrize(
    ("options", "apexes"),
    [
        ({}, INNER),
        ({"opening": "central"}, [(2, 2, 3), (2, 3, 2), (3, 2, 2)]),
        ({"lattice": "6"}, [cell for cell in pyramid.CELLS if sum(cell) == 5 and min(cell) > 0]),
        ({"lattice": "4"}, [(1, 1, 1)]),
        ({"lattice": "4", "opening": "central"}, [(1, 1, 1)]),
        ({"lattice": "3"}, [cell for cell in pyramid.CELLS if sum(cell) == 2]),
    ],
)
def test_abq_1_where_the_opening_may_stand(options: dict[str, str], apexes: Sequence[pyramid.Cell]) -> None:
    match = Match(game, 3, options)
    play(match, CHANCE, "start 2")
    play(match, CHANCE, "four 1")
    assert match.movers() == 1 << 1
    assert legal(match, 1) == [f"open {pyramid.cell_text(pyramid.INDEX[cell])}" for cell in sorted(apexes)]


def test_abq_1_there_are_15_places_none_at_the_edge() -> None:
    assert len(INNER) == 15
    edge = set(pyramid.edge_cells())
    for apex in INNER:
        assert not {pyramid.moved(apex, **{axis: 1}) for axis in pyramid.AXES} & edge


def test_abq_1_the_opening_is_the_first_turn() -> None:
    match = Match(game, 4)
    for text in ("start 3", "four 3"):
        play(match, CHANCE, text)
    assert refusal(match, 3, "open 0,3,4") == "ABQ-1"
    assert refusal(match, 3, "place 3,2,3") == "ABQ-1"
    assert refusal(match, 0, "open 2,2,3") == "ABQ-1"
    play(match, 3, "open 2,2,3")
    owned = [pyramid.cell_text(cell) for cell, owner in enumerate(match.state.owner) if owner == 4]
    assert owned == ["2,2,3", "2,2,4", "2,3,3", "3,2,3"]
    assert list(match.state.reserve) == [55, 55, 55, 51]
    assert match.scores() == [0, 0, 0, 4]
    play(match, CHANCE, "die 3")
    assert match.movers() == 1 << 0


# --- printed facts ---------------------------------------------------------------------------------------------------


def test_on_the_empty_base_only_4_dice_make_a_group() -> None:
    """A single die is a group as well, but touches nothing."""
    touching_everything = [builds.TOUCH] * pyramid.COUNT + [builds.OUT, builds.FULL]
    buildable = [
        number for number in range(1, 7) if builds.survey([*touching_everything], builds.CONNECTED, number, 0, 0)
    ]
    assert buildable == [1, 4]
    touching_nothing = [0] * pyramid.COUNT + [builds.OUT, builds.FULL]
    assert not any(builds.survey([*touching_nothing], builds.CONNECTED, number, 0, 0) for number in range(1, 7))


@pytest.mark.parametrize("apex", INNER)
def test_the_second_player_can_build_only_with_3_5_or_6(apex: pyramid.Cell) -> None:
    start = opened(pyramid.cell_text(pyramid.INDEX[apex]))
    for number in range(1, 7):
        match = start.copy()
        play(match, CHANCE, f"die {number}")
        assert (match.state.phase == game.BUILDING) == (number in (3, 5, 6))
        assert match.state.turn == (1 if number in (3, 5, 6) else 2)


# --- ABQ-2: the roll -------------------------------------------------------------------------------------------------


def test_abq_2_as_many_dice_as_the_roll_shows_then_the_next_seat() -> None:
    match = opened()
    play(match, CHANCE, "die 3")
    plays(match, 1, "4,1,3", "3,1,4")
    assert legal(match, 1) == ["place 3,1,3"]
    plays(match, 1, "3,1,3")
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 2)
    assert list(match.state.reserve[:3]) == [51, 52, 55]


def test_abq_2_who_cannot_build_the_whole_roll_places_nothing() -> None:
    match = opened()
    play(match, CHANCE, "die 4")
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 2)
    assert match.scores() == [4, 0, 0]
    assert not any(match.state.mark)


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (1, "place 2,2,3", "ABQ-2"),  # a die stands there
        (1, "place 3,1,3", "ABQ-2"),  # it has no supports yet
        (1, "place 8,0,0", "ABQ-3"),  # far away
        (1, "open 2,2,3", "ABQ-1"),  # that was the first turn
        (1, "bonus 1", "ABQ-6"),  # not earned
        (0, "place 4,1,3", "ABQ-1"),  # not his turn
        (CHANCE, "die 4", "GEN-3"),  # it lies already
    ],
)
def test_abq_2_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    match = opened()
    play(match, CHANCE, "die 3")
    assert refusal(match, seat, text) == clause


# --- ABQ-3: dice of a turn hang together -----------------------------------------------------------------------------


def groups(match: Match, seat: int) -> set[frozenset[int]]:
    """Every build that can come of the dice still to be placed, as sets of cells."""
    found: set[frozenset[int]] = set()
    seen: set[frozenset[int]] = set()
    ahead = [(match, frozenset[int]())]
    while ahead:
        here, cells = ahead.pop()
        if here.state.phase != game.BUILDING:
            found.add(cells)
            continue
        for cell in here.legal(seat):
            if cells | {cell} not in seen:
                seen.add(cells | {cell})
                after = here.copy()
                after.play(seat, cell)
                ahead.append((after, cells | {cell}))
    return found


def together(cells: Iterable[int]) -> bool:
    """Can one walk from die to die through faces?"""
    left = set(cells)
    walk = [left.pop()]
    while walk:
        touched = left.intersection(pyramid.around(walk.pop()))
        left -= touched
        walk.extend(touched)
    return not left


def test_abq_3_a_build_of_three_at_the_opening_is_one_of_six() -> None:
    """A die that leans on one of the three opening dice below, and the two others that it rests on."""
    match = opened()
    play(match, CHANCE, "die 3")
    found = groups(match, 1)
    tops = ["3,1,3", "3,2,2", "1,3,3", "2,3,2", "1,2,4", "2,1,4"]
    opening = set(under("2,2,3"))
    assert found == {frozenset(pyramid.cells_by_text()[cell] for cell in set(under(top)) - opening) for top in tops}


@pytest.mark.parametrize("number", [5, 6])
def test_abq_3_every_build_hangs_together(number: int) -> None:
    match = opened()
    play(match, CHANCE, f"die {number}")
    found = groups(match, 1)
    assert found
    assert all(together(cells) and len(cells) == number for cells in found)


def test_abq_3_pairwise_each_die_touches_another() -> None:
    for touch, refused in (("connected", True), ("pairwise", False)):
        match = opened(touch=touch)
        play(match, CHANCE, "die 6")
        plays(match, 1, "4,1,3", "3,1,4", "3,1,3")
        if refused:
            assert refusal(match, 1, "place 1,4,3") == "ABQ-3"
        else:
            plays(match, 1, "1,4,3", "1,3,4", "1,3,3")
            assert match.state.turn == 2


def test_abq_3_pairwise_no_die_stays_alone() -> None:
    match = opened(touch="pairwise")
    play(match, CHANCE, "die 3")
    plays(match, 1, "4,1,3")
    assert refusal(match, 1, "place 8,0,0") == "ABQ-3"


# --- ABQ-4: one of them touches an own die ---------------------------------------------------------------------------

TWO_HOLLOWS = dict.fromkeys(["8,0,0", "7,1,0", "7,0,1"], 0) | dict.fromkeys(["0,8,0", "1,7,0", "0,7,1"], 2)


def test_abq_4_an_own_die_of_an_earlier_turn() -> None:
    match = pile(TWO_HOLLOWS, turn=0)
    play(match, CHANCE, "die 1")
    assert legal(match, 0) == ["place 7,0,0"]
    assert refusal(match, 0, "place 0,7,0") == "ABQ-4"
    assert refusal(match, 0, "place 4,4,0") == "ABQ-4"


def test_abq_4_at_the_first_build_any_opponents_die() -> None:
    match = pile(TWO_HOLLOWS, turn=1)
    play(match, CHANCE, "die 1")
    assert legal(match, 1) == ["place 0,7,0", "place 7,0,0"]


def test_abq_4_it_is_enough_that_one_of_them_does() -> None:
    match = pile(TWO_HOLLOWS, turn=0)
    play(match, CHANCE, "die 3")
    plays(match, 0, "6,1,1", "6,2,0", "6,1,0")
    assert match.state.turn == 1


# --- ABQ-5: the opening dice stay to be seen -------------------------------------------------------------------------

COVERS = ["1,2,3", "2,1,3", "2,2,2"]  # of the die on top; six more cover those below
LEVEL_1 = [pyramid.cell_text(cell) for cell in range(pyramid.COUNT) if pyramid.LEVEL[cell] == 1]


def guarded(covered: Sequence[str]) -> Match:
    """Two levels are full, seat 1 has dice under the covers of the opening die on top; of those, these are taken."""
    owners = {cell: 2 * (number % 2) for number, cell in enumerate(under(*LEVEL_1))}
    owners |= dict.fromkeys(under("2,2,3"), 0)
    owners |= dict.fromkeys(["1,3,3", "3,1,3", "3,2,2", "5,1,1"], 1)
    return pile({**owners, **dict.fromkeys(covered, 2)})


def test_abq_5_the_last_face_is_not_covered_by_others() -> None:
    match = guarded(COVERS[:2])
    play(match, CHANCE, "die 1")
    assert refusal(match, 1, "place 2,2,2") == "ABQ-5"
    assert "place 5,1,0" in legal(match, 1)


def test_abq_5_the_last_but_one_may_be() -> None:
    match = guarded(COVERS[:1])
    play(match, CHANCE, "die 1")
    assert {"place 2,2,2", "place 2,1,3"} <= set(legal(match, 1))
    plays(match, 1, "2,2,2")


def test_abq_5_the_owner_may_cover_the_last_and_then_it_is_over() -> None:
    match = guarded(COVERS[:2])
    match.state.turn = 0
    play(match, CHANCE, "die 1")
    plays(match, 0, "2,2,2")
    play(match, CHANCE, "die 1")
    assert match.state.guarded == 0
    assert match.state.phase == game.BUILDING


def test_abq_5_a_build_does_not_begin_that_could_only_end_in_covering_it() -> None:
    """Both faces of the build would be needed: the last one is under its only way up."""
    match = guarded(COVERS[:2])
    play(match, CHANCE, "die 2")
    last = pyramid.cells_by_text()["2,2,2"]
    assert all(last not in cells for cells in groups(match, 1))


# --- ABQ-6: extra dice -----------------------------------------------------------------------------------------------


def at_the_ridge(length: int, bonus: str = "build") -> Match:
    """All is there on which a row of this length up the ridge rests; of seat 1 only the die beside its second."""
    row = RIDGE[:length]
    cells = [cell for cell in under(row[-1]) if cell not in row]
    owners = {cell: (0, 2, 3)[number % 3] for number, cell in enumerate(cells)} | {"1,7,0": 1}
    return pile(owners, seats=4, bonus=bonus)


@pytest.mark.parametrize(("number", "extras"), [(3, []), (4, [0, 1]), (5, [0, 1, 2]), (6, [0, 1, 2, 3])])
def test_abq_6_a_row_earns_extra_dice(number: int, extras: list[int]) -> None:
    match = at_the_ridge(2 * number - 3)
    play(match, CHANCE, f"die {number}")
    plays(match, 1, *RIDGE[:number])
    assert legal(match, match.state.turn if extras else 1) == [f"bonus {extra}" for extra in extras]
    if extras:
        assert refusal(match, 1, "place 0,0,8") == "ABQ-6"
        assert refusal(match, 1, f"bonus {len(extras)}" if len(extras) < 4 else "open 2,2,3") == "ABQ-6"
        play(match, 1, f"bonus {extras[-1]}")
        plays(match, 1, *RIDGE[number : number + extras[-1]])  # they touch dice of this turn only
    play(match, CHANCE, "die 1")
    assert match.over == (number == 6)  # no more extra dice, though the row is longer; nine complete the pyramid


@pytest.mark.parametrize(
    ("in_row", "number", "extras"),
    [("3", 3, [0, 1]), ("3", 5, [0, 1, 2, 3]), ("5", 4, []), ("5", 5, [0, 1]), ("2", 2, [0, 1]), ("6", 5, [])],
)
def test_abq_6_how_long_a_row_must_be_is_an_option(in_row: str, number: int, extras: list[int]) -> None:
    match = at_the_ridge(number + 3)
    match.state.in_row = int(in_row)
    play(match, CHANCE, f"die {number}")
    plays(match, 1, *RIDGE[:number])
    assert legal(match, match.state.turn if extras else 1) == [f"bonus {extra}" for extra in extras]


def test_abq_6_no_row_earns_more_than_three() -> None:
    match = at_the_ridge(9)
    match.state.in_row = 3
    play(match, CHANCE, "die 6")
    plays(match, 1, *RIDGE[:6])
    assert legal(match, 1) == ["bonus 0", "bonus 1", "bonus 2", "bonus 3"]


@pytest.mark.parametrize(("stock", "dice"), [("55", 55), ("40", 40), ("25", 25), ("5", 5), ("77", 77), ("165", 165)])
def test_abq_1_how_many_dice_everybody_has_is_an_option(stock: str, dice: int) -> None:
    match = Match(game, 4, {"stock": stock})
    assert list(match.state.reserve) == [dice] * 4
    assert match.scores() == [0, 0, 0, 0]


def test_abq_6_five_dice_without_a_row_earn_nothing() -> None:
    match = opened()
    play(match, CHANCE, "die 5")
    for _ in range(5):
        play(match, 1, legal(match, 1)[0])
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 2)


def test_abq_6_one_may_do_without() -> None:
    match = at_the_ridge(5)
    play(match, CHANCE, "die 4")
    plays(match, 1, *RIDGE[:4])
    play(match, 1, "bonus 0")
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 2)


def test_abq_6_no_more_than_the_reserve() -> None:
    match = at_the_ridge(9)
    match.state.reserve[1] = 8
    play(match, CHANCE, "die 6")
    plays(match, 1, *RIDGE[:6])
    assert legal(match, 1) == ["bonus 0", "bonus 1", "bonus 2"]


@pytest.mark.parametrize(("bonus", "clause"), [("build", "ABQ-3"), ("single", None)])
def test_abq_6_single_extra_dice_need_not_hang_together(bonus: str, clause: str | None) -> None:
    match = at_the_ridge(7, bonus)
    for cell in ("8,0,0", "7,1,0", "7,0,1"):  # a hollow of its own in the far corner
        match.state.owner[pyramid.cells_by_text()[cell]] = 2
        match.state.reserve[1] -= 1
    play(match, CHANCE, "die 5")
    plays(match, 1, *RIDGE[:5])
    play(match, 1, "bonus 2")
    plays(match, 1, RIDGE[5])
    if clause:
        assert refusal(match, 1, "place 7,0,0") == clause
    else:
        assert refusal(match, 1, "place 4,0,4") == "ABQ-6"  # it would touch nothing
        plays(match, 1, "7,0,0")
        assert match.state.turn == 2


@pytest.mark.parametrize("bonus", ["build", "single"])
def test_abq_6_an_extra_die_touches_an_own_one(bonus: str) -> None:
    match = at_the_ridge(5, bonus)
    play(match, CHANCE, "die 4")
    plays(match, 1, *RIDGE[:4])
    play(match, 1, "bonus 1")
    assert refusal(match, 1, "place 0,0,8") == "ABQ-6"
    plays(match, 1, RIDGE[4])


# --- ABQ-7: the instant win ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reserve", "wins"), [(3, True), (4, True), (5, False)])
def test_abq_7_a_roll_as_high_as_the_reserve_wins_placeable_or_not(reserve: int, wins: bool) -> None:
    match = opened()
    match.state.reserve[1] = reserve
    match.state.reserve[0] = 1
    play(match, CHANCE, "die 4")  # the second player cannot build with a 4
    assert (match.state.ended == game.BY_ROLL) == (match.over and ending(match) == "roll") == wins
    if wins:
        assert match.returns() == [0, 1, 0]


def test_abq_7_so_does_emptying_the_reserve() -> None:
    match = at_the_ridge(9)
    match.state.reserve[1] = 5
    play(match, CHANCE, "die 4")
    plays(match, 1, *RIDGE[:4])
    assert not match.over
    play(match, 1, "bonus 1")
    plays(match, 1, RIDGE[4])
    assert ending(match) == "empty"
    assert match.returns() == [0, 1, 0, 0]


# --- ABQ-8: blocked --------------------------------------------------------------------------------------------------

# seat 1 has only the corner, and it is covered; seat 0 can build on the other dice
CORNER = {"3,0,0": 1, "2,1,0": 0, "2,0,1": 0, "2,0,0": 0, "1,2,0": 0, "1,1,1": 0}


def walled_in(roll: str = "roll_first") -> Match:
    """Seat 1 has only the corner, which is covered, and is the next."""
    match = pile(CORNER, turn=0, apex="2,0,0", lattice="3", blocked_roll=roll)
    play(match, CHANCE, "die 1")
    play(match, 0, legal(match, 0)[0])
    return match


@pytest.mark.parametrize("face", range(1, 7))
def test_abq_8_who_has_no_empty_cell_above_his_dice_is_blocked_after_the_roll(face: int) -> None:
    match = walled_in()
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 1)
    play(match, CHANCE, f"die {face}")
    assert ending(match) == "blocked"
    assert match.returns() == [1, 0, 0]  # the smallest reserve
    assert match.scores() == [6, 1, 0]


@pytest.mark.parametrize(("face", "how", "returns"), [(6, "roll", [0, 1, 0]), (5, "blocked", [1, 0, 0])])
def test_abq_8_a_roll_that_wins_comes_first(face: int, how: str, returns: list[float]) -> None:
    match = walled_in()
    match.state.reserve[:3] = [3, 6, 50]
    play(match, CHANCE, f"die {face}")
    assert (ending(match), match.returns()) == (how, returns)


def test_abq_8_option_check_first() -> None:
    match = walled_in("check_first")
    assert ending(match) == "blocked"
    assert match.returns() == [1, 0, 0]


# Seat 1 has one covered die, here in the middle: it shows no face; in the corner it shows one on each flank
MIDDLE = {"2,1,1": 1, "1,2,1": 0, "1,1,2": 0, "3,0,1": 0, "2,0,2": 0, "3,1,0": 0, "2,2,0": 0}
MIDDLE |= dict.fromkeys(("1,1,1", "2,0,1", "2,1,0", "0,1,3", "1,0,3", "0,0,4"), 0)  # seat 0 can build on the last three


@pytest.mark.parametrize("roll", game.FACTS.options["blocked_roll"].suggested)
@pytest.mark.parametrize(
    ("dice", "lattice", "apex", "blocked", "over"),
    [
        (CORNER, "3", "2,0,0", "walled_in", True),
        (CORNER, "3", "2,0,0", "hidden", False),
        (MIDDLE, "4", "1,1,1", "walled_in", True),
        (MIDDLE, "4", "1,1,1", "hidden", True),
    ],
)
def test_abq_8_option_hidden(
    dice: dict[str, int], lattice: str, apex: str, blocked: str, over: bool, roll: str
) -> None:
    """Only the stricter reading plays on while a face of a die is seen on which nothing can be built."""
    match = pile(dice, turn=0, apex=apex, lattice=lattice, blocked=blocked, blocked_roll=roll)
    assert game.is_blocked(match.state, 1) == over
    play(match, CHANCE, "die 1")
    play(match, 0, legal(match, 0)[0])
    if not match.over:
        play(match, CHANCE, "die 1")
    assert match.over == over
    assert not over or ending(match) == "blocked"


def test_abq_8_an_empty_cell_is_enough_even_if_nothing_can_stand_there_yet() -> None:
    match = pile(CORNER | {"0,3,0": 1}, turn=0, apex="2,0,0", lattice="3")
    play(match, CHANCE, "die 1")
    play(match, 0, "place 1,1,0")
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 1)


def test_abq_8_who_has_not_built_is_not_blocked() -> None:
    match = pile(CORNER | {"3,0,0": 2}, turn=0, apex="2,0,0", lattice="3")
    play(match, CHANCE, "die 1")
    play(match, 0, legal(match, 0)[0])
    assert (match.state.phase, match.state.turn) == (game.ROLLING, 1)


def test_abq_8_equal_reserves_share() -> None:
    match = pile(CORNER | {"0,0,3": 2}, turn=0, apex="2,0,0", lattice="3")
    match.state.reserve[2] = 49
    play(match, CHANCE, "die 1")
    play(match, 0, legal(match, 0)[0])
    play(match, CHANCE, "die 1")
    assert match.returns() == [0.5, 0, 0.5]


def before_nobody() -> Match:
    """A match on the smallest lattice before its last ply, a die after which nobody can build any more."""
    for seed in range(200):
        world = World(game, 3, seed, {"lattice": "3"})
        log = world.log()
        match = world.match()
        if ending(match) == "nobody-can-build":
            again = Match(game, 3, {"lattice": "3"})
            for seat, action in log[:-1]:
                again.play(seat, action)
            return again
    raise AssertionError("no such match")


def test_abq_8_where_nobody_can_build_with_any_roll_the_match_ends() -> None:
    match = before_nobody()
    for face in range(1, 7):
        trial = match.copy()
        play(trial, CHANCE, f"die {face}")
        assert ending(trial) == "nobody-can-build"
    reserves = match.state.reserve[:3]
    least = min(reserves)
    expected = [(reserve == least) / list(reserves).count(least) for reserve in reserves]
    play(match, CHANCE, "die 1")
    assert match.returns() == expected


def test_abq_8_but_not_while_a_roll_could_still_win() -> None:
    match = before_nobody()
    match.state.reserve[match.state.turn] = 6
    play(match, CHANCE, "die 5")
    assert not match.over or ending(match) == "blocked"


# --- GEN-7 and what follows from all of it ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"touch": "pairwise"}, {"bonus": "single"}, {"lattice": "4"}])
def test_what_may_be_begun_can_be_completed(options: dict[str, str]) -> None:
    """Whatever is chosen on the way, the roll is placed as a whole, and every build obeys its clauses."""
    rng = Random(3)
    for seed in range(3):
        for s, seat, _ in World(game, 3, seed, options).plies():
            if s.phase == game.BUILDING and s.laid == 0 and rng.random() < 0.5:
                end = copied(s)
                laid = set()
                for _ in range(s.roll):
                    _, cell = random_ply(game, end, 1 << seat, rng)
                    laid.add(cell)
                    game.apply(end, seat, cell)
                assert sum(map(bool, end.owner)) - sum(map(bool, s.owner)) == s.roll
                assert obeys(s, seat, laid), f"{options} seed {seed} ply {s.plies}: {sorted(laid)}"


def obeys(s: game.State, seat: int, laid: set[int]) -> bool:
    """ABQ-3, ABQ-4, ABQ-5 of a whole build, said once more."""
    if s.touch:
        hangs = len(laid) == 1 or all(laid.intersection(pyramid.around(cell)) for cell in laid)
    else:
        hangs = together(laid)
    older = [s.owner[other] for cell in laid for other in pyramid.around(cell) if s.owner[other]]
    touches = bool(older) if s.reserve[seat] == s.stock else seat + 1 in older
    opening = [int(s.apex), *map(int, pyramid.BELOW[s.apex])]
    covers = {int(above) for die in opening for above in pyramid.ABOVE[die] if above != pyramid.OUTSIDE}
    empty = {cell for cell in covers if s.owner[cell] == 0}
    return hangs and touches and (s.owner[s.apex] == seat + 1 or not empty or not empty <= laid)
