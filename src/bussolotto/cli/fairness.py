"""`bussolotto fairness`: races between seats with different connections, with and without the arbiter."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from bussolotto.cli.study import TERMINAL
from bussolotto.cli.words import INTERRUPTED, console, say, share, table, tell_json, with_interval

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
    from bussolotto.cli.figures import counting
    from bussolotto.study import fairness as study

    setting = study.FairnessConfig(_times(round_trips), jitter, search, grabs, seed, liar_ms=liar, delay_ms=delay)
    with counting(matches) as progress:
        found = study.fairness(setting, matches, progress)
    if as_json:
        tell_json(found, None if as_json == TERMINAL else Path(as_json))
    if as_json != TERMINAL:
        show(found)
    if found["interrupted"]:
        typer.echo(say("simulate.interrupted", n=found["played"], matches=matches), err=True)
        raise typer.Exit(INTERRUPTED)


def _times(text: str) -> tuple[float, ...]:
    """Return `20,80,150` as numbers."""
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not 2 <= len(found) <= 8 or not all(0 <= ms <= LONGEST_MS for ms in found):
        raise typer.BadParameter(say("bad.round-trips", text=text))
    return found


def show(found: dict[str, Any]) -> None:
    """Show how often each seat won, and if one lied, what the lie gained."""
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
    gain, extra = liar["gain_ms"], liar["extra_wins"]
    lines.add_row(say("fairness.gain"), f"{with_interval(gain['mean'], gain['interval'], '.0f', '.0f')} ms")
    lines.add_row(say("fairness.favour"), f"{liar['favour_ms']['most']:.0f} ms")
    lines.add_row(say("fairness.quota"), f"{found['quota_ms']:g} ms")
    lines.add_row(say("fairness.extra-wins"), with_interval(extra["mean"], extra["interval"], ".2f", ".2f"))
    lines.add_row(say("fairness.liar-flagged"), share(liar["flagged"]))
    lines.add_row(say("fairness.honest-flagged"), share(liar["honest_flagged"]))
    to.print(lines)


def _table(title: str, *columns: str) -> Table:
    return table(say(title), list(map(say, columns)), no_wrap=False)


def _share(found: dict[str, Any]) -> str:
    error = found["se"]
    return _percent(found["mean"]) if error is None else f"{_percent(found['mean'])} ± {_percent(error)}"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
