"""Cui bono?, clause by clause."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bussolotto.core import errors, pyramid
from bussolotto.core.events import Ply
from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.cui_bono import game, repeats
from bussolotto.games.cui_bono.events import find
from bussolotto.play.match import Match
from bussolotto.testing.worlds import World, every_world, mask_of
from tests.depth import FULL
from tests.games.cui_bono.symmetry import COLOURS, coloured_action, coloured_state, settled

COLOUR = {"p": 1, "y": 2, "r": 3}
AXES = (pyramid.X, pyramid.Y, pyramid.Z)
LONE = "8,0,0"  # a die in the corner, far from every funnel below
FUNNEL = "2,2,3"  # a funnel on the base, and the dice it stands on
UNDER_FUNNEL = ("3,2,3", "2,3,3", "2,2,4")
FREE_HOLLOW = "0,8,0"


def cell(text: str) -> int:
    return pyramid.cells_by_text()[text]


def play(match: Match, seat: int, text: str) -> None:
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


def pile(dice: Mapping[str, str], seats: int = 2, **options: str) -> Match:
    """Seat 0 is to take one of these dice, colours p y r by cell; nothing else stands there."""
    match = Match(game, seats, options)
    play(match, CHANCE, "start 0")
    s = match.state
    s.phase, s.laid = game.TAKING, pyramid.COUNT
    s.to_lay[:] = [0, 0, 0]
    for where, colour in dice.items():
        s.colour[cell(where)] = COLOUR[colour]
    assert all(pyramid.supported(s.colour, at) for at in range(pyramid.COUNT) if s.colour[at])
    return match


def standing(match: Match) -> dict[str, str]:
    return {pyramid.cell_text(at): ".pyr"[colour] for at, colour in enumerate(match.state.colour) if colour}


def full(seed: int = 0, seats: int = 2, **options: str) -> Match:
    """A complete pyramid; seat 0 is to take a die."""
    match = Match(game, seats, options)
    play(match, CHANCE, "start 0")
    kinds = list(game.COLOURS) * 55
    Random(seed).shuffle(kinds)
    for kind in kinds:
        play(match, CHANCE, f"lay {kind}")
    return match


def kept(match: Match, seat: int) -> str:
    return "".join("pyr"[kind] * match.state.kept[seat][kind] for kind in range(3))


# --- CUI-1: the pyramid -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", game.SEATS)
def test_gen_1_every_seat_is_as_likely_to_start(seats: int) -> None:
    match = Match(game, seats)
    assert {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight} == {
        f"start {seat}": 1 for seat in range(seats)
    }
    play(match, CHANCE, f"start {seats - 1}")
    for kind in list(game.COLOURS) * 55:
        assert match.movers() == 1 << CHANCE and legal(match) == []
        play(match, CHANCE, f"lay {kind}")
    assert match.movers() == 1 << (seats - 1)


def test_cui_1_55_dice_of_each_colour_on_all_cells_in_the_order_of_their_numbers() -> None:
    match = full()
    assert len(standing(match)) == 165
    assert all(list(standing(match).values()).count(colour) == 55 for colour in "pyr")
    colours = [game.COLOURS[colour - 1] for colour in match.state.colour]
    assert [f"lay {colour}" for colour in colours] == [step.text for step in match.steps(0)[1:]]


def test_cui_1_every_die_still_to_be_laid_is_as_likely() -> None:
    match = Match(game, 2)
    play(match, CHANCE, "start 0")
    for kind in ["red"] * 55 + ["pearl"] * 10:
        play(match, CHANCE, f"lay {kind}")
    odds = {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert odds == {"lay pearl": 45, "lay yellow": 55}
    assert refusal(match, CHANCE, "lay red") == "GEN-3"
    assert refusal(match, 0, f"take {LONE}") == "CUI-1"


# --- CUI-2: taking a die ----------------------------------------------------------------------------------------------


def test_cui_2_of_a_full_pyramid_only_the_corners() -> None:
    assert legal(full()) == ["take 0,0,8", "take 0,8,0", "take 8,0,0"]


# A tetrahedron of level 1 dice in the middle, one at an edge, one in the corner; and their bases
MIDDLE = {"3,2,3": "r", "2,3,3": "r", "2,2,4": "r", "2,2,3": "r"}


@pytest.mark.parametrize(
    ("dice", "taken", "why"),
    [
        ({"3,2,3": "r"}, "3,2,3", None),  # three faces uncovered
        (MIDDLE, "3,2,3", None),  # two
        ({**MIDDLE, "3,1,4": "r", "2,1,5": "r", "2,1,4": "r"}, "3,2,3", None),  # another tetrahedron beside it
        ({**MIDDLE, "4,2,2": "r", "3,3,2": "r", "3,2,2": "r"}, "3,2,3", "CUI-2"),  # one: dice to X and Z rest on it
        ({"8,0,0": "r", "7,1,0": "r", "7,0,1": "r", "7,0,0": "r"}, "8,0,0", None),  # a corner has two always
        ({"8,0,0": "r", "7,1,0": "r", "7,0,1": "r", "7,0,0": "r"}, "7,1,0", None),  # an edge die with one on it
        (
            {"7,1,0": "r", "8,0,0": "r", "7,0,1": "r", "7,0,0": "r", "6,2,0": "r", "6,1,1": "r", "6,1,0": "r"},
            "7,1,0",
            "CUI-2",  # an edge die with two on it
        ),
        (MIDDLE, "2,2,3", "CUI-2"),  # not of the lowest level
        (MIDDLE, "4,4,0", "CUI-2"),  # nothing there
    ],
)
def test_cui_2_a_die_of_level_0_with_two_uncovered_faces(dice: dict[str, str], taken: str, why: str | None) -> None:
    match = pile(dice)
    if why:
        assert f"take {taken}" not in legal(match)
        assert refusal(match, 0, f"take {taken}") == why
    else:
        play(match, 0, f"take {taken}")
        assert len(standing(match)) == len(dice) - 1


@pytest.mark.parametrize("axis", AXES)
def test_cui_2_the_row_above_slides_and_nothing_else_moves(axis: int) -> None:
    match = full()
    before = standing(match)
    line = [pyramid.cell_text(at) for at in pyramid.row(0, axis)]  # from the top down to that corner
    play(match, 0, f"take {line[-1]}")
    after = {**before, **{lower: before[upper] for upper, lower in pairwise(line)}}
    del after[line[0]]
    assert standing(match) == after


def test_cui_2_where_nothing_rests_on_it_nothing_moves() -> None:
    match = pile({LONE: "r", **MIDDLE})
    play(match, 0, f"take {LONE}")
    assert standing(match) == MIDDLE


def test_cui_2_a_row_slides_as_far_as_it_goes() -> None:
    match = pile({"3,2,3": "r", "2,3,3": "y", "2,2,4": "y", "2,2,3": "p"})
    play(match, 0, "take 3,2,3")
    assert standing(match) == {"3,2,3": "p", "2,3,3": "y", "2,2,4": "y"}


def test_cui_2_one_at_a_time_and_in_turn() -> None:
    match = pile({LONE: "r", **dict.fromkeys(UNDER_FUNNEL, "y"), FREE_HOLLOW: "y"})
    assert refusal(match, 1, f"take {LONE}") == "CUI-2"
    play(match, 0, f"take {LONE}")
    assert refusal(match, 0, f"take {FREE_HOLLOW}") == "CUI-2"
    assert refusal(match, 1, "keep") == "CUI-2"
    play(match, 0, f"put {FUNNEL}")
    assert match.movers() == 1 << 1


# --- CUI-3: which funnels take it back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("funnel", "colours"),
    [
        ("yyy", "pr"),  # the printed example A: red into an all-yellow funnel; C: not into one of its own colour
        ("rrr", "py"),
        ("ppp", "yr"),
        ("ryp", "pyr"),  # the printed example B: three colours take any die
        ("pyr", "pyr"),
        ("yrp", "pyr"),
        ("rry", ""),
        ("ryr", ""),
        ("yrr", ""),
        ("ppr", ""),
        ("pyy", ""),
        ("rpr", ""),
    ],
)
def test_cui_3_three_colours_or_one_that_is_not_its_own(funnel: str, colours: str) -> None:
    for colour in "pyr":
        match = pile({LONE: colour, **dict(zip(UNDER_FUNNEL, funnel, strict=True))})
        play(match, 0, f"take {LONE}")
        if colour in colours:
            assert legal(match) == [f"put {FUNNEL}", "keep"]
            play(match, 0, f"put {FUNNEL}")
            assert standing(match)[FUNNEL] == colour and kept(match, 0) == ""
        else:
            assert kept(match, 0) == colour and match.movers() == 1 << 1


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (FUNNEL, None),
        (LONE, "CUI-3"),  # the hollow it comes from
        (FREE_HOLLOW, "CUI-3"),  # an empty hollow of the base
        ("2,3,3", "CUI-3"),  # a die stands there
        ("3,1,3", "CUI-3"),  # one die below it
        ("2,1,4", "CUI-3"),  # two
        ("3,2,2", "CUI-3"),  # a funnel of two colours
        ("3,3,1", "CUI-3"),  # a funnel of its own colour
    ],
)
def test_cui_3_only_into_a_funnel_that_suits(where: str, why: str | None) -> None:
    others = {"4,2,2": "y", "3,3,2": "r", "4,3,1": "r", "3,4,1": "r", "3,1,4": "y"}
    match = pile({LONE: "r", **dict.fromkeys(UNDER_FUNNEL, "y"), **others})
    play(match, 0, f"take {LONE}")
    assert legal(match) == [f"put {FUNNEL}", "keep"]
    if why:
        assert refusal(match, 0, f"put {where}") == why
    else:
        play(match, 0, f"put {where}")


def test_cui_3_not_before_a_die_was_taken() -> None:
    match = pile({LONE: "r", **dict.fromkeys(UNDER_FUNNEL, "y")})
    assert refusal(match, 0, f"put {FUNNEL}") == "CUI-3"


def test_cui_3_a_funnel_that_the_slide_has_made_takes_the_die_back() -> None:
    """The die on top of a tetrahedron slides down, and the same funnel is there again on other dice."""
    match = pile({"3,2,3": "r", "2,3,3": "y", "2,2,4": "p", "2,2,3": "r"})
    play(match, 0, "take 3,2,3")
    assert legal(match) == [f"put {FUNNEL}", "keep"]


# --- CUI-4: rows ------------------------------------------------------------------------------------------------------


def slope(axis: int, line: str, level: int, option: str) -> Match:
    """A red die in hand, and one funnel of this level for it, of three colours.

    `line`: the colours of the dice that lead down from it along the axis, its own not among them.
    """
    top = (2, 2, 4 - level)
    below = {at: "y" for at in range(pyramid.COUNT) if all(map(int.__ge__, pyramid.CELLS[at], top))}
    del below[pyramid.INDEX[top]]
    first, second = (side for side in AXES if side != axis)
    below[int(pyramid.BELOW[pyramid.INDEX[top]][first])] = "p"
    below[int(pyramid.BELOW[pyramid.INDEX[top]][second])] = "y"
    below |= dict(zip(pyramid.row(pyramid.INDEX[top], axis)[-level:], line, strict=True))
    match = pile({LONE: "r", **{pyramid.cell_text(at): colour for at, colour in below.items()}}, row=option)
    play(match, 0, f"take {LONE}")
    return match


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize(
    ("line", "three", "whole_line"),
    [
        ("r", True, True),  # two dice are no row
        ("rr", False, False),  # three, down to the base
        ("ry", True, True),
        ("rrr", False, False),
        ("rry", False, True),  # three, and then another colour
        ("ryr", True, True),  # not side by side
        ("rrrr", False, False),
        ("rrry", False, True),
        ("rryr", False, True),
        ("ryrr", True, True),
    ],
)
def test_cui_4_not_in_a_row_of_three_of_its_colour(axis: int, line: str, three: bool, whole_line: bool) -> None:
    for option, allowed in (("3", three), ("whole_line", whole_line)):
        match = slope(axis, line, len(line), option)
        funnel = f"put {pyramid.cell_text(pyramid.INDEX[2, 2, 4 - len(line)])}"
        if allowed:
            assert funnel in legal(match)
        else:
            assert funnel not in legal(match)
            match.state.phase, match.state.turn, match.state.held = game.PUTTING, 0, 3
            assert refusal(match, 0, funnel) == "CUI-4"


def test_cui_4_rows_of_other_colours_or_without_it_do_not_matter() -> None:
    """The printed example D, and its other side: three pearl dice stand in a row, a red one may go on top of them."""
    match = slope(pyramid.X, "rr", 2, "3")
    assert kept(match, 0) == "r"
    match = pile({LONE: "r", "6,0,2": "p", "5,1,2": "p", "5,0,3": "p", "5,0,2": "p"})
    match.state.colour[cell("4,1,3")] = match.state.colour[cell("4,0,4")] = 1
    match.state.colour[cell("4,0,3")] = match.state.colour[cell("4,1,2")] = match.state.colour[cell("4,2,2")] = 1
    play(match, 0, f"take {LONE}")
    assert "put 4,0,2" in legal(match)


# --- CUI-5: keeping ---------------------------------------------------------------------------------------------------

BACK = {LONE: "r", **dict.fromkeys(UNDER_FUNNEL, "y"), FREE_HOLLOW: "p"}


def test_cui_5_putting_back_is_optional() -> None:
    match = pile(BACK)
    play(match, 0, f"take {LONE}")
    play(match, 0, "keep")
    assert kept(match, 0) == "r" and match.movers() == 1 << 1


def test_cui_5_option_must() -> None:
    match = pile(BACK, back="must")
    play(match, 0, f"take {LONE}")
    assert legal(match) == [f"put {FUNNEL}"]
    assert refusal(match, 0, "keep") == "CUI-5"


@pytest.mark.parametrize("back", game.FACTS.options["back"].suggested)
def test_cui_5_where_nothing_takes_it_back_it_is_kept_without_asking(back: str) -> None:
    match = pile({LONE: "y", **dict.fromkeys(UNDER_FUNNEL, "y")}, back=back)
    play(match, 0, f"take {LONE}")
    assert kept(match, 0) == "y" and match.movers() == 1 << 1


def test_cui_5_what_was_kept_stays_kept() -> None:
    match = pile({LONE: "y", **dict.fromkeys(UNDER_FUNNEL, "r"), FREE_HOLLOW: "r"})
    play(match, 0, f"take {LONE}")
    play(match, 0, "keep")
    play(match, 1, f"take {FREE_HOLLOW}")  # kept at once
    assert refusal(match, 0, f"put {FUNNEL}") == "CUI-3"
    assert refusal(match, 0, "keep") == "CUI-5"
    assert kept(match, 0) == "y" and kept(match, 1) == "r"


# --- CUI-8: no position twice -----------------------------------------------------------------------------------------

# Take the red die below, the one on top slides into its place, and the funnel takes the red one back: the same again
SAME = dict(zip((*UNDER_FUNNEL, FUNNEL), "rypr", strict=True))
AGAIN = f"take {UNDER_FUNNEL[0]}", f"put {FUNNEL}"
# Take the red die below and put it on top: three yellow dice, and another colour over them
OTHER = dict(zip(("7,0,1", "6,1,1", "6,0,2", "6,0,1"), "ryyy", strict=True))
CHANGED = "take 7,0,1", "put 6,0,1"


def turn(match: Match, *texts: str) -> None:
    for text in texts:
        play(match, match.state.turn, text)


@pytest.mark.parametrize("seats", game.SEATS)
@pytest.mark.parametrize("back", game.FACTS.options["back"].suggested)
def test_cui_8_with_the_same_player_to_move_nothing_stands_again(seats: int, back: str) -> None:
    match = pile(SAME, seats, back=back)
    for _ in range(seats - 1):
        turn(match, *AGAIN)
    assert standing(match) == SAME and match.state.turn == seats - 1
    play(match, seats - 1, AGAIN[0])  # no other place: kept without asking
    assert kept(match, seats - 1) == "r" and match.movers() == 1


def test_cui_8_where_another_place_is_left_it_may_go_there_or_be_kept() -> None:
    another = dict(zip(("3,4,1", "2,5,1", "2,4,2"), "yyy", strict=True))
    match = pile({**SAME, **another}, 2)
    turn(match, *AGAIN)
    assert "put 2,4,1" not in legal(match, 1)
    play(match, 1, AGAIN[0])
    assert legal(match, 1) == ["put 2,4,1", "keep"]
    assert refusal(match, 1, AGAIN[1]) == "CUI-8"
    play(match, 1, "put 2,4,1")
    assert standing(match)["2,4,1"] == "r" and FUNNEL not in standing(match)


def test_cui_8_the_same_shape_in_other_colours_is_another_position() -> None:
    match = pile({**SAME, **OTHER}, 2)
    turn(match, *AGAIN)
    assert standing(match) == {**SAME, **OTHER}
    turn(match, *CHANGED)
    turn(match, *AGAIN)  # the yellow dice are now below, so this has never stood
    play(match, 1, AGAIN[0])
    assert legal(match, 1) == []  # but now it would stand as before the last two turns
    assert kept(match, 1) == "r"


def test_cui_8_a_position_of_any_turn_since_the_last_kept_die_counts() -> None:
    """Three players: what stood after the first turn must not stand after the fourth."""
    match = pile({**SAME, **OTHER}, 3)
    turn(match, *CHANGED, *AGAIN, *AGAIN)
    s = match.state
    assert (s.turn, s.idle, [s.took[at] for at in range(4)]) == (0, 3, [*map(cell, ("7,0,1", "3,2,3", "3,2,3")), 0])
    play(match, 0, AGAIN[0])  # after it the second player would be to move, as after the first turn
    assert kept(match, 0) == "r"


def test_cui_8_once_a_die_is_kept_nothing_of_before_is_remembered() -> None:
    match = pile({**SAME, **OTHER, FREE_HOLLOW: "y"}, 3)
    fresh = bytes(match.state)
    turn(match, *AGAIN, *CHANGED)
    assert match.state.took[:3] == [cell("3,2,3"), cell("7,0,1"), 0]
    play(match, 2, "take 0,8,0")
    before, after = (np.frombuffer(state, game.STATE)[0] for state in (fresh, bytes(match.state)))
    for name in ("took", "left", "into", "bars", "barred", "idle"):
        assert np.array_equal(after[name], before[name]), name


@pytest.mark.parametrize("seats", game.SEATS)
def test_cui_8_option_free(seats: int) -> None:
    match = pile(SAME, seats, repeat="free")
    for _ in range(game.IDLE_AT_END[seats]):
        turn(match, *AGAIN)
    assert match.over and game.FACTS.endings[game.ending(match.state)] == "no-progress"


def test_cui_8_a_turn_is_followed_back_to_the_pile_before_it() -> None:
    """Every die of a full pyramid that lost one comes from where it lay before the slide."""
    match = full()
    for _ in range(12):
        before = list(match.state.colour)
        takes = [text for text in legal(match, match.state.turn) if text.startswith("take")]
        play(match, match.state.turn, takes[len(takes) // 2])
        if match.state.phase != game.PUTTING:
            continue
        s = match.state
        came_from = [repeats.place_before_slide(at, s.took[s.idle], s.left[s.idle]) for at in range(pyramid.COUNT)]
        assert all(before[came_from[at]] == colour for at, colour in enumerate(s.colour) if colour)
        play(match, s.turn, next(text for text in legal(match, s.turn) if text.startswith("put")))


# --- CUI-6: the end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "dice"), [(2, 10), (3, 10), (4, 10), (5, 7), (6, 7)])
def test_cui_6_the_tenth_or_seventh_kept_die_ends_it(seats: int, dice: int) -> None:
    for before in (dice - 2, dice - 1):
        match = pile({LONE: "p", FREE_HOLLOW: "p", "0,0,8": "p"}, seats)
        match.state.kept[0][0] = before
        match.state.kept[1][0] = dice - 1
        play(match, 0, f"take {LONE}")
        assert match.over == (before == dice - 1)
    assert (match.movers(), legal(match, 0), legal(match, 1)) == (0, [], [])
    assert game.FACTS.endings[game.ending(match.state)] == "kept"
    assert refusal(match, 1, f"take {FREE_HOLLOW}") == "CUI-6"


@pytest.mark.parametrize(
    ("stocks", "points", "shares", "by"),
    [
        (("ppppppppp", "rrr", "rr"), (10, 9, 6), (0, 0, 1), "points"),  # who ends it has lost here,
        (("ppppppppp", "yyyyyy", "rrrr"), (10, 12, 12), (1, 0, 0), "points"),  # and won there
        (("ppppppppp", "rrrp", "yyyyy"), (10, 10, 10), (0, 1, 0), "dice"),
        (("ppppppppp", "rrrp", "yyrr"), (10, 10, 10), (0, Fraction(1, 2), Fraction(1, 2)), "dice"),
        (("yyyyyyyyy", "", ""), (19, 0, 0), (0, Fraction(1, 2), Fraction(1, 2)), "points"),
    ],
)
def test_cui_6_fewest_points_then_fewest_dice(
    stocks: tuple[str, ...], points: tuple[int, ...], shares: tuple[Fraction, ...], by: str
) -> None:
    """And who wins by the second is told so."""
    match = pile({LONE: "p", FREE_HOLLOW: "p"}, 3)
    for seat, stock in enumerate(stocks):
        match.state.kept[seat][:] = [stock.count(colour) for colour in "pyr"]
    play(match, 0, f"take {LONE}")
    assert match.over
    assert match.scores() == list(points)
    assert match.returns() == [float(share) for share in shares]
    (told,) = find(Ply(match.state, match.state, 0, None, None))
    assert (told.values["by"], told.values["n"]) == (by, min(points))


def test_cui_6_before_the_first_die_everybody_is_equal() -> None:
    assert Match(game, 4).returns() == [0.25] * 4


@pytest.mark.parametrize(
    ("seats", "keeps", "dice"), [(2, "5", 5), (6, "5", 5), (3, "12", 12), (6, "10", 10), (5, "8", 8)]
)
def test_cui_6_how_many_dice_end_it_is_an_option(seats: int, keeps: str, dice: int) -> None:
    for before in (dice - 2, dice - 1):
        match = pile({LONE: "p", FREE_HOLLOW: "p", "0,0,8": "p"}, seats, keeps=keeps)
        match.state.kept[0][0] = before
        play(match, 0, f"take {LONE}")
        assert match.over == (before == dice - 1)


def test_cui_6_what_colours_cost_is_an_option() -> None:
    match = pile({LONE: "p", FREE_HOLLOW: "p"}, 3, yellow_points="1", red_points="6")
    for seat, stock in enumerate(("ppppppppp", "yyyyyyyyy", "rr")):
        match.state.kept[seat][:] = [stock.count(colour) for colour in "pyr"]
    assert [game.price(match.state, colour) for colour in (1, 2, 3)] == [1, 1, 6]
    play(match, 0, f"take {LONE}")
    assert (match.scores(), match.returns()) == ([10, 9, 12], [0, 1, 0])


@pytest.mark.parametrize(("size", "of_each"), [("8", 55), ("7", 40), ("6", 28)])
def test_cui_1_a_smaller_pyramid_is_the_top_of_the_big_one(size: str, of_each: int) -> None:
    match = Match(game, 2, {"lattice": size})
    play(match, CHANCE, "start 0")
    assert match.odds()[game.LAY :] == [of_each] * 3
    for kind in list(game.COLOURS) * of_each:
        play(match, CHANCE, f"lay {kind}")
    assert sorted(standing(match)) == sorted(",".join(map(str, at)) for at in pyramid.cells(int(size)))
    assert legal(match) == [f"take 0,0,{size}", f"take 0,{size},0", f"take {size},0,0"]


# --- CUI-7, GEN-7: no progress ----------------------------------------------------------------------------------------


IDLE_TURNS = [(2, 20), (3, 20), (4, 20), (5, 30), (6, 30)]


@pytest.mark.parametrize(("seats", "turns"), IDLE_TURNS)
def test_cui_7_one_turn_fewer_does_not_end_it(seats: int, turns: int) -> None:
    match = pile(BACK, seats)
    match.state.idle = turns - 2
    play(match, 0, f"take {LONE}")
    play(match, 0, f"put {FUNNEL}")
    assert not match.over and match.state.idle == turns - 1


@pytest.mark.parametrize(("seats", "turns"), IDLE_TURNS)
def test_cui_7_the_last_of_them_is_scored_as_it_stands(seats: int, turns: int) -> None:
    match = pile(BACK, seats)
    match.state.kept[1][2] = 1
    match.state.idle = turns - 1
    play(match, 0, f"take {LONE}")
    play(match, 0, f"put {FUNNEL}")
    assert match.over
    assert game.FACTS.endings[game.ending(match.state)] == "no-progress"
    others = [0.0 if seat == 1 else 1 / (seats - 1) for seat in range(seats)]
    assert match.returns() == others
    assert refusal(match, 1, f"take {FREE_HOLLOW}") == "CUI-7"


def test_cui_7_a_kept_die_begins_the_count_anew() -> None:
    match = pile(BACK)
    match.state.idle = 19
    play(match, 0, f"take {LONE}")
    play(match, 0, "keep")
    assert not match.over and match.state.idle == 0


def test_gen_7_the_limit_of_plies_ends_it_as_it_stands() -> None:
    match = pile(BACK)
    match.state.kept[0][0] = 1
    match.state.plies = game.MAX_PLIES - 1
    play(match, 0, f"take {LONE}")
    assert match.over and match.returns() == [0, 1]
    assert game.FACTS.endings[game.ending(match.state)] == "limit"
    assert refusal(match, 0, "keep") == "CUI-7"


# --- colours, notation, text ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", every_world(game, seed=5, thorough=FULL), ids=str)
def test_exchanged_colours_change_no_rule_but_points(world: World) -> None:
    """After set-up; what is kept, and when, is the same."""
    rng = Random(world.seed)
    for s, seat, action in world.plies():
        if not settled(s):
            continue
        for permutation in COLOURS:
            coloured = coloured_state(s, permutation)
            assert game.movers(coloured) == game.movers(s)
            if rng.random() < 0.1:
                assert mask_of(game, coloured, s.turn) == mask_of(game, s, s.turn)
            after = copied(s)
            game.apply(after, seat, action)
            game.apply(coloured, *coloured_action(permutation, seat, action))
            assert bytes(coloured) == bytes(coloured_state(after, permutation)), f"{world}: {permutation}, {s.plies}"


def test_the_position_as_text() -> None:
    match = pile({LONE: "r", **dict(zip(UNDER_FUNNEL, "yyp", strict=True))}, 3)
    match.state.kept[2][:] = [2, 0, 1]
    lines = match.show(0).splitlines()
    assert [line[:17].rstrip() for line in lines[:9]] == [
        "        r",
        "       . .",
        "      . . .",
        "     . . . .",
        "    . . . . .",
        "   . . . y . .",
        "  . . . y p . .",
        " . . . . . . . .",
        ". . . . . . . . .",
    ]
    assert lines[9:] == ["*0: 0  1: 0  2: 5 ppr", "in hand -  idle 0"]


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "take"),
        (0, "take 9,0,0"),
        (0, "take 3"),
        (0, "put 8,1,0"),
        (0, "keep 1"),
        (0, "lay red"),
        (CHANCE, "lay blue"),
        (CHANCE, "start 6"),
        (CHANCE, "keep"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError, match=r"cui-bono has no (action|outcome)"):
        game.read(seat, text)
