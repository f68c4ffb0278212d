"""A game without texts, bot, policy or picture of its own: what plays and studies games serves it all the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto import locale
from bussolotto.cli.words import Speaker
from bussolotto.games import packages
from tests.command_line import done
from tests.depth import in_full_runs
from tests.pig import forget_games


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The toy is found by its name, in a folder of its own."""
    forget_games()
    monkeypatch.setitem(packages(), "whispers", "tests.laws.toys.whispers")
    monkeypatch.setattr(Speaker, "language", "en")
    monkeypatch.chdir(tmp_path)
    yield
    forget_games()


@pytest.mark.parametrize("language", ["en", *in_full_runs("it", "de", "fr")])
def test_simulate_sums_up_in_plain_words(language: str) -> None:
    told = done("--lang", language, "simulate", "whispers", "--seats", "3", "--matches", "20").stdout
    assert "whispers" in told and "played 20" in told and "limit 0" in told


def test_a_study_and_its_page_in_plain_words() -> None:
    done("study", "whispers", "--change", "rounds=1", "--matches", "20", "--json", "figures.json")
    assert json.loads(Path("figures.json").read_text())["effects"][0]["ending.played"]["difference"] == 0
    assert "Whispers" in Path("whispers-study.html").read_text()


def test_a_match_in_the_terminal() -> None:
    assert "table 1" in done("play", "whispers", "--players", "you,random", "--seed", "1", typed="1\n" * 20).stdout


def test_names_are_those_of_the_language_then_english_then_plain() -> None:
    assert locale.named("de", "ending.spilorcio.debt", "debt") == locale.catalogue("de")["ending.spilorcio.debt"]
    assert locale.named("de", "ending.whispers.no-progress", "no-progress") == "no progress"
