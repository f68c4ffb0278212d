"""How matches have ended, compiled: a pattern like `play/loops.py`, written anew for each game."""

from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play.compiled_functions import entry


@entry
def close(finals, slots, endings, points):
    """Write how each match that has ended did so, and the points of its seats.

    finals: STATE[n], the views at the end; slots: `batch.SLOT`[n]; endings: int64[n]; points: float64[n, 8].
    """
    for index in range(len(slots)):
        if slots[index].ended:
            endings[index] = game.ending(finals[index])
            game.scores(finals[index], points[index])
