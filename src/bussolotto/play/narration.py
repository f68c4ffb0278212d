"""The events of a match, as each viewer may know them. See `core.events`."""

from collections.abc import Iterable, Sequence
from ctypes import addressof, memset, sizeof
from typing import Any, NamedTuple

from bussolotto.core.events import Event, Ply
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play.match import Match

THROW_MS = 1200  # so long dice are seen to fall in the page, before what they decide is told


class Told(NamedTuple):
    """The events of one ply, how long they stop the table, the view in which they are shown if there are any.

    `begins`: a round, or whatever the game counts by, begins with this ply.
    """

    events: list[Event]
    pause_ms: int
    scene: Any
    begins: bool


_NOTHING = Told([], 0, None, False)


class Narrator:
    """Plays a match along and tells its viewers what happens; None is a viewer who may know everything."""

    def __init__(self, match: Match, viewers: Iterable[int | None]) -> None:
        """Begin where this match stands, which is the narrator's own from now on."""
        self.match = match
        self._views = {viewer: self._view(viewer) for viewer in viewers}
        self._openings = dict(self._views)

    def follow(self, seat: int, action: int) -> dict[int | None, Told]:
        """Play one ply; return what each viewer is told of it."""
        events = self.match.game.events
        self.match.play(seat, action)
        told = {}
        for viewer, before in self._views.items():
            after = self._views[viewer] = self._view(viewer)
            seen = viewer is None or self.match.steps(viewer, self.match.version - 1)[0].action is not None
            ply = Ply(before, after, seat, action if seen else None, self._openings[viewer])
            found = list(events.find(ply))
            begins = events.begins(ply)
            if begins:
                self._openings[viewer] = after
            pause_ms = sum(events.kinds[event.word].pause_ms for event in found)
            scene = events.scene(ply) if found else None
            told[viewer] = Told(found, pause_ms, scene, begins) if found or begins else _NOTHING
        return told

    def _view(self, viewer: int | None) -> Any:
        """What this viewer may know; in a race without what the rules compute along the way."""
        view = self.match.hidden(viewer)
        for name in self.match.game.facts.solution:
            found = getattr(view, name)
            if isinstance(found, int):
                setattr(view, name, 0)
            else:
                memset(addressof(found), 0, sizeof(found))
        return view


class Narration:
    """The events of a match from its beginning. They are found when somebody first asks for them."""

    def __init__(self, match: Match, viewers: Sequence[int | None] = ()) -> None:
        """Tell these viewers, by default everybody at this match."""
        everybody = (*range(match.seats), SPECTATOR) if match.secrets else (SPECTATOR,)
        opening = Match(match.game, match.seats, match.options)
        self._told: dict[int | None, list[Told]] = {viewer: [] for viewer in viewers or everybody}
        self._narrator = Narrator(opening, self._told)

    def told(self, log: Sequence[tuple[int, int]], viewer: int | None, since: int = 0) -> list[Told]:
        """What this viewer is told of each ply of the match's log from version `since` on."""
        match = self._narrator.match
        if not match.game.events.kinds:
            return [_NOTHING] * (len(log) - since)
        for step in log[match.version :]:
            for each, told in self._narrator.follow(*step).items():
                self._told[each].append(told)
        return self._told[viewer if viewer in self._told else SPECTATOR][since:]

    def pause_ms(self, log: Sequence[tuple[int, int]], since: int) -> int:
        """How long the plies since this version stop the table, with the time in which the dice before them fall."""
        pauses_ms = [told.pause_ms for told in self.told(log, SPECTATOR, since)]
        if not any(pauses_ms):
            return 0
        first = next(ply for ply, pause_ms in enumerate(pauses_ms) if pause_ms)
        rolled = self._narrator.match.game.rolled
        fell = any(seat == CHANCE and action in rolled for seat, action in log[since : since + first + 1])
        return sum(pauses_ms) + THROW_MS * fell


def look_ms(match: Match, seat: int, actions: Sequence[int]) -> int:
    """How long everybody may look at something that is shown only once, before the last of these actions; else 0.

    Whoever sends such actions together would learn from a refusal what nobody has seen yet.
    """
    kinds = match.game.events.kinds
    if len(actions) == 1 or not any(kind.once for kind in kinds.values()):
        return 0
    narrator = Narrator(match.copy(), (SPECTATOR,))
    for action in actions[:-1]:
        if action not in narrator.match.legal(seat):
            return 0
        told = narrator.follow(seat, action)[SPECTATOR]
        if any(kinds[event.word].once for event in told.events):
            return told.pause_ms
    return 0
