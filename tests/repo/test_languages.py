"""Every game of this project speaks all four languages; what one of another package lacks is read in English."""

import json
from pathlib import Path

import pytest

from bussolotto import locale
from bussolotto.games import game, names, packages


def debt(name: str) -> dict[str, list[str]]:
    """By language the keys that a game has in English alone."""
    folder = Path(str(game(name).rules.__file__)).parent / "texts"
    english = json.loads((folder / "en.json").read_text("utf-8"))
    found = {}
    for language in locale.LANGUAGES:
        file = folder / f"{language}.json"
        texts = json.loads(file.read_text("utf-8")) if file.exists() else {}
        found[language] = sorted(english.keys() - texts.keys())
    return {language: keys for language, keys in found.items() if keys}


@pytest.mark.parametrize("name", names())
def test_no_game_of_ours_owes_a_text(name: str) -> None:
    assert debt(name) == {}


def test_a_game_without_a_language_is_read_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shy_game" / "texts").mkdir(parents=True)
    (tmp_path / "shy_game" / "__init__.py").write_text("")
    (tmp_path / "shy_game" / "texts" / "en.json").write_text('{"game.shy-game.title": "Shy", "plain.only": "English"}')
    (tmp_path / "shy_game" / "texts" / "it.json").write_text('{"game.shy-game.title": "Timido"}')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(packages(), "shy-game", "shy_game")
    texts = locale.of_game("it", "shy-game")
    assert (texts["game.shy-game.title"], texts["plain.only"]) == ("Timido", "English")
    assert locale.of_game("de", "shy-game")["game.shy-game.title"] == "Shy"
