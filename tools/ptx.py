"""PTX as C: what the CUDA compiler made of a kernel, executed by a processor, one thread after the other.

Instruction by instruction, as much of PTX as our kernels have; the virtual registers become variables. Every access to
memory is checked: it must lie at a multiple of its size, as a device wants it, and within what the host has handed over
or the stack of the kernel. The other half of the checks is that of the C compiler, `-fsanitize=undefined` if asked.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

TYPES = {
    "pred": "uint8_t",
    "f64": "double",
    **{f"{sign}{bits}": f"uint{bits}_t" for sign in "ub" for bits in (8, 16, 32, 64)},
    **{f"s{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)},
}
SPECIAL = {"%tid.x": "thread", "%ntid.x": "threads", "%ctaid.x": "block"}
PLACE = "uint32_t thread, uint32_t threads, uint32_t block"
INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "and": "&", "or": "|", "xor": "^"}
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
PRELUDE = """
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { uint64_t first, last; } handed[1000];
static int count;
static uint64_t stack;

void hand_over(uint64_t first, uint64_t size) { handed[count].first = first; handed[count++].last = first + size; }
void take_back(void) { count = 0; }

static void check(uint64_t address, unsigned size, int line) {
    char here;
    if (address % size == 0) {
        if (address + size <= stack && address >= (uint64_t)&here) return;
        for (int range = 0; range < count; range++)
            if (address >= handed[range].first && address + size <= handed[range].last) return;
    }
    fprintf(stderr, "line %d of the PTX: %u bytes at %lx\\n", line, size, (unsigned long)address);
    abort();
}
static double number(uint64_t bits) { double value; memcpy(&value, &bits, 8); return value; }
static uint32_t chosen_bytes(uint32_t low, uint32_t high, uint32_t which) {
    uint64_t both = (uint64_t)high << 32 | low;
    uint32_t made = 0;
    for (int byte = 0; byte < 4; byte++) {
        uint32_t one = which >> 4 * byte;
        uint32_t found = both >> 8 * (one & 7) & 255;
        made |= (one & 8 ? (found >> 7) * 255 : found) << 8 * byte;
    }
    return made;
}
static double min_f64(double a, double b) { return fmin(a, b); }
static double max_f64(double a, double b) { return fmax(a, b); }
"""
ENTRY = """
void run(uint64_t *given, uint32_t blocks, uint32_t threads) {
    char here;
    stack = (uint64_t)&here;
    for (uint32_t block = 0; block < blocks; block++)
        for (uint32_t thread = 0; thread < threads; thread++)
            %s(given, thread, threads, block);
}
"""


class Instruction(NamedTuple):
    """`@%p1 ld.global.u8 %rs1, [%rd1+2];` in its parts."""

    line: int
    guard: str  # C: when it is executed; empty for always
    words: list[str]  # ld, global, u8
    arguments: list[str]

    @property
    def kind(self) -> str:
        """The type that it works on."""
        return self.words[-1]

    def value(self, index: int, kind: str = "") -> str:
        """An argument as C, read as this type."""
        return value(self.arguments[index], kind or self.kind)

    def into(self, expression: str) -> str:
        """C that writes to the first argument."""
        return f"{name(self.arguments[0])} = {expression};"


def to_c(ptx: str) -> str:
    """The whole module; its entry becomes `run(parameters, blocks, threads)`. ValueError for what is not known here."""
    functions = list(_functions(ptx))
    entry = next(header for header, _ in functions if ".entry" in header)
    signatures = [_signature(header) for header, _ in functions]
    parts = [PRELUDE, *(f"{integer_function(kind)}" for kind in TYPES if kind[0] in "us")]
    parts += [f"{signature};" for signature in signatures]
    for (header, body), signature in zip(functions, signatures, strict=True):
        parts.append(f"{signature} {{\n{_body(body, header)}\n}}")
    return "\n".join([*parts, ENTRY % name(_name_of(entry))])


def integer_function(kind: str) -> str:
    """min and max of a type of whole numbers."""
    of = TYPES[kind]
    return "\n".join(
        f"static {of} {word}_{kind}({of} a, {of} b) {{ return a {sign} b ? a : b; }}"
        for word, sign in (("min", "<"), ("max", ">"))
    )


def _functions(ptx: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Of each function its header and its numbered lines."""
    lines = re.sub(r"//.*", "", ptx).split("\n")
    header: list[str] = []
    body: list[tuple[int, str]] | None = None
    for number, line in enumerate(lines, 1):
        if body is not None and line.startswith("}"):
            yield " ".join(header), body
            header, body = [], None
        elif body is not None:
            body.append((number, line.strip()))
        elif line.startswith("{"):
            body = []
        elif re.match(r"(\.visible |\.weak )?\s*\.(entry|func)\b", line):
            header = [line]
        else:
            header.append(line.strip())


def _name_of(header: str) -> str:
    found = re.search(r"\.entry\s+([\w$]+)|\.func\s+(?:\(.*?\)\s*)?([\w$]+)", header)
    if found is None:
        raise ValueError(f"no name in {header!r}")
    return found[1] or found[2]


def _signature(header: str) -> str:
    """A function of C; the entry finds its parameters in an array."""
    if ".entry" in header:
        return f"static void {name(_name_of(header))}(uint64_t *given, {PLACE})"
    result = re.search(r"\.func\s+\(\.param \.(\w+)", header)
    found = re.findall(r"\.param \.(\w+) (\S+_param_\d+)", header)
    parameters = ", ".join([*(f"{TYPES[kind]} {name(word)}" for kind, word in found), PLACE])
    return f"static {TYPES[result[1]] if result else 'void'} {name(_name_of(header))}({parameters})"


def _body(lines: list[tuple[int, str]], header: str) -> str:
    """Declarations first, for labels are jumped to."""
    statements = [(number, text) for number, text in _statements(lines) if text and not text.startswith(".pragma")]
    declared = [_declaration(text) for _, text in statements if text.startswith((".reg", ".local"))]
    result = re.search(r"\(\.param \.(\w+) (\w+)\)", header)
    if result:
        declared.append(f"{TYPES[result[1]]} {result[2]};")
    done = [_statement(number, text, header) for number, text in statements if not text.startswith((".reg", ".local"))]
    return "\n".join([*dict.fromkeys(declared), *done])  # each call declares the same again


def _statements(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Lines, calls of several lines as one."""
    call = ""
    for number, line in lines:
        if call or line.startswith("call"):
            call = f"{call} {line}"
        if not call:
            yield number, line
        elif line.endswith(";"):
            yield number, call.strip()
            call = ""


def _declaration(text: str) -> str:
    local = re.match(r"\.local \.align (\d+) \.b8\s+(\S+)\[(\d+)\];", text)
    if local:  # the stack is not empty when a kernel begins
        word = name(local[2])
        return f"char {word}[{local[3]}] __attribute__((aligned({local[1]}))); memset({word}, 171, sizeof {word});"
    kind, word, number = re.findall(r"\.reg \.(\w+)\s+(%?\w+)(?:<(\d+)>)?;", text)[0]
    words = [f"{name(word)}{index}" for index in range(int(number))] if number else [name(word)]
    return f"{TYPES[kind]} {', '.join(f'{each} = 0' for each in words)};"


def _statement(number: int, text: str, header: str) -> str:
    if text in ("{", "}"):
        return text
    if text.startswith(".param"):
        kind, word = re.findall(r"\.param \.(\w+) (\w+)", text)[0]
        return f"{TYPES[kind]} {word};"
    if text.endswith(":"):
        return f"{name(text)};"
    if text.startswith("call"):
        return _call(text)
    if text == "ret;":
        return "return func_retval0;" if "func_retval0" in header else "return;"
    made = _parsed(number, text)
    known = TRANSLATED.get(made.words[0])
    if known is None:
        raise ValueError(f"line {number} of the PTX: {text}")
    return f"{made.guard}{{ {known(made)} }}"


def _parsed(number: int, text: str) -> Instruction:
    guard, operation, rest = re.findall(r"^(?:@(!?%p\d+)\s+)?(\S+)\s*(.*);$", text)[0]
    arguments = re.findall(r"\{.*?\}|\[.*?\]|[^\s,]+", rest)
    return Instruction(number, f"if ({name(guard)}) " if guard else "", operation.split("."), arguments)


def _call(text: str) -> str:
    result, word, given = re.findall(r"call\.uni (?:\((\w+)\),\s*)?([\w$]+),\s*\((.*?)\)\s*;", text)[0]
    arguments = ", ".join([*filter(None, re.split(r"\s*,\s*", given.strip())), "thread, threads, block"])
    return f"{f'{result} = ' if result else ''}{name(word)}({arguments});"


def name(word: str) -> str:
    """A register, label or function as C names it."""
    return re.sub(r"[%.]", "", word).replace("$", "_")


def value(word: str, kind: str) -> str:
    """A register, number or address as C, read as a type."""
    if word.startswith("0d"):
        return f"number(0x{word[2:]})"
    if re.fullmatch(r"-?\d+", word):
        return f"(({TYPES[kind]}){int(word) & (1 << 64) - 1}u)" if kind != "f64" else word
    word = SPECIAL.get(word, name(word))
    return word if kind in ("f64", "pred") else f"(({TYPES[kind]}){word})"


def _wide(kind: str) -> str:
    return f"{kind[0]}{2 * int(kind[1:])}"


def _infix(made: Instruction) -> str:
    """Arithmetic; a product may be twice as wide, or its upper half."""
    sign, kind = INFIX[made.words[0]], made.kind
    if "wide" in made.words:
        of = TYPES[_wide(kind)]
        return made.into(f"({of}){made.value(1)} {sign} ({of}){made.value(2)}")
    if "hi" in made.words:
        return made.into(f"(__int128){made.value(1)} * {made.value(2)} >> {kind[1:]}")
    if kind[0] == "s" and sign in "+-*":  # whole numbers wrap
        kind = f"u{kind[1:]}"
    return made.into(f"{made.value(1, kind)} {sign} {made.value(2, kind)}")


def _shifted(made: Instruction) -> str:
    """A shift by more than the width leaves nothing, or the sign."""
    width, places = int(made.kind[1:]), made.value(2, "u32")
    if made.words[0] == "shl":
        return made.into(f"{places} >= {width} ? 0 : {made.value(1)} << {places}")
    return (
        made.into(f"{made.value(1)} >> ({places} >= {width} ? {width - 1} : {places})")
        if made.kind[0] == "s"
        else (made.into(f"{places} >= {width} ? 0 : {made.value(1)} >> {places}"))
    )


def _compared(made: Instruction) -> str:
    """Also of numbers that may be none: `u` says that this makes it true."""
    word = made.words[1]
    first, second = made.value(1), made.value(2)
    if len(word) == 3:
        return made.into(f"isunordered({first}, {second}) || {first} {COMPARED[word[:2]]} {second}")
    return made.into(f"{first} {COMPARED[word]} {second}")


def _memory(made: Instruction) -> str:
    """A load or a store, of a vector perhaps, or of a parameter."""
    loads = made.words[0] == "ld"
    place, others = made.arguments[:: 1 if not loads else -1]
    inside, _, offset = place[1:-1].partition("+")
    if "param" in made.words:
        return _parameter(made, inside, others, loads)
    registers = re.findall(r"[^\s,{}]+", others)
    size = int(made.kind[1:]) // 8
    done = [f"uint64_t at = {value(inside, 'u64')} + {offset or 0}; check(at, {size * len(registers)}, {made.line});"]
    for index, register in enumerate(registers):
        there = f"*({TYPES[made.kind]} *)(at + {index * size})"
        done.append(f"{name(register)} = {there};" if loads else f"{there} = {value(register, made.kind)};")
    return " ".join(done)


def _parameter(made: Instruction, inside: str, other: str, loads: bool) -> str:
    found = re.search(r"_param_(\d+)$", inside)
    if not loads:
        return f"{inside} = {value(other, made.kind)};"
    entry = found and "play_matches" in inside
    return f"{name(other)} = ({TYPES[made.kind]}){f'given[{found[1]}]' if entry and found else name(inside)};"


def _extreme(made: Instruction) -> str:
    return made.into(f"{made.words[0]}_{made.kind}({made.value(1)}, {made.value(2)})")


def _dot(made: Instruction) -> str:
    """dp2a: two 16-bit halves times the two lower bytes, added to the third."""
    halves, bytes_, start = (made.value(index, "u32") for index in (1, 2, 3))
    return made.into(f"{start} + ({halves} & 65535) * ({bytes_} & 255) + ({halves} >> 16) * ({bytes_} >> 8 & 255)")


def _moved(made: Instruction) -> str:
    """A copy, or a register from two halves."""
    halves = re.findall(r"[^\s,{}]+", made.arguments[1])
    if len(halves) == 1:
        return made.into(made.value(1))
    half = int(made.kind[1:]) // 2
    low, high = (value(each, f"u{half}") for each in halves)
    return made.into(f"{low} | ({TYPES[made.kind]}){high} << {half}")


TRANSLATED: dict[str, Callable[[Instruction], str]] = {
    **dict.fromkeys(INFIX, _infix),
    **dict.fromkeys(("shl", "shr"), _shifted),
    **dict.fromkeys(("ld", "st"), _memory),
    **dict.fromkeys(("min", "max"), _extreme),
    "bra": lambda made: f"goto {name(made.arguments[0])};",
    "cvt": lambda made: made.into(f"({TYPES[made.words[-2]]}){made.value(1)}"),
    "cvta": lambda made: made.into(made.value(1, "u64")),
    "dp2a": _dot,
    "fma": lambda made: made.into(f"fma({made.value(1)}, {made.value(2)}, {made.value(3)})"),
    "mov": _moved,
    "neg": lambda made: made.into(f"-{made.value(1)}"),
    "not": lambda made: made.into(f"{'!' if made.kind == 'pred' else '~'}{made.value(1)}"),
    "prmt": lambda made: made.into(f"chosen_bytes({made.value(1)}, {made.value(2)}, {made.value(3)})"),
    "rcp": lambda made: made.into(f"1.0 / {made.value(1)}"),
    "selp": lambda made: made.into(f"{made.value(3, 'pred')} ? {made.value(1)} : {made.value(2)}"),
    "setp": _compared,
}
