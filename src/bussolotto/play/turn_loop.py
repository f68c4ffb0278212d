"""A ply and the dice it causes, in one compiled call: a pattern like loops.py, of which a live server makes use."""

from numba import njit

from bussolotto.core.chance import place
from bussolotto.play import pattern as game  # the pattern's game

CHANCE = 15
BYTE = 256


@njit(cache=True, error_model="numpy")
def play_on(s, seat, action, pool, weights, outcomes, states):
    """Play a legal ply, then outcomes of chance until nobody rolls, or until the pool or the room is used up.

    `pool` holds random bytes, of which a byte past the last multiple of the sum of the weights is dropped, as
    `chance.System` does. Returns the number of outcomes; these are written to `outcomes`, the state after each ply to
    `states`.
    """
    game.apply(s, seat, action)
    states[0] = s
    count = 0
    for byte in pool:
        if count == len(outcomes) or game.odds(s, weights) == 0:
            break
        total = 0
        for weight in weights:
            total += weight
        if total > BYTE:
            break
        if byte < BYTE - BYTE % total:
            outcomes[count] = place(weights, byte % total)
            game.apply(s, CHANCE, outcomes[count])
            count += 1
            states[count] = s
    return count
