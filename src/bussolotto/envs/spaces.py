"""Observations as Gymnasium represents them: spaces and their elements.

`fields`: a dict of arrays, one for each field of the view, and `seat`. `flat`: the same numbers side by side as
float32. `scaled`: float32 from 0 to 1 with one input for each category, see `scaled`. `bytes`: the view as uint8, as it
is in memory; the fastest form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bussolotto.envs.observation import Arrays, Field, Layout, Views
from bussolotto.envs.options import EnvOptions
from bussolotto.envs.scaled import scaled

TORCH_TYPES: dict[np.dtype[Any], np.dtype[Any]] = {
    np.dtype(np.uint16): np.dtype(np.int32),
    np.dtype(np.uint32): np.dtype(np.int64),
}
OBSERVATION, MASK = "observation", "action_mask"  # the keys of a masked observation, as PettingZoo names them

Observer = Callable[[Views, Any], Any]


def observation_space(layout: Layout, chosen: EnvOptions) -> spaces.Space[Any]:
    """Return the space of one observation."""
    if chosen.observation == "fields":
        return spaces.Dict(
            {
                field.name: spaces.Box(
                    field.low, field.high, field.shape or chosen.scalar_shape, _type_of(field, chosen).type
                )
                for field in layout.fields
            }
        )
    if chosen.observation == "flat":
        bounds = np.array([(field.low, field.high) for field in layout.fields for _ in range(field.width)], np.float32)
        return spaces.Box(*bounds.T, dtype=np.float32)
    if chosen.observation == "scaled":
        return spaces.Box(0, 1, (scaled(layout).width,), np.float32)
    return spaces.Box(0, 255, (layout.game.STATE.itemsize,), np.uint8)


def observer(layout: Layout, chosen: EnvOptions) -> Observer:
    """Return a function from views and their seats to an observation. `fields` and `bytes` share memory with them."""
    if chosen.observation == "bytes":
        return lambda views, _: layout.raw(views)
    if chosen.observation == "fields":
        return _fields(layout, chosen)
    return layout.flat if chosen.observation == "flat" else scaled(layout)


def _fields(layout: Layout, chosen: EnvOptions) -> Observer:
    changed = {field.name: _type_of(field, chosen) for field in layout.fields if _type_of(field, chosen) != field.dtype}
    longer = [field.name for field in layout.fields if not field.shape and chosen.scalar_shape]
    if not changed and not longer:
        return layout.arrays

    def arrays(views: Views, seats: npt.ArrayLike) -> Arrays:
        named = layout.arrays(views, seats)
        for name, dtype in changed.items():
            named[name] = named[name].astype(dtype)
        for name in longer:
            named[name] = named[name][..., None]
        return named

    return arrays


def _type_of(field: Field, chosen: EnvOptions) -> np.dtype[Any]:
    return TORCH_TYPES.get(field.dtype, field.dtype) if chosen.torch_types else field.dtype


def masked_space(space: spaces.Space[Any], actions: int) -> spaces.Dict:
    """Return the space of an observation with its action mask."""
    return spaces.Dict({OBSERVATION: space, MASK: spaces.Box(0, 1, (actions,), np.int8)})
