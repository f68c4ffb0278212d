"""The steps of a match as JSON, as each audience may know them. Those long past are kept, for people who come late.

A step that nothing is told of reads the same in all matches. Whole chunks of a long log are kept for an audience once
somebody has asked for them; what was never asked for is encoded in pieces, so that others have their turn meanwhile.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from bussolotto.core.contract import Game
from bussolotto.core.events import Event, Fades
from bussolotto.play.match import Match
from bussolotto.server.match.match_state import MatchState
from bussolotto.server.protocol import EventTold, State, StepTold

CHUNK = 64  # steps
STEPS_KEPT = 20_000  # of all games, those of which nothing is told


class EncodedLog:
    """The log of one match."""

    def __init__(self, live: MatchState) -> None:
        self._live = live
        self._chunks: dict[tuple[int, bool], list[bytes]] = {}  # by audience, and whether the match is over
        self._waiting: dict[int, list[Callable[[], None]]] = {}
        self._frames: dict[Any, bytes] = {}
        self._frames_of: tuple[int, int, State, bytes] | None = None
        self.asked = False  # for chunks, since `drop_unused` was called

    def encode(self, audience: int, since: int) -> bytes:
        """Return the steps since a version, with what is told of them, as a JSON list."""
        steps = self._encode_late(audience, since) if self._is_long(since) else None
        steps = steps or encode_steps(self._live, audience, since, self._live.match.version)
        return b"[" + b",".join(steps) + b"]"

    def frames(self, since: int) -> dict[Any, bytes]:
        """Return where frames with the steps since a version are kept: if they are long, until something changes."""
        live = self._live
        if not self._is_long(since) or live.rest.left_ms or live.due:
            return {}
        current = since, live.match.version, live.state, live.fair.head if live.fair else b""
        if self._frames_of != current:
            self._frames_of, self._frames = current, {}
        return self._frames

    def when_ready(self, audience: int, since: int, then: Callable[[], None]) -> None:
        """Call this once the steps since a version can be encoded without a long calculation: now, or some turns later.

        What is missing of them is added by a piece in each turn of the event loop.
        """
        if self._is_near(audience, since):
            then()
        elif audience in self._waiting:
            self._waiting[audience].append(then)
        else:
            self._waiting[audience] = [then]
            asyncio.get_running_loop().call_soon(self._work, audience)

    def drop_unused(self) -> None:
        """Drop what nobody has asked for since this was called before."""
        if not self.asked:
            self._chunks.clear()
            self._frames_of, self._frames = None, {}
        self.asked = False

    def _work(self, audience: int) -> None:
        live = self._live
        live.narration.advance(live.match.log, audience, CHUNK)
        if live.narration.behind(live.match.log, audience) or self._add_chunk(audience):
            asyncio.get_running_loop().call_soon(self._work, audience)
            return
        for then in self._waiting.pop(audience):
            then()

    def _is_near(self, audience: int, since: int) -> bool:
        """Return whether little is missing."""
        live = self._live
        behind = live.narration.behind(live.match.log, audience)
        chunks = self._chunks.get((audience, live.over), ())
        missing = self._final - CHUNK * len(chunks) if self._is_long(since) else 0
        return max(behind, missing) < 4 * CHUNK

    def _encode_late(self, audience: int, since: int) -> list[bytes] | None:
        """Return the steps since a version in chunks that are kept, and what is left of them. None if none fits."""
        self.asked = True
        while self._add_chunk(audience):
            pass
        first, chunks = -(-since // CHUNK), self._chunks[audience, self._live.over]
        if len(chunks) <= first:
            return None
        head = encode_steps(self._live, audience, since, first * CHUNK)
        rest = encode_steps(self._live, audience, len(chunks) * CHUNK, self._live.match.version)
        return [*head, *chunks[first:], *rest]

    def _add_chunk(self, audience: int) -> bool:
        """Keep one more chunk of steps that are told the same from now on. Returns whether there was one."""
        chunks = self._chunks.setdefault((audience, self._live.over), [])
        since, until = len(chunks) * CHUNK, (len(chunks) + 1) * CHUNK
        if until > self._final:
            return False
        chunks.append(b",".join(encode_steps(self._live, audience, since, until)))
        return True

    def _is_long(self, since: int) -> bool:
        return len(self._live.match.log) - since > 2 * CHUNK and self._final > 0

    @property
    def _final(self) -> int:
        """The version up to which steps are told the same from now on."""
        live, events = self._live, self._live.match.game.events
        if events.fades and not live.over:
            return 0
        told_once = not live.over and any(kind.once for kind in events.kinds.values())
        return live.rest.since if told_once or live.rest.left_ms else live.match.version


def encode_steps(live: MatchState, audience: int, since: int, until: int) -> list[bytes]:
    """Encode steps with their events, and with the scenes of those that stop the table now."""
    match = live.match
    game = match.game
    known = _known_to(match, audience, since, until)
    steps = [_encode_step(game, *ply) for ply in known]
    if game.events.fades and not live.over:
        _let_fade(match, game.events.fades, steps, known, since)
    stopped = live.rest.since if live.rest.left_ms else match.version
    for version, told in live.narration.found(match.log, audience, since, until):
        events = describe_events(game, told.events, live.over or version >= live.rest.since)
        scene = game.state_json.encode(told.scene) if told.pause_ms and version >= stopped else b""
        steps[version - since] = _add_events(steps[version - since], events, scene)
    return steps


def _known_to(match: Match, audience: int, since: int, until: int) -> Sequence[tuple[int, int | None]]:
    """Return plies with their actions as far as this audience may know them."""
    log = match.log[since:until]
    if not match.secrets:
        return log
    seers = match.seers(since, until)
    return [ply if seen >> audience & 1 else (ply[0], None) for ply, seen in zip(log, seers, strict=True)]


@lru_cache(STEPS_KEPT)
def _encode_step(game: Game, seat: int, action: int | None) -> bytes:
    return msgspec.json.encode(StepTold(seat, action, None if action is None else game.say(seat, action)))


def _add_events(step: bytes, events: list[EventTold], scene: bytes) -> bytes:
    """Add to an encoded step what is told of it, if anything."""
    told = b',"events":' + msgspec.json.encode(events) if events else b""
    shown = b',"scene":' + scene if scene else b""
    return step[:-1] + told + shown + b"}"


def _let_fade(
    match: Match, fades: Fades, steps: list[bytes], known: Sequence[tuple[int, int | None]], since: int
) -> None:
    """Leave of plies that are for people to remember only who did what kind of thing."""
    later = {action for _, action in match.log[since + len(steps) :]}
    for place in reversed(range(len(steps))):
        seat, action = match.log[since + place]
        if known[place][1] is not None and fades(match.state, seat, action, action not in later):
            word = match.game.say(seat, action).partition(" ")[0]
            steps[place] = msgspec.json.encode(StepTold(seat, None, word))
        later.add(action)


def describe_events(game: Game, events: Iterable[Event], fresh: bool = True) -> list[EventTold]:
    """Describe these events, if they are not fresh without those that are told only once."""
    told = [(event, game.events.kinds[event.word]) for event in events]
    return [
        EventTold(event.word, event.values, kind.pause_ms, kind.once, kind.instead)
        for event, kind in told
        if fresh or not kind.once
    ]
