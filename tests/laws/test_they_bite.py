"""Every law shows that it bites: on a toy game broken in one place, that law and its message are raised."""

from collections.abc import Callable
from dataclasses import replace as replaced
from typing import Any

import numpy as np
import pytest

from bussolotto.core import kernel
from bussolotto.core.contract import as_game
from bussolotto.core.kernel import CHANCE
from bussolotto.testing import laws
from bussolotto.testing.worlds import World
from tests.laws.test_laws import LAWS, STATIC_LAWS
from tests.laws.toys.whispers import game as whispers

WHISPERS = as_game(whispers)
Break = Callable[[pytest.MonkeyPatch], None]
BREAKS: list[tuple[str, Any]] = []


def breaks(law: Any) -> Callable[[Break], Break]:
    """Register a way to break the toy which this law must find."""

    def register(function: Break) -> Break:
        BREAKS.append((law.__name__, function))
        return function

    return register


def replace(patch: pytest.MonkeyPatch, name: str, make: Callable[[Any], Any]) -> None:
    """Put another function in the place of one of the toy's, made from the original."""
    put(patch, name, make(getattr(whispers, name)))


def put(patch: pytest.MonkeyPatch, name: str, value: Any) -> None:
    """Put another function or number in the place of one of the toy's, in its rules and in the game made of them."""
    patch.setattr(whispers, name, value)
    patch.setattr(WHISPERS, name, value)


@breaks(laws.static_law_contract)
def without_why(patch: pytest.MonkeyPatch) -> None:
    patch.delattr(whispers, "why")


@breaks(laws.static_law_layout)
def fields_in_another_order(patch: pytest.MonkeyPatch) -> None:
    swapped = dict(reversed(whispers.State.__annotations__.items()))
    patch.setattr(whispers.State, "__annotations__", swapped)


@breaks(laws.static_law_notation)
def two_codes_one_text(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "say", lambda say: lambda seat, action: say(seat, 0))


@breaks(laws.static_law_notation)
def reads_anything(patch: pytest.MonkeyPatch) -> None:
    replace(
        patch,
        "read",
        lambda read: lambda seat, text: read(seat, text) if text in ("table 1", "table 2") else 0,
    )


@breaks(laws.law_copy)
def apply_does_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(World, "log", lambda world: [(CHANCE, 0)] * 3)
    put(patch, "apply", lambda s, seat, action: None)


@breaks(laws.law_reset)
def reset_forgets_a_field(patch: pytest.MonkeyPatch) -> None:
    def make(reset: Any) -> Any:
        def forgetful(s: Any, seats: int) -> None:
            kept = s.points[7]
            reset(s, seats)
            s.points[7] = kept

        return forgetful

    replace(patch, "reset", make)


@breaks(laws.law_movers)
def moves_for_who_is_no_mover(patch: pytest.MonkeyPatch) -> None:
    def legal(s: Any, seat: int, mask: Any) -> int:
        mask[:] = 1
        return whispers.ACTIONS

    put(patch, "legal", legal)


@breaks(laws.law_movers)
def a_mover_from_nowhere(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "movers", lambda movers: lambda s: movers(s) | 1 << 9)


@breaks(laws.law_legality)
def why_forbids_what_is_legal(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "why", lambda why: lambda s, seat, action: action)


@breaks(laws.law_legality)
def why_names_no_clause_for_what_is_forbidden(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "why", lambda why: lambda s, seat, action: 0)


@breaks(laws.law_odds)
def negative_weight(patch: pytest.MonkeyPatch) -> None:
    def make(odds: Any) -> Any:
        def crooked(s: Any, weights: Any) -> int:
            count = int(odds(s, weights))
            if count:
                weights[0] = -1
            return max(0, count - 1)

        return crooked

    replace(patch, "odds", make)


@breaks(laws.law_conservation)
def a_point_from_nowhere(patch: pytest.MonkeyPatch) -> None:
    def make(reveal: Any) -> Any:
        def generous(s: Any) -> None:
            reveal(s)
            s.points[0] += 40

        return generous

    patch.setattr(whispers, "reveal", make(whispers.reveal))


@breaks(laws.law_end)
def plies_not_counted(patch: pytest.MonkeyPatch) -> None:
    def make(apply: Any) -> Any:
        def lazy(s: Any, seat: int, action: int) -> None:
            before = s.plies
            apply(s, seat, action)
            s.plies = before

        return lazy

    replace(patch, "apply", make)


@breaks(laws.law_end)
def no_limit(patch: pytest.MonkeyPatch) -> None:
    put(patch, "MAX_PLIES", 59)
    replace(patch, "movers", lambda movers: lambda s: movers(s) or (1 << CHANCE if s.phase == 0 else 0))


@breaks(laws.law_ending)
def an_end_that_has_no_name(patch: pytest.MonkeyPatch) -> None:
    put(patch, "ending", lambda s: 2)


@breaks(laws.law_ending)
def every_end_the_limit(patch: pytest.MonkeyPatch) -> None:
    put(patch, "ending", lambda s: 1)


@breaks(laws.law_returns)
def a_winner_too_many(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "returns", lambda returns: lambda s, out: out.fill(1.0))


@breaks(laws.law_leader)
def fewest_said_to_win(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WHISPERS, "facts", replaced(WHISPERS.facts, fewest_win=True))


@breaks(laws.law_seed)
def dice_of_its_own(patch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng()
    replace(patch, "apply", lambda apply: lambda s, seat, action: apply(s, seat, int(rng.integers(2))))


@breaks(laws.law_readings)
def wraps_in_a_narrow_number(patch: pytest.MonkeyPatch) -> None:
    def make(apply: Any) -> Any:
        def wrapping(s: Any, seat: int, action: int) -> None:
            apply(s, seat, action)
            if isinstance(s.points[7], np.int8):
                s.points[7] = 1

        return wrapping

    replace(patch, "apply", make)


@breaks(laws.law_replay)
def a_step_that_depends_on_more_than_the_state(patch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def make(apply: Any) -> Any:
        def counting(s: Any, seat: int, action: int) -> None:
            calls.append(seat)
            apply(s, seat, action)
            s.points[7] = len(calls) % 100

        return counting

    replace(patch, "apply", make)


@breaks(laws.law_secrets)
def hides_nothing(patch: pytest.MonkeyPatch) -> None:
    def nothing(s: Any, seat: int) -> None:
        """Leaves the view as open as the state, so that a guess cannot restore what it showed."""

    def guess(s: Any, rng: Any) -> None:
        for seat in range(s.seats):
            s.die[seat] = s.die[seat] and rng.randint(1, 6)

    put(patch, "hide", nothing)
    put(patch, "guess", guess)


@breaks(laws.law_secrets)
def legality_tells_a_die(patch: pytest.MonkeyPatch) -> None:
    replace(patch, "why", lambda why: lambda s, seat, action: 1 + s.die[0] + s.die[1])


@breaks(laws.law_secrets)
def a_step_told_by_the_state(patch: pytest.MonkeyPatch) -> None:
    def make(apply: Any) -> Any:
        def telling(s: Any, seat: int, action: int) -> None:
            apply(s, seat, action)
            s.shown[0][0] = action

        return telling

    replace(patch, "apply", make)


@breaks(laws.law_secrets)
def secrets_without_a_guess(patch: pytest.MonkeyPatch) -> None:
    put(patch, "guess", kernel.guess_nothing)


@breaks(laws.law_nobody_knows_more)
def says_that_it_hides_from_all_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WHISPERS, "facts", replaced(WHISPERS.facts, same_for_all=True))


@pytest.mark.parametrize(("name", "breaking"), BREAKS, ids=[f"{name}-{made.__name__}" for name, made in BREAKS])
def test_law_bites(name: str, breaking: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    law = getattr(laws, name)
    subjects = [WHISPERS] if name.startswith("static") else [World(WHISPERS, seats, 3) for seats in (2, 3, 8)]
    for subject in subjects:
        law(subject)
    breaking(monkeypatch)
    with pytest.raises(AssertionError):
        for subject in subjects:
            law(subject)


def test_every_law_is_shown_to_bite() -> None:
    assert {law.__name__ for law in (*LAWS, *STATIC_LAWS)} == {name for name, _ in BREAKS}
