"""Perspectives, clause by clause. Where a die may go is computed here from the coordinates, not from the tables."""

from collections.abc import Sequence

import pytest

from bussolotto.core import errors
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games.perspectives import game
from bussolotto.play.match import Match

Cell = tuple[int, int, int]
CELLS = sorted((a, b, c) for a in range(9) for b in range(9) for c in range(9) if a + b + c <= 8)
NUMBER = {cell: number for number, cell in enumerate(CELLS)}
UPWARD = sorted(CELLS, key=lambda cell: (-sum(cell), cell))  # level by level: an order in which a pyramid can be built
DICE = {4: 54, 5: 47, 6: 39, 7: 33, 8: 29}  # by number of seats: own dice, without the one given away


def text(cell: Cell) -> str:
    """A cell in notation."""
    return ",".join(map(str, cell))


def play(match: Match, seat: int, *texts: str) -> None:
    """Plies of one seat, as notation."""
    for each in texts:
        match.play(seat, game.read(seat, each))


def legal(match: Match, seat: int) -> list[str]:
    """What a seat may do, as notation."""
    return [game.say(seat, code) for code in match.legal(seat)]


def words(match: Match, seat: int) -> list[str]:
    """The kinds of things that a seat may do."""
    return sorted({said.split()[0] for said in legal(match, seat)})


def opened(seats: int = 4, **options: str) -> Match:
    """Seat 0 holds the turquoise die and is to throw."""
    match = Match(game, seats, options)
    play(match, CHANCE, "start 0")
    return match


def rolled(match: Match, turquoise: int, handicaps: str, *hands: str) -> Match:
    """The holder throws: the turquoise die, each seat's handicap die, then what each hand shows; hands not listed
    show the face that `unseen` finds: one that places nothing."""
    play(match, match.state.turn, "throw")
    play(match, CHANCE, f"die {turquoise}", *(f"die {face}" for face in handicaps))
    for seat in range(match.seats):
        shows = hands[seat] if seat < len(hands) else ""
        rest = unseen(turquoise, int(handicaps[seat])) * (match.state.hand[seat] - len(shows))
        play(match, CHANCE, *(f"die {face}" for face in shows + rest))
    return match


def unseen(turquoise: int, handicap: int) -> str:
    """A face that places nothing."""
    return next(face for face in "654321" if int(face) not in (turquoise, handicap))


def built(match: Match, added: Sequence[int], hand: Sequence[int] | None = None) -> Match:
    """Put the match where the seats have added so many dice, level by level; `hand`: what they hold, else 10."""
    s, height = match.state, sum(added)
    owners = [seat + 1 for seat, count in enumerate(added) for _ in range(count)]
    for cell, owner in zip(UPWARD[:height], owners, strict=True):
        s.owner[NUMBER[cell]] = owner
    for cell in CELLS:
        s.hollow[NUMBER[cell]] = cell in places(set(UPWARD[:height]))
    s.hollows = sum(s.hollow)
    for seat, count in enumerate(added):
        s.hand[seat] = hand[seat] if hand else 10
        s.reserve[seat] = DICE[match.seats] - count - s.hand[seat]
        s.added[seat] = count
    game.check(s)
    return match


def places(pile: set[Cell]) -> set[Cell]:
    """Empty hollows of the base and complete funnels (GEO-2)."""
    below = {(a, b, c): {(a + 1, b, c), (a, b + 1, c), (a, b, c + 1)} for a, b, c in CELLS if a + b + c < 8}
    return {cell for cell in CELLS if cell not in pile and below.get(cell, set()) <= pile}


def cells(match: Match, seat: int, word: str) -> set[Cell]:
    """Where a seat may put a die in this way."""
    said = [each.split() for each in legal(match, seat)]
    return {CELLS[game.read(0, f"turquoise {each[1]}")] for each in said if each[0] == word}


def refused(match: Match, seat: int, action: str) -> str:
    """The clause that a refused ply names; nothing has changed then."""
    before = bytes(match.state), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, action)
    assert (bytes(match.state), match.version) == before
    return refusal.value.clause or ""


def ending(match: Match) -> str:
    """The word for how it has ended."""
    assert match.over
    return game.ENDINGS[game.ending(match.state)]


# --- PER-1, PER-9, GEN-1: the start -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_per_1_per_9_all_have_as_many_dice_ten_of_them_in_the_hand(seats: int) -> None:
    s = Match(game, seats).state
    given_away = 1
    assert [s.hand[seat] + s.reserve[seat] + given_away for seat in range(seats)] == [DICE[seats] + 1] * seats
    assert seats * (DICE[seats] + given_away) <= 240
    assert list(s.hand) == [10] * seats + [0] * (8 - seats)


@pytest.mark.parametrize(("seats", "dice"), [(4, 55), (5, 48), (6, 40), (7, 34), (8, 30)])
def test_per_9_how_many_dice_a_colour_has(seats: int, dice: int) -> None:
    assert game.DICE_AS_PRINTED[seats] == dice


@pytest.mark.parametrize(
    ("size", "each", "reserve"), [("6", "20", 13), ("15", "16", 0), ("12", "printed", 27), ("1", "128", 126)]
)
def test_per_1_other_numbers_of_dice(size: str, each: str, reserve: int) -> None:
    s = Match(game, 6, {"hand_size": size, "dice_each": each}).state
    assert list(s.hand[:6]) == [int(size)] * 6 and list(s.reserve[:6]) == [reserve] * 6
    game.check(s)


@pytest.mark.parametrize("seats", [3, 9])
def test_per_9_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(errors.BadSeats):
        Match(game, seats)


@pytest.mark.parametrize("seats", [4, 8])
def test_gen_1_every_seat_is_as_likely_to_hold_the_turquoise_die(seats: int) -> None:
    match = Match(game, seats)
    odds = {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert odds == {f"start {seat}": 1 for seat in range(seats)}
    play(match, CHANCE, f"start {seats - 1}")
    assert (match.movers(), legal(match, seats - 1)) == (1 << (seats - 1), ["throw"])


def test_per_1_the_pyramid_is_empty() -> None:
    match = opened()
    assert not any(match.state.owner)
    assert match.scores() == [0, 0, 0, 0]


# --- PER-2: everybody rolls -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 8])
def test_per_2_turquoise_falls_then_the_handicap_dice_then_what_each_has_in_hand(seats: int) -> None:
    match = opened(seats)
    play(match, 0, "throw")
    s = match.state
    play(match, CHANCE, "die 3")
    assert (s.number, list(s.handicap)) == (3, [0] * 8)
    for seat in range(seats):
        play(match, CHANCE, f"die {seat % 6 + 1}")
        assert list(s.handicap)[: seat + 2] == [other % 6 + 1 for other in range(seat + 1)] + [0] * (seat < 7)
    for seat in range(seats):
        for count in range(10):
            assert s.shown[seat][1] == count
            assert {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight} == {
                f"die {face}": 1 for face in range(1, 7)
            }
            play(match, CHANCE, "die 2")
    assert match.movers() == (1 << seats) - 1


def test_per_2_only_the_holder_of_the_turquoise_die_gives_the_signal() -> None:
    match = opened()
    assert [legal(match, seat) for seat in range(4)] == [["throw"], [], [], []]
    assert refused(match, 1, "throw") == "PER-2"
    assert refused(match, 0, "turquoise 0,0,8") == "PER-2"
    rolled(match, 1, "2345", "1")
    assert refused(match, 0, "throw") == "PER-2"


# --- PER-3: which dice ------------------------------------------------------------------------------------------------

WHICH = [  # turquoise, handicap dice, the hand of seat 1, what it may do
    (1, "2345", "1", ["stop", "turquoise"]),
    (1, "2345", "3", ["handicap", "stop"]),  # its own handicap die
    (1, "2345", "13", ["handicap", "stop", "turquoise"]),
    (1, "2345", "2", ["stop"]),  # that of seat 0, which it does not have in its own hand
    (1, "2345", "4", ["stop"]),  # that of seat 2, which it does have
    (1, "2145", "1", ["stop", "turquoise"]),  # both show the same
    (6, "2345", "11", ["stop"]),
]


@pytest.mark.parametrize(("turquoise", "handicaps", "hand", "expected"), WHICH)
def test_per_3_dice_that_show_the_turquoise_or_the_own_handicap_number(
    turquoise: int, handicaps: str, hand: str, expected: list[str]
) -> None:
    match = rolled(opened(), turquoise, handicaps, str(turquoise), hand)
    assert words(match, 1) == expected
    for word in ("turquoise", "handicap"):
        if word not in expected:
            assert refused(match, 1, f"{word} 0,0,8") == "PER-3"


def test_per_3_a_placed_die_is_the_owners_and_leaves_his_hand() -> None:
    match = rolled(opened(), 1, "2345", "1", "1133")
    s = match.state
    play(match, 1, "handicap 0,0,8")
    assert (s.owner[NUMBER[0, 0, 8]], s.hand[1], s.shown[1][0], s.shown[1][2]) == (2, 9, 2, 1)
    play(match, 1, "turquoise 0,8,0")
    assert (s.owner[NUMBER[0, 8, 0]], s.hand[1], s.shown[1][0], s.shown[1][2]) == (2, 8, 1, 1)
    assert match.scores() == [0, 2, 0, 0]
    play(match, 1, "turquoise 8,0,0")
    assert refused(match, 1, "turquoise 0,7,1") == "PER-3"


# --- PER-4: where -----------------------------------------------------------------------------------------------------


def test_per_4_any_hollow_of_the_base() -> None:
    match = rolled(opened(), 1, "2345", "12")
    base = {cell for cell in CELLS if sum(cell) == 8}
    assert cells(match, 0, "turquoise") == cells(match, 0, "handicap") == base
    assert len(base) == 45


def test_per_4_a_funnel_when_all_three_dice_of_it_are_there_whosever_they_are() -> None:
    match = rolled(opened(), 1, "2345", "1", "1", "11", "1")
    funnel = (2, 3, 2)
    for seat, cell in ((0, (3, 3, 2)), (1, (2, 4, 2))):
        play(match, seat, f"turquoise {text(cell)}")
        assert refused(match, 2, f"turquoise {text(funnel)}") == "PER-4"
    play(match, 3, "turquoise 2,3,3")
    assert funnel in cells(match, 2, "turquoise")
    play(match, 2, f"turquoise {text(funnel)}")
    assert refused(match, 2, f"turquoise {text(funnel)}") == "PER-4"  # it is filled
    assert match.state.owner[NUMBER[funnel]] == 3


def test_per_4_not_where_a_die_is() -> None:
    match = rolled(opened(), 1, "2345", "1", "1")
    play(match, 0, "turquoise 2,3,3")
    assert refused(match, 1, "turquoise 2,3,3") == "PER-4"


@pytest.mark.parametrize("height", [0, 1, 44, 45, 50, 100, 164])
def test_per_4_everywhere_in_a_growing_pyramid(height: int) -> None:
    spread = [height // 4 + (seat < height % 4) for seat in range(4)]
    match = rolled(built(opened(), spread), 1, "2345", "1", "11")
    assert cells(match, 1, "turquoise") == places(set(UPWARD[:height]))


def test_gen_4_all_place_at_once_in_whatever_order() -> None:
    match = rolled(opened(), 1, "2345", "11", "11", "11", "11")
    for number, seat in enumerate((2, 2, 0, 3, 1, 3, 0)):
        assert match.movers() == 0b1111
        play(match, seat, f"turquoise {text(UPWARD[number])}")
    assert match.scores() == [2, 1, 2, 2]


# --- PER-5: Stop ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("caller", [0, 1, 2, 3])
def test_per_5_anybody_may_call_stop_whether_he_has_placed_or_not(caller: int) -> None:
    match = rolled(opened(), 1, "2345", "1", "1", "1", "1")
    assert all("stop" in legal(match, seat) for seat in range(4))
    play(match, caller, "stop")
    order = [(caller + step) % 4 for step in (1, 2, 3)]
    for seat in order:
        assert match.movers() == 1 << seat
        assert words(match, seat) == ["bonus", "done"]
        play(match, seat, "done")
    assert legal(match, 1) == ["throw"]  # the next holder of the turquoise die


@pytest.mark.parametrize(
    ("hand", "placed", "bonus"),
    [("", 0, 0), ("1", 0, 1), ("1", 1, 0), ("12", 0, 2), ("1122", 1, 3), ("1111111111", 0, 10)],
)
def test_per_5_a_bonus_die_for_each_die_that_the_caller_could_have_placed(hand: str, placed: int, bonus: int) -> None:
    match = rolled(opened(), 1, "2345", hand, "1")
    for number in range(placed):
        play(match, 0, f"turquoise {text(UPWARD[number])}")
    play(match, 0, "stop")
    if bonus == 0:
        assert legal(match, 1) == ["throw"]
        return
    for number in range(bonus):
        assert match.movers() == 0b10
        play(match, 1, f"bonus {text(UPWARD[placed + number])}")
    assert match.movers() == 0b100


@pytest.mark.parametrize(("each", "bonus"), [("0", 0), ("1", 2), ("3", 6)])
def test_per_5_another_number_of_bonus_dice(each: str, bonus: int) -> None:
    match = rolled(opened(bonus_dice=each), 1, "2345", "11", "1")
    play(match, 0, "stop")
    assert match.state.grant == match.state.to_place == bonus
    assert legal(match, 1)[-1] == ("done" if bonus else "throw")


def test_per_7_another_hand_is_filled_again() -> None:
    match = rolled(opened(hand_size="6", dice_each="20"), 1, "2345", "11")
    play(match, 0, "turquoise 0,0,8", "stop")
    while match.movers() == 0b10 and "done" in legal(match, 1):
        play(match, 1, "done")
    play(match, 2, "done")
    play(match, 3, "done")
    assert [match.state.hand[0], match.state.reserve[0]] == [6, 12]


def test_per_5_he_may_place_fewer() -> None:
    match = rolled(opened(), 1, "2345", "111")
    play(match, 0, "stop")
    play(match, 1, "bonus 0,0,8", "done")
    play(match, 2, "bonus 0,8,0", "bonus 8,0,0", "bonus 0,7,1")
    play(match, 3, "done")
    assert match.scores() == [0, 1, 3, 0]


def test_per_5_hand_and_reserve_count_alike_hand_first() -> None:
    match = rolled(built(opened(), [5, 40, 5, 5], hand=[10, 2, 10, 10]), 1, "2345", "1111")
    play(match, 0, "stop")
    stock = []
    for _ in range(4):
        play(match, 1, f"bonus {text(min(cells(match, 1, 'bonus')))}")
        stock.append((match.state.hand[1], match.state.reserve[1]))
    assert stock == [(1, 12), (0, 12), (0, 11), (0, 10)]


@pytest.mark.parametrize(("empty", "bonus"), [(3, 2), (2, 2), (1, 1)])
def test_per_5_no_more_bonus_dice_than_empty_cells(empty: int, bonus: int) -> None:
    height = 165 - empty
    match = rolled(built(opened(), [41, 41, 41, height - 123]), 1, "2345", "11")
    play(match, 0, "stop")
    assert (match.state.grant, match.state.to_place) == (bonus, bonus)


def test_per_5_at_stop_the_dice_are_taken_up() -> None:
    match = rolled(opened(), 1, "2345", "1", "1")
    play(match, 0, "stop")
    s = match.state
    assert (s.number, list(s.handicap), [sum(row) for row in s.shown]) == (0, [0] * 8, [0] * 8)
    assert list(s.hand)[:4] == [10] * 4


STOPPED = [  # after a Stop with a bonus for seat 1: who asks for what, the clause
    (2, "bonus 0,0,8", "PER-5"),  # not yet
    (0, "bonus 0,0,8", "PER-5"),  # the caller has none
    (2, "done", "PER-5"),
    (1, "bonus 0,0,7", "PER-4"),  # no funnel
    (1, "turquoise 0,0,8", "PER-6"),
    (1, "stop", "PER-5"),
    (1, "throw", "PER-2"),
]


@pytest.mark.parametrize(("seat", "action", "clause"), STOPPED)
def test_per_5_what_is_refused_after_stop(seat: int, action: str, clause: str) -> None:
    match = rolled(opened(), 1, "2345", "1", "1")
    play(match, 0, "stop")
    assert refused(match, seat, action) == clause


@pytest.mark.parametrize("action", ["done", "bonus 0,0,8"])
def test_per_5_there_is_no_bonus_before_stop(action: str) -> None:
    match = rolled(opened(), 1, "2345", "1", "1")
    assert refused(match, 1, action) == "PER-5"
    assert refused(opened(), 0, "stop") == "PER-5"


# --- PER-6 ------------------------------------------------------------------------------------------------------------


def test_per_6_dice_that_others_could_place_are_not_placed() -> None:
    match = rolled(opened(), 1, "2345", "", "1111", "1111")
    play(match, 0, "stop")
    assert legal(match, 1) == ["throw"]
    assert match.scores() == [0, 0, 0, 0]


def test_per_6_when_nobody_can_place_after_the_dice_the_round_stops_by_itself() -> None:
    match = rolled(opened(), 1, "2345")
    assert (match.movers(), legal(match, 1), match.state.idle) == (0b10, ["throw"], 1)


def test_per_6_when_nobody_can_place_after_a_placement_the_round_stops_by_itself() -> None:
    match = rolled(opened(), 1, "2345", "1", "13")
    play(match, 0, "turquoise 0,0,8")
    play(match, 1, "handicap 0,8,0")
    assert match.movers() == 0b1111
    play(match, 1, "turquoise 8,0,0")
    assert (match.movers(), match.state.turn, match.state.idle) == (0b10, 1, 0)


# --- PER-7 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_per_7_the_turquoise_die_passes_left(holder: int) -> None:
    match = Match(game, 4)
    play(match, CHANCE, f"start {holder}")
    rolled(match, 1, "2345", "1")
    play(match, 2, "stop")
    assert match.movers() == 1 << (holder + 1) % 4


@pytest.mark.parametrize(
    ("added", "hand", "reserve"),
    [(0, 10, 44), (43, 10, 1), (44, 10, 0), (45, 9, 0), (52, 2, 0)],
)
def test_per_7_hands_are_filled_to_10_as_far_as_the_reserve_goes(added: int, hand: int, reserve: int) -> None:
    start = min(10, 54 - added)
    match = rolled(built(opened(), [added, 3, 3, 3], hand=[start, 10, 10, 10]), 1, "2345", "", "11")
    play(match, 1, "turquoise " + text(min(cells(match, 1, "turquoise"))))
    play(match, 0, "stop")
    assert (match.state.hand[0], match.state.reserve[0]) == (hand, reserve)
    assert (match.state.hand[1], match.state.reserve[1]) == (10, 54 - 4 - 10)


# --- PER-8, GEN-2, GEN-7: the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("others", ["1", ""])
def test_per_8_who_has_no_dice_left_wins(others: str) -> None:
    """Whether others could still place one or not."""
    match = rolled(built(opened(), [10, 53, 20, 20], hand=[10, 1, 10, 10]), 1, "2345", others, "1")
    play(match, 1, f"turquoise {text(min(cells(match, 1, 'turquoise')))}")
    assert ending(match) == "out-of-dice"
    assert (match.returns(), match.scores()) == ([0, 1, 0, 0], [10, 54, 20, 20])
    assert all(refused(match, seat, "stop") == "PER-8" for seat in range(4))
    assert match.odds() == []


def test_per_8_dice_in_the_reserve_are_dice_left() -> None:
    match = rolled(built(opened(), [10, 52, 20, 20], hand=[10, 1, 10, 10]), 1, "2345", "1", "1")
    play(match, 1, f"turquoise {text(min(cells(match, 1, 'turquoise')))}")
    assert not match.over


def test_per_8_in_a_bonus_phase_the_first_in_its_order_wins() -> None:
    match = rolled(built(opened(), [10, 53, 53, 20], hand=[10, 1, 1, 10]), 1, "2345", "1")
    play(match, 0, "stop")
    play(match, 1, f"bonus {text(min(cells(match, 1, 'bonus')))}")
    assert (ending(match), match.returns()) == ("out-of-dice", [0, 1, 0, 0])


def test_per_8_the_last_bonus_die_of_a_round_can_be_the_last_of_the_match() -> None:
    match = rolled(built(opened(), [10, 20, 20, 53], hand=[10, 10, 10, 1]), 1, "2345", "1")
    play(match, 0, "stop")
    play(match, 1, "done")
    play(match, 2, "done")
    play(match, 3, f"bonus {text(min(cells(match, 3, 'bonus')))}")
    assert (ending(match), match.returns()) == ("out-of-dice", [0, 0, 0, 1])


@pytest.mark.parametrize(
    ("added", "shares"),
    [([41, 41, 42, 40], [1 / 2, 0, 1 / 2, 0]), ([40, 45, 40, 39], [0, 1, 0, 0]), ([53, 50, 40, 21], [1, 0, 0, 0])],
)
def test_per_8_a_complete_pyramid_ends_it_most_dice_added_wins_and_ties_share(
    added: list[int], shares: list[float]
) -> None:
    hand = [min(10, 54 - count) for count in added]
    match = rolled(built(opened(), added, hand), 1, "2345", "1" * min(2, hand[0]), "1")
    assert legal(match, 0) == ["turquoise 0,0,0", "stop"]
    play(match, 0, "turquoise 0,0,0")
    assert match.returns() == shares
    assert ending(match) == ("out-of-dice" if added[0] == 53 else "complete")  # the last die into the last cell


def test_per_8_a_bonus_die_can_complete_it() -> None:
    match = rolled(built(opened(), [41, 41, 41, 41]), 1, "2345", "11")
    play(match, 0, "stop")
    play(match, 1, "bonus 0,0,0")
    assert (ending(match), match.returns()) == ("complete", [0, 1, 0, 0])


@pytest.mark.parametrize("hands", [("",) * 4, ("", "1", "1", "1")])
def test_gen_7_30_rounds_in_a_row_without_a_placed_die_end_it_as_it_stands(hands: tuple[str, ...]) -> None:
    """Whether nobody could place one, or the round was stopped by who could not."""
    match = built(opened(), [5, 7, 7, 6])
    for count in range(30):
        assert (match.over, match.state.idle) == (False, count)
        rolled(match, 1, "2345", *hands)
        if any(hands):
            play(match, 0, "stop")
    assert (ending(match), match.returns()) == ("no-progress", [0, 0.5, 0.5, 0])


@pytest.mark.parametrize("bonus", [False, True])
def test_gen_7_a_placed_die_breaks_the_row(bonus: bool) -> None:
    match = opened()
    for _ in range(29):
        rolled(match, 1, "2345")
    rolled(match, 1, "2345", "1")
    if bonus:
        play(match, 0, "stop")
        play(match, 1, "bonus 0,0,8")
        play(match, 2, "done")
        play(match, 3, "done")
    else:
        play(match, 0, "turquoise 0,0,8")
    assert (match.over, match.state.idle) == (False, 0)


@pytest.mark.parametrize("plies_left", [1, 2, 6])
def test_gen_7_the_limit_of_plies_ends_it_as_it_stands(plies_left: int) -> None:
    match = built(opened(), [5, 7, 6, 6])
    match.state.plies = game.MAX_PLIES - plies_left
    for ply in ["throw", *["die 1"] * 5][:plies_left]:
        assert not match.over
        play(match, CHANCE if ply == "die 1" else 0, ply)
    assert ending(match) == "limit"
    assert (match.returns(), match.odds(), legal(match, 0)) == ([0, 1, 0, 0], [], [])


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "said", "code"),
    [
        (0, "turquoise 0,0,0", 0),
        (0, "turquoise 8,0,0", 164),
        (0, "handicap 0,0,0", 165),
        (0, "bonus 0,0,0", 330),
        (0, "throw", 495),
        (0, "stop", 496),
        (0, "done", 497),
        (CHANCE, "start 7", 7),
        (CHANCE, "die 1", 8),
        (CHANCE, "die 6", 13),
    ],
)
def test_codes_and_their_texts(seat: int, said: str, code: int) -> None:
    assert (game.read(seat, said), game.say(seat, code)) == (code, said)


@pytest.mark.parametrize("said", ["bonus", "bonus 9,0,0", "stop 1", "die 1", "start 0", "turquoise 1,2"])
def test_what_is_no_action_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="perspectives has no action"):
        game.read(0, said)


@pytest.mark.parametrize("said", ["die 7", "start 8", "stop", "lay 123"])
def test_what_is_no_outcome_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="perspectives has no outcome"):
        game.read(CHANCE, said)


def test_the_position_as_text() -> None:
    match = rolled(built(opened(), [16, 15, 15, 4]), 1, "2345", "1122", "1")
    assert match.show(SPECTATOR).splitlines() == SHOWN
    play(match, 0, "stop")
    assert match.show(0).splitlines()[-1] == "bonus 4  1 places 4"


SHOWN = """\
        2
       2 2                 .
      2 2 2               . .
     2 2 2 2             . . .
    2 2 2 2 1           . . . .
   1 1 1 1 1 1         . . . . .
  1 1 1 1 1 1 1       . . . . . .
 1 0 0 0 0 0 0 0     . . . . . . .
0 0 0 0 0 0 0 0 0   . . . 3 3 3 3 2
*0: 16  hand: 10  reserve: 28  handicap 2  shows 1 1 2 2 6 6 6 6 6 6
1: 15  hand: 10  reserve: 29  handicap 3  shows 1 6 6 6 6 6 6 6 6 6
2: 15  hand: 10  reserve: 29  handicap 4  shows 6 6 6 6 6 6 6 6 6 6
3: 4  hand: 10  reserve: 40  handicap 5  shows 6 6 6 6 6 6 6 6 6 6
turquoise 1""".splitlines()
