"""PTX as C: what it computes, and that it stops where a device would."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.repo.sources import ROOT
from tools import ptx

# One thread adds up what the first parameter points to: bytes 0 and 1 as whole numbers with a sign, in a loop, on the
# stack; then writes the sum, bytes put together, a number doubled twice by a function, and one made of a shift by more
# than the width, from byte 8 on; at last two bytes where the second parameter says.
KERNEL = """
.version 8.8
.target sm_70
.weak .func  (.param .b32 func_retval0) twice
(
	.param .b32 twice_param_0
)
{
	.reg .b32 	%r<3>;

	ld.param.u32 	%r1, [twice_param_0];
	shl.b32 	%r2, %r1, 1;
	st.param.b32 	[func_retval0+0], %r2;
	ret;

}
.visible .entry play_matches(
	.param .u64 play_matches_param_0,
	.param .u64 play_matches_param_1
)
{
	.local .align 8 .b8 	__local_depot0[16];
	.reg .b64 	%SP;
	.reg .pred 	%p<4>;
	.reg .b16 	%rs<4>;
	.reg .b32 	%r<8>;
	.reg .f64 	%fd<3>;
	.reg .b64 	%rd<9>;

	mov.u64 	%SP, __local_depot0;
	ld.param.u64 	%rd1, [play_matches_param_0];
	ld.param.u64 	%rd2, [play_matches_param_1];
	mov.u64 	%rd3, 0;
	st.local.u64 	[%SP+8], %rd3;
	mov.u32 	%r1, %tid.x;
	setp.ne.s32 	%p1, %r1, 1; // only one of the threads
	@%p1 bra 	$L__BB0_3;
$L__BB0_1:
	.pragma "nounroll";
	add.s64 	%rd4, %rd1, %rd3;
	ld.global.s8 	%rs1, [%rd4];
	cvt.s64.s16 	%rd5, %rs1;
	ld.local.u64 	%rd6, [%SP+8];
	add.s64 	%rd6, %rd6, %rd5;
	st.local.u64 	[%SP+8], %rd6;
	add.s64 	%rd3, %rd3, 1;
	setp.lt.s64 	%p2, %rd3, 2;
	@%p2 bra 	$L__BB0_1;
	st.global.u64 	[%rd1+8], %rd6;
	shr.s64 	%rd7, %rd6, 70;
	mov.u32 	%r2, 305419896;
	prmt.b32 	%r3, %r2, -1, 16673;
	{ // callseq 0, 0
	.reg .b32 temp_param_reg;
	.param .b32 param0;
	st.param.b32 	[param0+0], %r2;
	.param .b32 retval0;
	call.uni (retval0),
	twice,
	(
	param0
	);
	ld.param.b32 	%r4, [retval0+0];
	} // callseq 0
	{ // callseq 1, 0
	.reg .b32 temp_param_reg;
	.param .b32 param0;
	st.param.b32 	[param0+0], %r4;
	.param .b32 retval0;
	call.uni (retval0),
	twice,
	(
	param0
	);
	ld.param.b32 	%r5, [retval0+0];
	} // callseq 1
	st.global.v2.u32 	[%rd1+16], {%r3, %r5};
	cvt.rn.f64.s64 	%fd1, %rd7;
	fma.rn.f64 	%fd2, %fd1, 0d4008000000000000, 0d3FF0000000000000;
	st.global.f64 	[%rd1+24], %fd2;
	add.s64 	%rd8, %rd1, %rd2;
	st.global.u16 	[%rd8], %rs1;
$L__BB0_3:
	ret;

}
"""
RUN = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.hand_over.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
memory = (ctypes.c_uint64 * 5)(0xFB03)
library.hand_over(ctypes.addressof(memory), 40)
library.run((ctypes.c_uint64 * 2)(ctypes.addressof(memory), int(sys.argv[2])), 1, 2)
print(*(hex(word) for word in memory))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernel above, built."""
    if not shutil.which("gcc"):
        pytest.skip("there is no C compiler")
    source = tmp_path_factory.mktemp("ptx") / "kernel.c"
    source.write_text(ptx.to_c(KERNEL), encoding="utf-8")
    built = source.with_suffix(".so")
    processes.run(["gcc", "-w", "-fwrapv", "-shared", "-fPIC", "-o", str(built), str(source), "-lm"], check=True)
    return built


def run(library: Path, last: int) -> subprocess.CompletedProcess[str]:
    """The kernel in a process of its own; its last write goes to byte `last`."""
    command = [sys.executable, "-c", RUN, str(library), str(last)]
    return processes.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_kernel_computes_what_its_instructions_say(library: Path) -> None:
    """3 - 5 = -2; bytes 1, 2, 1 and 4 of -1 and 0x12345678, from the lowest; 4 * 0x12345678; -1 * 3 + 1."""
    told = run(library, 32).stdout.split()
    assert told == ["0xfb03", hex(2**64 - 2), "0x48d159e0ff563456", "0xc000000000000000", "0xfffb"]


@pytest.mark.parametrize(("last", "why"), [(33, "not at a multiple of two"), (40, "behind the end"), (-2, "before")])
def test_what_a_device_would_not_do_stops_it(library: Path, last: int, why: str) -> None:
    done = run(library, last)
    assert done.returncode != 0 and "2 bytes at" in done.stderr, why


def test_an_unknown_instruction_is_named() -> None:
    with pytest.raises(ValueError, match="vote"):
        ptx.to_c(KERNEL.replace("shr.s64", "vote.s64"))
