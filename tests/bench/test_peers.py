"""The contest with other libraries: fair rounds, honest medians, nothing left out in silence, docs that agree."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.games import PEERS as GAMES
from bench.peers import contest, environments, measure, ours, page, record, ten
from bench.peers.contest import Contest
from bench.peers.environments import Missing
from bench.peers.lineup import OURS, PEERS, Command, Peer, Worker
from tests.repo.sources import ROOT

HELLO = "import json, os; print(json.dumps({'versions': {'toy': '1.0'}, 'games': ['pig']}), flush=True); "
ANSWER = "print(json.dumps({'matches': 1000, 'decisions': %s, 'note': '%s', 'cpu_s': 0.5}), flush=True); "


def toy(key: str, program: str, title: str = "") -> Peer:
    """A peer that is a line of Python."""
    return Peer(key, title or key, lambda _: Command((sys.executable, "-c", program)))


def answering(decisions: object, note: str = "") -> str:
    """A program that gives the same answer to every question."""
    return f"{HELLO}[({(ANSWER % (decisions, note)).rstrip('; ')}) for _ in iter(input, None)]"


@pytest.fixture
def lined_up(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Contest]:
    """Holds a contest of pig, ten decisions a match, between these."""

    def hold(mine: Peer, *others: Peer) -> Contest:
        monkeypatch.setattr(ours, "decisions_per_match", lambda game: 10.0)
        monkeypatch.setattr(contest, "OURS", mine)
        monkeypatch.setattr(contest, "PEERS", others)
        return contest.held(rounds=2, seconds=0.0, quick=True, games=("pig",))

    return hold


def test_rates_are_decisions_a_second_of_processor_time(lined_up: Callable[..., Contest]) -> None:
    matches_only, decisions_too = toy("ours", answering(None)), toy("theirs", answering(9_500, "batch 8"))
    held = lined_up(matches_only, decisions_too)
    assert held.rates["pig"] == {"ours": [0.02, 0.02], "theirs": [0.019, 0.019]}
    assert held.notes == {"pig": {"theirs": "batch 8"}} and held.versions == {"toy": "1.0"}
    assert held.ratio("pig", "theirs") == pytest.approx(10 / 9.5) and held.rounds == 2


def test_who_plays_another_game_is_noticed(lined_up: Callable[..., Contest]) -> None:
    with pytest.raises(AssertionError, match="odd: 12"):
        lined_up(toy("ours", answering(None)), toy("theirs", answering(12_000), "odd"))


def test_who_cannot_start_is_left_out_with_a_line(
    lined_up: Callable[..., Contest], capsys: pytest.CaptureFixture[str]
) -> None:
    held = lined_up(toy("ours", answering(None)), toy("theirs", "raise SystemExit('no such library')"))
    assert list(held.rates["pig"]) == ["ours"]
    assert capsys.readouterr().err == "theirs is left out: it has ended with 1: no such library\n"
    assert held.missing == {"theirs": "it has ended with 1: no such library"}


def test_a_median_is_of_ratios_round_by_round() -> None:
    rates = {"pig": {OURS.key: [10.0, 1.0, 8.0], "theirs": [1.0, 0.5, 4.0]}}
    held = Contest({"pig": 10.0}, rates=rates)
    assert (held.ratio("pig", "theirs"), held.rate("pig", "theirs")) == (2.0, 1.0)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux holds a process on a core")
def test_all_play_on_the_same_core() -> None:
    before = os.sched_getaffinity(0)
    told = HELLO + "print(json.dumps(sorted(os.sched_getaffinity(0))), flush=True); input()"
    with closing(Worker(toy("toy", told), quick=True)) as worker:
        told_cores: Any = worker.ask("pig", 0)
        assert told_cores == [max(before)]
    assert os.sched_getaffinity(0) == before


def test_ours_answers_as_the_others_do() -> None:
    with closing(Worker(OURS, quick=True)) as worker:
        assert worker.games == list(GAMES)
        told = worker.ask("tic_tac_toe", 0.01)
    assert told["matches"] > 10_000 and told["cpu_s"] > 0 and worker.versions.keys() >= {"bussolotto", "numba"}


def test_matches_of_tic_tac_toe_take_seven_decisions_and_more() -> None:
    assert 7.5 < ours.decisions_per_match("tic_tac_toe", 5_000) < 7.8
    assert ours.speedup(GAMES["tic_tac_toe"], cores=2, rounds=1) > 0


@pytest.mark.parametrize("problem", ["no network\n\n", ""])
def test_an_environment_that_cannot_be_made_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, problem: str
) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    made: list[Path] = []

    def fail(folder: Path) -> None:
        environments.run(sys.executable, "-c", f"raise SystemExit({problem!r})" if problem else "raise SystemExit(3)")

    with pytest.raises(Missing, match="no network" if problem else "no reason was given"):
        environments.made("toy", b"pins", fail)
    folder = environments.made("toy", b"pins", made.append)
    assert environments.made("toy", b"pins", made.append) == folder and made == [folder]
    assert environments.made("toy", b"other pins", made.append) != folder


def test_without_node_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Missing, match=r"no Node\.js"):
        environments.node_modules()


def test_pins_are_names_versions_and_hashes() -> None:
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; [\w .'<>=!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    pins = environments.PINS.read_text(encoding="utf-8")
    assert [text for text in pins.splitlines() if not line.fullmatch(text)] == []
    for wanted in (environments.HERE / "wanted.txt").read_text(encoding="utf-8").split():
        assert wanted.replace("_", "-") in pins
    lock = json.loads((environments.HERE / "package-lock.json").read_text(encoding="utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())


def test_a_quick_run_writes_nothing_and_a_whole_one_keeps_all(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    rates = {game: {OURS.key: [30.0], PEERS[0].key: [10.0]} for game in GAMES}
    monkeypatch.setattr(ten, "measured", lambda quick: [])
    monkeypatch.setattr(contest, "held", lambda **_: Contest(dict.fromkeys(GAMES, 10.0), rates=rates))
    monkeypatch.setattr(ours, "speedup", lambda *_: 1.9)
    monkeypatch.setattr(record, "keep", kept.append)
    monkeypatch.setattr(record, "kept", lambda: None)
    monkeypatch.setattr(page, "write", lambda measurement: None)
    figures = measure.measure(quick=True)
    assert not kept
    assert [figure.met for figure in figures if figure.what == "ours is"] == [False] * 4
    assert measure.measure(quick=False) == figures
    assert kept[0]["games"]["yacht"]["peers"][PEERS[0].key]["ours_is_times"] == 3.0


def test_the_page_and_its_picture_say_what_was_measured_last() -> None:
    measurement = record.kept()
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, measurement) == text, "run `python -m bench.peers.page`"
    assert page.PICTURE.read_text(encoding="utf-8") == page.drawn(measurement), "run `python -m bench.peers.page`"
    assert measurement["games"].keys() == GAMES.keys()
    assert {peer.key for peer in (OURS, *PEERS)} == {key for _, peers in page.of_games(measurement) for key in peers}


def test_rates_are_told_in_few_digits() -> None:
    assert [page.told(rate) for rate in (63.21, 0.9325, 0.0111)] == ["63.2 million", "932,000", "11,100"]
    assert [page.number(times) for times in (3.17, 12.96, 8318.0)] == ["3.2", "13", "8,300"]


def test_nothing_of_the_peers_is_needed_to_test() -> None:
    wanted = (ROOT / "bench" / "peers" / "wanted.txt").read_text(encoding="utf-8").split()
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert [name for name in ("pgx", "jax") if f"\n{name}==" in constraints] == []
    assert {name.partition("==")[0] for name in wanted} >= {"pgx", "jax"}
