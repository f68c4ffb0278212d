"""`bussolotto tournament`: every combination of bots in every seating, win shares and ratings."""

from typing import Annotated, Any

import typer

from bussolotto.cli.options import AsJson, Cluster, GameName, Options, Seed, Workers, read_options
from bussolotto.cli.words import INTERRUPTED, console, say, share, table, tell_json, with_interval, with_options


def tournament(
    game: GameName,
    players: Annotated[str | None, typer.Option(metavar="a,b,..", help=say("help.tournament.players"))] = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help=say("help.tournament.matches"))] = 1000,
    seats: Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.tournament.seats"))] = None,
    seed: Seed = 0,
    option: Options = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    import bussolotto
    from bussolotto.cli.figures import counting
    from bussolotto.play import engines
    from bussolotto.players import named as known
    from bussolotto.study import tournament as study

    module = bussolotto.game(game)
    names = tuple(name.strip() for name in players.split(",")) if players else tuple(known(module))
    if len(set(names)) < max(2, len(names)):
        raise typer.BadParameter(say("bad.same-players"))
    contest = study.Contest(game, names, seats or module.SEATS[0], seed, read_options(option)).validate()
    with engines.engine(cluster, workers, contest.compiled) as engine, counting(matches) as progress:
        found = study.tournament(contest, matches, engine, progress)
    if as_json:
        tell_json(found)
    else:
        show(found)
    if found["interrupted"]:
        typer.echo(say("tournament.interrupted", played=found["played"], matches=found["matches"]), err=True)
        raise typer.Exit(INTERRUPTED)


def show(found: dict[str, Any]) -> None:
    """Show the standings, then every table."""
    to = console()
    title = say("tournament.title", **{name: found[name] for name in ("game", "played", "seats", "seed")})
    to.print(with_options(title, found["options"]))
    standings = table(say("tournament.standings"), [say("tournament.share"), say("tournament.rating")])
    for line in found["standings"]:
        rating = with_interval(line["rating"], line["rating_interval"], "+.0f", ".0f")
        standings.add_row(line["player"], share(line), rating)
    to.print(standings)
    tables = table(say("tournament.tables"), [say("tournament.standings"), say("tournament.share")])
    for company in found["tables"]:
        for number, line in enumerate(company["shares"]):
            tables.add_row("" if number else ", ".join(company["players"]), line["player"], share(line))
    to.print(tables)
