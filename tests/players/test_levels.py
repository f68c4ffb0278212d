"""Every game has an easy, a medium and a hard player; those that search do so only when they may."""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import bussolotto
from bench.games import PEERS
from bussolotto import players
from bussolotto.core import chance
from bussolotto.play.match import Match
from bussolotto.players import plans
from bussolotto.players.bot_table import BotTable
from bussolotto.players.planning import Planned, Planner, own_seat
from bussolotto.solve.planning import compile_for
from tests.depth import full

TIC_TAC_TOE = PEERS["tic_tac_toe"]
NAMES = bussolotto.games()


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_the_three_levels_and_its_earlier_players(name: str) -> None:
    game = bussolotto.game(name)
    known = players.names(game)
    assert list(players.levels(game)) == list(players.LEVELS) and set(players.LEVELS) <= set(known)
    assert known[:2] == ["random", "easy"] and {"sensible", *players.named(game)} <= set(known)
    assert players.usual(game) == ("easy" if game.RACE else "medium")


def test_players_are_listed_from_weak_to_strong() -> None:
    """In Cincinnati the keen one thinks longer than the sensible one and wins less: 32.2 to 34.2 % of 6,000 matches."""
    known = players.names(bussolotto.game("cincinnati"))
    assert known == ["random", "easy", "keen", "sensible", "medium", "duellist", "hard"]
    assert players.names(bussolotto.game("spilorcio")) == ["random", "easy", "sensible", "medium", "hard"]


def test_a_game_without_players_of_its_own_has_three_that_search() -> None:
    assert players.names(TIC_TAC_TOE) == ["random", "easy", "medium", "hard"]
    assert players.usual(TIC_TAC_TOE) == "medium"
    makers = [players.levels(TIC_TAC_TOE)[level] for level in players.LEVELS]
    assert all(isinstance(maker, Planned) for maker in makers)
    assert sorted({maker.iterations for maker in makers}) == [maker.iterations for maker in makers]  # type: ignore[attr-defined]


def test_a_game_that_brings_one_player_has_a_hard_one_that_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: dict[str, Any] = {"bot": SimpleNamespace(PLAYERS={"first": First})}
    monkeypatch.setattr(type(TIC_TAC_TOE), "part", lambda game, name: parts.get(name))
    easy, medium, hard = (players.levels(TIC_TAC_TOE)[level] for level in players.LEVELS)
    assert medium is First and isinstance(hard, Planned) and hard.stand_in is First and easy is not First
    parts["bot"].PLAYERS["second"] = Patient
    assert players.levels(TIC_TAC_TOE)["hard"] is Patient


def test_where_all_see_the_same_a_player_knows_its_seat_by_what_it_may_do() -> None:
    game = bussolotto.game("raffzahn")
    match = Match(game, 3)
    while match.movers().bit_count() < 2 and match.fall(chance.Fast(1)):
        pass
    for seat in range(3):
        assert own_seat(game, match.hidden(seat), match.legal(seat)) == seat or match.legal(seat) == match.legal(0)


class First(players.Player):
    """Plays the first legal action."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        return legal[0], 7


class Patient(players.Player):
    """Waits."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> None:
        return None


def first(game: Any) -> players.Player:
    return First(game)


def test_a_careless_player_plays_anything_as_often_as_it_should() -> None:
    player, rng = players.careless(first, 0.5)(TIC_TAC_TOE), Random(1)
    chosen = [player.choose(None, [4, 5], rng) for _ in range(4000)]
    assert 0.47 < chosen.count((4, 7)) / 4000 < 0.53 and (5, 7) not in chosen
    assert {choice[0] for choice in chosen if choice} == {4, 5}
    assert players.careless(Patient, 0.0)(TIC_TAC_TOE).choose(None, [4], rng) is None


def planner(**more: Any) -> tuple[Planner, Match]:
    """A player of tic-tac-toe and a match in which cell 2 wins at once for seat 0."""
    match = Match(TIC_TAC_TOE, 2)
    for seat, cell in ((0, 0), (1, 4), (0, 1), (1, 8)):
        match.play(seat, cell)
    return Planner(Planned(first, 500, **more), TIC_TAC_TOE), match


def test_a_player_that_searches_finds_what_wins_the_same_from_the_same_seed() -> None:
    player, match = planner()
    chosen = {player.choose(match.hidden(0), match.legal(0), Random(3)) for _ in range(3)}
    assert len(chosen) == 1 and chosen.pop()[0] == 2  # type: ignore[index]  # not None


def test_the_player_that_stands_in_plays_where_no_search_is_allowed() -> None:
    player, match = planner()
    player.allowed_ms = lambda: 0
    assert player.choose(match.hidden(0), [5, 2], Random(3)) == (5, 7)


def test_what_is_known_is_played_without_a_search() -> None:
    player, match = planner(known=lambda view, legal: legal[-1])
    player.allowed_ms = lambda: pytest.fail("it asked for a search")
    choice = player.choose(match.hidden(0), match.legal(0), Random(3))
    assert choice is not None and choice[0] == match.legal(0)[-1]
    lone = player.choose(match.hidden(0), [2], Random(3))
    assert lone is not None and lone[0] == 2


def test_where_several_decide_at_once_a_player_knows_its_seat_by_what_it_sees() -> None:
    game = bussolotto.game("cincinnati")
    match = Match(game, 3)
    match.fall(chance.Fast(1))
    assert match.movers().bit_count() > 1
    assert [own_seat(game, match.hidden(seat)) for seat in range(3)] == [0, 1, 2]


SEARCHED = [name for name in NAMES if plans(bussolotto.game(name), "hard")]


@full
@pytest.mark.parametrize("name", SEARCHED)
def test_players_that_search_play_legally_to_the_end(name: str) -> None:
    game = bussolotto.game(name)
    compile_for(game)
    match = Match(game, game.SEATS[0])
    seated = {seat: players.player("hard" if seat == 0 else "random", game) for seat in range(match.seats)}
    seated[0].allowed_ms = lambda: 5  # type: ignore[attr-defined]  # it searches
    bot_table = BotTable(match, seated, {seat: Random(seat) for seat in seated})
    dice = chance.Fast(1)
    bot_table.fall(dice)
    while not match.over:
        wish = bot_table.wish()
        assert wish is not None and wish.wait_ms > 0
        bot_table.play(wish.seat, wish.action)
        bot_table.fall(dice)
