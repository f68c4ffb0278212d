"""Why a choice was better: what is told of every game has its texts, and is what comes of either choice."""

from typing import Any

import pytest

import bussolotto
from bussolotto import locale
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.play.notation import Record
from bussolotto.review import Choice, Loss, Prospect, Review, explain
from bussolotto.review.outlook import Stretch
from bussolotto.review.playouts import Playouts
from bussolotto.review.review import effort
from tests.depth import full
from tests.review.sittings import sensible

SOLVED = bussolotto.game("my-dice-your-dice")
OTHERS = [name for name in bussolotto.games() if name != "spilorcio"]


def position(name: str) -> tuple[Game, Any, int]:
    """A game, the first position in which somebody decides, and the seat."""
    game = bussolotto.game(name)
    match = Match(game, game.SEATS[0])
    match.fall(Fast(1))
    return game, match.state, next(seat for seat in range(match.seats) if match.movers() >> seat & 1)


@pytest.mark.parametrize("name", bussolotto.games())
def test_what_is_told_of_a_game_has_a_text_in_every_language(name: str) -> None:
    game, state, seat = position(name)
    part: Any = game.part("review")
    words = set(part.outlook(Stretch(state, state, state), seat))
    if hasattr(part, "odds"):
        words.add("condition")
    for language in locale.LANGUAGES:
        texts = locale.of_game(language, name)
        assert {key for key in texts if key.startswith("outlook.")} == {f"outlook.{name}.{word}" for word in words}
        assert {"outlook.points", "outlook.victory", "outlook.defeat", "outlook.soon"} <= set(
            locale.catalogue(language)
        )


@pytest.mark.parametrize("name", bussolotto.games())
def test_nothing_has_come_of_a_choice_before_it_is_made(name: str) -> None:
    game, state, seat = position(name)
    part: Any = game.part("review")
    assert not any(part.outlook(Stretch(state, state, state), seat).values())


def test_a_game_may_say_what_counts_and_leave_the_effort() -> None:
    assert effort(SOLVED) == 1.0 and 0.0 < effort(bussolotto.game("spilorcio")) < 1.0


@full
@pytest.mark.parametrize("name", ["spilorcio", *OTHERS])
def test_matches_are_followed_ply_by_ply_in_every_game(name: str) -> None:
    """No review of Spilorcio with a mistake could be finished: its policy has tables and no memory."""
    game, state, _ = position(name)
    paths, movers = Playouts(game, state, seed=1).follow(bytes(state), 0, 0, 2, 4)
    assert paths.shape == movers.shape == (2, 4) and bytes(paths[1, 0]) == bytes(state)
    assert paths["plies"][:, -1].tolist() == [int(state.plies) + 3] * 2


def explained(game: Game, record: Record, ply: int, best: int) -> list[Prospect]:
    """The reasons why something else would have been better than what was done."""
    seat, action = record.steps[ply]
    loss = Loss("exact", best, 0.2, 0.5, 0.3, 0.0)
    found = Review(record.game, record.seats, 1.0, 0, [1.0, 0.0], [0.0, 0.0], [Choice(ply, seat, action, 2, loss)])
    explain(found, record, game)
    return found.reasons[ply]


def test_it_tells_what_a_choice_costs_in_the_things_of_the_game() -> None:
    record = sensible(SOLVED, 2, 1, careless=0.3)
    ransoms = [ply for ply, step in enumerate(record.steps) if SOLVED.say(*step) in ("ransom 1", "ransom 2")]
    reasons = {reason.word: reason for reason in explained(SOLVED, record, ransoms[0], best=0)}
    spent = reasons["spent"]
    assert not spent.chance and spent.done > spent.best >= 0.0


def test_the_same_match_gives_the_same_reasons() -> None:
    record = sensible(SOLVED, 2, 2, careless=0.3)
    ply = next(ply for ply, step in enumerate(record.steps) if SOLVED.say(*step) == "stop")
    first, again = (explained(SOLVED, record, ply, best=SOLVED.read(0, "roll")) for _ in range(2))
    assert first == again and first
