"""`bussolotto check-game`: hold a game, of whatever package, to everything that games are held to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer
from rich import progress

from bussolotto.cli.options import read_game
from bussolotto.cli.words import DAMAGED, say, tell, tell_json

MOST_LEFT = 8  # functions with lines that no match has reached, as many as are named


@dataclass
class Result:
    """What was found, as it comes."""

    broken: list[Any] = field(default_factory=list)
    missing: list[Any] = field(default_factory=list)
    remarks: list[Any] = field(default_factory=list)
    holds: int = 0
    reached: Any = None


def check_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("help.check-game.game"), callback=read_game)],
    thorough: Annotated[bool, typer.Option("--thorough", help=say("help.check-game.thorough"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.check-game.json"))] = False,
) -> None:
    from bussolotto.cli.figures import progress_bar
    from bussolotto.testing import check

    result = Result()
    with progress_bar(say("check-game.checking"), progress.TaskProgressColumn(), None) as update:
        for number, found in enumerate(check.check_game(game, thorough)):
            if line := "" if as_json else line_of(found, result):
                tell(line)
            note(result, found)
            update(completed=number)
    if as_json:
        tell_json(as_figures(result))
    else:
        for line in summed_up(result):
            tell(line)
    if result.broken:
        raise typer.Exit(DAMAGED)


def note(result: Result, found: Any) -> None:
    """Keep a finding."""
    from bussolotto.testing import check

    if not isinstance(found, check.Finding):
        result.reached = found
    elif found.result == check.BROKEN:
        result.broken.append(found)
    elif found.result == check.MISSING:
        result.missing.append(found)
    elif found.result == check.REMARK:
        result.remarks.append(found)
    else:
        result.holds += 1


def line_of(found: Any, before: Result) -> str:
    """Return the line for a check that was made; empty for what is told at the end. A cause is told in full once."""
    from bussolotto.testing import check

    if not isinstance(found, check.Finding) or found.result not in (check.HOLDS, check.BROKEN):
        return ""
    line = say(f"check-game.{found.result}", check=say(f"check-game.check.{found.check}"))
    known = found.cause and found.cause in {each.cause for each in before.broken}
    detail = say("check-game.again", cause=found.cause) if known else found.detail
    return f"{line}\n  {detail}" if detail else line


def summed_up(result: Result) -> Iterator[str]:
    """Return what is missing, what is remarked on, how far random matches came, and the verdict."""
    for found in [*result.missing, *result.remarks]:
        yield say(f"check-game.{found.result}.{found.check}", what=found.detail)
    if reached := result.reached:
        yield say("check-game.reached", lines=reached.lines, of=reached.of)
        most = sorted(reached.left.items(), key=lambda each: -each[1])[:MOST_LEFT]
        if most:
            yield say("check-game.left", functions=", ".join(f"{name} ({n})" for name, n in most))
        if reached.kinds:
            yield say("check-game.never", kinds=", ".join(sorted(reached.kinds)))
    verdict = "broken" if result.broken else "fine"
    yield say(f"check-game.verdict.{verdict}", n=len(result.broken), of=result.holds + len(result.broken))


def as_figures(result: Result) -> dict[str, Any]:
    """Return everything that was found, ready for JSON."""
    reached = result.reached
    return {
        "holds": result.holds,
        "broken": [{"check": found.check, "detail": found.detail} for found in result.broken],
        "missing": [{"check": found.check, "what": found.detail} for found in result.missing],
        "remarks": [{"check": found.check, "what": found.detail} for found in result.remarks],
        "reached": reached and {**reached._asdict(), "kinds": sorted(reached.kinds)},
    }
