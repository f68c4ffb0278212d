"""Tournaments: companies and seatings, shares and ratings that can be checked by hand, the same whoever plays."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, permutations
from math import factorial, log10
from typing import Any

import numpy as np
import pytest

from bussolotto.core import errors
from bussolotto.play.engines import Engine, Here, Processes
from bussolotto.study import matches
from bussolotto.study import tournament as study
from bussolotto.study.matches import Task, batch
from bussolotto.study.ratings import rate, strengths
from bussolotto.study.tournament import Contest, JobShares, Rounds, jobs, matches_a_round, tables
from tests.command_line import do
from tests.depth import full

BOTS = Contest("spilorcio", ("random", "sensible"), 3, 7, {"board": "short"})
RANDOM = Contest("spilorcio", ("random",), 2, 7).validate()
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


class TestTables:
    @pytest.mark.parametrize(
        ("players", "seats", "companies"),
        [
            ("abc", 2, {"ab", "ac", "bc"}),
            ("abcd", 3, {"abc", "abd", "acd", "bcd"}),
            ("ab", 3, {"aab", "abb"}),
            ("ab", 4, {"aaab", "aabb", "abbb"}),
            ("abc", 4, {"aabc", "abbc", "abcc"}),
        ],
    )
    def test_every_company_sits_once(self, players: str, seats: int, companies: set[str]) -> None:
        assert sorted("".join(table.players) for table in tables(tuple(players), seats)) == sorted(companies)

    @pytest.mark.parametrize(("company", "orders"), [("ab", 1), ("abc", 2), ("abcd", 6), ("aab", 1), ("aabb", 2)])
    def test_every_order_around_the_table_is_known_once(self, company: str, orders: int) -> None:
        found = study._orders(tuple(company))
        turned = {order[turn:] + order[:turn] for order in found for turn in range(len(order))}
        assert len(found) == orders and turned == set(permutations(company))

    def test_at_large_tables_orders_take_turns(self) -> None:
        (table,) = tables("abcdef", 6)
        assert len(table.orders) == factorial(5)
        seen = Counter(order for chunk in range(20) for order in table.orders_of(chunk))
        assert set(seen) == set(table.orders) and set(seen.values()) == {1}

    @pytest.mark.parametrize(("players", "seats"), [("abc", 2), ("ab", 4), ("abcde", 5)])
    def test_everybody_sits_equally_often_in_each_seat_with_the_same_dice(self, players: str, seats: int) -> None:
        """By round, table and player: in a chunk of 3 rounds, the second."""
        contest = Contest("spilorcio", tuple(players), seats)
        sitting = Counter(
            (number, tuple(sorted(job.setting.players)), name, job.setting.seat_of(player, number))
            for job in _chunk(contest, 1, 3)
            for number in range(job.number * job.setting.batch_size, job.number * job.setting.batch_size + job.size)
            for player, name in enumerate(job.setting.players)
        )
        for number, company, name, seat in sitting:
            assert sitting[number, company, name, seat] == sitting[number, company, name, 0]
        assert {seat for *_, seat in sitting} == set(range(seats))
        assert len({job.setting.seed for job in _chunk(contest, 1, 3)}) == 1


def _chunk(contest: Contest, chunk: int, rounds: int) -> list[Task]:
    """The jobs of one chunk, as if it had so many rounds."""
    whole = [list(some) for some in jobs(contest, 45)]
    assert sum(job.size for some in whole for job in some) == 45 * matches_a_round(contest)
    return [job._replace(size=rounds) for job in whole[chunk]]


class TestJobs:
    def test_a_job_gives_each_player_what_its_seat_won(self) -> None:
        job = next(jobs(BOTS.validate(), 4))[0]
        assert job.setting.players == ("random", "sensible", "sensible") and job.size == 4
        results = batch(job.setting, 0, 4)
        found = study.play_job(job)
        for number in range(4):
            for player in range(3):
                assert found.shares[number, player] == results.shares[number, (player + number) % 3]
        assert found.by_seat.tolist() == results.shares[:, :3].sum(axis=0).tolist()

    def test_who_is_alike_wins_alike(self) -> None:
        """Two random players: in both seatings the dice and the choices are the same, so each has won once."""
        setting = RANDOM.setting(("random", "random"))
        both = [study.play_job(Task(setting, 0, 10)).shares for _ in range(2)]
        assert (both[0] == both[1]).all() and (both[0].sum(axis=1) == 1).all()


class TestSummary:
    def test_shares_are_those_counted_by_hand(self) -> None:
        """Two rounds at two seats: a wins three matches of four and shares the fourth."""
        played = Rounds(Contest("spilorcio", ("random", "sensible"), 2))
        one, other = next(jobs(played.contest, 2))
        assert (one.setting.players, other.setting.players) == (("random", "sensible"), ("sensible", "random"))
        played.add([(one, _won([1, 0.5])), (other, _won([0, 0]))])
        found = study.summary(played, 4)
        assert (found["played"], found["rounds"], found["interrupted"]) == (4, 2, False)
        first, second = found["standings"]
        assert (first["player"], first["share"], second["share"]) == ("random", 0.875, 0.125)
        assert first["se"] == pytest.approx(np.std([1, 0.75], ddof=1) / np.sqrt(2))
        assert found["tables"] == [
            {
                "players": ["random", "sensible"],
                "shares": [
                    {key: line[key] for key in ("player", "share", "se", "interval")} for line in (first, second)
                ],
            }
        ]

    def test_its_fields_are_those_that_scripts_rely_on(self) -> None:
        found = study.tournament(BOTS, 12, Here())
        assert list(found) == [
            "game", "rules", "seats", "options", "players", "seed", "matches", "played", "rounds", "interrupted",
            "standings", "tables", "by_seat",
        ]  # fmt: skip
        assert [list(line) for line in found["standings"]] == [
            ["player", "share", "se", "interval", "rating", "rating_interval"]
        ] * 2
        assert found["matches"] == found["played"] == 12 and found["rounds"] == 2
        assert found["options"] == {**found["options"], "board": "short"}
        assert sum(line["share"] for line in found["by_seat"]) == pytest.approx(1)
        json.dumps(found, allow_nan=False)

    @pytest.mark.parametrize("rounds", [0, 1])
    def test_what_is_not_known_is_null(self, rounds: int) -> None:
        played = Rounds(BOTS.validate())
        for chunk in jobs(played.contest, rounds):
            played.add((job, study.play_job(job)) for job in chunk)
        first = study.summary(played, 6)["standings"][0]
        assert first["se"] is first["interval"] is first["rating_interval"] is None
        assert (first["share"] is None) == (rounds == 0)


def _won(shares: list[float]) -> JobShares:
    """What the first player of two won, round by round."""
    own = np.array(shares)
    return JobShares(np.column_stack([own, 1 - own]), np.zeros(2))


class TestTournament:
    def test_it_is_the_same_whoever_plays(self) -> None:
        by = Processes(2)
        told: list[int] = []
        assert study.tournament(BOTS, 40, Here(), told.append) == study.tournament(BOTS, 40, by)
        by.close()
        assert told == sorted(told) and told[-1] == 42

    def test_ctrl_c_keeps_whole_rounds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matches, "COMPILED_BATCH", matches.BOT_BATCH)

        class Interrupted:
            def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
                every = map(function, items)
                yield from (next(every) for _ in range(9))
                raise KeyboardInterrupt

            def close(self) -> None: ...

        by: Engine = Interrupted()
        found = study.tournament(BOTS, 200, by)
        whole = study.tournament(BOTS, 120, Here())
        assert found["interrupted"] and (found["played"], found["matches"]) == (120, 204)
        assert found["standings"] == whole["standings"] and found["tables"] == whole["tables"]

    @pytest.mark.parametrize(
        ("contest", "refusal"),
        [
            (Contest("ludo", ("a", "b"), 2), errors.UnknownGame),
            (Contest("spilorcio", ("random", "sensible"), 9), errors.BadSeats),
            (Contest("spilorcio", ("random", "sensible", "rnadom"), 2), errors.UnknownPlayer),
            (Contest("spilorcio", ("random", "sensible"), 2, 0, {"lone": "five"}), errors.UnknownOption),
        ],
    )
    def test_what_cannot_be_played_is_refused_before_playing(
        self, contest: Contest, refusal: type[errors.Refusal]
    ) -> None:
        with pytest.raises(refusal):
            study.tournament(contest, 1_000_000, Here())


class TestRatings:
    def test_between_two_they_are_the_odds(self) -> None:
        """Of 1,000 matches 800 won: odds of four to one, but for the imagined ones."""
        points = rate(np.full((1000, 1, 2), [0.8, 0.2]), np.array([[1, 1]])).points
        assert points[0] - points[1] == pytest.approx(400 * log10(4), abs=0.5)
        assert points.sum() == pytest.approx(0)

    def test_they_explain_tables_of_many(self) -> None:
        """Shares made from strengths 4, 2, 1 give these back, whoever sits where and how often."""
        true, seats = np.array([4.0, 2.0, 1.0]), np.array([[1, 1, 1], [2, 1, 0], [0, 1, 2]])
        shares = seats * true / (seats @ true)[:, None]
        found = strengths(100_000 * shares, seats, 100_000)
        assert found / found[2] == pytest.approx(true, rel=1e-4)

    def test_the_order_of_the_rounds_is_of_no_matter(self) -> None:
        rng = np.random.default_rng(1)
        first = (rng.random((50, 1, 1)) < 0.7).astype(float)
        wins, seats = np.concatenate([first, 1 - first], axis=2), np.array([[1, 1]])
        assert rate(wins, seats).points.tolist() == rate(wins[::-1], seats).points.tolist()

    @full
    def test_intervals_hold_what_is_true_as_often_as_they_say(self) -> None:
        rng = np.random.default_rng(2)
        true = 400 * log10(3) / 2
        held = 0
        for _ in range(200):
            first = (rng.random((200, 1, 1)) < 0.75).astype(float)
            found = rate(np.concatenate([first, 1 - first], axis=2), np.array([[1, 1]]))
            held += abs(found.points[0] - true) < study.LEVEL * found.errors[0]
        assert 0.9 < held / 200 < 0.99

    def test_who_has_won_nothing_is_not_infinitely_weak(self) -> None:
        found = rate(np.full((50, 1, 2), [1.0, 0.0]), np.array([[1, 1]]))
        assert np.isfinite(found.points).all() and found.errors[1] > 50


class TestCommand:
    ARGUMENTS = ("tournament", "spilorcio", "--matches", "20", "--seed", "7", "--workers", "1")

    def test_json_is_all_that_comes_to_stdout(self) -> None:
        result = do(*self.ARGUMENTS, "--players", "sensible,random", "--json")
        found = json.loads(result.stdout)
        assert (result.exit_code, result.stderr, found["played"]) == (0, "", 20)
        assert found["players"] == ["sensible", "random"] and found["standings"][0]["player"] == "sensible"

    def test_tables_tell_the_same_and_all_players_play_unless_said(self) -> None:
        first = json.loads(do(*self.ARGUMENTS, "--json").stdout)["standings"][0]
        low, high = first["interval"]
        told = do(*self.ARGUMENTS).stdout
        assert "spilorcio: tournament of 20 matches at 2 seats, seed 7, loan reserve, board standard" in told.replace(
            "\n", " "
        )
        assert f"{100 * first['share']:.2f} %  ({100 * low:.2f} .. {100 * high:.2f})" in told
        assert f"{first['rating']:+.0f}" in told

    @pytest.mark.parametrize("players", ["random", "random,random"])
    def test_it_takes_two_who_differ(self, players: str) -> None:
        result = do(*self.ARGUMENTS, "--players", players)
        assert result.exit_code == 2 and "different players" in result.stderr


def test_chunks_hold_all_rounds() -> None:
    found = list(chain.from_iterable(jobs(BOTS.validate(), 45)))
    assert sum(job.size for job in found) == 45 * matches_a_round(BOTS)
