"""`bussolotto study`: how a change of the rules affects a game."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bussolotto.cli.options import Cluster, GameName, Seats, Seed, Workers, read_options, seat_players
from bussolotto.cli.words import INTERRUPTED, Speaker, say, tell_json, write_text
from bussolotto.core.errors import refuse

TERMINAL = "-"  # where JSON goes if no file is named
USUAL, MOST = 1_000, 1_000_000  # matches of each side: by default; with --until
PLAYER = "sensible"  # the default player
EFFECT = "plies"  # the default effect


class StudyCommand(TyperCommand):
    """A command whose `--json` may be given without a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the terminal where no file follows."""
        after = [*args[1:], "--"]
        pairs = zip(args, after, strict=True)
        whole = [[arg, TERMINAL] if arg == "--json" and then.startswith("--") else [arg] for arg, then in pairs]
        return super().parse_args(ctx, [word for words in whole for word in words])


def study(
    game: GameName,
    change: Annotated[list[str] | None, typer.Option(metavar="K=V", help=say("help.study.change"))] = None,
    together: Annotated[bool, typer.Option("--together", help=say("help.study.together"))] = False,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help=say("help.study.option"))] = None,
    seats: Seats = None,
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.study.players"))] = None,
    seed: Seed = 0,
    matches: Annotated[int | None, typer.Option(metavar="M", min=2, help=say("help.study.matches"))] = None,
    until: Annotated[float | None, typer.Option(metavar="WIDTH", min=1e-9, help=say("help.study.until"))] = None,
    effect: Annotated[str | None, typer.Option(metavar="NAME", help=say("help.study.effect"))] = None,
    sweep: Annotated[list[str] | None, typer.Option(metavar="K=A..B[:STEP]", help=say("help.study.sweep"))] = None,
    target: Annotated[str | None, typer.Option(metavar="NAME=VALUE", help=say("help.study.target"))] = None,
    within: Annotated[float | None, typer.Option(metavar="WIDTH", min=1e-4, help=say("help.study.within"))] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    quick: Annotated[bool, typer.Option("--quick", help=say("help.study.quick"))] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help=say("help.study.html"))] = None,
    no_html: Annotated[bool, typer.Option("--no-html", help=say("help.study.no-html"))] = False,
    as_json: Annotated[str | None, typer.Option("--json", metavar="[FILE]", help=say("help.study.json"))] = None,
    as_csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=say("help.study.csv"))] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet.results"))] = None,
    force: Annotated[bool, typer.Option("--force", help=say("help.study.force"))] = False,
) -> None:
    from bussolotto.study.matches import MatchConfig

    base = MatchConfig(game, tuple(_players(game, seats, players)), seed, read_options(option))
    engine = partial(_engine, cluster, workers)
    only_studies = change or together or until or html or no_html or parquet or quick
    if (sweep and only_studies) or (not sweep and (target or within or as_csv)):
        raise typer.BadParameter(say("bad.sweep"))
    if sweep:
        _sweep(base, engine, sweep, target, matches, within, effect, as_json, as_csv, force)
        return
    from bussolotto.study.study import Experiment, complete

    changes = tuple(read_options([each]) for each in change or [])
    wanted = matches or (MOST if until else USUAL)
    experiment = complete(Experiment(base, changes, wanted, until, effect or EFFECT), together)
    file = None if no_html else html or Path(f"{experiment.base.game}-study.html")
    _compare(experiment, engine, file, as_json, parquet, quick, force)


def _engine(cluster: str | None, workers: int | None, compiled: bool) -> Any:
    from bussolotto.play import engines

    return engines.engine(cluster, workers, compiled)


def _sweep(base: Any, engine: Callable[[bool], Any], axes: list[str], *asked: Any) -> None:
    from bussolotto.cli.sweep import Wanted, sweep
    from bussolotto.study.matches import validate

    sweep(validate(base), Wanted(axes, *asked), engine)


def _compare(
    experiment: Any, engine: Callable[[bool], Any], file: Path | None, as_json: str | None, parquet: Path | None,
    quick: bool, force: bool,
) -> None:  # fmt: skip
    """Play the study, and write its page and figures, or show them."""
    from bussolotto.cli.figures import show_study
    from bussolotto.study import page, plots, report
    from bussolotto.study.parquet import results_file
    from bussolotto.study.study import study as compare

    into = Path(as_json) if as_json not in (None, TERMINAL) else None
    if file:
        plots.require()
    for each in filter(None, (file, into)):
        _may_write(each, experiment.key, force)
    with ExitStack() as at_the_end:
        by = at_the_end.enter_context(engine(experiment.base.compiled))
        rows = at_the_end.enter_context(results_file(parquet)) if parquet else None
        looked, measuring = at_the_end.enter_context(watching(experiment))
        result = compare(experiment, by, looked, rows.add if rows else None)
        told = report.report(result, shlex.join(["bussolotto", *sys.argv[1:]]))
        if not quick and not result.interrupted:
            told |= _experiments(result, by, measuring)
    if file:
        write_text(file, page.page(told, Speaker.language))
        typer.echo(say("study.written", file=file), err=True)
    if as_json:
        tell_json(told, into)
    elif not file:
        show_study(page.Page(told, Speaker.language), len(told["changes"]))
    if told["interrupted"]:
        typer.echo(say("study.stopped"), err=True)
        raise typer.Exit(INTERRUPTED)


def _players(game: str, seats: int | None, players: str | None) -> list[str]:
    """Return each seat's player: as given, else the sensible bot, or the only one there is. Raises UnknownGame."""
    import bussolotto
    from bussolotto import players as known

    names = known.names(bussolotto.game(game))
    return seat_players(game, seats, players, repeat(PLAYER if PLAYER in names else names[0]))


def _may_write(file: Path, key: str, force: bool) -> None:
    """Raise `file-there` if the file exists and is not an earlier report of the same study."""
    if not force and file.exists() and key not in file.read_text(encoding="utf-8", errors="replace"):
        raise refuse("file-there", file=file)


def _experiments(result: Any, engine: Any, measuring: Callable[[str], None]) -> dict[str, Any]:
    """Return the measurements made in addition to the matches. Ctrl-C skips them."""
    from bussolotto.study import report

    try:
        return report.experiments(result, engine, measuring)
    except KeyboardInterrupt:
        return {"interrupted": True}


@contextmanager
def watching(experiment: Any) -> Iterator[tuple[Callable[[Any], None], Callable[[str], None]]]:
    """Show a bar with the effect as it becomes known, then what else is being measured."""
    from rich.progress import MofNCompleteColumn

    from bussolotto.cli.figures import progress_bar
    from bussolotto.study.wording import Wording, scale

    words = Wording(Speaker.language, experiment.base.game)
    measure = experiment.measures[experiment.column]
    factor, unit = scale(measure.unit), words.unit(measure.unit, difference=True)
    with progress_bar(say("study.playing"), MofNCompleteColumn(), experiment.matches) as update:

        def looked(result: Any) -> None:
            told = say("study.playing")
            if result.count > 1:
                effects = (result.effect(change) for change in range(len(result.pairs)))
                known = (words.with_half(factor * e.mean, factor * (e.anytime[1] - e.mean)) for e in effects)
                told = f"{words.measure(measure.name)} {', '.join(known)} {unit}"
            update(completed=result.count, description=told)

        yield looked, lambda what: update(description=say(f"study.measuring.{what}"), total=None)
