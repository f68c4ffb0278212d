"""A game is more than its module: here it is told exactly what is missing of one."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import bussolotto
from bussolotto.kernel import CHANCE
from bussolotto.locale import LANGUAGES, catalogue
from tests.repo.sources import PACKAGE, ROOT

PAGES = PACKAGE / "web" / "games"
PLAIN = {"plain"}  # the page of every game that has none of its own


def missing(name: str, root: Path = ROOT) -> list[str]:
    """What the game of this name lacks, as paths and keys."""
    known = bussolotto.games()
    lacking = [file for file in files(name, known) if not any(root.glob(file))]
    return lacking + (words_missing(name) if name in known else [f"{name!r} in src/bussolotto/games/__init__.py"])


def files(name: str, known: Sequence[str]) -> list[str]:
    """The files of a game, as patterns: its own page where one is listed, symmetries where it stands on the pyramid."""
    module = name.replace("-", "_")
    symmetric = name in known and hasattr(bussolotto.game(name), "pyramid")
    return [
        f"src/bussolotto/games/{module}.py",
        f"src/bussolotto/players/{module}.py",
        *(f"src/bussolotto/locale/parts/{name}.{language}.json" for language in LANGUAGES),
        *([f"src/bussolotto/web/games/{name}.js"] if name in own_pages() else []),
        f"docs/games/{name}.md",
        f"tests/games/test_{module}.py",
        f"tests/players/test_{module}.py",
        f"tests/reference/{module}.py",
        f"tests/reference/test_twin_{module}.py",
        *([f"tests/laws/symmetries/{module}.py"] if symmetric else []),
        f"tests/playthroughs/wanted/{module}.py",
        f"tests/playthroughs/{name}/*.txt",
    ]


def own_pages() -> set[str]:
    """The games that have a page of their own, as the list of pages tells."""
    listed = (PAGES / "pages.js").read_text(encoding="utf-8")
    return set(re.findall(r"import\('\./([\w-]+)\.js'\)", listed)) - PLAIN


def words_missing(name: str) -> list[str]:
    """Keys of the catalogue that a game needs and does not have."""
    return sorted(words(name) - catalogue("en").keys())


def words(name: str) -> set[str]:
    """Title and authors, every option and every value but plain numbers, every word of the notation."""
    game = bussolotto.game(name)
    keys = {f"game.{name}.{what}" for what in ("title", "author", "about")}
    for option, values in game.OPTIONS.items():
        keys |= {
            f"option.{name}.{option}",
            *(f"option.{name}.{option}.{each}" for each in values if not _is_plain(each)),
        }
    return keys | {f"word.{game.say(0, action).partition(' ')[0]}" for action in range(game.ACTIONS)}


def _is_plain(value: str) -> bool:
    """Is a value a number, which tells itself?"""
    return value.isdigit()


@pytest.mark.parametrize("name", bussolotto.games())
def test_every_game_is_complete(name: str) -> None:
    assert missing(name) == []


@pytest.mark.parametrize("name", bussolotto.games())
def test_every_word_of_chance_is_a_word(name: str) -> None:
    game = bussolotto.game(name)
    said = {game.say(CHANCE, outcome).partition(" ")[0] for outcome in range(game.OUTCOMES)}
    assert all(word.isalpha() and word.islower() for word in said)


@pytest.mark.parametrize("name", bussolotto.games())
def test_the_page_of_a_game_tells_every_clause_that_its_module_cites(name: str) -> None:
    game = bussolotto.game(name)
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    source = Path(game.__file__ or "").read_text(encoding="utf-8")
    cited = {number for number in range(1, 100) if f"{game.CLAUSES}-{number})" in source}
    assert [number for number in sorted(cited) if f"{game.CLAUSES}-{number}**" not in page] == []


def test_the_list_bites() -> None:
    lacking = missing("hog")
    assert "src/bussolotto/games/hog.py" in lacking
    assert "docs/games/hog.md" in lacking
    assert "'hog' in src/bussolotto/games/__init__.py" in lacking
    assert "src/bussolotto/locale/parts/hog.it.json" in lacking
    assert len(lacking) == 14


def test_every_page_of_a_game_is_listed() -> None:
    pages = {path.stem for path in PAGES.glob("*.js")} - {"pages"} - PLAIN
    assert pages == own_pages() <= set(bussolotto.games())


def test_every_module_of_a_game_is_listed() -> None:
    modules = {path.stem for path in (ROOT / "src/bussolotto/games").glob("*.py")} - {"__init__"}
    assert modules == {name.replace("-", "_") for name in bussolotto.games()}
