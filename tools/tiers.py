"""The tiers of the tests: every test file belongs to one of them. Standard library only.

`./test TIER` runs one; CONTRIBUTING.md says what each takes. A tier is the first whose patterns fit a file, so those
that need the most stand first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Tier(NamedTuple):
    """Test files with the same needs."""

    patterns: tuple[str, ...]  # below tests/
    meaning: str


TIERS = {
    "browser": Tier(
        ("web/*", "components/*", "games/*/test_page*"),
        "every table's controls in one page of Chromium, and whole matches as people play them",
    ),
    "server": Tier(("server/*", "evening/*", "games/*/test_server*"), "live tables over sockets, with a database"),
    "library": Tier(
        (
            *(f"games/*/test_{players}*" for players in ("advice", "bot", "levels", "solver", "strong")),
            "games/cincinnati/test_openings*",
            "games/cincinnati/test_*table*",
        ),
        "bots, exact values, studies, environments, the command line, the repository's own rules",
    ),
    "rules": Tier(
        (
            *("laws/*", "games/*", "playthroughs/*", "reference/*", "test_a_bare_game*", "test_arbiter*"),
            *("test_chance*", "test_contract*", "test_dice_hands*", "test_match*", "test_notation*", "test_pyramid*"),
        ),
        "laws, clauses, slow twins and golden playthroughs of every game",
    ),
}
REST = "library"  # where a file belongs that fits no pattern
OTHERS = {  # tiers that run no file of tests/test_*.py
    "static": "formatters, linters, types, and the floors of every import",
    "page": "the page's modules in Node.js, without a browser",
}
CHANGED = "changed"  # not a tier: what the changed files can reach
NAMES = ("static", "rules", "page", "server", "library", "browser")


def all_files(root: Path = ROOT) -> list[Path]:
    """Every test file, in order."""
    return sorted((root / "tests").rglob("test_*.py"))


@cache
def tier_of(file: Path, root: Path = ROOT) -> str:
    """The tier that a test file belongs to."""
    below = file.relative_to(root / "tests")
    fitting = (name for name, tier in TIERS.items() if any(fits(below, pattern) for pattern in tier.patterns))
    return next(fitting, REST)


def fits(file: Path, pattern: str) -> bool:
    """Does a pattern name this file, or a folder above it?"""
    return any(place.match(pattern) and len(place.parts) == pattern.count("/") + 1 for place in (file, *file.parents))


def files_of(tiers: Iterable[str], root: Path = ROOT) -> list[str]:
    """The test files of some tiers, as pytest takes them."""
    wanted = set(tiers)
    return [file.relative_to(root).as_posix() for file in all_files(root) if tier_of(file, root) in wanted]


def games(root: Path = ROOT) -> list[str]:
    """The games whose tests can be asked for alone."""
    return sorted(file.parent.name for file in (root / "tests" / "games").glob("*/__init__.py"))


def parse(arguments: Sequence[str], root: Path = ROOT) -> tuple[list[str], list[str], list[str]]:
    """Split the arguments of ./test: tiers, games after `rules`, and what is left for pytest."""
    rest = list(arguments)
    tiers: list[str] = []
    while rest and rest[0] in (*NAMES, CHANGED):
        tiers.append(rest.pop(0))
    wanted = []
    while tiers and rest and rest[0].replace("-", "_") in games(root):
        wanted.append(rest.pop(0).replace("-", "_"))
    return tiers, wanted, rest
