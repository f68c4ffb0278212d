"""`bussolotto study GAME --sweep option=a..b`: a curve or a heat map in the terminal, and its figures in files."""

import csv
import io
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.table import Table

from bussolotto.cli.words import INTERRUPTED, Speaker, console, plain, say, table, tell, tell_json, write_text
from bussolotto.core.errors import refuse

CURVE = 40  # characters of a curve, from the least to the most
SHADES = "·░▒▓█"  # of a heat map, from the least to the most
MEASURE = "place.0"  # that is shown, unless another is asked for


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line. `json` is a file, `-` for the terminal, or None.

    `effect`: the measure that is shown, by default MEASURE.
    """

    axes: Sequence[str]
    target: str | None
    matches: int | None
    within: float | None
    effect: str | None
    json: str | None
    csv: Path | None
    force: bool

    @property
    def measure(self) -> str:
        """The measure that is shown."""
        return self.effect or MEASURE


def sweep(base: Any, wanted: Wanted, engine: Callable[[bool], Any]) -> None:
    """Sweep the axes, or search one for the target; `engine` is given whether all matches are compiled.

    Raises what `study.sweep.complete` and `study.target.read_target` raise, and `file-there`.
    """
    from bussolotto.study import sweep as sweeping

    shown, most = (sweeping.MOST_SEARCHED,) * 2 if wanted.target else (sweeping.SHOWN, sweeping.MOST_VALUES)
    axes = tuple(sweeping.read_axis(base.module, text, shown) for text in wanted.axes)
    within = wanted.within if wanted.within is not None or wanted.matches else sweeping.WITHIN
    question = sweeping.Sweep(base, axes, wanted.matches or sweeping.USUAL, within)
    asked = sweeping.complete(question, most, max(most, sweeping.MOST_POINTS))
    _require_measure(asked, wanted.measure)
    for file in filter(None, (wanted.csv, _file(wanted.json))):
        if file.exists() and not wanted.force:
            raise refuse("file-there", file=file)
    told = _find(asked, wanted, engine) if wanted.target else _run(asked, wanted, engine)
    if told["stopped"] == "interrupted":
        typer.echo(say("study.stopped"), err=True)
        raise typer.Exit(INTERRUPTED)


def _require_measure(asked: Any, name: str) -> None:
    known = [measure.name for measure in asked.measures]
    if name not in known:
        raise refuse("unknown-effect", effect=name, known=known)


def _file(json: str | None) -> Path | None:
    return None if json in (None, "-") else Path(json)


def _command() -> str:
    return shlex.join(["bussolotto", *sys.argv[1:]])


def _run(asked: Any, wanted: Wanted, engine: Callable[[bool], Any]) -> dict[str, Any]:
    from bussolotto.study import sweep as sweeping
    from bussolotto.study.sweep_report import csv_rows, sweep_report

    with engine(asked.compiled) as by, _progress() as update:
        result = sweeping.run(asked, by, lambda so_far: update(completed=100 * so_far.done))
    told = sweep_report(result, _command())
    if wanted.csv:
        content = io.StringIO()
        csv.writer(content, lineterminator="\n").writerows(csv_rows(told))
        write_text(wanted.csv, content.getvalue())
    if wanted.json:
        tell_json(told, _file(wanted.json))
    else:
        _show(told, wanted.measure)
    return told


def _find(asked: Any, wanted: Wanted, engine: Callable[[bool], Any]) -> dict[str, Any]:
    from bussolotto.study import target
    from bussolotto.study.sweep_report import search_report

    goal = target.read_target(asked, wanted.target or "")
    with engine(asked.compiled) as by, _progress() as update:
        found = target.search(asked, goal, by, lambda so_far: update(completed=100 * len(so_far.tried) / so_far.steps))
    told = search_report(found, _command())
    if wanted.json:
        tell_json(told, _file(wanted.json))
    else:
        _show_search(told)
    return told


@contextmanager
def _progress() -> Iterator[Callable[..., None]]:
    from rich.progress import TaskProgressColumn

    from bussolotto.cli.figures import progress_bar

    with progress_bar(say("study.playing"), TaskProgressColumn()) as update:
        yield lambda completed: update(completed=completed, description=say("study.playing"))


class _Words:
    """The names of measures and values, and figures in their units, for one report."""

    def __init__(self, told: dict[str, Any], measure: str, unit: str) -> None:
        from bussolotto.study.wording import Wording, scale

        self.wording, self.factor = Wording(Speaker.language, told["game"]), scale(unit)
        self.measure = f"{self.wording.measure(measure)}{', %' if self.factor == 100 else ''}"

    def axis(self, option: str) -> str:
        return say("study.sweep.players") if option == "players" else self.wording.option(option)

    def value(self, option: str, value: str) -> str:
        return value if option == "players" else self.wording.value(option, value)

    def mean(self, mean: float | None, upper: float | None) -> str:
        if mean is None:
            return "-"
        if upper is None:
            return self.wording.number(self.factor * mean, 3)
        return self.wording.with_half(self.factor * mean, self.factor * (upper - mean), signed=False)


def _show(told: dict[str, Any], measure: str) -> None:
    """Show a sweep as a curve, or as a heat map if it has two axes."""
    to = console()
    if not told["played"]:
        to.print(say("study.nothing-played"))
        return
    words = _Words(told, measure, told["units"][measure])
    found = [point["measures"][measure] for point in told["points"]]
    to.print(_curve(told, found, words) if len(told["axes"]) == 1 else _heat_map(told, found, words))
    to.print(say(f"study.sweep.sure-{told['stopped']}", n=told["played"], matches=words.wording.whole(told["played"])))


def _curve(told: dict[str, Any], found: Sequence[dict[str, Any]], words: _Words) -> Table:
    axis = told["axes"][0]
    shown = table(plain(words.axis(axis["option"])), [words.measure, ""])
    shown.columns[2].justify = "left"
    for value, each, line in zip(axis["values"], found, curve_lines(found), strict=True):
        shown.add_row(plain(words.value(axis["option"], value)), words.mean(each["mean"], each["upper"]), line)
    return shown


def curve_lines(found: Sequence[dict[str, Any]], columns: int = CURVE) -> list[str]:
    """Return a line of text for each value: its interval as a bar, and its mean as a point on it.

    >>> curve_lines([{"mean": 1, "lower": 0, "upper": 2}, {"mean": 3, "lower": 2, "upper": 4}], 9)
    ['──●──', '    ──●──']
    """
    ends = [(each["lower"], each["upper"]) if each["lower"] is not None else (each["mean"],) * 2 for each in found]
    least, most = min(low for low, _ in ends), max(high for _, high in ends)
    lines = []
    for each, (low, high) in zip(found, ends, strict=True):
        first, mean, last = (
            round((columns - 1) * (end - least) / (most - least or 1)) for end in (low, each["mean"], high)
        )
        lines.append(" " * first + "─" * (mean - first) + "●" + "─" * (last - mean))
    return lines


def _heat_map(told: dict[str, Any], found: Sequence[dict[str, Any]], words: _Words) -> Table:
    """Return a table: a row for each value of the first axis, a column for each of the second."""
    rows, columns = told["axes"]
    names = [plain(words.value(columns["option"], value)) for value in columns["values"]]
    shown = table(plain(words.axis(rows["option"])), names)
    shown.title = plain(f"{words.measure} ({words.axis(columns['option'])} →)")
    least, most = min(each["mean"] for each in found), max(each["mean"] for each in found)
    for row, value in enumerate(rows["values"]):
        cells = found[row * len(names) : (row + 1) * len(names)]
        told_cells = [f"{words.mean(each['mean'], None)} {shade(each['mean'], least, most)}" for each in cells]
        shown.add_row(plain(words.value(rows["option"], value)), *told_cells)
    return shown


def shade(value: float, least: float, most: float) -> str:
    """Return the sign for a value between the least and the most of a heat map.

    >>> [shade(value, 0, 1) for value in (0, 0.5, 1)]
    ['·', '▒', '█']
    """
    return SHADES[min(len(SHADES) - 1, int(len(SHADES) * (value - least) / (most - least or 1)))]


def _show_search(told: dict[str, Any]) -> None:
    """Show what was found, and the values that were tried."""
    from bussolotto.study.measures import unit_of

    option, goal = told["axes"][0]["option"], told["target"]
    words = _Words(told, goal["measure"], unit_of(goal["measure"]))
    to = console()
    if told["tried"]:
        shown = table(plain(words.axis(option)), [words.measure, say("study.axis.tried")])
        for each in told["tried"]:
            count = words.wording.whole(each["matches"])
            shown.add_row(plain(words.value(option, each["value"])), words.mean(each["mean"], each["upper"]), count)
        to.print(shown)
    tell(_answer(told, words, option))


def _answer(told: dict[str, Any], words: _Words, option: str) -> str:
    names = {"option": words.axis(option), "measure": words.measure}
    names["target"] = words.wording.number(words.factor * told["target"]["value"])
    if told["stopped"] == "interrupted":
        return ""
    if told["stopped"] == "not-crossed":
        return say("study.target.not-crossed", **names)
    nearest = words.value(option, told["nearest"])
    if told["crossing"] is None:
        return say(f"study.target.{'beyond' if told['beyond'] else 'nearest'}", **names, value=nearest)
    crossing = words.wording.with_half(told["crossing"], told["error"], signed=False)
    return say("study.target.found", **names, crossing=crossing, value=nearest)
