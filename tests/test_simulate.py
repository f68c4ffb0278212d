"""Studies: figures that can be checked by hand, the same whatever the number of workers, kept when stopped."""

import json
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest

import bussolotto
from bussolotto.core import chance, errors
from bussolotto.play.match import Match
from bussolotto.study import matches, simulate
from bussolotto.study.matches import MatchConfig, Results

BOTS = MatchConfig("my-dice-your-dice", ("perfect", "random"), seed=5)  # not compiled
THREE = MatchConfig("spilorcio", ("sensible", "random", "random"), seed=5)
RANDOM = MatchConfig("spilorcio", ("random", "random"), seed=5)
FEWEST = MatchConfig("cui-bono", ("random", "random"), seed=5)  # the fewest points win


def by_hand() -> Results:
    """Four matches of three seats: seat 1 starts always; who wins is seat 0, 1, 1 and 1 with 2."""
    results = Results.room(4)
    results.plies[:] = [10, 20, 30, 20_000]
    results.decisions[:] = [4, 6, 8, 10]
    results.turns[:] = [2, 3, 4, 5]
    results.starts[:] = 1
    results.endings[:] = [0, 2, 0, 3]
    results.shares[:, :3] = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0.5, 0.5]])
    results.points[:, :3] = [[30, 1, 2], [0, 9, 3], [0, 9, 3], [0, 8, 8]]
    return results


class TestSummary:
    SUMMARY = simulate.summary(THREE, by_hand(), 9)

    def test_shares_and_errors_are_those_counted_by_hand(self) -> None:
        seat = self.SUMMARY["wins"]["by_seat"][1]
        shares = [0, 1, 1, 0.5]
        assert seat == {
            "seat": 1,
            "share": pytest.approx(mean(shares)),
            "se": pytest.approx(stdev(shares) / sqrt(4)),
        }

    def test_players_are_followed_from_seat_to_seat(self) -> None:
        """Player 0 sits in seats 0, 1, 2, 0 and so wins 1, 1, 0, 0."""
        players = self.SUMMARY["wins"]["by_player"]
        assert [player["player"] for player in players] == ["sensible", "random", "random"]
        assert [player["share"] for player in players] == [0.5, 0.125, 0.375]
        assert self.SUMMARY["scores"]["by_player"][0]["mean"] == (30 + 9 + 3 + 0) / 4

    def test_places_count_from_the_starter(self) -> None:
        places = self.SUMMARY["wins"]["by_place"]
        assert [place["place"] for place in places] == [0, 1, 2]
        assert [place["share"] for place in places] == [0.625, 0.125, 0.25]
        assert [place["advantage"] for place in places] == pytest.approx([0.625 - 1 / 3, 0.125 - 1 / 3, 0.25 - 1 / 3])

    def test_lengths_are_described(self) -> None:
        turns = self.SUMMARY["length"]["turns"]
        assert turns["mean"] == 3.5 and turns["sd"] == pytest.approx(stdev([2, 3, 4, 5]))
        assert turns["quantiles"] == {"0": 2, "5": 2.15, "25": 2.75, "50": 3.5, "75": 4.25, "95": 4.85, "100": 5}

    def test_matches_at_the_limit_are_counted_apart(self) -> None:
        by_reason = {"no-chips": 2, "debt": 0, "stopped": 1, "limit": 1}
        assert self.SUMMARY["endings"] == {"rules": 3, "limit": 1, "by_reason": by_reason}

    def test_its_fields_are_those_that_scripts_rely_on(self) -> None:
        assert list(self.SUMMARY) == [
            "game", "rules", "seats", "players", "options", "seed", "matches", "played", "interrupted",
            "length", "wins", "scores", "endings",
        ]  # fmt: skip
        assert list(self.SUMMARY["length"]) == ["plies", "decisions", "turns"]
        assert list(self.SUMMARY["wins"]) == ["by_player", "by_seat", "by_place"]
        assert list(self.SUMMARY["scores"]) == ["by_player", "by_seat"]
        assert json.loads(json.dumps(self.SUMMARY)) == self.SUMMARY

    @pytest.mark.parametrize("played", [0, 1])
    def test_what_is_not_known_is_null(self, played: int) -> None:
        summary = simulate.summary(RANDOM, Results.room(played), 10)
        assert summary["played"] == played
        assert summary["wins"]["by_seat"][0]["se"] is None
        assert (summary["length"]["plies"]["mean"] is None) == (played == 0)
        json.dumps(summary, allow_nan=False)


class TestMatches:
    @pytest.mark.parametrize("setting", [BOTS, RANDOM], ids=["bots", "compiled"])
    def test_the_same_seed_gives_the_same_results(self, setting: MatchConfig) -> None:
        first, second = (simulate.simulate(setting, 25, workers=1) for _ in range(2))
        assert first == second and first["played"] == 25
        other = simulate.simulate(MatchConfig(setting.game, setting.players, seed=6), 25, workers=1)
        assert other["length"] != first["length"]

    def test_results_do_not_depend_on_the_number_of_workers(self) -> None:
        count = 2 * matches.BOT_BATCH + 5
        assert simulate.simulate(BOTS, count, workers=1) == simulate.simulate(BOTS, count, workers=2)

    def test_more_matches_begin_with_the_same_ones(self) -> None:
        few, more = (list(matches.play_batches(BOTS, count, workers=1)) for count in (20, 45))
        assert [len(batch) for batch in more] == [20, 20, 5]
        assert np.array_equal(few[0].plies, more[0].plies)

    @pytest.mark.parametrize("setting", [RANDOM, FEWEST], ids=["most", "fewest"])
    def test_a_compiled_match_is_one_that_the_rules_play(self, setting: MatchConfig) -> None:
        """Each match played again by the interpreter with the same draws."""
        results = matches.batch(setting, 0, 3)
        for index in range(3):
            match, deciders, leaders = _played_again(setting, index)
            assert results.plies[index] == match.version
            assert results.decisions[index] == len(deciders)
            assert results.turns[index] == 1 + sum(a != b for a, b in pairwise(deciders))
            assert results.leads[index] == sum(a != b for a, b in pairwise(leaders))
            assert results.starts[index] == deciders[0]
            assert results.shares[index, :2].tolist() == match.returns()
            assert results.points[index, :2].tolist() == match.scores()

    def test_a_match_of_bots_is_counted_as_it_was_played(self) -> None:
        results = matches.batch(BOTS, 0, 2)
        assert (results.shares.sum(axis=1) == 1).all()
        assert (results.plies > results.decisions).all() and (results.decisions >= results.turns).all()
        assert set(results.starts) <= {0, 1}

    def test_players_sit_in_every_seat_equally_often(self) -> None:
        for player in range(3):
            assert sorted(THREE.seat_of(player, match) for match in range(6)) == [0, 0, 1, 1, 2, 2]
        for match in range(6):
            assert {THREE.seat_of(player, match) for player in range(3)} == {0, 1, 2}

    def test_the_players_shares_of_all_seats_add_up(self) -> None:
        wins = simulate.simulate(RANDOM, 2_000)["wins"]
        for shares in wins.values():
            assert sum(share["share"] for share in shares) == pytest.approx(1)

    def test_options_are_played(self) -> None:
        short = MatchConfig("spilorcio", ("random", "random"), 5, {"board": "short"})
        assert simulate.simulate(short, 500)["options"]["board"] == "short"
        assert simulate.simulate(short, 500)["length"] != simulate.simulate(RANDOM, 500)["length"]

    def test_an_own_board_is_played(self) -> None:
        own = MatchConfig("spilorcio", ("random", "random"), 5, {"board": "2>9 2>9 2>9 2>9 2>9"})
        assert (
            simulate.simulate(own, 500)["length"]["turns"]["mean"]
            < simulate.simulate(RANDOM, 500)["length"]["turns"]["mean"]
        )

    @pytest.mark.parametrize(
        ("setting", "refusal"),
        [
            (MatchConfig("ludo", ("random", "random")), errors.UnknownGame),
            (MatchConfig("spilorcio", ("random",)), errors.BadSeats),
            (MatchConfig("spilorcio", ("random", "rnadom")), errors.UnknownPlayer),
            (MatchConfig("spilorcio", ("random",) * 2, 0, {"lone": "five"}), errors.UnknownOption),
            (MatchConfig("spilorcio", ("random",) * 2, 0, {"loan": "six"}), errors.UnknownValue),
        ],
    )
    def test_what_cannot_be_played_is_refused_before_playing(
        self, setting: MatchConfig, refusal: type[errors.Refusal]
    ) -> None:
        with pytest.raises(refusal):
            simulate.simulate(setting, 1_000_000)


def _played_again(setting: MatchConfig, number: int) -> tuple[Match, list[int], list[int]]:
    """A match of random players: as it ended, who decided, and who led alone when a turn had passed on."""
    match = Match(setting.module, 2)
    dice = chance.seeded(setting.seed, number).tolist()
    choices = chance.seeded(setting.seed, chance.CHOICES + number).tolist()
    deciders: list[int] = []
    leaders: list[int] = []
    while not match.over:
        if odds := match.odds():
            match.play(bussolotto.CHANCE, chance.weighted(dice, odds))
        else:
            seat = match.movers().bit_length() - 1
            legal = match.legal(seat)
            match.play(seat, legal[chance.below(choices, len(legal))])
            leaders += _leader(match) if deciders[-1:] != [seat] else []
            deciders.append(seat)
    return match, deciders, leaders + _leader(match)


def _leader(match: Match) -> list[int]:
    first, second = match.scores()
    return [] if first == second else [int((second > first) != match.game.facts.fewest_win)]


def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate.simulate(BOTS, 40, workers=1)

    def interrupted(setting: MatchConfig, *_: object) -> Iterator[Results]:
        yield from matches.play_batches(setting, 40, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_batches", interrupted)
    told: list[int] = []
    summary = simulate.simulate(BOTS, 1_000, progress=told.append)
    assert summary["interrupted"] and summary["played"] == 40 and summary["matches"] == 1_000
    assert summary["wins"] == whole["wins"]
    assert told == [20, 40]
