"""Compiled entry functions of one game, whole matches in one loop, and many matches side by side.

This file is a pattern: `compiler.py` writes a copy of it for each game into its cache folder, with that game and its
policy named in the imports, and Numba compiles the copy. Nothing else imports it. All functions release the GIL.
"""

import numpy as np

from bussolotto.core.chance import below, first_of, next_word, weighted
from bussolotto.play import pattern as game  # the pattern's game
from bussolotto.play import policies as defaults
from bussolotto.play import policies as policy  # the pattern's policy
from bussolotto.play import tally
from bussolotto.play.compiled_functions import entry, inlined

CHANCE = 15
RACE, FEWEST_WIN = (
    game.FACTS.race,
    game.FACTS.fewest_win,
)  # facts are not part of compiled code, which needs only these numbers from them
EACH = 0x0101010101010101  # a one in each of the eight bytes of a word
BLOCK = 8  # words that are counted at once
FEW = 16  # this many actions or fewer are counted one by one
AGAIN, OPEN, DRAW, RACING = 1 << 16, 1 << 17, 1 << 18, 1 << 19  # as in batch.py
GO_ON = -1 << 40
RANDOM_MS = 500  # a random player in a race acts after so many milliseconds at least, as that of `players`

# what a policy may leave out
MEMORY = defaults.memory_size(policy)
rate = getattr(policy, "rate", defaults.rate)
watch = getattr(policy, "watch", defaults.watch)
remember = defaults.remember if MEMORY else defaults.remember_nothing


@inlined
def fewest_win_by_facts(s):
    """Do the fewest points win? Rules of several games have a function for it."""
    return FEWEST_WIN


fewest_win = getattr(game, "fewest_win", fewest_win_by_facts)


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


@inlined
def drawn(rng, weights, count):
    """Draw an outcome by weight, as `weighted` does; adjacent weights of 1, the usual case, are only counted."""
    first = 0
    while weights[first] == 0:
        first += 1
    run = 0
    while run < count and weights[first + run] == 1:
        run += 1
    return first + below(rng, count) if run == count else weighted(rng, weights)


@inlined
def pick(words, mask, rank):
    """The action of this rank (from 0) among those that are legal; `words` and `mask` are the same bytes.

    A small number of actions is searched byte by byte, because reading bytes that were just written as words stalls
    the processor.
    """
    if game.ACTIONS > FEW:
        return index_of_rank(words, rank)
    index = 0
    dealt = 0
    for each in range(game.ACTIONS):
        dealt += mask[each]
        index += dealt <= rank
    return index


@inlined
def index_of_rank(words, rank):
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


@inlined
def block_sum(words, first):
    """The number of ones in a block."""
    total = 0
    for index in range(first, first + BLOCK):
        total += words[index]
    return byte_sum(total)


@inlined
def byte_sum(word):
    """The sum of eight bytes, 255 at most."""
    return word * EACH >> 56 & 255


@inlined
def mover(rng, bits):
    """One of the seats that may move, all equally likely."""
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


@entry
def buffers():
    """Buffers: a mask as words of eight bytes, zero-padded to whole blocks; the mask as the rules use it; weights."""
    words = np.zeros(-(-game.ACTIONS // (8 * BLOCK)) * BLOCK, np.int64)
    return words, words.view(np.uint8)[: game.ACTIONS], np.zeros(game.OUTCOMES, np.int64)


@entry
def random_plies(opening, s, rng, plies):
    """Play this many plies of random play, match after match from `opening`; return how many matches ended."""
    words, mask, weights = buffers()
    ended = 0
    s[0] = opening[0]
    for _ in range(plies):
        if game.movers(s[0]) == 0:
            ended += 1
            s[0] = opening[0]
        next_ply(s[0], rng, rng, words, mask, weights, None, None)
    return ended


@inlined
def next_ply(s, dice, choices, words, mask, weights, kinds, tables):
    """One ply of a match through the contract; (seat, action), or (-1, 0) when the match is over.

    Seats are played by random choice (kind 0) or by the policy (1), all at random where `kinds` is None.
    """
    bits = game.movers(s)
    if bits == 0:
        return -1, 0
    if bits == 1 << CHANCE:
        seat = CHANCE
        count = game.odds(s, weights)
        action = drawn(dice, weights, count)
    else:
        seat = next_mover(s, bits, choices, kinds, tables)
        if kinds is None:
            action = random_action(s, seat, choices, words, mask)
        elif kinds[seat]:
            action = policy.decide(s, seat, choices, tables)
        else:
            action = random_action(s, seat, choices, words, mask)
    game.apply(s, seat, action)
    if MEMORY and kinds is not None:
        watch(s, seat, action, tables[-1])
    return seat, action


@inlined
def next_mover(s, bits, rng, kinds, tables):
    """One of the seats that may move, all equally likely; where policies race, the first, as at a `BotTable`."""
    if kinds is None:
        return mover(rng, bits)
    if not RACE or bits & (bits - 1) == 0:
        return mover(rng, bits)
    first = lowest(bits)
    soonest_ms = np.inf
    for seat in range(8):
        if bits >> seat & 1:
            wait_ms = wait_by_policy_ms(rng, rate(s, seat, tables)) if kinds[seat] else RANDOM_MS + below(rng, 501)
            if wait_ms < soonest_ms:
                first = seat
                soonest_ms = wait_ms
    return first


@inlined
def wait_by_policy_ms(rng, rate):
    """How long until it acts, forever if it would rather wait."""
    return reaction_ms(rng, rate) if rate > 0.0 else np.inf


@inlined
def random_action(s, seat, rng, words, mask):
    """Any legal action."""
    count = game.legal(s, seat, mask)
    return pick(words, mask, below(rng, count))


@entry
def play_matches(opening, s, seats, dice, choices, kinds, first, tables, outcomes):
    """Play one match for each row of `outcomes`, starting at `opening`, each with its own generators.

    `opening`, `s`: STATE[1]; dice, choices: int64[n, 4], generators of outcomes and of the players' draws; kinds:
    int64[seats], 0 for a player who chooses at random, 1 for the policy with its `tables`, or None where all choose at
    random, so that no policy has to be compiled; player p sits at seat (p + first + match) % seats; outcomes:
    `tally.TALLY`[n].
    """
    words, mask, weights = buffers()
    seated = np.zeros(8, np.int64)
    for match in range(len(outcomes)):
        s[0] = opening[0]
        if kinds is None:
            at = kinds
        else:
            at = seated
            if MEMORY:
                tables[-1][:] = 0
            for player in range(seats):
                seated[(player + first + match) % seats] = kinds[player]
        play_match(s[0], seats, dice[match], choices[match], at, tables, words, mask, weights, outcomes[match])


@inlined
def play_match(s, seats, dice, choices, kinds, tables, words, mask, weights, told):
    """Play one match to its end and record its outcome."""
    tally.open_tally(told)
    while True:
        seat, _ = next_ply(s, dice, choices, words, mask, weights, kinds, tables)
        if seat >= 0 and not tally.count_ply(told, seat):
            continue
        game.scores(s, told.points)
        tally.follow_lead(told, seats, fewest_win(s))
        if seat < 0:
            break
    told.endings = game.ending(s)
    game.returns(s, told.shares)


@inlined
def racer(rng, bits, rates):
    """The first of these seats to act, drawn by share of the rates: reaction times are exponential."""
    ticket = rate_of(bits, rates) * below(rng, 1 << 30) / (1 << 30)
    last = 0
    for seat in range(8):
        if bits >> seat & 1:
            last = seat
            ticket -= rates[seat]
            if ticket < 0:
                break
    return last


@inlined
def reaction_ms(rng, total):
    """Time until the first of several seats reacts: exponential, with the sum of their rates (per millisecond)."""
    return -np.log((next_word(rng) + 1.0) / 4294967296.0) / total


@inlined
def rate_of(bits, rates):
    """The sum of the rates of these seats."""
    total = 0.0
    for seat in range(8):
        if bits >> seat & 1:
            total += rates[seat]
    return total


@inlined
def lowest(bits):
    """The first seat of a bit set."""
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


@inlined
def advance(opening, states, views, finals, masks, words, slots, rates, weights, own, bots, index):
    """Play the action of a slot, then dice and choices of other seats, until a seat of `own` must decide.

    There is one call of `apply` and one of `legal`, because each is compiled where it is called.
    """
    s = states[index]
    slot = slots[index]
    seat = slot.seat
    action = slot.action
    while True:
        if action != GO_ON:
            game.apply(s, seat, action)
            remember_ply(s, seat, action, bots, index)
        bits = game.movers(s)
        if bits == 1 << CHANCE and own & bits == 0:
            seat = CHANCE
            count = game.odds(s, weights)
            action = drawn(slot.dice, weights, count)
            continue
        if bits == 0 or bits == 1 << CHANCE:
            finish(states, views, finals, masks, slot, bits, own, index)
            if bits or own & AGAIN == 0:
                return
            slot.clock = 0.0
            states[index] = opening[0]
            forget(bots, index)
            action = GO_ON
            continue
        seat = reacts(s, slot, bits, rates, own, bots, index)
        if bots is not None and bots[0] >> seat & 1:
            action = policy.decide(s, seat, slot.draws, remember(bots[1], bots[2][index]))
            continue
        count = game.legal(s, seat, masks[index, : game.ACTIONS])
        if own >> seat & 1:
            slot.seat = seat
            slot.count = count
            if own & OPEN == 0:
                views[index] = s
                game.hide(views[index], seat)
            return
        action = index_of_rank(words[index], below(slot.draws, count))


@inlined
def reacts(s, slot, bits, rates, own, bots, index):
    """The seat that acts next, and in a race the time until then. A sheet is a race where `own` says so."""
    if RACE and bots is not None:
        tables = remember(bots[1], bots[2][index])
        seat = lowest(bits)
        total = 0.0
        for other in range(8):
            if bits >> other & 1:
                its = rate(s, other, tables) if bots[0] >> other & 1 else rates[other]
                total += its
                if its > 0.0 and first_of(slot.dice, its, total):
                    seat = other
        slot.clock += reaction_ms(slot.draws, total)
        return seat
    if RACE or own & RACING:
        slot.clock += reaction_ms(slot.draws, rate_of(bits, rates))
    return racer(slot.dice, bits, rates) if bits & (bits - 1) else lowest(bits)


@inlined
def remember_ply(s, seat, action, bots, index):
    """What players by policy remember of a ply."""
    if MEMORY and bots is not None:
        watch(s, seat, action, bots[2][index])


@inlined
def forget(bots, index):
    """A new match begins."""
    if MEMORY and bots is not None:
        bots[2][index] = 0


@inlined
def finish(states, views, finals, masks, slot, bits, own, index):
    """Nobody decides: the match is over, or the caller supplies the next dice."""
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
def decide(opening, states, views, finals, masks, words, slots, rates, weights, own, bots=None):
    """One decision in each match by a seat of `own` (bits), and everything that follows up to the next such decision.

    opening: STATE[1]; states, views: STATE[n]; finals: STATE[n], the view at the end, written where a match has ended;
    masks: uint8[n, ACTIONS padded to blocks], and words, the same as int64; slots: `batch.SLOT`[n]; rates: float64[8];
    weights: int64[OUTCOMES]; own: with the bit CHANCE it stops where dice are to fall; with AGAIN ended matches begin
    again, else their seat is -1; OPEN where nothing is secret: then `views` may be `states`; DRAW where the actions are
    to be drawn, as `batch_random` draws them; RACING in races, which not every sheet is; bots: None, or (seats, tables,
    memories), the seats, as bits, that the policy plays, and int64[n, MEMORY]; all others choose at random. Returns the
    first match whose action is not legal, without playing anything; -1 if all are legal.
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
            slot.action = index_of_rank(words[index], below(slot.draws, slot.count))
        advance(opening, states, views, finals, masks, words, slots, rates, weights, own, bots, index)
    return -1


@entry
def observe(states, views, masks, seat):
    """Write this seat's view and action mask of the first match to the first entries of `views` and `masks`."""
    views[0] = states[0]
    game.hide(views[0], seat)
    game.legal(states[0], seat, masks[0, : game.ACTIONS])


@entry
def batch_random(words, slots):
    """Draw one legal action for each match, all equally likely; `words`: the masks as int64."""
    for index in range(len(slots)):
        slot = slots[index]
        slot.action = index_of_rank(words[index], below(slot.draws, slot.count))


@entry
def batch_policy(views, slots, tables, memories):
    """The choice of the game's policy in each match."""
    for index in range(len(slots)):
        known = remember(tables, memories[index])
        slots[index].action = policy.decide(views[index], slots[index].seat, slots[index].draws, known)
