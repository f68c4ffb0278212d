"""Raffzahn, clause by clause. Seat 0 looks at side X, seat 1 at Z, seat 2 at Y: on a die 312 they see 3, 2 and 1."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from bussolotto.core import errors, pyramid
from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.raffzahn import game as raffzahn
from bussolotto.play.match import Match
from bussolotto.testing.worlds import World, mask_of

FULL = {pyramid.cell_text(cell): "312" for cell in range(1, pyramid.COUNT)}
BASE = {pyramid.cell_text(cell): "312" for cell in pyramid.BASE}
# A die in the middle of an otherwise empty base, on its three supports.
SUPPORTS = {"3,2,3": "312", "2,3,3": "312", "2,2,4": "312"}
HILL = {**SUPPORTS, "2,2,3": "312"}


def play(match: Match, seat: int, *texts: str) -> None:
    """Plies of one seat, as notation."""
    for text in texts:
        match.play(seat, raffzahn.read(seat, text))


def legal(match: Match, seat: int) -> list[str]:
    """What a seat may do, as notation."""
    return [raffzahn.say(seat, code) for code in match.legal(seat)]


def lay(dice: Mapping[str, str], taken: Sequence[int] = (0, 0), turn: int = 0, **options: str) -> Match:
    """These dice lie there, `turn` is about to throw; seat 2 has taken what the others have not."""
    match = Match(raffzahn, 3, options)
    play(match, CHANCE, f"start {turn}")
    state = match.state
    for cell, pose in dice.items():
        state.pose[pyramid.cells_by_text()[cell]] = 1 + pyramid.poses_by_text()[pose]
    pile = [*state.pose, 0]
    state.covered[:] = [pyramid.SIDES - pyramid.uncovered(pile, cell) for cell in range(pyramid.COUNT)]
    state.above_base = sum(pyramid.LEVEL[cell] > 0 for cell in range(pyramid.COUNT) if pile[cell])
    state.taken[:] = [*taken, pyramid.COUNT - 1 - len(dice) - sum(taken)]
    state.laid, state.phase = pyramid.COUNT, raffzahn.READY
    raffzahn.check(state)
    return match


def thrown(dice: Mapping[str, str], number: int, taken: Sequence[int] = (0, 0), turn: int = 0, **options: str) -> Match:
    """The same, and `turn` has thrown this number."""
    match = lay(dice, taken, turn, **options)
    throw(match, number)
    return match


def throw(match: Match, number: int) -> None:
    """Whose turn it is throws this."""
    play(match, match.state.turn, "throw")
    play(match, CHANCE, f"die {number}")


def stop(match: Match) -> None:
    """Whose turn it is says Stop."""
    play(match, match.state.turn, "stop")


def ended(match: Match) -> str:
    """How it has ended; empty while it goes on."""
    return raffzahn.ENDINGS[raffzahn.ending(match.state)] if match.over else ""


def refused(match: Match, seat: int, text: str) -> str | None:
    """The clause that forbids this; the match must stay as it was."""
    before = match.view_bytes(0), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, text)
    assert (match.view_bytes(0), match.version) == before
    return refusal.value.clause


# --- RAF-1, GEN-1, GEN-5: the start ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_raf_1_three_play(seats: int) -> None:
    with pytest.raises(errors.BadSeats):
        Match(raffzahn, seats)


def test_gen_1_every_seat_is_as_likely_to_start() -> None:
    match = Match(raffzahn, 3)
    weights = {raffzahn.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert weights == {"start 0": 1, "start 1": 1, "start 2": 1}


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_raf_1_164_dice_are_laid_and_the_starter_throws(starter: int) -> None:
    match = Match(raffzahn, 3)
    play(match, CHANCE, f"start {starter}")
    for cell in range(1, pyramid.COUNT):
        poses = [raffzahn.say(CHANCE, code) for code, weight in enumerate(match.odds()) if weight == 1]
        assert poses == [f"lay {pose}" for pose in pyramid.poses_by_text()]
        assert [legal(match, seat) for seat in range(3)] == [[], [], []]
        play(match, CHANCE, poses[cell % 24])
        assert pyramid.POSES[match.state.pose[cell] - 1].tolist() == [int(face) for face in poses[cell % 24][4:]]
    assert (match.state.pose[0], match.scores()) == (0, [0, 0, 0])
    assert [legal(match, seat) for seat in range(3)] == [["throw"] * (seat == starter) for seat in range(3)]


def test_geo_5_in_a_full_pyramid_only_the_top_is_free_so_raffzahn_begins_with_the_three_below() -> None:
    assert [cell for cell in range(pyramid.COUNT) if pyramid.uncovered([1] * pyramid.COUNT, cell) == 3] == [0]
    match = lay(FULL)
    free = [pyramid.cell_text(cell) for cell in range(1, pyramid.COUNT) if match.state.covered[cell] == 0]
    assert free == ["0,0,1", "0,1,0", "1,0,0"]


def test_geo_5_of_the_base_only_the_corners_have_two_uncovered_faces() -> None:
    match = lay(FULL)
    assert [cell for cell in BASE if match.state.covered[pyramid.cells_by_text()[cell]] == 1] == [
        "0,0,8",
        "0,8,0",
        "8,0,0",
    ]


# --- RAF-2, RAF-3: taking --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "who"),
    [(1, 2), (2, 1), (3, 0), (4, None), (5, None), (6, None)],
)
@pytest.mark.parametrize("roller", [0, 1, 2])
def test_raf_2_a_free_die_goes_to_whom_it_shows_the_number(number: int, who: int | None, roller: int) -> None:
    dice = {"8,0,0": "312", "0,8,0": "456", "0,0,8": "456"}  # the others show 4, 6 and 5 to them
    others = {4: 0, 5: 2, 6: 1}.get(number)
    match = thrown(dice, number, turn=roller)
    for seat in range(3):
        expected = ["take 8,0,0"] if seat == who else ["take 0,0,8", "take 0,8,0"] if seat == others else []
        assert legal(match, seat) == expected + ["stop"] * (seat == roller)


def test_raf_2_no_die_ever_shows_the_same_number_to_two() -> None:
    for faces in pyramid.POSES.tolist():
        assert len({*faces}) == 3


@pytest.mark.parametrize("lid", ["1,2,3", "2,1,3", "2,2,2"])
def test_raf_2_a_die_with_anything_on_it_is_not_free(lid: str) -> None:
    solid = {pyramid.cell_text(cell): "312" for cell in range(pyramid.COUNT) if on_or_below(lid, cell)}
    match = thrown({**solid, **HILL, "8,0,0": "312"}, 3)
    assert "take 2,2,3" not in legal(match, 0)
    assert refused(match, 0, "take 2,2,3") == "RAF-2"
    assert f"take {lid}" in legal(match, 0)
    play(match, 0, f"take {lid}")
    assert "take 2,2,3" in legal(match, 0)


def on_or_below(lid: str, cell: int) -> bool:
    """Is this the cell of the lid, or does it hold it up?"""
    top = pyramid.CELLS[pyramid.cells_by_text()[lid]]
    return all(low >= high for low, high in zip(pyramid.CELLS[cell], top, strict=True))


def test_raf_2_dice_freed_by_a_take_may_be_taken_by_whom_they_show_the_number() -> None:
    match = thrown({**HILL, "3,2,3": "231", "2,3,3": "123", "8,0,0": "312"}, 3)
    assert [legal(match, seat) for seat in range(3)] == [["take 2,2,3", "take 8,0,0", "stop"], [], []]
    play(match, 0, "take 2,2,3")
    expected = [["take 2,2,4", "take 8,0,0", "stop"], ["take 2,3,3"], ["take 3,2,3"]]
    assert [legal(match, seat) for seat in range(3)] == expected


def test_raf_2_everybody_takes_at_once_as_many_as_he_finds_and_each_counts() -> None:
    match = thrown({"8,0,0": "312", "7,1,0": "312", "0,8,0": "123", "0,7,1": "231"}, 3, taken=(40, 40))
    assert match.movers() == 0b111
    play(match, 2, "take 0,7,1")
    play(match, 0, "take 7,1,0", "take 8,0,0")
    assert match.scores() == [42, 40, 81]
    assert match.movers() == 0b011  # the roller may still stop


def test_raf_3_a_die_of_the_base_may_be_taken_if_it_is_free() -> None:
    match = thrown({**BASE, "2,2,3": "312"}, 3)
    assert "take 0,3,5" in legal(match, 0)
    for support in SUPPORTS:
        assert refused(match, 0, f"take {support}") == "RAF-2"
    play(match, 0, "take 0,3,5")
    assert refused(match, 0, "take 0,3,5") == "RAF-2"
    assert not match.state.pose[pyramid.cells_by_text()["0,3,5"]]


# --- RAF-4: Stop -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roller", [0, 1, 2])
def test_raf_4_only_the_roller_stops_and_the_next_on_his_left_throws(roller: int) -> None:
    match = thrown(HILL, 3, turn=roller)
    for seat in range(3):
        if seat != roller:
            assert refused(match, seat, "stop") == "RAF-4"
    stop(match)
    left = (roller + 1) % 3
    assert (match.state.turn, match.state.number) == (left, 0)
    assert [legal(match, seat) for seat in range(3)] == [["throw"] * (seat == left) + ["late"] for seat in range(3)]
    throw(match, 3)
    assert "stop" in legal(match, left)


@pytest.mark.parametrize("takes", [0, 1, 2])
def test_raf_4_he_may_stop_at_any_time_whatever_is_left(takes: int) -> None:
    match = thrown({**HILL, "8,0,0": "312", "0,8,0": "312", "0,0,8": "312"}, 3, turn=1)
    play(match, 0, *["take 8,0,0", "take 0,8,0"][:takes])
    stop(match)
    assert (match.state.turn, ended(match)) == (2, "")


def test_raf_4_after_it_nobody_takes() -> None:
    match = thrown(HILL, 3)
    stop(match)
    assert [refused(match, seat, "take 2,2,3") for seat in range(3)] == ["RAF-4"] * 3
    assert refused(match, 1, "stop") == "RAF-4"


# --- RAF-5: late grabs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "seat", "after"),
    [
        ((40, 40, 80), 0, (38, 41, 81)),
        ((40, 40, 80), 1, (41, 38, 81)),
        ((40, 40, 80), 2, (41, 41, 78)),
        ((2, 78, 80), 0, (0, 79, 81)),
        ((1, 79, 80), 0, (1, 79, 80)),  # he cannot give one to each: he gives none
        ((0, 80, 80), 0, (0, 80, 80)),
        ((80, 1, 79), 1, (80, 1, 79)),
    ],
)
@pytest.mark.parametrize("roller", [0, 1, 2])
def test_raf_5_a_late_grab_gives_a_die_to_each_opponent(
    taken: tuple[int, ...], seat: int, after: tuple[int, ...], roller: int
) -> None:
    match = thrown(HILL, 3, taken[:2], roller)
    assert tuple(match.scores()) == taken
    stop(match)
    play(match, seat, "late")
    assert tuple(match.scores()) == after
    assert match.state.pose[pyramid.cells_by_text()["2,2,3"]]  # the die stays
    assert [legal(match, who) for who in range(3)] == [
        ["throw"] * (who == (roller + 1) % 3) + ["late"] for who in range(3)
    ]


def test_raf_5_every_grab_is_punished_each_time() -> None:
    match = thrown(HILL, 3, (5, 75))
    stop(match)
    play(match, 0, "late", "late", "late")
    assert match.scores() == [1, 77, 82]


def test_raf_5_none_is_late_before_a_stop_nor_after_the_next_throw() -> None:
    match = lay(HILL)
    assert [refused(match, seat, "late") for seat in range(3)] == ["RAF-5"] * 3
    throw(match, 3)
    assert [refused(match, seat, "late") for seat in range(3)] == ["RAF-5"] * 3
    stop(match)
    play(match, 1, "throw")
    assert [refused(match, seat, "late") for seat in range(3)] == ["RAF-5"] * 3


def meant(match: Match, seat: int, text: str) -> str:
    """What a claim of this in the present position stands for."""
    return raffzahn.say(seat, raffzahn.meant(match.state, seat, raffzahn.read(seat, text)))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_raf_5_who_takes_any_die_of_the_pile_after_a_stop_is_late(seat: int) -> None:
    match = thrown(HILL, 3)
    stop(match)
    assert [meant(match, seat, f"take {cell}") for cell in HILL] == ["late"] * len(
        HILL
    )  # free or not, whatever it shows
    for text in ("take 8,0,0", "throw", "late", "stop"):  # no die lies at 8,0,0
        assert meant(match, seat, text) == text
    assert refused(match, seat, "take 8,0,0") == "RAF-4"


def test_raf_5_no_take_is_late_before_a_stop_nor_after_the_next_throw() -> None:
    match = lay(HILL)
    assert meant(match, 0, "take 2,2,3") == "take 2,2,3"
    throw(match, 3)
    assert meant(match, 0, "take 2,2,3") == "take 2,2,3"
    stop(match)
    throw(match, 3)
    assert meant(match, 0, "take 2,2,3") == "take 2,2,3"


def test_raf_8_no_take_is_late_where_the_throw_stopped_by_itself() -> None:
    match = thrown(HILL, 4)
    assert (meant(match, 0, "take 2,2,3"), refused(match, 0, "take 2,2,3")) == ("take 2,2,3", "RAF-2")


# --- RAF-8: nobody could take ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [4, 5, 6])
def test_raf_8_a_number_that_nobody_sees_stops_by_itself_and_no_foul_is_possible(number: int) -> None:
    match = thrown(HILL, number, turn=2)
    assert (match.state.turn, match.state.number, match.state.idle) == (0, 0, 1)
    assert [legal(match, seat) for seat in range(3)] == [["throw"], [], []]
    assert [refused(match, seat, "late") for seat in range(3)] == ["RAF-8"] * 3


def test_raf_8_so_does_the_last_die_that_anybody_could_take() -> None:
    match = thrown({**HILL, "0,8,0": "123", "0,0,8": "123", "3,2,3": "456", "2,3,3": "456", "2,2,4": "456"}, 3, turn=0)
    play(match, 1, "take 0,8,0")
    play(match, 0, "take 2,2,3")
    assert match.state.phase == raffzahn.TAKING  # seat 1 sees a 3 at 0,0,8
    play(match, 1, "take 0,0,8")
    assert ended(match) == "cleared"


def test_raf_8_a_die_that_is_free_only_after_a_take_keeps_the_throw_alive() -> None:
    match = thrown({**HILL, "3,2,3": "231", "2,3,3": "456", "2,2,4": "456"}, 3)
    play(match, 0, "take 2,2,3")
    assert [legal(match, seat) for seat in range(3)] == [["stop"], [], ["take 3,2,3"]]


@pytest.mark.parametrize("number", [4, 5, 6])
def test_raf_8_option_no_leaves_the_stop_to_who_threw(number: int) -> None:
    match = thrown(HILL, number, turn=2, auto_stop="no")
    assert (match.state.turn, match.state.number, match.state.idle) == (2, number, 0)
    assert [legal(match, seat) for seat in range(3)] == [[], [], ["stop"]]
    assert refused(match, 0, "stop") == "RAF-4"
    stop(match)
    assert (match.state.turn, match.state.number, match.state.idle) == (0, 0, 1)
    assert [legal(match, seat) for seat in range(3)] == [["throw", "late"], ["late"], ["late"]]  # fouls are possible


def test_raf_8_option_no_keeps_the_throw_alive_after_the_last_die_that_anybody_could_take() -> None:
    match = thrown({**HILL, "3,2,3": "456", "2,3,3": "456", "2,2,4": "456"}, 3, auto_stop="no")
    play(match, 0, "take 2,2,3")
    assert match.state.phase == raffzahn.TAKING and not match.over
    assert [legal(match, seat) for seat in range(3)] == [["stop"], [], []]
    stop(match)
    assert ended(match) == "cleared"


# --- RAF-6, GEN-2, GEN-7: the end ------------------------------------------------------------------------------------


def test_raf_6_it_ends_at_the_stop_not_at_the_take() -> None:
    match = thrown(HILL, 3)
    play(match, 0, "take 2,2,3")
    assert match.state.above_base == 0
    assert ended(match) == ""
    play(match, 0, "take 3,2,3")
    stop(match)
    assert (match.movers(), ended(match)) == (0, "cleared")


def test_raf_6_one_die_above_the_base_is_enough_to_go_on() -> None:
    match = thrown({**BASE, "2,2,3": "312", "0,0,7": "456"}, 3)
    play(match, 0, "take 2,2,3")
    stop(match)
    assert ended(match) == ""
    throw(match, 5)
    play(match, 2, "take 0,0,7")  # and nobody sees another 5 (RAF-8)
    assert ended(match) == "cleared"


@pytest.mark.parametrize(
    ("taken", "shares"),
    [
        ((39, 40), (0, 0, 1)),
        ((79, 1), (0.5, 0, 0.5)),
        ((52, 53), (0, 0, 1)),
        ((100, 30), (1, 0, 0)),
        ((79, 80), (0.5, 0.5, 0)),
    ],
)
def test_raf_6_most_dice_wins_and_ties_share(taken: tuple[int, int], shares: tuple[float, ...]) -> None:
    match = thrown(HILL, 3, taken)
    play(match, 0, "take 2,2,3")
    stop(match)
    assert match.scores() == [taken[0] + 1, taken[1], 160 - sum(taken)]
    assert (ended(match), tuple(match.returns())) == ("cleared", shares)


def test_raf_6_as_it_stands_most_dice_wins_and_at_the_start_all_share() -> None:
    assert lay(HILL, (90, 0)).returns() == [1, 0, 0]
    assert Match(raffzahn, 3).returns() == [1 / 3] * 3


def test_raf_6_after_the_end_every_action_is_refused() -> None:
    match = thrown(HILL, 3)
    play(match, 0, "take 2,2,3", "stop")
    for text in ("take 3,2,3", "stop", "throw", "late"):
        assert [refused(match, seat, text) for seat in range(3)] == ["RAF-6"] * 3


def test_gen_7_thirty_stops_without_a_take_end_it_whoever_stops() -> None:
    match = lay(HILL, (81, 79))
    for number in range(raffzahn.PATIENCE):
        assert (ended(match), match.state.idle) == ("", number)
        throw(match, 3 if number % 2 else 4)
        if number % 2:
            stop(match)
    assert ended(match) == "no-progress"
    assert match.returns() == [1, 0, 0]


def test_gen_7_a_take_starts_the_count_anew_a_foul_does_not() -> None:
    match = lay({**HILL, "0,0,8": "312"})
    for _ in range(raffzahn.PATIENCE - 1):
        throw(match, 3)
        stop(match)
        play(match, 2, "late")
    throw(match, 3)
    play(match, 0, "take 0,0,8")
    assert match.state.idle == 0
    for count in range(1, raffzahn.PATIENCE):
        stop(match)
        assert match.state.idle == count
        throw(match, 3)
    assert ended(match) == ""
    stop(match)
    assert ended(match) == "no-progress"


def test_gen_7_cleared_at_the_last_stop_counts_as_cleared() -> None:
    match = thrown(HILL, 3)
    play(match, 0, "take 2,2,3", "take 2,2,4", "take 2,3,3")
    match.state.idle = raffzahn.PATIENCE - 1
    stop(match)
    assert ended(match) == "cleared"


def test_gen_7_the_limit_of_plies_ends_it_as_it_stands() -> None:
    match = lay(HILL, (10, 90))
    match.state.plies = raffzahn.MAX_PLIES - 3
    throw(match, 3)
    assert ended(match) == ""
    stop(match)
    assert ended(match) == "limit"
    assert match.returns() == [0, 1, 0]


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("penalty", "taken", "after"),
    [
        ("0", (40, 40, 80), (40, 40, 80)),
        ("2", (40, 40, 80), (36, 42, 82)),
        ("2", (4, 76, 80), (0, 78, 82)),
        ("2", (3, 77, 80), (3, 77, 80)),
        ("20", (40, 40, 80), (0, 60, 100)),
        ("21", (40, 40, 80), (40, 40, 80)),
    ],
)
def test_raf_5_a_late_grab_costs_as_many_dice_as_the_option_says(
    penalty: str, taken: tuple[int, ...], after: tuple[int, ...]
) -> None:
    match = lay(HILL, taken[:2])
    match.state.penalty = int(penalty)
    throw(match, 3)
    stop(match)
    play(match, 0, "late")
    assert tuple(match.scores()) == after


@pytest.mark.parametrize(("remain", "high"), [("0", 0), ("1", 1), ("5", 5), ("15", 15)])
def test_raf_6_so_many_dice_above_the_base_may_be_left(remain: str, high: int) -> None:
    above = ["2,2,3", *(pyramid.cell_text(cell) for cell in range(pyramid.COUNT) if pyramid.LEVEL[cell] == 1)]
    dice = {**BASE, **dict.fromkeys(list(dict.fromkeys(above))[: high + 1], "312")}
    for takes, end in ((0, ""), (1, "cleared")):
        match = lay(dice)
        match.state.remain = int(remain)
        throw(match, 3)
        play(match, 0, *["take 2,2,3"][:takes])
        stop(match)
        assert ended(match) == end


@pytest.mark.parametrize(
    ("lattice", "dice"), [("8", 164), ("7", 119), ("6", 83), ("5", 55), ("4", 34), ("3", 19), ("2", 9)]
)
def test_raf_1_a_smaller_pyramid_is_the_top_of_the_big_one(lattice: str, dice: int) -> None:
    match = Match(raffzahn, 3, {"lattice": lattice})
    play(match, CHANCE, "start 0", *["lay 312"] * dice)
    there = [cell for cell in range(pyramid.COUNT) if match.state.pose[cell]]
    assert [pyramid.CELLS[cell] for cell in there] == list(pyramid.cells(int(lattice)))[1:]
    assert (legal(match, 0), match.state.above_base) == (
        ["throw"],
        dice - len(pyramid.cells(int(lattice))) + len(pyramid.cells(int(lattice) - 1)),
    )


def test_raf_6_a_smaller_pyramid_is_cleared_down_to_its_own_base() -> None:
    match = World(raffzahn, 3, seed=1, options={"lattice": "4"}).match()
    assert ended(match) == "cleared"
    left = [pyramid.CELLS[cell] for cell in range(pyramid.COUNT) if match.state.pose[cell]]
    assert left and {sum(cell) for cell in left} == {4}


# --- refusals, symmetry, notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (0, "take 3,2,3", "RAF-2"),  # covered
        (0, "take 0,0,0", "RAF-2"),  # nothing there
        (1, "take 2,2,3", "RAF-2"),  # shows him another number
        (0, "stop", "RAF-4"),  # not the roller
        (0, "throw", "RAF-4"),
        (1, "throw", "RAF-4"),  # thrown already
        (1, "late", "RAF-5"),  # no Stop yet
        (CHANCE, "die 4", "GEN-3"),  # has fallen
        (CHANCE, "lay 312", "GEN-3"),
    ],
)
def test_while_all_take_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    assert refused(thrown(HILL, 3, turn=1), seat, text) == clause


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [(0, "take 2,2,3", "RAF-2"), (0, "stop", "RAF-4"), (0, "throw", "RAF-4"), (1, "late", "RAF-5")],
)
def test_before_the_throw_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    assert refused(lay(HILL, turn=1), seat, text) == clause


def test_during_the_set_up_nobody_acts() -> None:
    match = Match(raffzahn, 3)
    for _ in range(2):
        for text in ("take 0,0,1", "stop", "throw", "late"):
            assert refused(match, 0, text) == "RAF-1"
        play(match, CHANCE, "start 0" if match.version == 0 else "lay 312")


def test_in_a_mirror_the_same_dice_may_be_taken_at_the_opposite_number() -> None:
    """The turn does not go left in a mirror, so that symmetry is none of the match; of taking it is one."""
    rng = Random(1)
    sides = pyramid.SIDE_OF_SEAT.tolist()
    looked_at = 0
    for s in World(raffzahn, 3, seed=2).positions():
        if s.phase != raffzahn.TAKING or rng.random() < 0.5:
            continue
        looked_at += 1
        for symmetry in pyramid.MIRRORS:
            pile = copied(s)
            pile.number = 7 - s.number
            for cell, place in enumerate(pyramid.CELL_UNDER[symmetry].tolist()):
                pile.covered[place] = s.covered[cell]
                pile.pose[place] = s.pose[cell] and 1 + int(pyramid.POSE_UNDER[symmetry][s.pose[cell] - 1])
            seats = [sides.index(pyramid.SYMMETRIES[symmetry][side]) for side in sides]
            for seat, place in enumerate(seats):
                pile.takeable[place] = s.takeable[seat]
            pile.turn = seats[s.turn]
            for seat, place in enumerate(seats):
                before = {int(pyramid.CELL_UNDER[symmetry][code]) for code in takes(s, seat)}
                assert {*takes(pile, place)} == before
    assert looked_at > 50


def takes(s: object, seat: int) -> list[int]:
    """The cells that a seat may take from."""
    return [code for code, allowed in enumerate(mask_of(raffzahn, s, seat)) if allowed and code < raffzahn.STOP]


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "take 9,0,0"),
        (0, "take 1,2"),
        (0, "take"),
        (0, "stop 1"),
        (0, "die 3"),
        (CHANCE, "die 0"),
        (CHANCE, "die 7"),
        (CHANCE, "lay 321"),  # a left-handed die
        (CHANCE, "start 3"),
        (CHANCE, "stop"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError, match=r"raffzahn has no (action|outcome)"):
        raffzahn.read(seat, text)


def test_the_position_as_text() -> None:
    match = thrown({"8,0,0": "312", "7,1,0": "456", "7,0,1": "135", "7,0,0": "246"}, 4, (60, 60))
    base, *_, last, seats = match.show(0).splitlines()
    assert base.split() == ["312"]
    assert "456   135" in match.show(0) and "246" in match.show(0)
    assert last.count("...") == 17
    assert seats == "*0: 60  1: 60  2: 40  number 4"
