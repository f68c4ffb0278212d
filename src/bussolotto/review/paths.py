"""Matches as they may go on from a position, ply by ply, compiled for one game.

This file is a pattern, as `play/loops.py` is: `compiler.compiled_from` writes a copy of it for each game.
"""

from bussolotto.play import loops as play  # the pattern's loops
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play.compiled_functions import entry

MEMORY = play.MEMORY  # a constant of this module: what is not there is then not compiled


@entry
def follow(opening, dice, choices, kinds, tables, paths, movers):
    """Play on from `opening`, STATE[1], once for each row of `paths`, STATE[n, plies], and keep every position.

    dice, choices: int64[n, 4], the generators of outcomes and of the players' draws; kinds, tables: as `play_matches`
    takes them; movers: int64[n, plies], by position who may act as bits, zero where the match is over.
    """
    words, mask, weights = play.buffers()
    for row in range(len(paths)):
        if MEMORY and kinds is not None:
            tables[-1][:] = 0
        paths[row, 0] = opening[0]
        movers[row, 0] = game.movers(paths[row, 0])
        for ply in range(1, paths.shape[1]):
            paths[row, ply] = paths[row, ply - 1]
            play.next_ply(paths[row, ply], dice[row], choices[row], words, mask, weights, kinds, tables)
            movers[row, ply] = game.movers(paths[row, ply])
            if movers[row, ply] == 0:
                break
