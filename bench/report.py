"""Figures of a bench, held against their bars, as a table or as JSON."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Figure(NamedTuple):
    """One measured number. `bar` is what it must reach, or with `at_most` must not pass; None for a mere figure."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Is the bar reached?"""
        if self.bar is None:
            return True
        return bool(self.value <= self.bar if self.at_most else self.value >= self.bar)


Bench = Callable[[bool], list[Figure]]  # measures; told whether to be quick about it


def machine() -> str:
    """The machine in words."""
    words = [processor(), f"{os.cpu_count()} cores", platform.system(), f"Python {platform.python_version()}"]
    return ", ".join(words)


def processor() -> str:
    """The name of the processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def run(benches: dict[str, Bench], description: str) -> None:
    """Run benches as a command: a table or, with --json, one object. Exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=description)
    if len(benches) > 1:
        parser.add_argument("bench", nargs="*", metavar="BENCH", help=f"all, or some of: {', '.join(benches)}")
    parser.add_argument("--quick", action="store_true", help="measure for a shorter time")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    chosen = getattr(arguments, "bench", None) or list(benches)
    unknown = [name for name in chosen if name not in benches]
    if unknown:
        parser.error(f"there is no bench {unknown[0]!r}; there are {', '.join(benches)}")
    figures = {name: benches[name](arguments.quick) for name in chosen}
    show(figures, arguments.json)
    sys.exit(not all(figure.met for some in figures.values() for figure in some))


def show(figures: dict[str, list[Figure]], as_json: bool) -> None:
    """Print figures by bench."""
    if as_json:
        told = {name: [figure._asdict() | {"met": figure.met} for figure in some] for name, some in figures.items()}
        print(json.dumps({"machine": machine(), "benches": told}, indent=1))
        return
    table = Table("bench", "figure", "measured", "unit", "bar", "", title=machine())
    for name, some in figures.items():
        for figure in some:
            table.add_row(
                name if figure is some[0] else "",
                figure.what,
                number(figure.value),
                figure.unit,
                bar(figure),
                verdict(figure),
            )
        table.add_section()
    Console().print(table)


def number(value: float) -> str:
    """Three significant digits or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def bar(figure: Figure) -> str:
    """What it must reach, in words."""
    if figure.bar is None:
        return ""
    return f"at {'most' if figure.at_most else 'least'} {number(figure.bar)}"


def verdict(figure: Figure) -> str:
    """Whether it does."""
    return "" if figure.bar is None else "met" if figure.met else "[bold red]missed"
