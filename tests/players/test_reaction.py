"""Reaction times: exponential, without memory, and each thing found by itself."""

from random import Random
from statistics import mean

import pytest

from bussolotto.players.reaction import first_found, search_ms

TIMES = [search_ms(rng, 1000.0) for rng in [Random(1)] for _ in range(20_000)]


def test_a_search_takes_as_long_as_said_on_average_and_never_no_time() -> None:
    assert mean(TIMES) == pytest.approx(1000, rel=0.03)
    assert min(TIMES) >= 1
    assert {search_ms(Random(seed), 0.01) for seed in range(50)} == {1}


def test_who_has_searched_in_vain_has_as_long_to_go_as_at_the_start() -> None:
    for waited_ms in (300, 1000, 2500):
        assert mean(t - waited_ms for t in TIMES if t > waited_ms) == pytest.approx(1000, rel=0.06)


def test_the_first_of_several_things_is_found_sooner_and_the_easy_one_more_often() -> None:
    rng = Random(2)
    found = [first_found(rng, [(7, 1000.0), (9, 3000.0)]) for _ in range(8_000)]
    actions, waits = zip(*(each for each in found if each), strict=True)
    assert actions.count(7) / len(actions) == pytest.approx(3 / 4, abs=0.02)
    assert mean(waits) == pytest.approx(750, rel=0.04)  # rates add up: 1/1000 + 1/3000


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert first_found(Random(1), []) is None
