"""Observations in the forms that Gymnasium knows: spaces, and what lies in them.

`fields`: a dict of arrays, one for each field of the view, and `seat`. `flat`: the same numbers side by side as
float32. `bytes`: the view as it lies in memory, uint8: the quickest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from bussolotto.envs.observation import Layout, Views

FORMS = ("fields", "flat", "bytes")


def observation_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """The space of one observation. Raises ValueError for an unknown form."""
    if form == "fields":
        return spaces.Dict(
            {field.name: spaces.Box(field.low, field.high, field.shape, field.dtype.type) for field in layout.fields}
        )
    if form == "flat":
        low, high = (np.repeat([field[bound] for field in layout.fields], _widths(layout)) for bound in (3, 4))
        return spaces.Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)
    if form == "bytes":
        return spaces.Box(0, 255, (layout.game.STATE.itemsize,), np.uint8)
    raise ValueError(f"observation: one of {', '.join(FORMS)}, not {form!r}")


def _widths(layout: Layout) -> list[int]:
    return [field.width for field in layout.fields]


def observer(layout: Layout, form: str) -> Callable[[Views, Any], Any]:
    """What makes an observation of views and the seats that see them; windows on the views, but for `flat`."""
    if form == "bytes":
        return lambda views, _: layout.raw(views)
    return layout.flat if form == "flat" else layout.arrays


def masked_space(layout: Layout, form: str, actions: int) -> spaces.Dict:
    """An observation with the action mask beside it, as PettingZoo has them."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": observation_space(layout, form), "action_mask": mask})
