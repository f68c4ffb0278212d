"""My Dice - Your Dice, clause by clause. Seat 0 begins with 6 and 5 unless a test says otherwise; seat 1: 1 and 2."""

from collections.abc import Sequence

import pytest

from bussolotto.core import errors
from bussolotto.core.kernel import CHANCE
from bussolotto.games.my_dice_your_dice import game
from bussolotto.play.match import Match

DICE = 55


def play(match: Match, seat: int, *texts: str) -> None:
    """Plies of one seat, as notation."""
    for text in texts:
        match.play(seat, game.read(seat, text))


def fall(match: Match, faces: str) -> None:
    """Dice fall: `6651`."""
    play(match, CHANCE, *(f"die {face}" for face in faces))


def legal(match: Match, seat: int) -> list[str]:
    """What a seat may do, as notation."""
    return [game.say(seat, code) for code in match.legal(seat)]


def started(first: int = 0) -> Match:
    """The first player is about to roll eight dice."""
    match = Match(game, 2)
    play(match, CHANCE, f"start {first}")
    return match


def lay(
    won: Sequence[int], spare: Sequence[int] = (6, 6), groups: Sequence[int] = (7,), turn: int = 0, first: int = 0
) -> Match:
    """`turn` is about to roll all dice that nobody has and no group holds."""
    match = started(first)
    s = match.state
    s.won[:], s.spare[:], s.turn = won, spare, turn
    s.groups[:] = [*groups, *[0] * (6 - len(groups))]
    s.game = DICE - sum(won) - sum(spare) - sum(groups)
    game.check(s)
    return match


def small(dice: int, spare: Sequence[int] = (6, 6), groups: Sequence[int] = (7, 7, 7), turn: int = 0) -> Match:
    """The same with so many game dice; both have won about as many."""
    left = DICE - dice - sum(spare) - sum(groups)
    return lay((left // 2, left - left // 2), spare, groups, turn)


def won(match: Match) -> list[int]:
    """Dice won, by seat."""
    return list(match.state.won)


def refused(match: Match, seat: int, text: str) -> str | None:
    """The clause that forbids this; the match must stay as it was."""
    before = match.view_bytes(0), match.version
    with pytest.raises(errors.IllegalAction) as refusal:
        play(match, seat, text)
    assert (match.view_bytes(0), match.version) == before
    return refusal.value.clause


# --- MDY-1, GEN-1: the start -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 3])
def test_mdy_1_two_play(seats: int) -> None:
    with pytest.raises(errors.BadSeats):
        Match(game, seats)


def test_mdy_1_55_dice_six_action_dice_each_and_six_groups() -> None:
    match = Match(game, 2)
    s = match.state
    assert (list(s.spare), list(s.groups), won(match), s.game) == ([6, 6], [8, 7, 7, 7, 7, 7], [0, 0], 0)
    assert sum(s.spare) + sum(s.groups) == 55


def test_gen_1_chance_says_who_begins() -> None:
    match = Match(game, 2)
    weights = {game.say(CHANCE, code): weight for code, weight in enumerate(match.odds()) if weight}
    assert weights == {"start 0": 1, "start 1": 1}
    assert refused(match, 0, "roll") == "MDY-1"


@pytest.mark.parametrize("first", [0, 1])
def test_mdy_1_who_has_6_begins(first: int) -> None:
    match = started(first)
    assert (match.state.turn, match.state.first) == (first, first)


# --- MDY-2: the goal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "spare", "over"), [(24, 3, True), (23, 3, False), (27, 0, True), (21, 6, True)])
def test_mdy_2_28_dice_win_action_dice_counted(own: int, spare: int, over: bool) -> None:
    match = lay((own, 15), spare=(spare, 3))
    fall(match, "6" + "3" * (match.state.game - 1))
    assert match.over == over


def test_mdy_2_the_game_ends_at_that_moment() -> None:
    """The dice that the opponent would win are nobody's."""
    match = lay((24, 18), spare=(3, 0))
    fall(match, "611")
    assert match.over
    assert (won(match), match.state.game, match.returns(), match.scores()) == ([25, 18], 2, [1, 0], [28, 18])
    assert game.ENDINGS[game.ending(match.state)] == "goal"


# --- MDY-3: a turn ---------------------------------------------------------------------------------------------------


def test_mdy_3_the_largest_group_is_rolled_and_nobody_is_asked() -> None:
    match = started()
    assert (match.state.game, list(match.state.groups)) == (8, [7, 7, 7, 7, 7, 0])
    assert legal(match, 0) == legal(match, 1) == []
    assert [game.say(CHANCE, code) for code, weight in enumerate(match.odds()) if weight] == [
        f"die {face}" for face in range(1, 7)
    ]
    assert refused(match, 0, "roll") == refused(match, 1, "stop") == "MDY-3"


# --- MDY-4: who wins what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "face", "winner"),
    [
        *((0, face, {6: 0, 5: 0, 1: 1}.get(face)) for face in range(1, 7)),
        *((1, face, {1: 1, 2: 1, 6: 0}.get(face)) for face in range(1, 7)),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_mdy_4_own_two_numbers_and_the_main_one_of_the_opponent(
    turn: int, face: int, winner: int | None, first: int
) -> None:
    """`turn` 0 is the first player, whichever seat that is."""
    seat = turn if first == 0 else 1 - turn
    match = lay((16, 16), spare=(0, 0), groups=(7, 7, 7), turn=seat, first=first)
    fall(match, f"{face}3")
    gained = [count - 16 for count in won(match)]
    expected = [0, 0]
    if winner is not None:
        expected[winner if first == 0 else 1 - winner] = 1
    assert gained == expected


def test_mdy_4_own_dice_must_be_taken() -> None:
    match = small(4)
    before = won(match)
    fall(match, "6533")
    assert won(match) == [before[0] + 2, before[1]]
    assert legal(match, 0) == ["roll", "stop"]


# --- MDY-5, MDY-6: ransom --------------------------------------------------------------------------------------------


def test_mdy_5_printed_example() -> None:
    """Player 2 has some 1s and 2s, two 6s and another die: he hands over one 6, ransoms the other, and rolls three."""
    match = small(7, turn=1)
    before = won(match)
    fall(match, "1122663")
    assert won(match) == [before[0], before[1] + 4]
    assert legal(match, 1) == ["ransom 0", "ransom 1", "ransom 2"]
    play(match, 1, "ransom 1")
    assert won(match) == [before[0] + 1, before[1] + 4]
    assert (match.state.game, list(match.state.spare)) == (3, [6, 5])
    play(match, 1, "roll")
    fall(match, "33")
    assert (match.movers(), match.state.phase) == (1 << CHANCE, game.ROLLING)
    fall(match, "3")
    assert match.state.phase == game.STUCK


@pytest.mark.parametrize(("spare", "shown", "most"), [(6, 2, 2), (1, 3, 1), (2, 2, 2), (6, 6, 6), (5, 7, 5)])
def test_mdy_5_as_many_as_he_would_hand_over_and_can_pay(spare: int, shown: int, most: int) -> None:
    match = small(8, spare=(spare, 6))
    fall(match, "1" * shown + "3" * (8 - shown))
    assert legal(match, 0) == [f"ransom {count}" for count in range(most + 1)]
    assert {refused(match, 0, f"ransom {count}") for count in range(most + 1, 7)} <= {"MDY-5"}


@pytest.mark.parametrize(("spare", "faces"), [(0, "11336"), (6, "33366"), (6, "22266")])
def test_mdy_5_without_action_dice_or_dice_to_hand_over_there_is_no_question(spare: int, faces: str) -> None:
    match = small(5, spare=(spare, 6))
    fall(match, faces)
    assert legal(match, 0) == ["roll", "stop"]
    assert refused(match, 0, "ransom 0") == "MDY-5"


def test_mdy_5_the_opponent_pays_nothing() -> None:
    match = small(5)
    fall(match, "11333")
    assert legal(match, 1) == []
    assert refused(match, 1, "ransom 1") == "MDY-3"


def test_mdy_6_ransom_is_decided_first() -> None:
    match = small(5)
    fall(match, "61133")
    assert {refused(match, 0, text) for text in ("roll", "stop", "pay")} == {"MDY-6"}


def test_mdy_6_own_dice_are_won_before_the_opponent_wins_his() -> None:
    """He has 28 before anything is handed over."""
    match = lay((21, 20), groups=())
    fall(match, "16")
    assert match.over and match.returns() == [1, 0]


@pytest.mark.parametrize(("text", "over"), [("ransom 0", True), ("ransom 1", False)])
def test_mdy_6_the_opponent_reaches_the_goal_unless_a_die_is_ransomed(text: str, over: bool) -> None:
    match = lay((19, 21), groups=())
    fall(match, "133")
    play(match, 0, text)
    assert match.over == over
    if over:
        assert (match.returns(), match.scores()) == ([0, 1], [25, 28])


# --- MDY-7, MDY-8, MDY-9: going on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", ["6333", "5334", "1334"])
def test_mdy_7_a_die_won_by_either_lets_him_roll_the_rest_or_stop(faces: str) -> None:
    match = small(4)
    fall(match, faces)
    if match.state.phase == game.RANSOMING:
        play(match, 0, "ransom 0")
    assert (legal(match, 0), match.state.aside) == (["roll", "stop"], 1)
    assert refused(match, 0, "pay") == "MDY-8"
    play(match, 0, "roll")
    fall(match, "33")
    assert match.state.phase == game.ROLLING
    fall(match, "3")
    assert (match.state.phase, match.state.aside) == (game.STUCK, 0)


def test_mdy_7_the_action_die_of_a_ransom_rolls_with_the_others() -> None:
    match = small(4)
    fall(match, "6113")
    play(match, 0, "ransom 1")
    assert (legal(match, 0), match.state.game) == (["roll", "stop"], 3)


@pytest.mark.parametrize("faces", ["3344", "2222"])
def test_mdy_8_without_a_die_set_aside_only_paying_goes_on(faces: str) -> None:
    match = small(4)
    fall(match, faces)
    assert legal(match, 0) == ["stop", "pay"]
    assert refused(match, 0, "roll") == "MDY-8"
    play(match, 0, "pay")
    assert (match.state.game, match.state.spare[0]) == (5, 5)
    fall(match, "33444")
    play(match, 0, "pay")
    assert (match.state.game, match.state.spare[0]) == (6, 4)


def test_mdy_8_ransomed_dice_were_not_set_aside() -> None:
    match = small(4)
    fall(match, "1133")
    play(match, 0, "ransom 2")
    assert (legal(match, 0), match.state.game, match.state.spare[0]) == (["stop", "pay"], 6, 4)


def test_mdy_8_without_action_dice_the_turn_ends() -> None:
    match = small(4, spare=(0, 6))
    fall(match, "3344")
    assert (match.state.turn, match.state.game, list(match.state.groups)) == (1, 11, [7, 7, 0, 0, 0, 0])


def test_mdy_8_the_last_action_die_may_go_for_a_ransom_and_then_the_turn_ends() -> None:
    match = small(4, spare=(1, 6))
    fall(match, "1333")
    play(match, 0, "ransom 1")
    assert (match.state.turn, match.state.game) == (1, 12)


def test_mdy_9_without_game_dice_the_turn_ends() -> None:
    match = small(3)
    fall(match, "656")
    assert (match.state.turn, match.state.game, list(match.state.groups)) == (1, 7, [7, 7, 0, 0, 0, 0])


def test_mdy_9_nor_when_the_opponent_wins_the_last_one() -> None:
    match = small(2)
    fall(match, "61")
    play(match, 0, "ransom 0")
    assert (match.state.turn, match.state.game) == (1, 7)


# --- MDY-10, MDY-11: what is left over -------------------------------------------------------------------------------


def test_mdy_10_leftovers_join_a_group_and_that_is_taken_next() -> None:
    match = small(5)
    fall(match, "63334")
    play(match, 0, "stop")
    assert (match.state.turn, match.state.game, list(match.state.groups)) == (1, 11, [7, 7, 0, 0, 0, 0])


def test_mdy_10_of_the_groups_left_none_is_larger_so_there_is_nothing_to_choose() -> None:
    """Turn after turn something is left over."""
    match = started()
    for turn in range(6):
        s = match.state
        assert list(s.groups) == [7] * (5 - turn) + [0] * (1 + turn)
        fall(match, "3" * s.game)
        play(match, s.turn, "stop")
    assert match.over


def test_mdy_10_without_a_group_the_opponent_wins_them_and_the_game_is_over() -> None:
    match = lay((20, 20), groups=())
    fall(match, "333")
    play(match, 0, "stop")
    assert (match.over, won(match), match.returns()) == (True, [20, 23], [0, 1])
    assert game.ENDINGS[game.ending(match.state)] == "last-dice"
    assert refused(match, 0, "stop") == "MDY-2"


def test_mdy_11_used_action_dice_are_ordinary_dice() -> None:
    """The opponent wins one of them, and it is no action die for him."""
    match = small(3)
    fall(match, "333")
    play(match, 0, "pay")
    fall(match, "1111")
    play(match, 0, "ransom 0")
    assert list(match.state.spare) == [5, 6]


# --- the limit, and text ---------------------------------------------------------------------------------------------


def test_gen_7_at_the_limit_more_dice_win() -> None:
    match = lay((17, 16))
    match.state.plies = game.MAX_PLIES
    assert (match.over, match.returns()) == (True, [1, 0])
    assert game.ENDINGS[game.ending(match.state)] == "limit"
    match.state.won[:] = [16, 16]
    assert match.returns() == [0.5, 0.5]


def test_a_position_as_text() -> None:
    match = small(4)
    fall(match, "613")
    assert match.show(0) == (
        "*0 (6 5): 9 won, 6 action dice  1 (1 2): 9 won, 6 action dice\n"
        "reserve: 7 7 7\n"
        "game dice: 1 3 6 + 1 in the cup  to fall"
    )
    fall(match, "3")
    assert match.show(0).endswith("game dice: 1 3 3  ransom?")
    assert "(6 5)" not in Match(game, 2).show(0)


def test_whose_numbers_are_whose() -> None:
    assert game.numbers(started().state) == (5, 4, 0)
    assert game.numbers(small(3, turn=1).state) == (0, 1, 5)


# --- other numbers ---------------------------------------------------------------------------------------------------


def with_numbers(**options: str) -> Match:
    """The first player is about to roll, other numbers being played."""
    match = Match(game, 2, options)
    play(match, CHANCE, "start 0")
    return match


def test_mdy_1_as_many_dice_as_the_numbers_make() -> None:
    match = Match(game, 2, {"action_dice": "2", "group_size": "5"})
    assert (list(match.state.spare), list(match.state.groups)) == ([2, 2], [6, 5, 5, 5, 5, 5])
    game.check(match.state)


@pytest.mark.parametrize(("goal", "over"), [("20", True), ("22", False)])
def test_mdy_2_another_goal(goal: str, over: bool) -> None:
    match = with_numbers(goal=goal)
    match.state.won[:], match.state.groups[1:] = (12, 2), (7, 7, 0, 0, 0)
    game.check(match.state)
    fall(match, "66333333")
    assert match.over == over


@pytest.mark.parametrize(("price", "most", "joined"), [("1", 3, 6), ("2", 3, 9), ("3", 2, 8)])
def test_mdy_5_another_price(price: str, most: int, joined: int) -> None:
    match = with_numbers(ransom_price=price)
    fall(match, "11166633")
    assert legal(match, 0) == [f"ransom {count}" for count in range(most + 1)]
    play(match, 0, f"ransom {most}")
    assert match.state.spare[0] == 6 - most * int(price)
    assert match.state.game == 2 + most * (1 + int(price)) == joined + 2


def test_mdy_5_who_cannot_pay_the_price_is_not_asked() -> None:
    match = with_numbers(ransom_price="3", action_dice="2")
    fall(match, "11166633")
    assert legal(match, 0) == ["roll", "stop"] and won(match) == [3, 3]


def test_mdy_10_nobody_reaches_the_goal_and_more_dice_win() -> None:
    match = with_numbers(goal="32")
    s = match.state
    s.won[:], s.spare[:], s.groups[:] = (24, 20), (1, 2), [0] * 6
    game.check(s)
    fall(match, "66111333")
    play(match, 0, "ransom 0", "roll")
    fall(match, "666")
    assert match.over and game.ENDINGS[game.ending(s)] == "last-dice"
    assert (match.scores(), match.returns()) == ([30, 25], [1, 0])
