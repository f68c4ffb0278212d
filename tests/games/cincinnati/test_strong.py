"""The strong player: what money is worth, a mixed choice of tables, what it believes of others, and how it plays."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import chance, kernel
from bussolotto.games.cincinnati import beliefs, mixed_choice, policy, victory
from bussolotto.games.cincinnati.chances import FIRST, HANDS
from bussolotto.games.cincinnati.strong import Strong
from bussolotto.play.match import Match
from bussolotto.solve.rolls import rolls
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.cincinnati.test_bot import with_cards
from tests.games.cincinnati.test_clauses import START, at_tables, falls, hand, played, rich
from tools import predictors

GAME = bussolotto.game("cincinnati")
ROLLS = ("13346", "11111", "12345", "22222")


def choosing(seats: int = 4, **options: str) -> Match:
    """A first round before tables are chosen."""
    cards = START if seats > 3 else (*START[:2], START[3])
    return played(seats, *cards, *falls(*ROLLS[:seats]), **options)


class TestVictory:
    def test_all_that_is_minded_of_others_weighs_as_much_as_what_is_won(self) -> None:
        minded = victory.rivalry(rich(choosing(), 60, 45, 30, 0).state)
        assert minded.sum(axis=1) == pytest.approx(1) and np.diag(minded).tolist() == [0] * 4 and minded.min() >= 0

    def test_at_the_end_the_closest_rival_counts_most(self) -> None:
        match = rich(choosing(), 90, 75, 15, 0)
        early = victory.rivalry(match.state)
        match.state.round_number = 12
        late = victory.rivalry(match.state)
        assert late[0, 1] > early[0, 1] > late[0, 3] and late[0, 1] > 0.9

    def test_equal_rivals_count_alike(self) -> None:
        assert victory.rivalry(choosing(3).state)[0] == pytest.approx([0, 0.5, 0.5])


def solved(seats: int, follows: tuple[float, ...] = (1.0, 0.0, 0.0), match: Match | None = None) -> Any:
    """Stage and plan of a first round, everybody believed to play like this."""
    view = (match or choosing(seats)).hidden(0)
    tables, known = beliefs.Beliefs(seats).stage(view)
    known = known._replace(follows=(follows,) * seats)
    return mixed_choice.Stage(tables, known), mixed_choice.plan(tables, known), [table.number for table in tables]


class TestMixedChoice:
    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_nobody_gains_much_by_choosing_otherwise(self, seats: int) -> None:
        match = choosing(4) if seats < 5 else played(5, *START, *falls(*ROLLS, "13456"))
        match = choosing(3) if seats == 3 else match
        stage, plan, at = solved(seats, match=match)
        worth = stage.worth(plan[:, :, at])
        gain = (worth.max(axis=2) - (worth * plan[:, :, at]).sum(axis=2)) @ rolls().odds[0]
        assert plan.sum(axis=2) == pytest.approx(1, abs=1e-5) and gain.max() < 0.1, gain  # thousands, of 20 a card

    def test_it_mixes(self) -> None:
        plan = solved(4)[1][0]
        assert ((plan > 0.1).sum(axis=1) > 1).any() and plan[hand("11123") - FIRST, 2] > 0.9

    def test_who_is_known_to_follow_a_rule_is_answered(self) -> None:
        stage, plan, at = solved(3, (0.0, 1.0, 0.0))
        known, _ = stage.known()
        worth = stage.worth(known)
        clear = abs(worth[..., 0] - worth[..., 1]) > 0.5
        assert (plan[:, :, at].argmax(axis=2) == worth.argmax(axis=2))[clear].all() and clear.mean() > 0.5

    def test_seats_that_are_alike_choose_alike(self) -> None:
        plan = solved(4)[1]
        assert np.abs(plan - plan[0]).max() < 1e-4

    def test_the_table_that_all_want_is_not_for_everybody(self) -> None:
        """A pair is good for either table; where more lies at A, more go there, but not all."""
        often = []
        for value in (15, 35):
            match = with_cards(choosing(3), [value], [], [25])
            often.append(float(rolls().odds[0] @ solved(3, match=match)[1][0, :, 0]))
        assert often[0] < often[1] < 0.9, often


class TestBeliefs:
    def test_the_rule_is_the_one_of_the_sensible_bot(self) -> None:
        for seats in (3, 4, 5):
            rolls_of = [*ROLLS, "13456"][:seats]
            cards = START if seats > 3 else (*START[:2], START[3])
            state = played(seats, *cards, *falls(*rolls_of)).state
            usual, chances = beliefs.usual(state), policy.tables(state)[-1]
            for number in range(len(HANDS)):
                state.dice[0] = FIRST + number
                assert usual[number] == policy.best_table(state, 0, chances)

    def test_who_does_as_the_rule_says_where_the_mix_says_otherwise_is_believed_to(self) -> None:
        match = at_tables({0: ("A", "66442"), 1: ("B", "13456"), 2: ("C", "11234"), 3: ("A", "66655")})
        believed = beliefs.Beliefs(4)
        planned, usual = believed.plan(match.state)[3], beliefs.usual(match.state)
        unlike = int(planned[np.arange(len(HANDS)), usual].argmin())
        match.state.dice[3], match.state.chosen[3] = FIRST + unlike, usual[unlike] + 1
        for number in range(1, 4):
            match.state.round_number = number
            believed.notice(match.state)
            believed.notice(match.state)  # once only
        assert believed.stage(match.state)[1].follows[3][1] > 0.8
        match.state.chosen[3] = (usual[unlike] + 1) % 3 + 1
        for number in range(4, 10):
            match.state.round_number = number
            believed.notice(match.state)
        assert believed.stage(match.state)[1].follows[3][1] < 0.6


class TestPlay:
    def test_what_others_would_win_counts_too(self) -> None:
        """Whoever clears the table has what it holds, and one rival of two does not."""
        ends = np.zeros((3, len(HANDS)), np.float32)
        ends[1, hand("66612") - FIRST] = 1
        often = np.array([[0], [1], [0]], np.float32)
        minds = np.array([[0, 0.5, 0.5]] * 3, np.float32)
        found = mixed_choice.payoff(GAME.rules.AT_A, ends, often, minds)[0]
        assert found[hand("66666") - FIRST] == pytest.approx(1.5) and found[hand("11122") - FIRST] == pytest.approx(1.5)
        assert [found[hand(text) - FIRST] for text in ("11123", "12346")] == pytest.approx([0, 0], abs=1e-5)

    def test_tokens_are_saved_while_they_may_be_worth_more(self) -> None:
        match = at_tables({0: ("A", "66442"), 1: ("A", "11223"), 2: ("C", "33445")}, roll_number=3)
        early = beliefs.token_price(match.state, 0)
        match.state.tokens[0] = 8
        assert early > beliefs.token_price(match.state, 0) > 5
        match.state.round_number = 12
        assert beliefs.token_price(match.state, 0) == 5

    def test_it_names_a_close_rival_rather_than_a_far_one(self) -> None:
        match = at_tables({0: ("A", "66442"), 1: ("A", "11223"), 2: ("C", "33445"), 3: ("C", "33441")}, roll_number=4)
        state = match.state
        state.phase, state.table, state.lead, state.asked, state.duels[0] = GAME.rules.NAMING, 3, 0, 1, 1
        state.round_number = 12
        state.money[1][4] = state.money[2][4] = 1
        state.wealth[:4] = [120, 35, 125, 0]
        assert Strong(GAME).choose(match.hidden(0), match.legal(0), Random(1))[0] == GAME.rules.DUEL + 2

    def test_the_same_view_and_seed_decide_alike_and_draw_different_tables(self) -> None:
        match = choosing(4)
        other = kernel.copied(match.state)
        other.dice[1:4] = [hand("66666"), hand("55555"), hand("44444")]
        GAME.hide(other, 0)
        match = with_cards(match, [20], [20], [25])
        for table in range(3):
            other.piles[table][:] = match.state.piles[table][:]
        drawn = [Strong(GAME).choose(match.hidden(0), match.legal(0), Random(seed))[0] for seed in range(30)]
        assert drawn == [Strong(GAME).choose(other, match.legal(0), Random(seed))[0] for seed in range(30)]

    @pytest.mark.parametrize("options", [{}, {"keep_order": "secret", "condition_c": "13", "token_worth": "0"}])
    def test_it_plays_legally_to_the_end_by_any_rules(self, options: dict[str, str]) -> None:
        match, cup = Match(GAME, 4, {**options, "rounds": "4"}), chance.Fast(3)
        seated = [Strong(GAME) for _ in range(4)]
        for _ in iter(lambda: match.fall(cup) >= 0 and match.over, True):
            seat = next(seat for seat in range(4) if match.movers() >> seat & 1)
            view, legal = match.hidden(seat), match.legal(seat)
            choice = seated[seat].choose(view, legal, Random(match.version))
            assert choice[0] in legal
            match.play(seat, choice[0])


@full
def test_it_beats_the_sensible() -> None:
    """A third is even. The same seed gives the same matches."""
    assert isinstance(players.player("hard", GAME), Strong)
    setting = MatchConfig("cincinnati", ("hard", "medium", "medium"), seed=17)
    results = simulate(setting, 18, workers=1)
    assert results["wins"]["by_player"][0]["share"] > 1 / 3


def test_a_predictor_plays_in_every_seat_with_the_same_dice_and_goes_on_with_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["cincinnati", "--seats", "3", "--matches", "3", "--kept", str(tmp_path / "kept")]
    predictors.main(arguments)
    told = capsys.readouterr().out
    assert "3 seats: the predictor wins" in told
    monkeypatch.setattr(predictors, "play", None)  # nothing is left to be played
    predictors.main(arguments)
    assert capsys.readouterr().out == told
