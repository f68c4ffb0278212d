"""A package whose game cannot be used is one clear sentence, wherever it is broken; everything else goes on."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from bussolotto import locale
from bussolotto.cli.words import REFUSED
from bussolotto.core.errors import BrokenGame
from bussolotto.games import broken, game, names
from bussolotto.games.parts import require_parts
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


def without_rules(folder: Path) -> None:
    (folder / "game.py").unlink()


def in_latin(folder: Path) -> None:
    (folder / "texts" / "de.json").write_bytes(b"\xff")


def dividing(folder: Path) -> None:
    (folder / "tables.py").write_text("def share(n):\n    return 1 / n\n", "utf-8")
    (folder / "bot.py").write_text(f"from {folder.name}.tables import share\n\nSHARE = share(0)\n", "utf-8")


def replacing(file: str, old: str, new: str) -> Change:
    def replace(folder: Path) -> None:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")

    return replace


def adding_at_end(file: str, text: str) -> Change:
    return lambda folder: (folder / file).write_text((folder / file).read_text("utf-8") + text, "utf-8")


def changing_facts(start: str, new: str) -> Change:
    return replacing("game.py", f"    {start}", f"    {new}")


CLASS, TABLE = "class Sensible:\n", "PLAYERS = {'sensible': Sensible}\n"
BREAKS = {
    "no-module": (adding("game.py", "import no_such\n"), "ModuleNotFoundError: No module named 'no_such' (game.py:1)."),
    "no-syntax": (writing("game.py", "def\n"), "SyntaxError: invalid syntax (game.py, line 1)."),
    "no-syntax-beside": (
        lambda folder: (
            adding("bot.py", f"import {folder.name}.aside\n")(folder),
            writing("aside.py", "def\n")(folder),
        ),
        "SyntaxError: invalid syntax (aside.py, line 1).",
    ),
    "exits": (adding("game.py", "raise SystemExit(3)\n"), "SystemExit: 3 (game.py:1)."),
    "kaboom": (writing("__init__.py", "raise RuntimeError('kaboom')\n"), "RuntimeError: kaboom (__init__.py:1)."),
    "no-rules": (without_rules, "ModuleNotFoundError"),
    "no-show": (writing("game.py", "FACTS = None\n"), "lacks State, STATE"),
    "bot": (dividing, "ZeroDivisionError: division by zero (tables.py:2 in share)."),
    "seats": (
        replacing("game.py", "seats=(2, 3, 4)", "seats=(4, 2)"),
        "the fact seats has to be ascending numbers (game.py:",
    ),
    "no-json": (writing("texts/en.json", '{"a": "b",\n}'), "texts/en.json, line 2 column 1: Expecting property name"),
    "no-texts": (writing("texts/it.json", '{"game.x.title": 3}'), "texts/it.json has to be one object"),
    "no-utf": (in_latin, "texts/de.json has to be written in UTF-8."),
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


NO_PARTS = {
    "events": (
        writing("events.py", "EVENTS = 3\n"),
        "events.py: EVENTS has to be Events, of bussolotto.core.events, not 3.",
    ),
    "no-events": (writing("events.py", ""), "events.py lacks EVENTS, which has to be Events"),
    "kinds": (
        writing("events.py", "from bussolotto.core.events import Events\n\nEVENTS = Events({'end': 1500})\n"),
        "events.py: EVENTS.kinds has to be a Kind for each word, not {'end': 1500}.",
    ),
    "watched": (
        writing("events.py", "from bussolotto.core.events import Events\n\nEVENTS = Events(watched=('no_such',))\n"),
        "events.py: EVENTS.watched: its state has no field no_such.",
    ),
    "players": (
        writing("bot.py", "PLAYERS = {'sensible': 'nothing'}\n"),
        "bot.py: PLAYERS has to be what makes a player for each name, a class for instance, not {'sensible':",
    ),
    "no-watch": (
        writing("bot.py", f"{CLASS}    def choose(self, view, legal, rng): ...\n\n\n{TABLE}"),
        "bot.py: PLAYERS['sensible'] makes what is no player: it lacks watch.",
    ),
    "no-making": (
        writing("bot.py", f"{CLASS}    def __init__(self): ...\n    watch = choose = print\n\n\n{TABLE}"),
        "bot.py: PLAYERS['sensible'] cannot be called with a game: too many positional arguments.",
    ),
    "levels": (writing("levels.py", "LEVELS = {'brutal': print}\n"), "levels.py: LEVELS has to be what makes a player"),
    "policy": (
        writing("policy.py", "NAME = 'sensible'\ntables = 3\n"),
        "policy.py: tables has to be a function, not 3.",
    ),
    "advice": (writing("advice.py", "ADVISER = 'me'\n"), "advice.py lacks ADVISER.advise, which has to be a function."),
    "picture": (writing("picture.py", "scene = 'a table'\n"), "picture.py: scene has to be a function, not 'a table'."),
    "evening": (writing("evening.py", ""), "evening.py lacks EVENING.leaves"),
    "review": (writing("review.py", "EFFORT = 'much'\n"), "review.py: EFFORT has to be a number, not 'much'."),
    "review-search": (writing("review.py", "SEARCH = []\n"), "review.py: SEARCH has to be a number, not []."),
    "practice": (writing("practice.json", '{"steps": 3}'), "practice.json: TypeError: 'int' object is not iterable."),
    "practice-syntax": (writing("practice.json", "[,]"), "practice.json, line 1 column 2: Expecting value."),
    "practice-field": (
        writing("practice.json", '{"seats": 2, "steps": [{"name": "a", "do": ["roll"], "dice": 3}]}'),
        "practice.json: TypeError: Step.__init__() got an unexpected keyword argument 'dice'.",
    ),
    "practice-seats": (
        writing("practice.json", '{"seats": 7, "steps": []}'),
        "practice.json has to have a number of seats of the game, and steps.",
    ),
    "practice-option": (
        writing("practice.json", '{"seats": 2, "options": {"no": "such"}, "steps": []}'),
        "practice.json: UnknownOption: p-practice-option has no option 'no'.",
    ),
    "title": (changing_facts("title=", "title=7, #"), "the fact title has to be text, not 7 (game.py:"),
    "options": (
        changing_facts("options=", "options={'goal': 10}, #"),
        "the fact options has to be a Choice or a Number",
    ),
    "plies": (adding_at_end("game.py", "MAX_PLIES = '9'\n"), "game: MAX_PLIES has to be a whole number, 1 at least"),
    "state": (adding_at_end("game.py", "STATE = {}\n"), "game: STATE has to be what kernel.record returns, not {}."),
    "show": (adding_at_end("game.py", "show = 'x'\n"), "game: show has to be a function, not 'x'."),
}


@pytest.mark.parametrize("name", NO_PARTS)
def test_a_part_that_is_not_what_it_has_to_be_is_told_when_it_is_loaded(name: str) -> None:
    change, told = NO_PARTS[name]
    begin(f"p-{name}", change)
    (refusal,) = broken()
    assert told in str(refusal) and "\n" not in str(refusal) and f"p-{name}" not in names()
    assert [str(refusal)] == [each.detail for each in check.check_game(f"p-{name}") if isinstance(each, check.Finding)]


@pytest.mark.parametrize("name", names())
def test_what_our_games_hold_is_what_the_parts_have_to_be(name: str) -> None:
    require_parts(game(name))


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
        "ModuleNotFoundError: No module named 'no_such_module' (bot.py:1).\n"
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


def test_a_server_tells_what_is_broken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begin("one-line", adding("bot.py", "import no_such_module\n"))
    monkeypatch.setattr("bussolotto.server.serve", lambda *args, **more: None)
    assert [do(*words).stderr for words in ((), ("serve",))] == ["", ""], "the log tells it, when games are loaded"
    assert do("games").stderr.count("no_such_module") == 1


SHAKY = """from bussolotto.players import Player


class Shaky(Player):
    def choose(self, view, legal, rng):
        return legal[0 * int(1 / (view.plies < 3))], 0


PLAYERS = {"shaky": Shaky}
"""


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "shaky", "--players", "shaky,shaky", "--matches", "3", "--workers", "1"),
        ("simulate", "shaky", "--players", "shaky,shaky", "--matches", "30", "--workers", "2"),
        ("tournament", "shaky", "--players", "shaky,random", "--matches", "4", "--workers", "1"),
        ("play", "shaky", "--players", "shaky,shaky", "--seed", "1", "--dice", "seeded"),
    ],
)
def test_what_a_package_raises_while_it_plays_is_one_sentence(words: tuple[str, ...]) -> None:
    begin("shaky", writing("bot.py", SHAKY))
    result = do(*words)
    assert result.exit_code == REFUSED and isinstance(result.exception, SystemExit)
    told = (
        "The game “shaky” of the package shaky has failed: ZeroDivisionError: division by zero (bot.py:6 in choose).\n"
    )
    assert result.stderr.endswith(told), result.stderr


def test_our_own_mistakes_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bussolotto.study.simulate.simulate", lambda *args: 1 / 0)
    assert isinstance(do("simulate", "spilorcio", "--matches", "3").exception, ZeroDivisionError)
