"""A decision together with its dice, in one compiled call, is what the interpreter plays from the same random bytes."""

from random import Random

import numpy as np
import pytest

import bussolotto
from bussolotto.core.chance import Fast, System
from bussolotto.play.match import CHANCE_BIT, Match, Traced
from bussolotto.play.turns import POOL, CompiledTurns

DECISIONS = 200


def drawing(pool: bytes) -> tuple[System, System]:
    """Two generators that give the same bytes, one to those who take them, one to those who ask for outcomes."""
    taken, asked = System(), System()
    taken._pool = np.frombuffer(pool, np.uint8)
    asked._bytes = bytearray(reversed(pool))
    return taken, asked


@pytest.mark.parametrize("name", ["my-dice-your-dice", "spilorcio"])
def test_compiled_turns_are_those_of_the_interpreter(name: str) -> None:
    turns, rng = CompiledTurns(bussolotto.game(name)), Random(1)
    match = Match(bussolotto.game(name), 2)
    match.fall(Fast(1))  # the same match each time: in some a turn takes more bytes than one call has
    for _ in range(DECISIONS):
        if match.over:
            return
        plain, seat = match.copy(), match.movers().bit_length() - 1
        action = rng.choice(match.legal(seat))
        taken, asked = drawing(rng.randbytes(POOL))
        match.trace()
        plain.trace()
        traced, bits, codes = turns.play(match, seat, action, taken)
        assert bytes(match.state) == traced.states[0] == bytes(plain.state)
        match.take_over(traced)
        plain.act(seat, [action])
        plain.fall(asked)
        assert bits == plain.movers()
        assert codes == (plain.legal(bits.bit_length() - 1) if bits.bit_count() == 1 else None)
        assert (match.log, match.seers(0, match.version)) == (plain.log, plain.seers(0, plain.version))
        assert match.traced() == plain.traced()
        assert bytes(match.state) == bytes(plain.state)


def test_what_was_traced_stays_when_the_match_goes_on() -> None:
    turns, chance = CompiledTurns(bussolotto.game("spilorcio")), System()
    match = Match(bussolotto.game("spilorcio"), 2)
    match.fall(chance)
    seat = match.movers().bit_length() - 1
    match.trace()
    match.act(seat, [match.legal(seat)[0]])
    match.fall(chance)
    before = match.traced()
    states = list(before.states)
    seat = match.movers().bit_length() - 1
    match.take_over(turns.play(match, seat, match.legal(seat)[0], chance)[0])
    assert before.states == states and len(match.traced().states) > len(states)
    match.trace_no_more()
    assert match.traced() == Traced([], [], [bytes(match.state)])


def test_what_is_left_of_many_dice_falls_by_the_interpreter() -> None:
    turns, few = CompiledTurns(bussolotto.game("spilorcio")), System()
    match = Match(bussolotto.game("spilorcio"), 2)
    match.fall(few)
    few._pool = np.full(POOL, 255, np.uint8)  # past the last multiple of six: every byte is dropped
    seat = match.movers().bit_length() - 1
    traced, bits, codes = turns.play(match, seat, match.legal(seat)[0], few)
    assert (bits, codes) == (CHANCE_BIT, None)
    match.take_over(traced)
    assert match.log[-1][0] == seat
    assert match.fall(System()) > 0
