"""Compiled entry functions of one game, whole matches in one loop, and many matches side by side.

This file is a pattern: `bussolotto.compiler` writes a copy of it for each game into its cache folder, with that game
and its policy named in the imports, and Numba compiles the copy. Nothing else imports it. All functions release the
GIL.
"""

import numpy as np
from numba import njit

from bussolotto.chance import below, next_word, weighted
from bussolotto.games import spilorcio as game  # the pattern's game
from bussolotto.policies import nobody as policy  # the pattern's policy

CHANCE = 15
EACH = 0x0101010101010101  # a one in each of the eight bytes of a word
BLOCK = 8  # words that are counted at once
FEW = 16  # actions: so many or fewer are counted one by one
AGAIN, OPEN, DRAW = 1 << 16, 1 << 17, 1 << 18  # as in batch.py
GO_ON = -1 << 40

entry = njit(cache=True, nogil=True, error_model="numpy")
# Inside the loops nothing is allocated, so nothing is counted: references cost an atomic addition each, at every call.
inner = njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)


@entry
def reset(s, seats):
    game.reset(s, seats)


@entry
def movers(s):
    return game.movers(s)


@entry
def legal(s, seat, mask):
    return game.legal(s, seat, mask)


@entry
def odds(s, weights):
    return game.odds(s, weights)


@entry
def apply(s, seat, action):
    game.apply(s, seat, action)


@entry
def ending(s):
    return game.ending(s)


@entry
def returns(s, out):
    game.returns(s, out)


@entry
def scores(s, out):
    game.scores(s, out)


@entry
def hide(s, seat):
    game.hide(s, seat)


@entry
def sees(s, viewer, seat, action):
    return game.sees(s, viewer, seat, action)


@inner
def drawn(rng, weights, count):
    """An outcome by weight, as `weighted` draws it; weights of 1 side by side, the usual case, by counting."""
    first = 0
    while weights[first] == 0:
        first += 1
    run = 0
    while run < count and weights[first + run] == 1:
        run += 1
    return first + below(rng, count) if run == count else weighted(rng, weights)


@inner
def pick(words, mask, rank):
    """The action of this rank (from 0) among those that are legal; `words` and `mask` are the same bytes.

    Where there are few actions, byte by byte: bytes just written, read as a word, would have to be waited for.
    """
    if game.ACTIONS > FEW:
        return nth(words, rank)
    index = 0
    dealt = 0
    for each in range(game.ACTIONS):
        dealt += mask[each]
        index += dealt <= rank
    return index


@inner
def nth(words, rank):
    """The index of the entry of this rank (from 0) among those that are 1 in a mask, read as words of eight."""
    first = 0
    held = block_sum(words, first)
    while rank >= held:
        rank -= held
        first += BLOCK
        held = block_sum(words, first)
    held = byte_sum(words[first])
    while rank >= held:
        rank -= held
        first += 1
        held = byte_sum(words[first])
    index = 8 * first
    dealt = words[first] * EACH  # byte k: how many in bytes 0..k
    for byte in range(7):
        index += (dealt >> 8 * byte & 255) <= rank
    return index


@inner
def block_sum(words, first):
    """How many ones a block holds."""
    total = 0
    for index in range(first, first + BLOCK):
        total += words[index]
    return byte_sum(total)


@inner
def byte_sum(word):
    """The sum of eight bytes, 255 at most."""
    return word * EACH >> 56 & 255


@inner
def mover(rng, bits):
    """One of the seats that may move, each as likely as the others."""
    count = 0
    for seat in range(8):
        count += bits >> seat & 1
    rank = below(rng, count) if count > 1 else 0
    for seat in range(8):
        if bits >> seat & 1:
            if rank == 0:
                return seat
            rank -= 1
    return -1


@inner
def random_ply(s, rng, words, mask, weights):
    """One ply of random play through the contract; (seat, action), or (-1, 0) when the match is over."""
    bits = game.movers(s)
    if bits == 0:
        return -1, 0
    if bits == 1 << CHANCE:
        seat = CHANCE
        count = game.odds(s, weights)
        action = drawn(rng, weights, count)
    else:
        seat = mover(rng, bits)
        count = game.legal(s, seat, mask)
        action = pick(words, mask, below(rng, count))
    game.apply(s, seat, action)
    return seat, action


@entry
def buffers():
    """A mask as words of eight bytes, padded with zeros to whole blocks; as the rules know it; weights."""
    words = np.zeros(-(-game.ACTIONS // (8 * BLOCK)) * BLOCK, np.int64)
    return words, words.view(np.uint8)[: game.ACTIONS], np.zeros(game.OUTCOMES, np.int64)


@entry
def random_plies(opening, s, rng, plies):
    """That many plies of random play, match after match from `opening`; how many matches came to their end."""
    words, mask, weights = buffers()
    ended = 0
    s[0] = opening[0]
    for _ in range(plies):
        if game.movers(s[0]) == 0:
            ended += 1
            s[0] = opening[0]
        random_ply(s[0], rng, words, mask, weights)
    return ended


@inner
def leader(s, seats, out, before):
    """The seat that alone has most points, else who led before."""
    game.scores(s, out)
    best = 0
    equals = 0
    for seat in range(1, seats):
        if out[seat] > out[best]:
            best = seat
            equals = 0
        elif out[seat] == out[best]:
            equals += 1
    return before if equals else best


@inner
def next_ply(s, dice, choices, words, mask, weights, kinds, tables):
    """One ply of a match whose seats are played by random choice (kind 0) or by the policy (1); as `random_ply`."""
    bits = game.movers(s)
    if bits == 0:
        return -1, 0
    if bits == 1 << CHANCE:
        seat = CHANCE
        count = game.odds(s, weights)
        action = drawn(dice, weights, count)
    else:
        seat = mover(choices, bits)
        if kinds[seat]:
            action = policy.decide(s, seat, choices, tables)
        else:
            count = game.legal(s, seat, mask)
            action = pick(words, mask, below(choices, count))
    game.apply(s, seat, action)
    return seat, action


@entry
def play_matches(opening, s, seats, dice, choices, kinds, first, tables, outcomes):
    """One match for each row of `outcomes`, from `opening` on, each with generators of its own.

    `opening`, `s`: STATE[1]; dice, choices: int64[n, 4], generators of what falls and of what players draw; kinds:
    int64[seats], 0 for a player who chooses at random, 1 for the policy with its `tables`; player p sits at seat
    (p + first + match) % seats; outcomes: `study.matches.OUTCOME`[n].
    """
    words, mask, weights = buffers()
    seated = np.zeros(8, np.int64)
    for match in range(len(outcomes)):
        for player in range(seats):
            seated[(player + first + match) % seats] = kinds[player]
        s[0] = opening[0]
        play_match(s[0], seats, dice[match], choices[match], seated, tables, words, mask, weights, outcomes[match])


@inner
def play_match(s, seats, dice, choices, kinds, tables, words, mask, weights, told):
    """One match to its end, and what is told of it."""
    told.starts = lead = last = -1
    while True:
        seat, _ = next_ply(s, dice, choices, words, mask, weights, kinds, tables)
        if seat < 0:
            break
        told.plies += 1
        if seat != CHANCE:
            told.decisions += 1
            if seat != last:
                told.turns += 1
                lead = followed(s, seats, told, lead)
            last = seat
            if told.starts < 0:
                told.starts = seat
    followed(s, seats, told, lead)
    told.endings = game.ending(s)
    game.returns(s, told.shares)


@inner
def followed(s, seats, told, lead):
    """Who leads now; a change of the lead is counted."""
    now = leader(s, seats, told.points, lead)
    told.leads += now != lead and lead >= 0
    return now


@inner
def racer(rng, bits, rates):
    """Who acts first of those who may, if each reacts after an exponential time with his rate: a share of their sum."""
    ticket = rate_of(bits, rates) * below(rng, 1 << 30) / (1 << 30)
    last = 0
    for seat in range(8):
        if bits >> seat & 1:
            last = seat
            ticket -= rates[seat]
            if ticket < 0:
                break
    return last


@inner
def reaction_ms(rng, bits, rates):
    """How long until the first of these seats reacts: exponential, with the sum of their rates (per millisecond)."""
    return -np.log((next_word(rng) + 1.0) / 4294967296.0) / rate_of(bits, rates)


@inner
def rate_of(bits, rates):
    """The sum of the rates of these seats."""
    total = 0.0
    for seat in range(8):
        if bits >> seat & 1:
            total += rates[seat]
    return total


@inner
def lowest(bits):
    """The first seat of a bit set."""
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


@inner
def proceed(opening, states, views, finals, masks, words, slots, rates, weights, own, index):
    """Play the action of a slot; dice fall, seats that are not `own` choose at random, until one that is has to decide.

    One place for `apply` and one for `legal`: each is compiled where it stands.
    """
    s = states[index]
    slot = slots[index]
    seat = slot.seat
    action = slot.action
    while True:
        if action != GO_ON:
            game.apply(s, seat, action)
        bits = game.movers(s)
        if bits == 1 << CHANCE and own & bits == 0:
            seat = CHANCE
            count = game.odds(s, weights)
            action = drawn(slot.dice, weights, count)
            continue
        if bits == 0 or bits == 1 << CHANCE:
            stop(states, views, finals, masks, slot, bits, own, index)
            if bits or own & AGAIN == 0:
                return
            slot.clock = 0.0
            states[index] = opening[0]
            action = GO_ON
            continue
        seat = racer(slot.dice, bits, rates) if bits & (bits - 1) else lowest(bits)
        if game.RACE:
            slot.clock += reaction_ms(slot.draws, bits, rates)
        count = game.legal(s, seat, masks[index, : game.ACTIONS])
        if own >> seat & 1:
            slot.seat = seat
            slot.count = count
            if own & OPEN == 0:
                views[index] = s
                game.hide(views[index], seat)
            return
        action = nth(words[index], below(slot.draws, count))


@inner
def stop(states, views, finals, masks, slot, bits, own, index):
    """Nobody decides: the match is over, or dice are to fall that are asked for."""
    if bits == 0:
        slot.ended = 1
        game.returns(states[index], slot.shares)
    finals[index] = states[index]
    game.hide(finals[index], lowest(own))
    if bits or own & AGAIN == 0:
        if own & OPEN == 0:
            views[index] = finals[index]
        masks[index, :] = 0
        slot.seat = CHANCE if bits else -1


@entry
def decide(opening, states, views, finals, masks, words, slots, rates, weights, own):
    """One decision in each match by a seat of `own` (bits), and all that follows up to the next of those.

    opening: STATE[1]; states, views: STATE[n]; finals: STATE[n], the view at the end, written where a match has ended;
    masks: uint8[n, ACTIONS padded to blocks], and words, the same as int64; slots: `batch.SLOT`[n]; rates: float64[8];
    weights: int64[OUTCOMES]; own: with bit CHANCE it stops where dice are to fall, with AGAIN ended matches begin
    again, else their seat is -1; OPEN where nothing is secret: then `views` may be `states`; DRAW where the actions are
    to be drawn, as `batch_random` draws them. Gives the first match whose action is not legal, and then nothing has
    happened; -1 if all are.
    """
    for index in range(len(slots) if own & DRAW == 0 else 0):
        action = slots[index].action
        if action != GO_ON and not (0 <= action < game.ACTIONS and masks[index, action]):
            return index
    for index in range(len(slots)):
        slot = slots[index]
        if slot.ended:
            slot.ended = 0
            slot.shares[:] = 0.0
        if own & DRAW:
            slot.action = nth(words[index], below(slot.draws, slot.count))
        proceed(opening, states, views, finals, masks, words, slots, rates, weights, own, index)
    return -1


@entry
def glance(states, views, masks, seat):
    """What this seat may know of the first match, and what it may do, written to the first view and mask."""
    views[0] = states[0]
    game.hide(views[0], seat)
    game.legal(states[0], seat, masks[0, : game.ACTIONS])


@entry
def batch_random(words, slots):
    """Draw for each match one of its legal actions, each as likely as the others; `words`: the masks as int64."""
    for index in range(len(slots)):
        slot = slots[index]
        slot.action = nth(words[index], below(slot.draws, slot.count))


@entry
def batch_policy(views, slots, tables):
    """What the game's policy does in each match."""
    for index in range(len(slots)):
        slots[index].action = policy.decide(views[index], slots[index].seat, slots[index].draws, tables)


FINE, MASK, NO_MOVER, ODDS, COUNT, LIMIT, SHARE = range(7)


@inner
def ply_breaks(s, seats, mask, weights):
    """Which law this position breaks: the ply limit, mask and count, movers who can move and nobody else, weights."""
    bits = game.movers(s)
    if s.plies > game.MAX_PLIES or (s.plies == game.MAX_PLIES and bits):
        return LIMIT
    for seat in range(seats):
        broken = legal_breaks(s, seat, bits, mask)
        if broken:
            return broken
    return odds_break(s, bits, weights)


@inner
def legal_breaks(s, seat, bits, mask):
    """The mask holds 0 and 1, as many ones as its count says: some for a mover, none for anybody else."""
    count = game.legal(s, seat, mask)
    ones = 0
    for value in mask:
        if value > 1:
            return MASK
        ones += value
    if ones != count:
        return COUNT
    return FINE if (count > 0) == (bits >> seat & 1 == 1) else NO_MOVER


@inner
def odds_break(s, bits, weights):
    """No weight is negative, as many are positive as `odds` says: some when chance is to move, else none."""
    count = game.odds(s, weights)
    positive = 0
    for weight in weights:
        if weight < 0:
            return ODDS
        positive += weight > 0
    return FINE if positive == count and (count > 0) == (bits == 1 << CHANCE) else ODDS


@entry
def law_match(s, seats, rng, words, mask, weights, out):
    """A random match with the laws that compiled code can judge, looked at in every position; the first one broken."""
    while True:
        broken = ply_breaks(s, seats, mask, weights)
        if broken:
            return broken
        before = s.plies
        seat, _ = random_ply(s, rng, words, mask, weights)
        if seat < 0:
            break
        if s.plies != before + 1:
            return LIMIT
    game.returns(s, out)
    total = 0.0
    for seat in range(len(out)):
        if out[seat] < 0.0 or (seat >= seats and out[seat] != 0.0):
            return SHARE
        total += out[seat]
    return FINE if abs(total - 1.0) < 1e-9 else SHARE


@entry
def law_matches(opening, s, seats, rng, matches):
    """So many matches under the laws; (the first law broken or FINE, matches played, plies)."""
    words, mask, weights = buffers()
    out = np.zeros(8, np.float64)
    plies = 0
    for match in range(matches):
        s[0] = opening[0]
        broken = law_match(s[0], seats, rng, words, mask, weights, out)
        plies += s[0].plies
        if broken:
            return broken, match, plies
    return FINE, matches, plies
