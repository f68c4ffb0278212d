"""Spilorcio: a turn held against trying everything, matches on tiny boards against a slow twin, the rules and play."""

import json
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bussolotto import locale
from bussolotto.core import contract, dice, kernel
from bussolotto.games.spilorcio import game
from bussolotto.games.spilorcio import solver as solve
from bussolotto.games.spilorcio.solver import Setup, Solution
from tests.depth import full, in_full_runs
from tests.games.spilorcio import twin_turn as twin

TINY = Setup("1>1 1d>1 1>1 2y1>1 2>1", 8, 2)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For tables."""
    monkeypatch.setattr("bussolotto.solve.kept.folder", lambda: tmp_path)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    with pytest.MonkeyPatch.context() as patch:
        tables = tmp_path_factory.mktemp("tables")
        patch.setattr("bussolotto.solve.kept.folder", lambda: tables)
        return solve.solved(TINY)


# --- a turn -----------------------------------------------------------------------------------------------------------


def brute_worth(aside: tuple[int, ...], values: dict[tuple[int, ...], float]) -> float:
    """What a keep aside is worth, by trying every ordered roll and every choice."""
    left = dice.DICE - len(aside)
    if left == 0:
        return values[aside]
    total = 0.0
    for number in range(6**left):
        roll = [number // 6**place % 6 + 1 for place in range(left)]
        choices = range(1, 2**left)
        total += max(
            brute_worth(tuple(sorted([*aside, *(f for k, f in enumerate(roll) if choice >> k & 1)])), values)
            for choice in choices
        )
    return total / float(6**left)


def test_expectations_are_those_of_trying_everything() -> None:
    hands = np.random.default_rng(1).normal(size=len(dice.HANDS))
    by_faces = {dice.KEEPS[hand]: float(value) for hand, value in zip(dice.HANDS, hands, strict=True)}
    worth = solve.expected(hands)
    for aside in [(1, 2, 3, 4), (6, 6, 6, 6), (1, 1, 5), (2, 4, 6)]:
        assert worth[dice.INDEX[aside]] == pytest.approx(brute_worth(aside, by_faces))


def test_a_sure_thing_is_worth_what_it_is() -> None:
    assert solve.expected(np.full(len(dice.HANDS), 3.25)) == pytest.approx(3.25)


def test_to_want_one_face_is_as_likely_as_the_exact_odds_say() -> None:
    worth = solve.expected((dice.COUNT[dice.HANDS][:, 3] > 0).astype(float))
    for faces in [(), (1,), (1, 1), (2, 3, 5), (1, 1, 1, 6)]:
        assert worth[dice.INDEX[faces]] == pytest.approx(float(dice.reach(5 - len(faces), 1)))


def hashed(after: Any) -> Any:
    """Some value of every position that no two share by accident."""
    fields = np.column_stack([after["chips"], after["filled"], after["reserve"], after["debt"], after["phase"]])
    weights = np.array([3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43])
    return np.sin(fields.astype(float) @ np.sqrt(weights))


def random_turn(rng: Random) -> Any:
    """A turn about to begin, in the interpreter's reading; chips are often few."""
    options = {
        "loan": rng.choice(game.FACTS.options["loan"].suggested),
        "board": rng.choice(game.FACTS.options["board"].suggested),
    }
    s = kernel.plain(contract.new_state(game, rng.choice(game.FACTS.seats), **options))
    game.apply(s, kernel.CHANCE, game.START)
    for row in range(game.ROWS):
        s.filled[row] = rng.randrange(s.length[row])
    for seat in range(s.seats):
        s.chips[seat] = rng.choice((0, 1, 2, 3, 12))
    s.reserve = rng.choice((0, 1, 2, 5, 60))
    return s


def best_by_the_rules(s: Any, value: Any) -> float:
    """The best end of the placing that has been reached, asking the game what may be done."""
    if s.phase != game.PLACING:
        return float(value(np.frombuffer(bytes(s), game.STATE))[0])
    return max(best_by_the_rules(played(s, game.PLACE + row), value) for row in rows_of(s))


def rows_of(s: Any) -> list[int]:
    mask = np.zeros(game.ACTIONS, np.uint8)
    game.legal(s, s.turn, mask)
    return [int(code) - game.PLACE for code in np.flatnonzero(mask)]


def played(s: Any, action: int) -> Any:
    then = kernel.copied(s)
    game.apply(then, s.turn, action)
    return then


def after_hand(s: Any, hand: int) -> Any:
    """The hand is set aside; what the game does next."""
    then = kernel.copied(s)
    then.phase, then.roll, then.aside, then.to_roll = game.KEEPING, hand, dice.NONE, 0
    return played(then, hand)


def test_every_hand_is_worth_the_best_that_the_rules_allow() -> None:
    rng = Random(7)
    chosen = 0
    for _ in range(40):
        s = random_turn(rng)
        values = solve.hand_values(s, hashed)
        for index in rng.sample(range(len(dice.HANDS)), 12):
            then = after_hand(s, int(dice.HANDS[index]))
            assert values[index] == pytest.approx(best_by_the_rules(then, hashed)), (game.show(s), dice.HANDS[index])
            if then.phase == game.PLACING:
                rows = solve.row_values(then, hashed)
                assert list(rows) == rows_of(then)
                for row, value in rows.items():
                    assert value == pytest.approx(best_by_the_rules(played(then, game.PLACE + row), hashed))
                chosen += 1
    assert chosen > 50


# --- a match for two --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [
        Setup("1>1 1d>0 1y1>1 1d>1 2d>1", 4, 2, "five"),
        *in_full_runs((Setup("1>1 1d>1 1>1 1>2 2y1>1", 5, 2),)),
    ],
    ids=str,
)
def test_every_turn_ahead_is_what_the_slow_twin_says(setup: Setup) -> None:
    keys = twin.positions(setup.board, setup.chips)
    turns = {key: twin.Turn(setup.board, setup.chips, key, setup.loan) for key in keys}
    slow = [dict.fromkeys(keys, 0.0), dict.fromkeys(keys, 1.0)]
    bounds, positions = solve.unbounded(setup), np.concatenate(solve.steps(setup))
    ahead = solve.Ahead(setup)
    for _ in range(2):
        low, high = slow
        slow = [{key: turn.value(bound.__getitem__) for key, turn in turns.items()} for bound in (high, low)]
        bounds[:, *positions.T] = ahead(bounds, positions)
        for bound, expected in zip(bounds, slow, strict=True):
            both = Solution(setup, np.array([bound, bound]))
            assert {key: both.value(*key) for key in keys} == pytest.approx(expected, abs=1e-13)


@full
@pytest.mark.parametrize(
    "setup",
    [Setup(game.BOARDS["standard"], 24, 5), Setup(game.BOARDS["gentle"], 24, 5, "five")],
    ids=str,
)
def test_so_it_is_on_large_boards_where_something_may_run_out_and_where_not(setup: Setup) -> None:
    rng = np.random.default_rng(4)
    bounds = rng.random(solve.unbounded(setup).shape)  # of nothing in particular
    positions = rng.choice(np.concatenate(solve.steps(setup)), 30, replace=False)
    found = solve.Ahead(setup)(bounds, positions)
    reserves = set()
    for index, position in enumerate(positions.tolist()):
        squares, own, theirs = position
        s = turn_at(setup, own, theirs, filled_squares(setup, squares))
        reserves.add(s.reserve)
        turn = twin.Turn(setup.board, setup.chips, (*s.chips[:2], tuple(s.filled)), setup.loan)
        for side, after in enumerate(reversed(bounds)):
            known = Solution(setup, np.array([after, after]))
            assert turn.value(partial(value_at, known)) == pytest.approx(found[side, index], abs=1e-13)
    assert min(reserves) < 3 and max(reserves) >= solve.PLENTY


def values_after(solution: Solution, after: Any) -> Any:
    """The values of positions after a turn, for the seat that has ended it."""
    return np.array([worth_of(solution, s) for s in after])


def worth_of(solution: Solution, s: Any) -> float:
    turn = int(s["turn"])
    if s["phase"] == game.OVER:
        shares = np.zeros(kernel.MAX_SEATS)
        game.returns(s, shares)
        return float(shares[turn])
    return 1.0 - solution.value(int(s["chips"][turn]), int(s["chips"][1 - turn]), s["filled"])


def value_at(solution: Solution, key: twin.Key) -> float:
    return solution.value(*key)


def filled_squares(setup: Setup, number: int) -> list[int]:
    """By row, as `strides` numbers them."""
    lengths = [length for length, *_ in game.read_board(setup.board)]
    return [number // stride % length for stride, length in zip(solve.strides(setup), lengths, strict=True)]


def test_the_bounds_of_every_value_meet(tiny: Solution) -> None:
    low, high = tiny.bounds
    assert 0 < tiny.error() <= solve.EXACT
    assert low.min() >= 0 and (low <= high).all()


def test_bounds_are_true_where_positions_with_more_chips_are_left_out(tiny: Solution) -> None:
    rough = solve.solved(TINY._replace(most=5))
    squares, own, theirs = np.concatenate(solve.steps(rough.setup)).T
    low, high = rough.bounds[:, squares, own, theirs]
    values = tiny.bounds[:, squares, own, theirs]
    assert (low <= values + solve.EXACT).all() and (values <= high + solve.EXACT).all()
    assert solve.EXACT < rough.error() < (high - low).max() / 2


def turn_at(setup: Setup, own: int, theirs: int, filled: list[int]) -> Any:
    s = kernel.plain(solve.opened(setup))
    game.apply(s, kernel.CHANCE, game.START)
    s.chips[:2] = [own, theirs]
    s.filled[:] = filled
    s.reserve = setup.chips - own - theirs - sum(game.chips_on(s, row) for row in range(game.ROWS))
    return s


def test_a_value_is_that_of_the_best_turn_by_the_rules_of_the_game(tiny: Solution) -> None:
    rng = Random(3)
    for own, theirs, filled in rng.sample(twin.positions(TINY.board, TINY.chips), 12):
        s = turn_at(TINY, own, theirs, list(filled))
        hands = [best_by_the_rules(after_hand(s, int(hand)), partial(values_after, tiny)) for hand in dice.HANDS]
        assert solve.expected(np.array(hands))[dice.NONE] == pytest.approx(tiny.value(own, theirs, filled), abs=1e-10)


@full
def test_who_plays_by_the_values_wins_as_often_as_they_say(tiny: Solution) -> None:
    rng, known = Random(5), {}
    matches, won = 3000, 0.0
    for _ in range(matches):
        s = turn_at(TINY, TINY.start, TINY.start, [0] * game.ROWS)
        while game.movers(s):
            key = (s.turn, *s.chips, *s.filled)
            if key not in known:
                known[key] = solve.expected(solve.hand_values(s, partial(values_after, tiny)))
            play_turn(s, known[key], tiny, rng)
        shares = np.zeros(kernel.MAX_SEATS)
        game.returns(s, shares)
        won += shares[0]
    assert abs(won / matches - tiny.start()) < 4 * sqrt(0.25 / matches)


def play_turn(s: Any, worth: Any, solution: Solution, rng: Random) -> None:
    turn = s.turn
    while game.movers(s) and s.turn == turn:
        if s.phase == game.ROLLING:
            game.apply(s, kernel.CHANCE, rng.randrange(dice.FACES))
        elif s.phase == game.KEEPING:
            parts = np.flatnonzero(dice.CONTAINS[s.roll])[1:].tolist()
            game.apply(s, turn, max(parts, key=lambda part: worth[dice.joined(s.aside, part)]))
        else:
            rows = solve.row_values(s, partial(values_after, solution))
            game.apply(s, turn, game.PLACE + max(rows, key=rows.__getitem__))


# --- the command ------------------------------------------------------------------------------------------------------


def test_an_interrupted_run_is_taken_up_where_it_was(
    tiny: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(done: int, _: int) -> None:
        if done > 30:
            raise KeyboardInterrupt

    monkeypatch.setattr(solve, "KEEP_EVERY_S", 0.0)
    told: list[int] = []
    solve.solved(TINY, lambda done, _: told.append(done))
    with pytest.raises(KeyboardInterrupt):
        solve.solved(TINY, interrupt)
    again: list[tuple[int, int]] = []
    solution = solve.solved(TINY, lambda done, every: again.append((done, every)))
    assert np.abs(solution.bounds - tiny.bounds).max() <= solve.EXACT
    assert told[0] < 20 < again[0][0] and again[-1] == (again[0][1],) * 2
    assert again[0][1] == len(twin.positions(TINY.board, TINY.chips))
    assert [path for path in (tmp_path / "solved").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_people_are_told_which_board_it_is(language: str) -> None:
    assert f" {solve.REDUCED.board}" in locale.phrase(language, "cli.solve.spilorcio", value="")


def test_programs_get_the_value_and_the_board(tiny: Solution) -> None:
    assert json.loads(json.dumps(solve.as_json(tiny))) == {"start_value": tiny.start(), "board": TINY.board}
    assert solve.headline(tiny) == tiny.start()


def test_the_printed_board_has_as_many_positions_as_it_is_said_to_have() -> None:
    for most, positions in [(None, 46_406_864), (solve.STANDARD.most, 2_812_680)]:
        others = solve.around(solve.STANDARD._replace(most=most))
        assert ((others + 1) * (others + 2) // 2).sum() == positions
