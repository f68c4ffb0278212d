"""The three kinds of functions of patterns such as loops.py: called from Python, or by compiled code alone."""

from numba import njit
from numba.extending import register_jitable

# called from Python, and kept by Numba for the next process
entry = njit(cache=True, nogil=True, error_model="numpy")

# Called by compiled code alone: see machine_code.py. They allocate nothing, so references are not counted: each would
# cost an atomic addition at every call.
inlined = register_jitable(error_model="numpy", _nrt=False, no_cfunc_wrapper=True, forceinline=True)
# those that are long, and called from several places
called = register_jitable(error_model="numpy", _nrt=False, no_cfunc_wrapper=True)
