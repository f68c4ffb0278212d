"""Matches by a game's policy, with the positions after all turns: a pattern as play/loops.py is, for learn_nets."""

from numba import njit

from bussolotto.core.chance import below
from bussolotto.play import loops as play  # the pattern's loops
from bussolotto.play import pattern as game  # the pattern's game

PERMILLE = 1000


@njit(cache=True, nogil=True, error_model="numpy")
def play_match(s, dice, choices, kinds, tables, stray, after, own, shares):
    """Play a match to its end, and return how many positions after a turn were written, of a match that goes on.

    s: STATE[1], the opening; dice, choices: int64[4], generators; kinds: int64[2, 8], of all seats, 0 for random play
    and 1 for the policy with its `tables`; stray: so many of 1,000 actions are drawn; after: STATE[n], the positions,
    the first n of them, and own: int64[n], the seats whose turns they end; shares: float64[8], what each seat wins.
    """
    words, mask, weights = play.buffers()
    count = 0
    while game.movers(s[0]):
        player = kinds[0 if below(choices, PERMILLE) < stray else 1]
        seat, _ = play.next_ply(s[0], dice, choices, words, mask, weights, player, tables)
        if seat != play.CHANCE and s[0].turn != seat and game.movers(s[0]) and count < len(after):
            after[count] = s[0]
            own[count] = seat
            count += 1
    game.returns(s[0], shares)
    return count
