"""`bussolotto study`: what a change of the rules does to a game."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import repeat
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bussolotto.cli.engines import Cluster, Workers
from bussolotto.cli.words import INTERRUPTED, Speaker, say, tell

TERMINAL = "-"  # where JSON goes that no file is named for
USUAL, MOST = 1_000, 1_000_000  # matches of each side where nobody says how many; with --until
PLAYER = "sensible"  # who plays where nobody is named


class StudyCommand(TyperCommand):
    """Its `--json` may stand without a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the terminal in where no file follows."""
        after = [*args[1:], "--"]
        pairs = zip(args, after, strict=True)
        whole = [[arg, TERMINAL] if arg == "--json" and then.startswith("--") else [arg] for arg, then in pairs]
        return super().parse_args(ctx, [word for words in whole for word in words])


def study(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("help.game"))],
    change: Annotated[list[str] | None, typer.Option(metavar="K=V", help=say("help.study.change"))] = None,
    together: Annotated[bool, typer.Option("--together", help=say("help.study.together"))] = False,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help=say("help.study.option"))] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.seats"))] = None,
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.study.players"))] = None,
    seed: Annotated[int, typer.Option(metavar="S", help=say("help.seed"))] = 0,
    matches: Annotated[int | None, typer.Option(metavar="M", min=2, help=say("help.study.matches"))] = None,
    until: Annotated[float | None, typer.Option(metavar="WIDTH", min=1e-9, help=say("help.study.until"))] = None,
    effect: Annotated[str, typer.Option(metavar="NAME", help=say("help.study.effect"))] = "plies",
    workers: Workers = None,
    cluster: Cluster = None,
    quick: Annotated[bool, typer.Option("--quick", help=say("help.study.quick"))] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help=say("help.study.html"))] = None,
    no_html: Annotated[bool, typer.Option("--no-html", help=say("help.study.no-html"))] = False,
    as_json: Annotated[str | None, typer.Option("--json", metavar="[FILE]", help=say("help.study.json"))] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet.results"))] = None,
    force: Annotated[bool, typer.Option("--force", help=say("help.study.force"))] = False,
) -> None:
    """What a change does to a game."""
    from bussolotto import engines
    from bussolotto.cli import chosen
    from bussolotto.study import page, plots, report
    from bussolotto.study.matches import Setting
    from bussolotto.study.parquet import results_file
    from bussolotto.study.study import Question, asked
    from bussolotto.study.study import study as compare

    base = Setting(game, tuple(_players(game, seats, players)), seed, chosen(option))
    changes = tuple(chosen([each]) for each in change or [])
    wanted = matches or (MOST if until else USUAL)
    question = asked(Question(base, changes, wanted, until, effect), together)
    file = None if no_html else html or Path(f"{question.base.game}-study.html")
    into = Path(as_json) if as_json not in (None, TERMINAL) else None
    if file:
        plots.require()
    for each in filter(None, (file, into)):
        _may_write(each, question.key, force)
    with ExitStack() as at_the_end:
        engine = at_the_end.enter_context(engines.engine(cluster, workers, question.base.compiled))
        rows = at_the_end.enter_context(results_file(parquet)) if parquet else None
        looked, measuring = at_the_end.enter_context(watching(question))
        findings = compare(question, engine, looked, rows.add if rows else None)
        told = report.report(findings, _command())
        if not quick and not findings.interrupted:
            told |= _experiments(findings, engine, measuring)
    if file:
        _write(file, page.page(told, Speaker.language))
        typer.echo(say("study.written", file=file), err=True)
    if as_json:
        _tell_figures(told, into)
    if told["interrupted"]:
        typer.echo(say("study.stopped"), err=True)
        raise typer.Exit(INTERRUPTED)


def _tell_figures(told: dict[str, Any], into: Path | None) -> None:
    """As JSON, to a file or to the terminal."""
    figures = json.dumps(told, indent=2, ensure_ascii=False)
    if into:
        _write(into, f"{figures}\n")
    else:
        tell(figures)


def _players(game: str, seats: int | None, players: str | None) -> list[str]:
    """Who sits where: as told, else the sensible bot everywhere, or who there is. Raises UnknownGame."""
    import bussolotto
    from bussolotto import players as known
    from bussolotto.cli import _seated as seated

    names = known.names(bussolotto.game(game))
    return seated(game, seats, players, repeat(PLAYER if PLAYER in names else names[0]))


def _command() -> str:
    """What was typed."""
    return shlex.join(["bussolotto", *sys.argv[1:]])


def _may_write(file: Path, key: str, force: bool) -> None:
    """Raises FileThere for what is not an earlier report of the same study."""
    from bussolotto.errors import FileThere

    if not force and file.exists() and key not in file.read_text(encoding="utf-8", errors="replace"):
        raise FileThere(file)


def _write(file: Path, text: str) -> None:
    """Whole or not at all. Raises NotWritten."""
    from bussolotto.errors import NotWritten

    draft = file.with_name(f"{file.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as problem:
        raise NotWritten(file, problem) from problem


def _experiments(findings: Any, engine: Any, measuring: Callable[[str], None]) -> dict[str, Any]:
    """What is measured beside the matches; Ctrl-C leaves it out."""
    from bussolotto.study import report

    try:
        return report.experiments(findings, engine, measuring)
    except KeyboardInterrupt:
        return {"interrupted": True}


@contextmanager
def watching(question: Any) -> Iterator[tuple[Callable[[Any], None], Callable[[str], None]]]:
    """A bar on stderr, where that is a terminal, with the effect as it becomes known; and what else is measured."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from bussolotto.study.wording import Wording, scale

    words = Wording(Speaker.language, question.base.game)
    measure = question.measures[question.column]
    factor, unit = scale(measure.unit), words.unit(measure.unit, difference=True)
    to = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=to, transient=True, disable=not to.is_terminal) as bar:
        task = bar.add_task(say("study.playing"), total=question.matches)

        def looked(findings: Any) -> None:
            told = say("study.playing")
            if findings.count > 1:
                effects = (findings.effect(change) for change in range(len(findings.pairs)))
                known = (words.with_half(factor * e.mean, factor * (e.anytime[1] - e.mean)) for e in effects)
                told = f"{words.measure(measure.name)} {', '.join(known)} {unit}"
            bar.update(task, completed=findings.count, description=told)

        yield looked, lambda what: bar.update(task, description=say(f"study.measuring.{what}"), total=None)
