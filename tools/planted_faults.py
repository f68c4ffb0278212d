"""Plant known faults, one at a time, and see whether the tests find them.

    python -m tools.planted_faults [NAME ..]            each in the tier where it belongs
    python -m tools.planted_faults --draw 30 --seed 7   print faults drawn by chance, for the list

The list is tools/planted_faults.toml. A fault is planted in a copy of the checkout, never in the checkout itself. It is
found if a test fails: of the files that the list names (they are tried first, which saves most of the time), else of
the tier where it belongs. A tier that cannot run finds nothing and ends the command. What was found is kept in a file
as it goes (--results), so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests import processes

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "planted_faults.toml"
RESULTS = ".planted-faults.jsonl"
# what a copy does without; the last one says of every fault that it is in the copy
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*cache", "test_planted_faults.py")
PLACES = ("games/*/game.py", "server/match/*.py", "server/table/*.py", "server/race/*.py", "play/*.py")
FAILED = ("FAILED ", "ERROR ", "not ok ")  # how pytest and Node.js begin the line of a test that failed
OPPOSITE = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}


class Fault(NamedTuple):
    """One replacement in one file; `commit` is the fix that it undoes, "" for one drawn by chance.

    `first` are test files of its tier that are run before the rest of it.
    """

    name: str
    file: str
    old: str
    new: str
    tier: str
    commit: str = ""
    drawn: str = ""
    first: Sequence[str] = ()


class CannotRun(Exception):
    """A tier ended with an error, but no test failed."""


def read_faults() -> list[Fault]:
    """The list."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Fault(name, **entry) for name, entry in entries.items()]


def misplaced(fault: Fault, root: Path = ROOT) -> str:
    """Why a fault cannot be planted; "" if it can."""
    file = root / fault.file
    if not file.exists():
        return f"{fault.name}: {fault.file} is not there"
    count = file.read_text(encoding="utf-8").count(fault.old)
    return "" if count == 1 else f"{fault.name}: stands {count} times in {fault.file}, not once"


def plant(fault: Fault, root: Path) -> None:
    """Put a fault into a copy of the checkout."""
    file = root / fault.file
    file.write_text(file.read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")


def search(fault: Fault) -> dict[str, object]:
    """Run the fault's tier on a copy that has it; what was found, by which tests."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        copy_checkout(copy)
        plant(fault, copy)
        failed = next(filter(None, (failures(command, copy, fault) for command in commands(fault))), [])
    return {"name": fault.name, "tier": fault.tier, "found": bool(failed), "by": failed[:3]}


def copy_checkout(copy: Path) -> None:
    """Make a copy of the checkout in which no test fails: it is one of Git, too, for some tests ask that."""
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    for command in (["git", "init", "--quiet"], ["git", "add", "--all"]):
        processes.run(command, cwd=copy, check=True)


def commands(fault: Fault) -> Iterator[list[str]]:
    """What may find it, each until something fails: a few files of its tier, and all of it."""
    if fault.first:
        yield [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *fault.first]
    yield [sys.executable, "-m", "tools.checks", fault.tier, *([] if fault.tier == "page" else ["-x"])]


def failures(command: Sequence[str], copy: Path, fault: Fault) -> list[str]:
    """The tests that fail under a command. Raises `CannotRun`."""
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "BUSSOLOTTO_NO_SKIP": ""}  # a skip finds nothing
    done = processes.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    failed = [line for line in done.stdout.splitlines() if line.startswith(FAILED)]
    if done.returncode and not failed:
        raise CannotRun(f"{fault.name}: the tier {fault.tier} cannot run here.\n{(done.stdout + done.stderr)[-2_000:]}")
    return failed


# --- faults drawn by chance ----------------------------------------------------------


def draw(count: int, seed: int) -> Iterator[Fault]:
    """Some comparisons of rules, server and matches, each turned into its neighbour."""
    rng = random.Random(seed)  # no secret
    places = [place for file in files() for place in comparisons(file)]
    for number, (file, line, old, new) in enumerate(rng.sample(places, count), 1):
        yield Fault(f"line-{line}", file, old, new, "", drawn=f"seed {seed}, number {number}")


def files() -> list[Path]:
    """Where faults are drawn."""
    package = ROOT / "src" / "bussolotto"
    return sorted(file for pattern in PLACES for file in package.glob(pattern))


def comparisons(file: Path) -> Iterator[tuple[str, int, str, str]]:
    """Every line with one comparison that can be turned: file, number, the line as it is, and turned."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or type(node.ops[0]) not in OPPOSITE:
            continue
        left, right = node.left, node.comparators[0]
        line = lines[left.lineno - 1]
        if left.end_lineno == right.lineno == left.lineno and text.count(line) == 1:
            turned = f"{line[: left.end_col_offset]} {OPPOSITE[type(node.ops[0])]} {line[right.col_offset :]}"
            yield file.relative_to(ROOT).as_posix(), left.lineno, line, turned


# --- the command -----------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Search for all faults, or for some; 1 if any was not found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--draw", type=int, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--results", type=Path, default=ROOT / RESULTS)
    asked = parser.parse_args(arguments)
    if asked.draw:
        for fault in draw(asked.draw, asked.seed):
            print(f"{fault.file} ({fault.drawn})\n- {fault.old.strip()}\n+ {fault.new.strip()}\n")
        return 0
    faults = {fault.name: fault for fault in read_faults()}
    unknown = [name for name in asked.names if name not in faults]
    if unknown:
        parser.error(f"no fault is called {unknown[0]}; there are {', '.join(faults)}")
    try:
        return search_all([faults[name] for name in asked.names or faults], asked.results)
    except CannotRun as problem:
        print(problem, file=sys.stderr)
        return 2


def search_all(faults: Sequence[Fault], results: Path) -> int:
    """Search for faults that are not in the results yet, telling and keeping each as it is done."""
    known = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()] if results.exists() else []
    done = {entry["name"]: entry for entry in known}
    for fault in faults:
        if fault.name not in done:
            done[fault.name] = search(fault)
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done[fault.name]) + "\n")
        entry = done[fault.name]
        print(f"{'found' if entry['found'] else 'MISSED':<7} {entry['tier']:<8} {fault.name}", *entry["by"], flush=True)
    found = sum(bool(done[fault.name]["found"]) for fault in faults)
    print(f"{found} of {len(faults)} found")
    return 0 if found == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
