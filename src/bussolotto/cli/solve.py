"""`bussolotto solve`: the exact value of a game, computed again."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from bussolotto.cli.options import Cluster, Workers, read_game, read_options
from bussolotto.cli.words import say, tell
from bussolotto.core.contract import choose_options


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("help.solve.game"), callback=read_game)],
    board: Annotated[str, typer.Option("--board", metavar="NAME", help=say("help.solve.board"))] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help=say("help.solve.option"))] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.solve.json"))] = False,
) -> None:
    import bussolotto
    from bussolotto import solve as exactly
    from bussolotto.cli.figures import working
    from bussolotto.play import engines

    known = bussolotto.game(game)
    boards = known.facts.boards
    if board and board not in boards:
        raise typer.BadParameter(say("bad.no-such-board", board=board, game=game, known=", ".join(boards) or "-"))
    solver = exactly.solver(known, board)
    if solver is None:
        raise typer.BadParameter(say("bad.not-solved", game=game, known=", ".join(exactly.solved())))
    if cluster is not None and not solver.SPREAD:
        raise typer.BadParameter(say("bad.one-machine"))
    chosen = choose_options(known, read_options(option))
    options = {name: value for name, value in chosen.items() if value != known.OPTIONS[name][0]}
    _require_solved(game, options, solver.OPTIONS.get(board or next(iter(boards), ""), ()))
    with engines.engine(cluster, workers) as engine, working() as progress:
        more: dict[str, Any] = {"engine": engine} if solver.SPREAD else {}
        solution = solver.solve(progress, *filter(None, [board]), **more, **({"options": options} if options else {}))
    if as_json:
        tell(json.dumps(solver.as_json(solution)))
    elif options:
        told = ", ".join(f"{name}={value}" for name, value in options.items())
        tell(say("solve.options", options=told, value=f"{solver.headline(solution):.10f}"))
    else:
        text = f"solve.{game}.{board}" if board in boards[1:] else f"solve.{game}"
        tell(say(text, value=f"{solver.headline(solution):.10f}"))


def _require_solved(game: str, options: Mapping[str, str], known: Sequence[str]) -> None:
    """Refuse options that the solver of this game does not support."""
    solved = say("solved.options", known=", ".join(known)) if known else say("solved.printed")
    for name, value in options.items():
        if name not in known:
            raise typer.BadParameter(say("bad.not-solved-so", game=game, option=name, value=value, solved=solved))
