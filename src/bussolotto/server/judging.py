"""What comes of a wish to act: it is played on a twin of the match, or refused, and the twin is then as it was."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from bussolotto import claims
from bussolotto.errors import IllegalAction, Refusal, SecretOutcome
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from bussolotto.server import throws
from bussolotto.server.problems import NotRunning, NotYourTurn, OneAtATime, OtherRules, Stale, TooLate, TooSoon
from bussolotto.server.seated import Answer, SeatedMatch
from bussolotto.server.store import Statement


class Ruling(Protocol):
    """Where a claim made in a race is written down."""

    def accepted(self, ply: int) -> Statement:
        """What stores that it became this ply."""

    def refused(self, version: int, refusal: Refusal) -> Refusal:
        """It was refused at this version; the refusal as it is told."""


class Claim(NamedTuple):
    """A wish to act. `answer` gets the version after it when it is stored, else the refusal."""

    seat: int
    version: int
    actions: Sequence[int]
    message: str
    answer: Callable[[int | Refusal], None]
    ruling: Ruling | None = None


class Kind(NamedTuple):
    """What a claim may ask for: how that is played on a twin, and whether it asks again for what was stored."""

    play: Callable[[SeatedMatch, Claim, Match], None]
    is_retry: Callable[[SeatedMatch, Claim, Answer], bool]


def _act(seated: SeatedMatch, claim: Claim, twin: Match) -> None:
    """A seat acts."""
    if not claim.message and not seated.sitters[claim.seat].player:  # a bot's, whose seat was given back since
        raise Stale(claim.version, seated.match.version)
    _require_turn(seated, claim.seat, claim.version)
    _require_rest(seated, claim.actions)
    actions = _meaning(seated, claim)
    try:
        twin.act(claim.seat, actions)
    except IllegalAction as illegal:
        if seated.match.module.RACE and claim.version < seated.match.version:  # decided before somebody else's: void
            raise TooLate(claim.version, seated.match.version) from illegal
        raise


def _acted_so(seated: SeatedMatch, claim: Claim, answer: Answer) -> bool:
    steps = seated.match.log[answer.before : answer.version]
    done = [action for seat, action in steps if seat == claim.seat]
    foul = bool(done) and claims.is_foul(seated.match, done[0])  # stored as what it was, not as what was asked
    return foul or list(claim.actions) == done


def _throw(seated: SeatedMatch, claim: Claim, twin: Match) -> None:
    """A seat says how dice fell that people rolled."""
    _require_open(seated, claim.version)
    if claim.version < seated.match.version:
        raise Stale(claim.version, seated.match.version)
    _require_rest(seated, ())
    try:
        throws.throw(twin, claim.seat, claim.actions, seated.people if seated.dice == "real" else frozenset())
    except Refusal:
        twin.become(seated.match)  # some of the dice may have fallen
        raise


def _threw_so(seated: SeatedMatch, claim: Claim, answer: Answer) -> bool:
    return throws.is_retry(seated.match, claim.seat, answer.before, claim.actions)


ACT = Kind(_act, _acted_so)
THROW = Kind(_throw, _threw_so)


def preview(seated: SeatedMatch, seat: int, version: int, actions: Sequence[int]) -> Match:
    """The match as it would be. Raises what acting would be refused with, and SecretOutcome in a race.

    There a preview would tell whether a claim is right before anything is risked.
    """
    _require_turn(seated, seat, version)
    if seated.match.module.RACE:
        raise SecretOutcome
    return seated.match.preview(seat, actions)


def _require_open(seated: SeatedMatch, version: int) -> None:
    """Can the match go on, and is this version known here?"""
    match = seated.match
    if seated.state != "running":
        raise NotRunning()
    if not seated.playable:
        raise OtherRules(match.module.NAME, seated.rules, match.module.RULES)
    if version > match.version:
        raise Stale(version, match.version)


def _require_turn(seated: SeatedMatch, seat: int, version: int) -> None:
    _require_open(seated, version)
    match = seated.match
    if match.module.RACE:
        return  # who may act is part of what is looked for
    movers_since = {mover for mover, _ in match.log[max(version, 0) :]}
    if movers_since & {seat, CHANCE}:
        raise Stale(version, match.version)
    if not match.movers() >> seat & 1:
        raise NotYourTurn()


def _require_rest(seated: SeatedMatch, actions: Sequence[int]) -> None:
    """Raises TooSoon while all may look, and for several actions of which one would be looked at."""
    if wait_ms := seated.rest.left_ms or (len(actions) > 1 and seated.rest.longest_ms):
        raise TooSoon(wait_ms)


def _meaning(seated: SeatedMatch, claim: Claim) -> Sequence[int]:
    """What is asked; in a race what it stands for now. Raises TooLate if it is void, OneAtATime for several.

    All or none of several would tell whether the first is right, and take it back before it costs anything.
    """
    match = seated.match
    if not match.module.RACE:
        return claim.actions
    if len(claim.actions) > 1:
        raise OneAtATime
    action = claims.meaning(match, claim.seat, claim.actions[0], claim.version)
    if action is None:
        raise TooLate(claim.version, match.version)
    return [action]
