"""Spilorcio, clause by clause: what one may do and when it ends. What placing dice does is in the tables beside."""

from fractions import Fraction

import pytest

from bussolotto.core import errors
from bussolotto.core.kernel import CHANCE
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play.match import Match
from tests.games.spilorcio.positions import lay, legal, play, seen, throw

# --- SPI-1, GEN-1: the start -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "chips", "reserve"), [(2, 18, 94), (3, 22, 64), (4, 25, 30), (5, 25, 5)])
def test_spi_1_chips_at_the_start(seats: int, chips: int, reserve: int) -> None:
    match = Match(spilorcio, seats)
    assert match.scores() == [chips] * seats
    assert match.state.reserve == reserve


@pytest.mark.parametrize(
    ("seats", "each", "in_all", "reserve"),
    [(2, "10", "80", 60), (4, "22", "200", 112), (5, "26", "130", 0), (5, "26", "80", 0), (3, "printed", "100", 34)],
)
def test_spi_1_other_numbers_of_chips(seats: int, each: str, in_all: str, reserve: int) -> None:
    match = Match(spilorcio, seats, {"starting_chips": each, "chips_in_all": in_all})
    assert match.scores() == [22 if each == "printed" else int(each)] * seats
    assert match.state.reserve == reserve
    spilorcio.check(match.state)


@pytest.mark.parametrize("seats", [1, 6])
def test_spi_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(errors.BadSeats, match="2, 3, 4, 5"):
        Match(spilorcio, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gen_1_every_seat_is_as_likely_to_start(seats: int) -> None:
    match = Match(spilorcio, seats)
    possible = [spilorcio.say(CHANCE, code) for code, weight in enumerate(match.odds()) if weight]
    assert possible == [f"start {seat}" for seat in range(seats)]
    assert len({weight for weight in match.odds() if weight}) == 1
    play(match, CHANCE, f"start {seats - 1}")
    throw(match, "6 6 6 6 6")
    assert match.movers() == 1 << (seats - 1)


# --- SPI-2: throwing and setting aside -------------------------------------------------------------------------------


def test_spi_2_any_of_the_dice_thrown_but_at_least_one() -> None:
    match = lay((18, 18))
    throw(match, "4 2 2 2 2")
    parts = ["2", "4", "2 2", "2 4", "2 2 2", "2 2 4", "2 2 2 2", "2 2 2 4", "2 2 2 2 4"]
    assert legal(match) == [f"keep {part}" for part in parts]
    assert legal(match, 1) == []


@pytest.mark.parametrize(
    ("seat", "text", "clause"),
    [
        (0, "keep 5", "SPI-2"),  # not among the dice
        (0, "keep 4 4", "SPI-2"),  # only one of them
        (0, "keep", "SPI-2"),  # none
        (1, "keep 4", "SPI-2"),  # not his turn
        (0, "place 4", "SPI-3"),  # not yet
        (CHANCE, "die 4", "GEN-3"),  # all have fallen
    ],
)
def test_spi_2_what_is_refused_names_its_clause_and_changes_nothing(seat: int, text: str, clause: str) -> None:
    match = lay((18, 18))
    throw(match, "4 2 2 2 2")
    before = match.view_bytes(0), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, text)
    assert refusal.value.clause == clause
    assert (match.view_bytes(0), match.version) == before


def test_spi_2_at_most_five_throws_each_of_the_dice_that_are_left() -> None:
    match = lay((18, 18))
    for dice in range(5, 0, -1):
        assert match.state.to_roll == dice
        throw(match, " ".join(["6"] * dice))
        play(match, 0, "keep 6")
    assert match.state.turn == 1


def test_spi_2_what_is_set_aside_stays_aside() -> None:
    match = lay((18, 18))
    throw(match, "1 2 3 4 5")
    play(match, 0, "keep 1 5")
    throw(match, "1 6 6")
    assert "keep 5" not in legal(match)
    play(match, 0, "keep 1 6 6")
    assert seen(match, "filled", "") == "2 0 0 0 1"


def test_spi_2_every_face_is_as_likely_for_every_die() -> None:
    match = lay((18, 18))
    faces = {spilorcio.say(CHANCE, code): Fraction(w, sum(match.odds())) for code, w in enumerate(match.odds()) if w}
    assert faces == {f"die {face}": Fraction(1, 6) for face in range(1, 7)}


# --- SPI-6: when and what one is asked -------------------------------------------------------------------------------


def test_spi_6_one_may_choose_any_number_still_to_be_placed() -> None:
    match = lay((0, 40), loan="five")
    throw(match, "1 2 2 3 6")
    play(match, 0, "keep 1 2 2 3 6")
    assert legal(match) == ["place 1", "place 2", "place 3"]
    play(match, 0, "place 2")
    assert legal(match) == ["place 1", "place 2", "place 3"]
    play(match, 0, "place 3")
    assert legal(match) == ["place 1", "place 2"]


def test_spi_6_a_number_that_is_not_there_is_refused() -> None:
    match = lay((0, 40), loan="five")
    throw(match, "1 2 2 3 6")
    play(match, 0, "keep 1 2 2 3 6")
    for seat, text, clause in [(0, "place 4", "SPI-6"), (0, "keep 1", "SPI-3"), (1, "place 1", "SPI-2")]:
        with pytest.raises(errors.IllegalAction) as refusal:
            play(match, seat, text)
        assert refusal.value.clause == clause


# --- what is told of the last placing ----------------------------------------------------------------------------


def test_the_last_placing_is_told_until_the_next_one() -> None:
    match = lay((18, 18), filled="3 0 3 0 0")
    throw(match, "1 3 6 6 6")
    play(match, 0, "keep 1 3 6 6 6")
    first = {"placer": 0, "placed": 2, "order": (1, 3), "source": (12, 1)}
    throw(match, "2 6 6 6 6")
    assert {name: seen(match, name, value) for name, value in first.items()} == first
    play(match, 1, "keep 2 6 6 6 6")
    second = {"placer": 1, "placed": 1, "order": (2,), "source": (8,)}
    assert {name: seen(match, name, value) for name, value in second.items()} == second


# --- SPI-7, GEN-2, GEN-7: the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "shares"),
    [
        ((3, 18, 17), (0, 1, 0)),
        ((3, 18, 18), (0, Fraction(1, 2), Fraction(1, 2))),
        ((3, 0, 0), (Fraction(1, 3),) * 3),
        ((2, 0, 0), (Fraction(1, 3),) * 3),  # debt counts as none
    ],
)
def test_spi_7_most_chips_wins_and_ties_share(chips: tuple[int, ...], shares: tuple[Fraction, ...]) -> None:
    match = lay(chips)
    throw(match, "3 4 5 6 6")
    play(match, 0, "keep 3 4 5 6 6")
    assert match.over
    assert match.scores() == [0, *chips[1:]]
    assert match.returns() == [float(share) for share in shares]


def test_spi_7_after_the_end_nobody_moves_and_every_action_is_refused() -> None:
    match = lay((3, 18))
    throw(match, "3 4 5 6 6")
    play(match, 0, "keep 3 4 5 6 6")
    assert (match.movers(), match.odds(), legal(match, 0), legal(match, 1)) == (0, [], [], [])
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, 1, "keep 3")
    assert refusal.value.clause == "SPI-7"


@pytest.mark.parametrize("plies_left", [1, 2, 5, 6])
def test_gen_7_the_limit_of_plies_ends_it_as_it_stands(plies_left: int) -> None:
    match = lay((30, 31))
    match.state.plies = spilorcio.MAX_PLIES - plies_left
    throw(match, " ".join(["6"] * min(plies_left, 5)))
    if plies_left > 5:
        play(match, 0, "keep 6 6 6 6 6")
    assert match.over
    assert (match.scores(), match.returns()) == ([30, 31], [0, 1])


# --- SPI-9: boards ---------------------------------------------------------------------------------------------------


def test_spi_9_the_standard_board() -> None:
    state = Match(spilorcio, 2).state
    assert list(state.length) == [4, 5, 6, 7, 8]
    assert list(state.double) == [1, 1, 0, 0, 0]
    assert list(state.yellow) == [0, 0, 8, 8, 8]  # the fourth square
    assert list(state.arrow) == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("board", spilorcio.BOARDS)
def test_spi_9_boards_keep_to_what_is_known_of_the_printed_one(board: str) -> None:
    arrows = Match(spilorcio, 2, {"board": board}).state.arrow
    assert set(arrows) <= {1, 2, 3}


def test_spi_9_a_board_as_text_is_the_same_board() -> None:
    for name, text in spilorcio.BOARDS.items():
        named, written = (
            Match(spilorcio, 3, {"board": name}).view(0),
            Match(spilorcio, 3, {"board": text}).view(0),
        )
        assert {**written, "board": named["board"]} == named
        assert written["board"] == 255


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("standart", "Did you mean 'standard'"),
        ("", "5 rows"),
        ("4>1 4>1 4>1 4>1", "this has 4"),
        ("4>1 4>1 4>1 4>1 4>1 4>1", "this has 6"),
        ("4>1 4>1 x>1 4>1 4>1", "row 3 is 'x>1'"),
        ("4>1 4>1 4>1 4 4>1", "row 4 is '4'"),
        ("4>1 4dd>1 4>1 4>1 4>1", "row 2 is '4dd>1'"),
        ("0>1 4>1 4>1 4>1 4>1", "row 1 is '0>1'"),
        ("13>1 4>1 4>1 4>1 4>1", "1 to 12 squares"),
        ("4y5>1 4>1 4>1 4>1 4>1", "yellow ones among them"),
        ("4y0>1 4>1 4>1 4>1 4>1", "yellow ones among them"),
        ("4>10 4>1 4>1 4>1 4>1", "arrow 0 to 9"),
        ("4>-1 4>1 4>1 4>1 4>1", "row 1 is '4>-1'"),
        ("4y>1 4>1 4>1 4>1 4>1", "row 1 is '4y>1'"),
        ("²>1 4>1 4>1 4>1 4>1", "row 1"),
    ],
)
def test_spi_9_a_board_that_cannot_be_is_refused_with_its_reason(board: str, problem: str) -> None:
    with pytest.raises(errors.UnknownValue) as refusal:
        Match(spilorcio, 2, {"board": board})
    assert problem in refusal.value.text


def test_the_printed_example_ply_by_ply() -> None:
    match = lay((20, 20, 20), filled="0 3 0 3 3")
    for dice, kept in [("4 1 3 5 6", "4"), ("2 2 1 3", "2 2"), ("6 1", "6"), ("2", "2")]:
        throw(match, dice)
        play(match, 0, f"keep {kept}")
    assert match.show(0).splitlines() == [
        "1  :..R          > 1",
        "2  o...R         > 1",
        "3  ...y.R        > 2",
        "4  oooo..R       > 2",
        "5  oooy...R      > 3",
        "0: 22  *1: 19  2: 19  reserve: 61",
        "roll -  aside -",
    ]


# --- notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "keep 7"),
        (0, "keep 1 1 1 1 1 1"),
        (0, "place 6"),
        (0, "place 0"),
        (0, "place 1 2"),
        (0, "die 3"),
        (0, "kep 3"),
        (CHANCE, "die 0"),
        (CHANCE, "die 7"),
        (CHANCE, "start 5"),
        (CHANCE, "keep 3"),
    ],
)
def test_what_is_no_notation_is_refused(seat: int, text: str) -> None:
    with pytest.raises(ValueError, match=r"spilorcio has no (action|outcome)"):
        spilorcio.read(seat, text)
