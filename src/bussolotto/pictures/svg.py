"""The elements of pictures: colours, boxes, words, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

Position = Mapping[str, Any]  # a view, by the names of the fields of a state

FELT, FELT_DEEP, IVORY, INK, AMBER = "#1f4a3f", "#17352e", "#fbf6ea", "#33261a", "#e09a20"
YELLOW, RED, WOOD, QUIET = "#f2c84b", "#c8402f", "#8a5430", "#a9c4ba"
FONT = "Figtree, system-ui, sans-serif"


def picture(width: int, height: int, title: str, shapes: Iterable[str]) -> str:
    """Return a complete SVG on a felt ground, with a title for people who cannot see it."""
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{FONT}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" rx="16" fill="{FELT}"/>\n{body}\n</svg>\n'
    )


def box(x: float, y: float, width: float, height: float, fill: str, edge: str = "none") -> str:
    """Return a rounded rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{fill}" '
        f'stroke="{edge}" stroke-width="2"/>'
    )


def text(x: float, y: float, words: str, fill: str = IVORY, size: int = 16, anchor: str = "start") -> str:
    """Return one line of text. `y` is its baseline."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'


def bold(shape: str) -> str:
    """Return the same text in bold."""
    return shape.replace("<text ", '<text font-weight="700" ', 1)


def fixed(shape: str) -> str:
    """Return the same text in a monospaced font, preserving its spaces."""
    return shape.replace("<text ", '<text font-family="monospace" xml:space="preserve" ', 1)


def arrow(x: float, y: float, to_x: float, to_y: float, colour: str = QUIET) -> str:
    """Return a straight line with a head, along an axis."""
    across = 5 if y == to_y else 0
    along = 5 if x == to_x else 0
    back_x = to_x - (8 if to_x > x else -8) * (y == to_y)
    back_y = to_y - (8 if to_y > y else -8) * (x == to_x)
    head = f"{to_x:g},{to_y:g} {back_x - along:g},{back_y - across:g} {back_x + along:g},{back_y + across:g}"
    return (
        f'<path d="M{x:g},{y:g} L{back_x:g},{back_y:g}" stroke="{colour}" stroke-width="2"/>'
        f'<polygon points="{head}" fill="{colour}"/>'
    )
