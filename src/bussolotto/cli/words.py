"""What the command line says, in the language of whoever reads it."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

import typer
from rich.console import Console
from rich.markup import escape

from bussolotto import locale
from bussolotto.errors import DamagedFile, Refusal

DONE, DAMAGED, REFUSED, INTERRUPTED = 0, 1, 2, 130  # exit codes

SUGGESTED = {  # refusals of a name: where it stands among the values, beside those that are `known`
    "unknown-game": "name",
    "unknown-option": "option",
    "unknown-value": "value",
    "unknown-player": "player",
}


def wanted(arguments: Sequence[str]) -> str:
    """The language asked for by `--lang de` or `--lang=de`, else by the environment."""
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        value = value if equals else " ".join(arguments[index + 1 : index + 2])
        if name == "--lang" and value in locale.LANGUAGES:
            return value
    return locale.language(os.environ)


class Speaker:
    """The language in use; help texts are made in it when the commands are defined."""

    language = wanted(sys.argv)


def say(key: str, **values: object) -> str:
    """A text of the command line."""
    return locale.phrase(Speaker.language, f"cli.{key}", **values)


def ending_name(game: str, word: str) -> str:
    """One of a game's ways to end, in words."""
    return locale.phrase(Speaker.language, f"ending.{game}.{word}")


def tell(text: str) -> None:
    """Print a line as it is."""
    typer.echo(text)


def console() -> Console:
    """Where tables go."""
    return Console(highlight=False)


def complain(refusal: Refusal) -> int:
    """Say on stderr what was wrong, and what was perhaps meant; the exit code for it."""
    said = [locale.excuse(Speaker.language, refusal)]
    if near := nearest(refusal):
        said.append(say("did-you-mean", name=near))
    typer.echo(" ".join(said), err=True)
    return DAMAGED if isinstance(refusal, DamagedFile) else REFUSED


def nearest(refusal: Refusal) -> str:
    """The known name most like the one refused; empty when none is near."""
    word = str(refusal.values.get(SUGGESTED.get(refusal.code, ""), ""))
    known = str(refusal.values.get("known", "")).split(", ")
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.5)), "")


def plain(text: str) -> str:
    """A text of people for a table: square brackets are no markup."""
    return escape(text)
