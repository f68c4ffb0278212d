"""Sweeps of one option or two, and the search for a value: the same dice at every value, and errors that hold."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import ceil, isnan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.play import engines
from bussolotto.study import keeping, lab, target
from bussolotto.study.effects import Pairs
from bussolotto.study.matches import MatchConfig, play_range, validate
from bussolotto.study.measures import measures, unit_of, values
from bussolotto.study.sweep import (
    MOST_POINTS,
    MOST_VALUES,
    Axis,
    Sweep,
    SweepResult,
    complete,
    read_axis,
    run,
    slices,
)
from bussolotto.study.sweep_report import csv_rows, search_report, sweep_report
from bussolotto.study.target import Search, Target, read_target, search
from tests.refusals import refused

GAME = bussolotto.game("my-dice-your-dice")
BASE = MatchConfig(GAME.NAME, ("random", "random"), seed=3)
GOALS = Axis("goal", ("7", "10", "28"))
LUCK = np.random.Generator(np.random.PCG64(1)).normal(size=4_000)
LUCK -= LUCK.mean()


@pytest.fixture(autouse=True)
def _kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "root", lambda: tmp_path / "kept")


@pytest.fixture
def shaped(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], float]], None]:
    """Takes what a measure is at each goal; searches then find that, with the same luck everywhere."""

    def shape(mean: Callable[[int], float]) -> None:
        def found(base: MatchConfig, job: tuple[MatchConfig, int, int], first: int) -> Any:
            each = mean(int(job[0].options["goal"])) + LUCK[first : first + job[2]]
            return np.tile(each[:, None], len(measures(base)))

        monkeypatch.setattr(target, "play", lambda jobs, *_: jobs)
        monkeypatch.setattr(target, "values", found)

    return shape


def asked(axes: tuple[Axis, ...] = (GOALS,), matches: int = 400, within: float | None = None) -> Sweep:
    return complete(Sweep(BASE, axes, matches, within))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("goal=7..10", ("7", "8", "9", "10")),
        ("goal=7..67:20", ("7", "27", "47", "67")),
        ("goal = 9,7", ("9", "7")),
        ("goal", ("7", "13", "19", "25", "31", "37", "43", "49", "55", "61", "67")),
        ("players=random,easy", ("random", "easy")),
    ],
)
def test_an_axis_is_read(text: str, values: tuple[str, ...]) -> None:
    assert read_axis(GAME, text).values == values


def test_an_option_of_words_has_all_of_them() -> None:
    assert read_axis(bussolotto.game("spilorcio"), "loan").values == bussolotto.game("spilorcio").OPTIONS["loan"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("gaol=7..9", "unknown-option"),
        ("goal=9..7", "bad-sweep"),
        ("goal=7..9:0", "bad-sweep"),
        ("goal=7..1e9", "bad-sweep"),
        ("goal=0..999999999:1", "too-many-values"),
    ],
)
def test_what_is_no_axis_is_refused(text: str, code: str) -> None:
    with refused(code):
        read_axis(GAME, text)


@pytest.mark.parametrize(
    ("axes", "code"),
    [
        ((), "bad-sweep"),
        ((GOALS, GOALS), "bad-sweep"),
        ((Axis("goal", ("7",)),), "bad-sweep"),
        ((Axis("goal", ("7", "7")),), "bad-sweep"),
        ((Axis("goal", ("7", "68")),), "unknown-value"),
        ((Axis("players", ("random", "nobody")),), "unknown-player"),
        ((Axis("goal", tuple(map(str, range(MOST_VALUES + 1)))),), "too-many-values"),
        ((Axis("goal", tuple(map(str, range(7, 40)))), Axis("group_size", tuple("123456789"))), "too-many-values"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(axes: tuple[Axis, ...], code: str) -> None:
    assert MOST_POINTS < 33 * 9
    with refused(code):
        asked(axes)


def test_every_value_has_the_matches_that_it_has_alone() -> None:
    found = run(asked(), engines.Here())
    column = [measure.name for measure in measures(BASE)].index("plies")
    for goal, pairs in zip(GOALS.values, found.pairs, strict=True):
        alone = play_range(validate(replace(BASE, options={"goal": goal})), 0, 400)
        assert pairs.changed.mean[column] == pytest.approx(alone.plies.mean())
    assert (found.count, found.stopped, found.done) == (400, "matches", 1.0)


def test_others_are_compared_with_the_usual_value_match_by_match() -> None:
    sweep = asked()
    found = run(sweep, engines.Here())
    assert sweep.points[sweep.reference] == ("28",)
    column = [measure.name for measure in sweep.measures].index("place.0")
    first = [values(setting, play_range(setting, 0, 400))[:, column] for setting in sweep.settings]
    error = (first[0] - first[2]).std(ddof=1) / sqrt(400)
    assert found.pairs[0].difference.error[column] == pytest.approx(error)
    assert not found.pairs[2].difference.mean.any()


def test_two_options_have_every_pair_of_values() -> None:
    sweep = asked((Axis("players", ("random", "easy")), GOALS), matches=20)
    assert sweep.points[1] == ("random", "10") and len(sweep.points) == 6
    assert sweep.settings[3].players == ("easy", "easy") and sweep.settings[3].options["goal"] == "7"
    told = sweep_report(run(sweep, engines.Here()))
    assert [point["values"] for point in told["points"]] == [list(point) for point in sweep.points]
    rows = list(csv_rows(told))
    assert rows[0][:3] == ["players", "goal", "measure"] and len(rows) == 1 + 6 * len(sweep.measures)


def test_it_stops_as_soon_as_all_win_shares_are_known() -> None:
    found = run(asked(matches=20_000, within=0.03), engines.Here())
    assert found.stopped == "within" and found.half_width <= 0.03
    assert 300 < found.count < 4_000


def test_slices_are_the_same_for_any_number_of_matches() -> None:
    short, long = list(slices(2_000)), list(slices(9_000))
    assert short[:-1] == long[: len(short) - 1] and sum(size for _, size in long) == 9_000


def test_what_searching_players_play_is_seen_early() -> None:
    sweep = complete(Sweep(replace(BASE, players=("medium", "medium")), (GOALS,), 1_000))
    assert not sweep.compiled and list(sweep.slices)[:3] == [(0, 2), (2, 3), (5, 5)]
    assert list(asked().slices) == list(slices(400)) and list(sweep.slices)[6:] == list(slices(1_000))[2:]


@pytest.mark.parametrize("size", [2, 3, 20, 199])
def test_the_interval_of_a_few_matches_has_room_for_what_was_not_seen(size: int) -> None:
    sweep = asked()
    column = [measure.name for measure in sweep.measures].index("place.0")
    table = np.ones((size, len(sweep.measures)))
    found = SweepResult(sweep, [Pairs.of(table, table)] * len(sweep.points))
    lower, upper = found.interval(0, column)
    assert upper == 1 and lower < 1 - 1 / size
    assert all(map(isnan, found.interval(0, 0))), "nobody knows how much a length varies that was the same so far"
    table = table.copy()
    table[0] = 0
    lower, upper = SweepResult(sweep, [Pairs.of(table, table)] * 3).interval(0, column)
    assert 0 <= lower < 1 - 1 / size < upper < 1


def test_the_lab_says_how_long_it_still_takes_at_most() -> None:
    now_s = iter([100.0, 104.0, 110.0])
    left = lab.Left(lambda: next(now_s))
    assert [left(0.01), left(0.05), left(0.05)] == [None, 95.0, pytest.approx(237.5)]


class Failing(engines.Here):
    """An engine that plays so many slices, and then is interrupted."""

    def __init__(self, slices: int) -> None:
        self.left = slices

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield function(item)


def test_a_sweep_goes_on_where_it_was_interrupted() -> None:
    first = run(asked(), Failing(7))
    assert (first.stopped, first.count) == ("interrupted", 100)
    again = Failing(5)  # of 12 slices
    assert run(asked(), again).stopped == "matches" and not again.left
    assert sweep_report(run(asked(), Failing(0))) == sweep_report(run(asked(), engines.Here()))


def test_another_sweep_with_the_same_values_plays_only_the_others() -> None:
    run(asked(), engines.Here())
    more = Failing(4)
    assert run(asked((Axis("goal", ("7", "9", "10")),)), more).stopped == "matches" and not more.left


def test_how_far_it_is_grows_to_one() -> None:
    seen: list[float] = []
    run(asked(), engines.Here(), lambda so_far: seen.append(so_far.done))
    assert seen == sorted(seen) and seen[0] < 0.05 and seen[-1] == pytest.approx(1)


def test_a_report_of_nothing_has_no_figures() -> None:
    told = sweep_report(SweepResult(asked()))
    assert told["played"] == 0 and told["points"][0]["measures"] == {}


def test_units_are_those_of_the_measures() -> None:
    assert all(unit_of(measure.name) == measure.unit for measure in measures(BASE))


def sought(wanted: Target, values: tuple[str, ...], matches: int = 4_000) -> Search:
    return search(asked((Axis("goal", values),), matches), wanted, engines.Here())


def test_a_search_brackets_the_value() -> None:
    values = tuple(map(str, range(7, 40)))
    found = sought(Target("plies", 20.0), values)
    below, above = (float(found.tried[index].mean()) for index in (found.low, found.high))
    assert found.high - found.low == 1 and below <= 20 <= above
    crossing, error = found.crossing() or (0.0, 0.0)
    assert float(values[found.low]) <= crossing <= float(values[found.high]) and 0 < error < 1
    assert len(found.tried) <= found.steps
    told = search_report(found)
    assert told["stopped"] == "found" and told["nearest"] in told["between"]


def test_a_search_outside_the_range_says_so() -> None:
    found = sought(Target("plies", 1e6), ("7", "20", "39"))
    assert (found.stopped, found.crossing()) == ("not-crossed", None)
    assert set(found.tried) == {0, 1, 2} and search_report(found)["between"] is None


def test_what_rises_and_falls_is_found_between_ends_on_one_side() -> None:
    found = sought(Target("plies", 20.0), ("7", "9", "14", "39", "28", "11", "8"))
    assert found.stopped == "found" and found.high - found.low == 1
    one, other = (float(found.tried[index].mean()) for index in (found.low, found.high))
    assert min(one, other) <= 20 <= max(one, other)


def hill(top: int, slope: float, height: float = 100) -> Callable[[int], float]:
    return lambda goal: height - slope * abs(goal - top)


@pytest.mark.parametrize("last", [1, 2, 5, 6, 23, 60])
def test_a_hill_is_found_wherever_it_stands(last: int, shaped: Callable[[Callable[[int], float]], None]) -> None:
    sweep = asked((Axis("goal", tuple(map(str, range(7, 8 + last)))),), 2_000)
    for top in range(last + 1):
        shaped(hill(7 + top, 60 / ceil(last / 6)))
        found = search(sweep, Target("plies", 50.0), engines.Here())
        assert len(found.tried) <= found.steps
        assert (found.stopped, found.high - found.low) == ("found", 1)
        one, other = (float(found.tried[index].mean()) for index in (found.low, found.high))
        assert min(one, other) < 50 < max(one, other)


def test_a_hill_that_may_just_reach_the_target_is_told(shaped: Callable[[Callable[[int], float]], None]) -> None:
    shaped(hill(37, 1, 49.99))
    found = search(asked((Axis("goal", tuple(map(str, range(7, 68)))),), 2_000), Target("plies", 50.0), engines.Here())
    told = search_report(found)
    assert told["stopped"] == "found" and "37" in told["between"]


def test_the_closest_value_is_one_of_the_neighbours(shaped: Callable[[Callable[[int], float]], None]) -> None:
    shaped(lambda goal: {7: 51.0, 67: 53.1}.get(goal, 68.0))
    sweep = asked((Axis("goal", tuple(map(str, range(7, 68, 10)))),), 4_000)
    told = search_report(search(sweep, Target("plies", 53.0), engines.Here()))
    assert (told["between"], told["nearest"]) == (["7", "17"], "7")


@pytest.mark.parametrize(("rise", "end"), [(1, "7"), (-1, "67")])
def test_a_target_at_an_end_or_beyond_is_no_crossing(
    rise: int, end: str, shaped: Callable[[Callable[[int], float]], None]
) -> None:
    shaped(lambda goal: rise * (goal - int(end)) + 50.01)
    sweep = asked((Axis("goal", tuple(map(str, range(7, 68, 10)))),), 4_000)
    told = search_report(search(sweep, Target("plies", 50.0), engines.Here()))
    assert (told["stopped"], told["nearest"], told["crossing"], told["beyond"]) == ("found", end, None, True)


def test_a_hill_that_just_reaches_the_target_is_not_beyond(shaped: Callable[[Callable[[int], float]], None]) -> None:
    shaped(hill(37, 1, 49.99))
    sweep = asked((Axis("goal", tuple(map(str, range(7, 68, 10)))),), 4_000)
    told = search_report(search(sweep, Target("plies", 50.0), engines.Here()))
    assert (told["nearest"], told["crossing"], told["beyond"]) == ("37", None, False)


def test_common_dice_make_a_crossing_surer() -> None:
    found = Search(asked((Axis("goal", ("7", "8")),)), Target("plies", 0.5), high=1, stopped="found")
    found.tried = {0: LUCK, 1: LUCK + 1}
    crossing, same = found.crossing() or (0.0, 0.0)
    found.tried[1] = found.tried[1][::-1]
    other = (found.crossing() or (0.0, 0.0))[1]
    assert crossing == pytest.approx(7.5)
    assert same == pytest.approx(LUCK.std() / sqrt(4_000), rel=1e-3) and other == pytest.approx(same / sqrt(2), rel=0.1)


@pytest.mark.parametrize("text", ["plies", "plies=", "plies=x", "plies=nan", "plies=inf"])
def test_what_is_no_target_is_refused(text: str) -> None:
    with refused("bad-target"):
        read_target(asked(), text)


def test_a_target_needs_one_option_and_a_measure() -> None:
    with refused("bad-target"):
        read_target(asked((GOALS, Axis("group_size", ("1", "2")))), "plies=20")
    with refused("unknown-effect"):
        read_target(asked(), "pliers=20")
