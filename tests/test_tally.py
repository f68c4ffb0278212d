"""What is counted during a match, against what the words of it say."""

from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from bussolotto.play.tally import TALLY, follow_lead, leading, open_tally

POINTS = [*product((0.0, 1.0, 2.5), repeat=3)]


def fresh() -> Any:
    (tally,) = np.zeros(1, TALLY).view(np.recarray)
    open_tally(tally)
    return tally


@pytest.mark.parametrize("fewest_win", [False, True])
def test_who_leads_is_ahead_of_all_others(fewest_win: bool) -> None:
    for points in POINTS:
        best = min(points) if fewest_win else max(points)
        alone = points.count(best) == 1
        assert leading(np.array(points), 3, fewest_win) == (points.index(best) if alone else -1), points


@pytest.mark.parametrize("fewest_win", [False, True])
def test_the_lead_changes_when_another_seat_has_it_whoever_was_level_in_between(fewest_win: bool) -> None:
    tally, leaders = fresh(), []
    for points in POINTS:
        tally.points[:3] = points
        follow_lead(tally, 3, fewest_win)
        leaders.append(leading(np.array(points), 3, fewest_win))
    alone = [leader for leader in leaders if leader >= 0]
    assert tally.leads == sum(one != other for one, other in pairwise(alone)) > 5
    assert tally.leader == alone[-1]
