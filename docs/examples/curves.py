"""Draw the curve of an example as SVG."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
from matplotlib.figure import Figure

PLAIN = {"svg.hashsalt": "bussolotto", "svg.fonttype": "none", "font.size": 11}


def draw(
    path: str,
    across: str,
    up: str,
    numbers: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    log: bool = False,
    level: float | None = None,
) -> None:
    """Write named lines over the same numbers, on logarithmic axes if asked; `level`: a dotted line to compare with."""
    with mpl.rc_context(PLAIN):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot(xlabel=across, ylabel=up)
        for name, line in lines.items():
            axes.plot(numbers, line, marker="o", markersize=3, label=name)
        if level is not None:
            axes.axhline(level, color="0.5", linestyle=":")
        if log:
            axes.loglog()
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(path, format="svg", metadata={"Date": None})
