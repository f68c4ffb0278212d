# mypy: disable-error-code="attr-defined, no-untyped-call"
"""What the CUDA compiler makes of the rules, executed without a device and held against the loops for processors:

    pip install ".[gpu]"
    python -m tools.gpu_on_processor [GAME ..] [--matches N]

compiles the kernels of these games, or of all, to PTX, turns that into C (tools/ptx.py) and plays matches with the
fewest and the most seats and with every option changed. Results, final positions and generators must be the same to the
byte, and every access to memory one that a device allows. Needs gcc.
"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda, from_dtype, int64

import bussolotto
from bussolotto import gpu
from bussolotto.core import chance
from bussolotto.gpu import loops
from bussolotto.play.tally import TALLY
from tools import ptx

CAPABILITY = (7, 0)
SEED = 11
FLAGS = ("-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-shared", "-fPIC")


class Table:
    """An array of this machine that the compiler takes for one of the device."""

    made: list[Any] = []  # noqa: RUF012  # all of them: the kernel may read them

    def __init__(self, array: Any) -> None:
        self.made.append(array)
        self.__cuda_array_interface__ = dict(array.__array_interface__, version=3)


def without_device() -> None:
    """Let the compiler work where there is no device."""
    from numba.cuda import dispatcher

    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)
    cuda.to_device = Table


class Kernel:
    """The kernel of a game as a processor runs it."""

    def __init__(self, game: Any, folder: Path) -> None:
        from bussolotto.gpu import rules

        rules.register_rules()
        self.game = game
        self.states, self.outcomes = gpu.aligned(game.STATE), gpu.aligned(TALLY)
        streams = int64[:, ::1]
        arguments = (from_dtype(self.states)[::1], int64, streams, streams, from_dtype(self.outcomes)[::1])
        text, _ = cuda.compile_ptx(loops.kernel_of(game).py_func, arguments, cc=CAPABILITY)
        source, self._file = folder / f"{game.NAME}.c", folder / f"{game.NAME}.so"
        source.write_text(ptx.to_c(text), encoding="utf-8")
        subprocess.run(["gcc", *FLAGS, "-o", str(self._file), str(source), "-lm"], check=True)
        self._library = ctypes.CDLL(str(self._file))
        self._library.hand_over.argtypes = [ctypes.c_uint64, ctypes.c_uint64]

    def play(self, opening: Any, seats: int, matches: int) -> tuple[bytes, ...]:
        """Final positions, results and generators of so many matches."""
        states = np.repeat(np.array([opening], self.game.STATE), matches).astype(self.states)
        told = np.zeros(matches, self.outcomes)
        streams = chance.streams(SEED, 0, matches), chance.streams(SEED, chance.CHOICES, matches)
        self._library.take_back()
        for array in (states, told, *streams, *Table.made):
            self._library.hand_over(array.ctypes.data, array.nbytes)
        given = [*_parts(states), seats, *(part for each in (*streams, told) for part in _parts(each))]
        blocks = -(-matches // gpu.THREADS)
        self._library.run((ctypes.c_uint64 * len(given))(*given), blocks, gpu.THREADS)
        return tuple(each.tobytes() for each in (states.astype(self.game.STATE), told.astype(TALLY), *streams))


def _parts(array: Any) -> list[int]:
    """An array as kernels get it: owner, parent, entries, size of one, address, shape, strides."""
    return [0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides]


def on_processor(game: Any, opening: Any, seats: int, matches: int) -> tuple[bytes, ...]:
    """The same by compiled code, match by match."""
    play = bussolotto.compiled(game).play_matches
    begin, states = np.array([opening], game.STATE), np.zeros(matches, game.STATE)
    told = np.zeros(matches, TALLY)
    streams = chance.streams(SEED, 0, matches), chance.streams(SEED, chance.CHOICES, matches)
    nobody = None, 0, None  # all choose at random, in races at random moments
    for match in range(matches):
        one = slice(match, match + 1)
        play(begin, states[one], seats, *(each[one] for each in streams), *nobody, told[one])
    return tuple(each.tobytes() for each in (states, told, *streams))


def settings(game: Any) -> Iterator[tuple[int, dict[str, str]]]:
    """Fewest and most seats, each with the usual rules and with every option changed."""
    for seats in (game.SEATS[0], game.SEATS[-1]):
        yield seats, {}
        for option, values in game.OPTIONS.items():
            yield from ((seats, {option: value}) for value in values[1:2])


def main() -> int:
    """Compare them; 1 where some differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="of each setting")
    arguments = parser.parse_args()
    without_device()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.games or bussolotto.games():
            game = bussolotto.game(name)
            kernel = Kernel(game, Path(folder))
            for seats, options in settings(game):
                opening = bussolotto.new_state(game, seats, **options)
                ends = [run(opening, seats, arguments.matches) for run in (kernel.play, _of(game))]
                wrong += ends[0] != ends[1]
                said = "the same" if ends[0] == ends[1] else "DIFFERENT"
                print(f"{name}, {seats} seats, {options}: {arguments.matches} matches, {said}", flush=True)
    return int(wrong > 0)


def _of(game: Any) -> Any:
    return lambda opening, seats, matches: on_processor(game, opening, seats, matches)


if __name__ == "__main__":
    sys.exit(main())
