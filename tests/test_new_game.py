"""`bussolotto new-game`: what it writes works as it is, and it writes all of it or nothing."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from bussolotto import locale, players
from bussolotto.cli.words import REFUSED
from bussolotto.games import game, names, packages
from bussolotto.play.policies import policy_of
from bussolotto.testing import laws, policies
from bussolotto.testing.worlds import every_world
from tests import processes
from tests.command_line import do, done
from tests.new_games import NAME, PACKAGE, install
from tests.pig import forget_games
from tests.repo.sources import ROOT

pytestmark = pytest.mark.usefixtures("in_a_folder_for_games")
OURS = sys.modules["bussolotto.games"]
new_game: Any = importlib.import_module("bussolotto.cli.new_game")  # the command is called so too


def left() -> list[Path]:
    """All that lies in the folder."""
    return sorted(Path().iterdir())


def test_an_installed_new_game_is_found_obeys_every_law_and_is_played_in_words() -> None:
    told = done("new-game", NAME, "--into", "of/mine").stdout
    assert f"pip install -e of/mine/{NAME}" in told
    install(Path("of/mine") / NAME)
    assert packages()[NAME] == PACKAGE and names()[-1] == NAME
    found: Any = game(NAME)
    for name, law in vars(laws).items():
        if name.startswith("static_law_"):
            law(found)
        for world in every_world(found) if name.startswith("law_") else ():
            law(world)
    assert "A Game Of Mine With A Long Nam" in done("games", NAME).stdout
    assert "everybody has had a turn" in done("simulate", NAME, "--matches", "20").stdout
    assert players.names(found) == ["random", "easy", policy_of(found).NAME, "medium", "hard"]
    assert all(policies.obeys(world, 40) for world in every_world(found))
    play = done("play", NAME, "--players", "you,random", "--seed", "1", "--dice", "seeded", typed="?\nstay\n").stdout
    assert "roll" in play and "You: stays" in play


def test_its_clauses_have_sentences_and_letters_that_no_other_game_has() -> None:
    texts = new_game.of_package("spilorcio-too", "spilorcio_too")
    assert '"clause.SPIL-1"' in texts["texts/en.json"] and 'clauses="SPIL"' in texts["game.py"]
    assert "**SPIL-1**" in texts["rules.md"]
    assert new_game.prefix("go") == "GO"
    assert new_game.prefix("cin") == "CIN"  # there is no other


def test_in_a_checkout_it_joins_the_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert new_game.games_of_checkout() == ROOT / "src" / "bussolotto" / "games"
    monkeypatch.setattr(new_game, "games_of_checkout", lambda: tmp_path / "games")
    assert "pip" not in done("new-game", NAME).stdout
    assert sorted(path.name for path in Path("games").rglob("*") if path.is_file()) == [
        *("__init__.py", "bot.py", "en.json", "game.py", "policy.py", "rules.md"),
    ]
    monkeypatch.setattr(OURS, "__path__", [*OURS.__path__, str(tmp_path / "games")])
    forget_games()
    assert game(NAME).package == f"bussolotto.games.{PACKAGE}"
    assert locale.of_game("it", NAME)["word.stay"] == "Stay"
    assert do("new-game", NAME).exit_code == REFUSED


@pytest.mark.parametrize("name", ["x", NAME])
def test_what_is_written_is_formatted_and_clean(name: str) -> None:
    done("new-game", name, "--into", ".")
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["format", "--check"], ["check"]):
        arguments = [*ruff, *command, "--no-cache", "--config", str(ROOT / "pyproject.toml"), name]
        checked = processes.run(arguments, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    texts = [path.read_text("utf-8") for path in Path(name).rglob("*") if path.is_file()]
    assert len(texts) == 8 and not any(new_game.BLANKS.search(text) for text in texts)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *(
            (name, "cannot be the name")
            for name in ("Dice", "my_game", "2-dice", "a--b", "a-", "é", "a/b", ".", NAME + "e")
        ),
        ("spilorcio", "already"),
        *((name, "another meaning") for name in ("class", "table", "cli", "later-game")),
        *((name, "Python package") for name in ("json", "numpy", "bussolotto")),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, why: str) -> None:
    result = do("new-game", name, "--into", "games")
    assert result.exit_code == REFUSED and why in " ".join(result.stderr.replace("│", " ").split())
    assert left() == []


@pytest.mark.parametrize("what", ["folder", "file", "dead link"])
def test_what_is_there_is_left_alone(what: str) -> None:
    path = Path(NAME)
    if what == "folder":
        path.mkdir()
    elif what == "file":
        path.write_text("mine")
    else:
        path.symlink_to("nowhere")
    result = do("new-game", NAME, "--into", ".")
    assert result.exit_code == REFUSED and "there already" in " ".join(result.stderr.replace("│", " ").split())
    assert left() == [path] and (what != "folder" or not list(path.iterdir()))


def test_where_nothing_can_be_written_nothing_is_left() -> None:
    Path("file").write_text("")
    result = do("new-game", NAME, "--into", "file/games")
    assert result.exit_code == REFUSED and "cannot be written" in result.stderr


def test_nothing_is_left_of_what_could_not_be_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    write_text = Path.write_text

    def full(path: Path, text: str, **rest: Any) -> int:
        if path.name == "rules.md":
            raise OSError(28, "No space left on device")
        return write_text(path, text, **rest)

    monkeypatch.setattr(Path, "write_text", full)
    result = do("new-game", NAME, "--into", ".")
    assert result.exit_code == REFUSED and "No space left" in result.stderr
    assert left() == []


def test_outside_a_checkout_a_folder_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_game, "games_of_checkout", lambda: None)
    result = do("new-game", NAME)
    assert result.exit_code == REFUSED and "--into" in result.stderr
