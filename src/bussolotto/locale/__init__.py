"""The texts that people see, in four languages.

Every area keeps its own texts under `parts`, and every game in its folder `texts`, one file for each language; together
they are the catalogue. A game has at least English texts, which are used for any language it lacks. A text has named
placeholders, `{name}`; a text that counts has the forms `KEY.one` and `KEY.other`, selected by its placeholder `{n}`.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, count, product
from typing import Literal, cast, get_args

from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal
from bussolotto.games import game as game_of
from bussolotto.games import names, packages
from bussolotto.sheets import SheetGame

Language = Literal["en", "it", "de", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
INVITING = "game."  # prefix of a game's texts that are shown before a player comes to its table
CHOSEN = "option."  # prefix of a game's texts that are shown where tables are set up, as well as at its own table
SAID = "cli.said."  # prefix of the command line's sentences of steps, which pages without their own use, too
COMMANDS = "cli-errors"  # the area of errors that occur only on the command line
LATER = "later-"  # prefix of the areas that a page loads when it first needs one
OPTIONS = "later-options"  # the options of all games
SHEETS = "later-sheet"  # what tables of rule sheets show, under the name of all sheets
SHELF = "later-shelf"  # what every game says of itself on the home page
# prefixes of a game's texts that its table needs only now and then, by the ending of their area: `later-GAME-notes`
TOLD = {
    "": ("why.", "clause."),
    "-notes": ("note.",),
    "-practice": ("practice.",),
    "-rules": ("rules.",),
    "-review": ("outlook.",),
}
BLANK = re.compile(r"\{(\w+)\}")  # in a text
ON_SHELF = (".line", ".about")  # endings of those texts, all of which invite to a game


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by their keys; English is the reference.

    A game may have its own words for something that already has a text: they apply at its tables only (`of_table`,
    `at_table`).
    """
    texts: dict[str, str] = {}
    for found in parts(language).values():
        texts = found | texts
    return texts


def at_table(language: str, game: str) -> dict[str, str]:
    """All texts of a language where this game is played: its own come first."""
    return catalogue(language) | of_game(language, game)


def title(language: str, game: str) -> str:
    """What a game is called in this language."""
    key = f"{INVITING}{game}.title"
    return catalogue(language).get(key) or of_game(language, game)[key]


@cache
def of_pages(language: str) -> dict[str, str]:
    """The texts that the browser needs on every page, without those of one table, later areas or the command line."""
    games = names()
    apart = {COMMANDS, *areas(language), *games}
    texts: dict[str, str] = {}
    for game in games:
        texts = {key: text for key, text in of_game(language, game).items() if key.startswith(INVITING)} | texts
    texts = {key: text for key, text in texts.items() if not key.endswith(ON_SHELF)}
    for name, found in parts(language).items():
        texts |= found if name not in apart else {}
    return {key: text for key, text in texts.items() if is_shown(key, texts) and not key.startswith(CHOSEN)}


def areas(language: str) -> list[str]:
    """The names of the areas that are loaded later."""
    of_games = [f"{LATER}{game}{ending}" for game in names() for ending in TOLD]
    return [OPTIONS, SHELF, *of_games, *(name for name in parts(language) if name.startswith(LATER))]


def of_area(language: str, name: str) -> dict[str, str]:
    """An area that is loaded later. KeyError for any other."""
    assert name.startswith(LATER), name
    if name == OPTIONS:
        return {key: text for key, text in catalogue(language).items() if key.startswith(CHOSEN)}
    if name == SHELF:
        shown = catalogue(language).items()
        return {key: text for key, text in shown if key.startswith(INVITING) and key.endswith(ON_SHELF)}
    for game, ending in product(names(), TOLD):
        if name == f"{LATER}{game}{ending}":
            return {key: text for key, text in of_game(language, game).items() if key.startswith(TOLD[ending])}
    return parts(language)[name]


def of_table(language: str, game: str) -> dict[str, str]:
    """What the browser needs in addition at a table of this game: its texts, but those that invite, or come later.

    Of a rule sheet all, as it stands on no shelf.
    """
    return _of_table(language, game) if game in packages() else of_game(language, game)


@cache
def _of_table(language: str, game: str) -> dict[str, str]:
    chosen = {key: text for key, text in catalogue(language).items() if key.startswith(f"{CHOSEN}{game}.")}
    texts = of_game(language, game)
    said = {key: text for key, text in texts.items() if is_shown(key, texts)}
    return chosen | {key: text for key, text in said.items() if not key.startswith((INVITING, *chain(*TOLD.values())))}


def is_shown(key: str, texts: Mapping[str, str]) -> bool:
    """Does a page ever show this text, or only the command line, since the page has a sentence of its own?"""
    if key.startswith(SAID):
        return f"told.{key.removeprefix(SAID)}" not in texts
    return not key.startswith("cli.")


@cache
def parts(language: str) -> dict[str, dict[str, str]]:
    """The texts of a language by areas, those of a game under its name."""
    assert language in LANGUAGES, language
    ending = f".{language}.json"
    found = sorted((files(__name__) / "parts").iterdir(), key=lambda part: part.name)
    shared = {part.name.removesuffix(ending): _read(part) for part in found if part.name.endswith(ending)}
    return shared | {name: of_game(language, name) for name in names()}


def of_game(language: str, game: str) -> dict[str, str]:
    """The texts of a game, in English if it lacks this language; only its title if it has no texts."""
    return _of_game(language, game) if game in packages() else of_sheet(language, game_of(game))


def of_sheet(language: str, game: Game) -> dict[str, str]:
    """What a rule sheet says of itself, and what is said of all."""
    assert isinstance(game, SheetGame), game
    about, name, shared = game.sheet.game, game.NAME, game.rules_name
    own = {"title": about.title, "about": about.about, "author": ", ".join(about.authors), "licence": about.licence}
    told = parts(language)[SHEETS].items()
    return {
        **{key.replace(shared, name): text for key, text in told if f".{shared}." in key},
        **{key: text for key, text in told if key.startswith("clause.")},
        **{f"{INVITING}{name}.{key}": text for key, text in own.items() if text},
    }


@cache
def _of_game(language: str, game: str) -> dict[str, str]:
    title = f"{INVITING}{game}.title"
    texts = written("en", game) | written(language, game)
    return texts if title in texts else {title: game_of(game).TITLE, **texts}


def written(language: str, game: str) -> dict[str, str]:
    """What a game has written in this language itself; nothing if it lacks it."""
    return _read(files(packages()[game]) / "texts" / f"{language}.json")


def _read(part: Traversable) -> dict[str, str]:
    """The texts in a file; none if there is no such file."""
    return cast("dict[str, str]", json.loads(part.read_text(encoding="utf-8"))) if part.is_file() else {}


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English if it is not one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            code = wanted.lower()[:2]
            return code if code in LANGUAGES else "en"
    return "en"


def phrase(language: str, key: str, **values: object) -> str:
    """A text with its placeholders filled in; KeyError for an unknown text, or a placeholder without a value."""
    texts = catalogue(language)
    if key not in texts and "n" in values:
        key = f"{key}.{plural(language, values['n'])}"
    return texts[key].format_map(values)


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text of a game, filled in. What nothing fills stays as it stands: the game may be anybody's, and it goes on."""
    return BLANK.sub(lambda blank: str(values.get(blank[1], blank[0])), text)


def distinct(names: Sequence[str]) -> list[str]:
    """Names that can be told apart: of several with the same name the first gets a 1, and so on."""
    told = {name for name in names if names.count(name) == 1}
    found = []
    for name in names:
        numbered = (f"{name} {number}" for number in count(1))
        found.append(name if names.count(name) == 1 else next(one for one in numbered if one not in told))
        told.add(found[-1])
    return found


def joined(language: str, names: Sequence[str]) -> str:
    """Several names in a sentence, as the page joins them: `Giulia, Leo and Emma`."""
    *first, last = names or [""]
    return phrase(language, "names.and", names=", ".join(first), last=last) if first else last


def grouped(language: str, number: float) -> str:
    """A number as people write it in this language: 12,000.5, 12.000,5 or 12 000,5."""
    marks = {"en": ",.", "fr": "\u202f,"}.get(language, ".,")
    return f"{number:,.10g}".translate(str.maketrans(",.", marks))


def named(language: str, key: str, word: str) -> str:
    """The name in this language, else in English, else the word itself: `no-progress` becomes no progress."""
    for texts in (catalogue(language), catalogue("en")):
        if key in texts:
            return texts[key]
    return word.replace("-", " ").replace("_", " ")


def plural(language: str, number: object) -> str:
    """The form of a text for this number: French uses the singular for zero as well."""
    return "one" if number == 1 or (language == "fr" and number == 0) else "other"


def excuse(language: str, refusal: Refusal) -> str:
    """The explanation of a refusal in this language: its sentence, what is damaged, and the clause behind it."""
    texts = catalogue(language)
    keys = [f"error.{refusal.code}", f"damage.{refusal.values.get('reason')}", f"clause.{refusal.clause}"]
    said = [filled(texts[key], refusal.values).strip() for key in keys if key in texts]
    if reason := told(language, refusal):
        said = [reason]
    if refusal.clause and said:
        said[-1] += f" ({refusal.clause})"
    return " ".join(said) or refusal.text


def told(language: str, refusal: Refusal) -> str:
    """What the rules of a game say is wrong with an action here and now; "" if they name only a clause."""
    game, word, n = (refusal.values.get(name) for name in ("game", "why", "n"))
    texts = at_table(language, game) if word and isinstance(game, str) else {}
    form = plural(language, n)
    keys = [f"why.{game}.{word}", f"why.{game}.{word}.{form}", f"why.{word}", f"why.{word}.{form}"]
    values = {name: texts.get(f"why.{game}.{name}.{value}", value) for name, value in refusal.values.items()}
    return next((filled(texts[key], values) for key in keys if key in texts), "")
