"""The charts of a report: drawn by Matplotlib as SVG embedded in the page, in the colours of the page.

Every chart is as wide as a phone, so that its text is readable without zooming; wider screens show several in a row.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import Any

from bussolotto.core import errors

WIDTH, HEIGHT = 4.6, 2.9  # inches of 72 points
ROOM = 0.26  # inches for each row of a chart with rows
# charts are drawn in these colours, which are then replaced by the page's CSS variables, light or dark
INK, MUTED, GRID, BASE, ACCENT = "#1f2328", "#5c636b", "#d9dde2", "#8d959e", "#b4501e"
SHOWN = {INK: "--ink", MUTED: "--muted", GRID: "--grid", BASE: "--base", ACCENT: "--accent"}
# Styles of changes, in this order: when all dashes (or marks, hatches) are used up, they repeat in the next colour, and
# when all colours are used up, they repeat larger.
COLOURS = (ACCENT, INK, MUTED)
DASHES = ("-", (0, (4, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))
MARKS = ("s", "^", "D", "v", "o")
HATCHES = ("", "////", "....", "xxxx")
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bussolotto",
    "font.size": 9,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "legend.borderpad": 0.1,
    "hatch.linewidth": 0.5,
}


def require() -> None:
    """Check that Matplotlib is installed. Raises MissingExtra."""
    if find_spec("matplotlib") is None:
        raise errors.refuse("missing-extra", extra="study")


def style() -> Any:
    """Return the context in which all drawing must be done: `with style():`."""
    from matplotlib import rc_context

    return rc_context(STYLE)


def figure(height: float = HEIGHT) -> Any:
    """Return the axes of an empty figure, `height` inches high."""
    from matplotlib.figure import Figure

    return Figure((WIDTH, height), layout="constrained").subplots()


def style_of(side: int) -> dict[str, Any]:
    """Return the line style of a side: grey for the base, the accent colour first for changes."""
    if not side:
        return {"color": BASE, "linewidth": 1.6}
    dashes, colour, size = _look(side, DASHES)
    return {"color": colour, "linewidth": 1.6 + 0.8 * size, "linestyle": dashes}


def mark_of(side: int) -> dict[str, Any]:
    """Return the marker style of a side."""
    if not side:
        return {"color": BASE, "fmt": "o", "markersize": 4.5}
    mark, colour, size = _look(side, MARKS)
    return {"color": colour, "fmt": mark, "markersize": 4.5 + 2 * size}


def bar_of(side: int) -> dict[str, Any]:
    """Return the bar style of a side."""
    if not side:
        return {"color": BASE}
    hatch, colour, size = _look(side, HATCHES)
    return {"color": colour, "hatch": hatch * (1 + size) or "o" * size, "edgecolor": GRID}


def _look(side: int, forms: Sequence[Any]) -> tuple[Any, str, int]:
    """Return the form and colour of a change, counted from 1, and how often all combinations have been used up."""
    rest, form = divmod(side - 1, len(forms))
    size, colour = divmod(rest, len(COLOURS))
    return forms[form], COLOURS[colour], size


def histogram(sides: Sequence[dict[str, Any]], names: Sequence[str], label: str) -> Any:
    """Draw how often each number occurred, in percent of the matches: an outline for each side, the base filled."""
    axes = figure()
    for side, found in enumerate(sides):
        total = sum(found["matches"]) or 1
        heights = [100 * bar / total for bar in found["matches"]]
        axes.stairs(heights, found["edges"], label=names[side], **style_of(side))
        if not side:
            axes.stairs(heights, found["edges"], fill=True, color=BASE, alpha=0.25)
    axes.set(xlabel=label, ylabel="%", ylim=(0, None))
    axes.grid(axis="x", visible=False)
    legend(axes)
    return axes


def dots(
    rows: Sequence[str], sides: Sequence[Sequence[tuple[float, float]]], names: Sequence[str], label: str,
    line: float | None = None,
    first: int = 0,
) -> Any:  # fmt: skip
    """Draw rows with one dot and error bar for each side, styled from side `first` on; `line` marks no difference."""
    axes = figure(0.9 + ROOM * len(rows) * max(1.0, 0.7 * len(sides)))
    if line is not None:
        axes.axvline(line, color=MUTED, linewidth=0.9, linestyle=(0, (3, 2)))
    many = len(sides)
    for side, found in enumerate(sides):
        heights = [row + 0.22 * (side - (many - 1) / 2) for row in range(len(rows))]
        values, halves = [value for value, _ in found], [half for _, half in found]
        axes.errorbar(values, heights, xerr=halves, linewidth=1.3, label=names[side], **mark_of(side + first))
    _label_rows(axes, rows, label)
    if many > 1:
        legend(axes)
    return axes


def bars(rows: Sequence[str], sides: Sequence[Sequence[float]], names: Sequence[str], label: str) -> Any:
    """Draw rows with one bar for each side."""
    axes = figure(0.9 + ROOM * len(rows) * max(1.0, 0.75 * len(sides)))
    thick = 0.8 / len(sides)
    for side, found in enumerate(sides):
        heights = [row + thick * (side - (len(sides) - 1) / 2) for row in range(len(rows))]
        axes.barh(heights, found, 0.9 * thick, label=names[side], linewidth=0, **bar_of(side))
    _label_rows(axes, rows, label)
    axes.set_xlim(0, None)
    legend(axes)
    return axes


def stacks(rows: Sequence[str], parts: Sequence[Sequence[float]], names: Sequence[str]) -> Any:
    """Draw parts of a whole, in percent: one stacked bar for each row, with the last part in the accent colour."""
    axes = figure(0.9 + 1.15 * ROOM * len(rows))
    alphas = [0.18 + 0.5 * part / max(1, len(names) - 1) for part in range(len(names))]
    begins = [0.0] * len(rows)
    for part, name in enumerate(names):
        widths = [100 * row[part] for row in parts]
        last = part == len(names) - 1
        axes.barh(
            range(len(rows)), widths, 0.7, begins, color=ACCENT if last else BASE, alpha=0.85 if last else alphas[part],
            label=name, linewidth=0,
        )  # fmt: skip
        for row, width in enumerate(widths):
            if width > 7:
                axes.text(begins[row] + width / 2, row, f"{width:.0f}", ha="center", va="center", fontsize=8.5)
        begins = [begin + width for begin, width in zip(begins, widths, strict=True)]
    _label_rows(axes, rows, "%")
    axes.set_xlim(0, 100)
    legend(axes)
    return axes


def _label_rows(axes: Any, rows: Sequence[str], label: str) -> None:
    """Label the rows, with the first row at the top."""
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6))
    axes.grid(axis="y", visible=False)


def narrowing(trails: Sequence[Sequence[Sequence[float]]], names: Sequence[str], labels: tuple[str, str]) -> Any:
    """Draw how an interval became narrower as the number of matches grew."""
    axes = figure()
    axes.axhline(0, color=MUTED, linewidth=0.9, linestyle=(0, (3, 2)))
    for change, trail in enumerate(trails):
        numbers, means, lowers, uppers = ([look[column] for look in trail] for column in range(4))
        look = style_of(change + 1)
        axes.plot(numbers, means, label=names[change], **look)
        axes.fill_between(numbers, lowers, uppers, color=look["color"], alpha=0.16, linewidth=0)
    axes.set(xscale="log", xlabel=labels[0], ylabel=labels[1])
    _whole_numbers(axes.xaxis)
    axes.yaxis.label.set_color(MUTED)
    if len(trails) > 1:
        legend(axes)
    return axes


def _whole_numbers(axis: Any) -> None:
    """Label a logarithmic axis with a few whole numbers, written out with separated thousands."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 30 * low else (1.0,)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(
        FuncFormatter(lambda number, _: f"{number:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}"))
    )


def legend(axes: Any) -> None:
    """Add a legend above the chart, where it covers nothing."""
    axes.figure.legend(loc="outside upper left", ncols=2, handlelength=1.6, columnspacing=1.2)


def svg(axes: Any, number: int, title: str, description: str, point: str = ".") -> str:
    """Return the chart as an SVG element: words as text, the colours of the page, `point` as the decimal separator."""
    out = io.StringIO()
    axes.figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    _, _, width, height = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', text).groups()  # type: ignore[union-attr]
    text = _own_names(text, f"p{number}-")
    for colour, variable in SHOWN.items():
        text = text.replace(colour, f"var({variable})")
    text = re.sub(r">(\N{MINUS SIGN}?\d+)\.(\d+)<", rf">\1{point}\2<", text)
    text = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", text)
    head = (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="p{number}-title p{number}-desc">'
        f'<title id="p{number}-title">{escape(title)}</title><desc id="p{number}-desc">{escape(description)}</desc>'
    )
    return head + text[text.index(">") + 1 :].strip()


def _own_names(text: str, prefix: str) -> str:
    """Remove ids without references and prefix the others, so that they differ from those of other charts."""
    wanted = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text))
    names = {name for pair in wanted for name in pair if name}
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{prefix}{found[1]}"' if found[1] in names else "", text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}\1)", text)
    return re.sub(r'xlink:href="#([^"]+)"', rf'href="#{prefix}\1"', text)
