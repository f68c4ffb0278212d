# mypy: disable-error-code="attr-defined, no-untyped-call, untyped-decorator"
"""The rules as device functions: unchanged code, with names replaced by what a device supports.

The CUDA compiler is the one in the package numba-cuda; import this module only where it is installed. The names that
rules use from their modules are replaced as follows:

- tables: arrays in device memory, because the constants that Numba would make of them are limited to 64 KiB;
- integers of other modules: literals, so that `np.zeros(dice.DICE, ..)` has a known size;
- `np`: the few of its functions that rules call. `np.zeros` allocates on the stack of the calling function.
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

from bussolotto.core import kernel

Rule = Callable[..., Any]

_registered: list[Rule] = []  # the functions of kernel.rules registered with the CUDA compiler
_tables: dict[int, tuple[Any, Any]] = {}  # by the id of a table: the table and its copy on the device


def register_rules() -> None:
    """Register all existing rules with the CUDA compiler."""
    if not _registered:
        overload(kernel.overwrite, target="cuda", strict=False)(lambda *_: kernel.overwrite_compiled)
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
    """Return the device replacement for a value that rules refer to."""
    if value is np:
        return _device_numpy()
    if isinstance(value, ModuleType):
        return _device_module(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufb":
        return _table(value)
    return value


@cache
def _device_module(module: ModuleType) -> ModuleType:
    """Return a replacement for a module that rules use."""
    twin = ModuleType(module.__name__)
    for name, value in vars(module).items():
        if type(value) is int:
            setattr(twin, name, _Literal(value))
        elif not isinstance(value, ModuleType):
            setattr(twin, name, _for_device(value))
    return twin


def _table(table: Any) -> Any:
    """Return the copy of a table on the device, made once."""
    if id(table) not in _tables:
        _tables[id(table)] = table, cuda.to_device(np.ascontiguousarray(table))
    return _tables[id(table)][1]


class _Literal(int):
    """An integer whose value is known to the compiler."""


@typeof_impl.register(_Literal)
def _typeof(value: _Literal, _: Any) -> Any:
    return types.literal(int(value))


@cache
def _device_numpy() -> ModuleType:
    """Return a module with the part of NumPy that rules use."""
    module = ModuleType("device_numpy")
    vars(module).update(int64=np.int64, uint8=np.uint8, zeros=zeros, positive=positive, count_nonzero=count_nonzero)
    return module


def positive(values: Any, out: Any) -> None:
    """Copy element by element."""
    for index in range(len(out)):
        out[index] = values[index]


def count_nonzero(values: Any) -> int:
    """Return the number of nonzero elements."""
    count = 0
    for value in values:
        count += value != 0
    return count


@intrinsic(prefer_literal=True)
def zeros(context: Any, count: Any, kind: Any) -> Any:
    """Return an array on the stack of the calling function, valid until that returns. `count` is a literal."""
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
    return made._getvalue()  # noqa: SLF001  # as Numba's own lowering does


@lower(operator.setitem, types.Array, types.SliceType, types.Array)
def _lowered_copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Assign `row[:] = other` element by element. NumPy's version allocates a copy in case both overlap."""

    def copy(out: Any, where: Any, values: Any) -> None:
        section = out[where]
        for index in range(len(section)):
            section[index] = values[index]

    return context.compile_internal(builder, copy, signature, arguments)
