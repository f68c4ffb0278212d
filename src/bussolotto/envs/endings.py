"""How matches have ended, compiled: a pattern like `play/loops.py`, written anew for each game."""

from numba import njit

from bussolotto.play import pattern as game  # the pattern's game


@njit(cache=True, nogil=True, error_model="numpy")
def close(finals, slots, endings, points):
    """Write how each match that has ended did so, and the points of its seats.

    finals: STATE[n], the views at the end; slots: `batch.SLOT`[n]; endings: int64[n]; points: float64[n, 8].
    """
    for index in range(len(slots)):
        if slots[index].ended:
            endings[index] = game.ending(finals[index])
            game.scores(finals[index], points[index])
