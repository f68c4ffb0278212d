"""Dice: known answers of the generator, exact weights, no bias, and people who roll real dice."""

from collections.abc import Sequence

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import bussolotto
from bussolotto.core import chance
from tests.refusals import refused

# The first outputs of the authors' C code (xoshiro128plusplus.c) from the state 1, 2, 3, 4.
KNOWN = [
    641,
    1573767,
    3222811527,
    3517856514,
    836907274,
    4247214768,
    3867114732,
    1355841295,
    495546011,
    621204420,
]
# Upper 0.1 % points of the chi-square distribution by degrees of freedom (Abramowitz and Stegun, table 26.8).
FIRST_DICE = [
    3,
    2,
    0,
    5,
    1,
    4,
    1,
    5,
    1,
    0,
    4,
    3,
    2,
    4,
    1,
    2,
    1,
    4,
    2,
    1,
    0,
    3,
    0,
    3,
]  # of seed 2011; kept for ever
CHI_SQUARE = {2: 13.816, 5: 20.515, 6: 22.458, 20: 45.315}


def die(code: int) -> str:
    return f"die {code + 1}"


def draws(source: chance.Chance, weights: Sequence[int], count: int) -> list[int]:
    return [source.outcome(weights, die) for _ in range(count)]


def chi_square(counts: Sequence[int], weights: Sequence[int]) -> float:
    total, tickets = sum(counts), sum(weights)
    expected = [total * weight / tickets for weight in weights]
    return sum((seen - due) ** 2 / due for seen, due in zip(counts, expected, strict=True))


def typing(*answers: str) -> tuple[chance.Typed, list[str]]:
    left, questions = list(answers), []

    def read(question: str) -> str:
        questions.append(question)
        return left.pop(0)

    return chance.Typed(read), questions


class TestGenerator:
    def test_the_first_words_are_those_of_the_reference(self) -> None:
        generator = [1, 2, 3, 4]
        assert [chance.next_word(generator) for _ in KNOWN] == KNOWN

    def test_the_hundred_thousandth_word_is_that_of_an_independent_implementation(self) -> None:
        generator = [1, 2, 3, 4]
        words = [chance.next_word(generator) for _ in range(102_401)]
        assert words[-1].to_bytes(4, "little").hex() == "fa3c872c"  # as PHP's own tests of this generator have it

    def test_splitmix_gives_the_published_words(self) -> None:
        gamma = 0x9E3779B97F4A7C15
        assert [chance.mixed(1234567 + step * gamma) for step in (1, 2, 3)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ]

    def test_a_state_is_four_words_and_every_stream_another(self) -> None:
        states = np.array([chance.seeded(seed, stream) for seed in (0, 1, 2**64 - 1) for stream in range(200)])
        assert states.shape == (600, 4) and states.dtype == np.int64
        assert states.min() >= 0 and states.max() < 2**32
        assert len({state.tobytes() for state in states}) == 600

    @given(bound=some.integers(1, chance.LARGEST), seed=some.integers(0, 2**64 - 1))
    def test_a_bounded_draw_lies_within_its_bound(self, bound: int, seed: int) -> None:
        assert 0 <= chance.below(chance.seeded(seed), bound) < bound

    @pytest.mark.parametrize("bound", [3, 6, 7, 21])
    def test_bounded_draws_are_uniform(self, bound: int) -> None:
        generator = chance.seeded(11, bound).tolist()
        counts = np.bincount([chance.below(generator, bound) for _ in range(40_000)], minlength=bound)
        assert chi_square(counts.tolist(), [1] * bound) < CHI_SQUARE[bound - 1]

    def test_rejection_removes_the_bias_that_plain_multiplication_has(self) -> None:
        bound = 3 << 29  # of 2 ** 32 words plain multiplication would give a third of the results twice as often
        generator = chance.seeded(5).tolist()
        thirds = [0, 0, 0]
        for _ in range(30_000):
            thirds[chance.below(generator, bound) % 3] += 1
        assert chi_square(thirds, [1, 1, 1]) < CHI_SQUARE[2]

    def test_compiled_draws_are_the_interpreted_ones(self) -> None:
        bussolotto.compiled(bussolotto.game("spilorcio"))  # makes all rules callable from compiled code
        weights = np.array([3, 0, 1, 2], np.int64)

        @numba.njit
        def compiled(generator: np.ndarray, weights: np.ndarray, out: np.ndarray) -> None:
            for index in range(len(out)):
                out[index] = chance.weighted(generator, weights) + 10 * chance.below(generator, 2**31 - 1)

        for seed in (0, 1, 2**64 - 1):
            out = np.zeros(2_000, np.int64)
            compiled(chance.seeded(seed), weights, out)
            state = chance.seeded(seed)
            plain = [int(chance.weighted(state, weights) + 10 * chance.below(state, 2**31 - 1)) for _ in out]
            assert out.tolist() == plain


class TestFast:
    def test_the_same_seed_gives_the_same_dice(self) -> None:
        assert draws(chance.Fast(7), [1] * 6, 100) == draws(chance.Fast(7), [1] * 6, 100)
        assert draws(chance.Fast(7), [1] * 6, 100) != draws(chance.Fast(8), [1] * 6, 100)
        assert draws(chance.Fast(7, 0), [1] * 6, 100) != draws(chance.Fast(7, 1), [1] * 6, 100)

    def test_the_dice_of_a_seed_never_change(self) -> None:
        assert draws(chance.Fast(2011), [1] * 6, 24) == FIRST_DICE

    @pytest.mark.parametrize("source", [chance.Fast(3), chance.System()], ids=["fast", "system"])
    def test_outcomes_come_by_weight_and_never_without(self, source: chance.Chance) -> None:
        weights = [5, 0, 1, 30]
        counts = np.bincount(draws(source, weights, 20_000), minlength=4).tolist()
        assert counts[1] == 0
        limit = CHI_SQUARE[2] if isinstance(source, chance.Fast) else 40.0  # the system's dice: 2 in a billion
        assert chi_square([counts[0], counts[2], counts[3]], [5, 1, 30]) < limit

    def test_every_ticket_belongs_to_its_weight(self) -> None:
        weights = [2, 0, 3, 1]
        assert [chance.place(weights, ticket) for ticket in range(6)] == [0, 0, 2, 2, 2, 3]

    def test_no_possible_outcome_is_our_own_mistake(self) -> None:
        with pytest.raises(AssertionError, match="no outcome is possible"):
            chance.Fast(1).outcome([0, 0], die)

    def test_too_many_tickets_are_our_own_mistake(self) -> None:
        with pytest.raises(AssertionError, match="tickets at most"):
            chance.Fast(1).outcome([chance.LARGEST, 1], die)

    def test_the_system_can_draw_of_more_tickets_than_that(self) -> None:
        assert chance.System().outcome([0, 2**80], die) == 1


class TestScripted:
    def test_it_gives_what_is_written(self) -> None:
        assert draws(chance.Scripted([5, 0, 3]), [1] * 6, 3) == [5, 0, 3]

    def test_its_end_is_told_with_what_was_due(self) -> None:
        with refused("script-ended", match="die 2, 3"):
            chance.Scripted([]).outcome([0, 1, 1], die)

    @pytest.mark.parametrize("outcome", [-1, 0, 3])
    def test_an_impossible_outcome_is_refused(self, outcome: int) -> None:
        with refused("impossible-outcome", match=f"Outcome {outcome} .* die 2, 3"):
            chance.Scripted([outcome]).outcome([0, 1, 1], die)


class TestTyped:
    @pytest.mark.parametrize("answer", ["3", "die 3", "  DIE   3 ", "3,"])
    def test_a_die_is_typed_with_or_without_its_word(self, answer: str) -> None:
        source, questions = typing(answer)
        assert source.outcome([1] * 6, die) == 2
        assert questions == ["die 1, 2, 3, 4, 5, 6"]

    @pytest.mark.parametrize("answer", ["2 3 4 4 6", "die 2 3 4 4 6", "2,3,4, 4,6", "die 2 die 3 die 4 die 4 die 6"])
    def test_a_whole_roll_is_typed_at_once(self, answer: str) -> None:
        source, questions = typing(answer)
        assert draws(source, [1] * 6, 5) == [1, 2, 3, 3, 5]
        assert len(questions) == 1

    @pytest.mark.parametrize("wrong", ["", "7", "0", "x", "keep 3", "die", "start 3", "-1"])
    def test_what_cannot_be_is_asked_again(self, wrong: str) -> None:
        source, questions = typing(wrong, "4")
        assert source.outcome([1] * 6, die) == 3
        assert len(questions) == 2

    def test_after_a_wrong_die_the_rest_of_the_line_is_not_used(self) -> None:
        source, questions = typing("2 9 4 4", "5")
        assert draws(source, [1] * 6, 2) == [1, 4]
        assert len(questions) == 2

    def test_what_was_typed_too_much_is_told_and_forgotten(self) -> None:
        source, questions = typing("1 2 3", "6")
        assert source.outcome([1] * 6, die) == 0
        assert source.surplus() == ["2", "3"]
        assert source.outcome([1] * 6, die) == 5
        assert len(questions) == 2

    def test_an_argument_that_two_outcomes_share_must_be_named(self) -> None:
        source, questions = typing("1", "card 1")
        names = ["die 1", "card 1", "card 2"]
        assert source.outcome([1, 1, 1], lambda code: names[code]) == 1
        assert questions[0] == "die 1; card 1, 2"

    @given(some.lists(some.integers(0, 5), min_size=1, max_size=8), some.sampled_from([" ", ", ", " die "]))
    def test_any_roll_is_read_as_it_lies(self, faces: list[int], between: str) -> None:
        source, _ = typing("die " + between.join(str(face + 1) for face in faces))
        assert draws(source, [1] * 6, len(faces)) == faces
