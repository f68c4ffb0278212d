"""Bunte Kuh, clause by clause. On a base of dice that all lie 312 every funnel sums to 3 + 1 + 2 = 6."""

from collections.abc import Mapping, Sequence

import pytest

from bussolotto.core import errors, pyramid
from bussolotto.core.kernel import CHANCE
from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.play.match import Match

BASE = {pyramid.cell_text(cell): "312" for cell in pyramid.BASE}
FUNNELS = [f"funnel {pyramid.cell_text(cell)}" for cell in range(pyramid.COUNT) if pyramid.LEVEL[cell] == 1]
POSES = [f"pose {pose}" for pose in pyramid.poses_by_text()]
ONE_NINE = {**BASE, "8,0,0": "645"}  # the funnel at 7,0,0 sums to 6 + 1 + 2 = 9, no other has that corner
TWO_NINES = {**ONE_NINE, "0,8,0": "142"}  # at 0,7,0: 3 + 4 + 2 = 9
SIX, NINE, TEN = (1, 2, 3), (2, 3, 4), (4, 4, 2)  # throws
BOTH = pytest.mark.parametrize("fiasco", ["referee", "search"])


def play(match: Match, seat: int, *texts: str) -> None:
    """Plies of one seat, as notation."""
    for text in texts:
        match.play(seat, bunte_kuh.read(seat, text))


def legal(match: Match, seat: int) -> list[str]:
    """What a seat may do, as notation."""
    return [bunte_kuh.say(seat, code) for code in match.legal(seat)]


def lay(dice: Mapping[str, str], hands: Sequence[int], turn: int = 0, fiasco: str = "referee") -> Match:
    """These dice lie there, `turn` is about to throw; the last seat has the dice that `hands` leaves."""
    match = Match(bunte_kuh, len(hands) + 1, {"fiasco": fiasco})
    play(match, CHANCE, f"start {turn}")
    state = match.state
    for cell, pose in dice.items():
        state.pose[pyramid.cells_by_text()[cell]] = 1 + pyramid.poses_by_text()[pose]
    state.sums[:] = [bunte_kuh.funnel_sum(state, cell) for cell in range(pyramid.COUNT)]
    state.hand[: match.seats] = [*hands, 60 + len(BASE) - len(dice) - sum(hands)]
    state.laid, state.phase = len(BASE), bunte_kuh.READY
    bunte_kuh.check(state)
    return match


def thrown(
    dice: Mapping[str, str],
    faces: Sequence[int],
    hands: Sequence[int] = (20, 20),
    turn: int = 0,
    fiasco: str = "referee",
) -> Match:
    """The same, and `turn` has thrown this."""
    match = lay(dice, hands, turn, fiasco)
    throw(match, faces)
    return match


def throw(match: Match, faces: Sequence[int]) -> None:
    """Whose turn it is throws this."""
    play(match, match.state.turn, "throw")
    play(match, CHANCE, *(f"die {face}" for face in faces))


def give_up(match: Match) -> None:
    """Nobody finds anything."""
    for seat in range(match.seats):
        play(match, seat, "pass")


def hands(match: Match) -> list[float]:
    """Dice in hand, by seat."""
    return match.scores()


def ended(match: Match) -> str:
    """How it has ended; empty while it goes on."""
    return bunte_kuh.ENDINGS[bunte_kuh.ending(match.state)] if match.over else ""


def refused(match: Match, seat: int, text: str) -> str | None:
    """The clause that forbids this; the match must stay as it was."""
    before = match.view_bytes(0), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, text)
    assert (match.view_bytes(0), match.version) == before
    return refusal.value.clause


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "shared", "each"), [(2, "30", 15), (4, "30", 7), (6, "84", 14), (5, "84", 16), (6, "6", 1), (3, "25", 8)]
)
def test_bku_1_how_many_dice_are_shared_is_an_option(seats: int, shared: str, each: int) -> None:
    assert hands(Match(bunte_kuh, seats, {"shared": shared})) == [each] * seats


@pytest.mark.parametrize(("lattice", "base"), [("8", 45), ("7", 36)])
def test_bku_1_a_smaller_pyramid_has_a_smaller_base(lattice: str, base: int) -> None:
    match = Match(bunte_kuh, 2, {"lattice": lattice})
    play(match, CHANCE, "start 0", *["lay 312"] * base)
    assert [legal(match, seat) for seat in range(2)] == [["throw"], []]
    standing = {pyramid.CELLS[cell] for cell in range(pyramid.COUNT) if match.state.sums[cell]}
    assert standing == {cell for cell in pyramid.cells(int(lattice)) if sum(cell) == int(lattice) - 1}


@pytest.mark.parametrize(
    ("penalty", "before", "after", "end"),
    [
        ("0", (10, 2, 48), (10, 2, 48), ""),
        ("2", (10, 3, 47), (14, 1, 45), ""),
        ("2", (10, 2, 48), (14, 0, 46), "penalty"),
        ("2", (10, 1, 49), (13, 0, 47), "penalty"),  # who has fewer gives what he has
        ("7", (10, 8, 42), (24, 1, 35), ""),
        ("84", (10, 20, 30), (60, 0, 0), "penalty"),
    ],
)
def test_bku_3_a_wrong_call_costs_what_the_option_says(
    penalty: str, before: tuple[int, ...], after: tuple[int, ...], end: str
) -> None:
    match = lay(BASE, before[:2])
    match.state.penalty = int(penalty)
    match.state.idle = 7
    throw(match, SIX)
    play(match, 0, "fiasco")
    assert (tuple(hands(match)), ended(match)) == (after, end)
    assert match.state.idle == (8 if penalty == "0" else 0)


# --- BKU-1, GEN-1, GEN-5: the start ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 7])
def test_bku_1_two_to_six_play(seats: int) -> None:
    with pytest.raises(errors.BadSeats):
        Match(bunte_kuh, seats)


@BOTH
@pytest.mark.parametrize(("seats", "each"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_bku_1_sixty_dice_are_shared_and_every_seat_is_as_likely_to_start(seats: int, each: int, fiasco: str) -> None:
    match = Match(bunte_kuh, seats, {"fiasco": fiasco})
    assert hands(match) == [each] * seats
    weights = {bunte_kuh.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert weights == {f"start {seat}": 1 for seat in range(seats)}


def test_bku_1_the_base_is_filled_at_random_and_the_starter_throws() -> None:
    match = Match(bunte_kuh, 4)
    play(match, CHANCE, "start 2")
    for count, cell in enumerate(pyramid.BASE):
        poses = [bunte_kuh.say(CHANCE, code) for code, weight in enumerate(match.odds()) if weight == 1]
        assert poses == [f"lay {pose}" for pose in pyramid.poses_by_text()]
        assert [legal(match, seat) for seat in range(4)] == [[]] * 4
        play(match, CHANCE, poses[count % 24])
        assert match.state.pose[cell] == count % 24 + 1
    assert [legal(match, seat) for seat in range(4)] == [[], [], ["throw"], []]
    assert sum(map(bool, match.state.pose)) == 45


# --- BKU-2: the throw ------------------------------------------------------------------------------------------------


def test_bku_2_three_dice_fall_and_then_everybody_looks_at_once() -> None:
    match = lay(BASE, (20, 20))
    play(match, 0, "throw")
    for face in (5, 1, 6):
        weights = {bunte_kuh.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
        assert weights == {f"die {number}": 1 for number in range(1, 7)}
        assert [legal(match, seat) for seat in range(3)] == [[]] * 3
        play(match, CHANCE, f"die {face}")
    assert list(match.state.pearl) == [5, 1, 6]
    assert [legal(match, seat) for seat in range(3)] == [[*FUNNELS, "fiasco", "pass"]] * 3


@pytest.mark.parametrize(
    ("cell", "pose", "total"),
    [
        ("4,3,1", "645", 9),  # its X face looks into the funnel at 3,3,1: 6 instead of 3
        ("3,4,1", "645", 9),  # its Y face: 4 instead of 1
        ("3,3,2", "645", 9),  # its Z face: 5 instead of 2
        ("4,2,2", "645", 6),  # none of its faces
    ],
)
def test_geo_4_the_faces_that_look_into_a_funnel_are_added_up(cell: str, pose: str, total: int) -> None:
    match = lay({**BASE, cell: pose}, (20, 20))
    assert match.state.sums[pyramid.cells_by_text()["3,3,1"]] == total


# --- BKU-3: calling Stop ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_bku_3_a_right_funnel_lets_the_caller_alone_place_a_die_there(seat: int, turn: int) -> None:
    match = thrown(ONE_NINE, NINE, turn=turn)
    play(match, seat, "funnel 7,0,0")
    assert [legal(match, who) for who in range(3)] == [[*POSES, "decline"] if who == seat else [] for who in range(3)]
    assert hands(match) == [20, 20, 20]
    play(match, seat, "pose 246")
    assert hands(match) == [19 if who == seat else 20 for who in range(3)]
    assert pyramid.pose_text(match.state.pose[pyramid.cells_by_text()["7,0,0"]] - 1) == "246"
    assert match.state.turn == (turn + 1) % 3
    throw(match, NINE)
    assert refused(match, seat, "funnel 7,0,0") == "BKU-3"  # it is filled


@pytest.mark.parametrize("pose", POSES)
def test_bku_3_in_any_orientation(pose: str) -> None:
    match = thrown(BASE, SIX)
    play(match, 1, "funnel 3,3,1", pose)
    assert pyramid.pose_text(match.state.pose[pyramid.cells_by_text()["3,3,1"]] - 1) == pose[5:]


def test_bku_3_he_need_not_place_it() -> None:
    match = thrown(ONE_NINE, NINE)
    play(match, 2, "funnel 7,0,0", "decline")
    assert hands(match) == [20, 20, 20]
    assert (match.state.turn, match.state.idle) == (1, 1)
    assert legal(match, 1) == ["throw"]


@pytest.mark.parametrize(
    ("seats", "caller", "after"),
    [
        (2, 0, [31, 29]),
        (3, 2, [19, 19, 22]),
        (4, 1, [14, 18, 14, 14]),
        (5, 4, [11, 11, 11, 11, 16]),
        (6, 3, [9, 9, 9, 15, 9, 9]),
    ],
)
@BOTH
def test_bku_3_a_wrong_funnel_costs_a_die_from_each_opponent(
    seats: int, caller: int, after: list[int], fiasco: str
) -> None:
    match = thrown(ONE_NINE, NINE, [60 // seats] * (seats - 1), fiasco=fiasco)
    play(match, caller, "funnel 3,3,1")
    assert hands(match) == after
    assert (match.state.turn, list(match.state.pearl)) == (1, [0, 0, 0])
    assert [legal(match, seat) for seat in range(seats)] == [["throw"] if seat == 1 else [] for seat in range(seats)]


@pytest.mark.parametrize("faces", [(1, 1, 1), SIX, NINE, (6, 6, 6)])
def test_bku_3_every_standing_funnel_is_a_legal_claim_and_no_other(faces: tuple[int, ...]) -> None:
    match = thrown({**ONE_NINE, "7,0,0": "123"}, faces)
    standing = [funnel for funnel in FUNNELS if funnel != "funnel 7,0,0"]
    assert legal(match, 1) == [*standing, "fiasco", "pass"]
    for cell in ("7,0,0", "8,0,0", "6,0,0", "0,0,0"):  # filled, of the base, two dice lacking, far up
        assert refused(match, 1, f"funnel {cell}") == "BKU-3"


def test_bku_3_three_dice_beside_each_other_make_a_funnel_higher_up() -> None:
    match = thrown({**BASE, "7,0,0": "123", "6,1,0": "246"}, SIX)
    assert refused(match, 1, "funnel 6,0,0") == "BKU-3"
    play(match, 0, "funnel 6,0,1", "pose 135")
    throw(match, TEN)
    assert "funnel 6,0,0" in legal(match, 2)
    play(match, 2, "funnel 6,0,0", "pose 312")  # 1 + 4 + 5
    assert hands(match) == [19, 20, 17]


# --- BKU-4: Fiasco ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bku_4_a_true_fiasco_lets_the_caller_fill_any_funnel_in_any_way(seat: int) -> None:
    match = thrown(ONE_NINE, TEN)
    play(match, seat, "fiasco")
    assert [legal(match, who) for who in range(3)] == [[*FUNNELS, "decline"] if who == seat else [] for who in range(3)]
    play(match, seat, "funnel 3,3,1")
    assert [legal(match, who) for who in range(3)] == [[*POSES, "decline"] if who == seat else [] for who in range(3)]
    play(match, seat, "pose 653")
    assert hands(match) == [19 if who == seat else 20 for who in range(3)]
    assert match.state.turn == 1


@pytest.mark.parametrize("first", [[], ["funnel 3,3,1"]])
def test_bku_4_he_may_decline_at_either_step(first: list[str]) -> None:
    match = thrown(ONE_NINE, TEN)
    play(match, 2, "fiasco", *first, "decline")
    assert hands(match) == [20, 20, 20]
    assert (match.state.turn, match.state.idle, match.state.chosen) == (1, 1, 0)


@pytest.mark.parametrize("faces", [SIX, NINE])
def test_bku_4_a_false_fiasco_costs_what_a_wrong_funnel_does(faces: tuple[int, ...]) -> None:
    match = thrown(ONE_NINE, faces)
    play(match, 1, "fiasco")
    assert hands(match) == [19, 22, 19]
    assert legal(match, 1) == ["throw"]


def test_bku_4_with_search_the_opponents_have_to_find_the_funnel() -> None:
    match = thrown(TWO_NINES, NINE, fiasco="search")
    play(match, 1, "fiasco")
    right = ["funnel 0,7,0", "funnel 7,0,0"]
    assert [legal(match, seat) for seat in range(3)] == [[*right, "yield"], [], [*right, "yield"]]
    assert hands(match) == [20, 20, 20]
    play(match, 2, "funnel 0,7,0")
    assert hands(match) == [19, 22, 19]
    assert match.state.turn == 1


def test_bku_4_with_search_a_wrong_showing_is_refused_without_penalty() -> None:
    match = thrown(ONE_NINE, NINE, fiasco="search")
    play(match, 1, "fiasco")
    assert refused(match, 0, "funnel 3,3,1") == "BKU-4"
    play(match, 0, "funnel 7,0,0")
    assert hands(match) == [19, 22, 19]


def test_bku_4_with_search_giving_up_is_final_for_that_call_and_one_finder_is_enough() -> None:
    match = thrown(ONE_NINE, NINE, fiasco="search")
    play(match, 1, "fiasco")
    play(match, 0, "yield")
    assert [legal(match, seat) for seat in range(3)] == [[], [], ["funnel 7,0,0", "yield"]]
    assert refused(match, 0, "yield") == refused(match, 0, "funnel 7,0,0") == "BKU-4"
    play(match, 2, "funnel 7,0,0")
    assert hands(match) == [19, 22, 19]


@pytest.mark.parametrize("faces", [NINE, TEN])
def test_bku_4_with_search_the_call_stands_when_all_give_up_right_or_wrong(faces: tuple[int, ...]) -> None:
    match = thrown(ONE_NINE, faces, fiasco="search")
    play(match, 1, "fiasco")
    play(match, 2, "yield")
    play(match, 0, "yield")
    assert [legal(match, seat) for seat in range(3)] == [[], [*FUNNELS, "decline"], []]
    play(match, 1, "funnel 3,3,1", "pose 123")
    assert hands(match) == [20, 19, 20]


def test_bku_4_with_search_who_has_given_up_the_throw_may_look_again() -> None:
    match = thrown(ONE_NINE, NINE, fiasco="search")
    play(match, 0, "pass")
    play(match, 1, "fiasco")
    assert legal(match, 0) == ["funnel 7,0,0", "yield"]


@pytest.mark.parametrize("passed", [False, True])
def test_bku_4_giving_up_the_throw_too_late_does_not_give_up_the_search(passed: bool) -> None:
    match = thrown(ONE_NINE, NINE, fiasco="search")
    if passed:
        play(match, 0, "pass")
    play(match, 1, "fiasco")
    assert [refused(match, seat, "pass") for seat in range(3)] == ["BKU-4"] * 3
    play(match, 0, "funnel 7,0,0")
    assert hands(match) == [19, 22, 19]


@BOTH
def test_bku_4_nobody_gives_up_a_search_before_fiasco_is_called(fiasco: str) -> None:
    match = thrown(ONE_NINE, NINE, fiasco=fiasco)
    play(match, 2, "pass")
    assert [refused(match, seat, "yield") for seat in range(3)] == ["BKU-4"] * 3


# --- BKU-5: the next throw -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_bku_5_when_all_have_given_up_the_dice_go_left(turn: int) -> None:
    match = thrown(ONE_NINE, NINE, turn=turn)
    for count, seat in enumerate((2, 0, 1)):
        assert (match.state.turn, match.state.idle) == (turn, 0), count
        play(match, seat, "pass")
    left = (turn + 1) % 3
    assert (match.state.turn, match.state.idle, list(match.state.pearl)) == (left, 1, [0, 0, 0])
    assert [legal(match, seat) for seat in range(3)] == [["throw"] * (seat == left) for seat in range(3)]
    throw(match, NINE)
    assert "pass" in legal(match, 0)


@pytest.mark.parametrize("call", ["funnel 7,0,0", "funnel 3,3,1", "fiasco"])
def test_bku_5_who_has_given_up_may_still_call_but_not_give_up_again(call: str) -> None:
    match = thrown(ONE_NINE, NINE)
    play(match, 1, "pass")
    assert legal(match, 1) == [*FUNNELS, "fiasco"]
    assert refused(match, 1, "pass") == "BKU-5"
    play(match, 1, call)
    assert hands(match) == ([20, 20, 20] if call == "funnel 7,0,0" else [19, 22, 19])


# --- BKU-6, GEN-2: the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fiasco", [False, True])
def test_bku_6_who_places_his_last_die_wins_at_once(fiasco: bool) -> None:
    match = thrown(ONE_NINE, TEN if fiasco else NINE, (29, 1))
    play(match, 1, *["fiasco"] * fiasco, "funnel 7,0,0")
    assert ended(match) == ""
    play(match, 1, "pose 123")
    assert (ended(match), match.movers(), match.returns()) == ("placed", 0, [0, 1, 0])


@pytest.mark.parametrize(
    ("before", "caller", "after", "shares"),
    [
        ((1, 30), 1, [0, 32, 28], (1, 0, 0)),
        ((1, 58), 1, [0, 60, 0], (0.5, 0, 0.5)),
        ((1, 2), 0, [3, 1, 56], None),  # nobody has given his last die
        ((1, 1), 2, [0, 0, 60], (0.5, 0.5, 0)),
        ((1, 1), 0, [3, 0, 57], (0, 1, 0)),  # the caller's last die stays with him
    ],
)
@pytest.mark.parametrize("call", ["funnel 3,3,1", "fiasco"])
def test_bku_6_who_gives_his_last_die_as_a_penalty_wins(
    before: tuple[int, int], caller: int, after: list[int], shares: tuple[float, ...] | None, call: str
) -> None:
    match = thrown(ONE_NINE, NINE, before)
    play(match, caller, call)
    assert hands(match) == after
    assert ended(match) == ("penalty" if shares else "")
    if shares:
        assert tuple(match.returns()) == shares


def test_bku_6_with_search_whose_funnel_refutes_the_last_call_wins() -> None:
    match = thrown(ONE_NINE, NINE, (1, 30), fiasco="search")
    play(match, 1, "fiasco")
    play(match, 2, "funnel 7,0,0")
    assert (ended(match), match.returns()) == ("penalty", [1, 0, 0])


@BOTH
def test_bku_6_after_the_end_every_action_is_refused(fiasco: str) -> None:
    match = thrown(ONE_NINE, NINE, (1, 30), fiasco=fiasco)
    play(match, 1, "funnel 3,3,1")
    for text in ("funnel 3,3,1", "pose 123", "fiasco", "pass", "throw", "decline", "yield"):
        assert [refused(match, seat, text) for seat in range(3)] == ["BKU-6"] * 3


# --- GEN-7 -----------------------------------------------------------------------------------------------------------


def test_gen_7_thirty_throws_without_a_die_moved_end_it_as_it_stands() -> None:
    match = lay(ONE_NINE, (21, 19))
    for number in range(bunte_kuh.PATIENCE):
        assert (ended(match), match.state.idle) == ("", number)
        throw(match, NINE)
        if number % 2:
            give_up(match)
        else:
            play(match, 2, "funnel 7,0,0", "decline")
    assert (ended(match), match.returns()) == ("no-progress", [0, 1, 0])


@pytest.mark.parametrize("calls", [["funnel 7,0,0", "pose 123"], ["funnel 3,3,1"], ["fiasco"]])
def test_gen_7_a_die_placed_or_taken_as_a_penalty_starts_the_count_anew(calls: list[str]) -> None:
    match = lay(ONE_NINE, (20, 20))
    for _ in range(bunte_kuh.PATIENCE - 1):
        throw(match, NINE)
        give_up(match)
    throw(match, NINE)
    play(match, 1, *calls)
    assert (ended(match), match.state.idle) == ("", 0)


def test_gen_7_the_last_die_wins_even_then() -> None:
    match = lay(ONE_NINE, (1, 29))
    match.state.idle = bunte_kuh.PATIENCE - 1
    throw(match, NINE)
    play(match, 0, "funnel 7,0,0", "pose 123")
    assert ended(match) == "placed"


@pytest.mark.parametrize(
    ("before", "shares"),
    [((19, 21), [1, 0, 0]), ((20, 20), [1 / 3] * 3), ((19, 22), [0.5, 0, 0.5]), ((25, 25), [0, 0, 1])],
)
def test_gen_7_the_limit_of_plies_ends_it_and_fewest_dice_share(before: tuple[int, int], shares: list[float]) -> None:
    match = lay(ONE_NINE, before)
    match.state.plies = bunte_kuh.MAX_PLIES - 5
    throw(match, NINE)
    assert ended(match) == ""
    play(match, 0, "pass")
    assert (ended(match), match.returns()) == ("limit", shares)


# --- refusals, notation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (1, "throw", "BKU-2"),
        (0, "funnel 3,3,1", "BKU-2"),
        (1, "fiasco", "BKU-2"),
        (0, "pass", "BKU-2"),
        (0, "pose 123", "BKU-2"),
        (0, "decline", "BKU-2"),
        (0, "yield", "BKU-2"),
        (CHANCE, "die 3", "GEN-3"),
    ],
)
def test_before_the_throw_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    assert refused(lay(BASE, (20, 20)), seat, text) == clause


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (0, "throw", "BKU-5"),
        (0, "pose 123", "BKU-3"),
        (1, "decline", "BKU-3"),
        (1, "funnel 8,0,0", "BKU-3"),
        (CHANCE, "die 3", "GEN-3"),
        (CHANCE, "lay 123", "GEN-3"),
    ],
)
def test_while_all_look_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    assert refused(thrown(BASE, SIX), seat, text) == clause


@pytest.mark.parametrize("text", ["throw", "fiasco", "pass", "pose 123", "decline", "funnel 8,0,0"])
@pytest.mark.parametrize("seat", [0, 1])
def test_while_a_fiasco_is_searched_what_is_refused_names_its_clause(seat: int, text: str) -> None:
    match = thrown(ONE_NINE, NINE, fiasco="search")
    play(match, 1, "fiasco")
    assert refused(match, seat, text) == "BKU-4"


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (0, "funnel 3,3,1", "BKU-4"),  # it is the caller's choice
        (1, "funnel 8,0,0", "BKU-4"),
        (1, "pose 123", "BKU-4"),
        (1, "pass", "BKU-4"),
        (0, "yield", "BKU-4"),
    ],
)
def test_while_a_funnel_is_chosen_what_is_refused_names_its_clause(seat: int, text: str, clause: str) -> None:
    match = thrown(BASE, TEN)
    play(match, 1, "fiasco")
    assert refused(match, seat, text) == clause


@pytest.mark.parametrize(
    ("seat", "text"), [(0, "pose 123"), (1, "funnel 3,3,1"), (1, "fiasco"), (0, "decline"), (0, "yield")]
)
def test_while_a_die_is_turned_what_is_refused_names_its_clause(seat: int, text: str) -> None:
    match = thrown(BASE, SIX)
    play(match, 1, "funnel 3,3,1")
    assert refused(match, seat, text) == "BKU-3"


def test_during_the_set_up_nobody_acts() -> None:
    match = Match(bunte_kuh, 2)
    for _ in range(2):
        for text in ("throw", "funnel 3,3,1", "pose 123", "fiasco", "pass", "decline", "yield"):
            assert refused(match, 0, text) == "BKU-1"
        play(match, CHANCE, "start 0" if match.version == 0 else "lay 312")


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "funnel 9,0,0"),
        (0, "funnel"),
        (0, "pose 321"),  # a left-handed die
        (0, "fiasco 1"),
        (0, "lay 123"),
        (CHANCE, "die 0"),
        (CHANCE, "die 7"),
        (CHANCE, "lay 321"),
        (CHANCE, "start 6"),
        (CHANCE, "pose 123"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError, match=r"bunte-kuh has no (action|outcome)"):
        bunte_kuh.read(seat, text)


def test_the_position_as_text() -> None:
    match = thrown({**ONE_NINE, "0,7,0": "135"}, NINE)
    top, second, *_, last, seats = match.show(0).splitlines()
    assert top.split() == ["645"]
    assert second.split() == ["312", "312", "(", ")"]
    assert last.split()[:9] == ["312"] * 9 and last.split()[9] == "135"
    assert seats == "*0: 20  1: 20  2: 19  pearl 2 3 4"
    play(match, 1, "funnel 7,0,0")
    assert "(x)" in match.show(0) and match.show(0).endswith("pearl 2 3 4 1 places")
