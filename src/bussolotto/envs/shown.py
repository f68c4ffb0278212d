"""What the environments of all seats have in common: looked at as by a spectator, kept as bytes."""

from __future__ import annotations

from typing import Any

from gymnasium import logger

from bussolotto.envs import render
from bussolotto.envs.world import World
from bussolotto.kernel import SPECTATOR


class Shown:
    """Goes before the class of the library, whose own methods only say that they are missing."""

    game: Any
    world: World
    render_mode: str | None

    def render(self) -> Any:
        """The match as a spectator sees it: text, SVG or pixels, as `render_mode` says."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode: pass one when the environment is made")
            return None
        return render.rendered(self.game, self.world.state, SPECTATOR, self.world.scores(), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def get_state(self) -> bytes:
        """The match as bytes, generators included; see `World.get_state`."""
        return self.world.get_state()
