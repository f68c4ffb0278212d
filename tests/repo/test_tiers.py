"""Every test file belongs to the tier where it should."""

import pytest

from tests.repo.sources import ROOT
from tools import tiers

PLACES = {
    "tests/laws/test_laws.py": "rules",
    "tests/games/cincinnati/test_clauses.py": "rules",
    "tests/games/cincinnati/test_twin.py": "rules",
    "tests/games/cincinnati/test_bot.py": "library",
    "tests/games/cincinnati/test_solver.py": "library",
    "tests/games/cincinnati/test_table_choice.py": "library",
    "tests/games/cincinnati/test_page.py": "browser",
    "tests/games/eintrichtern/test_server.py": "server",
    "tests/playthroughs/test_playthroughs.py": "rules",
    "tests/server/test_store.py": "server",
    "tests/evening/test_record.py": "server",
    "tests/web/test_match.py": "browser",
    "tests/study/test_page.py": "library",
    "tests/repo/test_tiers.py": "library",
    "tests/test_cli.py": "library",
    "tests/test_pyramid.py": "rules",
}


@pytest.mark.parametrize("file", PLACES)
def test_a_file_belongs_to_its_tier(file: str) -> None:
    assert (ROOT / file).exists()
    assert tiers.tier_of(ROOT / file) == PLACES[file]


def test_every_file_belongs_to_one_tier() -> None:
    found = [file for name in tiers.NAMES for file in tiers.files_of([name])]
    assert sorted(found) == [file.relative_to(ROOT).as_posix() for file in tiers.all_files()]


def test_every_pattern_names_a_file() -> None:
    idle = [
        pattern
        for tier in tiers.TIERS.values()
        for pattern in tier.patterns
        if not any(tiers.fits(file.relative_to(ROOT / "tests"), pattern) for file in tiers.all_files())
    ]
    assert idle == []


def test_words_are_split_into_tiers_games_and_the_rest() -> None:
    assert tiers.parse(["rules", "cincinnati", "-x"]) == (["rules"], ["cincinnati"], ["-x"])
    assert tiers.parse(["static", "page"]) == (["static", "page"], [], [])
    assert tiers.parse(["-k", "rules"]) == ([], [], ["-k", "rules"])
    assert tiers.parse(["tests/games", "cincinnati"]) == ([], [], ["tests/games", "cincinnati"])


def test_contributing_tells_every_tier() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in (*tiers.NAMES, tiers.CHANGED) if f"`./test {name}" not in told] == []
