"""Hold a game to everything that ours are held to, one check after the other: what `bussolotto check-game` does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import bussolotto
from bussolotto import locale
from bussolotto.core.contract import ContractError, Game
from bussolotto.core.errors import BrokenGame
from bussolotto.play.policies import policy_of
from bussolotto.sheets import SheetGame
from bussolotto.testing import compiled, golden, laws, policies, symmetry, twins
from bussolotto.testing.reached import Reached, Watch
from bussolotto.testing.worlds import World, every_world

MATCHES = 1_000  # under the compiled laws
DECISIONS = 40  # of a compiled player in each match
TWIN_MATCHES = 30
HOLDS, BROKEN, MISSING = "holds", "broken", "missing"
PARTS = ("policy", "bot", "events", "advice", "picture", "page", "rules.md", "symmetry", "twin", "playthroughs")


class Finding(NamedTuple):
    """How one check went. `detail`: what broke it, or what is missing."""

    check: str
    result: str
    detail: str = ""


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
    worlds = every_world(game, thorough=thorough)
    yield from check_laws(game, worlds)
    yield from check_parts(game, worlds, thorough)
    if not isinstance(game, SheetGame):  # the rules of a sheet are those of all sheets
        yield from watch(game, worlds)


def attempt(check: str, run: Callable[[], object]) -> Finding:
    """Run one check. Whatever the game raises breaks it: it may be anybody's."""
    try:
        run()
    except Exception as problem:  # noqa: BLE001  # a game that is being written may raise anything
        kind = "" if isinstance(problem, AssertionError) else f"{type(problem).__name__}: "
        return Finding(check, BROKEN, f"{kind}{problem}")
    return Finding(check, HOLDS)


def in_all(run: Callable[[Any], object], all_of: Iterable[object]) -> None:
    """Run it with each."""
    for each in all_of:
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


def check_laws(game: Game, worlds: list[World]) -> Iterator[Finding]:
    """The laws, of the module and of every position."""
    for name, law in vars(laws).items():
        if name.startswith("static_law_") and law is not laws.static_law_contract:
            yield attempt(name, partial(law, game))
        elif name.startswith("law_"):
            yield attempt(name, partial(in_all, law, worlds))


def check_parts(game: Game, worlds: list[World], thorough: bool) -> Iterator[Finding]:
    """What the game brings besides its rules, and the rules compiled."""
    yield attempt("compiled", partial(run_compiled, game, thorough))
    if policy_of(game).NAME:
        yield attempt("policy", partial(in_all, partial(policies.obeys, most=DECISIONS), worlds))
    if said := game.part("symmetry"):
        yield attempt("symmetry", partial(in_all, partial(symmetry.law_symmetry, said=said), worlds))
    if twin := game.part("twin"):
        yield attempt("twin", partial(twins.play_beside, game, twin.make, TWIN_MATCHES * (10 if thorough else 1)))
    if found := sorted(Path(str(files(game.package))).glob("playthroughs/*.txt")):
        yield (held := attempt("playthroughs", partial(in_all, partial(golden.compare, name=game.NAME), found)))
        if held.result == HOLDS:
            lacking = golden.missing([golden.read(path, game.NAME) for path in found], [game.NAME])
            yield from (Finding("playthrough", MISSING, fact) for fact in lacking)


def run_compiled(game: Game, thorough: bool) -> None:
    """Compiled rules are the interpreted ones, byte for byte, and keep the laws in many matches."""
    compiled.all_side_by_side(game, thorough=thorough)
    compiled.law_loops(game, MATCHES * (10 if thorough else 1), thorough=thorough)


def watch(game: Game, worlds: list[World]) -> Iterator[Finding | Reached]:
    """How much of the rules random matches reach. One that raises leaves the others, and what was reached before."""
    watching, found = Watch(game), list[Reached]()
    tried = [attempt("reached", partial(watching.play, world)) for world in worlds]
    tried.append(attempt("reached", lambda: found.append(watching.reached())))
    yield next((each for each in tried if each.result == BROKEN), tried[0])
    yield from found
