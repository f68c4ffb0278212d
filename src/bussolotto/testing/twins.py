"""A game and its slow twin play the same match and must agree about everything at every ply."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from typing import Any, Protocol, TypeVar

from bussolotto.core import contract
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.testing.worlds import every_world, noted


class Twin(Protocol):
    """What every slow twin answers."""

    seats: int
    plies: int
    idle: int

    @property
    def over(self) -> bool: ...
    def ending(self) -> str | None: ...
    def movers(self) -> set[int]: ...
    def legal(self, seat: int) -> set[str]: ...
    def odds(self) -> dict[str, Fraction]: ...
    def play(self, seat: int, text: str) -> None: ...
    def scores(self) -> list[int]: ...
    def shares(self) -> list[Fraction]: ...
    def facts(self) -> dict[str, Any]: ...


Slow = TypeVar("Slow", bound=Twin)
Drawn = TypeVar("Drawn")  # all that one match follows from
Choice = tuple[int, str]  # seat, text


@dataclass(frozen=True)
class Case:
    """One match to play; everything in it follows from the seed."""

    seed: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    plies_left: int | None = None  # until the limit of plies; None: all of them
    idle: int = 0  # turns without progress at the start

    def described(self, game: Any) -> str:
        """Enough to play it again."""
        facts = contract.as_game(game).facts
        return f"{facts.name} rules {facts.version} seats {self.seats} options {dict(self.options)} seed {self.seed!r}"


def compare(
    case_of: Callable[[int, int], Drawn],
    compare_match: Callable[[Drawn, Counter[str]], None],
    matches: int,
    seed: int = 0,
) -> Counter[str]:
    """Play so many matches against the twin; what came up in them. AssertionError at the first difference.

    `case_of` draws the match of a number and a seed, `compare_match` plays it and counts what it is an example of.
    """
    seen: Counter[str] = Counter()
    for number in range(matches):
        seen["matches"] += 1
        compare_match(case_of(number, seed), seen)
    return seen


def play_beside(game: Any, make: Callable[[int, Mapping[str, str], int], Twin], matches: int) -> None:
    """Random matches with every option against a twin, which `make(seats, options, most plies)` returns."""
    worlds = every_world(game)
    for number in range(matches):
        world = worlds[number % len(worlds)]
        options = {name: str(value) for name, value in world.options.items()}
        case = Case(f"0:{number}", world.seats, options)
        with noted(case.described(game)):
            follow(game, make(world.seats, options, contract.as_game(game).MAX_PLIES), case, any_of, note_nothing)


def note_nothing(twin: Twin, seat: int, text: str) -> None:
    """For matches of which nothing is to be counted."""


def follow(
    game: Any,
    twin: Slow,
    case: Case,
    choose: Callable[[Slow, random.Random], Choice],
    note: Callable[[Slow, int, str], None],
    more: Callable[[Match, Slow], list[str]] | None = None,
    arrange: Callable[[Match, Slow], None] | None = None,
) -> None:
    """Play one match to its end; AssertionError at the first difference.

    `choose` picks a ply, `note` hears of it before it is played (and of the end, as an empty text), `more` names
    differences beyond those of `differences`, `arrange` sets up another position than the opening one in both.
    """
    rng = random.Random(case.seed)
    match = _opened(game, twin, case)
    if arrange:
        arrange(match, twin)
    last = "the start"
    while not (found := differences(match, twin) + (more(match, twin) if more else [])) and not twin.over:
        seat, text = choose(twin, rng)
        note(twin, seat, text)
        match.play(seat, _codes(game, seat == CHANCE)[text])
        twin.play(seat, text)
        last = f"seat {seat} {text!r}"
    assert not found, "\n  ".join([f"{case.described(game)} ply {match.version} after {last}", *found])
    note(twin, CHANCE, "")


def _opened(game: Any, twin: Twin, case: Case) -> Match:
    match = Match(game, case.seats, case.options)
    if case.plies_left is not None:
        match.state.plies = twin.plies = game.MAX_PLIES - case.plies_left
    if case.idle:
        match.state.idle = twin.idle = case.idle
    return match


def any_of(twin: Twin, rng: random.Random, seats: Iterable[int] = ()) -> Choice:
    """Anything that one of these seats, or of all that may act, may do now; dice as they fall."""
    seat = rng.choice(sorted(seats or twin.movers()))
    return seat, rng.choice(sorted(twin.odds() if seat == CHANCE else twin.legal(seat)))


def differences(match: Match, twin: Twin) -> list[str]:
    """What the game and the twin do not agree about, one line each."""
    state = match.state
    game = match.game
    pairs = {
        "movers": (twin.movers(), {seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1}),
        "odds": (twin.odds(), _odds(match)),
        "ending": (twin.ending(), game.ENDINGS[game.ending(state)] if match.over else None),
        "shares": ([float(share) for share in twin.shares()], match.returns()),
        "scores": (twin.scores(), match.scores()),
        **{f"legal {seat}": (twin.legal(seat), _legal(match, seat)) for seat in range(twin.seats)},
    }
    found = [f"{name}: twin {slow}, game {fast}" for name, (slow, fast) in pairs.items() if slow != fast]
    facts = twin.facts()
    return found + differences_of_facts(facts, {name: plain(getattr(state, name)) for name in facts})


def differences_of_facts(slow: Mapping[str, Any], fast: Mapping[str, Any]) -> list[str]:
    """The fields that differ, cell by cell. Where the twin says less by seat, the other seats must be empty."""
    return [line for field_name in slow for line in _differences(field_name, slow[field_name], fast[field_name])]


def _differences(name: str, slow: Any, fast: Any) -> list[str]:
    if not isinstance(slow, list):
        return [] if slow == fast else [f"{name}: twin {slow}, game {fast}"]
    if slow == fast:
        return []
    empty = [0] * len(fast[-1]) if isinstance(fast[-1], list) else 0
    pairs = zip_longest(slow, fast, fillvalue=empty)
    return [f"{name}[{index}]: twin {mine}, game {yours}" for index, (mine, yours) in enumerate(pairs) if mine != yours]


def plain(value: Any) -> Any:
    """A field of a state as integers and lists of them."""
    if isinstance(value, int):
        return value
    items = value[:]
    return items if isinstance(items[0], int) else [plain(item) for item in items]


def _legal(match: Match, seat: int) -> set[str]:
    texts = _texts(match.game, False)
    return {texts[code] for code in match.legal(seat)}


def _odds(match: Match) -> dict[str, Fraction]:
    return _chances(match.game, tuple(match.odds()))


@cache
def _chances(game: Any, weights: tuple[int, ...]) -> dict[str, Fraction]:
    texts = _texts(game, True)
    return {texts[code]: Fraction(weight, sum(weights)) for code, weight in enumerate(weights) if weight}


@cache
def _texts(game: Any, chance: bool) -> list[str]:
    codes = range(game.OUTCOMES if chance else game.ACTIONS)
    return [game.say(CHANCE if chance else 0, code) for code in codes]


@cache
def _codes(game: Any, chance: bool) -> dict[str, int]:
    return {text: code for code, text in enumerate(_texts(game, chance))}
