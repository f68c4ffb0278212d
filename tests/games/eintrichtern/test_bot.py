"""The sensible memory: it fades as said, lasts longer when refreshed, and counts exactly what it has not seen."""

from collections import Counter
from itertools import product
from math import exp
from random import Random
from statistics import mean
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import chance
from bussolotto.games.eintrichtern import bot as sensible
from bussolotto.games.eintrichtern.bot import Memory, Sensible, after_throw, face_chances, sum_chances
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.eintrichtern.test_clauses import NUMBER, laid, play, throw
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("eintrichtern")


def watched(match: Match, seat: int, player: Sensible, *plies: str) -> None:
    """Plies of one seat that the player sees."""
    for text in plies:
        play(match, seat, text)
        player.watch(match.hidden(1), seat, GAME.read(seat, text))


class TestMemory:
    @pytest.mark.parametrize("lifts", [1, 6, 12, 24, 48])
    def test_it_fades_exponentially(self, lifts: int) -> None:
        rng = Random(1)
        known = mean(Memory((1, 2, 3), 0).known(lifts, rng) for _ in range(4000))
        assert abs(known - exp(-lifts / sensible.STRENGTH)) < 0.03

    @pytest.mark.parametrize("times", [1, 2, 3])
    def test_what_is_seen_again_lasts_longer(self, times: int) -> None:
        rng, later = Random(2), 24
        known = 0
        for _ in range(4000):
            memory = Memory((1, 2, 3), 0)
            for _ in range(times - 1):
                memory = memory.again(0)
            known += memory.known(later, rng)
        assert abs(known / 4000 - exp(-later / (sensible.STRENGTH * sensible.GROWTH ** (times - 1)))) < 0.03

    def test_what_is_forgotten_stays_forgotten_until_it_is_seen_again(self) -> None:
        for seed in range(200):
            rng, memory = Random(seed), Memory((1, 2, 3), 0)
            known = [memory.known(lifts, rng) for lifts in range(60)]
            assert known == sorted(known, reverse=True)

    def test_the_same_seed_forgets_the_same(self) -> None:
        first, second = ([Memory((1, 2, 3), 0).known(9, rng) for _ in range(99)] for rng in (Random(5), Random(5)))
        assert first == second

    def test_it_remembers_the_faces_of_every_lifted_funnel(self) -> None:
        match, player = laid(), Sensible(GAME)
        throw(match, "666")
        watched(match, 0, player, "lift 2,3,2", "back")
        assert player.facts(Random(1)) == {
            (NUMBER[3, 3, 2], 0): 1,
            (NUMBER[2, 4, 2], 1): 2,
            (NUMBER[2, 3, 3], 2): 3,
        }

    def test_a_guess_takes_what_it_remembers(self) -> None:
        match, player = laid(), Sensible(GAME)
        throw(match, "666")
        watched(match, 0, player, "lift 2,3,2", "back")
        watched(match, 1, player, "lift 2,4,1", "back")
        view = match.hidden(1)
        facts = player.facts(Random(1))
        GAME.rules.guess(view, Random(1), facts)
        assert all(view.face[cell][side] == face for (cell, side), face in facts.items())
        assert list(view.face[NUMBER[2, 4, 2]]) == [1, 2, 3]  # two faces of it were seen


class TestSums:
    def test_what_a_die_may_show(self) -> None:
        assert face_chances((0, 0, 0), 1) == tuple((face, 1 / 6) for face in range(1, 7))
        assert face_chances((3, 0, 0), 1) == tuple((face, 1 / 4) for face in (1, 2, 5, 6))
        assert face_chances((1, 2, 0), 2) == ((3, 1.0),)

    @pytest.mark.parametrize(
        "dice", [((0, 0, 0),) * 3, ((3, 0, 0), (0, 0, 0), (0, 5, 0)), ((0, 1, 2), (0, 0, 6), (1, 0, 0))]
    )
    def test_chances_are_those_of_trying_every_pose(self, dice: tuple[tuple[int, int, int], ...]) -> None:
        every = list(product(*(GAME.rules.poses_with(faces) for faces in dice)))
        counts = Counter(sum(pose[side] for side, pose in enumerate(poses)) for poses in every)
        chances = sum_chances(*dice)
        assert {total: each for total, each in enumerate(chances) if each} == {
            total: pytest.approx(count / len(every)) for total, count in counts.items()
        }

    def test_after_a_new_throw_the_best_die_for_each_sum_counts(self) -> None:
        sure = [tuple(float(total == own) for total in range(19)) for own in (10, 11)]
        assert after_throw(sure) == pytest.approx(54 / 216)
        assert sum(sensible.THROWS) == pytest.approx(1)


class TestSense:
    def at_choice(self, faces: str, remembered: str) -> tuple[Match, Sensible]:
        """Seat 0 is to choose; it has thrown these faces and lifted this funnel in vain, then seat 1 another."""
        match, player = laid(dice={(1, 0, 7): "645"}), Sensible(GAME)  # so that the funnel at 0,0,7 has the sum 11
        throw(match, faces)
        watched(match, 0, player, f"lift {remembered}", "back")
        watched(match, 1, player, "lift 0,0,7", "back")
        return match, player

    def chosen(self, match: Match, player: Sensible, seat: int) -> str:
        choice = player.choose(match.hidden(seat), match.legal(seat), Random(1))
        return str(GAME.say(seat, choice[0]))

    def test_a_funnel_that_it_knows_to_match_is_lifted(self) -> None:
        match, player = self.at_choice("666", "2,3,2")
        match.state.pearl[:] = [1, 1, 4]
        assert self.chosen(match, player, 0) == "lift 2,3,2"

    def test_a_throw_that_hardly_anything_matches_is_thrown_anew(self) -> None:
        match, player = self.at_choice("666", "2,3,2")
        assert self.chosen(match, player, 0) == "throw"

    def test_it_does_not_lift_what_it_knows_not_to_match(self) -> None:
        match, player = self.at_choice("666", "2,3,2")
        match.state.pearl[:] = [3, 3, 6]
        for seed in range(200):
            choice = player.choose(match.hidden(0), match.legal(0), Random(seed))
            assert GAME.say(0, choice[0]) != "lift 2,3,2"

    def test_the_lifted_die_is_left_for_all_to_look_at(self) -> None:
        match, player = laid(), Sensible(GAME)
        throw(match, "666")
        play(match, 0, "lift 2,3,2")
        assert player.choose(match.hidden(0), match.legal(0), Random(1)) == (GAME.rules.BACK, sensible.LOOK_MS)

    def test_it_needs_no_memory_where_the_page_keeps_it(self) -> None:
        match = laid(dice={(1, 0, 7): "645"}, memo="on")
        throw(match, "666")
        play(match, 0, "lift 2,3,2", "back")
        play(match, 1, "lift 0,0,7", "back")
        match.state.pearl[:] = [1, 1, 4]
        assert self.chosen(match, Sensible(GAME), 0) == "lift 2,3,2"


def test_it_plays_the_same_whatever_lies_covered() -> None:
    """Two of them at tables that differ in nothing but covered dice, which nobody ever lifts, do the same."""
    first, second = (play_on(other) for other in ("123", "645"))
    assert first == second and len(first) > 10


def play_on(covered: str) -> list[tuple[int, int]]:
    """Plies of two sensible players; dice that show no face in what they lift lie as `covered`."""
    never_lifted = (4, 2, 2)
    around = [(3, 2, 2), (4, 1, 2), (4, 2, 1)]
    match = laid(dice={never_lifted: covered})
    seated = {seat: Sensible(GAME) for seat in range(2)}
    bot_table = BotTable(match, seated, {seat: Random(seat) for seat in seated})
    dice = chance.Fast(3)
    for _ in range(60):
        bot_table.fall(dice)
        wish = bot_table.wish()
        if wish is None or wish.action in [NUMBER[cell] for cell in around]:
            break
        bot_table.play(wish.seat, wish.action)
    return match.log[46:]


@full
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("eintrichtern", by_turns(seats), seed=2011), 16, workers=1)
    assert told_share(results, capsys) > 0.8


def test_the_levels_forget_sooner_or_later() -> None:
    known = {}
    for name in ("medium", "hard"):
        player: Any = players.player(name, GAME)
        memories = [Memory((1, 2, 3), 0, player.strength) for _ in range(300)]
        known[name] = sum(memory.known(30, Random(seed)) for seed, memory in enumerate(memories)) / 300
    assert known["medium"] < 0.2 and known["hard"] == 1.0
