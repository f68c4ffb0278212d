"""The command line: `bussolotto COMMAND`. A command imports what it needs when it is called."""

import sys
from contextlib import ExitStack
from enum import StrEnum
from itertools import repeat
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import bussolotto
from bussolotto.cli.admin import admin
from bussolotto.cli.check_game import check_game
from bussolotto.cli.dice import dice
from bussolotto.cli.fairness import fairness
from bussolotto.cli.games import games
from bussolotto.cli.new_game import new_game
from bussolotto.cli.options import (
    AnyGameName,
    AsJson,
    Bus,
    Cluster,
    Data,
    Database,
    GameName,
    Options,
    Seats,
    Seed,
    Workers,
    read_options,
    seat_players,
)
from bussolotto.cli.puzzles import puzzles
from bussolotto.cli.review import review
from bussolotto.cli.sheet import sheet
from bussolotto.cli.solve import solve
from bussolotto.cli.study import StudyCommand, study
from bussolotto.cli.tournament import tournament
from bussolotto.cli.words import INTERRUPTED, REFUSED, Speaker, complain, say, tell, tell_json
from bussolotto.core.errors import Refusal
from bussolotto.games import blaming, broken
from bussolotto.locale import LANGUAGES


class Commands(TyperGroup):
    """All commands. A refusal in any of them is reported in one sentence and sets the exit code.

    So is what games of other packages raise.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            with blaming():
                return super().invoke(ctx)
        except Refusal as refusal:
            raise typer.Exit(complain(refusal)) from refusal


class LogStyle(StrEnum):
    """How the lines of a server's log look."""

    text = "text"
    json = "json"


class Dice(StrEnum):
    """The source of dice for a match in the terminal."""

    system = "system"
    seeded = "seeded"
    typed = "typed"


app = typer.Typer(
    cls=Commands,
    name="bussolotto",
    help=say("help"),
    epilog=say("help.exit"),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help=say("help.file"))]


def _language(code: str | None) -> str | None:
    if code is not None:
        if code not in LANGUAGES:
            raise typer.BadParameter(say("bad.language", known=", ".join(LANGUAGES)))
        Speaker.language = code
    return code


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"bussolotto {bussolotto.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    lang: Annotated[
        str | None, typer.Option(metavar="|".join(LANGUAGES), callback=_language, is_eager=True, help=say("help.lang"))
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=say("help.version"))
    ] = False,
) -> None:
    """Runs before every command; without a command, `serve` runs.

    Games that cannot be used are told first. The log of a server tells them, too, and check-game of its own game.
    """
    if ctx.invoked_subcommand not in (None, "serve", "check-game"):
        for refusal in broken():
            complain(refusal)
    if ctx.invoked_subcommand is None:
        serve()


@app.command(help=say("help.serve"))
def serve(
    host: Annotated[str, typer.Option(help=say("help.host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help=say("help.port"))] = None,
    data: Data = None,
    database: Database = None,
    standby: Annotated[bool, typer.Option("--standby", help=say("help.standby"))] = False,
    bus: Bus = None,
    tables: Annotated[str | None, typer.Option(metavar="NAME", help=say("help.tables"))] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=say("help.no-browser"))] = False,
    lan: Annotated[bool, typer.Option("--lan", help=say("help.lan"))] = False,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help=say("help.base-url"))] = None,
    allow_host: Annotated[list[str] | None, typer.Option(metavar="NAME", help=say("help.allow-host"))] = None,
    private_hooks: Annotated[bool, typer.Option("--private-hooks", help=say("help.private-hooks"))] = False,
    metrics: Annotated[int | None, typer.Option(metavar="PORT", min=0, max=65535, help=say("help.metrics"))] = None,
    log: Annotated[LogStyle | None, typer.Option(help=say("help.log"))] = None,
    trusted_proxy: Annotated[list[str] | None, typer.Option(metavar="ADDRESS", help=say("help.trusted-proxy"))] = None,
    max_sockets: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.max-sockets"))] = None,
    max_guests: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.max-guests"))] = None,
    max_tables: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.max-tables"))] = None,
    max_requests: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.max-requests"))] = None,
    max_unread: Annotated[int | None, typer.Option(metavar="MB", min=1, help=say("help.max-unread"))] = None,
    keep_days: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.keep-days"))] = None,
    lab: Annotated[bool | None, typer.Option("--lab/--no-lab", help=say("help.lab"))] = None,
    sheets: Annotated[bool | None, typer.Option("--sheets/--no-sheets", help=say("help.sheets"))] = None,
    page_dice: Annotated[bool, typer.Option("--page-dice/--server-dice", help=say("help.page-dice"))] = True,
) -> None:
    from bussolotto import server
    from bussolotto.server.limits import Limits
    from bussolotto.server.people.expiry import Keep

    wanted: dict[str, Any] = {
        "sockets": max_sockets,
        "guests_an_hour": max_guests,
        "tables_an_hour": max_tables,
        "requests_a_second": max_requests,
        "unread_mb": max_unread,
        "trusted": tuple(trusted_proxy or ()),
    }
    limits = Limits(**{name: limit for name, limit in wanted.items() if limit is not None})
    others: dict[str, Any] = {"database": database, "standby": standby, "bus": bus, "tables": tables}
    try:
        server.serve(
            *(host, port, data, lan, base_url),
            open_browser=not no_browser,
            welcome=lambda link: _welcome(link, lan),
            private_hooks=private_hooks,
            solve=True,
            metrics=metrics,
            log_style=None if log is None else log.value,
            keep=Keep(keep_days),
            limits=limits,
            allowed_hosts=allow_host or (),
            lab=lab,
            sheets=sheets,
            page_nonces=page_dice,
            **others,
        )
    except OSError as problem:
        tell(say("serve.failed", problem=problem), err=True)
        raise typer.Exit(REFUSED) from problem


@app.command(help=say("help.worker"))
def worker(
    bus: Bus = None,
    jobs: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.worker.jobs"))] = None,
    log: Annotated[LogStyle | None, typer.Option(help=say("help.worker.log"))] = None,
) -> None:
    from bussolotto.server.app.worker import work

    if bus is None:
        raise typer.BadParameter(say("bad.no-bus"))
    work(
        bus,
        jobs,
        None if log is None else log.value,
        lambda address, n: tell(say("worker.ready", address=address, n=n)),
    )


@app.command(help=say("help.play"))
def play(
    game: AnyGameName = None,
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
    from bussolotto.cli import terminal

    if resume is not None:
        if game or seats or players or option:
            raise typer.BadParameter(say("bad.resume"))
        sitting = terminal.resumed(resume)
    elif game is not None:
        sitting = terminal.opened(seat_players(game, seats, players, terminal.usual(game)), game, read_options(option))
    else:
        raise typer.BadParameter(say("bad.no-game"))
    kind = dice or (Dice.system if seed is None else Dice.seeded)
    source = terminal.source(kind, seed, sitting.match.version)
    raise typer.Exit(terminal.Evening(*sitting, source, seed, save or resume).play())


@app.command(help=say("help.simulate"))
def simulate(
    game: GameName,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help=say("help.matches"))] = 1000,
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.players"))] = None,
    seed: Seed = 0,
    option: Options = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet.results"))] = None,
) -> None:
    from bussolotto.cli.figures import counting, show_summary
    from bussolotto.play import engines
    from bussolotto.study import simulate as study
    from bussolotto.study.matches import MatchConfig
    from bussolotto.study.parquet import write_as_played

    setting = MatchConfig(game, tuple(seat_players(game, seats, players, repeat("random"))), seed, read_options(option))
    with ExitStack() as at_the_end:
        engine = at_the_end.enter_context(engines.engine(cluster)) if cluster else None
        told = at_the_end.enter_context(write_as_played(parquet, setting)) if parquet else None
        progress = at_the_end.enter_context(counting(matches))
        summary = study.simulate(setting, matches, workers, progress, told, engine)
    if as_json:
        tell_json(summary)
    else:
        show_summary(summary)
    if summary["interrupted"]:
        typer.echo(say("simulate.interrupted", n=summary["played"], matches=matches), err=True)
        raise typer.Exit(INTERRUPTED)


app.add_typer(admin, name="admin")
app.command(help=say("help.games"))(games)
app.command("new-game", help=say("help.new-game"))(new_game)
app.command("check-game", help=say("help.check-game"))(check_game)
app.command(help=say("help.sheet"))(sheet)
app.command(help=say("help.review"))(review)
app.command(help=say("help.puzzles-command"))(puzzles)
app.command(help=say("help.dice-test"))(dice)
app.command(help=say("help.solve"))(solve)
app.command(help=say("help.study"), cls=StudyCommand)(study)
app.command(help=say("help.tournament"))(tournament)
app.command(help=say("help.fairness"), cls=StudyCommand)(fairness)


@app.command(help=say("help.replay"))
def replay(file: File, step: Annotated[bool, typer.Option("--step", help=say("help.step"))] = False) -> None:
    from bussolotto.cli import files

    files.replay(file, step)


@app.command(help=say("help.check"))
def check(
    file: File,
    kept: Annotated[
        Path | None, typer.Option(metavar="FILE", exists=True, dir_okay=False, help=say("help.kept"))
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help=say("help.key"))] = None,
) -> None:
    from bussolotto.cli import files

    files.check(file, kept, key)


@app.command(help=say("help.export"))
def export(
    matches: Annotated[list[str], typer.Argument(metavar="MATCH", help=say("help.match"))],
    data: Data = None,
    database: Database = None,
    text: Annotated[bool, typer.Option("--text", help=say("help.text"))] = False,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.parquet"))] = None,
) -> None:
    from bussolotto.cli import files

    if parquet:
        files.export_tables(matches, database or data, parquet)
    elif len(matches) > 1:
        raise typer.BadParameter(say("bad.one-match", n=len(matches)))
    else:
        files.export(matches[0], database or data, text)


@app.command(help=say("help.doctor"))
def doctor(
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    recover: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help=say("help.doctor.recover"))
    ] = None,
) -> None:
    from bussolotto.cli.doctor import doctor as examine

    raise typer.Exit(examine(database or data, as_json, recover))


@app.command(help=say("help.backup"))
def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", dir_okay=False, help=say("help.target"))],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help=say("help.backup.force"))] = False,
) -> None:
    from bussolotto.cli import files

    files.backup(target, database or data, force)


@app.command("copy", help=say("help.copy"))
def copy_site(
    source: Annotated[str, typer.Argument(metavar="FROM", help=say("help.copy.source"))],
    target: Annotated[str, typer.Argument(metavar="TO", help=say("help.copy.target"))],
    as_json: AsJson = False,
) -> None:
    from bussolotto.cli import files

    files.copy(source, target, as_json)


def _welcome(link: str, lan: bool) -> None:
    """Print the link to the table; on a local network also as a QR code for phones."""
    typer.echo(say("serve.open", link=link))
    if lan:
        import segno

        segno.make(link).terminal(compact=True)
    sys.stdout.flush()


def main() -> None:
    """Run the command line and exit."""
    app()
