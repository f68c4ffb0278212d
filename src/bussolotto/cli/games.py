"""`bussolotto games`: the games, and the facts about one game."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Column, Table

from bussolotto.cli.options import read_game
from bussolotto.cli.words import console, ending_name, plain, say, tell_json, title_of
from bussolotto.core.contract import Game


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say("help.games.game"), callback=read_game)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.games.json"))] = False,
) -> None:
    import bussolotto

    modules = [bussolotto.game(name) for name in ([game] if game else bussolotto.games())]
    if as_json:
        told = [facts(module) for module in modules]
        tell_json(told[0] if game else told)
    elif game:
        console().print(one_game(modules[0]))
    else:
        console().print(every_game(modules))


def facts(game: Game) -> dict[str, Any]:
    """Return the facts about a game, ready for JSON; docs/ways-to-play.md describes the fields."""
    from bussolotto import players
    from bussolotto.play.policies import policy_of
    from bussolotto.solve import solver

    return {
        "name": game.NAME,
        "title": game.TITLE,
        "rules": game.RULES,
        "seats": list(game.SEATS),
        "race": game.RACE,
        "fewest_win": game.facts.fewest_win,
        "point_worth": game.facts.point_worth,
        "options": {
            name: {"default": values[0], "values": list(values), "number": name in game.numbers}
            for name, values in game.OPTIONS.items()
        },
        "endings": list(game.ENDINGS),
        "players": players.names(game),
        "compiled_players": [name for name in ("random", policy_of(game).NAME) if name],
        "solved": solver(game) is not None,
        "actions": game.ACTIONS,
        "outcomes": game.OUTCOMES,
        "max_plies": game.MAX_PLIES,
    }


def every_game(games: list[Game]) -> Table:
    """Return a table with a row for each game, with its options. Names are not cut: people have to type them."""
    from bussolotto import players

    titles, rules = Column(say("games.title")), Column(say("games.options"))
    names, seats, bots = (Column(say(key), no_wrap=True) for key in ("games", "games.seats", "games.players"))
    shown = Table(names, titles, seats, rules, bots, box=box.SIMPLE_HEAD)
    for game in games:
        some = "\n".join(players.names(game))
        shown.add_row(game.NAME, title_of(game), _range(game.SEATS), _options(game), some)
    return shown


def _range(seats: Sequence[int]) -> str:
    """Return the possible numbers of players, ascending: `2-6`, or `3`."""
    if len(seats) > 1 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]}-{seats[-1]}"
    return ", ".join(map(str, seats))


def one_game(game: Game) -> Table:
    """Return a table with a row for each fact."""
    from bussolotto import players

    shown = Table(Column(game.NAME, no_wrap=True), Column(title_of(game)), box=box.SIMPLE_HEAD)
    shown.add_row(say("games.seats"), _range(game.SEATS))
    shown.add_row(say("games.kind"), say("games.race" if game.RACE else "games.turns"))
    shown.add_row(say("games.best"), say("games.fewest" if game.facts.fewest_win else "games.most"))
    shown.add_row(say("games.options"), _options(game))
    shown.add_row(say("games.endings"), plain(", ".join(ending_name(game.NAME, word) for word in game.ENDINGS)))
    shown.add_row(say("games.players"), ", ".join(players.names(game)))
    shown.add_row(say("games.rules"), str(game.RULES))
    return shown


def _options(game: Game) -> str:
    """Return every option with its values, the default first."""
    return plain("\n".join(f"{option}: {', '.join(values)}" for option, values in game.OPTIONS.items()))
