"""The icons of the installed page, drawn from the one of its tab.

    python -m tools.icons

writes them anew; a test compares the files with what this draws.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import resvg_py

WEB = Path(__file__).resolve().parent.parent / "src" / "bussolotto" / "web"
FOLDER = WEB / "icons"
FELT = "#1b3832"  # the ground of the dark theme
SIDE = 64  # of icon.svg, in its own units
SAFE = 0.8  # of a maskable icon: what every mask leaves standing is a circle of this part of its width


class Icon(NamedTuple):
    """A picture of `pixels` squared; `share` of it is the die, on felt unless the ground is left open."""

    name: str
    pixels: int
    share: float
    felt: bool


ICONS = (
    Icon("icon-192.png", 192, 1.0, felt=False),
    Icon("icon-512.png", 512, 1.0, felt=False),
    Icon("maskable-192.png", 192, 0.62, felt=True),
    Icon("maskable-512.png", 512, 0.62, felt=True),
    Icon("apple-touch.png", 180, 0.78, felt=True),
)


def drawn(icon: Icon) -> bytes:
    """The icon as a PNG."""
    die = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (WEB / "icon.svg").read_text(encoding="utf-8"))
    width = SIDE / icon.share
    margin = (SIDE - width) / 2
    ground = f'<rect x="{margin}" y="{margin}" width="{width}" height="{width}" fill="{FELT}"/>' if icon.felt else ""
    box = f"{margin} {margin} {width} {width}"
    source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{ground}{die}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=source, width=icon.pixels, height=icon.pixels))


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for icon in ICONS:
        (FOLDER / icon.name).write_bytes(drawn(icon))


if __name__ == "__main__":
    main()
