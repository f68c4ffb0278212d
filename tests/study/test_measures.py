"""What is measured in a match, by hand."""

import numpy as np
import pytest

from bussolotto.study import measures
from bussolotto.study.matches import MatchConfig, Results
from bussolotto.study.measures import Counts

SETTING = MatchConfig("spilorcio", ("sensible", "random", "random"))


def by_hand() -> Results:
    """Two matches: seat 1 begins and wins; then seat 2 begins, and 0 and 1 share the victory."""
    results = Results.room(2)
    results.plies[:] = [10, 30]
    results.leads[:] = [1, 3]
    results.starts[:] = [1, 2]
    results.endings[:] = [0, 1]
    results.shares[:, :3] = np.array([[0, 1, 0], [0.5, 0.5, 0]])
    results.points[:, :3] = np.array([[3, 9, 5], [4, 4, 1]])
    return results


def named(results: Results, first: int = 0) -> dict[str, list[float]]:
    table = measures.values(SETTING, results, first)
    names = [measure.name for measure in measures.measures(SETTING)]
    assert table.shape == (2, len(names)) and len(set(names)) == len(names)
    return dict(zip(names, table.T.tolist(), strict=True))


def test_every_measure_is_what_one_counts_by_hand() -> None:
    found = named(by_hand())
    assert found["plies"] == [10, 30] and found["lead_changes"] == [1, 3]
    assert [found[f"place.{place}"] for place in range(3)] == [[1, 0], [0, 0.5], [0, 0.5]]
    assert [found[f"seat.{seat}"] for seat in range(3)] == [[0, 0.5], [1, 0.5], [0, 0]]
    assert found["points"] == [pytest.approx(17 / 3), 3]
    assert found["winner"] == [9, 4]
    assert found["margin"] == [4, 0]
    assert [found[f"points.{place}"] for place in range(3)] == [[9, 1], [5, 4], [3, 4]]
    assert found["tied"] == [0, 1]
    assert [found[f"ending.{word}"] for word in SETTING.module.ENDINGS] == [[1, 0], [0, 1], [0, 0], [0, 0]]


def test_players_are_followed_from_seat_to_seat() -> None:
    found = named(by_hand(), first=0)
    assert [found[f"player.{player}"] for player in range(3)] == [[0, 0.5], [1, 0], [0, 0.5]]
    later = named(by_hand(), first=1)
    assert [later[f"player.{player}"] for player in range(3)] == [[1, 0], [0, 0.5], [0, 0.5]]


def test_who_has_least_can_win_by_a_margin() -> None:
    assert measures.margins(np.array([[1.0, 0, 0]]), np.array([[2.0, 7, 5]])).tolist() == [3]


def test_counts_of_parts_add_up() -> None:
    results = by_hand()
    counts = Counts.of(results) + Counts.of(results)
    assert counts.by_name["plies"][[10, 30]].tolist() == [2, 2] and counts.by_name["plies"].sum() == 4
    assert counts.quantiles("plies", (0, 50, 51, 100)) == {"0": 10, "50": 10, "51": 30, "100": 30}
