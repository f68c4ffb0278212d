"""The pictures of a report: Matplotlib's drawings as SVG that lives in a page, its colours those of the page.

Every picture is as wide as a phone, so that its letters are read without zooming; a desk shows several side by side.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import Any

from bussolotto import errors

WIDTH, HEIGHT = 4.6, 2.9  # inches of 72 points
ROOM = 0.26  # inches for each row of a picture of rows
# colours are drawn as these and shown as what the page makes of them, light or dark
INK, MUTED, GRID, BASE, ACCENT = "#1f2328", "#5c636b", "#d9dde2", "#8d959e", "#b4501e"
SHOWN = {INK: "--ink", MUTED: "--muted", GRID: "--grid", BASE: "--base", ACCENT: "--accent"}
DASHES = ("-", (0, (4, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))  # of one change, and of further ones
MARKS = ("o", "s", "^", "D", "v")
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
    """Raises MissingExtra where there is nothing to draw with."""
    if find_spec("matplotlib") is None:
        raise errors.MissingExtra("study")


def style() -> Any:
    """What all drawing has to happen in: `with style():`."""
    from matplotlib import rc_context

    return rc_context(STYLE)


def figure(height: float = HEIGHT) -> Any:
    """An empty drawing with one pair of axes."""
    from matplotlib.figure import Figure

    return Figure((WIDTH, height), layout="constrained").subplots()


def style_of(side: int) -> dict[str, Any]:
    """How the line of a side looks: the base grey, changes in the accent."""
    if not side:
        return {"color": BASE, "linewidth": 1.6}
    return {"color": ACCENT, "linewidth": 1.6, "linestyle": DASHES[(side - 1) % len(DASHES)]}


def histogram(sides: Sequence[dict[str, Any]], names: Sequence[str], label: str) -> Any:
    """How often each number came, in percent of the matches: outlines of all sides over the base filled."""
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
    """One row for each thing, one dot with its error for each side from `first` on; `line`: no difference at all."""
    axes = figure(0.9 + ROOM * len(rows) * max(1.0, 0.7 * len(sides)))
    if line is not None:
        axes.axvline(line, color=MUTED, linewidth=0.9, linestyle=(0, (3, 2)))
    many = len(sides)
    for side, found in enumerate(sides):
        heights = [row + 0.22 * (side - (many - 1) / 2) for row in range(len(rows))]
        values, halves = [value for value, _ in found], [half for _, half in found]
        colour = ACCENT if side + first else BASE
        mark = MARKS[(side + first) % len(MARKS)]
        axes.errorbar(
            values, heights, xerr=halves, fmt=mark, color=colour, markersize=4.5, linewidth=1.3, label=names[side]
        )
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6))
    axes.grid(axis="y", visible=False)
    if many > 1:
        legend(axes)
    return axes


def bars(rows: Sequence[str], sides: Sequence[Sequence[float]], names: Sequence[str], label: str) -> Any:
    """One row for each thing, one bar for each side."""
    axes = figure(0.9 + ROOM * len(rows) * max(1.0, 0.75 * len(sides)))
    thick = 0.8 / len(sides)
    for side, found in enumerate(sides):
        heights = [row + thick * (side - (len(sides) - 1) / 2) for row in range(len(rows))]
        look = {"color": BASE} if not side else {"color": ACCENT, "hatch": HATCHES[(side - 1) % 4], "edgecolor": GRID}
        axes.barh(heights, found, 0.9 * thick, label=names[side], linewidth=0, **look)
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6), xlim=(0, None))
    axes.grid(axis="y", visible=False)
    legend(axes)
    return axes


def stacks(rows: Sequence[str], parts: Sequence[Sequence[float]], names: Sequence[str]) -> Any:
    """Parts of a whole, in percent: one bar for each row, the last part in the accent."""
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
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel="%", xlim=(0, 100), ylim=(len(rows) - 0.4, -0.6))
    axes.grid(axis="y", visible=False)
    legend(axes)
    return axes


def narrowing(trails: Sequence[Sequence[Sequence[float]]], names: Sequence[str], labels: tuple[str, str]) -> Any:
    """How an interval became narrower, match by match."""
    axes = figure()
    axes.axhline(0, color=MUTED, linewidth=0.9, linestyle=(0, (3, 2)))
    for change, trail in enumerate(trails):
        numbers, means, lowers, uppers = ([look[column] for look in trail] for column in range(4))
        axes.plot(numbers, means, label=names[change], **style_of(change + 1))
        axes.fill_between(numbers, lowers, uppers, color=ACCENT, alpha=0.16, linewidth=0)
    axes.set(xscale="log", xlabel=labels[0], ylabel=labels[1])
    _whole_numbers(axes.xaxis)
    axes.yaxis.label.set_color(MUTED)
    if len(trails) > 1:
        legend(axes)
    return axes


def _whole_numbers(axis: Any) -> None:
    """Of a logarithmic axis: written out, their thousands apart, and not too many."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 30 * low else (1.0,)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(
        FuncFormatter(lambda number, _: f"{number:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}"))
    )


def legend(axes: Any) -> None:
    """Above the drawing, where it hides nothing."""
    axes.figure.legend(loc="outside upper left", ncols=2, handlelength=1.6, columnspacing=1.2)


def svg(axes: Any, number: int, title: str, description: str, point: str = ".") -> str:
    """The drawing as an element of a page: words as text, colours of the page, `point` before decimals."""
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
    """Names that nothing refers to taken off, the others told apart from those of other pictures."""
    wanted = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text))
    names = {name for pair in wanted for name in pair if name}
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{prefix}{found[1]}"' if found[1] in names else "", text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}\1)", text)
    return re.sub(r'xlink:href="#([^"]+)"', rf'href="#{prefix}\1"', text)
