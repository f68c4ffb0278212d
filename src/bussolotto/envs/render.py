"""A match to look at: as text, as SVG, as an array of pixels."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto import kernel, pictures
from bussolotto.errors import MissingExtra

MODES = ("human", "ansi", "svg", "rgb_array")
METADATA = {"render_modes": list(MODES), "render_fps": 1}


def rendered(game: Any, state: Any, viewer: int, scores: Sequence[float], mode: str) -> Any:
    """The position as this viewer may know it.

    `ansi` gives text, `svg` a picture as text, `rgb_array` the same as uint8[height, width, 3]; `human` writes the text
    to the terminal and gives nothing. Raises MissingExtra where the picture cannot be drawn.
    """
    view = kernel.plain(np.ndarray(1, game.STATE, bytearray(state.tobytes()))[0])
    game.hide(view, viewer)
    if mode in ("ansi", "human"):
        text = str(game.show(view))
        if mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None
    svg = picture(game, view, scores)
    return svg if mode == "svg" else pixels(svg)


def picture(game: Any, view: Any, scores: Sequence[float]) -> str:
    """A view as SVG."""
    seats = [f"seat {seat}" for seat in range(len(scores))]
    fields = {name: view.record[name].tolist() for name in game.STATE.names}
    return pictures.position(game, fields, seats, scores, game.TITLE)


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """A picture as uint8[height, width, 3]. Raises MissingExtra."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as problem:
        raise MissingExtra("gymnasium") from problem
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    return np.asarray(drawn.convert("RGB"), np.uint8)
