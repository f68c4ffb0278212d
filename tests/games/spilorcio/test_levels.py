"""The hard player of Spilorcio knows the solution where there is one, and elsewhere what has been learned."""

from random import Random
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import kernel
from bussolotto.core.chance import Fast
from bussolotto.core.contract import choose_options
from bussolotto.games.spilorcio import judgement, levels, policy, solver
from bussolotto.games.spilorcio.bot import Sensible
from bussolotto.play.match import Match
from bussolotto.solve.advice import exact, unknown
from tests.depth import full, one_in
from tests.games.spilorcio.test_bot import at_decision
from tools import learn

GAME = bussolotto.game("spilorcio")


@pytest.mark.parametrize(("seats", "by_the_solution"), [(2, True), (3, False)])
def test_the_solution_is_played_where_it_applies(
    seats: int, by_the_solution: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(GAME, seats)
    match.fall(Fast(1))
    seat = match.movers().bit_length() - 1
    legal = match.legal(seat)
    monkeypatch.setattr(levels, "advise", lambda view, own, codes: unknown([]))
    learned = players.player("hard", GAME).choose(match.hidden(seat), legal, Random(1))
    assert learned is not None
    other = next(code for code in legal if code != learned[0])
    monkeypatch.setattr(
        levels, "advise", lambda view, own, codes: exact({code: float(code == other) for code in codes}, [])
    )
    chosen = players.player("hard", GAME).choose(match.hidden(seat), legal, Random(1))
    assert chosen == (other if by_the_solution else learned[0], learned[1])


@pytest.mark.parametrize(
    "options", [{}, {"board": "short", "loan": "five"}, {"board": "gentle", "chips_in_all": "160"}]
)
@pytest.mark.parametrize("seats", GAME.SEATS)
def test_many_positions_are_judged_as_one(seats: int, options: dict[str, str]) -> None:
    rng = np.random.default_rng(seats)
    net = rng.normal(size=(4, judgement.FEATURES + 1)), rng.normal(size=5), np.zeros(judgement.FEATURES)
    for seed in range(6):
        state = at_decision(seed, seats, decisions=3 * seed, **options).state
        positions = np.frombuffer(bytes(state), GAME.STATE)
        for seat in range(seats):
            one = policy.value_of(kernel.copied(state), seat, net) if state.chips[seat] and not state.debt else None
            judgement.look(state, seat, net[2])
            assert judgement.features(positions, seat)[0] == pytest.approx(net[2])
            assert one is None or judgement.values(positions, seat, net)[0] == pytest.approx(one)


@pytest.mark.parametrize("seats", one_in(2, [3, 4]))
def test_it_decides_as_the_compiled_policy_does_with_what_was_learned(seats: int) -> None:
    net = judgement.net(seats)
    assert net is not None and judgement.net(seats + 4) is None
    alike = 0
    for seed in range(15):
        match = at_decision(seed, seats, decisions=3 * seed)
        seat = match.movers().bit_length() - 1
        choice = levels.Strong(GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
        assert choice[0] in match.legal(seat)
        assert choice == levels.Strong(GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
        alike += choice[0] == policy.decide(match.state, seat, None, policy.tables_with(match.state, net))
    assert alike >= 14  # the policy tries two orders of placing


@pytest.mark.parametrize("reserve", [solver.PLENTY - 1, solver.PLENTY])
def test_what_was_learned_is_used_while_there_is_a_reserve(reserve: int) -> None:
    view = at_decision(4, 4, decisions=8).state
    view.reserve = reserve
    worth: Any = levels.Strong(GAME).worth(view)
    assert (worth.func is judgement.values) == (reserve == solver.PLENTY)


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_it_learns_from_house_rules_that_a_host_could_choose(seats: int) -> None:
    drawn = [judgement.house_rules(Random(seed), seats) for seed in range(200)]
    assert {name for rules in drawn for name in rules} == {"board", "starting_chips", "chips_in_all"}
    assert all(choose_options(GAME, rules) for rules in drawn)
    assert len({rules["board"] for rules in drawn if "board" in rules}) > 100


def test_without_a_network_it_plays_sensibly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "net", lambda seats: None)
    match = at_decision(4, 4, decisions=8)
    seat = match.movers().bit_length() - 1
    chosen = [
        player.choose(match.hidden(seat), match.legal(seat), Random(1))
        for player in (levels.Strong(GAME), Sensible(GAME))
    ]
    assert chosen[0] == chosen[1]


@full
def test_a_network_is_learned_from_a_seed_by_one_command(tmp_path: Any) -> None:
    learned = []
    for name in ("one", "other"):
        out = tmp_path / name
        arguments = ["spilorcio", "--seats", "3", "--matches", "60", "--rounds", "2", "--units", "3"]
        learn.main([*arguments, "--out", str(out)])
        learned.append(out.read_text(encoding="utf-8"))
    assert learned[0] == learned[1] and '"3"' in learned[0]
