# mypy: disable-error-code="attr-defined, no-untyped-call, untyped-decorator"
"""The rules as device functions: their code as it is, among names that a device has.

The CUDA compiler is that of the package numba-cuda; this module is imported where it is installed. What rules find in
their modules is replaced by

- tables: arrays in the memory of the device, for those that Numba would make of them, constants, may take 64 KiB;
- whole numbers of other modules: literals, so that `np.zeros(dice.DICE, ..)` knows how much room it takes;
- `np`: the few functions of it that rules call. `np.zeros` becomes room on the stack of the function that asks.
"""

import operator
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import cuda, types
from numba.core import cgutils
from numba.cuda.cudaimpl import lower
from numba.cuda.extending import typeof_impl
from numba.extending import intrinsic, overload

from bussolotto import kernel

Rule = Callable[..., Any]

_registered: list[Rule] = []  # the functions of kernel.rules that the CUDA compiler knows
_tables: dict[int, tuple[Any, Any]] = {}  # by the identity of a table: itself, and its copy on the device


def register_rules() -> None:
    """Let the CUDA compiler know every rule that there is by now."""
    if not _registered:
        _register(positive)
        _register(count_nonzero)
    new = kernel.rules[len(_registered) :]
    _registered.extend(new)
    for rule in new:
        _register(rule)


def _register(rule: Rule) -> None:
    known = {name: _for_device(value) for name, value in rule.__globals__.items() if name in rule.__code__.co_names}
    twin = FunctionType(rule.__code__, known, rule.__name__, rule.__defaults__)
    overload(rule, target="cuda", strict=False)(lambda *_, **__: twin)


def _for_device(value: Any) -> Any:
    """What stands on a device for a thing that rules name."""
    if value is np:
        return _device_numpy()
    if isinstance(value, ModuleType):
        return _device_module(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufb":
        return _table(value)
    return value


@cache
def _device_module(module: ModuleType) -> ModuleType:
    """A module as rules read it."""
    twin = ModuleType(module.__name__)
    for name, value in vars(module).items():
        if type(value) is int:
            setattr(twin, name, _Literal(value))
        elif not isinstance(value, ModuleType):
            setattr(twin, name, _for_device(value))
    return twin


def _table(table: Any) -> Any:
    """The copy of a table on the device, made once."""
    if id(table) not in _tables:
        _tables[id(table)] = table, cuda.to_device(np.ascontiguousarray(table))
    return _tables[id(table)][1]


class _Literal(int):
    """A whole number whose value the compiler may use."""


@typeof_impl.register(_Literal)
def _typeof(value: _Literal, _: Any) -> Any:
    return types.literal(int(value))


@cache
def _device_numpy() -> ModuleType:
    """What rules use of NumPy."""
    module = ModuleType("device_numpy")
    vars(module).update(int64=np.int64, uint8=np.uint8, zeros=zeros, positive=positive, count_nonzero=count_nonzero)
    return module


def positive(values: Any, out: Any) -> None:
    """A copy, entry by entry."""
    for index in range(len(out)):
        out[index] = values[index]


def count_nonzero(values: Any) -> int:
    """How many entries are not 0."""
    count = 0
    for value in values:
        count += value != 0
    return count


@intrinsic(prefer_literal=True)
def zeros(context: Any, count: Any, kind: Any) -> Any:
    """An array on the stack of the function that calls this: it lives as long as that runs. `count` is a literal."""
    if not isinstance(count, types.IntegerLiteral):
        return None
    return types.Array(kind.dtype, 1, "C")(count, kind), _lowered_zeros


def _lowered_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, count = signature.return_type, signature.args[0].literal_value
    element = context.get_data_type(kind.dtype)
    each = context.get_abi_sizeof(element)

    def number(value: int) -> Any:
        return context.get_constant(types.intp, value)

    place = cgutils.alloca_once(builder, element, size=number(count))
    cgutils.memset(builder, place, number(count * each), 0)
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made, data=place, shape=[number(count)], strides=[number(each)], itemsize=number(each), meminfo=None
    )
    return made._getvalue()  # noqa: SLF001  # how Numba's own lowering ends


@lower(operator.setitem, types.Array, types.SliceType, types.Array)
def _lowered_copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """`row[:] = other`, entry by entry: NumPy's way makes room for a copy, in case both are the same."""

    def copy(out: Any, where: Any, values: Any) -> None:
        section = out[where]
        for index in range(len(section)):
            section[index] = values[index]

    return context.compile_internal(builder, copy, signature, arguments)
