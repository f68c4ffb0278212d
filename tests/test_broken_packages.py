"""A package whose game cannot be used is one clear sentence, wherever it is broken; everything else goes on."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from bussolotto import locale
from bussolotto.core.errors import BrokenGame
from bussolotto.games import broken, game, names
from bussolotto.server.app import loading
from bussolotto.testing import check
from tests.command_line import do, done
from tests.new_games import install

pytestmark = pytest.mark.usefixtures("in_a_folder_for_games")

Change = Callable[[Path], object]


def begin(name: str, change: Change, point: str = "") -> None:
    """Write and install a new game, changed before; `point`: the name by which its package declares it."""
    done("new-game", name, "--into", ".")
    project = Path(name) / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace(f"\n{name} = ", f'\n"{point or name}" = '), "utf-8")
    change(Path(name) / "src" / name.replace("-", "_"))
    install(Path(name))


def adding(file: str, text: str) -> Change:
    return lambda folder: (folder / file).write_text(text + (folder / file).read_text("utf-8"), "utf-8")


def writing(file: str, text: str) -> Change:
    return lambda folder: (folder / file).write_text(text, "utf-8")


BREAKS = {
    "no-module": (adding("game.py", "import no_such\n"), "ModuleNotFoundError: No module named 'no_such'"),
    "no-syntax": (writing("game.py", "def\n"), "SyntaxError: invalid syntax"),
    "exits": (adding("game.py", "raise SystemExit(3)\n"), "SystemExit: 3"),
    "no-rules": (lambda folder: (folder / "game.py").unlink(), "ModuleNotFoundError"),
    "no-show": (writing("game.py", "FACTS = None\n"), "lacks State, STATE"),
    "bot": (writing("bot.py", "1 / 0\n"), "ZeroDivisionError: division by zero"),
    "no-json": (writing("texts/en.json", "{"), "JSONDecodeError"),
    "no-texts": (writing("texts/it.json", '{"game.x.title": 3}'), "texts/it.json has to be one object"),
    "no-utf": (lambda folder: (folder / "texts" / "de.json").write_bytes(b"\xff"), "UnicodeDecodeError"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_is_broken_is_told_in_one_line_and_the_others_stay(name: str) -> None:
    change, told = BREAKS[name]
    before = names()
    begin("whole-one", lambda folder: None)
    begin(f"x-{name}", change)
    assert names() == (*before, "whole-one")
    (refusal,) = broken()
    assert told in str(refusal) and f"'x-{name}'" in str(refusal) and "\n" not in str(refusal)
    with pytest.raises(BrokenGame):
        game(f"x-{name}")
    assert "word.stay" in locale.of_game("it", "whole-one")


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("spilorcio", "bussolotto.games.spilorcio has a game of that name already"),
        ("first-one", "first_one has a game of that name already"),
        ("table", "that name has another meaning here"),
        ("later-one", "that name has another meaning here"),
        ("Ill Named", "lower-case words joined by hyphens"),
        ("other-one", "its facts say that it is 'second-one'"),
    ],
)
def test_a_name_that_is_taken_or_is_none_stays_with_whom_it_was(point: str, why: str) -> None:
    begin("first-one", lambda folder: None)
    begin("second-one", lambda folder: None, point)
    assert [why in str(refusal) for refusal in broken()] == [True]
    assert game("spilorcio").package == "bussolotto.games.spilorcio" and game("first-one").package == "first_one"
    assert "second-one" not in names() and point not in {*names()} - {"spilorcio", "first-one"}


def test_the_command_line_the_check_and_the_server_say_it_and_go_on(caplog: pytest.LogCaptureFixture) -> None:
    begin("half-one", adding("bot.py", "import no_such_module\n"))
    result = do("--lang", "de", "games")
    assert result.exit_code == 0 and "spilorcio" in result.stdout
    assert result.stderr == (
        "Das Spiel „half-one“ aus dem Paket half_one ist nicht zu gebrauchen: "
        "ModuleNotFoundError: No module named 'no_such_module'.\n"
    )
    (finding,) = check.check_game("half-one")
    assert isinstance(finding, check.Finding) and finding.result == check.BROKEN and "no_such_module" in finding.detail
    with caplog.at_level(logging.WARNING):
        loading.load_games()
    assert "half-one" in caplog.text


def test_texts_of_a_package_change_nothing_that_others_say_of_themselves() -> None:
    begin("loud-one", writing("texts/en.json", '{"game.spilorcio.title": "Loud", "game.loud-one.title": "Loud"}'))
    assert locale.of_pages("en")["game.spilorcio.title"] == "Spilorcio"
    assert locale.of_pages("en")["game.loud-one.title"] == "Loud"
