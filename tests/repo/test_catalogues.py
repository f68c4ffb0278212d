"""The texts people read: the same in four languages, none missing that code names, none that nobody shows."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Any, get_args

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.contract import Number
from bussolotto.core.kernel import CHANCE
from bussolotto.games import script
from bussolotto.locale import LANGUAGES, catalogue, of_game, parts
from bussolotto.server.protocol import State
from bussolotto.server.store.moderation_rows import Action, Key, Reason
from tests.repo.sources import PACKAGE

ENGLISH = catalogue("en")
CODE = [
    path
    for path in PACKAGE.rglob("*")
    if (path.suffix in {".py", ".js", ".html"} or path.name == script.FILE) and "vendor" not in path.parts
]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(CODE))
COUNTED = ENGLISH.keys() | {key.removeprefix("cli.") for key in ENGLISH}
AREAS = {key.partition(".")[0] for key in ENGLISH if "." in key}
LITERAL = re.compile(r"""(?P<quote>["'`])((?:\w[\w-]*\.)+\w[\w-]*)(?P=quote)""")
TEMPLATE = re.compile(r"[\"'`]((?:\w[\w-]*\.)+(?:[\w.-]|\$?\{[^{}]*\})+)[\"'`]")
BLANK = re.compile(r"\$?\{[^{}]*\}")
WORDS = set(re.findall(r"[\w-]+", SOURCE))
FILES = ("js", "css", "json", "html", "svg", "png", "sqlite", "py", "lock", "new", "md")


def stem(key: str) -> str:
    """A key without its plural form."""
    bare = re.sub(r"\.(one|other)$", "", key)
    return bare if {f"{bare}.one", f"{bare}.other"} <= COUNTED else key


def named_in(source: str) -> Iterator[str]:
    """The keys that a source writes out in full."""
    for found in LITERAL.finditer(source):
        key = found.group(2)
        last = key.rpartition(".")[2]
        if key.partition(".")[0] in AREAS and last not in FILES and not last.isupper():
            yield key


def unused(keys: set[str], source: str) -> list[str]:
    """Keys that no literal names and no template makes from words of the source."""
    literals = set(named_in(source)) | set(re.findall(r"[\"'`]([\w.-]+)[\"'`]", source))
    templates = [pattern_of(found.group(1)) for found in TEMPLATE.finditer(source) if "{" in found.group(1)]
    return sorted(key for key in keys if stem(key) not in literals and not made(stem(key), templates))


def pattern_of(template: str) -> re.Pattern[str]:
    """A template as a pattern whose groups are its blanks."""
    return re.compile(r"([\w.-]+)".join(map(re.escape, BLANK.split(template))))


def made(key: str, templates: list[re.Pattern[str]]) -> bool:
    """Does a template make this key, with words that stand somewhere in the source?"""
    found = [match for template in templates if (match := template.fullmatch(key))]
    return any(all(set(group.split(".")) <= WORDS for group in match.groups()) for match in found)


def blanks(text: str) -> set[str]:
    """The names of the blanks in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_blanks(language: str) -> None:
    texts = catalogue(language)
    assert sorted(ENGLISH.keys() ^ texts.keys()) == []
    assert {key: text for key, text in texts.items() if blanks(text) != blanks(ENGLISH[key])} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_stray_blanks(language: str) -> None:
    stray = re.compile(r"^\s|\s{2}|(?<![?:;a-z])\s$|^$")  # a question on the terminal ends with one
    assert {key: text for key, text in catalogue(language).items() if stray.search(text)} == {}


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_whole_sentences_are_translated(language: str) -> None:
    texts = catalogue(language)
    same = {key: text for key, text in texts.items() if text == ENGLISH[key] and len(text.split()) > 5}
    assert {key: text for key, text in same.items() if not key.endswith(".example")} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_in_two_areas(language: str) -> None:
    """Only a choice that many games have may be called otherwise in one: in Bunte Kuh, who passes gives up."""
    counted = Counter(key for texts in parts(language).values() for key in texts)
    assert [key for key, times in counted.items() if times > 1 and key not in parts(language)["words"]] == []


def test_plural_forms_come_in_pairs() -> None:
    alone = [key for key in ENGLISH if key.endswith((".one", ".other")) and stem(key) == key]
    assert [key for key in alone if key.endswith(".one") or "n" in blanks(ENGLISH[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_server_stores_for_the_operator_has_a_name_in_both_places(language: str) -> None:
    """On the terminal, and on the operator's page, which says the reason as the one who reports reads it."""
    stored: dict[str, Any] = {"action": Action, "key": Key, "reason": Reason, "state": State}
    keys = [(kind, word) for kind, words in stored.items() for word in get_args(words)]
    wanted = {f"cli.admin.{kind}.{word}" for kind, word in keys}
    wanted |= {f"{'report' if kind == 'reason' else 'admin'}.{kind}.{word}" for kind, word in keys}
    assert sorted(wanted - catalogue(language).keys()) == []


def test_every_key_that_code_names_exists() -> None:
    known = ENGLISH.keys() | {stem(key) for key in ENGLISH}
    known |= {key.removeprefix("cli.") for key in known}  # the command line says its own area for all
    assert sorted(set(named_in(SOURCE)) - known) == []


def test_every_key_is_used() -> None:
    cli = {key for key in ENGLISH if key.startswith("cli.")}
    assert unused(ENGLISH.keys() - cli, SOURCE) == []
    assert unused({key.removeprefix("cli.") for key in cli}, SOURCE) == []


@pytest.mark.parametrize("name", bussolotto.games())
def test_what_is_told_of_a_step_is_told_of_one_that_there_is(name: str) -> None:
    """By the first word of an action or outcome of this game, unless its page names the sentence itself."""
    game = bussolotto.game(name)
    said = [
        game.say(seat, code) for seat, codes in ((0, game.ACTIONS), (CHANCE, game.OUTCOMES)) for code in range(codes)
    ]
    words = {text.split()[0] for text in said} | {"limit", "hidden", "unseen", ""}
    told = {
        stem(key).removeprefix("cli.said.").removeprefix("told.") for key in of_game("en", name) if told_of_step(key)
    }
    named = {key.removeprefix("told.") for key in named_in(SOURCE)}
    assert sorted(told - named - {f"{name}.{word}" for word in words}) == []


def told_of_step(key: str) -> bool:
    """Is this a sentence about a step?"""
    return key.startswith(("told.", "cli.said."))


def test_the_checks_bite() -> None:
    source = "t('home.title'); t(`line.${next}`); const next = 'lost'; t(`rules.${next}.title`)"
    keys = {"home.title", "line.lost", "line.nowhere-said", "home.nowhere-said", "rules.lost.title", "rules.lost.text"}
    assert unused(keys, source) == ["home.nowhere-said", "line.nowhere-said", "rules.lost.text"]
    assert list(named_in("t('home.titel')")) == ["home.titel"]


def test_all_languages_keep_their_texts_in_the_same_order() -> None:
    folder = PACKAGE / "locale" / "parts"
    for english in sorted(folder.glob("*.en.json")):
        order = list(json.loads(english.read_text(encoding="utf-8")))
        for language in LANGUAGES:
            path = folder / english.name.replace(".en.", f".{language}.")
            assert path.exists(), path.name
            assert list(json.loads(path.read_text(encoding="utf-8"))) == order, path.name


@pytest.mark.parametrize("name", bussolotto.games())
def test_a_number_is_told_in_words_for_its_whole_range_or_not_at_all(name: str) -> None:
    """People may set any number of the range, and then read `56 dice` as for those that are suggested."""
    for option, number in bussolotto.game(name).facts.options.items():
        if isinstance(number, Number):
            keys = {f"option.{name}.{option}.{value}" for value in range(number.low, number.high + 1, number.step)}
            assert not keys & ENGLISH.keys() or keys <= ENGLISH.keys(), option


@pytest.mark.parametrize("name", bussolotto.games())
def test_what_every_kind_of_choice_is_for_is_told(name: str) -> None:
    """Fouls are no choice. Where only a bot gives advice, it is told what it looks at."""
    game = bussolotto.game(name)
    words = {game.say(0, action).split()[0] for action in range(game.ACTIONS)} - set(game.facts.fouls)
    assert {key for key in ENGLISH if key.startswith(f"use.{name}.")} == {f"use.{name}.{word}" for word in words}
    assert game.RACE or game.has("advice") or f"advice.{name}.{players.named(game)[-1]}" in ENGLISH
