"""`bussolotto sheet`: read a rule sheet, say what is wrong with it or what it is; check, simulate or play it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bussolotto.cli.games import one_game
from bussolotto.cli.options import Options, Seats, Seed
from bussolotto.cli.words import console, say, tell


def sheet(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("help.sheet.file"))],
    check: Annotated[bool, typer.Option("--check", help=say("help.sheet.check"))] = False,
    simulate: Annotated[int | None, typer.Option(metavar="M", min=1, help=say("help.sheet.simulate"))] = None,
    play: Annotated[bool, typer.Option("--play", help=say("help.sheet.play"))] = False,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    import bussolotto

    game = bussolotto.game_from_sheet(file)
    console().print(one_game(game))
    tell(say("sheet.reads", steps=len(game.sheet.step), moves=sum(len(step.move) for step in game.sheet.step)))
    chosen = [game.NAME, *(["--seats", str(seats)] if seats else []), *(f"--option={each}" for each in option or [])]
    if check:
        _run(ctx, "check-game", game.NAME)
    if simulate:
        _run(ctx, "simulate", *chosen, "--matches", str(simulate), "--seed", str(seed))
    if play:
        _run(ctx, "play", *chosen)


def _run(ctx: typer.Context, name: str, *arguments: str) -> None:
    """Run another command."""
    assert ctx.parent is not None
    commands: Any = ctx.parent.command
    command = commands.get_command(ctx.parent, name)
    with command.make_context(name, list(arguments), parent=ctx.parent) as inner:
        command.invoke(inner)
