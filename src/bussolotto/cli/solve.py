"""`bussolotto solve`: the exact value of a game, reckoned anew."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from bussolotto.cli.engines import Cluster, Workers
from bussolotto.cli.words import say, tell


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("help.solve.game"))],
    board: Annotated[str, typer.Option("--board", metavar="NAME", help=say("help.solve.board"))] = "",
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.solve.json"))] = False,
) -> None:
    """The exact value of a game."""
    import bussolotto
    from bussolotto import engines
    from bussolotto import solve as exactly

    bussolotto.game(game)
    if game not in exactly.SOLVERS:
        raise typer.BadParameter(say("bad.not-solved", game=game, known=", ".join(exactly.SOLVERS)))
    boards = exactly.BOARDS.get(game, ())
    if board and board not in boards:
        raise typer.BadParameter(say("bad.no-such-board", board=board, game=game, known=", ".join(boards) or "-"))
    spread = (game, board) in exactly.SPREAD
    if cluster is not None and not spread:
        raise typer.BadParameter(say("bad.one-machine"))
    solver = exactly.solver(game, board)
    with engines.engine(cluster, workers) as engine, working() as progress:
        solution = solver.solve(progress, *filter(None, [board]), **({"engine": engine} if spread else {}))
    if as_json:
        tell(json.dumps(solver.as_json(solution)))
    else:
        text = f"solve.{game}.{board}" if board in boards[1:] else f"solve.{game}"
        tell(say(text, value=f"{solver.headline(solution):.10f}"))


@contextmanager
def working() -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, where that is a terminal; it is told how many of how many steps are done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    to = Console(stderr=True)
    columns = (TextColumn(say("solve.working")), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=to, transient=True, disable=not to.is_terminal) as bar:
        task = bar.add_task("")
        yield lambda done, steps: bar.update(task, completed=done, total=steps)
