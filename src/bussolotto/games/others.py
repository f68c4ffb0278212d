"""Games that other packages bring, by entry points of the group `bussolotto.games`.

They are loaded whole before anything else learns their names: rules, players, texts. So one that cannot be used is one
sentence, and everything goes on without it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FunctionType
from typing import NamedTuple

from bussolotto.core import errors
from bussolotto.core.contract import NAME, ContractError, Game, as_game, choose_options
from bussolotto.core.errors import BrokenGame, Refusal
from bussolotto.games.parts import require_parts
from bussolotto.games.script import FILE, parse

GROUP = "bussolotto.games"
AREAS = files("bussolotto") / "locale" / "parts"
TABLE_SAYS = "texts"  # the folder of a game's texts


class Others(NamedTuple):
    """The packages of the games of others that can be used, by name, and why the rest cannot."""

    packages: dict[str, str]
    broken: tuple[BrokenGame, ...]


def find_others(ours: Mapping[str, str]) -> Others:
    """Find all games of other packages. Where two have a name, the first keeps it, and ours before any other."""
    packages: dict[str, str] = {}
    broken: list[BrokenGame] = []
    for point in _points():
        try:
            _require_name(point.name, {**ours, **packages})
            _require_whole(point)
        except (Exception, SystemExit) as problem:  # noqa: BLE001  # others may raise anything when they are imported
            broken.append(_broken(point, problem))
        else:
            packages[point.name] = point.value
    return Others(packages, tuple(broken))


def _points() -> Iterator[EntryPoint]:
    """Every entry point of the group once, by name and package, whatever the order of the folders searched."""
    unique = {(point.name, point.value): point for point in entry_points(group=GROUP)}
    return (unique[key] for key in sorted(unique))


def _require_name(name: str, taken: Mapping[str, str]) -> None:
    if not NAME.fullmatch(name):
        raise ContractError("a name is lower-case words joined by hyphens")
    if name in taken:
        raise ContractError(f"{taken[name]} has a game of that name already")
    if name.startswith("later-") or name in _areas():
        raise ContractError("that name has another meaning here")


def _areas() -> set[str]:
    """The names of the catalogues that belong to no game."""
    return {part.name.split(".")[0] for part in AREAS.iterdir()}


def _require_whole(point: EntryPoint) -> None:
    """Load all that a game may consist of. Raises whatever is wrong with it."""
    game = as_game(import_module(f"{point.value}.game"))
    if point.name != game.NAME:
        raise ContractError(f"its facts say that it is {game.NAME!r}")
    require_parts(game)
    folder = files(point.value) / TABLE_SAYS
    for found in folder.iterdir() if folder.is_dir() else ():
        if found.name.endswith(".json"):
            _require_texts(found)
    if (script := files(point.value) / FILE).is_file():
        _require_script(game, script)


def _require_texts(file: Traversable) -> None:
    name = f"{TABLE_SAYS}/{file.name}"
    texts = json.loads(_read_json(file, name))
    if not isinstance(texts, dict) or not _are_words(texts.values()):
        raise ContractError(f"{name} has to be one object with texts by their keys")


def _require_script(game: Game, file: Traversable) -> None:
    """The home page asks for it, and a practice table plays it."""
    text = _read_json(file, FILE)
    try:
        script = parse(text)
        choose_options(game, script.options)
    except (TypeError, KeyError, ValueError, AttributeError, Refusal) as problem:
        raise ContractError(f"{FILE}: {type(problem).__name__}: {problem}") from problem
    if script.seats not in game.SEATS or not script.steps:
        raise ContractError(f"{FILE} has to have a number of seats of the game, and steps")


def _read_json(file: Traversable, name: str) -> str:
    """The text of a file that is JSON. Raises ContractError if it is none."""
    try:
        text = file.read_text(encoding="utf-8")
        json.loads(text)
    except json.JSONDecodeError as problem:
        raise ContractError(f"{name}, line {problem.lineno} column {problem.colno}: {problem.msg}") from problem
    except UnicodeDecodeError as problem:
        raise ContractError(f"{name} has to be written in UTF-8") from problem
    return text


def _are_words(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _broken(point: EntryPoint, problem: BaseException) -> BrokenGame:
    """Return the sentence for what went wrong, on one line."""
    refusal = broken_game(point.name, point.value, _told(point.value, problem))
    refusal.__cause__ = problem
    return refusal


def failed(others: Others, problem: Exception) -> Refusal | None:
    """The refusal for what a game of another package raised while it was played; None if no line of one raised it."""
    for name, package in others.packages.items():
        if not isinstance(problem, Refusal) and place_in(package, problem):
            return errors.refuse("failed-game", name=name, package=package, problem=_told(package, problem))
    return None


def _told(package: str, problem: BaseException) -> str:
    said = " ".join(str(problem).split()).rstrip(".")
    kind = "" if isinstance(problem, ContractError) else type(problem).__name__
    place = place_in(package, problem)
    return ": ".join(filter(None, [kind, said])) + (f" ({place})" if place else "")


def place_in(package: str, problem: BaseException) -> str:
    """The last line of a package that ran: `game.py:84 in apply`; "" if none did, or the problem says where it is."""
    if isinstance(problem, SyntaxError):
        return ""
    for frame, line in reversed([*walk_tb(problem.__traceback__)]):
        if place := _place(package, frame.f_globals.get("__name__", ""), frame.f_code, line):
            return place
    return ""


def place_of(package: str, function: FunctionType) -> str:
    """Where a function begins, if it is one of this package; else ""."""
    return _place(package, function.__module__, function.__code__, function.__code__.co_firstlineno)


def _place(package: str, module: str, code: CodeType, line: int) -> str:
    """By the name of the module: where the package lies may be unknown while it is imported."""
    if not f"{module}.".startswith(f"{package}."):
        return ""
    path = Path(code.co_filename)
    depth = module.count(".") - package.count(".") + (path.name == "__init__.py")
    within = "" if code.co_name == "<module>" else f" in {code.co_name}"
    return f"{'/'.join(path.parts[-depth:])}:{line}{within}"


def broken_game(name: str, package: object, problem: object) -> BrokenGame:
    """Return the refusal of a game that cannot be used."""
    refusal = errors.refuse("broken-game", name=name, package=package, problem=problem)
    assert isinstance(refusal, BrokenGame)
    return refusal
