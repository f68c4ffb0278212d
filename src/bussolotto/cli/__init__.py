"""The command line: `bussolotto COMMAND`. What a command needs is imported when it is called."""

import json
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from enum import StrEnum
from itertools import islice, repeat
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bussolotto.cli.engines import Cluster, Workers
from bussolotto.cli.fairness import fairness
from bussolotto.cli.solve import solve
from bussolotto.cli.study import StudyCommand, study
from bussolotto.cli.tournament import tournament
from bussolotto.cli.words import INTERRUPTED, REFUSED, Speaker, complain, say
from bussolotto.errors import Refusal
from bussolotto.locale import LANGUAGES


class Commands(TyperGroup):
    """All commands; a refusal in any of them is said in one sentence and decides the exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise typer.Exit(complain(refusal)) from refusal


class Dice(StrEnum):
    """Where the dice of a match in the terminal come from."""

    system = "system"
    seeded = "seeded"
    typed = "typed"


app = typer.Typer(
    cls=Commands,
    name="bussolotto",
    help=say("help"),
    epilog=say("help.exit"),
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("help.game"))]
File = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help=say("help.file"))]
Seats = Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.seats"))]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help=say("help.option"))]
Data = Annotated[Path | None, typer.Option(metavar="DIR", file_okay=False, help=say("help.data"))]


def _language(code: str | None) -> str | None:
    if code is not None:
        if code not in LANGUAGES:
            raise typer.BadParameter(say("bad.language", known=", ".join(LANGUAGES)))
        Speaker.language = code
    return code


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    lang: Annotated[
        str | None, typer.Option(metavar="|".join(LANGUAGES), callback=_language, is_eager=True, help=say("help.lang"))
    ] = None,
) -> None:
    """What comes before every command; without a command it is `serve`."""
    if ctx.invoked_subcommand is None:
        serve()


@app.command(help=say("help.serve"))
def serve(
    host: Annotated[str, typer.Option(help=say("help.host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help=say("help.port"))] = None,
    data: Data = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=say("help.no-browser"))] = False,
    lan: Annotated[bool, typer.Option("--lan", help=say("help.lan"))] = False,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help=say("help.base-url"))] = None,
    private_hooks: Annotated[bool, typer.Option("--private-hooks", help=say("help.private-hooks"))] = False,
) -> None:
    """Live tables in the browser."""
    from bussolotto import server

    try:
        server.serve(
            host,
            port,
            data,
            lan,
            base_url,
            open_browser=not no_browser,
            welcome=lambda link: _welcome(link, lan),
            private_hooks=private_hooks,
        )
    except OSError as problem:
        typer.echo(say("serve.failed", problem=problem), err=True)
        raise typer.Exit(REFUSED) from problem


@app.command(help=say("help.play"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=say("help.game"))] = None,
    seats: Seats = None,
    players: Annotated[str | None, typer.Option(metavar="you,bot,..", help=say("help.play.players"))] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help=say("help.play.seed"))] = None,
    dice: Annotated[Dice | None, typer.Option(help=say("help.dice"))] = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help=say("help.save"))] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", exists=True, dir_okay=False, help=say("help.resume"))
    ] = None,
) -> None:
    """A match in the terminal."""
    from bussolotto.cli import terminal

    if resume is not None:
        if game or seats or players or option:
            raise typer.BadParameter(say("bad.resume"))
        sitting = terminal.resumed(resume)
    elif game is not None:
        sitting = terminal.opened(_seated(game, seats, players, terminal.usual(game)), game, chosen(option))
    else:
        raise typer.BadParameter(say("bad.no-game"))
    kind = dice or (Dice.system if seed is None else Dice.seeded)
    source = terminal.source(kind, seed, sitting.match.version)
    raise typer.Exit(terminal.Evening(*sitting, source, seed, save or resume).play())


@app.command(help=say("help.games"))
def games() -> None:
    """All games."""
    from bussolotto.cli.figures import list_games

    list_games()


@app.command(help=say("help.simulate"))
def simulate(
    game: GameName,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help=say("help.matches"))] = 1000,
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.players"))] = None,
    seed: Annotated[int, typer.Option(metavar="S", help=say("help.seed"))] = 0,
    option: Options = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet.results"))] = None,
) -> None:
    """Many matches, summed up."""
    from bussolotto import engines
    from bussolotto.cli.figures import counting, show_summary
    from bussolotto.study import simulate as study
    from bussolotto.study.matches import Setting
    from bussolotto.study.parquet import told_to

    setting = Setting(game, tuple(_seated(game, seats, players, repeat("random"))), seed, chosen(option))
    with ExitStack() as at_the_end:
        engine = at_the_end.enter_context(engines.engine(cluster)) if cluster else None
        told = at_the_end.enter_context(told_to(parquet, setting)) if parquet else None
        progress = at_the_end.enter_context(counting(matches))
        summary = study.simulate(setting, matches, workers, progress, told, engine)
    if as_json:
        typer.echo(json.dumps(summary, indent=2, ensure_ascii=False))
    else:
        show_summary(summary)
    if summary["interrupted"]:
        typer.echo(say("simulate.interrupted", n=summary["played"], matches=matches), err=True)
        raise typer.Exit(INTERRUPTED)


app.command(help=say("help.solve"))(solve)
app.command(help=say("help.study"), cls=StudyCommand)(study)
app.command(help=say("help.tournament"))(tournament)
app.command(help=say("help.fairness"), cls=StudyCommand)(fairness)


@app.command(help=say("help.replay"))
def replay(file: File, step: Annotated[bool, typer.Option("--step", help=say("help.step"))] = False) -> None:
    """A match file, turn by turn."""
    from bussolotto.cli import files

    files.replay(file, step)


@app.command(help=say("help.check"))
def check(file: File) -> None:
    """Is a match file whole?"""
    from bussolotto.cli import files

    files.check(file)


@app.command(help=say("help.export"))
def export(
    matches: Annotated[list[str], typer.Argument(metavar="MATCH", help=say("help.match"))],
    data: Data = None,
    text: Annotated[bool, typer.Option("--text", help=say("help.text"))] = False,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet"))] = None,
) -> None:
    """The match file of a match on the server, or matches as tables."""
    from bussolotto.cli import files

    if parquet:
        files.export_tables(matches, data, parquet)
    elif len(matches) > 1:
        raise typer.BadParameter(say("bad.one-match", n=len(matches)))
    else:
        files.export(matches[0], data, text)


@app.command(help=say("help.backup"))
def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", dir_okay=False, help=say("help.target"))],
    data: Data = None,
) -> None:
    """A copy of the server's database."""
    from bussolotto.cli import files

    files.backup(target, data)


def _welcome(link: str, lan: bool) -> None:
    """Where the table is; in a local network also as a picture for the cameras of phones."""
    typer.echo(say("serve.open", link=link))
    if lan:
        import segno

        segno.make(link).terminal(compact=True)
    sys.stdout.flush()


def _seated(game: str, seats: int | None, players: str | None, usual: Iterable[str]) -> list[str]:
    """The names for the seats: as given, or the usual ones for want of names. Raises UnknownGame."""
    import bussolotto

    module = bussolotto.game(game)
    if players is None:
        return list(islice(usual, seats or module.SEATS[0]))
    names = [name.strip() for name in players.split(",")]
    if seats is not None and seats != len(names):
        raise typer.BadParameter(say("bad.players", n=len(names), seats=seats))
    return names


def chosen(options: list[str] | None) -> dict[str, str]:
    """`name=value` as a mapping; what it says is judged where the game is known."""
    pairs = [option.partition("=") for option in options or []]
    for name, equals, _ in pairs:
        if not equals:
            raise typer.BadParameter(say("bad.option", option=name))
    return {name.strip(): value.strip() for name, _, value in pairs}


def main() -> None:
    """Run the command line and exit."""
    app()
