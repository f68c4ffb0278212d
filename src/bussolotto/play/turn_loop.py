"""A ply and the dice it causes, in one compiled call: a pattern like loops.py, of which a live server makes use."""

from bussolotto.core.chance import place
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play.compiled_functions import entry

CHANCE = 15
SEATS = 8
BYTE = 256


@entry
def play_on(state, seat, action, pool, weights, outcomes, states, mask, codes):
    """Play a legal ply, then outcomes of chance until nobody rolls, or until the pool or the room is used up.

    With CHANCE as the seat no ply is played first.

    `state` is an array of one: to pass a record takes ten times as long. `pool` holds random bytes, of which a byte
    past the last multiple of the sum of the weights is dropped, as `chance.System` does. The outcomes are written to
    `outcomes`, what they were drawn from to `weights`, the state before all plies and after each to `states`; if one
    seat alone may act then, the codes of what it may do to `codes`. Returns the number of outcomes and of bytes used,
    who may act as a bit set, and the number of codes.
    """
    s = state[0]
    states[0] = s
    plies = 0
    if seat != CHANCE:
        game.apply(s, seat, action)
        plies = 1
        states[1] = s
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
            states[plies + count] = s
    bits = game.movers(s)
    return count, used, bits, list_legal(s, bits, mask, codes)


@entry
def list_legal(s, bits, mask, codes):
    """Write the codes of what the only seat of a bit set may do. Returns their number, 0 unless it is a single seat."""
    found = 0
    for seat in range(SEATS):
        if bits == 1 << seat and game.legal(s, seat, mask):
            for code in range(len(mask)):
                codes[found] = code
                found += mask[code]
    return found
