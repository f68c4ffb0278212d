"""Machine code is made of what Python calls; what compiled code alone calls is part of its callers.

Numba makes machine code of each function that it compiles, with all that it calls in turn, though nothing could ever
jump there: for a search a fifth of the whole time, and more where functions are not optimised before. Which functions
these are can be seen: they have no wrapper, neither for Python nor for C (`no_cfunc_wrapper` of compiled_functions.py).
"""

from typing import Any

from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment

INNER = "bussolotto_inner"  # an attribute of libraries that compiled code alone calls


def leave_out_inner_functions() -> None:
    """Have Numba make no machine code of functions without a wrapper, from now on."""
    get_executable = CPUContext.get_executable
    finish = CPUCodeLibrary._finalize_final_module  # noqa: SLF001  # Numba has no setting for any of this
    set_environment = JITCPUCodegen.set_env

    def get_marked(context: Any, library: Any, function: Any, environment: Any) -> Any:
        setattr(library, INNER, not has_wrapper(library, function))
        return get_executable(context, library, function, environment)  # type: ignore[no-untyped-call]  # Numba's

    def finish_outer(library: Any) -> None:
        if getattr(library, INNER, False):
            library._finalize_dynamic_globals()  # noqa: SLF001
            library._finalized = True  # noqa: SLF001
            return
        finish(library)  # type: ignore[no-untyped-call]  # Numba's
        for name, environment in environments_of(library):
            set_if_there(library.codegen, name, environment)

    def set_if_there(codegen: Any, name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):  # noqa: SLF001
            set_environment(codegen, name, environment)  # type: ignore[no-untyped-call]  # Numba's

    setattr(CPUContext, "get_executable", get_marked)  # noqa: B010  # they are typed as Numba's own
    setattr(CPUCodeLibrary, "_finalize_final_module", finish_outer)  # noqa: B010
    setattr(JITCPUCodegen, "set_env", set_if_there)  # noqa: B010


def has_wrapper(library: Any, function: Any) -> bool:
    """Can Python, or C, call this function of a library that is not finished yet?"""
    defined = {each.name for each in library._final_module.functions if not each.is_declaration}  # noqa: SLF001
    return bool(defined & {function.llvm_cpython_wrapper_name, function.llvm_cfunc_wrapper_name})


def environments_of(library: Any) -> list[tuple[str, Any]]:
    """The environments of the functions that are part of a library: they were not there to be set by themselves."""
    names = [each.name for each in library._final_module.global_variables]  # noqa: SLF001
    found = [(name, lookup_environment(name)) for name in names if name.startswith("_ZN08NumbaEnv")]  # type: ignore[no-untyped-call]
    return [(name, environment) for name, environment in found if environment is not None]
