"""Würfelmarsch, clause by clause."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bussolotto.core import errors, pyramid
from bussolotto.core.events import Ply
from bussolotto.core.kernel import CHANCE
from bussolotto.games.wuerfelmarsch import game
from bussolotto.games.wuerfelmarsch.events import find
from bussolotto.play.match import Match
from bussolotto.testing.symmetry import law_symmetry
from bussolotto.testing.worlds import World
from tests.games.wuerfelmarsch import symmetry as symmetries
from tests.laws.test_laws import LAWS, named

SPARE = {"0,4,4": "a312", "4,4,0": "b123", "4,0,4": "c231"}  # a die of each seat, out of the way
FIGHTS_ARE_CHOSEN = (9, 28, 52)  # seeds of random matches in which somebody chooses a fight


def cell(text: str) -> int:
    return pyramid.cells_by_text()[text]


def play(match: Match, seat: int, *texts: str) -> None:
    for text in texts:
        match.play(seat, game.read(seat, text))


def legal(match: Match, seat: int = 0) -> list[str]:
    return [game.say(seat, code) for code in match.legal(seat)]


def refusal(match: Match, seat: int, text: str) -> str | None:
    """The clause that refuses this, after which nothing has changed."""
    before = match.view_bytes(seat), match.version
    with pytest.raises(errors.IllegalAction) as refused:
        play(match, seat, text)
    assert (match.view_bytes(seat), match.version) == before
    return refused.value.clause


def lay(dice: Mapping[str, str], start: int = 0, own_tie: str = "no_tie") -> Match:
    """Only these dice, `a312` by cell; nobody has won or lost one."""
    match = Match(game, 3, {"own_tie": own_tie})
    play(match, CHANCE, f"start {start}")
    s = match.state
    s.owner[:] = s.pose[:] = [0] * pyramid.COUNT
    for where, die in dice.items():
        s.owner[cell(where)] = "abc".index(die[0]) + 1
        s.pose[cell(where)] = pyramid.poses_by_text()[die[1:]] + 1
    s.armies[:] = [list(s.owner).count(seat + 1) for seat in range(3)]
    return match


def standing(match: Match) -> dict[str, str]:
    s = match.state
    there = [at for at in range(pyramid.COUNT) if s.owner[at]]
    return {pyramid.cell_text(at): ".abc"[s.owner[at]] + pyramid.pose_text(s.pose[at] - 1) for at in there}


def showing(side: int, face: int) -> str:
    """Some pose that shows this face to this side."""
    return pyramid.pose_text(next(pose for pose, faces in enumerate(pyramid.POSES) if faces[side] == face))


def ended(match: Match) -> str:
    assert match.over
    return str(game.ENDINGS[game.ending(match.state)])


def by_sides(seat: int, front: object, left: object, right: object) -> tuple[Any, Any, Any]:
    """What the owner sees in front, left and right, in the order X, Y, Z."""
    side = int(pyramid.SIDE_OF_SEAT[seat])
    seen = {side: front, int(pyramid.LEFT_OF[side]): left, int(pyramid.RIGHT_OF[side]): right}
    return seen[0], seen[1], seen[2]


def pose(seat: int, front: int, left: int, right: int) -> str:
    return "abc"[seat] + "".join(map(str, by_sides(seat, front, left, right)))


def place(seat: int, front: int, left: int, right: int) -> str:
    """The cell with these coordinates, as its owner counts them: rows from his side first."""
    return ",".join(map(str, by_sides(seat, front, left, right)))


# --- WUE-1: the opening -----------------------------------------------------------------------------------------------


def test_wue_1_five_dice_each_in_the_middle_of_their_sides_with_3_to_oneself_2_left_1_right() -> None:
    match = Match(game, 3)
    assert standing(match) == {
        **{f"0,{b},{8 - b}": "a312" for b in range(2, 7)},
        **{f"{a},{8 - a},0": "b123" for a in range(2, 7)},
        **{f"{a},0,{8 - a}": "c231" for a in range(2, 7)},
    }


@pytest.mark.parametrize("start", range(3))
def test_gen_1_who_starts_is_drawn_and_turns_go_clockwise(start: int) -> None:
    match = Match(game, 3)
    assert match.odds() == [1, 1, 1]
    play(match, CHANCE, f"start {start}")
    for turn in range(6):
        seat = (start + turn) % 3
        assert match.movers() == 1 << seat
        play(match, seat, legal(match, seat)[0])
        play(match, seat, legal(match, seat)[-1])


# --- WUE-2: a turn ----------------------------------------------------------------------------------------------------


def test_wue_2_any_own_die_may_be_picked_and_no_other() -> None:
    match = lay(SPARE | {"3,3,2": "a312"})
    assert legal(match) == ["pick 0,4,4", "pick 3,3,2"]
    refused = {"pick 4,4,0": "WUE-2", "pick 1,1,6": "WUE-2", "tip left": "WUE-2", "pose 312": "WUE-2"}
    assert {text: refusal(match, 0, text) for text in refused} == refused
    assert refusal(match, 1, "pick 4,4,0") == "WUE-2"
    assert refusal(match, 0, "fight 2,2,3") == "WUE-5"


def test_wue_2_a_picked_die_is_moved() -> None:
    match = lay(SPARE | {"3,3,2": "a312"})
    play(match, 0, "pick 3,3,2")
    assert refusal(match, 0, "pick 0,4,4") == "WUE-2"
    assert refusal(match, 0, "fight 2,2,3") == "WUE-5"
    assert refusal(match, CHANCE, "start 0") == "GEN-3"
    play(match, 0, "tip left")
    assert match.movers() == 1 << 1


# --- WUE-3: tipping ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize(
    ("way", "to", "after"),
    [
        ("right", (3, 3, 2), (6, 4, 2)),  # the printed example: 3 is covered, 2 comes to the right, 4 to the left
        ("left", (3, 1, 4), (6, 3, 5)),
        ("forward-right", (4, 2, 2), (4, 2, 6)),
        ("forward-left", (4, 1, 3), (5, 6, 3)),
    ],
)
def test_wue_3_four_ways_as_the_owner_sees_them(
    seat: int, way: str, to: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    """From 3 rows off the own side, 2 off the left one, 3 off the right one; it shows 6 in front, 2 left, 3 right."""
    match = lay({place(seat, 3, 2, 3): pose(seat, 6, 2, 3)}, start=seat)
    play(match, seat, f"pick {place(seat, 3, 2, 3)}", f"tip {way}")
    assert standing(match) == {place(seat, *to): pose(seat, *after)}


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize(
    ("where", "ways"),
    [
        ((0, 4, 4), ["left", "right", "forward-left", "forward-right"]),
        ((0, 0, 8), ["right", "forward-right"]),  # the corner to the left: nothing beyond its side
        ((0, 8, 0), ["left", "forward-left"]),
        ((4, 0, 4), ["right", "forward-right"]),
        ((4, 4, 0), ["left", "forward-left"]),
    ],
)
def test_wue_3_not_over_the_edge_and_never_backward(seat: int, where: tuple[int, int, int], ways: list[str]) -> None:
    match = lay({place(seat, *where): pose(seat, 6, 2, 3)}, start=seat)
    play(match, seat, f"pick {place(seat, *where)}")
    assert [text for text in legal(match, seat) if text.startswith("tip")] == [f"tip {way}" for way in ways]
    for way in {*game.WAYS} - {*ways}:
        assert refusal(match, seat, f"tip {way}") == "WUE-3"


@pytest.mark.parametrize("blocker", ["a312", "b312"])
def test_wue_3_only_into_an_empty_hollow(blocker: str) -> None:
    match = lay({"3,3,2": "a312", "3,2,3": blocker, "4,3,1": "c312"})
    play(match, 0, "pick 3,3,2")
    assert [text for text in legal(match) if text.startswith("tip")] == ["tip left", "tip forward-right"]
    assert refusal(match, 0, "tip right") == refusal(match, 0, "tip forward-left") == "WUE-3"


# --- WUE-4: turning over ----------------------------------------------------------------------------------------------


def test_wue_4_any_other_of_the_24_poses() -> None:
    match = lay(SPARE)
    play(match, 0, "pick 0,4,4")
    poses = [text for text in legal(match) if text.startswith("pose")]
    assert len(poses) == 23 and "pose 312" not in poses
    assert refusal(match, 0, "pose 312") == "WUE-4"
    play(match, 0, "pose 645")
    assert standing(match)["0,4,4"] == "a645"


def test_wue_4_turning_over_starts_no_fight() -> None:
    dice = {"3,2,3": "a312", "2,3,3": "b312", "2,2,4": "c312"}
    match = lay(dice)
    play(match, 0, "pick 3,2,3", "pose 645")
    assert standing(match) == {**dice, "3,2,3": "a645"}


# --- WUE-5, WUE-6, WUE-7: fights --------------------------------------------------------------------------------------


def completed(owners: str, faces: tuple[int, int, int], own_tie: str) -> Match:
    """Seat 0 has tipped a die to the right, which makes a funnel with two others; `faces` look into it.

    The dice stand to X, Y and Z of the funnel; that to X was tipped, and it shows what it showed to X.
    """
    x, y, z = (owner + showing(side, face) for side, (owner, face) in enumerate(zip(owners, faces, strict=True)))
    match = lay({**SPARE, "3,3,2": x, "2,3,3": y, "2,2,4": z}, own_tie=own_tie)
    play(match, 0, "pick 3,3,2", "tip right")
    return match


@pytest.mark.parametrize(
    ("owners", "faces", "stay", "won", "lost"),
    [
        ("abc", (6, 2, 3), "x", (2, 0, 0), (0, 0, 0)),  # the highest wins both
        ("abc", (6, 3, 3), "x", (2, 0, 0), (0, 0, 0)),  # a tie below it is none
        ("abc", (2, 6, 3), "y", (0, 2, 0), (0, 0, 0)),  # who did not move
        ("abc", (2, 3, 6), "z", (0, 0, 2), (0, 0, 0)),
        ("abc", (6, 6, 3), "", (0, 0, 0), (1, 1, 1)),  # two equal at the top
        ("abc", (6, 3, 6), "", (0, 0, 0), (1, 1, 1)),
        ("abc", (3, 6, 6), "", (0, 0, 0), (1, 1, 1)),
        ("abc", (4, 4, 4), "", (0, 0, 0), (1, 1, 1)),  # all three
        ("aab", (6, 2, 3), "xy", (1, 0, 0), (0, 0, 0)),  # the own lower die stays
        ("aab", (2, 6, 3), "xy", (1, 0, 0), (0, 0, 0)),
        ("aab", (2, 3, 6), "z", (0, 2, 0), (0, 0, 0)),
        ("aab", (2, 2, 6), "z", (0, 2, 0), (0, 0, 0)),
        ("aab", (6, 3, 6), "", (0, 0, 0), (2, 1, 0)),  # equal ones of two owners
        ("aab", (5, 5, 5), "", (0, 0, 0), (2, 1, 0)),
        ("abb", (6, 3, 2), "x", (2, 0, 0), (0, 0, 0)),
        ("abb", (3, 6, 2), "yz", (0, 1, 0), (0, 0, 0)),
        ("aca", (3, 6, 2), "y", (0, 0, 2), (0, 0, 0)),
        ("aaa", (6, 2, 3), "xyz", (0, 0, 0), (0, 0, 0)),  # no fight
        ("aaa", (6, 6, 6), "xyz", (0, 0, 0), (0, 0, 0)),
    ],
)
@pytest.mark.parametrize("own_tie", game.FACTS.options["own_tie"].suggested)
def test_wue_6_and_7_who_wins_whom(
    owners: str, faces: tuple[int, int, int], stay: str, won: Sequence[int], lost: Sequence[int], own_tie: str
) -> None:
    judge(completed(owners, faces, own_tie), stay, won, lost)


@pytest.mark.parametrize(
    ("owners", "faces", "stay", "won", "lost"),
    [
        ("aab", (6, 6, 3), "xy", (1, 0, 0), (2, 1, 0)),
        ("aba", (6, 3, 6), "xz", (1, 0, 0), (2, 1, 0)),
        ("abb", (3, 6, 6), "yz", (0, 1, 0), (1, 2, 0)),
    ],
)
def test_wue_7_equal_highest_dice_of_one_owner(
    owners: str, faces: tuple[int, int, int], stay: str, won: Sequence[int], lost: Sequence[int]
) -> None:
    judge(completed(owners, faces, "no_tie"), stay, won, (0, 0, 0))
    judge(completed(owners, faces, "literal"), "", (0, 0, 0), lost)


def judge(match: Match, stay: str, won: Sequence[int], lost: Sequence[int]) -> None:
    """What is left of the three dice, and whose gain and loss it was."""
    places = {"x": "3,2,3", "y": "2,3,3", "z": "2,2,4"}
    assert {*standing(match)} == {*SPARE, *(places[name] for name in stay)}
    assert tuple(match.state.won) == tuple(won)
    assert tuple(match.state.lost) == tuple(lost)
    assert match.scores() == [gain - loss for gain, loss in zip(won, lost, strict=True)]
    assert match.movers() == 1 << 1


# The printed example: seat 0 tips forward-right to 3,3,2 and completes two funnels, dice of seat 1 in both.
EXAMPLE = {
    "2,4,2": "a645",  # will show 6 to the right and 5 to the left
    "3,2,3": "a" + showing(pyramid.Z, 2),
    "4,2,2": "b" + showing(pyramid.X, 4),
    "4,3,1": "b" + showing(pyramid.X, 5),
    "3,4,1": "c" + showing(pyramid.Y, 3),
}
RIGHT, LEFT = "3,2,2", "3,3,1"


def example() -> Match:
    match = lay({**EXAMPLE, **SPARE})
    play(match, 0, "pick 2,4,2", "tip forward-right")
    assert standing(match)["3,3,2"][2:] == "65"
    return match


def test_the_printed_example_right_first_and_the_other_fight_follows_without_asking() -> None:
    match = example()
    assert legal(match) == [f"fight {RIGHT}", f"fight {LEFT}"]
    play(match, 0, f"fight {RIGHT}")
    assert {*standing(match)} == {*SPARE, "3,2,3"}
    assert list(match.state.won) == [1, 0, 0]
    assert list(match.state.lost) == [1, 1, 1]
    assert match.movers() == 1 << 1


def test_the_printed_example_left_first_and_the_other_fight_is_gone() -> None:
    match = example()
    play(match, 0, f"fight {LEFT}")
    assert {*standing(match)} == {*SPARE, "3,2,3", "4,2,2"}
    assert list(match.state.won) == [0, 0, 0]
    assert list(match.state.lost) == [1, 1, 1]
    assert match.movers() == 1 << 1


@pytest.mark.parametrize("text", ["fight 2,3,2", "fight 4,2,1", "pick 3,2,3", "tip left", "pose 312"])
def test_wue_5_first_a_fight_of_those_that_the_tip_has_made(text: str) -> None:
    match = example()
    assert refusal(match, 0, text) == "WUE-5"
    assert refusal(match, 1, f"fight {LEFT}") == "WUE-2"


def test_wue_5_and_7_a_funnel_of_own_dice_is_not_offered() -> None:
    match = lay({**EXAMPLE, **SPARE, "4,2,2": "a312"})
    play(match, 0, "pick 2,4,2", "tip forward-right")
    assert {*standing(match)} == {*SPARE, "3,2,3", "4,2,2"}  # the one fight, without asking


def test_wue_5_only_funnels_that_the_tip_has_made() -> None:
    """Turned over, the dice of a funnel do not fight; nor do they when another die passes by."""
    others = {"3,2,3": "a312", "2,3,3": "b312", "2,2,4": "c312"}
    match = lay({**others, "3,4,1": "a312"})
    play(match, 0, "pick 3,4,1", "tip right")
    assert {*standing(match)} == {*others, "3,3,2"}


def test_wue_5_spectators_lose_nothing() -> None:
    match = completed("abc", (6, 2, 3), "no_tie")
    assert {where: die for where, die in standing(match).items() if where in SPARE} == SPARE


# --- WUE-8: the corner ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize(("where", "way"), [((7, 1, 0), "forward-left"), ((7, 0, 1), "forward-right")])
def test_wue_8_the_corner_opposite_wins_at_once_before_any_fight(
    seat: int, where: tuple[int, int, int], way: str
) -> None:
    other = "abc"[(seat + 1) % 3]
    neighbours = {place(seat, 7, 1, 0): f"{other}645", place(seat, 7, 0, 1): f"{other}645", "2,3,3": f"{other}645"}
    neighbours[place(seat, 6, 1, 1)] = f"{other}645"
    match = lay({**neighbours, place(seat, *where): pose(seat, 1, 2, 4)}, start=seat)
    match.state.won[(seat + 1) % 3] = 5
    play(match, seat, f"pick {place(seat, *where)}", f"tip {way}")
    assert ended(match) == "corner"
    assert match.returns() == [float(other == seat) for other in range(3)]
    assert standing(match)[place(seat, 8, 0, 0)][0] == "abc"[seat]
    assert refusal(match, seat, "tip left") == "WUE-8"


@pytest.mark.parametrize("seat", range(3))
def test_wue_8_another_corner_wins_nothing(seat: int) -> None:
    match = lay({place(seat, 0, 1, 7): pose(seat, 6, 2, 3)}, start=seat)
    play(match, seat, f"pick {place(seat, 0, 1, 7)}", "tip left")
    assert not match.over and {*standing(match)} == {place(seat, 0, 0, 8)}


# --- WUE-9: without dice ----------------------------------------------------------------------------------------------


def last_three(won: Sequence[int], lost: Sequence[int], last_move: Sequence[int] = (0, 0, 0)) -> Match:
    """The last three dice, one of each, tie; seat 0 moves. `won` and `lost` are the twelve others."""
    match = lay({"3,3,2": "a456", "2,3,3": "b246", "2,2,4": "c624"})
    s = match.state
    s.won[:], s.lost[:], s.last_move[:], s.plies = won, lost, last_move, 100
    game.check(s)
    play(match, 0, "pick 3,3,2", "tip right")
    return match


@pytest.mark.parametrize(
    ("won", "lost", "last_move", "scores", "winner"),
    [
        ((3, 4, 3), (1, 1, 0), (0, 0, 0), (1, 2, 2), None),
        ((6, 3, 3), (0, 0, 0), (0, 0, 0), (5, 2, 2), 0),
        ((1, 7, 0), (2, 1, 1), (0, 0, 0), (-2, 5, -2), 1),  # less may be less than nothing
        ((4, 4, 4), (0, 0, 0), (1, 3, 2), (3, 3, 3), 0),  # who of the best moved last: now it was seat 0
        ((2, 5, 5), (0, 0, 0), (0, 1, 2), (1, 4, 4), 2),
        ((2, 5, 5), (0, 0, 0), (0, 2, 1), (1, 4, 4), 1),
    ],
)
def test_wue_9_dice_won_less_own_dice_lost_by_ties(
    won: Sequence[int], lost: Sequence[int], last_move: Sequence[int], scores: Sequence[int], winner: int | None
) -> None:
    match = last_three(won, lost, last_move)
    assert ended(match) == "no-dice" and standing(match) == {}
    assert match.scores() == list(scores)
    expected = [0.0, 0.5, 0.5] if winner is None else [float(seat == winner) for seat in range(3)]
    assert match.returns() == expected
    assert refusal(match, 0, "tip left") == "WUE-9"
    (told,) = find(Ply(match.state, match.state, 0, None, None))
    is_tied = winner is not None and scores.count(max(scores)) > 1
    assert (told.values["by"], told.values["n"]) == ("last" if is_tied else "balance", max(scores))


def test_wue_9_before_anybody_moves_all_are_equal() -> None:
    assert Match(game, 3).returns() == [1 / 3] * 3


def test_wue_9_who_moved_last_is_counted_by_moves() -> None:
    match = lay(SPARE)
    for seat, where in enumerate(SPARE):
        play(match, seat, f"pick {where}", "pose 645")
        assert match.returns() == [float(other == seat) for other in range(3)]


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lattice", "army", "of_seat_0"),
    [
        ("8", "5", ["0,2,6", "0,3,5", "0,4,4", "0,5,3", "0,6,2"]),
        ("8", "3", ["0,3,5", "0,4,4", "0,5,3"]),
        ("8", "4", ["0,3,5", "0,4,4", "0,5,3", "0,6,2"]),  # no middle: one hollow further left, toward 0,8,0
        ("7", "4", ["0,2,5", "0,3,4", "0,4,3", "0,5,2"]),
        ("7", "6", ["0,1,6", "0,2,5", "0,3,4", "0,4,3", "0,5,2", "0,6,1"]),
    ],
)
def test_wue_1_armies_and_bases_of_other_sizes(lattice: str, army: str, of_seat_0: list[str]) -> None:
    match = Match(game, 3, {"lattice": lattice, "army": army})
    play(match, CHANCE, "start 0")
    assert [where for where, die in standing(match).items() if die[0] == "a"] == of_seat_0
    assert legal(match) == [f"pick {where}" for where in of_seat_0]
    assert len(standing(match)) == 3 * int(army)


def test_wue_8_the_corner_of_a_smaller_base() -> None:
    match = Match(game, 3, {"lattice": "7"})
    play(match, CHANCE, "start 0")
    s = match.state
    here = cell("6,0,1")
    s.owner[here], s.pose[here], s.armies[0] = 1, 1, 6
    play(match, 0, "pick 6,0,1")
    assert [text for text in legal(match) if text.startswith("tip forward")] == ["tip forward-left"]
    play(match, 0, "tip forward-left")
    assert (ended(match), match.returns()) == ("corner", [1, 0, 0])


@pytest.mark.parametrize(("tie_cost", "scores"), [("1", [2, 2, 0]), ("0", [3, 2, 3]), ("2", [1, 2, -3])])
def test_wue_9_what_a_tie_costs_is_an_option(tie_cost: str, scores: list[int]) -> None:
    match = Match(game, 3, {"tie_cost": tie_cost})
    match.state.won[:], match.state.lost[:] = [3, 2, 3], [1, 0, 3]
    assert match.scores() == scores


# --- WUE-10, GEN-7: skipping, no progress -----------------------------------------------------------------------------


def test_wue_10_who_has_no_dice_is_skipped() -> None:
    match = lay({"0,4,4": "a312", "4,0,4": "c231"})
    play(match, 0, "pick 0,4,4", "tip left")
    assert match.movers() == 1 << 2
    play(match, 2, "pick 4,0,4", "tip left")
    assert match.movers() == 1 << 0


def test_wue_10_who_is_alone_goes_on() -> None:
    match = lay({"0,4,4": "a312"})
    play(match, 0, "pick 0,4,4", "tip left", "pick 0,5,3", "tip forward-left")
    assert match.movers() == 1 << 0


@pytest.mark.parametrize(
    ("move", "counts"),
    [("tip right", True), ("tip left", True), ("pose 645", True), ("tip forward-left", False)],
)
def test_wue_10_sixty_moves_without_a_forward_tip_or_a_loss(move: str, counts: bool) -> None:
    for idle in (58, 59):
        match = lay(SPARE)
        match.state.idle = idle
        play(match, 0, "pick 0,4,4", move)
        assert match.state.idle == (idle + 1 if counts else 0)
        assert match.over == (counts and idle == 59)
    if counts:
        assert ended(match) == "no-progress"
        assert refusal(match, 1, "pick 4,4,0") == "WUE-10"


def test_wue_10_at_the_end_it_is_scored_as_it_stands() -> None:
    match = lay(SPARE)
    match.state.won[:], match.state.lost[:] = [3, 2, 3], [1, 0, 3]
    match.state.idle = 59
    play(match, 0, "pick 0,4,4", "pose 645")
    assert (match.scores(), match.returns()) == ([2, 2, 0], [1, 0, 0])


@pytest.mark.parametrize(("owners", "idle"), [("abc", 0), ("aaa", 31)])
def test_wue_10_a_die_that_leaves_begins_the_count_anew(owners: str, idle: int) -> None:
    x, y, z = (owner + showing(side, 6 - side) for side, owner in enumerate(owners))
    match = lay({**SPARE, "3,3,2": x, "2,3,3": y, "2,2,4": z})
    match.state.idle = 30
    play(match, 0, "pick 3,3,2", "tip right")
    assert match.state.idle == idle


def test_gen_7_the_limit_of_plies_ends_it_as_it_stands() -> None:
    match = lay(SPARE)
    match.state.won[:], match.state.lost[:] = [0, 0, 1], [4, 3, 4]
    match.state.plies = game.MAX_PLIES - 1
    play(match, 0, "pick 0,4,4")
    assert ended(match) == "limit"
    assert match.returns() == [0, 0.5, 0.5]
    assert refusal(match, 0, "tip left") == "WUE-10"


# --- laws where fights are chosen, notation, text ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", FIGHTS_ARE_CHOSEN)
def test_in_these_matches_fights_are_chosen(seed: int) -> None:
    assert any(seat != CHANCE and action >= game.FIGHT for seat, action in World(game, 3, seed).log())


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_laws_where_fights_are_chosen(law: Any) -> None:
    law(World(game, 3, 52))


def test_symmetry_where_fights_are_chosen() -> None:
    assert all(law_symmetry(World(game, 3, seed), symmetries) for seed in FIGHTS_ARE_CHOSEN)


def test_the_position_as_text() -> None:
    match = Match(game, 3)
    play(match, CHANCE, "start 1")
    play(match, 1, "pick 4,4,0")
    drawn, seats, doing = match.show(0).rsplit("\n", 2)
    assert drawn.splitlines()[-3:] == [
        "        b123     .       .       .       .       .      c231",
        "     .       .       .       .       .       .       .       .",
        " .       .      a312    a312    a312    a312    a312     .       .",
    ]
    assert seats == "0: won 0 lost 0  *1: won 0 lost 0  2: won 0 lost 0"
    assert doing == "picked 4,4,0"


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "pick"),
        (0, "pick 9,0,0"),
        (0, "tip"),
        (0, "tip backward"),
        (0, "pose 321"),  # no die shows that
        (0, "pose 166"),
        (0, "fight 1"),
        (0, "start 0"),
        (CHANCE, "start 3"),
        (CHANCE, "pick 0,0,8"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError, match=r"wuerfelmarsch has no (action|outcome)"):
        game.read(seat, text)
