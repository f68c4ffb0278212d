"""The batch: every match of it is one that the rules play, whatever the number of threads."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core import chance, errors, kernel
from bussolotto.core.kernel import CHANCE
from bussolotto.play.batch import Batch

# all lies open; secret choices at once; a race
NAMES = ("spilorcio", "cincinnati", "raffzahn")
SIZE, STEPS = 5, 60


def settled(game: Any, s: Any, rng: Any) -> Any:
    """By the interpreter, step by step: dice fall until a seat has to decide, a match that ends begins again."""
    while True:
        bits = game.movers(s)
        if bits == 0:
            s = kernel.plain(bussolotto.new_state(game, game.SEATS[0]))
        elif bits == 1 << CHANCE:
            weights = np.zeros(game.OUTCOMES, np.int64)
            game.odds(s, weights)
            game.apply(s, CHANCE, chance.weighted(rng, weights.tolist()))
        else:
            return s


def first_of(rng: Any, bits: int, seats: int) -> int:
    """Whose reaction comes first, all with the same rate."""
    movers = [seat for seat in range(seats) if bits >> seat & 1]
    if len(movers) == 1:
        return movers[0]
    ticket = len(movers) * chance.below(rng, 1 << 30) / (1 << 30)
    return movers[min(int(ticket), len(movers) - 1)]


@pytest.mark.parametrize("name", NAMES)
def test_every_match_is_one_that_the_rules_play(name: str) -> None:
    game = bussolotto.game(name)
    many = Batch(game, SIZE, seed=3, threads=1)
    rngs = [chance.seeded(3, index).tolist() for index in range(SIZE)]
    states = [settled(game, kernel.plain(bussolotto.new_state(game, game.SEATS[0])), rng) for rng in rngs]
    for _ in range(STEPS):
        many.choose("random")
        for index, (s, rng) in enumerate(zip(states, rngs, strict=True)):
            seat = first_of(rng, game.movers(s), game.SEATS[0])
            mask = np.zeros(game.ACTIONS, np.uint8)
            assert (seat, game.legal(s, seat, mask)) == (many.seats[index], many.counts[index])
            view = kernel.copied(s)
            game.hide(view, seat)
            assert bytes(view) == many.views[index].tobytes() and bytes(s) == many.states[index].tobytes()
            assert (mask == many.masks[index]).all() and mask[many.actions[index]]
            game.apply(s, seat, int(many.actions[index]))
            states[index] = settled(game, s, rng)
        many.step()


@pytest.mark.parametrize("name", NAMES)
def test_threads_change_nothing(name: str) -> None:
    ends = []
    for threads in (1, 3):
        many = Batch(name, 7, seed=5, threads=threads)
        ends.append((many.play(400), many.states.tobytes(), many.masks.tobytes(), many.seats.tobytes()))
    assert ends[0] == ends[1]


def test_random_play_in_one_go_is_choosing_and_stepping() -> None:
    one, other = (Batch("spilorcio", 6, seed=2, threads=1) for _ in range(2))
    one.play(80)
    for _ in range(80):
        other.choose("random")
        other.step()
    assert one.states.tobytes() == other.states.tobytes() and (one.actions == other.actions).all()


def test_an_ended_match_is_told_and_begins_again() -> None:
    many = Batch("spilorcio", 50, threads=1)
    ended = 0
    for _ in range(200):
        many.play(1)
        assert (many.shares.sum(axis=1) == many.ended).all()
        assert (many.states["plies"][many.ended == 1] < 10).all()
        ended += int(many.ended.sum())
    assert ended > 50


def test_a_callback_is_asked_for_all_matches_at_once() -> None:
    """The lowest legal action of each match."""
    lowest: Callable[[Batch], Any] = lambda many: many.masks.argmax(axis=1)  # noqa: E731  # as a user would write it
    one, other = Batch("spilorcio", 9, threads=2), Batch("spilorcio", 9, threads=2)
    one.play(30, lowest)
    for _ in range(30):
        other.step(other.masks.argmax(axis=1))
    assert one.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize("action", [-1, 10_000, 0])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    many = Batch("spilorcio", 4, threads=1)
    actions = many.choose("random").copy()
    assert not many.masks[2, 0]
    actions[2] = action
    before = many.states.tobytes()
    with pytest.raises(errors.Refusal) as refusal:
        many.step(actions)
    assert refusal.value.code == ("illegal-action" if action == 0 else "not-an-action")
    assert many.states.tobytes() == before


@pytest.mark.parametrize("actions", [np.zeros(3, np.int64), np.zeros(4)])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    with pytest.raises(ValueError, match="4 whole numbers"):
        Batch("spilorcio", 4, threads=1).step(actions)


@pytest.mark.parametrize("wrong", [{"size": 0}, {"threads": 0}, {"rates": [1.0]}, {"rates": [1, 2, 0]}])
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"size|thread|rate|match"):
        Batch("raffzahn", **({"size": 2} | wrong))


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(errors.UnknownPlayer):
        Batch("spilorcio", 2, threads=1).choose("genius")


def test_in_a_race_the_quick_seat_is_first_as_often_as_its_rate_says() -> None:
    """Rates 6, 3 and 1: of 4,000 first decisions 60, 30 and 10 %, within five standard errors."""
    rates = (6.0, 3.0, 1.0)
    many = Batch("raffzahn", 4_000, threads=1, rates=rates)
    while not (free := [index for index in range(many.size) if many.game.movers(many.states[index]) == 7]):
        many.play(1)
    expected = np.array(rates) / sum(rates)
    shares = np.bincount(many.seats[free], minlength=3) / len(free)
    assert (abs(shares - expected) < 5 * np.sqrt(expected * (1 - expected) / len(free))).all(), (shares, len(free))


def test_streams_are_those_of_seeded() -> None:
    for seed, first in ((7, 3), (2**64 - 1, chance.CHOICES)):
        assert (chance.streams(seed, first, 3) == [chance.seeded(seed, first + index) for index in range(3)]).all()
