"""Judges requests to act: each is played on a draft of the match, or refused, which leaves the draft unchanged."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple, Protocol

from msgspec import Struct

from bussolotto.core.errors import IllegalAction, Refusal, refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match, Traced
from bussolotto.play.narration import look_ms
from bussolotto.server.match import manual_dice
from bussolotto.server.match.match_state import Answer, MatchState
from bussolotto.server.store.database import Statement


class RaceLog(Protocol):
    """Log of a request made in a race."""

    def log_accepted(self, ply: int) -> Statement:
        """Return the statement that stores that the request became this ply."""

    def log_refused(self, version: int, refusal: Refusal) -> Refusal:
        """Log that the request was refused at this version. Returns the refusal to send."""


class MoveRequest(Struct, frozen=True):
    """A request to act. `answer` is called with the new version once it is stored, else with the refusal."""

    seat: int
    version: int
    actions: Sequence[int]
    message: str
    answer: Callable[[int | Refusal], None]
    race_log: RaceLog | None = None


class Played(Struct, frozen=True):
    """A decision that is not stored yet, with what it caused, and who may act then.

    `codes`: what they may do, if it is one seat and known. `draft`: a copy of the match where all of this was played.
    """

    traced: Traced
    bits: int
    codes: list[int] | None = None
    draft: Match | None = None


Draft = Callable[[], Match]  # a copy of the match, to play on
Play = Callable[[int, Sequence[int]], Played | None]  # plays actions of a seat; None if it did so on the draft


class MoveKind(NamedTuple):
    """A kind of request: how it is played on a draft, and how to recognise a retry of a stored one."""

    play: Callable[[MatchState, MoveRequest, Draft, Play], Played | None]
    is_retry: Callable[[MatchState, MoveRequest, Answer], bool]


def _act(live: MatchState, request: MoveRequest, _: Draft, play: Play) -> Played | None:
    if not request.message and not live.occupants[request.seat].player:  # a bot's, and the seat was given back since
        raise refuse("stale", version=request.version, now=live.match.version)
    _require_turn(live, request.seat, request.version)
    if live.held:
        raise refuse("race-waits")
    actions = _interpret(live, request)
    if not _is_late_claim(live, request.seat, actions):
        _require_rest(live)
    if wait_ms := look_ms(live.match, request.seat, actions):
        raise refuse("too-soon", wait_ms=wait_ms)
    try:
        return play(request.seat, actions)
    except IllegalAction as illegal:
        if live.match.game.RACE and request.version < live.match.version:  # decided before another seat's ply: void
            raise refuse("too-late", version=request.version, now=live.match.version) from illegal
        raise


def _repeats_act(live: MatchState, request: MoveRequest, answer: Answer) -> bool:
    steps = live.match.log[answer.before : answer.version]
    done = [action for seat, action in steps if seat == request.seat]
    foul = bool(done) and done[0] in live.match.game.fouls  # stored as the foul it was, not as the action requested
    return foul or list(request.actions) == done


def _throw(live: MatchState, request: MoveRequest, take_draft: Draft, _: Play) -> None:
    """Play a seat's report of how physical dice fell."""
    _require_open(live, request.version)
    if request.version < live.match.version:
        raise refuse("stale", version=request.version, now=live.match.version)
    _require_rest(live)
    draft = take_draft()
    try:
        manual_dice.enter(draft, request.seat, request.actions, live.people if live.dice == "real" else frozenset())
    except Refusal:
        draft.become(live.match)  # some of the dice may have been applied
        raise


def _repeats_throw(live: MatchState, request: MoveRequest, answer: Answer) -> bool:
    return manual_dice.is_retry(live.match, request.seat, answer.before, request.actions)


ACT = MoveKind(_act, _repeats_act)
THROW = MoveKind(_throw, _repeats_throw)


def preview(live: MatchState, seat: int, version: int, actions: Sequence[int]) -> Match:
    """Return the match as it would be after these actions. Raises the refusals of acting, and SecretOutcome in a race.

    In a race, a preview would reveal whether a request is correct before anything is risked.
    """
    _require_turn(live, seat, version)
    if live.match.game.RACE:
        raise refuse("secret-outcome")
    return live.match.preview(seat, actions)


def require_playable(live: MatchState) -> None:
    """Raises `other-rules` for a match under rules that are not known here."""
    if not live.playable:
        raise refuse("other-rules", game=live.match.game.NAME, rules=live.rules, known=live.match.game.RULES)


def _require_open(live: MatchState, version: int) -> None:
    """Check that the match can continue and that this version is known."""
    match = live.match
    if live.state != "running":
        raise refuse("not-running")
    require_playable(live)
    if version > match.version:
        raise refuse("stale", version=version, now=match.version)
    if live.failed:
        raise copy(live.failed)
    if live.fair and live.fair.asked:
        raise refuse("roll-waits")


def _require_turn(live: MatchState, seat: int, version: int) -> None:
    _require_open(live, version)
    match = live.match
    if match.game.RACE:
        return  # in a race, who may act is part of the problem to solve
    now = match.version
    if version < now and any(mover in (seat, CHANCE) for mover, _ in match.log[max(version, 0) :]):
        raise refuse("stale", version=version, now=now)
    if not live.turn.bits >> seat & 1:
        raise refuse("not-your-turn")


def _is_late_claim(live: MatchState, seat: int, actions: Sequence[int]) -> bool:
    """Return whether this claim can only be void or a foul: such claims are judged during a rest too (RAF-5)."""
    game = live.match.game
    return game.RACE and (actions[0] in game.fouls or actions[0] not in live.legal(seat))


def _require_rest(live: MatchState) -> None:
    """Raises `too-soon` during a rest."""
    if wait_ms := live.rest.left_ms:
        raise refuse("too-soon", wait_ms=wait_ms)


def _interpret(live: MatchState, request: MoveRequest) -> Sequence[int]:
    """Return the requested actions; in a race, what they mean now. Raises TooLate if void, `one-at-a-time` for several.

    A group of actions would reveal whether the first is correct, and revoke it before it costs anything.
    """
    match = live.match
    if not match.game.RACE:
        return request.actions
    if len(request.actions) > 1:
        raise refuse("one-at-a-time")
    action = match.meaning(request.seat, request.actions[0], request.version)
    if action is None:
        raise refuse("too-late", version=request.version, now=match.version)
    return [action]
