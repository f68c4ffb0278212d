"""The contract of a game: facts, which are data, and rules, which are functions. See docs/adding-a-game.md.

A game is a package `bussolotto.games.NAME` whose module `game` holds `FACTS`, `STATE` and the functions of `Rules`.
`Game` joins them: it is what `bussolotto.game(NAME)` returns and what everything generic works with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from bussolotto.core import errors, kernel
from bussolotto.core.events import Events, endings_of
from bussolotto.core.kernel import CHANCE, MAX_SEATS, Mask, Shares, Weights
from bussolotto.core.looks import Looks
from bussolotto.core.reasons import Reason
from bussolotto.core.state_json import StateJson

OWN_VALUE = 255  # index of a choice whose value was written by the host, not chosen from the list
OF_GAME = "_of_game"  # in the type of a state, where games share a module: a weak reference; no field has such a name
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
KINDS = ("", "bluff", "race", "memory", "building", "calm")  # what a game is like; '': not said


class ContractError(Exception):
    """A game breaks the contract; the text says where and how."""


@dataclass(frozen=True)
class Choice:
    """An option with a list of words; the state holds the index of the chosen one.

    `printed` is the value that the rulebook has; "" where it is silent, or none of them is certain to be what it says.
    `own` reads a value that the host enters instead of choosing one from the list, and raises ValueError. The state
    then holds OWN_VALUE, and `lay_own` of the rules writes the value into it; `examples` are some to test it with.
    `numeric`: the option is shown with the numbers of the game rather than with its house rules, although its values
    are words.
    """

    values: tuple[str, ...]
    printed: str = ""
    own: Callable[[str], object] | None = None
    examples: tuple[str, ...] = ()
    numeric: bool = False

    @property
    def suggested(self) -> tuple[str, ...]:
        """All values, the default first."""
        return self.values

    possible = suggested  # the possible values, independent of language

    def stored(self, text: str) -> int:
        """What the state holds for this value. Raises ValueError if there is no such value."""
        if text in self.values:
            return self.values.index(text)
        if self.own is None:
            raise ValueError
        self.own(text)
        return OWN_VALUE

    @property
    def meaning(self) -> str:
        """The possible values, in words."""
        return ", ".join(self.values)


@dataclass(frozen=True)
class Number:
    """An option that is a number from `low` to `high` in steps; the state holds the number itself.

    `values` are the suggested ones, the default first. `words` are names for numbers outside the range, such as
    `printed` for 0 where the printed number depends on something else. `ours`: no rulebook has such a number.
    """

    low: int
    high: int
    values: tuple[int | str, ...]
    step: int = 1
    words: Mapping[str, int] = field(default_factory=dict)
    ours: bool = False
    own: None = None
    examples: tuple[str, ...] = ()
    numeric: bool = True

    @property
    def suggested(self) -> tuple[str, ...]:
        """The suggested values as text, the default first."""
        return tuple(map(str, self.values))

    @property
    def printed(self) -> str:
        """The number that the rulebook has, which is the default; "" where it has none."""
        return "" if self.ours else self.suggested[0]

    def stored(self, text: str) -> int:
        """What the state holds for this value. Raises ValueError with the permitted values if out of range."""
        if text in self.words:
            return self.words[text]
        number = int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else -1
        if not self.low <= number <= self.high or (number - self.low) % self.step:
            raise ValueError(self.meaning)
        return number

    @property
    def possible(self) -> tuple[str, ...]:
        """The possible values, independent of language: the suggested ones and the range, `7..67`."""
        steps = f" (+{self.step})" if self.step > 1 else ""
        return (*self.suggested, f"{self.low}..{self.high}{steps}")

    @property
    def meaning(self) -> str:
        """The possible values, in words."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        words = "".join(f", or {word}" for word in self.words)
        return f"a number from {self.low} to {self.high}{steps}{words}"


Option = Choice | Number


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a game is, as data. Raises ContractError for an impossible fact."""

    name: str  # `bunte-kuh`; its package has underscores instead of hyphens
    title: str  # as printed on the box
    authors: tuple[str, ...]
    version: int  # of the rules: raised when stored matches would be played differently
    clauses: str  # prefix of its clause numbers, `BKU`
    seats: tuple[int, ...]  # possible numbers of players, ascending
    endings: tuple[str, ...]  # how a match can end; the last one is the limit of plies
    options: Mapping[str, Option] = field(default_factory=dict)
    race: bool = False  # all act at once, and the quickest comes first
    outright: tuple[str, ...] = ()  # endings that decide who wins, whatever the points are
    fewest_win: bool = False  # of the points that `scores` returns
    point_worth: int = 1  # what one of them is for people: 1000 where money is counted in thousands
    solution: tuple[str, ...] = ()  # fields that players must find out by looking: in no view of a race
    fouls: tuple[str, ...] = ()  # first words of actions that nobody takes on purpose
    apart: tuple[str, ...] = ()  # first words of outcomes each of which is a separate event
    rolled: tuple[str, ...] = ("die",)  # first words of outcomes that people could roll; all others are drawn
    one_die_a_roll: bool = False  # one die is rolled at a time: no need to determine how many fall together
    same_for_all: bool = False  # what is hidden is hidden from everybody
    series: Mapping[str, int] = field(default_factory=dict)  # by name of an evening: its position there, from 1
    boards: tuple[str, ...] = ()  # problems that its solver can solve, the default first
    minutes: int = 0  # how long a match takes, as the box says; 0: not said
    kind: str = ""  # what people find in it, one of KINDS
    colours: tuple[str, ...] = ()  # of the dice that seats own, by seat; more seats begin again with the first
    phases: tuple[str, ...] = ()  # names of what the field `phase` holds, from 0: for notes on the general page
    looks: Looks = field(default_factory=Looks)  # what lies on its table, where it has no page of its own

    def __post_init__(self) -> None:
        for each in fields(self):
            fits, wanted = _TYPES[str(each.type)]
            value = getattr(self, each.name)
            self._require(fits(value), each.name, f"{wanted}, not {value!r}")
        self._require(bool(NAME.fullmatch(self.name)), "name", "lower-case words joined by hyphens")
        self._require(self.seats == tuple(sorted(set(self.seats))), "seats", "ascending numbers")
        self._require(bool(self.seats) and 1 <= self.seats[0] <= self.seats[-1] <= MAX_SEATS, "seats", "1 to 8")
        self._require(bool(self.endings), "endings", "at least one way to end")
        self._require(self.minutes >= 0, "minutes", "a number of minutes")
        self._require(self.kind in KINDS, "kind", f"one of {', '.join(KINDS[1:])}")
        self._require(self.race or not self.solution, "solution", "empty where nobody has to be quicker than others")
        for name, option in self.options.items():
            for value in option.examples:
                self._require(_is_value(option, value), f"options[{name!r}]", f"examples that it reads; not {value!r}")
            self._require(bool(option.values), f"options[{name!r}]", "at least one value")
            for value in option.suggested:
                self._require(_is_value(option, value), f"options[{name!r}]", f"values that it accepts; not {value!r}")
            printed = option.printed
            self._require(
                printed in ("", *option.suggested), f"options[{name!r}]", f"printed as listed; not {printed!r}"
            )

    def _require(self, holds: bool, fact: str, wanted: str) -> None:
        if not holds:
            raise ContractError(f"{self.name}: the fact {fact} has to be {wanted}")


def is_whole(value: object) -> bool:
    """Is it a whole number? True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    """Is it text?"""
    return isinstance(value, str)


def _all_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and all(map(fits, value))


def by_name(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Is it a mapping from texts to what fits?"""
    return lambda value: isinstance(value, Mapping) and all(map(is_text, value)) and all(map(fits, value.values()))


_TYPES: Mapping[str, tuple[Callable[[object], bool], str]] = {  # of facts, as annotated: what fits, in words too
    "str": (is_text, "text"),
    "int": (is_whole, "a whole number"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "tuple[str, ...]": (_all_of(is_text), "a tuple of texts"),
    "tuple[int, ...]": (_all_of(is_whole), "a tuple of whole numbers"),
    "Mapping[str, int]": (by_name(is_whole), "whole numbers by their names"),
    "Mapping[str, Option]": (by_name(lambda value: isinstance(value, Option)), "a Choice or a Number for each name"),
    "Looks": (lambda value: isinstance(value, Looks), "a Looks"),
}


def _is_value(option: Option, text: str) -> bool:
    try:
        option.stored(text)
    except ValueError:
        return False
    return True


class Rules(Protocol):
    """The functions of a game's module, and its constants. `s` is a state in either reading of `core.kernel`."""

    FACTS: Facts
    STATE: Any  # np.dtype, made by kernel.record
    ACTIONS: int
    OUTCOMES: int
    MAX_PLIES: int

    def reset(self, s: Any, seats: int) -> None:
        """Write the opening position; the fields of the options are already filled in."""

    def movers(self, s: Any) -> int:
        """The seats that may act, as a bit set; only CHANCE when dice are to fall; 0 when the match is over."""

    def legal(self, s: Any, seat: int, mask: Mask) -> int:
        """Fill the mask, uint8[ACTIONS], with what this seat may do; return the number of legal actions."""

    def odds(self, s: Any, weights: Weights) -> int:
        """Fill in the weights of the possible outcomes, int64[OUTCOMES]; return how many outcomes are possible."""

    def apply(self, s: Any, seat: int, action: int) -> None:
        """Apply one ply, which must be legal."""

    def ending(self, s: Any) -> int:
        """How the match ended, as an index of the endings."""

    def returns(self, s: Any, out: Shares) -> None:
        """The win shares, float64[8], in this position."""

    def scores(self, s: Any, out: Shares) -> None:
        """The game's own points, float64[8], in this position."""

    def hide(self, s: Any, seat: int) -> None:
        """Blank what this seat may not know."""

    def sees(self, s: Any, viewer: int, seat: int, action: int) -> bool:
        """May this viewer see what this ply is? `s` is the position before it."""

    def guess(self, s: Any, rng: Random) -> None:
        """Fill the hidden fields of a view with possible values."""

    def meant(self, s: Any, seat: int, action: int) -> int:
        """The action that a claim stands for, where the rules interpret it differently from what was pressed."""

    def lay_own(self, s: Any, option: str, text: str) -> None:
        """Write the host's own value of an option into the opening position."""

    def why(self, s: Any, seat: int, action: int) -> int:
        """The number of the clause that forbids this action, best as a `Reason` with what is wrong; 0 if none does."""

    def check(self, s: Any) -> None:
        """Assert what holds in every position."""

    def say(self, seat: int, action: int) -> str:
        """An action or outcome as text."""

    def read(self, seat: int, text: str) -> int:
        """The code of an action or outcome; ValueError if the text names none."""

    def show(self, s: Any) -> str:
        """The position as text."""


class Game(Rules):
    """A game as all generic code sees it: its facts, its constants and its rules, the latter two as attributes."""

    def __init__(self, rules: ModuleType) -> None:
        """Wrap the module that holds the rules; `load` checks it."""
        found = vars(rules)
        vars(self).update({name: found[name] for name in (*_CONSTANTS, *_FUNCTIONS)})
        self.rules: Any = rules
        self.facts: Facts = found["FACTS"]
        self.NAME = self.facts.name  # constants of the contract, under their fixed names
        self.TITLE = self.facts.title
        self.RULES = self.facts.version
        self.CLAUSES = self.facts.clauses
        self.SEATS = self.facts.seats
        self.ENDINGS = self.facts.endings
        self.RACE = self.facts.race
        # the suggested values of every option as text, the default first
        self.OPTIONS = {name: option.suggested for name, option in self.facts.options.items()}

    @property
    def rules_name(self) -> str:
        """The name of its rules, which are compiled once; games made of data share theirs."""
        return str(self.rules.FACTS.name)

    @property
    def secrets(self) -> bool:
        """May one seat know something that another does not? Only then is there something to guess."""
        return self.guess is not kernel.guess_nothing

    @cached_property
    def fouls(self) -> frozenset[int]:
        """The codes of actions that nobody takes on purpose."""
        return frozenset(code for code in range(self.ACTIONS) if self.say(0, code).split()[0] in self.facts.fouls)

    @cached_property
    def rolled(self) -> frozenset[int]:
        """The codes of outcomes that people could roll with real dice."""
        said = ((code, self.say(CHANCE, code).split()[0]) for code in range(self.OUTCOMES))
        return frozenset(code for code, word in said if word in self.facts.rolled)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The options that are numbers of the game rather than house rules, for players who like to experiment."""
        return tuple(name for name, option in self.facts.options.items() if option.numeric)

    @cached_property
    def state_json(self) -> StateJson:
        """Writes what may be shown of a state, without SOLUTION, as JSON."""
        return StateJson(self.STATE, self.facts.solution)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What each field of the state means."""
        return kernel.meanings(self.rules.State)

    def field_of(self, option: str) -> str:
        """The field of the state that holds this option."""
        return kernel.field_of(option)

    @property
    def given(self) -> tuple[str, ...]:
        """The fields of the state that are filled in before `reset`."""
        return tuple(map(self.field_of, self.facts.options))

    @property
    def package(self) -> str:
        """The package that holds this game: `bussolotto.games.bunte_kuh`."""
        return str(self.rules.__name__).rpartition(".")[0]

    @cached_property
    def events(self) -> Events:
        """What the game tells its players; where it brings nothing of its own, how the match has ended."""
        found = self.part("events")
        return found.EVENTS if found else endings_of(self)

    def has(self, name: str) -> bool:
        """Is there a module of this name in the folder of the rules? Imports nothing."""
        return _has(self.package, name)

    def part(self, name: str) -> ModuleType | None:
        """A module that only some games have besides the rules: `bot`, `advice`, `picture`; None if it has none."""
        return _part(self.package, name)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle the game as the name of its module; another process loads it from there."""
        return _by_module, (self.rules.__name__,)


def _has(package: str, name: str) -> bool:
    return bool(package) and find_spec(f"{package}.{name}") is not None


@cache
def _part(package: str, name: str) -> ModuleType | None:
    return import_module(f"{package}.{name}") if _has(package, name) else None


_FUNCTIONS = tuple(name for name, member in vars(Rules).items() if callable(member) and not name.startswith("_"))
_CONSTANTS = ("FACTS", "State", "STATE", "ACTIONS", "OUTCOMES", "MAX_PLIES")
_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {  # what fits, in words too
    "FACTS": (lambda found: isinstance(found, Facts), "Facts"),
    "STATE": (lambda found: isinstance(found, np.dtype), "what kernel.record returns"),
    "ACTIONS": (lambda found: is_whole(found) and found > 0, "a whole number, 1 at least"),
    "OUTCOMES": (lambda found: is_whole(found) and found >= 0, "a whole number"),
    "MAX_PLIES": (lambda found: is_whole(found) and found > 0, "a whole number, 1 at least"),
    **dict.fromkeys(_FUNCTIONS, (callable, "a function")),
}


def as_game(rules: Game | Rules | ModuleType) -> Game:
    """The game whose rules are in this module. Raises ContractError and names what is missing."""
    if isinstance(rules, Game):
        return rules
    _require_all(rules, _CONSTANTS)
    _require_kinds(rules, {"STATE": _KINDS["STATE"]})
    return _by_module(vars(rules)["STATE"].type.__module__)


def _require_all(rules: Rules | ModuleType, names: Iterable[str]) -> None:
    missing = [name for name in names if name not in vars(rules)]
    if missing:
        raise ContractError(f"{vars(rules).get('__name__', rules)} lacks {', '.join(missing)}")


def _require_kinds(rules: Rules | ModuleType, kinds: Mapping[str, tuple[Callable[[Any], bool], str]]) -> None:
    for name, (fits, wanted) in kinds.items():
        found = vars(rules)[name]
        if not fits(found):
            raise ContractError(f"{vars(rules)['__name__']}: {name} has to be {wanted}, not {found!r}")


def game_of(s: Any) -> Game:
    """The game whose state this is, in either reading."""
    kind = type(s)
    of_game = getattr(kind, OF_GAME, None)
    if of_game is None:
        return _by_module(kind.__module__)
    found: Game | None = of_game()
    assert found is not None, "a state whose game nobody holds any more"
    return found


def load(name: str) -> Game:
    """Load the game from the module of this name. Raises ContractError and names what is missing or wrong."""
    rules = import_module(name)  # waits if another thread is importing it
    _require_all(rules, (*_CONSTANTS, *_FUNCTIONS))
    _require_kinds(rules, _KINDS)
    game = Game(rules)  # type: ignore[abstract]  # the module's functions take the place of those of the protocol
    lacking = {"plies", *map(kernel.field_of, game.facts.options), *game.facts.solution} - set(game.STATE.names or ())
    if lacking:
        raise ContractError(f"{name}: its state has no field {', '.join(sorted(lacking))}")
    for fault in game.facts.looks.faults(game.STATE, game.facts.seats[-1]):
        raise ContractError(f"{name}: looks: {fault}")
    return game


@cache
def _by_module(name: str) -> Game:
    return load(name)


def refusal(game: Game, s: Any, seat: int, action: int) -> errors.Refusal:
    """Why this ply may not be played, as an error to raise: NotAnAction or IllegalAction."""
    number = game.OUTCOMES if seat == CHANCE else game.ACTIONS
    if not 0 <= action < number or not (0 <= seat < MAX_SEATS or seat == CHANCE):
        return errors.refuse("not-an-action", game=game.NAME, action=action)
    said = game.say(seat, action)
    if seat == CHANCE:
        return errors.refuse("illegal-action", seat=seat, action=said, clause="GEN-3")
    why = game.why(kernel.plain(s) if isinstance(s, np.record) else s, seat, action)
    told = {**why.values, "game": game.NAME, "why": why.word} if isinstance(why, Reason) else {}
    return errors.refuse("illegal-action", seat=seat, action=said, clause=f"{game.CLAUSES}-{why}", **told)


def choose_options(game: Game, options: Mapping[str, object]) -> dict[str, str]:
    """Every option of a game with its value as text: the given values, checked, and defaults for the others.

    Raises UnknownOption for a name and UnknownValue for a value that the game does not have.
    """
    for name in options:
        if name not in game.facts.options:
            raise errors.refuse("unknown-option", game=game.NAME, option=name, known=tuple(game.facts.options))
    chosen = {name: str(options.get(name, values[0])) for name, values in game.OPTIONS.items()}
    for name, value in chosen.items():
        try:
            game.facts.options[name].stored(value)
        except ValueError as problem:
            raise errors.refuse(
                "unknown-value",
                game=game.NAME,
                option=name,
                value=value,
                known=game.facts.options[name].possible,
                problem=str(problem) if game.facts.options[name].own else "",
            ) from problem
    return chosen


def open_state(game: Game, s: Any, seats: int, options: Mapping[str, object]) -> dict[str, str]:
    """Write the opening position into `s`, a state in either reading; return every option as text.

    Raises BadSeats, UnknownOption and UnknownValue.
    """
    if seats not in game.SEATS:
        raise errors.refuse("bad-seats", game=game.NAME, seats=seats, known=game.SEATS)
    chosen = choose_options(game, options)
    stored = {name: game.facts.options[name].stored(value) for name, value in chosen.items()}
    own = [name for name, option in game.facts.options.items() if option.own and stored[name] == OWN_VALUE]
    for name, value in stored.items():
        setattr(s, game.field_of(name), 0 if name in own else value)
    game.reset(s, seats)
    for name in own:
        setattr(s, game.field_of(name), OWN_VALUE)
        game.lay_own(s, name, chosen[name])
    return chosen


def new_state(game: Game | Rules | ModuleType, seats: int, **options: object) -> Any:
    """A record of this game after `reset`, with the options given by name: `new_state(game, 3, loan='five')`."""
    known = as_game(game)
    s = np.zeros(1, known.STATE)[0]
    open_state(known, s, seats, options)
    return s
