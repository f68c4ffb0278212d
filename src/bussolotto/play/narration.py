"""The events of a match, as each viewer may know them. See `core.events`."""

from collections.abc import Sequence
from ctypes import addressof, memset, sizeof
from typing import Any

from msgspec import Struct

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.core.events import Event, Ply
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play.match import Match, Traced

THROW_MS = 1200  # so long dice are seen to fall in the page, before what they decide is told
MOST_TOLD_MS = 3000  # so long one decision stops the table at most: many events in a row are told faster
PLIES_AT_ONCE = 500  # of those that are played again because nobody has followed them


class Told(Struct, frozen=True, gc=False):
    """The events of one ply, how long they stop the table, the view in which they are shown if there are any.

    `begins`: a round, or whatever the game counts by, begins with this ply.
    """

    events: list[Event]
    pause_ms: int
    scene: Any
    begins: bool


_read = int.from_bytes
_NOTHING = Told([], 0, None, False)


class Narrator:
    """Tells one viewer of a match what happens; None is a viewer who may know everything.

    `told` holds what they are told, by the version before the ply, of the plies up to `version`.
    """

    def __init__(self, game: Game, opening: bytes, viewer: int | None) -> None:
        """Begin with this state; `state` is the last one that was followed."""
        self.state = opening
        self.version = 0
        self.told: dict[int, Told] = {}
        self._game = game
        self._viewer = viewer
        self._watched = _watch(game)
        self._shown = b"", None  # the last view, and of what state
        self._opening = self.view(opening)

    def follow(self, traced: Traced) -> None:
        """Find what the viewer is told of these plies, which are the next ones."""
        watched = self._watched
        before = watched & _read(traced.states[0], "little")
        for number, state in enumerate(traced.states[1:]):
            after = watched & _read(state, "little")
            if before != after:
                told = self._tell(traced, number)
                if told is not _NOTHING:
                    self.told[self.version + number] = told
            before = after
        self.state = traced.states[-1]
        self.version += len(traced.plies)

    def _tell(self, traced: Traced, number: int) -> Told:
        events = self._game.events
        seat, action = traced.plies[number]
        known = self._viewer is None or traced.seers[number] >> self._viewer & 1
        earlier, after = self.view(traced.states[number]), self.view(traced.states[number + 1])
        ply = Ply(earlier, after, seat, action if known else None, self._opening)
        found = [*events.find(ply)]
        begins = events.begins(ply)
        if begins:
            self._opening = after
        if not found:
            return Told([], 0, None, True) if begins else _NOTHING
        return Told(found, sum([events.kinds[event.word].pause_ms for event in found]), events.scene(ply), begins)

    def view(self, state: bytes) -> Any:
        """What the viewer may know of a state; in a race without what the rules compute along the way."""
        of, view = self._shown
        if of == state:
            return view
        view = kernel.unpacked(self._game.STATE, state)
        if self._viewer is not None:
            self._game.hide(view, self._viewer)
        for name in self._game.facts.solution:
            found = getattr(view, name)
            if isinstance(found, int):
                setattr(view, name, 0)
            else:
                memset(addressof(found), 0, sizeof(found))
        self._shown = state, view
        return view


def _watch(game: Game) -> int:
    """Return which bits of a state, read as one number, can bring an event: all unless the game names some fields."""
    watched = game.events.watched
    return sum(_bits(game, name) for name in watched) if watched else -1


def _bits(game: Game, name: str) -> int:
    """The bits of a field."""
    kind, offset, *_ = game.STATE.fields[name]
    return ((1 << 8 * int(kind.itemsize)) - 1) << 8 * int(offset)


class Narration:
    """The events of a match from its beginning. They are found for those viewers who ask for them, when they ask."""

    def __init__(self, match: Match, viewers: Sequence[int | None] = ()) -> None:
        """Tell these viewers, by default everybody at this match."""
        differ = match.secrets and not match.game.facts.same_for_all
        self._viewers = viewers or ((*range(match.seats), SPECTATOR) if differ else (SPECTATOR,))
        self._game = match.game
        self._form = match.seats, match.options
        begun = self._begin()
        self._opening = bytes(begun.state)
        self._narrators: dict[int | None, Narrator] = {}
        self._latest = begun.traced()
        self._latest_since = 0

    def _begin(self) -> Match:
        return Match(self._game, *self._form)

    def follow(self, traced: Traced, since: int) -> None:
        """Note how the match went on from this version, so that these plies need not be played again."""
        self._latest, self._latest_since = traced, since

    def found(
        self, log: Sequence[tuple[int, int]], viewer: int | None, since: int = 0, until: int | None = None
    ) -> list[tuple[int, Told]]:
        """What this viewer is told of plies of the match's log, with the version of each, between these versions."""
        end = len(log) if until is None else until
        if not self._game.events.kinds:
            return []
        narrator = self._narrator(viewer)
        while narrator.version < end:
            narrator.follow(self._next(narrator, log, PLIES_AT_ONCE))
        told = narrator.told
        if not told or next(reversed(told)) < since:
            return []
        return [(version, told[version]) for version in range(since, end) if version in told]

    def behind(self, log: Sequence[tuple[int, int]], viewer: int | None) -> int:
        """Of how many plies nobody has looked yet what this viewer is told."""
        return len(log) - self._narrator(viewer).version if self._game.events.kinds else 0

    def advance(self, log: Sequence[tuple[int, int]], viewer: int | None, most: int) -> None:
        """Find what this viewer is told of some more plies: so many, if they must be played again."""
        if self.behind(log, viewer):
            narrator = self._narrator(viewer)
            narrator.follow(self._next(narrator, log, most))

    def catch_up(self, log: Sequence[tuple[int, int]]) -> None:
        """Find what all viewers are told of everything so far."""
        for viewer in self._viewers:
            self.found(log, viewer)

    def view(self, viewer: int, state: bytes) -> Any:
        """What this viewer may know of a state of the match."""
        return self._narrator(viewer).view(state)

    def _narrator(self, viewer: int | None) -> Narrator:
        found = viewer if viewer in self._viewers else SPECTATOR
        if found not in self._narrators:
            self._narrators[found] = Narrator(self._game, self._opening, found)
        return self._narrators[found]

    def _next(self, narrator: Narrator, log: Sequence[tuple[int, int]], most: int) -> Traced:
        """The next plies of the log that a narrator has not followed: as they were played, or played again."""
        latest, since = self._latest, narrator.version
        if since == self._latest_since and latest.plies:
            return latest
        until = self._latest_since if since < self._latest_since else len(log)
        match = self._begin()
        memoryview(match.state).cast("B")[:] = narrator.state
        return match.retraced(log[since : min(until, since + most)])

    def told(self, log: Sequence[tuple[int, int]], viewer: int | None, since: int = 0) -> list[Told]:
        """The same for each ply, also where there is nothing to be told."""
        told = dict(self.found(log, viewer, since))
        return [told.get(version, _NOTHING) for version in range(since, len(log))]

    def pause_ms(self, log: Sequence[tuple[int, int]], since: int) -> int:
        """How long the plies since this version stop the table, with the time in which the dice before them fall."""
        pauses_ms = [told.pause_ms for told in self.told(log, SPECTATOR, since)]
        if not any(pauses_ms):
            return 0
        first = next(ply for ply, pause_ms in enumerate(pauses_ms) if pause_ms)
        rolled = self._game.rolled
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
    narrator = Narrator(match.game, bytes(match.state), SPECTATOR)
    for action in actions[:-1]:
        if action not in trial.legal(seat):
            return 0
        trial.trace()
        trial.play(seat, action)
        narrator.follow(trial.traced())
        told = narrator.told.get(narrator.version - 1, _NOTHING)
        if any(kinds[event.word].once for event in told.events):
            return told.pause_ms
    return 0
