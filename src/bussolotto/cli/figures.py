"""Tables on the command line: the results of many matches and of studies."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich import progress
from rich.console import Console
from rich.table import Table

from bussolotto.cli.words import console, ending_name, plain, say, table, with_options
from bussolotto.play import compiling


@contextmanager
def counting(matches: int) -> Iterator[Callable[[int], None]]:
    """Show a bar for matches. Yields a function to call with the number of matches done."""
    playing = say("simulate.playing")
    with progress_bar(playing, progress.MofNCompleteColumn(), matches) as update:
        yield lambda done: update(completed=done, description=playing)


@contextmanager
def working() -> Iterator[Callable[[int, int], None]]:
    """Show a bar for a solver. Yields a function to call with the steps done and the total."""
    with progress_bar(say("solve.working"), progress.TaskProgressColumn()) as update:
        yield lambda done, steps: update(completed=done, total=steps, description=say("solve.working"))


@contextmanager
def progress_bar(text: str, count: progress.ProgressColumn, total: int | None = 100) -> Iterator[Callable[..., None]]:
    """Show a bar on stderr if that is a terminal, including the progress of compiling a game.

    Yields a function that takes the keyword arguments of Rich's `Progress.update`.
    """
    to = Console(stderr=True)
    text_column = progress.TextColumn("{task.description}")
    columns = (text_column, progress.BarColumn(), count, progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=to, transient=True, disable=not to.is_terminal) as bar:
        update = partial(bar.update, bar.add_task(text, total=total))
        with compiling.watched(lambda game, done: update(description=say("compiling", game=game, n=done))):
            yield update


def show_summary(summary: dict[str, Any]) -> None:
    """Show a study as tables: length, victories, points."""
    to = console()
    title = say("simulate.title", n=summary["played"], game=summary["game"], seed=summary["seed"])
    to.print(with_options(title, summary["options"]))
    to.print(_length_table(summary["length"]))
    to.print(_wins_table(summary))
    by_reason = summary["endings"]["by_reason"]
    endings = ", ".join(f"{ending_name(summary['game'], word)} {count}" for word, count in by_reason.items())
    to.print(say("simulate.endings", endings=endings))


def show_study(page: Any, changes: int) -> None:
    """Show the results of a study, a `study.page.Page`: a few sentences, then every measure."""
    to = console()
    for line in page.summary():
        to.print(plain(line), end="\n\n")
    for change in range(changes):
        if rows := page.figures(change):
            columns = [say(f"study.{column}") for column in ("difference", "base", "changed")]
            shown = table(plain(page.names[change + 1]), columns)
            for row in rows:
                shown.add_row(*map(plain, row))
            to.print(shown)


def _length_table(length: dict[str, Any]) -> Table:
    columns = ["mean", "sd", "least", "quarter", "median", "three-quarters", "most"]
    shown = table(say("simulate.length"), [say(f"simulate.{column}") for column in columns])
    for name, spread in length.items():
        quantiles = [f"{value:g}" for percent, value in spread["quantiles"].items() if percent not in ("5", "95")]
        shown.add_row(say(f"simulate.{name}"), _mean(spread), _figure(spread["sd"]), *quantiles)
    return shown


def _wins_table(summary: dict[str, Any]) -> Table:
    """Return the win shares by player, seat and place with their standard errors, and points if there are any."""
    columns = [say(f"simulate.{column}") for column in ("share", "advantage", "points")]
    shown = table(say("simulate.wins"), columns)
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


def _share(won: dict[str, Any]) -> str:
    return f"{_percent(won['share'])} ± {_percent(won['se'])}"


def _percent(share: float | None, sign: str = "") -> str:
    return "-" if share is None else f"{100 * share:{sign}.2f} %"


def _mean(spread: dict[str, Any]) -> str:
    return f"{_figure(spread['mean'])} ± {_figure(spread['se'], 2)}"


def _figure(value: float | None, digits: int = 4) -> str:
    return "-" if value is None else f"{value:.{digits}g}"
