"""The laws themselves. A law takes a world (or a game, the static ones) and asserts; the message tells the world."""

from __future__ import annotations

import ctypes
import warnings
from random import Random
from typing import Any

import numpy as np

from bussolotto.core import contract, kernel
from bussolotto.core.errors import IllegalAction, NotAnAction, Refusal
from bussolotto.core.kernel import CHANCE, MAX_SEATS, SPECTATOR, copied
from bussolotto.play import match, tally
from bussolotto.testing.worlds import World, mask_of, shares_of, weights_of

LOOKED_AT = 0.2  # of the positions: where everything is asked


def static_law_contract(game: Any) -> None:
    """The module has every name of the contract, and its state a field for every option."""
    try:
        contract.load(game.rules.__name__)
    except contract.ContractError as problem:
        raise AssertionError(str(problem)) from problem


def static_law_layout(game: Any) -> None:
    """Fields lie packed in the order of the class; no field is wider than 32 bits; both readings agree in size."""
    names = list(game.rules.State.__annotations__)
    assert list(game.STATE.names) == names
    offset = 0
    for name in names:
        field, position = game.STATE.fields[name][:2]
        assert position == offset, f"{name} lies at {position}, not {offset}"
        assert field.base.itemsize <= 4, f"{name} is wider than 32 bits"
        offset += field.itemsize
    assert offset == game.STATE.itemsize == ctypes.sizeof(game.STATE.type.plain)


def static_law_notation(game: Any) -> None:
    """Every code has a text of its own and is read back from it; other texts are refused with a ValueError."""
    for seat, codes in ((0, range(game.ACTIONS)), (CHANCE, range(game.OUTCOMES))):
        texts = [game.say(seat, code) for code in codes]
        assert len(set(texts)) == len(codes), "two codes share a text"
        assert [game.read(seat, text) for text in texts] == list(codes)
        first = texts[0] if texts else "none"  # a game without dice has no outcomes
        for nonsense in ("", "nonsense", first + " 99", "99", first.split()[0] + " x"):
            assert refuses(game, seat, nonsense), f"read accepts {nonsense!r}"


def refuses(game: Any, seat: int, text: str) -> bool:
    """Does `read` refuse this text as it should?"""
    try:
        game.read(seat, text)
    except ValueError:
        return True
    return False


def law_copy(world: World) -> None:
    """Both readings share their bytes; a copy does not follow the original."""
    record = world.open()
    s = kernel.plain(record)
    copy, twin = copied(record), copied(s)
    before = bytes(s)
    for step_seat, action in world.log()[:3]:
        world.game.apply(s, step_seat, action)
        assert record.tobytes() == bytes(s), world
    assert copy.tobytes() == bytes(twin) == before != bytes(s), world


def law_reset(world: World) -> None:
    """`reset` writes every field but the options: over any bytes it is the same as over zeros."""
    s = kernel.plain(world.open())
    game, opening = world.game, bytes(s)
    if world.own:
        return  # a value of one's own is laid after `reset`
    rubbish = copied(s)
    ctypes.memmove(ctypes.addressof(rubbish), Random(world.seed).randbytes(len(opening)), len(opening))
    for name in game.given:
        setattr(rubbish, name, getattr(s, name))
    game.reset(rubbish, world.seats)
    assert bytes(rubbish) == opening, f"{world}: {differing(game, rubbish, s)}"


def differing(game: Any, s: Any, t: Any) -> list[str]:
    """The names of the fields in which two states differ."""
    field = {name: (offset, dtype.itemsize) for name, (dtype, offset) in game.STATE.fields.items()}
    return [name for name, (at, size) in field.items() if bytes(s)[at : at + size] != bytes(t)[at : at + size]]


def law_movers(world: World) -> None:
    """Seats of this match only, or chance alone; exactly the movers have something to do."""
    for s in world.positions():
        bits = world.game.movers(s)
        assert bits == 1 << CHANCE or 0 <= bits < 1 << world.seats, f"{world}: movers {bits:b}"
        for seat in range(MAX_SEATS):
            assert any(mask_of(world.game, s, seat)) == bool(bits >> seat & 1), f"{world}: seat {seat} at {s.plies}"
        assert any(weights_of(world.game, s)) == (bits == 1 << CHANCE), world


def law_legality(world: World) -> None:
    """The mask is what `match.step` accepts and `why` has no objection to; refusal changes no byte, names a clause."""
    rng = Random(world.seed)
    for s in world.positions():
        if rng.random() < LOOKED_AT or world.game.movers(s) == 0:
            for seat in range(world.seats):
                judge(world, s, seat, mask_of(world.game, s, seat), rng)


def judge(world: World, s: Any, seat: int, mask: list[int], rng: Random) -> None:
    """Put `why` and a sample of `match.step` beside the mask."""
    game = world.game
    for action in {*np.flatnonzero(mask).tolist(), *in_turn(game, s, game.ACTIONS if world.thorough else 50)}:
        objects = game.why(s, seat, action) != 0
        assert objects == (mask[action] == 0), f"{world}: why({seat}, {game.say(seat, action)})"
    for action in rng.sample(range(len(mask)), min(12, len(mask))):
        assert accepts(world, s, seat, action) == (mask[action] == 1), f"{world}: step({seat}, {action})"
    for action in (-1, game.ACTIONS):
        assert not accepts(world, s, seat, action), f"{world}: step({seat}, {action})"


def accepts(world: World, s: Any, seat: int, action: int) -> bool:
    """Does `match.step` accept this? If not, it must leave every byte and name a clause."""
    trial = copied(s)
    try:
        match.step(trial, seat, action)
    except (IllegalAction, NotAnAction) as problem:
        refusal = problem
    else:
        return True
    assert bytes(trial) == bytes(s), f"{world}: refusing {action} changed the state"
    if isinstance(refusal, NotAnAction):
        assert not 0 <= action < world.game.ACTIONS, world
    else:
        prefix, _, number = (refusal.clause or "").partition("-")
        assert prefix in (world.game.CLAUSES, "GEN") and number.isdigit(), f"{world}: clause {refusal.clause!r}"
    return False


def law_odds(world: World) -> None:
    """Weights are counts; every positive outcome is accepted and leads to a sound position, no other is."""
    rng = Random(world.seed)
    for s in world.positions():
        weights = weights_of(world.game, s)
        assert min(weights, default=0) >= 0, f"{world}: a negative weight"
        if rng.random() < LOOKED_AT:
            for outcome, weight in enumerate(weights):
                trial = copied(s)
                assert accepts(world, s, CHANCE, outcome) == (weight > 0), f"{world}: outcome {outcome}"
                if weight:
                    world.game.apply(trial, CHANCE, outcome)
                    world.game.check(trial)


def law_conservation(world: World) -> None:
    """Nothing is lost, and every position can be shown: the same in either reading, without a warning.

    Unless it is thorough it looks at some positions.
    """
    rng = Random(world.seed)
    for s in world.positions():
        looked_at = rng.random() < LOOKED_AT or s.plies == 0 or world.game.movers(s) == 0
        if looked_at or world.thorough:
            world.game.check(s)
            shown = str(world.game.show(s))
            assert shown, world
        if looked_at:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                record = np.frombuffer(bytearray(bytes(s)), world.game.STATE)[0]
                world.game.check(record)
                assert str(world.game.show(record)) == shown, f"{world}: shown otherwise at ply {s.plies}"


def law_end(world: World) -> None:
    """Every ply is counted once; a match ends within MAX_PLIES, at the latest by that limit (GEN-7)."""
    for ply, s in enumerate(world.positions()):
        assert s.plies == ply, f"{world}: {s.plies} plies counted, {ply} played"
        assert ply <= world.game.MAX_PLIES, f"{world}: still going on"
    s = kernel.plain(world.open())
    s.plies = world.game.MAX_PLIES - 1
    seat, action = world.log()[0]
    world.game.apply(s, seat, action)
    assert world.game.movers(s) == 0, f"{world}: goes on past MAX_PLIES"


def law_ending(world: World) -> None:
    """A match that is over has ended in one of the game's ways; the last of them is the limit of plies."""
    game = world.game
    *_, s = world.positions()
    limit = len(game.ENDINGS) - 1
    assert game.ENDINGS[limit] == "limit" and len({*game.ENDINGS}) > limit, f"{world}: {game.ENDINGS}"
    assert 0 <= game.ending(s) <= limit, f"{world}: ended by {game.ending(s)}"
    assert s.plies == game.MAX_PLIES or game.ending(s) != limit, f"{world}: at the limit after {s.plies} plies"
    t = kernel.plain(world.open())
    t.plies = game.MAX_PLIES
    assert game.ending(t) == limit, f"{world}: not at the limit"


def law_returns(world: World) -> None:
    """Win shares add up to 1 wherever a match might be ended, and go to its seats only; scores are numbers."""
    for s in world.positions():
        shares = shares_of(world.game, s)
        assert min(shares) >= 0 and abs(sum(shares) - 1) < 1e-12, f"{world}: shares {shares}"
        assert not any(shares[world.seats :]), f"{world}: shares {shares}"
        out = np.full(MAX_SEATS, np.nan)
        world.game.scores(s, out)
        assert np.isfinite(out).all() and not out[world.seats :].any(), f"{world}: scores {out}"


def law_leader(world: World) -> None:
    """Where nobody ties, the leader is a winner, now and at the end, unless the match was won outright."""
    game = world.game
    for s in world.positions():
        points = np.zeros(MAX_SEATS)
        game.scores(s, points)
        leader = tally.leading(points, world.seats, game.facts.fewest_win)
        over = game.movers(s) == 0
        outright = over and game.ENDINGS[game.ending(s)] in game.facts.outright
        if leader >= 0 and not outright:
            assert shares_of(game, s)[leader] > 0, f"{world}: {leader} leads and does not win, points {points}"


def law_seed(world: World) -> None:
    """The same seed gives the same bytes."""
    first, second = ([bytes(s) for s in world.positions()] for _ in range(2))
    assert first == second, world


def law_readings(world: World) -> None:
    """Rules read over a NumPy record do what they do over `ctypes`: no number wraps, no name is taken for a method."""
    record = world.open()
    rng = Random(world.seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for s, seat, action in world.plies():
            assert record.tobytes() == bytes(s), f"{world}: {differing(world.game, kernel.plain(record), s)}"
            assert world.game.movers(record) == world.game.movers(s), world
            if rng.random() < 0.1:
                for viewer in range(world.seats):
                    assert told(world.game, record, viewer) == told(world.game, s, viewer), f"{world}: at {s.plies}"
            world.game.apply(record, seat, action)


def told(game: Any, s: Any, viewer: int) -> list[Any]:
    """All that the rules say of a position, in the reading it comes in, and what one viewer is left with."""
    view = copied(s)
    game.hide(view, viewer)
    points = np.zeros(MAX_SEATS)
    game.scores(s, points)
    left = bytes(view) if isinstance(view, ctypes.Structure) else view.tobytes()
    clauses = [game.why(s, viewer, action) for action in range(0, game.ACTIONS, 1 + game.ACTIONS // 12)]
    return [mask_of(game, s, viewer), weights_of(game, s), shares_of(game, s), points.tolist(), clauses, left]


def law_replay(world: World) -> None:
    """The log gives the state, in one go or played action by action, and from either copy of a match."""
    played = world.match()
    again = match.replay(world.game, world.seats, world.options, played.log)
    assert again.record.tobytes() == played.record.tobytes(), world
    assert again.version == len(world.log()) and played.over, world
    assert again.copy().view_bytes(SPECTATOR) == played.view_bytes(SPECTATOR), world


def law_secrets(world: World) -> None:
    """What a viewer is shown does not depend on what he may not know (house rule 1)."""
    rng = Random(world.seed)
    viewers = (*range(world.seats), SPECTATOR)
    for s, seat, action in world.plies():
        looker = rng.choice(viewers)
        for viewer in viewers:
            if world.thorough or viewer in (seat, looker):
                no_leak(world, s, viewer, rng)
            unseen_step(world, s, viewer, seat, action)


def law_nobody_knows_more(world: World) -> None:
    """Who hides from everybody alike shows every viewer the same; a curtain between two people would cover nothing."""
    game = world.game
    if not game.facts.same_for_all:
        return
    for s, _, _ in world.plies():
        views = []
        for viewer in (*range(world.seats), SPECTATOR):
            views.append(copied(s))
            game.hide(views[-1], viewer)
        assert len({bytes(view) for view in views}) == 1, f"{world}: viewers differ"


def no_leak(world: World, s: Any, viewer: int, rng: Random) -> None:
    """Fill a view with a guess: everything the viewer is told must come out the same."""
    game = world.game
    view = copied(s)
    game.hide(view, viewer)
    if not game.secrets:
        assert bytes(view) == bytes(s), f"{world}: hides something, but has no guess"
        return
    guessed = copied(view)
    game.guess(guessed, rng)
    game.check(guessed)
    again = copied(guessed)
    game.hide(again, viewer)
    assert bytes(again) == bytes(view), f"{world}: viewer {viewer}, {differing(game, again, view)}"
    assert game.movers(guessed) == game.movers(s), f"{world}: movers tell viewer {viewer}"
    if viewer != SPECTATOR:
        assert answers(world, guessed, viewer) == answers(world, s, viewer), f"{world}: legality tells {viewer}"


def answers(world: World, s: Any, viewer: int) -> list[Any]:
    """What a seat can find out by asking: the mask, clauses and refusals; of other actions at every ply."""
    game, (tried, asked) = world.game, (12, 25) if world.thorough else (4, 8)
    mask = mask_of(game, s, viewer)
    texts = []
    for action in in_turn(game, s, tried):
        try:
            match.step(copied(s), viewer, action)
        except Refusal as refusal:
            texts.append((refusal.text, refusal.values))
    return [mask, [game.why(s, viewer, action) for action in in_turn(game, s, asked)], texts]


def in_turn(game: Any, s: Any, number: int) -> range:
    """At most so many actions, all of them in some plies one after the other."""
    step = -(-game.ACTIONS // number)
    return range(s.plies % step, game.ACTIONS, step)


def unseen_step(world: World, s: Any, viewer: int, seat: int, action: int) -> None:
    """A step that a viewer does not see leaves him the same view, whichever it was."""
    game = world.game
    if game.sees(s, viewer, seat, action):
        return
    assert game.secrets, f"{world}: hides a step, but has no guess"
    others = weights_of(game, s) if seat == CHANCE else mask_of(game, s, seat)
    views = set()
    for other, possible in enumerate(others):
        if possible:
            after = copied(s)
            game.apply(after, seat, other)
            if game.sees(s, viewer, seat, other):
                continue
            game.hide(after, viewer)
            views.add(bytes(after))
    assert len(views) <= 1, f"{world}: viewer {viewer} can tell what {seat} did at ply {s.plies}"
