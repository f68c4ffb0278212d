"""Advice: right where it can be computed otherwise, of all legal actions, and from what the seat may know alone."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import chance, contract, dice
from bussolotto.core.kernel import plain
from bussolotto.games.cincinnati.solver import actions
from bussolotto.games.my_dice_your_dice import solver as my_dice_your_dice
from bussolotto.play.match import Match
from bussolotto.solve.advice import MOST_NEXT, Advice, advice, watcher, with_next

CINCINNATI = bussolotto.game("cincinnati")
SPILORCIO = bussolotto.game("spilorcio")


def told(match: Match, seat: int) -> Advice | None:
    return advice(match.game, match.hidden(seat), seat, match.legal(seat))


def decisions(name: str, seats: int, most: int, **options: str) -> list[tuple[Match, int]]:
    """The first decisions of a random match, as independent copies with a seat that may decide."""
    rng, dice_cup = Random(1), chance.Fast(1)
    match = Match(bussolotto.game(name), seats, options)
    match.fall(dice_cup)
    found: list[tuple[Match, int]] = []
    while len(found) < most and not match.over:
        seat = rng.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
        found.append((match.copy(), seat))
        match.act(seat, [rng.choice(match.legal(seat))])
        match.fall(dice_cup)
    return found


IN_PARTS = {"abquetschen", "cui-bono", "my-dice-your-dice", "wuerfelmarsch"}  # one takes more than one decision in turn
ADVISED = [name for name in bussolotto.games() if not bussolotto.game(name).RACE]


@pytest.mark.parametrize("name", ADVISED)
def test_at_every_decision_something_that_may_be_done_is_advised(name: str) -> None:
    for match, seat in decisions(name, bussolotto.game(name).SEATS[-1], 30):
        found = told(match, seat)
        assert found and found["best"] and set(found["best"]) <= set(match.legal(seat))
        assert found["by"] in ("exact", *players.names(match.game)[1:])


@pytest.mark.parametrize("name", ADVISED)
def test_what_comes_next_is_told_until_somebody_else_decides(name: str) -> None:
    lengths = set()
    for match, seat in decisions(name, bussolotto.game(name).SEATS[0], 30):
        found = told(match, seat)
        assert found is not None
        then = with_next(found, match, seat, partial(watcher, match, seat))["then"]
        lengths.add(len(then))
        after = match.copy()
        after.act(seat, [found["best"][0], *then])  # they may be done
        assert match.secrets or len(then) == MOST_NEXT or after.movers() != 1 << seat
    assert bool(max(lengths)) == (name in IN_PARTS)


@pytest.mark.parametrize(("name", "seats"), [("my-dice-your-dice", 2), ("spilorcio", 3), ("cincinnati", 4)])
def test_all_choices_have_a_chance_or_none_has(name: str, seats: int) -> None:
    given = [(found, match.legal(seat)) for match, seat in decisions(name, seats, 60) if (found := told(match, seat))]
    assert given
    for found, legal in given:
        assert sorted(found["values"]) in (legal, []) and sorted(found["chances"]) in (legal, [])
        assert bool(found["values"]) == bool(found["measure"]) and bool(found["chances"]) == bool(found["goal"])
        assert found["errors"] == found["strategy"] == {}
        odds = [one["chance"] for one in found["odds"]]
        chances = [*found["values"].values(), *found["chances"].values(), *odds]
        assert all(0.0 <= each <= 1.0 for each in chances)


def test_where_the_game_knows_no_better_its_best_player_is_asked_who_has_watched() -> None:
    """It has looked under every die that was lifted so far, as the seat has."""
    seen = []
    for match, seat in decisions("eintrichtern", 2, 40):
        mind = watcher(match, seat)
        found = advice(match.game, match.hidden(seat), seat, match.legal(seat), [mind].pop)
        assert found is not None and found["by"] == "sensible"
        seen.append(mind._lifts)  # type: ignore[attr-defined]
    assert seen == sorted(seen) and seen[-1] > 10


@pytest.mark.parametrize("name", [name for name in bussolotto.games() if bussolotto.game(name).RACE])
def test_in_races_nothing_is_told(name: str) -> None:
    match = Match(bussolotto.game(name), bussolotto.game(name).SEATS[-1])
    match.fall(chance.Fast(1))
    assert [told(match, seat) for seat in range(match.seats)] == [None] * match.seats


def test_who_is_not_asked_is_told_nothing() -> None:
    match, seat = decisions("my-dice-your-dice", 2, 1)[0]
    assert told(match, seat) and told(match, 1 - seat) is None


def test_my_dice_your_dice_tells_the_chance_of_winning() -> None:
    for match, seat in decisions("my-dice-your-dice", 2, 20):
        found = told(match, seat)
        assert found and found["measure"] == "win"
        assert max(found["values"].values()) == pytest.approx(my_dice_your_dice.value(match.state), abs=1e-12)


@pytest.mark.parametrize("options", [{}, {"keep_order": "secret"}])
def test_what_is_hidden_does_not_matter(options: dict[str, str]) -> None:
    secrets = 0
    for match, seat in decisions("cincinnati", 4, 80, **options):
        found = told(match, seat)
        for seed in range(5):
            guessed = match.hidden(seat)
            CINCINNATI.guess(guessed, Random(seed))
            secrets += bytes(guessed) != match.view_bytes(seat)
            CINCINNATI.hide(guessed, seat)
            assert advice(CINCINNATI, guessed, seat, match.legal(seat)) == found
    assert secrets > 20


@pytest.mark.parametrize("options", [{}, {"keep_order": "secret"}])
def test_it_is_never_read_either(options: dict[str, str]) -> None:
    for match, seat in decisions("cincinnati", 4, 80, **options):
        guesses = [match.hidden(seat) for _ in range(5)]
        for seed, guessed in enumerate(guesses):
            CINCINNATI.guess(guessed, Random(seed))
        for guessed in [*guesses, match.state]:
            assert advice(CINCINNATI, guessed, seat, match.legal(seat)) == told(match, seat)


def laid(faces: str, **fields: Any) -> Any:
    """Three seats at Cincinnati, seat 0 with these dice to decide at table A."""
    s = plain(contract.new_state(CINCINNATI, 3))
    s.dice[0] = dice.INDEX[tuple(map(int, faces))]
    s.asked = s.group = s.chosen[0] = 1
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def chances(s: Any) -> dict[str, float]:
    """What seat 0 is told of its chances, by the text of the actions."""
    mask = np.zeros(CINCINNATI.ACTIONS, np.uint8)
    CINCINNATI.legal(s, 0, mask)
    found = advice(CINCINNATI, s, 0, np.flatnonzero(mask).tolist())
    assert found is not None
    return {CINCINNATI.say(0, action): value for action, value in found["chances"].items()}


def test_the_last_roll_for_three_of_a_kind() -> None:
    told_now = chances(laid("12346", phase=CINCINNATI.rules.KEEPING, roll_number=CINCINNATI.rules.LAST_ROLL))
    assert told_now["keep 1 2 3 4"] == 0
    two_more, three_others = 171, 5 * (4 * 5 + 1)  # of 6 ** 4 rolls of four dice
    assert told_now["keep 6"] == pytest.approx((two_more + three_others) / 6**4, abs=1e-12)


def test_a_roll_that_is_bought_need_not_be_needed() -> None:
    asked = {"phase": CINCINNATI.rules.ASKING, "roll_number": CINCINNATI.rules.BOUGHT}
    assert chances(laid("11234", **asked)) == pytest.approx({"buy": (91 + 5) / 6**3, "pass": 0})
    assert chances(laid("11123", **asked)) == {"buy": 1, "pass": 1}
    assert chances(laid("11111", **asked)) == {"buy": 1, "pass": 1}


def test_what_the_table_of_this_match_asks_for_counts() -> None:
    asked = CINCINNATI.OPTIONS["condition_a"].index("four-of-a-kind")
    last = {"phase": CINCINNATI.rules.KEEPING, "roll_number": CINCINNATI.rules.LAST_ROLL, "condition_a": asked}
    told_now = chances(laid("11123", **last))
    assert told_now["keep 1 1 1"] == pytest.approx(1 - (5 / 6) ** 2)
    assert told_now["keep 1 1 1 2 3"] == 0


def test_a_duel_that_is_all_but_won() -> None:
    s = laid(
        "66666",
        phase=CINCINNATI.rules.KEEPING,
        roll_number=CINCINNATI.rules.LAST_ROLL,
        duelling=1,
        group=0b011,
        table=3,
    )
    s.dice[1] = dice.INDEX[1, 1, 1, 1, 1]
    s.tokens[:2] = [0, 0]
    assert chances(s)["keep 6 6 6 6 6"] == pytest.approx(1 - 1 / 6**5)  # of identical dice the holder's lose


@pytest.mark.parametrize("faces", ["11456", "22345", "33366"])
def test_without_tokens_the_chance_of_a_duel_is_its_worth_by_the_stake(faces: str) -> None:
    s = laid(faces, phase=CINCINNATI.rules.KEEPING, roll_number=2, duelling=1, group=0b011, table=3)
    s.dice[1] = dice.INDEX[1, 1, 2, 4, 5]
    s.tokens[:2] = [0, 0]
    s.money[1][2] = 1  # a card of 25,000
    worth = {CINCINNATI.say(0, action): value / 25 for action, value in actions(s).items()}
    assert chances(s) == pytest.approx(worth)


def test_rows_of_spilorcio() -> None:
    s = plain(contract.new_state(SPILORCIO, 3))
    s.phase, s.roll, s.aside = SPILORCIO.rules.KEEPING, dice.INDEX[1, 1, 6], dice.INDEX[1, 2]
    s.filled[:] = [0, 3, 0, 0, 0]
    found = advice(SPILORCIO, s, 0, [1])
    assert found is not None and found["measure"] is None and found["values"] == {}
    chances = {one["goal"]: one["chance"] for one in found["odds"]}
    assert chances["row 1"] == pytest.approx(1 / 6)  # four squares: three lie there, one die is rolled again
    assert chances["row 2"] == pytest.approx(11 / 36 + 25 / 36 / 6)  # five: three are filled, a die is aside
    assert chances["row 5"] == 0
