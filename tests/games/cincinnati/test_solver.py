"""The exact values of Cincinnati: against a slow twin on small games, by hand, by laws and by throwing dice."""

from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from bench import duels
from bussolotto.core import contract, dice, kernel
from bussolotto.core.contract import as_game
from bussolotto.games.cincinnati import game, meet
from bussolotto.games.cincinnati import solver as cincinnati
from bussolotto.games.cincinnati.bot import Duellist, Keen
from bussolotto.games.cincinnati.duel import Answer, Duel
from bussolotto.solve.rolls import Values, rolls
from tests.depth import full, one_in
from tests.games.cincinnati.twin_duel import Faces, SlowDuel
from tests.reference import dice as slow_dice


def rank(faces: Faces) -> int:
    """A strict order for few dice: more of a kind first, then the faces from the top."""
    alike = max((faces.count(face) for face in faces), default=0)
    return alike * 10_000 + int("".join(map(str, sorted(faces, reverse=True))))


def small_duel(
    count: int, faces: int, attempts: int, stake: float = 1.0, price: float = 0.0, again: bool = False
) -> Duel:
    """The fast solution of the duel that `SlowDuel` with the same numbers plays."""
    table = rolls(count, faces)
    order = np.array([rank(table.keeps[hand]) for hand in table.hands])
    return Duel(table, order, attempts, stake, price, again)


def test_keeps_are_numbered_as_everywhere() -> None:
    table = rolls()
    assert table.keeps == dice.KEEPS
    assert table.hands.tolist() == dice.HANDS.tolist()
    assert table.hand((3, 1, 2, 1, 1)) == dice.INDEX[1, 1, 1, 2, 3] - 210


def test_chances_of_a_roll_add_up_to_one() -> None:
    assert np.allclose(rolls().odds.sum(axis=1), 1)
    assert rolls().odds[dice.INDEX[5, 5, 5], rolls().hand((5, 5, 5, 1, 2))] == pytest.approx(2 / 36)


@pytest.mark.parametrize(
    ("condition", "ways"),
    [
        ("A", 1200 + 300 + 150 + 6),  # three, full house, four, five of a kind
        ("B", 2 * 120 + 960),  # large straights, small ones
        ("C", 457),  # 1 + 5 + 15 + 35 + 70 + 126 + (210 - 5), a die above 6 taken off
    ],
)
def test_one_roll_of_five_counted_by_hand(condition: str, ways: int) -> None:
    assert meet.from_nothing(condition)[0] == pytest.approx(ways / 6**5, abs=1e-14)


def slow_meet(condition: int, faces: Faces, left: int, known: dict[tuple[Faces, int], Fraction]) -> Fraction:
    """The best chance of meeting a condition from this hand, hand by hand in fractions."""
    if left == 0:
        return Fraction(int(dice.MEETS[condition][dice.INDEX[faces]]))
    if (faces, left) not in known:
        chances = []
        for keep in slow_dice.parts(faces):
            falls = slow_dice.rolls(5 - len(keep))
            good = sum(
                count * slow_meet(condition, tuple(sorted(keep + fallen)), left - 1, known)
                for fallen, count in falls.items()
            )
            chances.append(Fraction(good) / falls.total())
        known[faces, left] = max(chances)
    return known[faces, left]


@pytest.mark.parametrize("condition", one_in(3, meet.CONDITIONS))
def test_meet_is_what_its_twin_counts(condition: str) -> None:
    known: dict[tuple[Faces, int], Fraction] = {}
    fast = meet.chances(condition).hand
    for left, hand in product((1, 2), range(0, 252, 3)):
        faces = dice.KEEPS[hand + 210]
        slow = slow_meet(list(meet.CONDITIONS).index(condition), faces, left, known)
        assert fast[left, hand] == pytest.approx(float(slow), abs=1e-13), (faces, left)


def test_three_of_a_kind_in_two_rolls_by_hand() -> None:
    """A pair and three dice to roll: one of them at least, or all three alike."""
    pair = dice.INDEX[4, 4]
    assert meet.chances("A").keep[1, pair] == pytest.approx(1 - (5 / 6) ** 3 + 5 / 216)


@pytest.mark.parametrize("condition", meet.CONDITIONS)
def test_a_further_roll_never_harms(condition: str) -> None:
    """Before a keep is said; of what is kept, all five dice included, it is never worse either."""
    chances = meet.chances(condition)
    assert (np.diff(chances.hand, axis=0) >= -1e-15).all()
    assert (np.diff(chances.keep[1:], axis=0) >= -1e-15).all()
    assert all(fewer < more for fewer, more in pairwise(meet.from_nothing(condition)))


SMALL = [(1, 3, 2), (2, 2, 3), (2, 3, 2), (3, 2, 3), (3, 3, 1)]


@pytest.mark.parametrize(("count", "faces", "attempts"), SMALL)
@pytest.mark.parametrize(("stake", "price"), [(1, 0), (7, 1), (3, 2)])
def test_duel_is_what_its_twin_plays(count: int, faces: int, attempts: int, stake: int, price: int) -> None:
    """Whole duels with dice few enough to follow every order in which they fall."""
    fast = small_duel(count, faces, attempts, stake, price)
    slow = SlowDuel(count, faces, rank, attempts, Fraction(stake), Fraction(price))
    for mine, other in product(range(3), repeat=2):
        worth = [float(part) for part in slow.start((mine, other))]
        assert fast.start(mine, other) == pytest.approx(worth, abs=1e-7), (mine, other)


def test_every_answer_is_worth_what_the_twin_says() -> None:
    fast = small_duel(2, 3, 2, 5, 1)
    slow = SlowDuel(2, 3, rank, 2, Fraction(5), Fraction(1))
    table = rolls(2, 3)
    for mine, other in product(range(len(table.hands)), repeat=2):
        faces = (table.keeps[table.hands[mine]], table.keeps[table.hands[other]])
        worth = max(fast.answers(fast.asked, (mine, other), 2, 1).values())
        assert worth == pytest.approx(float(slow.ask(0, 0, faces, (2, 1))[0]), abs=1e-7)
        for keep, value in fast.keeps(2, (mine, other), 1, 2).items():
            kept = slow.fallen(table.keeps[keep], 0, faces, lambda new: slow.attempt(1, 1, new, (1, 2)))
            assert value == pytest.approx(float(kept[0]), abs=1e-7)


@pytest.mark.parametrize(("stake", "price"), [(1, 0), (7, 1)])
def test_a_duel_that_begins_again_is_worth_what_beginning_again_makes_it(stake: int, price: int) -> None:
    """The twin is told what the solution says of identical dice, and comes to the same for the whole duel."""
    fast = small_duel(2, 2, 2, stake, price, again=True)

    def equal(tokens: tuple[int, int]) -> tuple[Fraction, Fraction]:
        holder, opponent = fast.start(*tokens)
        return Fraction(holder), Fraction(opponent)

    slow = SlowDuel(2, 2, rank, 2, Fraction(stake), Fraction(price), equal)
    for tokens in product(range(3), repeat=2):
        worth = slow.start((tokens[0], tokens[1]))
        assert fast.start(*tokens) == pytest.approx([float(part) for part in worth], abs=1e-7), tokens


def test_beginning_again_helps_the_holder() -> None:
    once, again = cincinnati.duel().start()[0], cincinnati.duel(again=True).start()[0]
    assert once < again < once + 0.03


def full_hand(*faces: int) -> int:
    """The hand of five dice with these faces."""
    return rolls().hand(faces)


def test_last_attempt_by_hand() -> None:
    """The holder has four 6s, the opponent a full house of 5s and 2s: only five 5s would do."""
    duel = cincinnati.duel()
    holder, opponent = full_hand(6, 6, 6, 6, 1), full_hand(5, 5, 5, 2, 2)
    keeps = duel.keeps(5, (holder, opponent))
    assert keeps[dice.INDEX[5, 5, 5]] == pytest.approx(1 / 36)  # two more 5s
    assert duel.values(5)[1, holder, opponent] == pytest.approx(1 / 36)
    assert duel.values(5)[0, holder, opponent] == pytest.approx(35 / 36)


def test_identical_dice_are_lost_by_the_holder() -> None:
    same = full_hand(6, 6, 5, 5, 1)
    assert cincinnati.duel().values(cincinnati.duel().asked)[:, same, same].tolist() == [0, 1]


def test_what_a_token_brings_by_hand() -> None:
    """Nothing beats five 6s. One chance in six of five of a kind is worth a sixth of the stake, less the token."""
    hands = (full_hand(6, 6, 6, 6, 5), full_hand(6, 6, 6, 6, 6))
    duel = cincinnati.duel(15, 5)
    assert duel.answers(duel.asked, hands, 1, 0) == {Answer.DECLINE: 0, Answer.BUY: pytest.approx(-5)}
    hands = (full_hand(6, 6, 6, 6, 5), full_hand(1, 1, 1, 1, 1))
    # only five 6s beat five 1s with a single die rolled; to roll all five would be worse
    worth = {stake: cincinnati.duel(stake, 5).answers(duel.asked, hands, 1, 0)[Answer.BUY] for stake in (15, 35)}
    assert worth == {15: pytest.approx(15 / 6 - 5), 35: pytest.approx(35 / 6 - 5)}


def test_who_declined_is_asked_again_after_a_purchase() -> None:
    """The leader declines, the other buys and gets ahead: the leader may buy now."""
    duel = cincinnati.duel(35, 5)
    hands = (full_hand(6, 6, 6, 6, 5), full_hand(6, 6, 6, 6, 4))
    assert duel.answers(duel.asked, hands, 1, 1)[Answer.DECLINE] > duel.answers(duel.asked, hands, 0, 1)[Answer.DECLINE]


def test_both_share_the_stake() -> None:
    duel = cincinnati.duel()
    for step in range(2, duel.bought):
        assert np.allclose(duel.values(step, 1, 1).sum(axis=0), 1)


def test_tokens_and_better_dice_never_harm_where_only_victory_counts() -> None:
    duel = cincinnati.duel()
    chance = [[duel.start(mine, other)[0] for other in range(3)] for mine in range(3)]
    assert (np.diff(chance, axis=0) > 0).all()
    assert (np.diff(chance, axis=1) < 0).all()
    by_rank = np.argsort(dice.RANK[dice.HANDS])
    last = duel.values(duel.asked - 1)[0]
    assert (np.diff(last[by_rank], axis=0) >= -1e-14).all()


def begun(tokens: tuple[int, int], card: int | None) -> Any:
    """The last duel of a match for three, seat 0 against seat 1, who has a money card of this kind."""
    s = kernel.plain(contract.new_state(game, 3))
    s.phase, s.round_number, s.table, s.asked = game.NAMING, s.rounds, 3, 1
    s.duels[0] = 1
    s.tokens[0], s.tokens[1] = tokens
    if card is not None:
        s.money[1][card] = 1
        s.wealth[1] = int(game.VALUES[card])
    game.apply(s, 0, game.DUEL + 1)
    return s


def fallen(s: Any, rng: np.random.Generator) -> Any:
    """The same match, all dice fallen that are to fall."""
    while game.movers(s) == 1 << kernel.CHANCE:
        game.apply(s, kernel.CHANCE, game.DIE + int(rng.integers(6)))
    return s


@pytest.mark.parametrize("card", [None, 0, 4])
def test_actions_are_those_that_the_game_allows(card: int | None) -> None:
    rng = np.random.default_rng(5)
    mask = np.zeros(game.ACTIONS, np.uint8)
    for _ in range(20):
        s = fallen(begun((2, 1), card), rng)
        while game.movers(s):
            game.legal(s, s.turn, mask)
            worth = cincinnati.actions(s)
            assert sorted(worth) == np.flatnonzero(mask).tolist()
            game.apply(s, s.turn, int(rng.choice(list(worth))))
            fallen(s, rng)


def test_without_money_there_is_nothing_to_pay_for() -> None:
    rng = np.random.default_rng(6)
    s = fallen(begun((1, 0), None), rng)
    while s.phase != game.ASKING:
        worth = cincinnati.actions(s)
        assert set(worth.values()) == {0}
        game.apply(s, s.turn, next(iter(worth)))
        fallen(s, rng)
    assert cincinnati.actions(s) == {game.PASS: 0, game.BUY: -5}


def test_who_is_asked_last_ends_the_duel_by_declining() -> None:
    """The holder is behind and would buy if he were asked again; he is not."""
    s = begun((1, 1), 4)
    s.money[1][0] = 1  # of two cards the higher one is at stake
    s.dice[0], s.dice[1] = dice.INDEX[1, 6, 6, 6, 6], dice.INDEX[2, 6, 6, 6, 6]
    s.kept[0] = s.kept[1] = game.UNKNOWN
    game.sell(s, s.group, s.lead - 1)
    game.apply(s, 0, game.PASS)
    assert cincinnati.actions(s)[game.PASS] == 35


def test_two_equals_at_a_table_duel_for_all_that_lies_there() -> None:
    s = kernel.plain(contract.new_state(game, 4))
    s.table = 1
    s.piles[1][:] = [1, 0, 0, 0, 2, 1, 1]
    s.tokens[1], s.tokens[3] = 0, 1
    assert cincinnati.stake(s) == 15 + 70 + 12 + 10
    game.begin_duel(s, 0b1010, 3)
    assert cincinnati.duellists(s) == (3, 1)
    fallen(s, np.random.default_rng(7))
    solved = cincinnati.duel(107, 5, again=True)
    first = tuple(s.dice[seat] - 210 for seat in (3, 1))
    assert max(cincinnati.actions(s).values()) == pytest.approx(solved.values(2, 1, 0)[0][first])


PLAYED = 400


def test_perfect_duellists_win_in_the_game_what_the_solution_says() -> None:
    """Matches played by the rules of the game, with tokens, within four standard errors."""
    rng = np.random.default_rng(15)
    gained = np.zeros((PLAYED, 2))
    for number in range(PLAYED):
        s = fallen(begun((2, 1), 4), rng)
        while game.movers(s):
            worth, turn = cincinnati.actions(s), s.turn
            game.apply(s, turn, max(worth, key=lambda action: worth[action]))
            fallen(s, rng)
        assert worth.get(game.PASS, s.wealth[turn]) == s.wealth[turn]  # who declined last knew what he got
        gained[number] = [s.wealth[seat] - 5 * (had - s.tokens[seat]) for seat, had in ((0, 2), (1, 1))]
    error = gained.std(axis=0) / sqrt(PLAYED)
    assert (abs(gained.mean(axis=0) - cincinnati.duel(35, 5).start(2, 1)) < 4 * error).all()


DUELS = 4000


def test_dice_thrown_agree() -> None:
    """Duels played by the solution itself are won as often as it says, within four standard errors."""
    table, duel = rolls(), cincinnati.duel()
    rng = np.random.default_rng(14)
    won = 0
    for _ in range(DUELS):
        hands = [throw(rng, table.odds[dice.NONE]), throw(rng, table.odds[dice.NONE])]
        for step in range(2, duel.asked):
            keeps = duel.keeps(step, (hands[0], hands[1]))
            hands[step % 2] = throw(rng, table.odds[max(keeps, key=lambda keep: keeps[keep])])
        won += int(dice.RANK[table.hands[hands[0]]] > dice.RANK[table.hands[hands[1]]])
    chance = duel.start()[0]
    assert abs(won / DUELS - chance) < 4 * sqrt(chance * (1 - chance) / DUELS)


def throw(rng: np.random.Generator, odds: Values) -> int:
    """A hand with these chances."""
    return int(np.searchsorted(np.cumsum(odds), rng.random()))


# --- duels by the million, here by the hundred thousand ---------------------------------------------------------------


@pytest.mark.parametrize("stake", one_in(2, duels.STAKES), ids=lambda stake: stake.what)
def test_what_is_tabulated_is_what_the_players_do(stake: duels.Stake) -> None:
    """In positions of random play, where the rules number the steps."""
    players = [(duels.perfect(stake), Duellist(as_game(game))), (duels.keen(stake), Keen(as_game(game)))]
    rng, compared = np.random.default_rng(16), 0
    mask = np.zeros(game.ACTIONS, np.uint8)
    for _ in range(12):
        s = fallen(kernel.plain(stake.opening[0]), rng)
        while s.duelling:
            game.legal(s, s.turn, mask)
            legal = np.flatnonzero(mask).tolist()
            for plans, player in players:
                action = player.choose(s, legal, Random(1))[0]
                planned = plans[duels.step.py_func(s), *s.tokens[:2], s.dice[0] - 210, s.dice[1] - 210]
                wanted = (game.PASS, game.BUY)[planned] if s.phase == game.ASKING else planned
                assert wanted == action, game.show(s)
            compared += 1
            game.apply(s, s.turn, int(rng.choice(legal)))
            fallen(s, rng)
    assert compared >= 48


@full
@pytest.mark.parametrize("stake", duels.STAKES, ids=lambda stake: stake.what)
def test_perfect_duels_bring_both_what_was_computed(stake: duels.Stake) -> None:
    """Within four standard errors; `python -m bench solve` plays ten million of each."""
    assert all(figure.met for figure in duels.against_the_value(stake, duels.AT_ONCE))


@full
def test_the_perfect_duellist_gains_on_the_keen_one() -> None:
    """For 35,000 with 2 tokens and 1 nearly 1,000 a duel: half of that for sure, by four standard errors."""
    more, error = duels.more_than_keen(duels.STAKES[1], 2 * duels.AT_ONCE)
    assert more - 4 * error > 0.5


@full
def test_play_that_is_not_perfect_does_not_bring_what_was_computed() -> None:
    stake = duels.STAKES[1]
    gains = duels.played(stake, duels.keen(stake), duels.AT_ONCE, seed=1)
    assert (abs(gains.mean[:2] - stake.solved.start(*stake.tokens)) > 4 * gains.error[:2]).any()


def test_solution_and_its_json() -> None:
    told: list[tuple[int, int]] = []
    solution = cincinnati.solve(lambda done, total: told.append((done, total)))
    assert told[-1] == (4, 4)
    assert cincinnati.as_json(solution) == {"meet": solution.meet, "duel": solution.duel[0][0]}
    assert cincinnati.headline(solution) == pytest.approx(0.4779671648, abs=1e-10)
    assert {name: len(chances) for name, chances in solution.meet.items()} == {"A": 6, "B": 6, "C": 6}
