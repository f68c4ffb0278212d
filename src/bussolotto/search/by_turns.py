"""Search over whole turns, compiled for one game.

This file is a pattern, as `play/loops.py` is: `compiler.compiled_from` writes a copy of it for each game. Where a turn
takes several actions and the dice decide between turns, a tree of actions grows wide before the next roll is reached.
So whole turns are compared: ways to play one's turn are drawn, and what each leads to is averaged over all outcomes of
the next rolls, while all seats play as the game's policy does and the game's valuation judges what comes out
(expectimax as far as the rolls go: Michie, 1966). One roll deep, then two, until so many positions have been judged.
"""

from bussolotto.core.chance import below
from bussolotto.play import loops as play  # the pattern's loops
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play import policies as policy  # the pattern's policy
from bussolotto.play import valuations as valuation  # the pattern's valuation
from bussolotto.play.compiled_functions import called, entry, inlined
from bussolotto.play.valuations import expect_shares

CHANCE = 15
NO_WAY = -1.0
DRAWN = 4  # times as many ways as are kept: the same ones are drawn again and again
AT_RANDOM = 50  # percent of the actions of a way that are drawn; the policy takes the others


@entry
def compare(turns, path, seat, most, rng, tables, values):
    """Find the best way to play on the turn of a seat, which decides in `path.positions[0]`.

    turns: `turn_search.Turns`; path: `turn_search.Rolls`; most: so many positions are judged, at most; rng: int64[4];
    tables: those of the game's policy; values: what `valuations.values_for` returns. Returns the action with which that
    way begins, and how many positions were judged. `turns.worths` is negative where there is no way.
    """
    turns.worths[:] = NO_WAY
    count = draw_ways(turns, path.positions[0], seat, rng, tables)
    if count == 1:
        return turns.begins[0], 0
    best, judged = 0, 0
    for deep in range(1, len(path.positions)):
        for way in range(count):
            path.positions[0] = turns.ends[way]
            turns.worths[way], judged = average(path, seat, deep, most, judged, rng, tables, values)
        if judged >= most:
            return turns.begins[best], judged
        best = int(turns.worths[:count].argmax())
    return turns.begins[best], judged


@inlined
def draw_ways(turns, start, seat, rng, tables):
    """Draw ways to play the turn, each is kept once; the first is the policy's. Returns how many there are."""
    count = 0
    for way in range(DRAWN * len(turns.ends)):
        if count == len(turns.ends):
            break
        turns.ends[count] = start
        at_random = AT_RANDOM if way else 0
        turns.begins[count] = play_turn(turns.ends[count], seat, at_random, turns.words, turns.mask, rng, tables)
        play_on(turns.ends[count], rng, tables)
        count += is_new(turns.bytes, count)
    return count


@inlined
def is_new(rows, last):
    """Does the last row differ from all before it?"""
    for row in range(last):
        same = True
        for place in range(rows.shape[1]):
            if rows[row, place] != rows[last, place]:
                same = False
                break
        if same:
            return False
    return True


@called
def apply(s, seat, action):
    """Apply an action. The rules are long, and compiled once here."""
    game.apply(s, seat, action)


@called
def decide(s, seat, rng, tables):
    """What the policy does."""
    return policy.decide(s, seat, rng, tables)


@called
def play_turn(s, seat, at_random, words, mask, rng, tables):
    """Play until this seat does not decide any more, so many percent of its actions at random; return the first one."""
    begins = -1
    while game.movers(s) == 1 << seat:
        if at_random and below(rng, 100) < at_random:
            action = play.random_action(s, seat, rng, words, mask)
        else:
            action = decide(s, seat, rng, tables)
        if begins < 0:
            begins = action
        apply(s, seat, action)
    return begins


@inlined
def average(path, seat, deep, most, judged, rng, tables, values):
    """What a seat may expect over all outcomes of so many rolls, and how many positions have been judged by then.

    The first position of the path is that before the first roll; nothing more is judged once there are `most`.
    """
    if game.movers(path.positions[0]) == 0:
        return share_of(path.positions[0], seat, values), judged + 1
    at = 0
    begin_roll(path, 0)
    while judged < most:
        if not next_outcome(path, at):
            worth = path.sums[at] / path.totals[at]
            if at == 0:
                return worth, judged
            at -= 1
            note(path, at, worth)
            continue
        path.positions[at + 1] = path.positions[at]
        apply(path.positions[at + 1], CHANCE, path.outcomes[at])
        play_on(path.positions[at + 1], rng, tables)
        if at + 1 == deep or game.movers(path.positions[at + 1]) == 0:
            judged += 1
            note(path, at, share_of(path.positions[at + 1], seat, values))
        else:
            at += 1
            begin_roll(path, at)
    return 0.0, judged


@inlined
def begin_roll(path, at):
    """Begin with the outcomes of a roll."""
    path.outcomes[at], path.sums[at], path.totals[at] = -1, 0.0, 0.0
    game.odds(path.positions[at], path.weights[at])


@inlined
def next_outcome(path, at):
    """Go on to the next outcome of a roll; say whether there is one."""
    path.outcomes[at] += 1
    while path.outcomes[at] < game.OUTCOMES and path.weights[at, path.outcomes[at]] == 0:
        path.outcomes[at] += 1
    return path.outcomes[at] < game.OUTCOMES


@inlined
def note(path, at, worth):
    """Note what the outcome that was tried last is worth."""
    weight = path.weights[at, path.outcomes[at]]
    path.sums[at] += weight * worth
    path.totals[at] += weight


@called
def play_on(s, rng, tables):
    """Let the policy play for all until the next roll, or the end."""
    bits = game.movers(s)
    while bits != 0 and bits != 1 << CHANCE:
        seat = play.lowest(bits)
        apply(s, seat, decide(s, seat, rng, tables))
        bits = game.movers(s)


@called
def share_of(s, seat, values):
    """The win share of a seat: what the rules say at the end, before that what the valuation expects."""
    weights, numbers, tables, _, _, shares, _ = values
    if game.movers(s) == 0:
        game.returns(s, shares)
    else:
        numbers[:] = 0.0
        valuation.describe(s, numbers, tables)
        expect_shares(numbers, weights, int(s.seats), shares)
    return shares[seat]
