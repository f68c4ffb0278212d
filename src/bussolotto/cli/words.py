"""The output of the command line in the reader's language: lines, tables, figures as JSON."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from bussolotto import locale
from bussolotto.core.characters import show_hidden
from bussolotto.core.contract import Game
from bussolotto.core.errors import DamagedFile, Refusal, TakenOver, closest, refuse

DONE, DAMAGED, REFUSED, INTERRUPTED = 0, 1, 2, 130  # exit codes

plain = escape  # for tables: square brackets are not markup
console = partial(Console, highlight=False)

SUGGESTED = {  # refusals of a name: where it is among the values, beside the `known` names
    "unknown-game": "name",
    "unknown-option": "option",
    "unknown-value": "value",
    "unknown-player": "player",
    "sheet-word": "value",
}


def tell(text: object, err: bool = False) -> None:
    """Print a line. Nothing in it, such as a name in a file, can steer the terminal."""
    typer.echo(show_hidden(str(text)), err=err)


def wanted(arguments: Sequence[str]) -> str:
    """Return the language requested by `--lang de` or `--lang=de`, else by the environment."""
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
    """Return a text of the command line."""
    return locale.phrase(Speaker.language, f"cli.{key}", **values)


def named(key: str, word: str) -> str:
    """Return what a word of a server is called, or the word itself where only a later version knows it."""
    return locale.named(Speaker.language, f"cli.{key}", word)


def title_of(game: Game) -> str:
    """Return the title of a game as on its box in this language."""
    return plain(locale.of_game(Speaker.language, game.NAME)[f"{locale.INVITING}{game.NAME}.title"])


def ending_name(game: str, word: str) -> str:
    """Return the name of one of a game's ways to end."""
    return locale.named(Speaker.language, f"ending.{game}.{word}", word)


def table(title: str, columns: Sequence[str], *, no_wrap: bool = True) -> Table:
    """Return an empty table of figures, with `title` above the column names."""
    shown = Table(Column(title, no_wrap=True), box=box.SIMPLE_HEAD)
    for column in columns:
        shown.add_column(column, justify="right", no_wrap=no_wrap)
    return shown


def share(line: dict[str, Any]) -> str:
    """Return a share with its interval, in percent."""
    interval = line["interval"] and [100 * end for end in line["interval"]]
    return with_interval(line["share"] and 100 * line["share"], interval, ".2f", ".2f", " %")


def with_interval(value: float | None, interval: list[float] | None, form: str, ends: str, unit: str = "") -> str:
    """Return `70.60 %  (67.72 .. 73.50)`, without the parts that are not known."""
    if value is None:
        return "-"
    low_high = f"  ({' .. '.join(format(end, ends) for end in interval)})" if interval else ""
    return f"{value:{form}}{unit}{low_high}"


def with_options(title: str, options: Mapping[str, str]) -> str:
    """Return a title followed by the options of the match."""
    return ", ".join([title, *(f"{name} {plain(value)}" for name, value in options.items())])


def tell_json(found: object, file: Path | None = None) -> None:
    """Print figures as JSON, or write them to a file. Raises `not-written`."""
    text = json.dumps(found, indent=2, ensure_ascii=False)
    if file is None:
        tell(text)
    else:
        write_text(file, f"{text}\n")


def write_text(file: Path, text: str) -> None:
    """Write all of the text or nothing. Raises `not-written`."""
    try:
        write_whole(file, text.encode())
    except OSError as problem:
        raise refuse("not-written", file=file, problem=problem) from problem


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, whole or not at all. Raises OSError."""
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def complain(refusal: Refusal) -> int:
    """Print what was wrong on stderr, with a suggestion if there is one. Return the exit code."""
    said = [locale.excuse(Speaker.language, refusal)]
    if near := nearest(refusal):
        said.append(say("did-you-mean", name=near))
    tell(" ".join(said), err=True)
    if isinstance(refusal, TakenOver):
        return TakenOver.STATUS
    return DAMAGED if isinstance(refusal, DamagedFile) else REFUSED


def nearest(refusal: Refusal) -> str:
    """Return the known name closest to the refused one, or an empty text if none is close."""
    word = str(refusal.values.get(SUGGESTED.get(refusal.code, ""), ""))
    known = str(refusal.values.get("known", "")).split(", ")
    return closest(word, known)
