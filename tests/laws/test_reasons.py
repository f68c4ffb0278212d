"""Whoever is refused an action is told what is wrong with it here and now, in four languages: in every game."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto import locale
from bussolotto.core import contract
from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal
from bussolotto.core.reasons import Reason
from bussolotto.locale import LANGUAGES
from bussolotto.testing.worlds import every_world
from tests.depth import count
from tests.repo.sources import PACKAGE

GAMES = bussolotto.games()
SOMETIMES, SELDOM = 0.4, 0.02  # how often every action is asked for ..
ENOUGH = count(short=25, full=60)  # .. before and after so many positions of a phase


def asked(game: Game) -> Iterator[tuple[Any, int]]:
    """Positions of random matches with every option, and whoever asks there."""
    rng = Random(15)
    of_phase: Counter[int] = Counter()
    for world in every_world(game):
        for s in world.positions():
            often = SOMETIMES if of_phase[s.phase] < ENOUGH else SELDOM
            if rng.random() < often or game.movers(s) == 0:
                of_phase[s.phase] += 1
                yield from ((s, seat) for seat in range(world.seats))


def reasons(game: Game) -> dict[str, Refusal]:
    """One refusal for every reason that is heard."""
    found: dict[str, Refusal] = {}
    for s, seat in asked(game):
        for action in range(game.ACTIONS):
            if why := game.why(s, seat, action):
                assert isinstance(why, Reason), f"only clause {why} for {game.say(seat, action)!r}:\n{game.show(s)}"
                if why.word not in found:
                    found[why.word] = contract.refusal(game, s, seat, action)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_gives_its_own_reason_in_four_languages(name: str) -> None:
    game = bussolotto.game(name)
    heard = reasons(game)
    assert len(heard) > 5
    untold = {(word, lang) for word, refusal in heard.items() for lang in LANGUAGES if not locale.told(lang, refusal)}
    assert untold == set()
    sentences = {locale.told("en", refusal) for refusal in heard.values()}
    assert len(sentences) == len(heard), "two reasons with one sentence"


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_is_left_without_a_reason(name: str) -> None:
    folder = PACKAGE / "games" / name.replace("-", "_")
    source = "".join(path.read_text(encoding="utf-8") for path in (*folder.glob("*.py"), *folder.glob("page/*.js")))
    words = {key.split(".")[2] for key in locale.of_game("en", name) if key.startswith("why.")}
    assert {word for word in words if not re.search(rf"""["'.]{word}["']|\b{word}=""", source)} == set()


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_is_left_without_a_sentence(name: str) -> None:
    """Also those that random matches never hear."""
    tree = ast.parse(inspect.getsource(bussolotto.game(name).rules))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason"]
    words = {each.value for call in calls for each in ast.walk(call.args[1]) if isinstance(each, ast.Constant)}
    texts = locale.at_table("en", name)
    wanted = {word for word in words if isinstance(word, str)}
    assert {word for word in wanted if not has_sentence(texts, name, word)} == set()


def has_sentence(texts: Mapping[str, str], name: str, word: str) -> bool:
    """Is there a sentence for this reason, of the game or of all games?"""
    return any(f"why.{key}{form}" in texts for key in (word, f"{name}.{word}") for form in ("", ".other"))
