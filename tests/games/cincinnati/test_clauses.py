"""Cincinnati by its clauses; what hands are worth is tested in test_dice_hands.py."""

from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest

from bussolotto.core import dice
from bussolotto.core.errors import IllegalAction
from bussolotto.core.events import Ply
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games.cincinnati import game
from bussolotto.games.cincinnati.events import find
from bussolotto.play import match
from bussolotto.play.match import Match
from bussolotto.testing.worlds import World

START = ("start 0", "card 15000", "card 20000", "card 25000")
KINDS = list(game.KINDS)
Seats = dict[int, tuple[str, str]]  # by seat: table and roll


def hand(text: str) -> int:
    """The keep with these digits."""
    return dice.INDEX[tuple(sorted(map(int, text)))]


def falls(*rolls: str) -> list[str]:
    """Dice that fall, as plies."""
    return [f"die {face}" for roll in rolls for face in roll]


def played(seats: int, *plies: str, **options: str) -> Match:
    """A match after these plies: of chance as they are, of seats with their number before them."""
    return play(Match(game, seats, options), *plies)


def play(match: Match, *plies: str) -> Match:
    """The same match after these plies."""
    for ply in plies:
        seat, _, text = ply.partition(" ") if ply[0].isdigit() else (str(CHANCE), "", ply)
        match.play(int(seat), game.read(int(seat), text))
    return match


def at_tables(seats: Seats, roll_number: int = 2, **options: str) -> Match:
    """All sit at their tables with these rolls, before the roll of this number; 4: when rolls are sold."""
    cards = [START[1], *START[3:]] if len(seats) == 3 else START[1:]
    match = played(len(seats), "start 0", *cards, *falls(*(seats[seat][1] for seat in sorted(seats))), **options)
    play(match, *(f"{seat} table {table}" for seat, (table, _) in seats.items()))
    while match.state.roll_number < roll_number:
        keep_all(match)
    return match


def keep_all(match: Match) -> None:
    """Everybody declines one roll."""
    number = match.state.roll_number
    while match.state.phase == game.KEEPING and match.state.roll_number == number:
        seat = movers(match)[0]
        match.play(seat, match.state.dice[seat])


def pass_all(match: Match) -> Match:
    """Nobody buys any more."""
    while match.state.phase == game.ASKING:
        match.play(movers(match)[0], game.PASS)
    return match


def movers(match: Match) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1]


def piles(match: Match, **cards: str) -> Match:
    """What lies on the tables: names of cards, `A="35000 duel"`."""
    for index, table in enumerate(game.TABLES):
        names = cards.get(table, "").split()
        match.state.piles[index][:] = [names.count(kind) for kind in KINDS]
    return match


def rich(match: Match, *wealth: int) -> Match:
    """Everybody's money, in thousands, a multiple of 15."""
    for seat, money in enumerate(wealth):
        match.state.money[seat][0] = money // 15
        match.state.wealth[seat] = money
    return match


def refused(match: Match, ply: str) -> str:
    """The clause that refuses it."""
    with pytest.raises(IllegalAction) as refusal:
        play(match, ply)
    return str(refusal.value.clause)


class TestSetUpAndCards:
    @pytest.mark.parametrize(("seats", "reserve"), [(3, 11), (4, 8), (5, 5), (6, 2)])
    def test_three_tokens_each_and_the_rest_in_the_reserve(self, seats: int, reserve: int) -> None:  # CIN-5
        state = Match(game, seats).state
        assert list(state.tokens) == [3] * seats + [0] * (6 - seats)
        assert state.supply == reserve
        assert Match(game, seats, {"token_supply": "unlimited"}).state.supply == game.UNLIMITED

    @pytest.mark.parametrize(("seats", "each", "reserve"), [(3, 0, 20), (4, 5, 0), (6, 4, 0), (6, 2, 8)])
    def test_other_numbers_of_tokens(self, seats: int, each: int, reserve: int) -> None:  # CIN-16
        state = Match(game, seats, {"starting_tokens": each}).state
        assert list(state.tokens) == [each] * seats + [0] * (6 - seats)
        assert state.supply == reserve

    def test_three_cards_a_round_to_a_b_c(self) -> None:  # CIN-5
        state = played(4, *START).state
        assert [list(pile).index(1) for pile in state.piles] == [0, 1, 2]
        assert list(state.deck) == [5, 4, 4, 4, 4, 6, 6] and state.phase == game.HIDING

    def test_with_three_seats_two_cards_and_no_table_b(self) -> None:  # CIN-5
        match = played(3, "start 1", "card token", "card 35000", *falls("12345", "12345", "12345"))
        assert [list(pile) for pile in match.state.piles] == [[0] * 6 + [1], [0] * 7, [0] * 4 + [1, 0, 0]]
        assert refused(match, "0 table B") == "CIN-5"
        assert play(match, "0 table C").state.chosen[0] == 3

    @pytest.mark.parametrize(("seats", "left"), [(3, 12), (4, 0), (5, 0), (6, 0)])
    def test_so_many_cards_are_left_at_the_end(self, seats: int, left: int) -> None:  # CIN-5
        *_, state = World(game, seats, 1).positions()
        assert sum(state.deck) == left and state.round_number == state.rounds and game.ending(state) == 0

    def test_no_duel_falls_in_the_first_round(self) -> None:  # CIN-6
        match = played(4, "start 2")
        assert match.odds()[game.CARD : game.DIE] == [6, 5, 5, 4, 4, 0, 6]
        assert refused(match, "card duel") == "GEN-3"
        match.state.round_number = 2
        assert match.odds()[game.CARD : game.DIE] == [6, 5, 5, 4, 4, 6, 6]

    def test_cards_that_nobody_clears_pile_up(self) -> None:  # CIN-6, CIN-11
        match = pass_all(at_tables(dict.fromkeys(range(4), ("A", "12456")), 4))
        play(match, "card duel", "card token", "card 35000")
        assert [list(pile) for pile in match.state.piles] == [
            [1, 0, 0, 0, 0, 1, 0],
            [0, 1, 0, 0, 0, 0, 1],
            [0, 0, 1, 0, 1, 0, 0],
        ]
        assert match.state.round_number == 2


class TestRolls:
    def test_any_dice_are_kept_and_earlier_ones_may_be_rolled_again(self) -> None:  # CIN-7
        match = at_tables({0: ("A", "66521"), 1: ("B", "13456"), 2: ("C", "11256"), 3: ("C", "66655")})
        keeps = {"0": "keep 6 6", "1": "keep 1 3 4 5 6", "2": "keep", "3": "keep 5 5 6 6 6"}
        order = {str(seat) for seat in movers(match)}
        play(match, *(f"{seat} {keeps[seat]}" for seat in sorted(order)))
        rest = sorted(keeps.keys() - order)
        play(match, *(f"{seat} {keeps[seat]}" for seat in rest), *falls("666", "22222"))
        assert [dice.KEEPS[roll] for roll in match.state.dice[:4]] == [
            (6, 6, 6, 6, 6),
            (1, 3, 4, 5, 6),
            (2, 2, 2, 2, 2),
            (5, 5, 6, 6, 6),
        ]
        assert match.state.roll_number == 3  # who declined the second roll has his third
        assert game.read(0, "keep") in match.legal(0)
        assert refused(match, "0 keep 1") == "CIN-7"
        assert refused(match, "0 keep 5 6") == "CIN-7"

    def test_when_all_decline_no_dice_fall(self) -> None:  # CIN-7
        match = at_tables(dict.fromkeys(range(3), ("A", "12345")))
        keep_all(match)
        assert match.state.roll_number == 3 and match.state.phase == game.KEEPING
        keep_all(match)
        assert match.state.phase == game.ASKING

    def test_dice_fall_in_the_order_of_seats(self) -> None:
        match = at_tables({0: ("A", "11111"), 1: ("B", "22222"), 2: ("C", "33333"), 3: ("C", "44444")})
        play(match, "1 keep 2 2", "0 keep", "3 keep 4 4 4 4", "2 keep 3 3 3 3 3")
        fallen = []
        while match.state.phase == game.ROLLING:
            fallen.append(match.state.turn)
            play(match, "die 1")
        assert fallen == [0] * 5 + [1] * 3 + [3]


class TestWhoSpeaks:
    SEATS: ClassVar[Seats] = {
        0: ("A", "66442"),
        1: ("B", "13456"),
        2: ("B", "23456"),
        3: ("B", "11234"),
        4: ("C", "11256"),
    }

    def test_alone_at_a_table_one_is_free(self) -> None:  # CIN-8
        match = rich(at_tables(self.SEATS), 0, 0, 0, 0, 0)
        assert movers(match) == [0, 2, 4]  # of those at B seat 2 has the best hand

    @pytest.mark.parametrize(
        ("wealth", "order"),
        [((0, 30, 15, 0, 0), [1, 2, 3]), ((0, 0, 15, 30, 0), [3, 1, 2]), ((90, 15, 15, 0, 90), [2, 3, 1])],
    )
    def test_the_richest_first_then_clockwise(self, wealth: tuple[int, ...], order: list[int]) -> None:  # CIN-8
        match = played(5, *START, *falls(*(roll for _, roll in self.SEATS.values())))
        rich(match, *wealth)
        play(match, *(f"{seat} table {table}" for seat, (table, _) in self.SEATS.items()))
        spoken = []
        while match.state.phase == game.KEEPING and match.state.roll_number == 2:
            (seat,) = set(movers(match)) - {0, 4} or {0, 4} & {*movers(match)[:1]}
            spoken.append(seat)
            match.play(seat, match.state.dice[seat])
        assert [seat for seat in spoken if seat not in (0, 4)] == order

    def test_a_full_tie_goes_to_the_first_from_the_start_seat(self) -> None:  # CIN-8a
        for starter, first in ((0, 1), (2, 3), (3, 3)):
            match = played(4, f"start {starter}", *START[1:], *falls("12456", "66123", "12345", "66123"))
            play(match, "0 table A", "1 table B", "2 table A", "3 table B")
            assert {1, 3} & {*movers(match)} == {first}

    def test_what_was_said_is_public_before_the_next_speaks(self) -> None:  # CIN-8
        match = play(at_tables(self.SEATS), "2 keep 2 3 4")
        assert match.view(SPECTATOR)["kept"][2] == hand("234")
        assert movers(match) == [0, 3, 4]
        assert refused(match, "2 keep") == "CIN-8"

    def test_in_secret_all_speak_at_once(self) -> None:  # CIN-8
        match = play(at_tables(self.SEATS, keep_order="secret"), "2 keep 2 3 4")
        assert movers(match) == [0, 1, 3, 4]
        assert match.view(2)["kept"][2] == hand("234")
        assert match.view(1)["kept"][2] == match.view(SPECTATOR)["kept"][2] == game.UNKNOWN
        assert match.steps(1)[-1].text is None and match.steps(2)[-1].text == "keep 2 3 4"
        play(match, "0 keep", "1 keep", "3 keep", "4 keep 1 1")
        assert match.steps(1)[-1].text == "keep 1 1"  # the last word lays everything open
        assert match.view(1)["dice"][2] == hand("234")


class TestBoughtRolls:
    SEATS: ClassVar[Seats] = {
        0: ("A", "66442"),
        1: ("B", "13456"),
        2: ("B", "23456"),
        3: ("C", "11234"),
    }

    def test_the_printed_example(self) -> None:  # CIN-9
        match = at_tables(self.SEATS, 4)
        play(match, "2 pass", "3 pass", "0 buy", "1 pass", "0 keep 6 6 4 4", "die 4")
        assert dice.hand_name(match.state.dice[0]) == "full-house"
        assert match.state.tokens[0] == 2 and match.state.supply == 9
        assert pass_all(match).state.wealth[0] == 15

    def test_asked_from_the_richest_on_clockwise(self) -> None:  # CIN-9, CIN-10
        match = rich(at_tables(self.SEATS, 3), 0, 15, 0, 15)
        match.state.tokens[0] = 9  # tokens are no riches
        keep_all(match)
        assert movers(match) == [1]  # the better hand of the two richest
        play(match, "1 pass")
        assert movers(match) == [2]
        play(match, "2 pass", "3 pass")
        assert movers(match) == [0]

    def test_all_are_asked_again_until_nobody_buys(self) -> None:  # CIN-9
        match = play(at_tables(self.SEATS, 4), "2 pass", "3 buy", "0 pass", "1 pass", "3 keep 1 1", *falls("111"))
        assert match.state.phase == game.ASKING and movers(match) == [3]
        play(match, "3 pass", "0 buy", "1 pass", "2 pass", "0 keep", *falls("22222"), "0 pass", "1 pass", "2 pass")
        assert match.state.phase == game.ASKING
        assert play(match, "3 pass").state.round_number == 2

    def test_who_has_no_tokens_declines_by_himself(self) -> None:  # CIN-9
        match = at_tables(self.SEATS, 3)
        match.state.tokens[:4] = [3, 0, 0, 3]
        keep_all(match)
        assert movers(match) == [3]
        play(match, "3 pass")
        assert movers(match) == [0]
        assert play(match, "0 pass").state.round_number == 2

    def test_without_any_tokens_nobody_is_asked(self) -> None:  # CIN-9
        match = at_tables(self.SEATS, 3)
        match.state.tokens[:4] = [0] * 4
        keep_all(match)
        assert match.state.round_number == 2

    def test_buyers_speak_in_the_order_asked_and_roll_a_die_at_least(self) -> None:  # CIN-9
        match = play(at_tables(self.SEATS, 4), "2 buy", "3 buy", "0 pass", "1 buy")
        assert movers(match) == [2]
        assert refused(match, "2 keep 2 3 4 5 6") == "CIN-9"
        assert movers(play(match, "2 keep 3 4 5 6")) == [3]
        assert movers(play(match, "3 keep 1 1")) == [1]
        assert play(match, "1 keep").state.turn == 1  # dice fall in the order of seats

    def test_in_secret_buyers_speak_at_once(self) -> None:  # CIN-9
        match = at_tables(self.SEATS, 4, keep_order="secret")
        play(match, "2 buy", "3 buy", "0 pass", "1 buy")
        assert movers(match) == [1, 2, 3]
        play(match, "3 keep 1 1")
        assert match.view(1)["kept"][3] == game.UNKNOWN
        for seed in range(20):
            guessed = match.hidden(1)
            game.guess(guessed, Random(seed))
            assert guessed.kept[3] != hand("11234") and dice.CONTAINS[hand("11234")][guessed.kept[3]]
            assert guessed.kept[0] == guessed.kept[2] == game.UNKNOWN  # they have said nothing


class TestClearing:
    def cleared(self, seats: Seats, **cards: str) -> list[int]:
        """Everybody's money after phase 3 with one card a table: 15 on A, 20 on B, 25 on C."""
        match = piles(at_tables(seats, 4), **(cards or {"A": "15000", "B": "20000", "C": "25000"}))
        return list(pass_all(match).state.wealth[: len(seats)])

    def test_the_first_printed_example(self) -> None:  # CIN-11: four of a kind, a run from 3, and 12 points
        seats = {0: ("A", "55554"), 1: ("A", "44421"), 2: ("B", "34566"), 3: ("B", "12341"), 4: ("C", "33321")}
        assert self.cleared(seats) == [15, 0, 20, 0, 0]

    def test_the_second_printed_example(self) -> None:  # CIN-11: 11, 8 and 9 points; nobody at A
        seats = {0: ("C", "12224"), 1: ("C", "11222"), 2: ("B", "66653"), 3: ("B", "12344"), 4: ("C", "11223")}
        assert self.cleared(seats) == [0, 25, 0, 20, 0]

    @pytest.mark.parametrize(
        ("table", "better", "worse"),
        [("B", "12344", "12342"), ("C", "11134", "12223"), ("A", "66655", "66654"), ("B", "23456", "12345")],
    )
    def test_the_better_one_clears(self, table: str, better: str, worse: str) -> None:  # CIN-4, CIN-11
        for seats in ({0: (table, better), 1: (table, worse)}, {0: (table, worse), 1: (table, better)}):
            money = self.cleared({**seats, 2: ("A", "12456"), 3: ("A", "12456")})
            assert max(money) == money[0 if seats[0][1] == better else 1] > 0 and sum(money) == max(money)

    @pytest.mark.parametrize(
        ("table", "roll", "meets"),
        [
            ("A", "23456", False),
            ("A", "22233", True),
            ("A", "66612", True),
            ("B", "66655", False),
            ("B", "13456", True),
            ("C", "11234", True),
            ("C", "11235", False),
        ],
    )
    def test_alone_too_the_condition_must_be_met(self, table: str, roll: str, meets: bool) -> None:  # CIN-3, CIN-11
        other = "B" if table != "B" else "A"
        money = self.cleared({0: (table, roll), 1: (other, "12456"), 2: (other, "12456"), 3: (other, "12456")})
        assert (money[0] > 0) == meets

    def test_money_tokens_and_duels_are_taken(self) -> None:  # CIN-11
        match = at_tables({0: ("A", "66666"), 1: ("B", "12456"), 2: ("B", "12456"), 3: ("B", "12456")}, 4)
        pass_all(piles(match, A="35000 35000 20000 token duel duel", B="15000 token"))
        state = match.state
        assert state.wealth[0] == 90 and list(state.money[0]) == [0, 1, 0, 0, 2]
        assert state.tokens[0] == 5 and state.supply == 6 and state.duels[0] == 2
        assert [list(pile) for pile in state.piles] == [[0] * 7, [1, 0, 0, 0, 0, 0, 1], [0] * 7]
        assert state.phase == game.NAMING and movers(match) == [0]

    @pytest.mark.parametrize(("supply", "gained"), [(0, 0), (1, 1), (3, 3), (5, 4)])
    def test_the_reserve_is_finite(self, supply: int, gained: int) -> None:  # CIN-16
        match = at_tables({0: ("A", "66666"), 1: ("B", "12456"), 2: ("B", "12456"), 3: ("B", "12456")}, 4)
        match.state.supply = supply
        pass_all(piles(match, A="token token"))
        assert match.state.tokens[0] == 3 + gained and match.state.supply == supply - gained

    def test_the_reserve_may_be_unlimited(self) -> None:  # CIN-16
        seats = {0: ("A", "66666"), 1: ("B", "12456"), 2: ("B", "12456"), 3: ("B", "12456")}
        match = pass_all(piles(at_tables(seats, 4, token_supply="unlimited"), A="token token token"))
        assert match.state.tokens[0] == 9 and match.state.supply == game.UNLIMITED


class TestNumbers:
    """Tables that ask for something else, cards and tokens worth something else, fewer rounds."""

    @pytest.mark.parametrize(
        ("option", "asked", "met", "missed"),
        [
            ("condition_a", "one-pair", ("11234", "11223", "11166"), ("13456",)),
            ("condition_a", "two-pairs", ("11223", "11134", "66665"), ("11234", "66123")),
            ("condition_a", "full-house", ("11122", "11112", "66666"), ("11123", "11223", "12345")),
            ("condition_a", "four-of-a-kind", ("11112", "66666"), ("11122",)),
            ("condition_b", "3", ("12355", "66544", "23456"), ("12456", "11335")),
            ("condition_b", "5", ("12345", "23456"), ("12346", "22345")),
            ("condition_c", "8", ("11222",), ("11223",)),
            ("condition_c", "14", ("11255", "22244"), ("11166",)),
        ],
    )
    def test_what_a_table_asks_for(self, option: str, asked: str, met: Any, missed: Any) -> None:  # CIN-3
        table = option[-1].upper()
        for roll in (*met, *missed):
            match = at_tables(
                {seat: (table, roll if seat == 0 else "12456") for seat in range(4)}, 4, **{option: asked}
            )
            money = pass_all(piles(match, **{table: "15000"})).state.wealth
            assert (money[0] > 0) == (roll in met), roll

    @pytest.mark.parametrize("each", ["1", "2", "3"])
    def test_tokens_for_a_card(self, each: str) -> None:  # CIN-11
        seats = {0: ("A", "66666"), 1: ("B", "12456"), 2: ("B", "12456"), 3: ("B", "12456")}
        state = pass_all(piles(at_tables(seats, 4, tokens_a_card=each), A="token token")).state
        assert state.tokens[0] == 3 + 2 * int(each) and state.supply == 8 - 2 * int(each)

    @pytest.mark.parametrize("worth", ["5", "0", "10"])
    def test_what_tokens_are_worth(self, worth: str) -> None:  # CIN-17
        state = rich(Match(game, 3, {"token_worth": worth}), 30, 0, 45).state
        scored = np.zeros(8)
        game.scores(state, scored)
        assert scored[:3].tolist() == [money + 3 * int(worth) for money in (30, 0, 45)]

    @pytest.mark.parametrize("rounds", ["4", "11"])
    def test_after_as_many_rounds_as_it_has(self, rounds: str) -> None:  # CIN-17
        match = at_tables(dict.fromkeys(range(4), ("A", "12456")), 4, rounds=rounds)
        match.state.round_number = int(rounds) - 1
        assert not pass_all(match).over and match.state.round_number == int(rounds)
        match = at_tables(dict.fromkeys(range(4), ("A", "12456")), 4, rounds=rounds)
        match.state.round_number = int(rounds)
        assert pass_all(match).over


class TestDuelsOverTables:
    EQUAL: ClassVar[Seats] = {
        0: ("C", "11223"),
        1: ("A", "12456"),
        2: ("C", "11223"),
        3: ("C", "11223"),
    }

    def begun(self, seats: Seats, *wealth: int) -> Match:
        """The duel that these rolls lead to."""
        match = rich(at_tables(seats, 4), *wealth)
        return pass_all(piles(match, A="15000", B="20000", C="25000"))

    def test_equal_dice_duel_the_richest_first_then_clockwise(self) -> None:  # CIN-12
        match = self.begun(self.EQUAL, 0, 90, 15, 15)
        turns = []
        for roll in ("66666", "12345", "22334"):
            turns.append(match.state.turn)
            play(match, *falls(roll))
        assert turns == [2, 3, 0]
        attempts = []
        while match.state.phase == game.KEEPING:
            (seat,) = movers(match)
            attempts.append(seat)
            match.play(seat, match.state.dice[seat])
        assert attempts == [2, 3, 0, 2, 3, 0]
        pass_all(match)
        assert match.state.wealth[2] == 40  # five of a kind is best, at table C too
        assert match.state.round_number == 2

    def test_cards_cleared_before_count(self) -> None:  # CIN-12
        seats = {0: ("A", "66666"), 1: ("B", "23456"), 2: ("B", "23456"), 3: ("A", "12456")}
        match = self.begun({**seats, 3: ("B", "23456")}, 0, 0, 15, 0)
        assert match.state.wealth[0] == 15 and match.state.table == 1
        assert movers(match) == [CHANCE] and match.state.turn == 2

    def test_a_full_tie_begins_clockwise_from_the_start_seat(self) -> None:  # CIN-12
        match = at_tables({0: ("B", "23456"), 1: ("A", "12456"), 2: ("B", "23456"), 3: ("A", "12456")}, 4)
        match.state.starter = 1
        assert pass_all(match).state.turn == 2

    def test_identical_again_duel_again_exactly_those(self) -> None:  # CIN-12
        match = self.begun(self.EQUAL, 0, 0, 0, 15)
        assert match.state.turn == 3
        play(match, *falls("66666", "66666", "12345"))  # seats 3, 0, 2
        keep_all(match)
        keep_all(match)
        assert pass_all(match).state.phase == game.ROLLING
        assert match.state.group == 0b1001 and match.state.turn == 3
        play(match, *falls("11111", "22222"))
        keep_all(match)
        keep_all(match)
        assert pass_all(match).state.wealth[0] == 25 and match.state.wealth[3] == 15

    def test_the_next_table_waits_for_the_duel(self) -> None:  # CIN-12
        match = self.begun({0: ("A", "66655"), 1: ("A", "66655"), 2: ("C", "11111"), 3: ("B", "23456")})
        assert sum(match.state.wealth) == 0
        play(match, *falls("11111", "12456"))
        keep_all(match)
        keep_all(match)
        assert list(pass_all(match).state.wealth[:4]) == [15, 0, 25, 20]


def duelling(seats: dict[int, str], held: dict[int, int], *wealth: int) -> Match:
    """Phase 4 with these hands of the round and duel cards."""
    match = rich(at_tables({seat: ("A", roll) for seat, roll in seats.items()}, 4), *wealth)
    piles(match)
    for seat, count in held.items():
        match.state.duels[seat] = count
    return pass_all(match)


class TestDuels:
    HANDS: ClassVar[dict[int, str]] = {0: "12456", 1: "66443", 2: "66442", 3: "12356"}

    def fought(self, match: Match, holder: str, opponent: str) -> Match:
        """Both stand with their first attempt."""
        play(match, *falls(holder, opponent))
        keep_all(match)
        keep_all(match)
        return pass_all(match)

    def test_holders_in_order_of_money_as_it_stood(self) -> None:  # CIN-13
        match = duelling(self.HANDS, {0: 2, 1: 1, 3: 1}, 30, 45, 0, 15)
        assert movers(match) == [1]
        self.fought(play(match, "1 duel 0"), "66666", "12345")
        assert match.state.wealth[0] == 15 and match.state.standing[0] == 30
        assert movers(match) == [0]
        self.fought(play(match, "0 duel 1"), "12345", "66666")
        assert movers(match) == [0]  # one holder fights all his duels in a row
        self.fought(play(match, "0 duel 2"), "12345", "66666")
        assert movers(match) == [3]
        self.fought(play(match, "3 duel 2"), "12345", "66666")
        assert match.state.round_number == 2 and not any(match.state.duels)

    def test_a_money_tie_goes_by_the_hand_of_the_round(self) -> None:  # CIN-13, CIN-8a
        assert movers(duelling(self.HANDS, {1: 1, 2: 1}, 15, 15, 15, 15)) == [1]
        assert movers(duelling({**self.HANDS, 1: "66442"}, {1: 1, 2: 1}, 15, 15, 15, 15)) == [1]
        match = duelling(self.HANDS, {2: 1, 3: 1})
        self.fought(play(match, "2 duel 3"), "12345", "66666")  # that was a duel, not the hand of this round
        assert movers(match) == [3]

    def test_anybody_else_may_be_challenged_also_without_money(self) -> None:  # CIN-13
        match = duelling(self.HANDS, {2: 1}, 0, 0, 30, 0)
        assert [game.say(2, code) for code in match.legal(2)] == ["duel 0", "duel 1", "duel 3"]
        assert refused(match, "2 duel 2") == refused(match, "2 duel 4") == refused(match, "2 pass") == "CIN-13"
        assert self.fought(play(match, "2 duel 0"), "66666", "12345").state.wealth[2] == 30

    def test_attempts_alternate_and_a_declined_one_is_lost(self) -> None:  # CIN-14
        match = play(duelling(self.HANDS, {2: 1}), "2 duel 0")
        assert match.state.turn == 2
        play(match, *falls("11111"))
        assert match.state.turn == 0 and match.state.phase == game.ROLLING
        play(match, *falls("22345"), "2 keep 1 1 1 1 1", "0 keep 2 3 4 5", "die 6")
        assert movers(match) == [2] and match.state.roll_number == 3
        play(match, "2 keep 1 1 1", *falls("11"))
        assert movers(match) == [0]
        assert refused(match, "0 keep 1") == "CIN-7" and refused(match, "2 keep") == "CIN-14"

    def test_a_winning_holder_takes_the_highest_card(self) -> None:  # CIN-14
        match = duelling(self.HANDS, {2: 1})
        match.state.money[0][:] = [2, 1, 0, 1, 0]
        match.state.wealth[0] = 80
        self.fought(play(match, "2 duel 0"), "66666", "12345")
        assert list(match.state.money[0]) == [2, 1, 0, 0, 0] and match.state.money[2][3] == 1
        assert list(match.state.wealth[:4]) == [50, 0, 30, 0]

    @pytest.mark.parametrize("holder", ["12345", "66665"])
    def test_a_holder_with_no_better_hand_takes_nothing(self, holder: str) -> None:  # CIN-14
        match = duelling(self.HANDS, {2: 1}, 15, 15, 15, 15)
        assert list(self.fought(play(match, "2 duel 0"), holder, "66665").state.wealth[:4]) == [15] * 4

    def sold(self) -> Match:
        """After the third attempts of seat 2, the holder, and seat 0."""
        match = play(duelling(self.HANDS, {2: 1}), "2 duel 0", *falls("11112", "22223"))
        keep_all(match)
        keep_all(match)
        return match

    def test_attempts_are_sold_round_and_round(self) -> None:  # CIN-15
        match = self.sold()
        assert movers(match) == [2]
        play(match, "2 pass", "0 buy")
        assert movers(match) == [0]
        assert refused(match, "0 keep 2 2 2 2 3") == "CIN-15"
        play(match, "0 keep 2 2 2 2", "die 1")
        assert movers(match) == [2]  # who declined is asked again
        play(match, "2 buy", "2 keep 1 1 1 1", "die 1")
        assert movers(match) == [0]
        assert match.state.tokens[0] == match.state.tokens[2] == 2
        play(match, "0 pass")
        assert movers(match) == [2] and match.state.duelling
        assert play(match, "2 pass").state.round_number == 2

    def test_without_tokens_one_declines_by_himself(self) -> None:  # CIN-15
        match = play(duelling(self.HANDS, {2: 1}), "2 duel 0", *falls("11112", "22223"))
        match.state.tokens[0] = 0
        keep_all(match)
        keep_all(match)
        play(match, "2 buy", "2 keep 1 1 1 1", "die 1")
        assert movers(match) == [2]  # the only one who could pay
        assert play(match, "2 pass").state.round_number == 2

    def test_nobody_is_asked_where_nobody_can_pay(self) -> None:  # CIN-15
        match = play(duelling(self.HANDS, {2: 1}), "2 duel 0", *falls("11112", "22223"))
        match.state.tokens[:4] = [0, 3, 0, 3]
        keep_all(match)
        keep_all(match)
        assert match.state.round_number == 2


class TestEnd:
    @pytest.mark.parametrize(
        ("money", "tokens", "shares"),
        [
            (([1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0] * 5), (0, 0, 0), (0, 1, 0)),
            (([1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0] * 5), (2, 0, 0), (1, 0, 0)),
            (([1, 1, 0, 0, 0], [0, 0, 0, 0, 1], [0] * 5), (0, 0, 7), (0, 1, 0)),  # a card of 35,000
            (([0, 3, 0, 0, 0], [0, 0, 0, 2, 0], [4, 0, 0, 0, 0]), (0, 0, 0), (0, 1, 0)),  # cards of 30,000
            (([1, 0, 1, 0, 0], [0, 2, 0, 0, 0], [0, 2, 0, 0, 0]), (0, 0, 0), (1, 0, 0)),
            (([1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 1]), (0, 0, 0), (0, 0, 1)),
            (([1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0] * 5), (1, 1, 0), (0.5, 0.5, 0)),  # shared
            (([0] * 5, [0] * 5, [0] * 5), (0, 0, 0), (1 / 3, 1 / 3, 1 / 3)),
        ],
    )
    def test_who_wins(self, money: Any, tokens: Any, shares: Any) -> None:  # CIN-17
        state = Match(game, 3).state
        for seat in range(3):
            state.money[seat][:] = money[seat]
            state.wealth[seat] = int(np.dot(money[seat], game.VALUES))
            state.tokens[seat] = tokens[seat]
        shared, scored = np.zeros(8), np.zeros(8)
        game.returns(state, shared)
        game.scores(state, scored)
        assert shared[:3].tolist() == pytest.approx(list(shares))
        assert scored[:3].tolist() == [state.wealth[seat] + 5 * tokens[seat] for seat in range(3)]

    @pytest.mark.parametrize(("tokens", "by"), [((0, 0, 3), "money"), ((0, 0, 1), "cards")])
    def test_where_cards_decide_that_is_told(self, tokens: tuple[int, ...], by: str) -> None:  # CIN-17
        state = Match(game, 3).state
        state.phase = game.OVER
        state.wealth[:3] = [35, 35, 30]
        state.tokens[:3] = tokens
        state.money[0][game.MONEY - 1] = 1
        (told,) = find(Ply(state, state, 0, None, None))
        assert told.values["by"] == by and told.values["n"] == (45_000 if by == "money" else 35_000)

    def test_after_twelve_rounds(self) -> None:  # CIN-17
        match = at_tables(dict.fromkeys(range(4), ("A", "12456")), 4)
        match.state.round_number = 12
        assert pass_all(match).over
        assert refused(match, "0 pass") == "CIN-17" and game.ENDINGS[game.ending(match.state)] == "rounds"


class TestSecrets:
    def test_first_rolls_are_seen_by_their_owner_alone(self) -> None:  # CIN-18
        match = played(4, *START, *falls("11223", "445"))
        assert match.view(0)["dice"][:3] == [hand("11223"), game.UNKNOWN, 0]
        assert match.view(1)["dice"][:3] == [game.UNKNOWN, hand("445"), 0]
        assert match.view(SPECTATOR)["dice"][:3] == [game.UNKNOWN, game.UNKNOWN, 0]
        assert [step.text for step in match.steps(1)[-4:]] == [None, "die 4", "die 4", "die 5"]
        assert [step.text for step in match.steps(0)[-4:]] == ["die 3", None, None, None]

    def test_choices_are_hidden_until_the_last(self) -> None:  # CIN-18
        match = played(4, *START, *falls("11223", "44555", "12345", "66666"))
        play(match, "0 table C", "2 table B", "3 table A")
        assert match.view(0)["chosen"][:4] == [3, 0, 4, 4]
        assert match.view(SPECTATOR)["chosen"][:4] == [4, 0, 4, 4]
        assert match.steps(1)[-1].text is None and match.steps(3)[-1].text == "table A"
        play(match, "1 table A")
        assert match.view(SPECTATOR)["chosen"][:4] == [3, 1, 2, 1]
        assert match.view(SPECTATOR)["dice"][:4] == list(match.state.dice)[:4]
        assert match.steps(0)[-1].text == "table A"

    def test_a_guess_takes_every_roll_and_every_table(self) -> None:
        match = played(3, "start 0", "card 15000", "card 15000", *falls("11223", "44555", "12345"))
        play(match, "1 table C")
        seen = set()
        for seed in range(400):
            guessed = match.hidden(0)
            game.guess(guessed, Random(seed))
            assert guessed.dice[0] == hand("11223") and guessed.chosen[0] == guessed.chosen[2] == 0
            seen.add((guessed.chosen[1], dice.KEEPS[guessed.dice[1]][0]))
        assert {table for table, _ in seen} == {1, 3} and {face for _, face in seen} >= {1, 2, 3, 4}


def test_actions_are_read_in_any_order() -> None:
    assert game.read(0, "keep 4 1  1") == hand("114")
    assert game.say(0, hand("114")) == "keep 1 1 4" and game.say(0, 0) == "keep"
    assert game.say(CHANCE, game.CARD + 5) == "card duel"


def test_every_phase_has_a_clause_for_who_may_not_act() -> None:
    for world in (World(game, 4, 2), World(game, 3, 5)):
        for s in world.positions():
            idle = next(seat for seat in (0, 1, 2, 7) if not game.movers(s) >> seat & 1)
            with pytest.raises(IllegalAction) as refusal:
                match.step(s, idle, game.PASS)
            assert refusal.value.clause in {f"CIN-{number}" for number in (5, 6, 7, 8, 9, 13, 14, 15, 17)}


def test_a_view_can_be_shown() -> None:
    text = played(4, *START, *falls("11223", "445")).show(0)
    assert text.splitlines() == [
        "round 1  first rolls  reserve 8",
        "A  15000",
        "B  20000",
        "C  25000",
        "0: - 11223  tokens 3  duels 0  money -",
        "1: - ?      tokens 3  duels 0  money -",
        "2: - -      tokens 3  duels 0  money -",
        "3: - -      tokens 3  duels 0  money -",
    ]
