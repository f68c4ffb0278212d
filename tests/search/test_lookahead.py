"""Looking ahead: what it finds is what trying everything would find; how far it looks; where it cannot look."""

from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto.core import chance, kernel, pyramid
from bussolotto.games.wuerfelmarsch import game as rules
from bussolotto.games.wuerfelmarsch import lookahead
from bussolotto.play.match import Match
from bussolotto.search import Lookahead
from tests.depth import count
from tests.search.hard import searches_here_or_at_a_worker

GAME = bussolotto.game("wuerfelmarsch")
SMALL: dict[str, object] = {"army": 2, "lattice": 7}
PLENTY = 1_000_000
DEEP = 3


def begun(seed: int, plies: int, options: dict[str, object]) -> Match:
    """A match after some random plies, at a decision of somebody."""
    match, rng = Match(GAME, 3, options), Random(seed)
    match.fall(chance.Fast(seed))
    while match.state.plies <= plies and not match.over:
        seat = match.movers().bit_length() - 1
        match.act(seat, [rng.choice(match.legal(seat))])
    return match


def tried_out(s: Any, seat: int, deep: int, tables: Any) -> float:
    """The worth of a position, all moves tried: the slow twin."""
    if deep == 0 or GAME.movers(s) == 0:
        return lookahead.worth(s, seat, tables)
    own = GAME.movers(s) == 1 << seat
    return (max if own else min)(tried_out(after, seat, deep - 1, tables) for _, after in moves_of(s, tables))


def moves_of(s: Any, tables: Any) -> list[tuple[int, Any]]:
    moves, merits = [0] * lookahead.MOST_MOVES, [0.0] * lookahead.MOST_MOVES
    found = []
    for move in moves[: lookahead.order_moves(s, moves, merits, chance.seeded(1).tolist(), tables)]:
        after = kernel.copied(s)
        lookahead.play(after, move, tables)
        found.append((move, after))
    return found


@pytest.mark.parametrize("seed", range(count(short=4, full=20)))
def test_it_finds_what_trying_everything_finds(seed: int) -> None:
    match = begun(seed, 4 * seed, SMALL)
    if match.over:
        return
    s, seat = match.state, match.movers().bit_length() - 1
    tables = lookahead.tables(s)
    worths = {
        lookahead.begin(s, move): max(
            tried_out(after, seat, DEEP - 1, tables) for same, after in moves_of(s, tables) if begins_as(s, same, move)
        )
        for move, _ in moves_of(s, tables)
    }
    found = Lookahead(GAME, PLENTY, DEEP).look(match.hidden(seat), seat, seed)
    assert worths[found.best] == max(worths.values())
    assert found.iterations < PLENTY


def begins_as(s: Any, one: int, other: int) -> bool:
    return lookahead.begin(s, one) == lookahead.begin(s, other)


def test_it_looks_at_so_many_positions_and_does_the_same_from_the_same_seed() -> None:
    match = begun(1, 10, {})
    seat = match.movers().bit_length() - 1
    for most in (1, 100, 3_000):
        found = [Lookahead(GAME, most).look(match.hidden(seat), seat, 5) for _ in range(2)]
        assert found[0].iterations == found[1].iterations == most == found[0].visits.sum()
        assert found[0].best == found[1].best and found[0].strategy.tolist() == found[1].strategy.tolist()
        assert found[0].actions.tolist() == match.legal(seat)


def test_it_wins_where_it_can_and_says_so_for_each_part_of_the_move() -> None:
    match = Match(GAME, 3)
    match.play(kernel.CHANCE, 0)
    goal = int(rules.GOALS[match.state.lattice][0])
    near = next(cell for cell in range(pyramid.COUNT) if goal in steps_from(cell))
    mine = int(next(cell for cell in range(pyramid.COUNT) if match.state.owner[cell] == 1))
    for place in (match.state.owner, match.state.pose):
        place[near], place[mine] = place[mine], 0
    search = Lookahead(GAME, 500)
    for text in ("pick", "tip"):
        action = search.look(match.state, 0).best
        assert GAME.say(0, action).startswith(text)
        match.act(0, [action])
    assert match.over and match.state.ended == rules.CORNER


def steps_from(cell: int) -> list[int]:
    """Where a die of seat 0 may step forward to."""
    return [int(pyramid.TIPS_TO[cell][toward][away]) for toward, away in rules.TIPS[0][rules.FORWARD :]]


@pytest.mark.parametrize("options", [{}, SMALL, {"own_tie": "no_tie", "army": 6}])
def test_all_it_does_is_legal_to_the_end(options: dict[str, object]) -> None:
    """Fights to choose among, dice that cannot be tipped, matches without an end."""
    search, seen = Lookahead(GAME, 60), set[str]()
    for seed in range(count(short=6, full=60)):
        match = begun(seed, 20, options)
        while not match.over:
            seat = match.movers().bit_length() - 1
            action = search.look(match.hidden(seat), seat, seed).best
            seen.add(GAME.say(seat, action).split()[0])
            match.act(seat, [action])
    assert {"pick", "tip"} <= seen


def test_what_cannot_be_looked_at_is_refused() -> None:
    with pytest.raises(ValueError, match="cincinnati has no lookahead"):
        Lookahead(bussolotto.game("cincinnati"), 100)
    match = begun(1, 10, {})
    seat = match.movers().bit_length() - 1
    with pytest.raises(ValueError, match="does not decide"):
        Lookahead(GAME, 100).look(match.hidden(seat), (seat + 1) % 3)


def test_the_hard_player_looks_ahead_here_or_at_a_worker() -> None:
    searches_here_or_at_a_worker(begun(1, 10, {}), "lookahead")
