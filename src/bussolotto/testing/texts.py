"""The law of texts: a game has those that it needs, and whatever they leave blank is filled in.

English is required, the other languages fall back to it. What the rules refuse and what events tell is heard in random
matches, so their sentences are tried with the values that they get there.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from bussolotto import locale
from bussolotto.core import contract
from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal
from bussolotto.core.events import Event
from bussolotto.core.kernel import SPECTATOR
from bussolotto.core.reasons import Reason
from bussolotto.games import names
from bussolotto.play.narration import Narration
from bussolotto.testing.worlds import World, noted

SOMETIMES, SELDOM = 0.4, 0.02  # how often every action is asked for ..
ENOUGH = 25  # .. before and after so many positions of a phase
FORMS = ("", ".one", ".other")
STEP = {"name", "what", "n", "seat"}  # what the sentence of a step can tell
FILLED: dict[str, set[str]] = {  # by how a key begins, the blanks that are filled in wherever it is shown
    **{kind: set() for kind in ("game.", "option.", "clause.", "word.", "ending.", "note.")},
    "cli.said.": {*STEP, "next"},
}
ON_GENERAL_PAGE: dict[str, set[str]] = {
    "told.": STEP,
    "say.": set(),
    "looks.": set(),
}  # a game's own page may fill more


def law_texts(game: Game, worlds: list[World]) -> None:
    """No text is missing in English, and in no language has one a blank that nothing fills."""
    found = faults(game, refused(worlds), told(worlds))
    assert not found, "; ".join(found)


def faults(game: Game, refusals: Mapping[Why, Refusal], events: Mapping[str, Event]) -> list[str]:
    """What is wrong with the texts of a game, as far as these refusals and events show it."""
    lacking = [f"English lacks {key}" for key in missing(game, refusals, events)]
    return [*lacking, *(each for language in locale.LANGUAGES for each in unfilled(game, language, refusals, events))]


def untranslated(game: Game, language: locale.Language) -> list[str]:
    """The texts that are shown in English where this language is spoken."""
    own = locale.written(language, game.NAME)
    return [key for key in locale.written("en", game.NAME) if key not in own]


def missing(game: Game, refusals: Mapping[Why, Refusal], events: Mapping[str, Event]) -> list[str]:
    """The keys that the game needs and has not in English; of those that have two forms, the one for several."""
    known = shown("en", game.NAME)

    def lacks(*keys: str) -> bool:
        return not any(f"{key}{form}" in known for key in keys for form in FORMS if form != ".one")

    wanted = [*clauses(game, refusals), *events_of(game, events)]
    words = reasons(game) | {why.word for why in refusals if why.word}
    lacking = {key for key in wanted if lacks(key)} | (named(game) - known.keys())
    return sorted(
        lacking | {f"why.{game.NAME}.{word}" for word in words if lacks(f"why.{game.NAME}.{word}", f"why.{word}")}
    )


def shown(language: locale.Language, name: str) -> dict[str, str]:
    """The texts of a game and those of all games, without those of others."""
    others = {*names()}
    texts: dict[str, str] = {}
    for area, found in locale.parts(language).items():
        texts |= {} if area in others else found
    return texts | locale.of_game(language, name)


def named(game: Game) -> set[str]:
    """Title and authors, every option and every value but plain numbers, every word of the notation."""
    name = game.NAME
    keys = {f"game.{name}.{what}" for what in ("title", "about", *(["author"] if game.facts.authors else []))}
    for option, values in game.OPTIONS.items():
        keys |= {
            f"option.{name}.{option}",
            *(f"option.{name}.{option}.{each}" for each in values if not is_plain(each)),
        }
    return keys | {f"word.{game.say(0, action).partition(' ')[0]}" for action in range(game.ACTIONS)}


def is_plain(value: str) -> bool:
    """Is a value a number, which tells itself?"""
    return value.isdigit()


def clauses(game: Game, refusals: Mapping[Why, Refusal]) -> list[str]:
    """The clauses from the first to the last that has a text, or that forbade something."""
    prefix = f"clause.{game.CLAUSES}-"
    told = [key.removeprefix(prefix) for key in locale.of_game("en", game.NAME) if key.startswith(prefix)]
    last = max([*(int(number) for number in told if number.isdigit()), *(why.clause for why in refusals)], default=0)
    return [f"{prefix}{number}" for number in range(1, last + 1)]


def events_of(game: Game, events: Mapping[str, Event]) -> Iterator[str]:
    """The sentence of every event of its own, and those of pairs within the ones that happened."""
    for word in game.events.kinds if game.has("events") else ():
        yield f"event.{game.NAME}.{word}"
    for event in events.values():
        yield from (key for key, _ in pairs(game.NAME, event))


def pairs(name: str, event: Event) -> Iterator[tuple[str, set[str]]]:
    """The texts of who and what, or what and how much, in an event, and what fills their blanks."""
    for word, value in event.values.items():
        for pair in value if isinstance(value, list) else ():
            if isinstance(pair, tuple):
                by_seat = isinstance(pair[0], int)
                key = f"event.{name}.{word}" if by_seat else f"event.{name}.{word}.{pair[0]}"
                yield key, {"what", "n", "name"} if by_seat else {"what", "n"}


def reasons(game: Game) -> set[str]:
    """The words of all reasons that the rules write out, also of those that random matches never hear."""
    tree = ast.parse(inspect.getsource(game.rules))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason"]
    return {word for call in calls if len(call.args) > 1 for word in words_in(call.args[1])}


def words_in(node: ast.AST) -> Iterator[str]:
    """The words that an expression may be: of a condition either, of a table any."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*words_in(node.body), *words_in(node.orelse))
    elif isinstance(node, ast.Dict):
        yield from (word for value in node.values for word in words_in(value))
    elif isinstance(node, ast.Subscript):
        yield from words_in(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):  # {..}.get(.., "turn")
        yield from (word for part in (node.func.value, *node.args) for word in words_in(part))


def unfilled(
    game: Game, language: locale.Language, refusals: Mapping[Why, Refusal], events: Mapping[str, Event]
) -> Iterator[str]:
    """The blanks in this language that nothing fills; in texts that only the page shows, those that English lacks."""
    english = locale.written("en", game.NAME)
    heard = {f"why.{game.NAME}.{why.word}": {*refusal.values} for why, refusal in refusals.items()}
    heard |= {key: values for event in events.values() for key, values in filled(game.NAME, event)}
    kinds = FILLED if has_page(game) else FILLED | ON_GENERAL_PAGE
    for key, text in locale.written(language, game.NAME).items():
        stem = key.removesuffix(".one").removesuffix(".other")
        of_kind = next((kinds[kind] for kind in kinds if key.startswith(kind)), None)
        known = heard.get(stem, of_kind)
        if known is None:
            known = {blank for form in FORMS for blank in blanks(english.get(f"{stem}{form}", ""))}
        for unknown in sorted(blanks(text) - known):
            yield f"nothing fills {{{unknown}}} in {key} ({language})"


def filled(name: str, event: Event) -> Iterator[tuple[str, set[str]]]:
    """The texts that tell an event, and what fills their blanks."""
    players = {blank for value, blank in (("seat", "name"), ("seats", "names")) if value in event.values}
    yield f"event.{name}.{event.word}", {*event.values, *players}
    yield from pairs(name, event)


def blanks(text: str) -> set[str]:
    """The names of the blanks in a text."""
    return set(locale.BLANK.findall(text))


def has_page(game: Game) -> bool:
    """Has the game a page of its own?"""
    return (files(game.package) / "page").is_dir()


class Why(NamedTuple):
    """What the rules forbid by: a clause, and the word of the reason, "" where they name none."""

    clause: int
    word: str


def refused(worlds: list[World], enough: int = ENOUGH) -> dict[Why, Refusal]:
    """One refusal for everything that forbids something in these matches."""
    found: dict[Why, Refusal] = {}
    for world, s, seat in asked(worlds, enough):
        with noted(world):
            for action in range(world.game.ACTIONS):
                if clause := world.game.why(s, seat, action):
                    why = Why(int(clause), clause.word if isinstance(clause, Reason) else "")
                    if why not in found:
                        found[why] = contract.refusal(world.game, s, seat, action)
    return found


def asked(worlds: list[World], enough: int) -> Iterator[tuple[World, Any, int]]:
    """Positions of these matches, and whoever asks there."""
    rng = Random(15)
    of_phase: Counter[int] = Counter()
    for world in worlds:
        with noted(world):
            for s in world.positions():
                often = SOMETIMES if of_phase[s.phase] < enough else SELDOM
                if rng.random() < often or world.game.movers(s) == 0:
                    of_phase[s.phase] += 1
                    yield from ((world, s, seat) for seat in range(world.seats))


def told(worlds: list[World]) -> dict[str, Event]:
    """By word, an event that happened in these matches."""
    found: dict[str, Event] = {}
    for world in worlds:
        if world.game.events.kinds:
            with noted(world):
                match = world.match()
                for ply in Narration(match).told(match.log, SPECTATOR):
                    for event in ply.events:
                        found.setdefault(event.word, event)
    return found
