"""Is it the dice? Honest ones are suspected as rarely as is said, and false ones are found."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import bussolotto
from bussolotto.play import notation
from bussolotto.review import dice
from bussolotto.review.dice import Kind, fallen, holm, percentile_of
from tests.command_line import done
from tests.depth import count
from tests.review.sittings import sensible

DIE = Kind("some-game", tuple(f"die {face}" for face in range(1, 7)), (1,) * 6)
COINS = Kind("some-game", ("heads", "tails"), (3, 1))


def rolled(kind: Kind, matches: int, rng: Random) -> list[list[int]]:
    outcomes = range(len(kind.odds))
    return [rng.choices(outcomes, kind.odds, k=rng.randint(1, 40)) for _ in range(matches)]


def test_honest_dice_are_suspected_as_rarely_as_is_said() -> None:
    sets, rng = count(short=100, full=1_000), Random(1)
    least = [
        min(one.corrected for one in dice.compare({DIE: rolled(DIE, 6, rng), COINS: rolled(COINS, 6, rng)}, seed, 199))
        for seed in range(sets)
    ]
    for level in (0.1, 0.3):
        alarms = sum(p <= level for p in least)
        assert alarms <= sets * level + 4 * np.sqrt(sets * level * (1 - level)), (level, alarms)


def test_a_die_that_shows_too_many_sixes_is_found() -> None:
    false = [Random(seed).choices(range(6), (1, 1, 1, 1, 1, 2), k=100) for seed in range(10)]
    worst = dice.compare({DIE: false})[0]
    assert (worst.figure, worst.dice) == ("frequencies", 1_000) and worst.corrected < dice.ODD


def test_a_die_that_repeats_itself_is_found() -> None:
    rng, last, faces = Random(1), 0, []
    for _ in range(600):
        last = last if rng.random() < 0.15 else rng.randrange(6)
        faces.append(last)
    worst = dice.compare({DIE: [faces]})[0]
    assert worst.figure == "repetitions" and worst.corrected < dice.ODD and worst.value > worst.expected


def test_the_last_die_of_a_match_and_the_first_of_the_next_are_no_repetition() -> None:
    found = dice.compare({DIE: [[face] for face in [3] * 30]})
    assert [one.value for one in found if one.figure == "repetitions"] == [0.0]


def test_of_a_few_dice_nothing_is_said() -> None:
    assert dice.compare({DIE: [[1] * 10]}) == []


def test_dice_of_matches_are_taken_by_their_odds() -> None:
    game = bussolotto.game("my-dice-your-dice")
    record = sensible(game, 2, 1)
    found = fallen([record, record])
    assert sum(len(each) for matches in found.values() for each in matches) == 2 * sum(
        seat == bussolotto.CHANCE for seat, _ in record.steps
    )
    assert all(len(matches) == 2 and matches[0] == matches[1] for matches in found.values())


def test_the_command_tells_how_odd_the_dice_are(tmp_path: Path) -> None:
    for seed in range(3):
        record = sensible(bussolotto.game("my-dice-your-dice"), 2, seed)
        (tmp_path / f"{seed}.jsonl").write_bytes(notation.write(record, b"k" * 32))
    told = done("dice", str(tmp_path)).output
    assert told.startswith("4") and "outcomes in 3 matches." in told and "with 2 figures looked at" in told
    assert "Anna: the luck was at percentile" in told
    as_json = json.loads(done("dice", str(tmp_path), "--json").output)
    assert as_json["matches"] == 3 and len(as_json["figures"]) == 2
    assert as_json["luck"]["Anna"] == pytest.approx(1 - as_json["luck"]["Bruno"])


def test_corrections_are_holm_s() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.08, 0.08])
    assert holm([0.5, 0.6]) == [1.0, 1.0]


def test_luck_at_the_middle_is_usual() -> None:
    assert percentile_of([0.1, -0.1] * 20) == pytest.approx(0.5)
    assert percentile_of([0.1] * 5) is None
    rng = Random(2)
    low = [percentile_of([rng.uniform(-1, 1) for _ in range(60)]) for _ in range(count(short=400, full=4_000))]
    assert abs(sum(p is not None and p < 0.07 for p in low) / len(low) - 0.07) < 0.05
