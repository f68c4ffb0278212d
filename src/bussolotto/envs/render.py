"""Rendering of a match as text, SVG or an array of pixels, and what the environments share."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium import logger

from bussolotto import pictures
from bussolotto.core import kernel
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import SPECTATOR

MODES = ("human", "ansi", "svg", "rgb_array")
METADATA = {"render_modes": list(MODES), "render_fps": 1}


def render_position(game: Any, state: Any, viewer: int, scores: Sequence[float], mode: str) -> Any:
    """Return the position as this viewer may know it.

    `ansi` gives text, `svg` a picture as text and `rgb_array` the same as uint8[height, width, 3]. `human` writes the
    text to the terminal and returns None. Raises MissingExtra if the picture cannot be drawn.
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
    """Return a view as SVG."""
    seats = [f"seat {seat}" for seat in range(len(scores))]
    fields = {name: view.record[name].tolist() for name in game.STATE.names}
    return pictures.position(game, fields, seats, scores, game.TITLE)


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """Return a picture as uint8[height, width, 3]. Raises MissingExtra."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as problem:
        raise refuse("missing-extra", extra="gymnasium") from problem
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    return np.asarray(drawn.convert("RGB"), np.uint8)


class EnvMixin:
    """Methods shared by the environments. The class precedes the library's class, whose own methods are stubs."""

    game: Any
    match_env: Any  # a MatchEnv, or with bots a Hosted
    render_mode: str | None
    viewer = SPECTATOR  # the viewer for whom the match is rendered

    def render(self) -> Any:
        """Render the match for its viewer, the learning seat or a spectator, according to `render_mode`."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode: pass one when the environment is made")
            return None
        return render_position(self.game, self.match_env.state, self.viewer, self.match_env.scores(), self.render_mode)

    @property
    def _clock(self) -> dict[str, Any]:
        """The part of infos that describes time."""
        return {"clock_ms": self.match_env.clock_ms} if self.game.RACE else {}

    def close(self) -> None:
        """Do nothing, since nothing is open."""

    def clone(self) -> Self:
        """Return an independent copy, including generators and bots: the same actions lead to the same match."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self), match_env=self.match_env.clone())
        return twin

    def get_state(self) -> bytes:
        """Return the match as bytes, including generators; see `MatchEnv.get_state`. Not available with bots."""
        kept: bytes = self.match_env.get_state()
        return kept
