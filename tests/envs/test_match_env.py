"""One match for environments: the same compiled, interpreted and in a Batch; copied, kept and set back; no secret."""

from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core import kernel
from bussolotto.core.errors import IllegalAction, NotAnAction, WrongSnapshot
from bussolotto.core.kernel import CHANCE
from bussolotto.envs.match_env import MatchEnv
from bussolotto.play.batch import NOBODY, Batch
from tests.depth import full
from tests.laws.games import GAMES

SEED = 7
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)


def some(mask: Any, rng: Random) -> int:
    """Any legal action."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def played(game: Any, decisions: int, **setting: Any) -> MatchEnv:
    """A match of random play as far as that."""
    env, rng = MatchEnv(game, compiled=False, **setting), Random(SEED)
    env.reset(SEED)
    for _ in range(decisions):
        if not env.over:
            env.step(some(env.mask, rng))
    return env


@full
@pytest.mark.parametrize("name", ["spilorcio", "raffzahn"])  # one that takes turns, one that races
def test_compiled_interpreted_and_in_a_batch_it_is_the_same_match(name: str) -> None:
    game, rng = bussolotto.game(name), Random(SEED)
    compiled, plain = MatchEnv(game), MatchEnv(game, compiled=False)
    batch = Batch(game, 1, seed=SEED, threads=1)
    assert compiled.reset(SEED) == plain.reset(SEED)
    for _ in range(150):
        assert compiled.get_state() == plain.get_state()
        assert compiled.view.tobytes() == plain.view.tobytes() and (compiled.mask == plain.mask).all()
        if compiled.over:
            break
        assert batch.seats[0] == compiled.seat and batch.views[0].tobytes() == compiled.view.tobytes()
        action = some(compiled.mask, rng)
        for env in (compiled, plain):
            env.step(action)
        batch.step(np.array([action]))


@pytest.mark.parametrize("name", ["spilorcio", "raffzahn"])
def test_seats_that_are_not_own_choose_the_same_compiled_and_interpreted(name: str) -> None:
    game, rng = bussolotto.game(name), Random(SEED)
    compiled, plain = MatchEnv(game, own=1), MatchEnv(game, own=1, compiled=False)
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
    env = played(game, 9)
    kept, twin, rng = env.get_state(), env.clone(), Random(SEED)
    actions: list[int] = []
    ends: list[bytes] = []
    while not env.over and len(actions) < 12:
        actions.append(some(env.mask, rng))
        env.step(actions[-1])
        ends.append(env.get_state() + env.view.tobytes() + env.mask.tobytes())
    assert twin.get_state() == kept
    env.set_state(kept)
    for again in (twin, env):
        for action, end in zip(actions, ends, strict=True):
            again.step(action)
            assert again.get_state() + again.view.tobytes() + again.mask.tobytes() == end


def test_bytes_that_are_no_such_match_are_refused() -> None:
    env = MatchEnv(bussolotto.game("spilorcio"), 3, compiled=False)
    kept = env.get_state()
    for wrong in (kept[1:], b"", MatchEnv(env.game, 2, compiled=False).get_state()):
        with pytest.raises(WrongSnapshot):
            env.set_state(wrong)
    assert env.get_state() == kept


@every_game
def test_chance_asked_for_tells_every_outcome_and_what_it_weighs(game: Any) -> None:
    env, rng = MatchEnv(game, explicit_chance=True, compiled=False), Random(SEED)
    asked = 0
    env.reset(SEED)
    for _ in range(120):
        outcomes = dict(env.chance_outcomes())
        if env.seat == CHANCE:
            asked += 1
            assert not env.mask.any()
            assert sum(outcomes.values()) == pytest.approx(1) and min(outcomes.values()) > 0
            with pytest.raises(IllegalAction if len(outcomes) < game.OUTCOMES else NotAnAction):
                env.step(next(code for code in range(game.OUTCOMES + 1) if code not in outcomes))
            env.step(rng.choices([*outcomes], [*outcomes.values()])[0])
        elif env.over:
            break
        else:
            assert not outcomes
            env.step(some(env.mask, rng))
    assert asked


@every_game
def test_an_action_that_is_not_legal_is_refused_and_nothing_changes(game: Any) -> None:
    env = played(game, 5)
    kept = env.get_state()
    forbidden = next((code for code in range(game.ACTIONS) if not env.mask[code]), None)
    for action, refusal in ((forbidden, IllegalAction), (game.ACTIONS, NotAnAction), (-1, NotAnAction)):
        if action is not None:
            with pytest.raises(refusal):
                env.step(action)
            assert env.get_state() == kept


@every_game
def test_what_a_seat_is_shown_does_not_depend_on_what_it_may_not_know(game: Any) -> None:
    if not game.secrets:
        return
    rng = Random(SEED)
    for decisions in (1, 3, 8, 20, 33):
        env = played(game, decisions)
        for seat in range(env.seats):
            guessed = kernel.copied(kernel.plain(env.state))
            game.hide(guessed, seat)
            game.guess(guessed, rng)
            kept = env.get_state()
            twin = env.clone()
            twin.set_state(bytes(guessed) + kept[env.state.nbytes :])
            (view, mask), (other_view, other_mask) = env.look(seat), twin.look(seat)
            assert view.tobytes() == other_view.tobytes() and mask.tobytes() == other_mask.tobytes()


def test_a_look_at_another_seat_leaves_everything_as_it_was() -> None:
    env = played(bussolotto.game("cincinnati"), 2)
    view, mask, seat = env.view.tobytes(), env.mask.tobytes(), env.seat
    other = (seat + 1) % env.seats
    assert env.look(other)[0].tobytes() != view
    assert (view, mask, seat) == (env.view.tobytes(), env.mask.tobytes(), env.seat)


def test_at_the_end_nobody_decides() -> None:
    env = played(bussolotto.game("my-dice-your-dice"), 500)
    assert env.over and env.seat == NOBODY and not env.mask.any()
    assert sum(env.returns()) == 1
    with pytest.raises(NotAnAction):
        env.step(0)
