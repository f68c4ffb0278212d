"""Alpha-beta search as if all others played against the seat that searches, compiled for one game.

This file is a pattern, as `play/loops.py` is: `compiler.compiled_from` writes a copy of it for each game. One seat
wants the most, all others the least of what a position is worth to it. With more than two seats they would hardly do
so, but nothing that they may do to it is overlooked (the paranoid search of Sturtevant and Korf, 2000), and most moves
need not be looked at (Knuth and Moore, 1975). The moves of the position are tried one move deep, then two, and so on,
each time in the order found before, until so many positions have been looked at (Slate and Atkin, 1977).
"""

from bussolotto.play import lookaheads as lookahead  # the pattern's lookahead
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play.compiled_functions import entry, inlined

LOST = -1e300


@entry
def deepen(stack, seat, most, depth, rng, tables):
    """Find the best move of a seat, which decides in the first position of the stack; write it there as the first.

    stack: `lookahead.Stack`; most: so many positions are looked at, at most; depth: so many moves deep at most;
    rng: int64[4]; tables: those of the game's lookahead. Returns the action with which the move begins, and how many
    positions were looked at.
    """
    enter(stack, 0, seat, rng, tables)
    looked = 0
    for deep in range(1, min(depth, len(stack.counts) - 1) + 1):
        if stack.counts[0] == 1 or looked >= most:
            break
        looked = look(stack, seat, deep, most, looked, rng, tables)
    return lookahead.begin(stack.positions[0], stack.moves[0, 0]), looked


@inlined
def look(stack, seat, deep, most, looked, rng, tables):
    """Look so many moves deep. A move that is found better than those before it goes to the front at once.

    So what has been found counts, too, where the time does not suffice for all moves.
    """
    at = 0
    stack.tried[0], stack.best[0], stack.alpha[0], stack.beta[0] = 0, LOST, LOST, -LOST
    while looked < most:
        if stack.tried[at] == stack.counts[at] or stack.alpha[at] >= stack.beta[at]:
            if at == 0:
                break
            at -= 1
            note(stack, at, stack.best[at + 1])
            continue
        stack.positions[at + 1] = stack.positions[at]
        lookahead.play(stack.positions[at + 1], stack.moves[at, stack.tried[at]], tables)
        stack.tried[at] += 1
        looked += 1
        if at + 1 == deep or game.movers(stack.positions[at + 1]) == 0:
            note(stack, at, lookahead.worth(stack.positions[at + 1], seat, tables))
        else:
            at += 1
            enter(stack, at, seat, rng, tables)
            stack.alpha[at], stack.beta[at] = stack.alpha[at - 1], stack.beta[at - 1]
    return looked


@inlined
def enter(stack, at, seat, rng, tables):
    """Begin with a position."""
    position = stack.positions[at]
    stack.counts[at] = lookahead.order_moves(position, stack.moves[at], stack.merits[at], rng, tables)
    stack.own[at] = game.movers(position) == 1 << seat
    stack.tried[at], stack.best[at] = 0, LOST if stack.own[at] else -LOST


@inlined
def note(stack, at, worth):
    """Note what the move that was tried last is worth to the seat that searches."""
    if stack.own[at]:
        if worth > stack.best[at]:
            stack.best[at] = worth
            stack.alpha[at] = max(stack.alpha[at], worth)
            if at == 0:
                bring_to_front(stack.moves[0], stack.tried[0] - 1)
    elif worth < stack.best[at]:
        stack.best[at] = worth
        stack.beta[at] = min(stack.beta[at], worth)


@inlined
def bring_to_front(moves, place):
    """The moves before it follow in their order."""
    move = moves[place]
    for index in range(place, 0, -1):
        moves[index] = moves[index - 1]
    moves[0] = move
