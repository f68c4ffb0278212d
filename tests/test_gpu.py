"""Play on a graphics card: what Numba's CUDA simulator plays is what processors play, byte for byte."""

import json
import os
import sys
from functools import cache

import numpy as np
import pytest

import bussolotto
from bussolotto import gpu
from bussolotto.core import chance, errors
from bussolotto.core.kernel import MAX_SEATS
from bussolotto.play.policies import policy_of
from bussolotto.play.tally import TALLY
from bussolotto.study import matches
from tests import on_simulator, processes
from tests.repo.sources import ROOT

SPILORCIO = bussolotto.game("spilorcio")


@cache
def simulated() -> dict[str, list[str]]:
    """What on_simulator.py says: by game, the digests of device and processor."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.on_simulator"]
    done = processes.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", bussolotto.games())
def test_the_device_plays_as_the_processor_does(name: str) -> None:
    device, processor = simulated()[name]
    assert device == processor


def test_the_device_plays_as_compiled_code_does() -> None:
    """Results from the studies' own way of playing, final positions match by match."""
    seats = max(SPILORCIO.SEATS)
    setting = matches.MatchConfig("spilorcio", ("random",) * seats, on_simulator.SEED)
    results = matches.batch(matches.validate(setting), 0, on_simulator.MATCHES)
    states = np.zeros(on_simulator.MATCHES, SPILORCIO.STATE)
    opening = np.array([bussolotto.new_state(SPILORCIO, seats)])
    for match in range(on_simulator.MATCHES):
        dice, choices = (chance.streams(on_simulator.SEED, first + match, 1) for first in (0, chance.CHOICES))
        kinds, told = np.zeros(seats, np.int64), np.zeros(1, TALLY)
        end = states[match : match + 1]
        tables = policy_of(SPILORCIO).tables(opening[0])
        bussolotto.compiled(SPILORCIO).play_matches(opening, end, seats, dice, choices, kinds, match, tables, told)
    assert on_simulator.digest(results, states) == simulated()["spilorcio"][0]


@pytest.mark.parametrize("name", bussolotto.games())
def test_a_device_reads_every_field_at_a_multiple_of_its_size(name: str) -> None:
    packed = bussolotto.game(name).STATE
    aligned = gpu.aligned(packed)
    assert aligned.names == packed.names and aligned.fields is not None
    for kind, offset, *_ in aligned.fields.values():
        assert offset % kind.base.itemsize == 0 and aligned.itemsize % kind.base.itemsize == 0
    states = np.random.default_rng(1).bytes(5 * packed.itemsize)
    there = np.frombuffer(states, packed)
    assert there.astype(aligned).astype(packed).tobytes() == states


def test_without_a_device_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(errors.NoDevice):
        gpu.play(SPILORCIO, 1, 2)


def test_a_device_wants_its_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: True)
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(errors.MissingExtra, match="gpu"):
        gpu.play(SPILORCIO, 1, 2)


def test_what_cannot_be_played_is_refused_first() -> None:
    with pytest.raises(errors.BadSeats):
        gpu.play(SPILORCIO, 1, MAX_SEATS)
    with pytest.raises(errors.UnknownOption):
        gpu.play(SPILORCIO, 1, 2, options={"lone": "five"})
