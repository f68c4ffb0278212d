"""What the modules that a game may have besides its rules have to hold, asked when a package of others is loaded.

What is wrong there would show only when somebody plays, and would break pages that show other games, too.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from inspect import signature
from reprlib import repr as shortened
from typing import Any, NamedTuple

from bussolotto.core.contract import ContractError, Game, by_name, is_text, is_whole
from bussolotto.core.events import Events, Kind

LEVELS = {"easy", "medium", "hard"}
PLAYS = ("choose", "watch")  # what a player is asked


class Wanted(NamedTuple):
    """What fits, and how that is said. `needed`: it may not be missing."""

    fits: Callable[[Any], bool]
    said: str
    needed: bool = True


def _are_texts(found: Any) -> bool:
    return isinstance(found, Collection) and not is_text(found) and all(map(is_text, found))


def _are_levels(found: Any) -> bool:
    return by_name(callable)(found) and LEVELS.issuperset(found)


def _are_weights(found: Any) -> bool:
    return isinstance(found, Mapping) and all(map(is_whole, found))


FUNCTION = Wanted(callable, "a function")
FUNCTION_IF_ANY = FUNCTION._replace(needed=False)
FUNCTION_OR_NONE = Wanted(lambda found: found is None or callable(found), "a function or None")
NUMBER = Wanted(is_whole, "a whole number")
NUMBER_IF_ANY = Wanted(lambda found: isinstance(found, float) or is_whole(found), "a number", needed=False)
TEXTS = Wanted(_are_texts, "texts in a tuple")
PARTS: Mapping[str, Mapping[str, Wanted]] = {
    "events": {
        "EVENTS": Wanted(lambda found: isinstance(found, Events), "Events, of bussolotto.core.events"),
        "EVENTS.kinds": Wanted(by_name(lambda kind: isinstance(kind, Kind)), "a Kind for each word"),
        "EVENTS.find": FUNCTION,
        "EVENTS.scene": FUNCTION,
        "EVENTS.begins": FUNCTION,
        "EVENTS.fades": FUNCTION_OR_NONE,
        "EVENTS.watched": TEXTS,
    },
    "bot": {"PLAYERS": Wanted(by_name(callable), "what makes a player for each name, a class for instance")},
    "levels": {"LEVELS": Wanted(_are_levels, "what makes a player, by some of the names easy, medium and hard")},
    "policy": {
        "NAME": Wanted(is_text, "text"),
        "tables": FUNCTION,
        "decide": FUNCTION,
        "rate": FUNCTION_IF_ANY,
        "watch": FUNCTION_IF_ANY,
        "MEMORY": NUMBER._replace(needed=False),
    },
    "valuation": {
        "FEATURES": TEXTS,
        "WEIGHTS": Wanted(_are_weights, "weights by number of seats"),
        "tables": FUNCTION,
        "settled": FUNCTION,
        "describe": FUNCTION,
    },
    "lookahead": {
        "MOST_MOVES": NUMBER,
        "tables": FUNCTION,
        "order_moves": FUNCTION,
        "play": FUNCTION,
        "begin": FUNCTION,
        "worth": FUNCTION,
    },
    "advice": {"ADVISER.advise": FUNCTION, "ADVISER.solvable": FUNCTION, "ADVISER.worth": FUNCTION},
    "picture": {"scene": FUNCTION, "spots": FUNCTION_IF_ANY, "fallen": FUNCTION_IF_ANY},
    "evening": {
        "EVENING.leaves": FUNCTION_OR_NONE,
        "EVENING.set_up": FUNCTION_OR_NONE._replace(fits=lambda found: not callable(found), said="a SetUp or None"),
        "EVENING.standing": FUNCTION_OR_NONE,
    },
    "review": {
        "EFFORT": NUMBER_IF_ANY,
        "SEARCH": NUMBER_IF_ANY,
        "outlook": FUNCTION_IF_ANY,
        "settled": FUNCTION_IF_ANY,
        "odds": FUNCTION_IF_ANY,
        "LESS": TEXTS._replace(needed=False),
    },
}


def require_parts(game: Game) -> None:
    """Load every part that this game has. Raises ContractError for what is no such part, or whatever it raises."""
    for part, wanted in PARTS.items():
        module = game.part(part)
        for name, each in wanted.items() if module else ():
            _require(f"{part}.py", module, name, each)
    if unknown := set(game.events.watched) - set(game.STATE.names or ()):
        raise ContractError(f"events.py: EVENTS.watched: its state has no field {', '.join(sorted(unknown))}")
    for part, table in (("bot", "PLAYERS"), ("levels", "LEVELS")):
        for name, maker in vars(game.part(part)).get(table, {}).items() if game.has(part) else ():
            _require_player(game, maker, f"{part}.py: {table}[{name!r}]")


def _require(file: str, found: Any, name: str, wanted: Wanted) -> None:
    for step in name.split("."):
        if not hasattr(found, step):
            if wanted.needed:
                raise ContractError(f"{file} lacks {name}, which has to be {wanted.said}")
            return
        found = getattr(found, step)
    if not wanted.fits(found):
        raise ContractError(f"{file}: {name} has to be {wanted.said}, not {shortened(found)}")


def _require_player(game: Game, maker: Callable[[Game], object], where: str) -> None:
    """None is made, for a player may solve its game first; what it lacks as a class would show when it sits down."""
    made = maker.func if isinstance(maker, partial) else maker
    if isinstance(made, type) and (lacking := [name for name in PLAYS if not callable(getattr(made, name, None))]):
        raise ContractError(f"{where} makes what is no player: it lacks {' and '.join(lacking)}")
    try:
        signature(maker).bind(game)
    except (TypeError, ValueError) as problem:
        raise ContractError(f"{where} cannot be called with a game: {problem}") from problem
