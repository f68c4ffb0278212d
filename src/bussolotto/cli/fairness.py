"""`bussolotto fairness`: races between seats that are connected differently, with the arbiter and without it."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Column, Table

from bussolotto.cli.study import TERMINAL
from bussolotto.cli.words import INTERRUPTED, console, say, tell

LONGEST_MS = 10_000


def fairness(
    round_trips: Annotated[
        str, typer.Option("--round-trips", metavar="MS,MS,..", help=say("help.fairness.round-trips"))
    ] = "20,80,150",
    jitter: Annotated[float, typer.Option(metavar="MS", min=0, help=say("help.fairness.jitter"))] = 10.0,
    search: Annotated[float, typer.Option(metavar="MS", min=1, help=say("help.fairness.search"))] = 400.0,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help=say("help.matches"))] = 5_000,
    grabs: Annotated[int, typer.Option(metavar="N", min=1, help=say("help.fairness.grabs"))] = 60,
    liar: Annotated[float, typer.Option(metavar="MS", min=0, help=say("help.fairness.liar"))] = 0.0,
    delay: Annotated[float, typer.Option(metavar="MS", min=0, help=say("help.fairness.delay"))] = 0.0,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help=say("help.seed"))] = 0,
    as_json: Annotated[str | None, typer.Option("--json", metavar="[FILE]", help=say("help.study.json"))] = None,
) -> None:
    """Races over connections of different length."""
    from bussolotto.cli.figures import counting
    from bussolotto.study import fairness as study

    setting = study.Setting(_times(round_trips), jitter, search, grabs, seed, liar_ms=liar, delay_ms=delay)
    with counting(matches) as progress:
        found = study.fairness(setting, matches, progress)
    if as_json:
        _tell_figures(found, as_json)
    if as_json != TERMINAL:
        show(found)
    if found["interrupted"]:
        typer.echo(say("simulate.interrupted", n=found["played"], matches=matches), err=True)
        raise typer.Exit(INTERRUPTED)


def _times(text: str) -> tuple[float, ...]:
    """`20,80,150` as numbers."""
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not 2 <= len(found) <= 8 or not all(0 <= ms <= LONGEST_MS for ms in found):
        raise typer.BadParameter(say("bad.round-trips", text=text))
    return found


def _tell_figures(found: dict[str, Any], where: str) -> None:
    """As JSON, to a file or to the terminal. Raises NotWritten."""
    from bussolotto.errors import NotWritten

    figures = json.dumps(found, indent=2)
    if where == TERMINAL:
        tell(figures)
        return
    try:
        Path(where).write_text(f"{figures}\n", encoding="utf-8")
    except OSError as problem:
        raise NotWritten(Path(where), problem) from problem


# --- the table --------------------------------------------------------------------------------------------------------


def show(found: dict[str, Any]) -> None:
    """Who won how often; then what the lie was worth, if somebody lied."""
    to = console()
    to.print(say("fairness.title", n=found["played"], grabs=found["grabs"], seed=found["seed"]))
    if not found["seats"]:
        return
    seats = _table("fairness.round-trip", "fairness.share", "fairness.undue", "fairness.by-arrival", "fairness.flagged")
    for seat in found["seats"]:
        shares = [_share(seat[name]) for name in ("share", "undue", "by_arrival")]
        seats.add_row(f"{seat['round_trip_ms']:g} ms", *shares, _percent(seat["any_flag"]["share"]))
    to.print(seats)
    to.print(say("fairness.equal", share=_percent(1 / len(found["seats"]))))
    right = {name: _percent(found[name]) for name in ("right", "right_by_arrival")}
    to.print(say("fairness.right", **right, waited=f"{found['waited_ms']:.0f}"))
    if found["liar"]:
        _show_liar(found, to)


def _show_liar(found: dict[str, Any], to: Any) -> None:
    liar = found["liar"]
    lines = _table("fairness.liar", "fairness.a-match")
    lines.add_row(say("fairness.gain"), f"{_mean(liar['gain_ms'], 0)} ms")
    lines.add_row(say("fairness.favour"), f"{liar['favour_ms']['most']:.0f} ms")
    lines.add_row(say("fairness.quota"), f"{found['quota_ms']:g} ms")
    lines.add_row(say("fairness.extra-wins"), _mean(liar["extra_wins"], 2))
    lines.add_row(say("fairness.liar-flagged"), _part(liar["flagged"]))
    lines.add_row(say("fairness.honest-flagged"), _part(liar["honest_flagged"]))
    to.print(lines)


def _table(title: str, *columns: str) -> Table:
    shown = Table(Column(say(title), no_wrap=True), box=box.SIMPLE_HEAD)
    for column in columns:
        shown.add_column(say(column), justify="right")
    return shown


def _share(found: dict[str, Any]) -> str:
    """A share of the grabs with its standard error."""
    error = found["se"]
    return _percent(found["mean"]) if error is None else f"{_percent(found['mean'])} ± {_percent(error)}"


def _part(found: dict[str, Any]) -> str:
    """A share of the matches with its interval."""
    low, high = (100 * end for end in found["interval"])
    return f"{_percent(found['share'])}  ({low:.2f} .. {high:.2f})"


def _mean(found: dict[str, Any], digits: int) -> str:
    """A mean with its interval."""
    told = f"{found['mean']:.{digits}f}"
    return told if found["interval"] is None else f"{told}  ({_between(found['interval'], digits)})"


def _between(interval: list[float], digits: int) -> str:
    return " .. ".join(f"{end:.{digits}f}" for end in interval)


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
