"""A match: all or nothing, independent copies, what each viewer is told. The laws try the rest of it on every game."""

from itertools import groupby
from operator import itemgetter
from random import Random

import pytest

import bussolotto
from bussolotto.core.errors import BrokenLog, IllegalAction, NotAnAction, Refusal
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.play.match import Match, after, replay, starter_step
from bussolotto.testing.worlds import World
from tests.laws.toys.whispers import game as whispers

spilorcio = bussolotto.game("spilorcio")
# where somebody chooses the order of his dice
ORDER_CHOSEN = World(spilorcio, 5, 1, {"board": spilorcio.facts.options["board"].examples[1]})
START = spilorcio.read(CHANCE, "start 1")


def rolled(*faces: int) -> Match:
    """Seat 1 has rolled these five dice."""
    return replay(spilorcio, 2, {}, [(CHANCE, START), *((CHANCE, face - 1) for face in faces)])


def keep(text: str) -> int:
    return int(spilorcio.read(1, f"keep {text}"))


class TestActing:
    def test_several_actions_are_played_all_or_none(self) -> None:
        match = rolled(1, 2, 3, 4, 5)
        before, log = bytes(match.state), list(match.log)
        with pytest.raises(IllegalAction) as refusal:
            match.act(1, [keep("1"), keep("2")])  # between them, dice have to fall
        assert refusal.value.clause == "SPI-2"
        assert bytes(match.state) == before and match.log == log and match.version == len(log)

    def test_a_turn_of_several_actions_up_to_the_next_chance(self) -> None:
        """The order of placing: choices of one seat, with nothing falling between them, in one request."""
        log = ORDER_CHOSEN.log()
        together = Match(spilorcio, 5, ORDER_CHOSEN.options)
        longest = 0
        for seat, plies in groupby(log, key=itemgetter(0)):
            actions = [action for _, action in plies]
            if seat == CHANCE:
                for outcome in actions:
                    together.play(seat, outcome)
            else:
                together.act(seat, actions)
                longest = max(longest, len(actions))
        assert longest > 2 and together.log == log and together.over

    def test_a_ply_ahead_is_played_on_a_copy_in_either_reading(self) -> None:
        match = rolled(1, 2, 3, 4, 5)
        before = bytes(match.state)
        ahead, record = after(match.state, 1, keep("1")), after(match.record, 1, keep("1"))
        assert bytes(match.state) == before
        match.play(1, keep("1"))
        assert bytes(match.state) == bytes(ahead) == record.tobytes() != before

    @pytest.mark.parametrize(("seat", "action"), [(1, -1), (1, spilorcio.ACTIONS), (2, 1), (CHANCE, 99), (9, 0)])
    def test_what_names_no_action_or_seat_is_told_apart_from_what_is_forbidden(self, seat: int, action: int) -> None:
        with pytest.raises(NotAnAction):
            rolled(1, 2, 3, 4, 5).play(seat, action)

    def test_nobody_without_a_seat_has_legal_actions(self) -> None:
        match = rolled(1, 1, 1, 1, 1)
        assert [len(match.legal(seat)) for seat in (0, 1, 2, SPECTATOR, CHANCE, -1)] == [0, 5, 0, 0, 0, 0]


class TestCopies:
    def test_a_copy_goes_its_own_way(self) -> None:
        match = rolled(1, 2, 3, 4, 5)
        twin = match.copy()
        twin.act(1, [keep("1 2")])
        assert (match.version, twin.version) == (6, 7)
        assert match.view(0) != twin.view(0) and match.over == twin.over

    @pytest.mark.parametrize("fast", [False, True])
    def test_a_match_becomes_what_its_copy_has_become_and_back(self, fast: bool) -> None:
        log = World(spilorcio, 3, 8).log()
        match, twin = (Match(spilorcio, 3) for _ in range(2))
        rng = Random(5)
        for seat, action in log:
            if fast:
                twin.faster(bussolotto.compiled(spilorcio))
            twin.play(seat, action)
            if rng.random() < 0.3:
                match.become(twin)
                assert match.log == twin.log and match.view_bytes(0) == twin.view_bytes(0)
                assert match.steps(0) == twin.steps(0) and len(match.steps(0)) == match.version
        earlier = replay(spilorcio, 3, {}, log[:20])
        twin.become(earlier)
        assert twin.log == log[:20] and twin.version == 20 and bytes(twin.state) == bytes(earlier.state)

    def test_compiled_rules_play_the_same_match(self) -> None:
        log = World(spilorcio, 4, 3).log()
        fast = Match(spilorcio, 4)
        fast.faster(bussolotto.compiled(spilorcio))
        for seat, action in log:
            fast.play(seat, action)
        assert fast.over and fast.view(1) == replay(spilorcio, 4, {}, log).view(1)
        with pytest.raises(IllegalAction):
            fast.play(0, 1)


class TestViewers:
    def test_views_are_whole_numbers_by_the_names_of_the_fields(self) -> None:
        view = rolled(1, 2, 3, 4, 5).view(SPECTATOR)
        assert tuple(view) == spilorcio.STATE.names
        assert view["turn"] == 1 and view["chips"] == [18, 18, 0, 0, 0]
        assert replay(whispers, 2, {}, []).view(0)["shown"] == [[0, 0]] * 8

    def test_views_of_a_race_leave_its_solution_to_be_found(self) -> None:
        races = [bussolotto.game(name) for name in bussolotto.games() if bussolotto.game(name).RACE]
        assert {race.NAME: race.facts.solution for race in races if race.NAME != "perspectives"} == {
            "raffzahn": ("takeable",),
            "bunte-kuh": ("sums",),
        }
        for race in races:
            view = Match(race, race.SEATS[0]).view(0)
            assert [name for name in race.STATE.names if name not in view] == [*race.facts.solution]

    def test_a_channel_says_who_acted_and_not_what_where_that_is_a_secret(self) -> None:
        match = replay(whispers, 2, {}, [(CHANCE, 3), (CHANCE, 5), (0, 1)])
        own, other, watching = (match.steps(viewer) for viewer in (0, 1, SPECTATOR))
        assert [step.text for step in own] == ["die 4", None, "table 2"]
        assert [step.text for step in other] == [None, "die 6", None]
        assert [(step.seat, step.action) for step in watching] == [(CHANCE, None), (CHANCE, None), (0, None)]
        assert match.steps(1, since=2) == other[2:]


class TestReplay:
    def test_a_log_that_is_no_match_names_its_ply(self) -> None:
        with pytest.raises(BrokenLog, match="Ply 2 of the log"):
            replay(spilorcio, 2, {}, [(CHANCE, START), (CHANCE, 0), (CHANCE, START)])

    def test_options_are_checked_before_anything_is_opened(self) -> None:
        for options in ({"lone": "five"}, {"loan": "six"}, {"board": "4>1"}, {"board": "standart"}):
            with pytest.raises(Refusal):
                Match(spilorcio, 2, options)

    def test_who_begins_can_be_set_where_it_would_be_drawn(self) -> None:
        match = Match(spilorcio, 3)
        step = starter_step(match, 2)
        assert step == (CHANCE, spilorcio.read(CHANCE, "start 2"))
        assert starter_step(match, 4) is None
        match.play(*step)
        assert starter_step(match, 2) is None and match.view(0)["turn"] == 2
