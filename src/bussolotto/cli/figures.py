"""Tables on the command line: the games, and what a study found."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

import bussolotto
from bussolotto import players
from bussolotto.cli.words import console, ending_name, plain, say


def list_games() -> None:
    """Every game with what can be chosen for it."""
    shown = Table(say("games"), box=box.SIMPLE_HEAD)
    for column in ("title", "seats", "options", "players"):
        shown.add_column(say(f"games.{column}"))
    shown.columns[0].no_wrap = True
    for name in bussolotto.games():
        game = bussolotto.game(name)
        options = [f"{option}: {', '.join(values)}" for option, values in game.OPTIONS.items()]
        seats = ", ".join(map(str, game.SEATS))
        shown.add_row(name, game.TITLE, seats, "\n".join(options), "\n".join(players.names(game)))
    console().print(shown)


@contextmanager
def counting(matches: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, where that is a terminal; calling what is given says how many matches are done."""
    to = Console(stderr=True)
    columns = (TextColumn(say("simulate.playing")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=to, transient=True, disable=not to.is_terminal) as progress:
        task = progress.add_task("", total=matches)
        yield lambda done: progress.update(task, completed=done)


def show_summary(summary: dict[str, Any]) -> None:
    """A study as tables: length, victories, points."""
    to = console()
    title = say("simulate.title", n=summary["played"], game=summary["game"], seed=summary["seed"])
    to.print(", ".join([title, *(f"{name} {plain(value)}" for name, value in summary["options"].items())]))
    to.print(_length_table(summary["length"]))
    to.print(_wins_table(summary))
    to.print(say("simulate.endings", endings=_endings(summary["game"], summary["endings"]["by_reason"])))


def _endings(game: str, by_reason: dict[str, int]) -> str:
    """How many matches ended in which way, in words."""
    return ", ".join(f"{ending_name(game, word)} {count}" for word, count in by_reason.items())


def _length_table(length: dict[str, Any]) -> Table:
    columns = ["mean", "sd", "least", "quarter", "median", "three-quarters", "most"]
    shown = _table(say("simulate.length"), [say(f"simulate.{column}") for column in columns])
    for name, spread in length.items():
        quantiles = [f"{value:g}" for percent, value in spread["quantiles"].items() if percent not in ("5", "95")]
        shown.add_row(
            say(f"simulate.{name}"), _with_error(spread["mean"], spread["se"]), _figure(spread["sd"]), *quantiles
        )
    return shown


def _wins_table(summary: dict[str, Any]) -> Table:
    """Win shares by player, seat and place, each with its standard error; points where there are some."""
    columns = [say(f"simulate.{column}") for column in ("share", "advantage", "points")]
    shown = _table(say("simulate.wins"), columns)
    wins, scores = summary["wins"], summary["scores"]
    for number, (won, points) in enumerate(zip(wins["by_player"], scores["by_player"], strict=True), 1):
        shown.add_row(say("simulate.player", number=number, name=won["player"]), _share(won), "", _mean(points))
    shown.add_section()
    for won, points in zip(wins["by_seat"], scores["by_seat"], strict=True):
        shown.add_row(say("simulate.seat", seat=won["seat"]), _share(won), "", _mean(points))
    shown.add_section()
    for won in wins["by_place"]:
        name = say("simulate.place", n=won["place"]) if won["place"] else say("simulate.starter")
        shown.add_row(name, _share(won), _percent(won["advantage"], "+"))
    return shown


def _table(title: str, columns: Sequence[str]) -> Table:
    shown = Table(Column(title, no_wrap=True), box=box.SIMPLE_HEAD)
    for column in columns:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown


def _share(won: dict[str, Any]) -> str:
    return f"{_percent(won['share'])} ± {_percent(won['se'])}"


def _percent(share: float | None, sign: str = "") -> str:
    return "-" if share is None else f"{100 * share:{sign}.2f} %"


def _mean(spread: dict[str, Any]) -> str:
    return _with_error(spread["mean"], spread["se"])


def _with_error(mean: float | None, error: float | None) -> str:
    return f"{_figure(mean)} ± {_figure(error, 2)}"


def _figure(value: float | None, digits: int = 4) -> str:
    return "-" if value is None else f"{value:.{digits}g}"
