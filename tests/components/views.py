"""Golden views: what a page is told at every kind of decision of a game, met by playing it at random."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games import game as game_of
from bussolotto.play.match import Match
from bussolotto.server.protocol import End, Mine, SeatView, TableView
from tools.page_facts import phases

NAMES = ("Giulia", "Giovanna Donnafugata", "Leo", "Emma", "Jules", "Ada", "Otto", "Mina")
MATCHES, MOST_MATCHES = 4, 400  # of each number of seats are played; more until every word of the game was met
LONGEST = 2_500  # plies
REMEMBERED = 6  # decisions whose steps the page has heard one by one; those before came at once
BY_ACCIDENT = ("late",)  # words of what nobody means to do, so that there is no control for it


class View(NamedTuple):
    """A match as one seat sees it, or a spectator. `kind`: which decision it is; `heard`: how it was before, lately."""

    kind: str
    match: Match
    seat: int | None
    heard: tuple[Match, ...] = ()

    @property
    def name(self) -> str:
        """What the page calls it."""
        return f"{self.match.game.NAME} {self.kind} {self.match.seats}".replace(" ", "-")

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return "end" if self.match.over else phase_of(self.match)

    @property
    def choices(self) -> list[int]:
        """What may be done, also in a race, where the page is not told."""
        if self.seat is None:
            return []
        say = self.match.game.say
        legal = self.match.legal(self.seat)
        return [code for code in legal if say(self.seat, code) not in BY_ACCIDENT]

    def text(self, action: int) -> str:
        """The text of an action."""
        assert self.seat is not None
        return str(self.match.game.say(self.seat, action))

    @property
    def words(self) -> set[str]:
        """The words of what may be done."""
        return {self.text(action).split()[0] for action in self.choices}

    def seen(self) -> dict[str, Any]:
        """The state as this viewer may know it."""
        return self.match.view(self.viewer)

    @property
    def viewer(self) -> int | None:
        """As whom the rules show it: all is open at the end."""
        return None if self.match.over else SPECTATOR if self.seat is None else self.seat

    def told(self) -> dict[str, Any]:
        """What the page is given of it."""
        return {
            "name": self.name,
            "game": self.match.game.NAME,
            "table": msgspec.to_builtins(self._table()),
            "position": self.position(),
            "steps": list(self._steps()),
        }

    def position(self, trial: Match | None = None) -> dict[str, Any]:
        """Where the match stands, or a copy of it that was played on."""
        match = trial or self.match
        race = match.game.RACE
        return {
            "version": match.version,
            "view": match.view(self.viewer),
            "show": match.show(self.viewer),
            "movers": None if race else _seats(match),
            "legal": None if race else [] if self.seat is None else match.legal(self.seat),
        }

    def _steps(self) -> Iterator[dict[str, Any]]:
        steps = self.match.steps(SPECTATOR if self.viewer is None else self.viewer)
        moments = [*self.heard, self.match]
        views = [moment.view(self.viewer) for moment in moments]
        last = 0
        for before, after, moment in zip([None, *views], views, moments, strict=False):
            for number in range(last, moment.version):
                yield {**steps[number]._asdict(), "version": number + 1, "before": before, "after": after}
            last = moment.version

    def _table(self) -> TableView:
        match = self.match
        end = End("rules", match.returns(), match.scores()) if match.over else None
        return TableView(
            table="stand",
            link="stand",
            game=match.game.NAME,
            seats=[SeatView(seat, NAMES[seat], "person", None, True, False) for seat in range(match.seats)],
            options=dict(match.options),
            visibility="open",
            host=0,
            match=self.name,
            state="over" if match.over else "running",
            spectators=0,
            offers=[],
            me=Mine(self.seat, self.seat == 0),
            hints=False,
            end=end,
            returns=end.returns if end else None,
        )


def _seats(match: Match) -> list[int]:
    bits = match.movers()
    return [seat for seat in range(match.seats) if bits >> seat & 1]


@cache
def golden(name: str) -> dict[str, View]:
    """The views of a game by their names: every kind of decision at the largest table and the smallest, who watches

    each phase at the largest, and the end for both.
    """
    numbers = [seats for seats in game_of(name).SEATS if seats > 1]
    found: dict[str, View] = {}
    for seats in sorted({numbers[0], numbers[-1]}):
        missing = words_of(name)
        for seed in range(MOST_MATCHES):
            if seed >= MATCHES and not missing:
                break
            for view in _met(name, seats, _house_rules(name, seed), Random(seed)):
                found.setdefault(view.name, view)
                missing -= {*view.kind.split()}
    return found


def _house_rules(name: str, seed: int) -> dict[str, str]:
    """In half of the matches as printed, else any; numbers are as printed."""
    game = game_of(name)
    rules = {option: values for option, values in game.OPTIONS.items() if option not in game.numbers}
    return {option: values[seed // 2 % len(values)] for option, values in rules.items()} if seed % 2 else {}


def _met(name: str, seats: int, options: dict[str, str], rng: Random) -> Iterator[View]:
    """The views of one match that is played at random."""
    match = Match(game_of(name), seats, options)
    heard: deque[Match] = deque(maxlen=REMEMBERED)
    known = set()
    while not match.over and match.version < LONGEST:
        if weights := match.odds():
            match.play(CHANCE, rng.choices(range(len(weights)), weights)[0])
            continue
        movers = _seats(match)
        for seat in movers:
            kind = kind_of(match, seat)
            if kind not in known and {*kind.split()} != {*BY_ACCIDENT, phase_of(match)}:
                known.add(kind)
                yield View(kind, match.copy(), seat, tuple(heard))
        if f"watch {phase_of(match)}" not in known:
            known.add(f"watch {phase_of(match)}")
            yield View(f"watch {phase_of(match)}", match.copy(), None, tuple(heard))
        heard.append(match.copy())
        seat = rng.choice(movers)
        match.play(seat, rng.choice(match.legal(seat)))
    if match.over:
        yield View("end", match, 0, tuple(heard))
        yield View("watch end", match, None, tuple(heard))


def kind_of(match: Match, seat: int) -> str:
    """Which decision it is: the phase, and the first words of what may be done."""
    say = match.game.say
    words = {say(seat, code).split()[0] for code in match.legal(seat)}
    return " ".join([phase_of(match), *sorted(words)])


def phase_of(match: Match) -> str:
    """The name of the phase."""
    return _phases(match.game.NAME)[match.state.phase]


@cache
def _phases(name: str) -> dict[int, str]:
    return {value: phase for phase, value in phases(game_of(name)).items()}


def words_of(name: str) -> set[str]:
    """The first words of all actions of a game that anybody means to do."""
    game = game_of(name)
    return {game.say(0, code).split()[0] for code in range(game.ACTIONS)} - {*BY_ACCIDENT}


def sample(actions: Sequence[int], view: View, most: int) -> list[int]:
    """At most so many of each first word, spread over all of them."""
    by_word: dict[str, list[int]] = {}
    for action in actions:
        by_word.setdefault(view.text(action).split()[0], []).append(action)
    return [
        some[at * len(some) // min(most, len(some))] for some in by_word.values() for at in range(min(most, len(some)))
    ]
