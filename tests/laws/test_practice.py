"""The practice of every game: every kind of decision once, whatever a person chooses, in ten decisions at most."""

from random import Random

import pytest

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.contract import Game
from bussolotto.games.script import Script
from bussolotto.locale import LANGUAGES, of_area
from bussolotto.play.practice import LEARNER, PracticeMatch, script_of

MOST_DECISIONS = 10
MOST_LETTERS = 95  # two lines on a phone
BRANCHES = 60  # ways through a practice, drawn at random, besides the first and the last action at every step
PRACTISED = [name for name in bussolotto.games() if script_of(bussolotto.game(name))]


def script(game: Game) -> Script:
    found = script_of(game)
    assert found is not None
    return found


def kinds_of(game: Game) -> set[str]:
    """What people can do on purpose: the first words of actions."""
    return {game.say(LEARNER, code).split()[0] for code in range(game.ACTIONS)} - set(game.facts.fouls)


def walk(match: PracticeMatch, rng: Random | None, last: bool = False) -> list[str]:
    """Play a practice to its end; what the person did. Without a generator the first or the last action is taken."""
    done: list[str] = []
    match.fall(System())
    while match.due is not None:
        if legal := match.legal(LEARNER):
            action = rng.choice(legal) if rng else legal[-last]
            done.append(match.game.say(LEARNER, action))
            match.play(LEARNER, action)
        else:
            reply = match.reply()
            assert reply, f"nothing to do at {match.due.name} after {done}\n{match.show(None)}"
            match.play(*reply)
        match.fall(System())
    return done


@pytest.mark.parametrize("name", bussolotto.games())
def test_every_game_can_be_practised(name: str) -> None:
    assert name in PRACTISED


@pytest.mark.parametrize("name", PRACTISED)
def test_whatever_is_chosen_every_kind_of_decision_is_made_in_ten_at_most(name: str) -> None:
    game = bussolotto.game(name)
    ways = [(None, False), (None, True), *((Random(branch), False) for branch in range(BRANCHES))]
    for rng, last in ways:
        done = walk(PracticeMatch(game, script(game)), rng, last)
        assert {action.split()[0] for action in done} == kinds_of(game)
        assert len(done) <= MOST_DECISIONS


@pytest.mark.parametrize("name", PRACTISED)
def test_the_same_choices_lead_to_the_same_match(name: str) -> None:
    game = bussolotto.game(name)
    one, other = (PracticeMatch(game, script(game)) for _ in range(2))
    walk(one, Random(5))
    walk(other, Random(5))
    assert one.log == other.log


@pytest.mark.parametrize("name", PRACTISED)
def test_what_is_to_be_done_and_what_it_meant_is_told_in_every_language(name: str) -> None:
    names = [step.name for step in script(bussolotto.game(name)).steps]
    assert len(names) == len(set(names))
    keys = {f"practice.{name}.{step}{part}" for step in names for part in ("", ".done")}
    for language in LANGUAGES:
        texts = of_area(language, f"later-{name}-practice")
        assert texts.keys() == keys
        assert {key: text for key, text in texts.items() if len(text) > MOST_LETTERS} == {}
