"""What pages know of the rules is what the rules say."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

import bussolotto
from bussolotto.core import dice, pyramid
from bussolotto.core.contract import Choice, Facts, Game, Number, Option
from bussolotto.play.match import Match
from tests.repo.sources import PACKAGE, name_of
from tools import page_facts

COPIED = re.compile(
    r"^(?:export )?const (?:PHASE|\[[A-Z_, ]+\]) = |// (?:by|of) option|\[view\.(?:lattice|penalty|goal)\]",
    re.MULTILINE,
)
NAMED = re.compile(r"\bconst ([A-Z][A-Z_0-9]*) =\s*(?:/\*\*.*?\*/\s*\(?)?\s*(?=[\d'\"\[{-]|true\b|false\b)(.*)")
LIST = re.compile(r"\[([^\[\]()`]*?),?\s*\]")
PLAIN = re.compile(r"'[^']*'|\"[^\"]*\"|\b\w+:|\b(?:true|false)\b|//.*")


def test_every_page_has_the_facts_of_today() -> None:
    """After a change of rules: `python -m tools.page_facts`."""
    written = page_facts.facts()
    assert len(written) == len(list(PACKAGE.glob("games/*/page/page.js")))
    assert [name_of(path) for path, text in written.items() if path.read_text(encoding="utf-8") != text] == []


def test_no_page_copies_what_its_facts_say() -> None:
    scripts = [path for path in PACKAGE.glob("games/*/page/*.js") if path.name != page_facts.NAME]
    copied = {name_of(path): COPIED.findall(path.read_text(encoding="utf-8")) for path in scripts}
    assert {name: found for name, found in copied.items() if found} == {}


def copies(game: Game, script: str) -> Iterator[str]:
    """What a script writes out although the game states it: a fact or constant under its own name, or a whole list."""
    constants = vars(game.rules).keys() | vars(dice).keys() | vars(pyramid).keys()
    stated = {name.removeprefix("_") for name in constants} | {each.name.upper() for each in fields(Facts)}
    for name, value in NAMED.findall(script):
        if name in stated and not re.search(r"[A-Za-z]", PLAIN.sub("", value)):
            yield name
    lists = [page_facts.plain(value) for value in vars(game.rules).values()] + [list(game.SEATS), list(game.ENDINGS)]
    for written in LIST.findall(script):
        if (read := literal(written)) and read in lists:
            yield f"[{written}]"


def literal(text: str) -> list[Any]:
    """The values of a list of literals that says something: three numbers or two words at least; else none."""
    try:
        read: list[Any] = json.loads(f"[{text}]".replace("'", '"'))
    except json.JSONDecodeError:
        return []
    return read if len(read) > 2 or (len(read) > 1 and all(isinstance(each, str) for each in read)) else []


def own_scripts(name: str) -> dict[str, str]:
    """The scripts of the page of a game that people have written."""
    folder = PACKAGE / "games" / name.replace("-", "_") / "page"
    paths = [path for path in sorted(folder.glob("*.js")) if path.name != page_facts.NAME]
    return {name_of(path): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("name", bussolotto.games())
def test_no_page_writes_out_what_its_game_states(name: str) -> None:
    """A page asks `facts.js` or `GET /api/games`: a number that stands twice is wrong in one place some day."""
    game = bussolotto.game(name)
    found = {script: list(copies(game, text)) for script, text in own_scripts(name).items()}
    assert {script: names for script, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "script",
    [
        "export const FEWEST_WIN = true;",
        "const RACE = false;",
        "export const SEATS = [9];",
        "const AS_PRINTED = [0, 0, 10, 10, 10, 7, 7];",
        "const printed = [0, 0, 10, 10, 10, 7, 7];",
        "const COLOURS = /** @type {const} */ (['pearl', 'yellow', 'red']);",
        "const kinds = /** @type {const} */ (['pearl', 'yellow', 'red']);",
        "const MOST_KEPT = 12;",
        "export const DICE = 5;",
        "const OPTIONS = {\n  keeps: 0,\n};",
    ],
)
def test_the_search_for_copies_bites(script: str) -> None:
    assert list(copies(bussolotto.game("cui-bono"), script))


@pytest.mark.parametrize(
    "script",
    [
        "import { AS_PRINTED } from './facts.js';",
        "const { COLOURS } = facts;",
        "const COLOURS = [FROM_ONE[0], ...FROM_ONE];",
    ],
)
def test_what_is_made_of_facts_is_no_copy(script: str) -> None:
    assert list(copies(bussolotto.game("cui-bono"), script)) == []


@pytest.mark.parametrize("name", bussolotto.games())
def test_a_view_has_the_fields_that_pages_are_told(name: str) -> None:
    game = bussolotto.game(name)
    view = Match(game, min(game.SEATS)).view(0)
    assert list(view) == [field for field, _ in page_facts.fields(game)]
    for field, shape in page_facts.fields(game):
        value, depth = view[field], shape.count("[]")
        for _ in range(depth):
            assert isinstance(value, list)
            value = value[0]
        assert isinstance(value, int), field


def test_phases_are_found_by_the_field_that_holds_them() -> None:
    found = page_facts.phases(bussolotto.game("raffzahn"))
    assert list(found) == ["drawing", "laying", "falling", "ready", "stopped", "taking", "cleared", "stuck"]
    assert list(found.values()) == list(range(8))


@pytest.fixture
def pig() -> Any:
    """The rules of a game, as far as a page asks for them."""
    options: dict[str, Option] = {
        "goal": Number(10, 200, values=(100, 25)),
        "end": Choice(("at_once", "round")),
        "most": Choice(("printed", "3"), numeric=True),
    }
    said = {name: option.suggested for name, option in options.items()}
    return SimpleNamespace(facts=SimpleNamespace(options=options), OPTIONS=said, rules=SimpleNamespace(_FACES=6))


def test_values_of_options_are_numbers_or_words(pig: Any) -> None:
    assert page_facts.value_of(pig, "goal") == "view.goal"
    assert page_facts.value_of(pig, "end") == "['at_once', 'round'][view.end]"
    assert page_facts.value_of(pig, "most") == "[0, 3][view.most]"


def test_constants_may_be_those_of_the_rules_alone(pig: Any) -> None:
    assert page_facts.constant(pig, "FACES") == 6
    with pytest.raises(KeyError):
        page_facts.constant(pig, "PIPS")


def test_values_are_written_as_javascript() -> None:
    assert page_facts.shown({"a": [1, (2, 3)], "b": "it's \\ ü"}) == "{ a: [1, [2, 3]], b: 'it\\'s \\\\ ü' }"
    assert page_facts.assigned("LONG", ["x" * 60, "y" * 60])[1:] == [f"  '{'x' * 60}',", f"  '{'y' * 60}',", "];"]
