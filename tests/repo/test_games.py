"""A game is more than its module: here it is told exactly what is missing of one."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import bussolotto
from bussolotto.core.kernel import CHANCE
from bussolotto.locale import LANGUAGES
from bussolotto.server.http.pages import page_of
from bussolotto.testing import texts
from tests.repo.sources import PACKAGE, ROOT

GAMES = PACKAGE / "games"


def missing(name: str, root: Path = ROOT) -> list[str]:
    """What the game of this name lacks, as paths and keys."""
    known = bussolotto.games()
    lacking = [file for file in files(name, known) if not any(root.glob(file))]
    return lacking + (texts.missing(bussolotto.game(name), {}, {}) if name in known else [])


def files(name: str, known: Sequence[str]) -> list[str]:
    """The files of a game, as patterns: its own page where it has one, symmetries where it stands on the pyramid."""
    module = name.replace("-", "_")
    symmetric = name in known and "pyramid" in vars(bussolotto.game(name).rules)
    own, tests = f"src/bussolotto/games/{module}", f"tests/games/{module}"
    return [
        *(f"{own}/{file}" for file in ("__init__.py", "game.py", "bot.py", "picture.py", "rules.md")),
        *(f"{own}/texts/{language}.json" for language in LANGUAGES),
        *([f"{own}/page/page.{kind}" for kind in ("js", "css")] if module in own_pages() else []),
        *(f"{tests}/{file}" for file in ("test_clauses.py", "test_bot.py", "twin.py", "test_twin.py", "wanted.py")),
        *([f"{tests}/symmetry.py"] if symmetric else []),
        f"{tests}/playthroughs/*.txt",
    ]


def own_pages() -> set[str]:
    """The games that have a page of their own, by the name of their folder."""
    return {path.parent.name for path in GAMES.glob("*/page")}


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
    page = (GAMES / name.replace("-", "_") / "rules.md").read_text(encoding="utf-8")
    source = Path(str(game.rules.__file__)).read_text(encoding="utf-8")
    cited = {number for number in range(1, 100) if f"{game.CLAUSES}-{number})" in source}
    assert [number for number in sorted(cited) if f"{game.CLAUSES}-{number}**" not in page] == []


def test_the_list_bites() -> None:
    lacking = missing("hog")
    assert "src/bussolotto/games/hog/game.py" in lacking
    assert "src/bussolotto/games/hog/rules.md" in lacking
    assert "src/bussolotto/games/hog/texts/it.json" in lacking
    assert len(lacking) == 15


def test_every_page_belongs_to_a_game() -> None:
    assert own_pages() <= {name.replace("-", "_") for name in bussolotto.games()}
    assert {page_of(name) for name in bussolotto.games()} - {None} == {
        f"/games/{name}/page/page.js" for name in own_pages()
    }


def test_every_module_of_a_game_is_listed() -> None:
    folders = {path.parent.name for path in GAMES.glob("*/game.py")}
    assert folders == {name.replace("-", "_") for name in bussolotto.games()}
