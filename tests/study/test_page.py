"""The report: JSON that scripts may rely on, and a page that needs nothing but itself."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from bussolotto import locale
from bussolotto.play import engines
from bussolotto.study import keeping, page, report, skill
from bussolotto.study.matches import MatchConfig
from bussolotto.study.study import Experiment, complete, study
from bussolotto.study.wording import Wording

VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A small study of two changes, with all that is measured beside; random players alone, who are compiled."""
    with pytest.MonkeyPatch.context() as patch:
        kept = tmp_path_factory.mktemp("kept")
        patch.setattr(keeping, "root", lambda: kept)
        patch.setattr(skill, "strengths", lambda setting: ("random", "random"))
        patch.setattr(skill, "rounds_of", lambda setting: 50)
        patch.setattr(report, "COMPILED_SAMPLE", 20)
        base = MatchConfig("spilorcio", ("random", "random"), 5)
        question = complete(Experiment(base, ({"loan": "five"}, {"board": "short"}), 2_000))
        findings = study(question, engines.Here())
        told = report.report(findings, "bussolotto study <spilorcio>")
        measured: list[str] = []
        told |= report.experiments(findings, engines.Here(), measured.append)
        assert measured == ["skill", "sample", "decisions"]
        again = report.experiments(findings, engines.Here(), measured.append)
        assert len(measured) == 3 and again == {name: told[name] for name in again}  # kept: nothing is played again
    return told


def test_its_fields_are_those_that_scripts_rely_on(told: dict[str, Any]) -> None:
    assert list(told) == [
        "study", "version", "command", "game", "rules", "seats", "players", "seed", "options", "changes", "matches",
        "until", "played", "interrupted", "stopped", "effect", "sides", "effects", "trails",
        "skill", "decisions", "own",
    ]  # fmt: skip
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert [list(side) for side in told["sides"]] == [["options", "measures", "counts"]] * 3
    effect = told["effects"][0]["plies"]
    assert list(effect) == ["unit", "difference", "se", "interval", "anytime", "unpaired_se", "narrowing"]
    assert effect["anytime"][0] < effect["interval"][0] < effect["difference"] < effect["interval"][1]
    assert list(told["skill"]) == ["players", "line_ups", "rounds", "sides", "effects"]
    assert list(told["skill"]["effects"][0]) == ["share", "se", "interval"]
    assert list(told["decisions"][0]) == [
        "matches", "choices", "decisions", "rollouts", "threshold",
        "drawn", "share", "interval", "typical", "worth", "se",
    ]  # fmt: skip


def test_figures_of_both_sides_differ_by_the_effect(told: dict[str, Any]) -> None:
    for change in (0, 1):
        for name, effect in told["effects"][change].items():
            base, changed = (told["sides"][side]["measures"][name]["mean"] for side in (0, change + 1))
            assert effect["difference"] == pytest.approx(changed - base, abs=1e-6)


def test_bars_hold_every_match(told: dict[str, Any]) -> None:
    for side in told["sides"]:
        for found in side["counts"].values():
            assert sum(found["matches"]) == 2_000
            assert len(found["edges"]) == len(found["matches"]) + 1 <= report.BINS + 2


@pytest.fixture(scope="module")
def pages(told: dict[str, Any]) -> dict[str, str]:
    """The page in every language."""
    return {language: page.page(told, language) for language in locale.LANGUAGES}


class Read(HTMLParser):
    """What a page consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.wanted: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.handle_startendtag(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.append((tag, name, value or ""))
            self.names += [value or ""] if name == "id" else []
            self.wanted |= set((value or "").split()) if name == "aria-labelledby" else set()
            self.wanted |= set(re.findall(r"url\(#([^)]+)\)|^#(.+)", value or "")) and {
                part for pair in re.findall(r"url\(#([^)]+)\)|^#(.+)", value or "") for part in pair if part
            }

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and tag != "p":
            while self.open and self.open[-1] == "p" != tag:
                self.open.pop()
            assert self.open and self.open.pop() == tag, tag


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_a_page_needs_nothing_else(pages: dict[str, str], language: str) -> None:
    text = pages[language]
    read = Read()
    read.feed(text)
    assert not {"script", "link", "img", "iframe"} & set(read.tags)
    assert "@import" not in text and "http" not in text.replace("http-equiv", "")
    assert len(read.names) == len(set(read.names)) and read.wanted <= set(read.names)
    pictures = read.tags.count("svg")
    assert pictures == 7 == read.tags.count("figure") == read.tags.count("desc") == read.tags.count("figcaption")
    assert ("html", "lang", language) in read.attributes
    assert "<spilorcio>" not in text and "&lt;spilorcio&gt;" in text


def test_a_page_says_what_was_asked_and_what_came_of_it(told: dict[str, Any], pages: dict[str, str]) -> None:
    one = {**told, "changes": told["changes"][:1], "effects": told["effects"][:1], "sides": told["sides"][:2]}
    assert (
        page.Page(one, "en").question()
        == "What if “Borrowing” were at most five chips, not as much as the reserve has?"
    )
    assert "2 changes side by side" in pages["en"]
    length = told["effects"][1]["plies"]
    half = (length["interval"][1] - length["interval"][0]) / 2
    said = Wording("en", "spilorcio").with_half(length["difference"], half, signed=False)
    assert f"Matches become {said} plies longer." in pages["en"]
    assert f">{Wording('it', 'spilorcio').number(told['effects'][0]['plies']['narrowing'], 3)}<" in pages["it"]
    assert f'name="bussolotto-study" content="{told["study"]}"' in pages["de"]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.02, 0.04, "The first player wins 3.0 ± 1.0 percentage points more."),
        (-0.04, -0.02, "The first player wins 3.0 ± 1.0 percentage points less."),
        (-0.01, 0.03, "The advantage of going first stays the same, within 3.0 percentage points."),
    ],
)
def test_the_answer_says_which_way_or_that_it_cannot_be_told(
    told: dict[str, Any], low: float, high: float, said: str
) -> None:
    effect = {"unit": "share", "difference": (low + high) / 2, "interval": [low, high], "anytime": [-9, 9]}
    effects = {**told["effects"][0], "place.0": effect}
    assert said in page.Page({**told, "effects": [effects, effects]}, "en")._answer(0)
    looked = {**told, "effects": [effects, effects], "stopped": "until"}
    assert "within 900 percentage points" in page.Page(looked, "en")._answer(0)


def test_who_stopped_says_so(told: dict[str, Any]) -> None:
    assert "although the study stopped" in page.Page({**told, "stopped": "until"}, "en")._how_sure()
    assert "Unterbrochen nach 2" in page.Page({**told, "stopped": "interrupted"}, "de")._how_sure()


def test_the_page_is_the_same_each_time(told: dict[str, Any], pages: dict[str, str]) -> None:
    assert page.page(told, "fr") == pages["fr"]


@pytest.mark.parametrize(
    ("value", "half", "language", "said"),
    [
        (3.14159, 0.94, "en", "+3.14 ± 0.94"),
        (-0.4, 0.1, "it", "\N{MINUS SIGN}0,40 ± 0,10"),
        (1234.5, 33.3, "en", "+1234 ± 33"),
        (-0.001, 0.5, "en", "+0.00 ± 0.50"),
        (0.0, 0.0, "de", "0"),
    ],
)
def test_numbers_are_told_as_exactly_as_they_are_known(value: float, half: float, language: str, said: str) -> None:
    assert Wording(language, "spilorcio").with_half(value, half) == said


def test_nothing_played_is_a_page_too(told: dict[str, Any]) -> None:
    empty = {**told, "played": 0, "effects": [{}, {}], "stopped": "interrupted", "skill": None, "decisions": None}
    assert "Nothing has been played yet." in page.page(empty, "en")
