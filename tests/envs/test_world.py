"""One match for environments: the same compiled, interpreted and in a Batch; copied, kept and set back; no secret."""

from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import kernel
from bussolotto.batch import NOBODY, Batch
from bussolotto.envs.world import World
from bussolotto.errors import IllegalAction, NotAnAction, WrongSnapshot
from bussolotto.kernel import CHANCE
from tests.laws.worlds import GAMES

SEED = 7
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)


def some(mask: Any, rng: Random) -> int:
    """Any legal action."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def played(game: Any, decisions: int, **setting: Any) -> World:
    """A match of random play as far as that."""
    world, rng = World(game, compiled=False, **setting), Random(SEED)
    world.reset(SEED)
    for _ in range(decisions):
        if not world.over:
            world.step(some(world.mask, rng))
    return world


@pytest.mark.parametrize("name", ["spilorcio", "raffzahn"])  # one that takes turns, one that races
def test_compiled_interpreted_and_in_a_batch_it_is_the_same_match(name: str) -> None:
    game, rng = bussolotto.game(name), Random(SEED)
    compiled, plain = World(game), World(game, compiled=False)
    batch = Batch(game, 1, seed=SEED, threads=1)
    assert compiled.reset(SEED) == plain.reset(SEED)
    for _ in range(150):
        assert compiled.get_state() == plain.get_state()
        assert compiled.view.tobytes() == plain.view.tobytes() and (compiled.mask == plain.mask).all()
        if compiled.over:
            break
        assert batch.seats[0] == compiled.seat and batch.views[0].tobytes() == compiled.view.tobytes()
        action = some(compiled.mask, rng)
        for world in (compiled, plain):
            world.step(action)
        batch.step(np.array([action]))


@pytest.mark.parametrize("name", ["spilorcio", "raffzahn"])
def test_seats_that_are_not_own_choose_the_same_compiled_and_interpreted(name: str) -> None:
    game, rng = bussolotto.game(name), Random(SEED)
    compiled, plain = World(game, own=1), World(game, own=1, compiled=False)
    compiled.reset(SEED)
    plain.reset(SEED)
    for _ in range(60):
        assert compiled.get_state() == plain.get_state() and compiled.view.tobytes() == plain.view.tobytes()
        if compiled.over:
            break
        assert compiled.seat == 1
        action = some(compiled.mask, rng)
        compiled.step(action)
        plain.step(action)
    assert sum(plain.returns()) == pytest.approx(1)


@every_game
def test_a_match_goes_on_alike_from_its_copy_and_from_its_bytes(game: Any) -> None:
    world = played(game, 9)
    kept, twin, rng = world.get_state(), world.clone(), Random(SEED)
    actions: list[int] = []
    ends: list[bytes] = []
    while not world.over and len(actions) < 12:
        actions.append(some(world.mask, rng))
        world.step(actions[-1])
        ends.append(world.get_state() + world.view.tobytes() + world.mask.tobytes())
    assert twin.get_state() == kept
    world.set_state(kept)
    for again in (twin, world):
        for action, end in zip(actions, ends, strict=True):
            again.step(action)
            assert again.get_state() + again.view.tobytes() + again.mask.tobytes() == end


def test_bytes_that_are_no_such_match_are_refused() -> None:
    world = World(bussolotto.game("spilorcio"), 3, compiled=False)
    kept = world.get_state()
    for wrong in (kept[1:], b"", World(world.game, 2, compiled=False).get_state()):
        with pytest.raises(WrongSnapshot):
            world.set_state(wrong)
    assert world.get_state() == kept


@every_game
def test_chance_asked_for_tells_every_outcome_and_what_it_weighs(game: Any) -> None:
    world, rng = World(game, explicit_chance=True, compiled=False), Random(SEED)
    asked = 0
    world.reset(SEED)
    for _ in range(120):
        outcomes = dict(world.chance_outcomes())
        if world.seat == CHANCE:
            asked += 1
            assert not world.mask.any()
            assert sum(outcomes.values()) == pytest.approx(1) and min(outcomes.values()) > 0
            with pytest.raises(IllegalAction if len(outcomes) < game.OUTCOMES else NotAnAction):
                world.step(next(code for code in range(game.OUTCOMES + 1) if code not in outcomes))
            world.step(rng.choices([*outcomes], [*outcomes.values()])[0])
        elif world.over:
            break
        else:
            assert not outcomes
            world.step(some(world.mask, rng))
    assert asked


@every_game
def test_an_action_that_is_not_legal_is_refused_and_nothing_changes(game: Any) -> None:
    world = played(game, 5)
    kept = world.get_state()
    forbidden = next((code for code in range(game.ACTIONS) if not world.mask[code]), None)
    for action, refusal in ((forbidden, IllegalAction), (game.ACTIONS, NotAnAction), (-1, NotAnAction)):
        if action is not None:
            with pytest.raises(refusal):
                world.step(action)
            assert world.get_state() == kept


@every_game
def test_what_a_seat_is_shown_does_not_depend_on_what_it_may_not_know(game: Any) -> None:
    if not hasattr(game, "guess"):
        return
    rng = Random(SEED)
    for decisions in (1, 3, 8, 20, 33):
        world = played(game, decisions)
        for seat in range(world.seats):
            guessed = kernel.copied(kernel.plain(world.state))
            game.hide(guessed, seat)
            game.guess(guessed, rng)
            kept = world.get_state()
            twin = world.clone()
            twin.set_state(bytes(guessed) + kept[world.state.nbytes :])
            (view, mask), (other_view, other_mask) = world.look(seat), twin.look(seat)
            assert view.tobytes() == other_view.tobytes() and mask.tobytes() == other_mask.tobytes()


def test_a_look_at_another_seat_leaves_everything_as_it_was() -> None:
    world = played(bussolotto.game("cincinnati"), 2)
    view, mask, seat = world.view.tobytes(), world.mask.tobytes(), world.seat
    other = (seat + 1) % world.seats
    assert world.look(other)[0].tobytes() != view
    assert (view, mask, seat) == (world.view.tobytes(), world.mask.tobytes(), world.seat)


def test_at_the_end_nobody_decides() -> None:
    world = played(bussolotto.game("my-dice-your-dice"), 500)
    assert world.over and world.seat == NOBODY and not world.mask.any()
    assert sum(world.returns()) == 1
    with pytest.raises(NotAnAction):
        world.step(0)
