"""`bussolotto tournament`: every company of bots in every seating, shares of victory and ratings."""

import json
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Column, Table

from bussolotto.cli.engines import Cluster, Workers
from bussolotto.cli.words import INTERRUPTED, console, plain, say, tell


def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("help.game"))],
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.tournament.players"))] = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help=say("help.tournament.matches"))] = 1000,
    seats: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.tournament.seats"))] = None,
    seed: Annotated[int, typer.Option(metavar="S", help=say("help.seed"))] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help=say("help.option"))] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Bots meet, and are rated."""
    import bussolotto
    from bussolotto import engines
    from bussolotto.cli import chosen
    from bussolotto.cli.figures import counting
    from bussolotto.players import names as known
    from bussolotto.study import tournament as study

    module = bussolotto.game(game)
    names = tuple(name.strip() for name in players.split(",")) if players else tuple(known(module))
    if len(set(names)) < max(2, len(names)):
        raise typer.BadParameter(say("bad.same-players"))
    contest = study.Contest(game, names, seats or module.SEATS[0], seed, chosen(option)).checked()
    with engines.engine(cluster, workers, contest.compiled) as engine, counting(matches) as progress:
        found = study.tournament(contest, matches, engine, progress)
    if as_json:
        tell(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        show(found)
    if found["interrupted"]:
        typer.echo(say("tournament.interrupted", played=found["played"], matches=found["matches"]), err=True)
        raise typer.Exit(INTERRUPTED)


def show(found: dict[str, Any]) -> None:
    """The standings, then every table."""
    to = console()
    title = say("tournament.title", **{name: found[name] for name in ("game", "played", "seats", "seed")})
    to.print(", ".join([title, *(f"{name} {plain(value)}" for name, value in found["options"].items())]))
    standings = _table("tournament.standings", "tournament.share", "tournament.rating")
    for line in found["standings"]:
        standings.add_row(line["player"], _shares(line), _points(line))
    to.print(standings)
    tables = _table("tournament.tables", "tournament.standings", "tournament.share")
    for table in found["tables"]:
        company = ", ".join(table["players"])
        for line in table["shares"]:
            tables.add_row(company if line is table["shares"][0] else "", line["player"], _shares(line))
    to.print(tables)


def _table(title: str, *columns: str) -> Table:
    shown = Table(Column(say(title), no_wrap=True), box=box.SIMPLE_HEAD)
    for column in columns:
        shown.add_column(say(column), justify="right", no_wrap=True)
    return shown


def _shares(line: dict[str, Any]) -> str:
    """`70.60 %  (67.72 .. 73.50)`, as far as it is known."""
    if line["share"] is None:
        return "-"
    shown = f"{100 * line['share']:.2f} %"
    return shown if line["interval"] is None else f"{shown}  ({_between(100, line['interval'], 2)})"


def _points(line: dict[str, Any]) -> str:
    if line["rating"] is None:
        return "-"
    shown = f"{line['rating']:+.0f}"
    return shown if line["rating_interval"] is None else f"{shown}  ({_between(1, line['rating_interval'], 0)})"


def _between(unit: int, interval: list[float], digits: int) -> str:
    return " .. ".join(f"{unit * value:.{digits}f}" for value in interval)
