"""Every clause that can forbid something is told in every language, and so are the rules of every game in its page."""

import ast
import inspect
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto.core.kernel import CHANCE
from bussolotto.locale import LANGUAGES, catalogue
from bussolotto.play.match import Match
from tests.repo.sources import PACKAGE, ROOT

GAMES = bussolotto.games()
SECTIONS = {
    game: re.findall(r"\['(\w+)', '([\w, -]+)'\]", page.read_text(encoding="utf-8"))
    for game in GAMES
    if (page := PACKAGE / "games" / game.replace("-", "_") / "page" / "rules.js").exists()
}
SECTIONS = {game: sections for game, sections in SECTIONS.items() if sections}
OWN_RULES = {"spilorcio"}  # games whose page tells its rules itself
PLIES, ASKED = 240, 12


def numbers_in(node: ast.AST) -> Iterator[int]:
    """The whole numbers that an expression may be the value of: not those it only compares or computes with."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*numbers_in(node.body), *numbers_in(node.orelse))
    elif isinstance(node, ast.Call):
        yield from (number for part in node.args for number in numbers_in(part))
    elif isinstance(node, ast.Tuple):
        yield from (number for part in node.elts for number in numbers_in(part))
    elif isinstance(node, ast.Dict):
        yield from (number for part in node.values for number in numbers_in(part))


def forbidding(game: Any) -> set[str]:
    """The clauses that `why` can name, read from its source, its helpers' and their tables'."""
    tree = ast.parse(inspect.getsource(game.rules))
    telling = [node for node in tree.body if isinstance(node, ast.FunctionDef) and re.match("_?why", node.name)]
    named = {node.id for function in telling for node in ast.walk(function) if isinstance(node, ast.Name)}
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign) and named & names_of(node)]
    said = [node.value for function in telling for node in ast.walk(function) if isinstance(node, ast.Return)]
    numbers = {number for value in (*said, *tables) if value for number in numbers_in(value)}
    return {f"{game.CLAUSES}-{number}" for number in numbers - {0}}


def names_of(node: ast.Assign) -> set[str]:
    """The tables that an assignment makes, by how they are called: `_WHY`, `_CLAUSE`, `_END_CLAUSES`."""
    names = {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if re.search("WHY|CLAUSE", name)}


def heard(game: Any, rng: Random) -> Iterator[str]:
    """The clauses that `why` does name, for some actions of a random match."""
    match = Match(game, game.SEATS[0])
    for _ in range(PLIES):
        for code in rng.sample(range(game.ACTIONS), min(ASKED, game.ACTIONS)):
            if number := game.why(match.state, rng.randrange(match.seats), code):
                yield f"{game.CLAUSES}-{number}"
        if match.over:
            return
        movers = [seat for seat in range(CHANCE + 1) if match.movers() >> seat & 1]
        seat = rng.choice(movers)
        if seat == CHANCE:
            odds = match.odds()
            match.play(seat, rng.choices(range(len(odds)), odds)[0])
        else:
            match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_the_source_tells_every_clause_that_is_heard(name: str) -> None:
    game = bussolotto.game(name)
    found = set(heard(game, Random(7)))
    assert found and found <= forbidding(game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_forbids_is_told(name: str, language: str) -> None:
    wanted = {f"clause.{clause}" for clause in forbidding(bussolotto.game(name))}
    assert len(wanted) > 3
    assert sorted(wanted - catalogue(language).keys()) == []


def test_every_game_has_its_rules_in_the_page() -> None:
    assert sorted(SECTIONS) == sorted(set(GAMES) - OWN_RULES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_every_section_is_told(name: str, language: str) -> None:
    told = {key for key in catalogue(language) if key.startswith(f"rules.{name}.")}
    keys = {f"rules.{name}.{section}" for section, _ in SECTIONS[name]}
    assert len(keys) == len(SECTIONS[name]) > 3
    assert told == keys | {f"{key}.title" for key in keys} | {f"rules.{name}.example"}


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_sections_tell_every_clause_of_the_game_and_no_other(name: str) -> None:
    page = (PACKAGE / "games" / name.replace("-", "_") / "rules.md").read_text(encoding="utf-8")
    letters = bussolotto.game(name).CLAUSES
    told = {clause for _, clauses in SECTIONS[name] for clause in clauses.split(", ")}
    assert told == set(re.findall(rf"^- \*\*({letters}-\d+)\*\*", page, re.MULTILINE))


def unmarked(game: Any, page: str) -> list[str]:
    """The options whose printed value is not the default and is not marked as printed in the table of house rules."""
    chosen = {
        name: option for name, option in game.facts.options.items() if option.printed not in ("", option.suggested[0])
    }
    return [name for name in chosen if not re.search(rf"^\| `{name}` \|.*\bas printed\b", page, re.MULTILINE)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_and_not_the_default_is_marked_in_the_rules(name: str) -> None:
    page = PACKAGE / "games" / name.replace("-", "_") / "rules.md"
    assert unmarked(bussolotto.game(name), page.read_text(encoding="utf-8")) == []


def test_an_unmarked_option_is_found() -> None:
    game = bussolotto.game("bunte-kuh")
    assert unmarked(game, "| `fiasco` | `referee`, `search` | the program judges, or people do |") == ["fiasco"]
    assert unmarked(game, "| `fiasco` | `referee`, `search` | or people do, as printed |") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standard_board_is_not_called_the_printed_one(language: str) -> None:
    """Only some rows of it are known (SPI-9)."""
    texts = catalogue(language)
    told = texts["option.spilorcio.board.standard"] + texts["option.spilorcio.board.standard.hint"]
    words = {"en": "reconstruction", "it": "ricostruzione", "de": "Rekonstruktion", "fr": "reconstitution"}
    assert words[language] in told and words[language] in texts["cli.solve.spilorcio.standard"]
    assert not re.search("box|scatola|Schachtel|boîte", texts["option.spilorcio.board.standard"])


def test_no_page_of_the_docs_is_about_the_printed_board() -> None:
    """What is solved and measured is our reconstruction of it."""
    pages = [*(ROOT / "docs").glob("*.md"), *PACKAGE.glob("games/*/rules.md")]
    assert [page.name for page in pages if "on the printed board" in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_that_are_as_usual_are_not_called_printed(language: str) -> None:
    """Some are ours: the start of five at Spilorcio, the colours that cost points in Cui bono?."""
    texts = catalogue(language)
    words = {"en": "printed", "it": "regolamento", "de": "gedruckt", "fr": "origine"}
    keys = ("rules.house.usual", "rules.house.changed", "presets.rest.one", "presets.rest.other")
    assert [key for key in keys if words[language] in texts[key]] == []
