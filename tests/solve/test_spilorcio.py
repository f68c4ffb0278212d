"""Spilorcio: a turn held against trying everything, matches on tiny boards against a slow twin, the rules and play."""

import json
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bussolotto import dice, kernel, locale
from bussolotto.games import spilorcio as game
from bussolotto.solve import spilorcio as solve
from bussolotto.solve.spilorcio import Setup, Solution
from tests.reference import spilorcio_turn as twin

TINY = Setup("1>1 1d>1 1>1 2y1>1 2>1", 8, 2)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For tables; what Numba compiles stays where it is."""
    monkeypatch.setattr("bussolotto.compiler.cache_root", lambda: tmp_path)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BUSSOLOTTO_CACHE", str(tmp_path_factory.mktemp("tables")))
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
    options = {"loan": rng.choice(game.OPTIONS["loan"]), "board": rng.choice(game.OPTIONS["board"])}
    s = kernel.plain(kernel.new_state(game, rng.choice(game.SEATS), **options))
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
        Setup("1>1 1d>1 1>1 1>2 2y1>1", 5, 2),
        Setup("1>1 1d>0 1y1>1 1d>1 2d>1", 4, 2, "five"),
    ],
    ids=str,
)
def test_every_turn_ahead_is_what_the_slow_twin_says(setup: Setup) -> None:
    keys = twin.positions(setup.board, setup.chips)
    turns = {key: twin.Turn(setup.board, setup.chips, key, setup.loan) for key in keys}
    slow = dict.fromkeys(keys, 1.0)
    values, _ = solve._resumed(setup)
    for _ in range(3):
        slow = {key: turn.value(slow.__getitem__) for key, turn in turns.items()}
        values = solve.swept_once(setup, values)
        both = Solution(setup, values, values)
        assert {key: both.value(*key) for key in keys} == pytest.approx(slow, abs=1e-13)


def test_the_bounds_of_every_value_meet(tiny: Solution) -> None:
    assert 0 < tiny.error() <= solve.EXACT
    assert tiny.low.min() >= 0 and (tiny.low <= tiny.high).all()


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
        hands = [best_by_the_rules(after_hand(s, int(hand)), tiny.worth) for hand in dice.HANDS]
        assert solve.expected(np.array(hands))[dice.NONE] == pytest.approx(tiny.value(own, theirs, filled), abs=1e-10)


def test_who_plays_by_the_values_wins_as_often_as_they_say(tiny: Solution) -> None:
    rng, known = Random(5), {}
    matches, won = 3000, 0.0
    for _ in range(matches):
        s = turn_at(TINY, TINY.start, TINY.start, [0] * game.ROWS)
        while game.movers(s):
            key = (s.turn, *s.chips, *s.filled)
            if key not in known:
                known[key] = solve.expected(solve.hand_values(s, tiny.worth))
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
            rows = solve.row_values(s, solution.worth)
            game.apply(s, turn, game.PLACE + max(rows, key=rows.__getitem__))


# --- the command ------------------------------------------------------------------------------------------------------


def test_an_interrupted_run_is_taken_up_where_it_was(tiny: Solution, tmp_path: Path) -> None:
    def interrupt(done: int, steps: int) -> None:
        if done > 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solved(TINY, interrupt)
    _, swept = solve._resumed(TINY)
    assert swept > 3
    told: list[tuple[int, int]] = []
    again = solve.solved(TINY, lambda done, steps: told.append((done, steps)))
    assert np.array_equal(again.low, tiny.low) and np.array_equal(again.high, tiny.high)
    assert told[0][0] > 30 and told[-1] == (100, 100)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_people_are_told_which_board_it_is(language: str) -> None:
    assert f" {solve.REDUCED.board}" in locale.phrase(language, "cli.solve.spilorcio", value="")


def test_programs_get_the_value_and_the_board(tiny: Solution) -> None:
    assert json.loads(json.dumps(solve.as_json(tiny))) == {"start_value": tiny.start(), "board": TINY.board}
    assert solve.headline(tiny) == tiny.start()


def test_the_printed_board_has_as_many_positions_as_it_is_said_to_have() -> None:
    lying: Any = np.zeros(1, np.int64)
    for length, double, _, _ in game.read_board(solve.STANDARD.board):
        lying = (lying[:, None] + [count + double * (count > 0) for count in range(length)]).ravel()
    others = solve.STANDARD.chips - lying
    assert ((others + 1) * (others + 2) // 2).sum() == 46_406_864
