"""Hold a game to everything that ours are held to, one check after the other: what `bussolotto check-game` does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import bussolotto
from bussolotto import locale
from bussolotto.core.contract import ContractError, Game
from bussolotto.core.errors import BrokenGame
from bussolotto.games.others import place_in
from bussolotto.play.policies import policy_of
from bussolotto.players.player import Maker
from bussolotto.sheets import SheetGame
from bussolotto.testing import bots, compiled, golden, laws, page, policies, symmetry, texts, twins
from bussolotto.testing.reached import Reached, Watch
from bussolotto.testing.unseen import shown_in_log
from bussolotto.testing.worlds import World, every_world, noted

PLIES, SEEDS = 2_000, 25  # of interpreted matches: seeds are added until there are so many plies, or so many seeds
MATCHES = 1_000  # under the compiled laws
DECISIONS = 40  # of a compiled player in each match
BOT_DECISIONS = 300  # in each match of bots
TWIN_MATCHES = 30
HOLDS, BROKEN, MISSING, REMARK = "holds", "broken", "missing", "remark"
PARTS = ("policy", "bot", "events", "advice", "picture", "page", "rules.md", "symmetry", "twin", "playthroughs")


class Finding(NamedTuple):
    """How one check went. `detail`: what broke it, or what is missing, or remarked on.

    `cause`: what was raised and where, for one mistake may break many checks; "" where no line of the game raised it.
    """

    check: str
    result: str
    detail: str = ""
    cause: str = ""


def check_game(name: str, thorough: bool = False) -> Iterator[Finding | Reached]:
    """Yield a finding for every check, at last how much of the rules was reached. Raises UnknownGame.

    `thorough`: all seats with all options, every position, ten times as many matches.
    """
    try:
        game = bussolotto.game(name)
    except (BrokenGame, ContractError) as problem:
        yield Finding("contract", BROKEN, str(problem))
        return
    yield Finding("contract", HOLDS)
    yield from find_parts(game)
    worlds = matches_of(game, thorough)
    yield from check_texts(game, worlds)
    yield from check_laws(game, worlds)
    yield from look_at_log(game, worlds)
    yield from check_parts(game, worlds, thorough)
    if not isinstance(game, SheetGame):  # the rules of a sheet are those of all sheets
        yield from watch(game, worlds)


def matches_of(game: Game, thorough: bool) -> list[World]:
    """All seats and options; of a game with short matches with several seeds, so that rare turns of it come up."""
    worlds = every_world(game, thorough=thorough)
    try:
        plies = sum(len(world.log()) for world in worlds)
    except Exception:  # noqa: BLE001  # the laws play these matches again, and tell of it
        return worlds
    more = range(2, min(SEEDS, PLIES // max(plies, 1)) + 1)
    return worlds + [world for seed in more for world in every_world(game, seed, thorough)]


def attempt(game: Game, check: str, run: Callable[[], object]) -> Finding:
    """Run one check. Whatever the game raises breaks it: it may be anybody's."""
    try:
        run()
    except Exception as problem:  # noqa: BLE001  # a game that is being written may raise anything
        return Finding(check, BROKEN, evidence(game, problem), cause_of(game, problem))
    return Finding(check, HOLDS)


def evidence(game: Game, problem: Exception) -> str:
    """What was tried, what was raised, and the last line of the game's package that ran."""
    kind = "" if isinstance(problem, AssertionError) else type(problem).__name__
    said = ": ".join(filter(None, (kind, str(problem))))
    tried = [note for note in getattr(problem, "__notes__", ()) if note not in said]
    place = place_in(game.package, problem)
    return ": ".join([*tried, said or "AssertionError"]) + (f" ({place})" if place else "")


def cause_of(game: Game, problem: Exception) -> str:
    """What was raised, and the last line of the game's package that ran; "" if none did."""
    place = place_in(game.package, problem)
    return f"{type(problem).__name__} ({place})" if place else ""


def in_all(run: Callable[[Any], object], all_of: Mapping[str, object]) -> None:
    """Run it with each; what is raised is noted with its name."""
    for name, each in all_of.items():
        with noted(name):
            run(each)


def find_parts(game: Game) -> Iterator[Finding]:
    """The parts that a game may have and this one has not, and the languages that it does not speak."""
    if isinstance(game, SheetGame):
        return
    folder = files(game.package)
    for part in PARTS:
        there = (folder / part).is_dir() or (folder / part).is_file() or (folder / f"{part}.py").is_file()
        if not there and not (part == "symmetry" and "pyramid" not in vars(game.rules)):
            yield Finding("part", MISSING, part)
    for language in locale.LANGUAGES:
        if not (folder / "texts" / f"{language}.json").is_file():
            yield Finding("texts", MISSING, language)


def check_texts(game: Game, worlds: list[World]) -> Iterator[Finding]:
    """The texts of a game that has its own, and what it says in English to those who speak another language."""
    if isinstance(game, SheetGame):
        return
    yield attempt(game, "texts", partial(texts.law_texts, game, worlds))
    for language in locale.LANGUAGES:
        if locale.written(language, game.NAME) and (keys := texts.untranslated(game, language)):
            yield Finding("untranslated", MISSING, f"{language}: {', '.join(keys)}")


def look_at_log(game: Game, worlds: list[World]) -> Iterator[Finding]:
    """A remark, if everybody sees in the log what views hide: a game of memory may want that."""
    try:
        shown = shown_in_log(game, worlds)
    except Exception:  # noqa: BLE001  # the laws play these matches, too, and tell of it
        return
    if shown:
        yield Finding("shown", REMARK, ", ".join(sorted(shown)))


def check_laws(game: Game, worlds: list[World]) -> Iterator[Finding]:
    """The laws, of the module and of every position."""
    for name, law in vars(laws).items():
        if name.startswith("static_law_") and law is not laws.static_law_contract:
            yield attempt(game, name, partial(law, game))
        elif name.startswith("law_"):
            yield attempt(game, name, partial(in_all, law, by_name(worlds)))


def check_parts(game: Game, worlds: list[World], thorough: bool) -> Iterator[Finding]:
    """What the game brings besides its rules, and the rules compiled."""
    yield attempt(game, "compiled", partial(run_compiled, game, thorough))
    if policy_of(game).NAME:
        yield attempt(game, "policy", partial(in_all, partial(policies.obeys, most=DECISIONS), by_name(worlds)))
    if made := bots.of_package(game):
        yield attempt(game, "bots", partial(run_bots, game, made, thorough))
    yield from check_page(game)
    if game.has("symmetry"):
        yield attempt(game, "symmetry", partial(run_symmetry, game, worlds))
    if game.has("twin"):
        yield attempt(game, "twin", partial(run_twin, game, TWIN_MATCHES * (10 if thorough else 1)))
    if found := sorted(Path(str(files(game.package))).glob("playthroughs/*.txt")):
        named = {path.stem: path for path in found}
        yield (held := attempt(game, "playthroughs", partial(in_all, partial(golden.compare, name=game.NAME), named)))
        if held.result == HOLDS:
            lacking = golden.missing([golden.read(path, game.NAME) for path in found], [game.NAME])
            yield from (Finding("playthrough", MISSING, fact) for fact in lacking)


def check_page(game: Game) -> Iterator[Finding]:
    """The page of a game that has its own, as far as that can be said without a browser."""
    if (files(game.package) / "page" / "page.js").is_file():
        yield attempt(game, "page", partial(page.law_page, game)) if page.can_look() else Finding("node", REMARK)


def by_name(worlds: list[World]) -> dict[str, object]:
    """The same worlds under what is said of them."""
    return {str(world): world for world in worlds}


def run_bots(game: Game, made: Mapping[str, Maker], thorough: bool) -> None:
    """Every bot that the game brings, alone with others of its kind: all numbers of seats, all house rules."""
    for world in every_world(game, thorough=thorough):
        in_all(partial(bots.law_bot, world, most=BOT_DECISIONS), {f"{name}, {world}": made[name] for name in made})


def run_symmetry(game: Game, worlds: list[World]) -> None:
    """The symmetries that the game says it has."""
    said = game.part("symmetry")
    assert said
    in_all(partial(symmetry.law_symmetry, said=said), by_name(worlds))


def run_twin(game: Game, matches: int) -> None:
    """So many matches beside the game's slow twin."""
    twin = game.part("twin")
    assert twin
    twins.play_beside(game, twin.make, matches)


def run_compiled(game: Game, thorough: bool) -> None:
    """Compiled rules are the interpreted ones, byte for byte, and keep the laws in many matches."""
    compiled.all_side_by_side(game, thorough=thorough)
    compiled.law_loops(game, MATCHES * (10 if thorough else 1), thorough=thorough)


def watch(game: Game, worlds: list[World]) -> Iterator[Finding | Reached]:
    """How much of the rules random matches reach. One that raises leaves the others, and what was reached before."""
    watching, found = Watch(game), list[Reached]()
    tried = [
        attempt(game, "reached", partial(in_all, watching.play, {name: world}))
        for name, world in by_name(worlds).items()
    ]
    tried.append(attempt(game, "reached", lambda: found.append(watching.reached())))
    yield next((each for each in tried if each.result == BROKEN), tried[0])
    yield from found
