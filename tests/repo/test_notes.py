"""The coach: every kind of decision of every game has its note, in four languages, and there is no note too many."""

import re

import pytest

import bussolotto
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.locale import LANGUAGES, of_game
from bussolotto.testing.worlds import every_world
from tests.depth import FULL
from tests.repo.sources import PACKAGE
from tools.page_facts import phases

LONGEST = 200  # characters: on a phone a note lies over the header and the seats, and must leave the board free
NOTES = re.compile(r"word: '([\w-]+)', fits")


def decisions(game: Game) -> set[str]:
    """The phases in which somebody decides, by their names, as random matches with every option find them."""
    names = {phase: name for name, phase in phases(game).items()}
    return {
        names[s.phase]
        for world in every_world(game, thorough=FULL)
        for s in world.positions()
        if game.movers(s) and not game.movers(s) >> CHANCE & 1
    }


def moments(name: str) -> set[str]:
    """What the page of a game has notes for besides."""
    folder = PACKAGE / "games" / name.replace("-", "_") / "page"
    scripts = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))
    return set(NOTES.findall(re.sub(r"\s+", " ", scripts)))


@pytest.mark.parametrize("name", bussolotto.games())
def test_every_kind_of_decision_has_its_note(name: str) -> None:
    game = bussolotto.game(name)
    wanted = decisions(game) | moments(name)
    assert wanted
    for language in LANGUAGES:
        texts = of_game(language, name)
        notes = {key.removeprefix(f"note.{name}."): text for key, text in texts.items() if key.startswith("note.")}
        assert wanted <= notes.keys() <= wanted | phases(game).keys(), language  # some decisions are too rare here
        assert {word: len(text) for word, text in notes.items() if len(text) > LONGEST} == {}
        assert len(set(notes.values())) == len(notes)


def test_what_the_page_has_notes_for_is_found() -> None:
    assert moments("spilorcio") == {"again", "squares", "red", "chance", "miser"}
    assert moments("raffzahn") == set()
