"""The texts that people see, in four languages.

Every area keeps its own under `parts`, one file a language; together they are the catalogue. A text names its
blanks, `{name}`; one that counts has the forms `KEY.one` and `KEY.other`, chosen by its blank `{n}`.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from bussolotto.errors import Refusal

Language = Literal["en", "it", "de", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
INVITING = "game."  # begins what is read of a game before one comes to its table
CHOSEN = "option."  # begins what is read of a game where tables are set, besides at its own table
COMMANDS = "cli-errors"  # what goes wrong on the command line alone
LATER = "later-"  # begins the name of an area that a page fetches by itself, when it shows something of it
OPTIONS = "later-options"  # the options of all games


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by their keys; English is the reference. No key may be in two areas."""
    texts: dict[str, str] = {}
    for name, found in parts(language).items():
        assert not texts.keys() & found.keys(), f"{name} repeats {sorted(texts.keys() & found.keys())}"
        texts |= found
    return texts


@cache
def of_pages(language: str) -> dict[str, str]:
    """What the browser needs of a language on every page: not what is of one table, comes later or is never shown."""
    games = [key.split(".")[1] for key in catalogue(language) if key.startswith("game.") and key.endswith(".title")]
    apart = {key for game in games for key in of_table(language, game)}
    apart |= {key for name in areas(language) for key in of_area(language, name)}
    apart |= parts(language)[COMMANDS].keys()
    return {key: text for key, text in catalogue(language).items() if key not in apart and is_shown(key)}


def areas(language: str) -> list[str]:
    """The names of the areas that come later."""
    return [OPTIONS, *(name for name in parts(language) if name.startswith(LATER))]


def of_area(language: str, name: str) -> dict[str, str]:
    """An area that comes later. KeyError for another."""
    assert name.startswith(LATER), name
    if name == OPTIONS:
        return {key: text for key, text in catalogue(language).items() if key.startswith(CHOSEN)}
    return parts(language)[name]


@cache
def of_table(language: str, game: str) -> dict[str, str]:
    """What the browser needs besides at a table of this game: all of its own but what invites to it."""
    own = [found for name, found in parts(language).items() if name in {game, f"{game}-page", f"{game}-rules"}]
    chosen = {key: text for key, text in catalogue(language).items() if key.startswith(f"{CHOSEN}{game}.")}
    said = {key: text for found in own for key, text in found.items() if is_shown(key)}
    return chosen | {key: text for key, text in said.items() if not key.startswith(INVITING)}


def is_shown(key: str) -> bool:
    """Does a page ever show this, or the command line alone?"""
    return key.startswith("cli.said.") or not key.startswith("cli.")


@cache
def parts(language: str) -> dict[str, dict[str, str]]:
    """The texts of a language by areas."""
    assert language in LANGUAGES, language
    ending = f".{language}.json"
    found = sorted((files(__name__) / "parts").iterdir(), key=lambda part: part.name)
    return {
        part.name.removesuffix(ending): json.loads(part.read_text(encoding="utf-8"))
        for part in found
        if part.name.endswith(ending)
    }


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, English where we do not speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            code = wanted.lower()[:2]
            return code if code in LANGUAGES else "en"
    return "en"


def phrase(language: str, key: str, **values: object) -> str:
    """A text with its blanks filled in; KeyError for one that does not exist, or a blank without a value."""
    texts = catalogue(language)
    if key not in texts and "n" in values:
        key = f"{key}.{plural(language, values['n'])}"
    return texts[key].format_map(values)


def plural(language: str, number: object) -> str:
    """The form of a text that counts so many: French says one of nothing as well."""
    return "one" if number == 1 or (language == "fr" and number == 0) else "other"


def excuse(language: str, refusal: Refusal) -> str:
    """What was wrong, in the words of a language: the refusal, what is damaged, and the clause behind it."""
    texts = catalogue(language)
    keys = [f"error.{refusal.code}", f"damage.{refusal.values.get('reason')}", f"clause.{refusal.clause}"]
    said = [texts[key].format_map(refusal.values).strip() for key in keys if key in texts]
    if refusal.clause and said:
        said[-1] += f" ({refusal.clause})"
    return " ".join(said) or refusal.text
