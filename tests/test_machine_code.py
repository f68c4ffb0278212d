"""What compiled code alone calls has no machine code of its own; whatever else Numba compiles here has, as ever."""

import ctypes
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary
from numba.extending import register_jitable

import bussolotto.play.compiler  # noqa: F401  # with which Numba is told

compile_: Any = numba  # whose functions have no types
inner = register_jitable(no_cfunc_wrapper=True)  # as rules are


@inner
def next_even(number: int) -> int:
    return one_more(number) + (1 - number % 2)


@inner
def one_more(number: int) -> int:
    if number > 10:
        raise ValueError("too large", number)
    return number + 1


def outer() -> Any:
    """Python calls it; compiled anew each time."""

    def twice(number: int) -> int:
        return 2 * next_even(number)

    return compile_.njit(twice)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the libraries of which machine code is made."""
    names: list[str] = []
    make: Any = JITCodeLibrary._finalize_specific

    def note(library: Any) -> None:
        names.append(library.name)
        make(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", note)
    return names


def test_machine_code_is_made_of_what_python_calls_alone(made: list[str]) -> None:
    assert outer()(2) == 8
    assert [name.rpartition(".")[2] for name in made if name != "nrt"] == ["twice"]  # nrt: Numba's own runtime


def test_what_others_have_compiled_is_called_as_ever() -> None:
    by_both = compile_.njit(lambda number: number + 3)
    assert compile_.njit(lambda number: by_both(number) + 1)(1) == 5
    assert by_both(1) == 4
    by_c = compile_.cfunc("int64(int64)")(lambda number: number + 5)
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(by_c.address)(1) == 6
    for_arrays = compile_.vectorize(["int64(int64)"])(lambda number: number + 7)
    assert for_arrays(np.arange(2)).tolist() == [7, 8]


def test_an_error_inside_tells_its_values() -> None:
    with pytest.raises(ValueError, match="too large") as told:
        outer()(12)
    assert told.value.args == ("too large", 12)
