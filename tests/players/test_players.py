"""Players: found by name, told everything their seats see, asked in the right order."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import chance
from bussolotto.core.errors import UnknownPlayer
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable

GAMES = [bussolotto.game(name) for name in bussolotto.games()]


class Spy:
    """Plays the first legal action and writes down all it is told; waits as long as it was told to."""

    def __init__(self, wait_ms: int | None = 0) -> None:
        self.seen: list[tuple[int, int | None, bytes]] = []
        self.wait_ms = wait_ms

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        self.seen.append((seat, action, bytes(view)))

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        return None if self.wait_ms is None else (legal[0], self.wait_ms)


@pytest.mark.parametrize("game", GAMES, ids=bussolotto.games())
def test_every_player_of_every_game_plays_legally_to_the_end(game: Any) -> None:
    for name in [
        name for name in players.names(game) if not players.plans(game, name)
    ]:  # those are compiled first: test_levels
        seats = game.SEATS[-1]
        match = Match(game, seats)
        seated = {seat: players.player(name, game) for seat in range(seats)}
        bot_table = BotTable(match, seated, {seat: Random(seat) for seat in range(seats)})
        dice = chance.Fast(1)
        while bot_table.fall(dice) or not match.over:
            wish = bot_table.wish()
            if wish:
                assert wish.wait_ms > 0
                bot_table.play(wish.seat, wish.action)


@pytest.mark.parametrize("game", GAMES, ids=bussolotto.games())
def test_the_random_player_plays_every_game(game: Any) -> None:
    assert players.names(game)[0] == "random"


def test_an_unknown_player_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownPlayer, match="Did you mean 'sensible'") as caught:
        players.player("sensibel", bussolotto.game("spilorcio"))
    assert caught.value.values["known"] == "random, easy, sensible, medium, hard"


def test_random_choices_are_uniform_and_repeatable() -> None:
    player = players.player("random", GAMES[0])
    choices = [player.choose(None, [3, 5, 8], Random(number)) for number in range(3000)]
    counts = [sum(choice is not None and choice[0] == code for choice in choices) for code in (3, 5, 8)]
    assert sum(counts) == 3000 and min(counts) > 900
    assert player.choose(None, [3, 5, 8], Random(1)) == player.choose(None, [3, 5, 8], Random(1))


class TestCompany:
    def test_everybody_sees_every_ply_after_it_was_applied(self) -> None:
        match = Match(bussolotto.game("spilorcio"), 2)
        spies = {seat: Spy() for seat in range(2)}
        bot_table = BotTable(match, spies, {seat: Random() for seat in range(2)})
        states = []
        for outcome in (6, 0, 1, 2, 3, 4):
            bot_table.play(bussolotto.CHANCE, outcome)
            states.append(match.view_bytes(0))
        wish = bot_table.wish()
        assert wish is not None
        bot_table.play(wish.seat, wish.action)
        states.append(match.view_bytes(0))
        assert [(seat, action) for seat, action, _ in spies[1].seen] == match.log
        assert [view for _, _, view in spies[0].seen] == states

    def test_dice_fall_one_by_one_until_somebody_decides(self) -> None:
        match = Match(bussolotto.game("spilorcio"), 2)
        spy = Spy()
        assert BotTable(match, {0: spy}, {0: Random()}).fall(chance.Scripted([6, 0, 0, 0, 0, 0])) == 6
        assert [action for _, action, _ in spy.seen] == [6, 0, 0, 0, 0, 0]

    def test_only_who_may_act_is_asked(self) -> None:
        match = Match(bussolotto.game("spilorcio"), 2)
        bot_table = BotTable(match, {1: Spy()}, {1: Random()})
        bot_table.fall(chance.Scripted([6, 0, 0, 0, 0, 0]))
        assert bot_table.wish() is None  # it is seat 0's turn

    def test_the_quickest_comes_first_and_some_let_the_moment_pass(self) -> None:
        class AllAtOnce(Match):
            def movers(self) -> int:
                return 0b111

            def legal(self, seat: int) -> list[int]:
                return [seat]

        match = AllAtOnce(bussolotto.game("spilorcio"), 3)
        waits = {0: Spy(900), 1: Spy(200), 2: Spy(None)}
        wish = BotTable(match, waits, dict.fromkeys(waits, Random())).wish()
        assert wish == (200, 1, 1)
        nobody = {0: Spy(None)}
        assert BotTable(match, nobody, {0: Random()}).wish() is None
