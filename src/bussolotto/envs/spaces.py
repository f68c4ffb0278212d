"""Observations as Gymnasium represents them: spaces and their elements.

`fields`: a dict of arrays, one for each field of the view, and `seat`. `flat`: the same numbers side by side as
float32. `bytes`: the view as uint8, as it is in memory; the fastest form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from bussolotto.envs.observation import Layout, Views

FORMS = ("fields", "flat", "bytes")


def observation_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """Return the space of one observation. Raises ValueError for an unknown form."""
    if form == "fields":
        return spaces.Dict(
            {field.name: spaces.Box(field.low, field.high, field.shape, field.dtype.type) for field in layout.fields}
        )
    if form == "flat":
        bounds = np.array([(field.low, field.high) for field in layout.fields for _ in range(field.width)], np.float32)
        return spaces.Box(*bounds.T, dtype=np.float32)
    if form == "bytes":
        return spaces.Box(0, 255, (layout.game.STATE.itemsize,), np.uint8)
    raise ValueError(f"observation: one of {', '.join(FORMS)}, not {form!r}")


def observer(layout: Layout, form: str) -> Callable[[Views, Any], Any]:
    """Return a function from views and their seats to an observation, which shares memory except for `flat`."""
    if form == "bytes":
        return lambda views, _: layout.raw(views)
    return layout.flat if form == "flat" else layout.arrays


def masked_space(layout: Layout, form: str, actions: int) -> spaces.Dict:
    """Return the space of an observation with its action mask, as PettingZoo expects it."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": observation_space(layout, form), "action_mask": mask})
