"""The events of a match, as each viewer may know them. See `core.events`."""

from collections.abc import Callable, Iterable, Sequence
from ctypes import addressof, memset, sizeof
from operator import itemgetter
from typing import Any, NamedTuple

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.core.events import Event, Ply
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play.match import Match, Traced

THROW_MS = 1200  # so long dice are seen to fall in the page, before what they decide is told
MOST_TOLD_MS = 3000  # so long one decision stops the table at most: many events in a row are told faster


class Told(NamedTuple):
    """The events of one ply, how long they stop the table, the view in which they are shown if there are any.

    `begins`: a round, or whatever the game counts by, begins with this ply.
    """

    events: list[Event]
    pause_ms: int
    scene: Any
    begins: bool


_NOTHING = Told([], 0, None, False)
_NOBODY: dict[int | None, Told] = {}


class Narrator:
    """Tells viewers of a match what happens, ply by ply; None is a viewer who may know everything."""

    def __init__(self, game: Game, opening: bytes, viewers: Iterable[int | None]) -> None:
        """Begin with this state; `state` is the one that was followed last."""
        self._game = game
        self.state = opening
        self._viewers = tuple(viewers)
        self._shown: dict[int | None, tuple[bytes, Any]] = {}  # the last view of each viewer, and of what state
        self._openings = {viewer: self._view(opening, viewer) for viewer in self._viewers}
        spans = [_span(game, name) for name in game.events.watched]
        self._watched: Callable[[bytes], Any] = itemgetter(*spans) if spans else bytes
        self._seen = self._watched(opening)

    def follow(self, traced: Traced) -> dict[int | None, Told]:
        """Return what viewers are told of the next ply, if anything."""
        before, self.state = self.state, traced.after
        watched = self._watched(traced.after)
        if watched == self._seen:
            return _NOBODY
        self._seen = watched
        told = {viewer: self._tell(viewer, before, traced) for viewer in self._viewers}
        return {viewer: each for viewer, each in told.items() if each is not _NOTHING}

    def _tell(self, viewer: int | None, before: bytes, traced: Traced) -> Told:
        events = self._game.events
        known = viewer is None or traced.seers >> viewer & 1
        action = traced.action if known else None
        earlier, after = self._view(before, viewer), self._view(traced.after, viewer)
        ply = Ply(earlier, after, traced.seat, action, self._openings[viewer])
        found = list(events.find(ply))
        begins = events.begins(ply)
        if begins:
            self._openings[viewer] = after
        if not found:
            return Told([], 0, None, True) if begins else _NOTHING
        return Told(found, sum(events.kinds[event.word].pause_ms for event in found), events.scene(ply), begins)

    def _view(self, state: bytes, viewer: int | None) -> Any:
        """What this viewer may know; in a race without what the rules compute along the way."""
        of, view = self._shown.get(viewer, (b"", None))
        if of is state:
            return view
        view = kernel.unpacked(self._game.STATE, state)
        if viewer is not None:
            self._game.hide(view, viewer)
        for name in self._game.facts.solution:
            found = getattr(view, name)
            if isinstance(found, int):
                setattr(view, name, 0)
            else:
                memset(addressof(found), 0, sizeof(found))
        self._shown[viewer] = state, view
        return view


def _span(game: Game, name: str) -> slice:
    """Where a field lies in the bytes of a state."""
    kind, offset, *_ = game.STATE.fields[name]
    return slice(offset, offset + kind.itemsize)


class Narration:
    """The events of a match from its beginning. They are found when somebody first asks for them."""

    def __init__(self, match: Match, viewers: Sequence[int | None] = ()) -> None:
        """Tell these viewers, by default everybody at this match."""
        differ = match.secrets and not match.game.facts.same_for_all
        everybody = (*range(match.seats), SPECTATOR) if differ else (SPECTATOR,)
        self._match = Match(match.game, match.seats, match.options)  # only to play on what was not followed
        self._told: dict[int | None, dict[int, Told]] = {viewer: {} for viewer in viewers or everybody}
        self._narrator = Narrator(match.game, bytes(self._match.state), self._told)
        self._version = 0

    def follow(self, match: Match) -> None:
        """Find the events of the plies that this match has traced, unless those before them are not found yet."""
        traced = match.traced()
        if match.game.events.kinds and self._version == match.version - len(traced):
            self._add(traced)

    def found(self, log: Sequence[tuple[int, int]], viewer: int | None, since: int = 0) -> list[tuple[int, Told]]:
        """What this viewer is told of plies of the match's log, with the version of each, from version `since` on."""
        if self._match.game.events.kinds and self._version < len(log):
            self._add(self._match.retraced(self._narrator.state, log[self._version :]))
        told = self._told[viewer if viewer in self._told else SPECTATOR]
        return [(version, told[version]) for version in range(since, len(log)) if version in told]

    def told(self, log: Sequence[tuple[int, int]], viewer: int | None, since: int = 0) -> list[Told]:
        """The same for each ply, also where there is nothing to be told."""
        told = dict(self.found(log, viewer, since))
        return [told.get(version, _NOTHING) for version in range(since, len(log))]

    def _add(self, plies: Sequence[Traced]) -> None:
        for version, ply in enumerate(plies, self._version):
            for viewer, told in self._narrator.follow(ply).items():
                self._told[viewer][version] = told
        self._version += len(plies)

    def pause_ms(self, log: Sequence[tuple[int, int]], since: int) -> int:
        """How long the plies since this version stop the table, with the time in which the dice before them fall."""
        pauses_ms = [told.pause_ms for told in self.told(log, SPECTATOR, since)]
        if not any(pauses_ms):
            return 0
        first = next(ply for ply, pause_ms in enumerate(pauses_ms) if pause_ms)
        rolled = self._match.game.rolled
        fell = any(seat == CHANCE and action in rolled for seat, action in log[since : since + first + 1])
        return min(sum(pauses_ms), MOST_TOLD_MS) + THROW_MS * fell


def look_ms(match: Match, seat: int, actions: Sequence[int]) -> int:
    """How long everybody may look at something that is shown only once, before the last of these actions; else 0.

    Whoever sends such actions together would learn from a refusal what nobody has seen yet.
    """
    kinds = match.game.events.kinds
    if len(actions) == 1 or not any(kind.once for kind in kinds.values()):
        return 0
    trial = match.copy()
    trial.trace()
    narrator = Narrator(match.game, bytes(match.state), (SPECTATOR,))
    for action in actions[:-1]:
        if action not in trial.legal(seat):
            return 0
        trial.play(seat, action)
        told = narrator.follow(trial.traced()[-1]).get(SPECTATOR, _NOTHING)
        if any(kinds[event.word].once for event in told.events):
            return told.pause_ms
    return 0
