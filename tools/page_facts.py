"""What the page of a game knows of its rules: the fields of the state, phases, values of options, constants.

    python -m tools.page_facts

writes `facts.js` beside every page of a game, from the record and the rules. Values of options stand behind a function
each (`option.lattice(view)`), so that a page need not know how the state holds them. Functions of options and constants
are written where a script of the page asks for them. A test holds the files to the rules.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import bussolotto
from bussolotto.core import dice
from bussolotto.core.contract import Game, Number
from bussolotto.core.kernel import field_of

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bussolotto"
NAME = "facts.js"
IMPORTED = re.compile(r"import \{([^}]*)\} from '\./facts\.js'")
OPTION = re.compile(r"\boption\.(\w+)")
ALWAYS = {"PHASE", "option"}
WIDTH = 120


def main() -> int:
    """Write the facts of every page."""
    for path, text in facts().items():
        path.write_text(text, encoding="utf-8")
    return 0


def facts(package: Path = PACKAGE) -> dict[Path, str]:
    """The text of every `facts.js`."""
    found = {}
    for name in bussolotto.games():
        folder = package / "games" / name.replace("-", "_") / "page"
        if folder.is_dir():
            scripts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")) if path.name != NAME]
            found[folder / NAME] = written(bussolotto.game(name), scripts)
    return found


def written(game: Game, scripts: Sequence[str]) -> str:
    """The facts of a game, as far as these scripts ask for them."""
    options = sorted({option for script in scripts for option in OPTION.findall(script)})
    asked = {
        name.split()[0]
        for script in scripts
        for names in IMPORTED.findall(script)
        for name in names.split(",")
        if name.strip()
    }
    lines = [
        "/**",
        f" * What the page of {game.TITLE} knows of its rules. Written by `python -m tools.page_facts`.",
        " *",
        " * @typedef {object} View the fields of the state, as far as a viewer may know them",
        *(f" * @property {{{shape}}} {field}" for field, shape in fields(game)),
        " */",
        "",
        *assigned("PHASE", phases(game), "by name"),
    ]
    for name in sorted(asked - ALWAYS):
        lines += assigned(name, constant(game, name))
    if options:
        lines += ["", "/** What an option is at the table of a view; 0 where the number is as printed. */"]
        lines += ["export const option = {"]
        lines += [f"  {name}: (/** @type {{View}} */ view) => {value_of(game, name)}," for name in options]
        lines += ["};"]
    return "\n".join([*lines, ""])


def fields(game: Game) -> Iterator[tuple[str, str]]:
    """The fields of a view and their types: a number, a list, a list of lists. No view tells what is to be found."""
    for name in game.STATE.names:
        if name not in game.facts.solution:
            yield name, "number" + "[]" * len(game.STATE[name].shape)


def phases(game: Game) -> dict[str, int]:
    """The phases of a game by their name in small letters, in their order."""
    tree = ast.parse(inspect.getsource(game.rules))
    given = {name for node in ast.walk(tree) for name in given_to_phase(node)}
    names = {name for node in tree.body for group in [named_together(node)] if given & set(group) for name in group}
    assert names, f"{game.NAME} has no phases"
    return {
        name.lower(): getattr(game.rules, name) for name in sorted(names, key=lambda name: getattr(game.rules, name))
    }


def given_to_phase(node: ast.AST) -> Iterator[str]:
    """The constants that a statement gives to the field `phase`."""
    if isinstance(node, ast.Assign) and any(
        isinstance(to, ast.Attribute) and to.attr == "phase" for to in node.targets
    ):
        yield from (part.id for part in ast.walk(node.value) if isinstance(part, ast.Name) and part.id.isupper())


def named_together(node: ast.stmt) -> list[str]:
    """The names of `A, B, C = range(..)`."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
        return []
    return [each.id for each in node.targets[0].elts if isinstance(each, ast.Name)]


def constant(game: Game, name: str) -> Any:
    """A constant of the rules, which may be one of their own, such as `_MAIN`; or else of the dice of all games."""
    constants = vars(game.rules)
    return constants.get(name, constants.get(f"_{name}")) if {name, f"_{name}"} & constants.keys() else vars(dice)[name]


def value_of(game: Game, option: str) -> str:
    """How a script reads the value of an option in a view: a number lies there, of words their place in a list."""
    if isinstance(game.facts.options[option], Number):
        return f"view.{field_of(option)}"
    values = game.OPTIONS[option]
    if not any(value.isdigit() for value in values):
        return f"{shown(values)}[view.{field_of(option)}]"
    return f"{shown([int(value) if value.isdigit() else 0 for value in values])}[view.{field_of(option)}]"


def assigned(name: str, value: Any, remark: str = "") -> list[str]:
    """A constant, over several lines where one is too short."""
    said = f" // {remark}" if remark else ""
    line = f"export const {name} = {shown(value)};"
    if len(line) <= WIDTH:
        return [line + said]
    parts = plain(value).items() if isinstance(value, dict) else enumerate(plain(value))
    keys = isinstance(value, dict)
    body = [f"  {f'{key}: ' if keys else ''}{shown(part)}," for key, part in parts]
    start, end = "{}" if keys else "[]"
    return [f"export const {name} = {start}{said}", *body, f"{end};"]


def shown(value: Any) -> str:
    """A value in JavaScript."""
    value = plain(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {shown(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, str):
        return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace("'", "\\'") + "'"
    assert isinstance(value, int), value
    return str(value)


def plain(value: Any) -> Any:
    """A value of a module without the types of NumPy; keys that are tuples become words, (3, 1, 1) `311`."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, dict):
        return {"".join(map(str, key)) if isinstance(key, tuple) else key: part for key, part in value.items()}
    return list(value) if isinstance(value, tuple | range) else value


if __name__ == "__main__":
    sys.exit(main())
