"""Studies: the same dice on both sides, nothing played twice, stopped by looking or by hand, refused before playing."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bussolotto.play import engines
from bussolotto.study import keeping, matches
from bussolotto.study.matches import MatchConfig, Results
from bussolotto.study.measures import values
from bussolotto.study.study import Experiment, StudyResult, complete, study
from tests.laws.test_compiled import change
from tests.refusals import refused

RANDOM = MatchConfig("spilorcio", ("random", "random"), 5)
LOAN: dict[str, str] = {"loan": "five"}
BATCH = 500


@pytest.fixture(autouse=True)
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Every batch that is played: its loan, its number, its size; kept in a folder of its own, in small batches."""
    told: list[tuple[str, int, int]] = []
    play_batch = matches.batch

    def batch(setting: MatchConfig, number: int, size: int) -> Results:
        told.append((setting.options.get("loan", "none"), number, size))
        return play_batch(setting, number, size)

    monkeypatch.setattr(keeping, "root", lambda: tmp_path / "kept")
    monkeypatch.setattr(matches, "batch", batch)
    monkeypatch.setattr(matches, "COMPILED_BATCH", BATCH)
    return told


def question(count: int = 1_000, *changes: dict[str, str], **rest: Any) -> Experiment:
    return complete(Experiment(RANDOM, changes or (LOAN,), count, **rest))


def answer(asked_for: Experiment, progress: Callable[[StudyResult], None] | None = None) -> StudyResult:
    return study(asked_for, engines.Here(), progress)


def test_effects_are_those_of_the_same_matches() -> None:
    found = answer(question())
    tables = []
    for side in found.experiment.sides:
        results = Results.joined([matches.batch(side, number, BATCH) for number in (0, 1)])
        tables.append(values(side, results))
    differences = tables[1] - tables[0]
    for column in range(differences.shape[1]):
        effect = found.pairs[0].effect(column)
        assert effect.mean == pytest.approx(differences[:, column].mean(), abs=1e-12)
        assert effect.error == pytest.approx(differences[:, column].std(ddof=1) / 1000**0.5, abs=1e-12)
    assert found.counts[1].by_name["plies"].sum() == 1_000


def test_the_same_dice_make_the_interval_narrower() -> None:
    effect = answer(question()).effect(0)
    assert effect.unpaired > 5 * effect.error


def test_who_asks_again_plays_nothing(played: list[tuple[str, int, int]]) -> None:
    first = answer(question())
    assert played == [("reserve", 0, BATCH), ("five", 0, BATCH), ("reserve", 1, BATCH), ("five", 1, BATCH)]
    played.clear()
    again = answer(question())
    assert played == []
    assert (again.pairs[0].difference.mean == first.pairs[0].difference.mean).all()
    assert (again.pairs[0].difference.squares == first.pairs[0].difference.squares).all()


def test_a_longer_study_goes_on_and_another_change_has_the_same_base(played: list[tuple[str, int, int]]) -> None:
    answer(question(700))
    played.clear()
    answer(question(1_200))
    assert played == [("reserve", 1, BATCH), ("five", 1, BATCH), ("reserve", 2, 200), ("five", 2, 200)]
    played.clear()
    answer(question(1_000, {"board": "short"}))
    assert [each[1:] for each in played] == [(0, BATCH), (1, BATCH)]


def test_what_is_kept_is_what_was_played() -> None:
    side = question().sides[1]
    results = matches.batch(side, 3, BATCH)
    keeping.write(side, 3, results)
    again = keeping.read(side, 3, 400)
    assert again is not None
    for name, column in vars(again).items():
        assert np.array_equal(column, getattr(results, name)[:400]), name


def test_a_damaged_file_is_played_again(played: list[tuple[str, int, int]]) -> None:
    first = answer(question())
    for file in keeping.folder(first.experiment.base).iterdir():
        file.write_bytes(file.read_bytes()[:-100])
    played.clear()
    again = answer(question())
    assert {loan for loan, _, _ in played} == {"reserve"}
    assert again.effect(0) == first.effect(0)


@pytest.mark.parametrize(
    ("name", "anew"),
    [
        ("games.cincinnati.chances", True),
        ("games.cincinnati.duel", True),
        ("play.tally", True),
        ("play.arbiter", False),
    ],
)
def test_matches_are_played_anew_when_a_source_of_theirs_changes(
    name: str, anew: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rests_on = keeping.rests_on.__wrapped__
    before = rests_on("cincinnati")
    change(import_module(f"bussolotto.{name}"), monkeypatch, tmp_path)
    assert (rests_on("cincinnati") != before) == anew


def test_what_is_kept_depends_on_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    base = question().base
    others = [
        MatchConfig(base.game, base.players, 6, base.options),
        MatchConfig(base.game, ("random",) * 3, 5, base.options),
    ]
    others += [MatchConfig(base.game, base.players, 5, {**base.options, **LOAN})]
    folders = {keeping.folder(each) for each in (base, *others)}
    monkeypatch.setattr(keeping, "rests_on", lambda game: "other rules")
    assert len(folders | {keeping.folder(base)}) == 5


def test_the_oldest_goes_when_it_is_too_much() -> None:
    old, new = question().sides
    for age, side in ((1_000, old), (2_000, new)):
        keeping.write(side, 0, matches.batch(side, 0, 50))
        os.utime(keeping.folder(side), (age, age))
    keeping.touch(old)
    old, new = new, old
    keeping.forget_oldest(largest=1 << 20)
    assert keeping.holds(old, 0, 50) and keeping.holds(new, 0, 50)
    keeping.forget_oldest(largest=sum(file.stat().st_size for file in keeping.folder(new).iterdir()))
    assert not keeping.holds(old, 0, 50) and keeping.holds(new, 0, 50)


def test_another_study_may_finish_its_draft_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    side, there = question().base, Path.iterdir
    keeping.write(side, 0, matches.batch(side, 0, 50))
    monkeypatch.setattr(Path, "iterdir", lambda folder: [*there(folder), folder / "finished"])
    keeping.forget_oldest(largest=1 << 20)
    assert keeping.holds(side, 0, 50)
    keeping.forget_oldest(largest=0)
    assert not keeping.holds(side, 0, 50)


def test_it_stops_when_the_effect_is_known_well_enough() -> None:
    found = answer(question(100_000, until=2.0))
    assert found.narrow and not found.interrupted
    assert BATCH <= found.count < 100_000
    assert found.width < 2.0


def test_all_changes_have_to_be_known() -> None:
    """With the short board matches differ more: it takes longer than with the loan alone."""
    alone = answer(question(100_000, until=2.0)).count
    assert answer(question(20_000, LOAN, {"board": "short"}, until=8.0)).count > alone


def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch, played: list[tuple[str, int, int]]) -> None:
    looked: list[int] = []

    def look(findings: StudyResult) -> None:
        looked.append(findings.count)
        if findings.count == 1_000:
            raise KeyboardInterrupt

    found = answer(question(5_000), look)
    assert found.interrupted and found.count == 1_000 and looked == [500, 1_000]
    played.clear()
    assert answer(question(1_500)).count == 1_500
    assert played == [("reserve", 2, BATCH), ("five", 2, BATCH)]


def test_changes_stand_by_themselves_or_together() -> None:
    board = {"board": "short"}
    apart = question(10, LOAN, board)
    assert [(side.options["loan"], side.options["board"]) for side in apart.sides] == [
        ("reserve", "standard"),
        ("five", "standard"),
        ("reserve", "short"),
    ]
    both = complete(Experiment(RANDOM, (LOAN, board), 10), together=True)
    assert [(side.options["loan"], side.options["board"]) for side in both.sides[1:]] == [("five", "short")]


def test_an_own_board_can_be_studied() -> None:
    found = answer(question(500, {"board": "2>9 2>9 2>9 2>9 2>9"}))
    assert found.effect(0).mean < -10


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Experiment(RANDOM, (), 10), "no-change"),
        (Experiment(RANDOM, ({"loan": "reserve"},), 10), "same-as-base"),
        (Experiment(RANDOM, ({"lone": "five"},), 10), "unknown-option"),
        (Experiment(RANDOM, ({"loan": "six"},), 10), "unknown-value"),
        (Experiment(RANDOM, (LOAN,), 10, effect="fun"), "unknown-effect"),
        (Experiment(MatchConfig("ludo", ("random",)), (LOAN,), 10), "unknown-game"),
        (Experiment(MatchConfig("spilorcio", ("random",)), (LOAN,), 10), "bad-seats"),
        (Experiment(MatchConfig("spilorcio", ("rnadom",) * 2), (LOAN,), 10), "unknown-player"),
    ],
)
def test_what_cannot_be_studied_is_refused(wrong: Experiment, code: str) -> None:
    with refused(code):
        complete(wrong)


def test_a_contradiction_is_refused() -> None:
    with refused("changed-twice"):
        complete(Experiment(RANDOM, ({"board": "short"}, {"board": "long"}), 10), together=True)


def test_bots_are_paired_too() -> None:
    """Where nothing compiles: with the same dice and choices a match differs only where the rule is felt."""
    base = MatchConfig("my-dice-your-dice", ("perfect", "perfect"), 3)
    with engines.engine(workers=2) as processes:
        found = study(complete(Experiment(base, ({"goal": "26"},), 2)), processes)
    assert found.count == 2 and found.counts[0].by_name["plies"].sum() == 2


def test_it_does_not_matter_who_plays() -> None:
    here = answer(question())
    by = engines.Threads(2)
    try:
        for folder in keeping.root().glob("*/*"):
            folder.rename(folder.with_name("gone" + folder.name))
        threads = study(question(), by)
    finally:
        by.close()
    assert (threads.pairs[0].difference.mean == here.pairs[0].difference.mean).all()
