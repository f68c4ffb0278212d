"""Monte Carlo tree search over information sets, compiled for one game.

This file is a pattern, as `play/loops.py` is: `compiler.compiled_from` writes a copy of it for each game. An iteration
starts at a possible state of the match (a world) and plays it to its end. A node stands for what the seat to decide can
see there: its key is a hash of that seat's view, so that worlds which the seat cannot tell apart share their statistics
(single-observer information set search, Cowling, Powley and Whitehouse 2012, with views in place of histories), and
nobody in the tree acts on what they cannot know. Chance is drawn, not a node.

Where one seat decides at a time an edge is chosen by UCB1 (Kocsis and Szepesvari 2006), for the share of the seat that
decides. Where several decide at once it is drawn by regret matching, whose average is the mixed strategy to play
(Lanctot, Lisy and Winands 2013). Below the first node that is not yet in the tree all seats play at random, or by the
game's policy. With a valuation nothing is played below the tree: a new node is worth what its best action leads to, and
what each of its actions leads to counts like a first visit, so that bad ones are hardly ever tried. Nothing is
allocated while a tree grows.
"""

import numpy as np

from bussolotto.core.chance import below
from bussolotto.play import loops as play  # the pattern's loops
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play import policies as policy  # the pattern's policy
from bussolotto.play import valuations as valuation  # the pattern's valuation
from bussolotto.play.compiled_functions import called, entry, inlined
from bussolotto.play.valuations import expect_shares

CHANCE = 15
NOWHERE = -1
STRIDE = -7046029254386353131  # 2 ** 64 over the golden ratio, odd, as a signed number
EXPLORED = 0.1  # of the draws at a node where several decide at once are uniform
FRACTIONS = 1 << 30


@entry
def grow(tree, worlds, first, iterations, root, at, seen, seen_words, rng, exploration, tables, values):
    """Add this many iterations to a tree; iteration i starts at world (first + i) % len(worlds).

    tree: `arrays.Tree`; worlds: STATE[n], in which the seat `root` may act; at, seen: STATE[1], the position and a view
    of it, and seen_words: the bytes of the view as int64, padded with zeros; rng: int64[4]; tables: those of the game's
    policy, which plays below the tree, or None for random play there, so that no policy has to be compiled; values:
    what `valuations.values_for` returns, or None where all is played to the end.
    """
    words, mask, weights = play.buffers()
    shares = np.zeros(8, np.float64)
    for iteration in range(first, first + iterations):
        at[0] = worlds[iteration % len(worlds)]
        depth = play_once(
            tree, root, at, seen, seen_words, rng, exploration, tables, values, words, mask, weights, shares
        )
        learn(tree, depth, shares)


@inlined
def play_once(tree, root, at, seen, seen_words, rng, exploration, tables, values, words, mask, weights, shares):
    """Play to the end, or to a new node that is valued; within the tree as far as it reaches, and add one node to it.

    Writes the shares that this has led to and returns the length of the path in the tree.
    """
    depth = 0
    new = False
    while not new:
        bits = game.movers(at[0])
        if bits == 0:
            break
        if bits == 1 << CHANCE:
            seat = CHANCE
            action = play.drawn(rng, weights, game.odds(at[0], weights))
        else:
            seat = next_mover(bits, root if depth == 0 else NOWHERE, rng)
            key = key_of(at, seen, seen_words, seat)
            slot = slot_of(tree, key)
            node = tree.table[slot]
            new = node == NOWHERE
            if new:
                mixed = bits & (bits - 1) != 0 and not play.RACE
                node = add_node(tree, key, slot, seat, mixed, game.legal(at[0], seat, mask), words, mask, rng)
                if values is not None:
                    judge(tree, node, at, values, shares)
                    if depth:
                        return depth
                    new = False
            if node == NOWHERE or depth == len(tree.path):
                break
            edge = choose_edge(tree, node, rng, exploration, depth, values is not None)
            tree.path[depth] = edge
            tree.nodes_on_path[depth] = node
            depth += 1
            action = tree.edges[edge].action
        game.apply(at[0], seat, action)
    play_on(at, rng, tables, words, mask, weights)
    game.returns(at[0], shares)
    return depth


@inlined
def play_on(at, rng, tables, words, mask, weights):
    """Play to the end below the tree."""
    while True:
        bits = game.movers(at[0])
        if bits == 0:
            return
        if bits == 1 << CHANCE:
            seat = CHANCE
            action = play.drawn(rng, weights, game.odds(at[0], weights))
        else:
            seat = next_mover(bits, NOWHERE, rng)
            if tables is None:
                action = play.random_action(at[0], seat, rng, words, mask)
            else:
                action = policy.decide(at[0], seat, rng, tables)
        game.apply(at[0], seat, action)


@inlined
def judge(tree, node, at, values, shares):
    """Note what each action of a new node leads to, as its regret, and write the shares after the best.

    Where the turn of the seat goes on, that is what its best next action leads to. Where several decide at once, or
    there was no room for the node, the shares are those expected at its position.
    """
    positions, mask, found, likely = values[3:]
    if node == NOWHERE or tree.nodes[node].mixed:
        expect(at[0], values, shares)
        return
    seat = tree.nodes[node].seat
    most = -1.0
    for edge in range(tree.nodes[node].first, tree.nodes[node].first + tree.nodes[node].count):
        positions[0] = at[0]
        found[seat] = -1.0
        if not follow(positions[0], seat, tree.edges[edge].action, values, found):
            game.legal(positions[0], seat, mask)
            for action in range(game.ACTIONS):
                if mask[action]:
                    positions[1] = positions[0]
                    if not follow(positions[1], seat, action, values, likely):
                        expect(positions[1], values, likely)
                    if likely[seat] > found[seat]:
                        overwrite(found, likely)
        tree.mixes[edge].regret = found[seat]
        if found[seat] > most:
            most = found[seat]
            overwrite(shares, found)


@inlined
def overwrite(shares, by):
    """Copy shares; as a slice they would be copied twice."""
    for seat in range(len(shares)):
        shares[seat] = by[seat]


@called
def follow(s, seat, action, values, shares):
    """Play an action; write the shares that are expected then, or say that the turn of the seat has to go on first."""
    game.apply(s, seat, action)
    bits = game.movers(s)
    if bits == 0:
        game.returns(s, shares)
        return True
    if bits == 1 << seat and not valuation.settled(s):
        return False
    expect(s, values, shares)
    return True


@called
def expect(s, values, shares):
    """Write the shares that the game's valuation expects."""
    weights, numbers, tables = values[:3]
    numbers[:] = 0.0
    valuation.describe(s, numbers, tables)
    expect_shares(numbers, weights, s.seats, shares)


@entry
def describe(states, wanted, numbers, tables):
    """Describe the wanted of many positions, if they can be valued; the others are no longer wanted.

    states: STATE[n]; wanted: uint8[n]; numbers: float64[n, 8, features].
    """
    for index in range(len(states)):
        if wanted[index] and (game.movers(states[index]) == 0 or not valuation.settled(states[index])):
            wanted[index] = 0
        if wanted[index]:
            numbers[index] = 0.0
            valuation.describe(states[index], numbers[index], tables)


@inlined
def next_mover(bits, first, rng):
    """The seat to decide next: `first` if it may, else in a race any, elsewhere the lowest, since nobody sees more."""
    if first != NOWHERE and bits >> first & 1:
        return first
    return play.mover(rng, bits) if play.RACE else play.lowest(bits)


@inlined
def key_of(at, seen, seen_words, seat):
    """A hash of what a seat can see; never 0."""
    seen[0] = at[0]
    game.hide(seen[0], seat)
    key = (seat + 1) * STRIDE  # not the seat itself: it would only change bits that a count in the view changes, too
    for word in seen_words:
        key = (key ^ word) * STRIDE
        key ^= key >> 32
    return key | 1


@inlined
def slot_of(tree, key):
    """Where in the table a node with this key stands, or would stand: linear probing, at most half full."""
    last = len(tree.table) - 1
    slot = key >> 1 & last
    while tree.table[slot] != NOWHERE and tree.nodes[tree.table[slot]].key != key:
        slot = slot + 1 & last
    return slot


@inlined
def add_node(tree, key, slot, seat, mixed, count, words, mask, rng):
    """Add a node with its edges in random order; NOWHERE if there is no room."""
    node = tree.used[0]
    first = tree.used[1]
    if node == len(tree.nodes) or first + count > len(tree.edges):
        return NOWHERE
    added = tree.nodes[node]
    added.key = key
    added.first = first
    added.count = count
    added.visits = 0
    added.seat = seat
    added.mixed = mixed
    add_edges(tree, first, words, mask, rng)
    tree.table[slot] = node
    tree.used[0] = node + 1
    tree.used[1] = first + count
    return node


@inlined
def add_edges(tree, first, words, mask, rng):
    """An edge for each action of the mask, shuffled from the inside out (Fisher and Yates)."""
    last = first
    for word in range(len(words)):
        if words[word] == 0:
            continue
        for action in range(8 * word, min(8 * word + 8, game.ACTIONS)):
            if mask[action]:
                place = first + below(rng, last - first + 1)
                tree.edges[last].action = tree.edges[place].action
                tree.edges[place].action = action
                tree.edges[last].visits = 0
                tree.edges[last].total = 0.0
                tree.mixes[last].regret = 0.0
                tree.mixes[last].played = 0.0
                last += 1


@inlined
def choose_edge(tree, node, rng, exploration, depth, valued):
    """The edge of a node to follow; those that were never tried come first, unless they have been valued."""
    chosen = tree.nodes[node]
    if chosen.mixed:
        return draw_edge(tree, chosen.first, chosen.count, rng, depth)
    if valued:
        return most_promising(tree, chosen.first, chosen.count, exploration * np.sqrt(np.log(chosen.visits + 1.0)))
    if chosen.visits < chosen.count:
        return chosen.first + chosen.visits
    return best_edge(tree, chosen.first, chosen.count, exploration * np.sqrt(np.log(chosen.visits)))


@inlined
def best_edge(tree, first, count, spread):
    """The edge with the greatest upper confidence bound."""
    best = first
    most = -1e300
    for edge in range(first, first + count):
        rarely = 1.0 / tree.edges[edge].visits
        bound = tree.edges[edge].total * rarely + spread * np.sqrt(rarely)
        if bound > most:
            most = bound
            best = edge
    return best


@inlined
def most_promising(tree, first, count, spread):
    """The edge with the greatest upper confidence bound, if its value counts like one more visit."""
    best = first
    most = -1e300
    for edge in range(first, first + count):
        rarely = 1.0 / (tree.edges[edge].visits + 1)
        bound = (tree.edges[edge].total + tree.mixes[edge].regret) * rarely + spread * np.sqrt(rarely)
        if bound > most:
            most = bound
            best = edge
    return best


@inlined
def draw_edge(tree, first, count, rng, depth):
    """An edge drawn by regret matching, with some exploration; its probability is noted in the path."""
    positive = 0.0
    for edge in range(first, first + count):
        positive += max(0.0, tree.mixes[edge].regret)
    ticket = below(rng, FRACTIONS) / FRACTIONS
    drawn = NOWHERE
    for edge in range(first, first + count):
        likely = max(0.0, tree.mixes[edge].regret) / positive if positive > 0.0 else 1.0 / count
        tree.mixes[edge].played += likely
        likely = (1.0 - EXPLORED) * likely + EXPLORED / count
        ticket -= likely
        if drawn == NOWHERE and (ticket < 0.0 or edge == first + count - 1):
            drawn = edge
            tree.likely[depth] = likely
    return drawn


@inlined
def learn(tree, depth, shares):
    """Add the result of an iteration to all nodes and edges on its path."""
    for step in range(depth):
        node = tree.nodes[tree.nodes_on_path[step]]
        edge = tree.path[step]
        share = shares[node.seat]
        if node.mixed:
            learn_regret(tree, node.first, node.count, node.visits, edge, tree.likely[step], share)
        if step == 0:
            tree.squares[edge - node.first] += share * share
        node.visits += 1
        tree.edges[edge].visits += 1
        tree.edges[edge].total += share


@inlined
def learn_regret(tree, first, count, visits, taken, likely, share):
    """Update regrets by a sampled share, less the mean of the node, which leaves their expectation as it is."""
    total = 0.0
    for edge in range(first, first + count):
        total += tree.edges[edge].total
    gain = share - (total / visits if visits else 0.5)
    for edge in range(first, first + count):
        tree.mixes[edge].regret -= gain
    tree.mixes[taken].regret += gain / likely
