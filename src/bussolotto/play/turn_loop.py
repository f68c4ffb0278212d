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
    `chance.System` does. Returns the number of outcomes and of bytes used; the outcomes are written to `outcomes`, what
    they were drawn from to `weights`, the state after each ply to `states`.
    """
    game.apply(s, seat, action)
    states[0] = s
    count = used = 0
    while used < len(pool) and count < len(outcomes) and game.odds(s, weights[count]) > 0:
        total = 0
        for weight in weights[count]:
            total += weight
        if total > BYTE:
            break
        byte = pool[used]
        used += 1
        if byte < BYTE - BYTE % total:
            outcomes[count] = place(weights[count], byte % total)
            game.apply(s, CHANCE, outcomes[count])
            count += 1
            states[count] = s
    return count, used
