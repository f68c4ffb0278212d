"""Options that several commands take."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

import bussolotto
from bussolotto.cli.words import say
from bussolotto.sheets.game import ENDING


def read_game(name: str | None) -> str | None:
    """Return the name of a game: as given, or that of the sheet in a file. Raises what `game_from_sheet` does."""
    if name is None or not name.endswith(ENDING):
        return name
    known: str = bussolotto.game_from_sheet(Path(name)).NAME
    return known


GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("help.game"), callback=read_game)]
AnyGameName = Annotated[str | None, typer.Argument(metavar="[GAME]", help=say("help.game"), callback=read_game)]
Seats = Annotated[int | None, typer.Option(metavar="N", min=1, help=say("help.seats"))]
Seed = Annotated[int, typer.Option(metavar="S", help=say("help.seed"))]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help=say("help.option"))]
Workers = Annotated[int | None, typer.Option("--workers", metavar="N", min=1, help=say("help.workers"))]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("help.cluster"))]
Data = Annotated[Path | None, typer.Option(metavar="DIR", file_okay=False, help=say("help.data"))]
Database = Annotated[
    str | None, typer.Option(metavar="URL", envvar="BUSSOLOTTO_DATABASE", show_envvar=False, help=say("help.database"))
]
Bus = Annotated[
    str | None, typer.Option(metavar="URL", envvar="BUSSOLOTTO_BUS", show_envvar=False, help=say("help.bus"))
]
AsJson = Annotated[bool, typer.Option("--json", help=say("help.json"))]


def read_options(options: list[str] | None) -> dict[str, str]:
    """Return `name=value` pairs as a mapping. They are validated once the game is known."""
    pairs = [option.partition("=") for option in options or []]
    for name, equals, _ in pairs:
        if not equals:
            raise typer.BadParameter(say("bad.option", option=name))
    return {name.strip(): value.strip() for name, _, value in pairs}


def seat_players(game: str, seats: int | None, players: str | None, usual: Iterable[str]) -> list[str]:
    """Return the names for the seats: as given, or else the usual ones. Raises UnknownGame."""
    module = bussolotto.game(game)
    if players is None:
        return list(islice(usual, seats or module.SEATS[0]))
    names = [name.strip() for name in players.split(",")]
    if seats is not None and seats != len(names):
        raise typer.BadParameter(say("bad.players", n=len(names), seats=seats))
    return names
