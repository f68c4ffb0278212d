"""Whoever is refused an action is told what is wrong with it here and now, in four languages: in every game."""

import re

import pytest

import bussolotto
from bussolotto import locale
from bussolotto.locale import LANGUAGES
from bussolotto.testing import texts
from bussolotto.testing.worlds import every_world
from tests.depth import count
from tests.repo.sources import PACKAGE

GAMES = bussolotto.games()


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_gives_its_own_reason_in_four_languages(name: str) -> None:
    game = bussolotto.game(name)
    worlds = every_world(game)
    refusals = texts.refused(worlds, enough=count(short=texts.ENOUGH, full=60))
    assert [why for why in refusals if not why.word] == [], "only a clause"
    heard = {why.word: refusal for why, refusal in refusals.items()}
    assert len(heard) > 5
    untold = {(word, lang) for word, refusal in heard.items() for lang in LANGUAGES if not locale.told(lang, refusal)}
    assert untold == set()
    sentences = {locale.told("en", refusal) for refusal in heard.values()}
    assert len(sentences) == len(heard), "two reasons with one sentence"
    assert texts.faults(game, refusals, texts.told(worlds)) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_is_left_without_a_reason(name: str) -> None:
    folder = PACKAGE / "games" / name.replace("-", "_")
    source = "".join(path.read_text(encoding="utf-8") for path in (*folder.glob("*.py"), *folder.glob("page/*.js")))
    words = {key.split(".")[2] for key in locale.of_game("en", name) if key.startswith("why.")}
    assert {word for word in words if not re.search(rf"""["'.]{word}["']|\b{word}=""", source)} == set()
