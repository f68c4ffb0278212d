"""The table of all events: every word has a sentence in four languages, and moves something or says why it does not."""

import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

import bussolotto
from bussolotto.cli.sentences import happened
from bussolotto.cli.words import Speaker
from bussolotto.core.events import Event
from bussolotto.core.kernel import SPECTATOR
from bussolotto.games import names
from bussolotto.locale import LANGUAGES, at_table, joined
from bussolotto.play.narration import Narration
from tests.test_narration import played
from tools.events import DOCUMENT, document, moved, page_of

WORDS = [(name, word) for name in names() for word in bussolotto.game(name).events.kinds]
SHORTEST_MS, LONGEST_MS = 1000, 1500


def test_every_game_tells_something() -> None:
    assert {name for name, _ in WORDS} == set(names())


def test_every_way_to_end_has_its_reason() -> None:
    """All but the limit of plies, which the page tells for all games alike."""
    for name in names():
        game = bussolotto.game(name)
        ends = {word.removeprefix("end-") for word in game.events.kinds if word.startswith("end")}
        assert ends in ({*game.ENDINGS[:-1]}, {"end"}), name


@pytest.mark.parametrize(("name", "word"), WORDS)
def test_an_event_moves_something_or_says_why_not(name: str, word: str) -> None:
    kind = bussolotto.game(name).events.kinds[word]
    assert bool(kind.motion) != bool(kind.still)
    assert kind.pause_ms == 0 or SHORTEST_MS <= kind.pause_ms <= LONGEST_MS


@pytest.mark.parametrize("name", names())
def test_the_page_moves_what_is_said_to_move(name: str) -> None:
    """`glow` and `flight` stand in the page's `moves.js`; a page that draws by itself says so there."""
    if not (page_of(name) / "moves.js").exists():
        return
    kinds = bussolotto.game(name).events.kinds
    wanted = {word for word, kind in kinds.items() if {"glow", "flight"} & {*kind.motion}}
    assert moved(name) == wanted


@cache
def values_of(name: str) -> dict[str, Any]:
    """By word, an event of it that happened in a match."""
    found: dict[str, Any] = {}
    for seed in range(4):
        match = played(name, seed)
        for told in Narration(match).told(match.log, SPECTATOR):
            for event in told.events:
                found.setdefault(event.word, event)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_event_has_a_sentence(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = at_table(language, name)
    for word in bussolotto.game(name).events.kinds:
        assert {f"event.{name}.{word}", f"event.{name}.{word}.other"} & {*texts}, word
    monkeypatch.setattr(Speaker, "language", language)
    people = [f"P{seat}" for seat in range(8)]
    for event in values_of(name).values():
        said = happened(event, name, people)
        assert said and "{" not in said and "event." not in said
        if "seat" in event.values:
            assert f"P{event.values['seat']}" in said or "seats" in event.values, said


@pytest.mark.parametrize("name", names())
def test_a_sentence_fills_in_the_same_in_every_language(name: str) -> None:
    placeholders: dict[str, set[str]] = defaultdict(set)
    for language in LANGUAGES:
        for key, text in at_table(language, name).items():
            if key.startswith(f"event.{name}."):
                placeholders[key].add(" ".join(sorted(set(re.findall(r"\{(\w+)\}", text)))))
    assert {key: found for key, found in placeholders.items() if len(found) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_number_does_not_follow_a_name(name: str, language: str) -> None:
    """Bots have numbers: `Bot 2 3` could be anything."""
    texts = at_table(language, name).items()
    told = {key: text for key, text in texts if key.startswith(f"event.{name}.")}
    assert {key: text for key, text in told.items() if re.search(r"\{(name|names|other)\} \{\w+\}", text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_who_wins_alone_has_another_verb_than_several(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence that begins with the winners says of them what they did; others only list them."""
    monkeypatch.setattr(Speaker, "language", language)
    texts = at_table(language, name)
    for word in (word for word in bussolotto.game(name).events.kinds if word.startswith("end")):
        assert not texts.get(f"event.{name}.{word}", "").startswith("{names}"), word
        if texts.get(f"event.{name}.{word}.other", "").startswith("{names}"):
            values = dict.fromkeys(re.findall(r"\{(\w+)\}", texts[f"event.{name}.{word}.other"]), 1)
            one, several = (happened(Event(word, {**values, "seats": seats}), name, "PQR") for seats in ([0], [0, 2]))
            assert one.startswith("P ") and several.startswith(joined(language, "PR") + " ")
            assert one == texts[f"event.{name}.{word}.one"].format_map({**values, "names": "P"})


def test_the_documented_table_is_that_of_the_games() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()
