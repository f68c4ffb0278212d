"""The games in OpenSpiel: its own suites, its playthroughs, and that they are the same games."""

import importlib
import pickle
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python.algorithms import ismcts, mcts, minimax  # type: ignore[import-untyped]

import bussolotto
from bussolotto.core import contract, kernel
from bussolotto.core.errors import BadSeats, IllegalAction, MissingExtra, NotAnAction, UnknownValue
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.envs import openspiel
from bussolotto.envs.spiel_tree import position_text
from bussolotto.games.my_dice_your_dice import solver as my_dice_your_dice
from bussolotto.play import match
from bussolotto.testing.golden import limited
from bussolotto.testing.worlds import weights_of
from tests import pig
from tests.depth import full
from tests.envs import openspiel_playthroughs as make
from tests.envs.openspiel_playthroughs import WANTED, Wanted

GAMES = [bussolotto.game(name) for name in bussolotto.games()]
SHORT = {"raffzahn": "lattice=4", "abquetschen": "lattice=4", "cincinnati": "rounds=4"}  # for matches of all kinds
PLIES = 300  # after which a match ends here at the latest
SECRET = ("cincinnati(rounds=4)", "cincinnati(keep_order=secret,rounds=4)", "eintrichtern(memo=on,lattice=6)")

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of all kinds are too few to be worth compiling; compiled ones are compared with them."""
    monkeypatch.setattr(openspiel, "COMPILED", False)


@pytest.fixture
def short(rules: Any) -> Iterator[Any]:
    """The game, with matches that are not long."""
    with limited(rules, PLIES):
        setting = ",".join(filter(None, [SHORT.get(rules.NAME), "compiled=false"]))
        yield pyspiel.load_game(f"{openspiel.short_name(rules)}({setting})")


def states(game: Any, seed: int, plies: int | None = None) -> Iterator[Any]:
    """Every state of a random match, the last one too; or so many."""
    rng = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and plies != 0:
        yield state
        go_on(state, rng)
        plies = None if plies is None else plies - 1
    yield state


def go_on(state: Any, rng: Random) -> None:
    """Any outcome by its probability, any legal action of everybody."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, probabilities)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


# --- what OpenSpiel asks for ------------------------------------------------------------------------------------------


@every_game
def test_random_simulations(short: Any) -> None:
    pyspiel.random_sim_test(short, num_sims=1, serialize=True, verbose=False)
    games_sim_test = importlib.import_module("open_spiel.python.tests.games_sim_test")  # which loads scipy
    games_sim_test.GamesSimTest().sim_game(short)  # the same from Python, with pickled games and states


@full
def test_random_simulations_as_a_game_of_turns() -> None:
    game = pyspiel.load_game_as_turn_based("bussolotto_cincinnati(rounds=4,keep_order=secret)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("one", WANTED, ids=lambda one: one.name)
def test_playthrough(one: Wanted) -> None:
    golden = one.path.read_text("utf-8")
    now = make.text_of(one, actions=make.actions_of(golden))
    for number, (line, golden_line) in enumerate(zip(now.splitlines(), golden.splitlines(), strict=True), 1):
        assert line == golden_line, f"{one.name}, line {number}"


def test_no_game_lacks_a_playthrough() -> None:
    assert sorted(one.name for one in WANTED) == sorted(bussolotto.games())


@every_game
def test_what_it_is_called_and_what_kind_of_game_it_is(rules: Any, short: Any) -> None:
    kind = short.get_type()
    together = any(state.is_simultaneous_node() for seed in range(3) for state in states(short, seed))
    simultaneous = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert kind.short_name == f"bussolotto_{rules.NAME.replace('-', '_')}"
    assert kind.long_name == f"{rules.TITLE}, rules {rules.RULES} (Bussolotto)"
    assert together == simultaneous == (short.num_distinct_actions() > rules.ACTIONS)
    assert rules.secrets == (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION)
    assert (kind.min_num_players, kind.max_num_players) == (min(rules.SEATS), max(rules.SEATS))
    assert set(kind.parameter_specification) - {"seats", "reaction", "position", "recall", "compiled"} == {
        *rules.OPTIONS
    }


def test_parameters() -> None:
    game = pyspiel.load_game("bussolotto_cincinnati(seats=5,rounds=6,token_supply=unlimited)")
    assert game.num_players() == 5
    assert game.tree.options == contract.choose_options(game.rules, {"rounds": 6, "token_supply": "unlimited"})
    for given in ("seats=4,token_supply='20'", "condition_a=two-pairs"):
        text = str(pyspiel.load_game(f"bussolotto_cincinnati({given})"))
        assert str(pyspiel.load_game(text)) == text
    assert str(pyspiel.load_game("bussolotto_cincinnati", {"token_supply": "20"})).count("token_supply='20'") == 1
    board = "1y1>9 2dy1>0 3y1y2y3>1 4>2 12y1y12>3"
    assert pyspiel.load_game(f"bussolotto_spilorcio(board={board})").tree.options["board"] == board


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cincinnati(seats=9)", BadSeats),
        ("cincinnati(rounds=99)", UnknownValue),
        ("raffzahn(reaction=1 2)", ValueError),
        ("raffzahn(reaction=1 2 0)", ValueError),
    ],
)
def test_wrong_parameters(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        pyspiel.load_game(f"bussolotto_{text}")


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "bussolotto.envs.openspiel")
    with pytest.raises(MissingExtra, match="openspiel"):
        importlib.import_module("bussolotto.envs.openspiel")


# --- the same games ---------------------------------------------------------------------------------------------------


@every_game
def test_a_match_is_the_same_match(rules: Any, short: Any) -> None:
    *_, state = states(short, seed=3)
    seats = short.num_players()
    twin = match.replay(rules, seats, short.tree.options, state.spiel_state.plies())
    assert bytes(twin.state) == bytes(state.spiel_state.s) and twin.over
    assert state.returns() == twin.returns() and state.rewards() == twin.returns()
    for viewer in (*range(seats), SPECTATOR):
        seen = [f"{'-' if step.seat == CHANCE else step.seat} {step.text or '?'}" for step in twin.steps(viewer)]
        told = state.spiel_state.describe_steps(viewer).split("; ")
        assert [text for text in told if "(" not in text] == seen


@every_game
def test_chances_are_the_odds(rules: Any, short: Any) -> None:
    for state in states(short, seed=4):
        if state.is_chance_node() and not state.spiel_state.claims:
            weights = weights_of(rules, state.spiel_state.s)
            assert state.chance_outcomes() == [
                (outcome, float(Fraction(weight, sum(weights)))) for outcome, weight in enumerate(weights) if weight
            ]


@every_game
def test_a_copy_goes_its_own_way(short: Any) -> None:
    *_, state = states(short, seed=5, plies=40)
    before = str(state), state.information_state_string(0), bytes(state.spiel_state.s)
    branch = state.clone()
    while not branch.is_terminal():
        go_on(branch, Random(1))
    assert (str(state), state.information_state_string(0), bytes(state.spiel_state.s)) == before


def test_a_stored_state_goes_on_as_it_would() -> None:
    game = pyspiel.load_game("bussolotto_cincinnati(rounds=4)")
    *_, state = states(game, seed=6, plies=90)
    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    here, there = Random(2), Random(2)
    while not state.is_terminal():
        go_on(state, here)
        go_on(back, there)
    assert [state.information_state_string(seat) for seat in range(3)] == [
        back.information_state_string(seat) for seat in range(3)
    ]
    assert bytes(back.spiel_state.s) == bytes(state.spiel_state.s)


def test_what_the_rules_forbid_is_refused() -> None:
    state = pyspiel.load_game("bussolotto_spilorcio").new_initial_state()
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    assert str(state) == str(state.get_game().new_initial_state())


# --- several at once --------------------------------------------------------------------------------------------------


def race(reaction: str = "equal") -> Any:
    """A state of Raffzahn in which all three may act: the thrower has stopped."""
    state = pyspiel.load_game(f"bussolotto_raffzahn(lattice=4,reaction={reaction})").new_initial_state()
    rules, wait = state.get_game().rules, wait_of(state)
    while not (state.is_simultaneous_node() and rules.rules.LATE in state.legal_actions(0)):
        if state.is_simultaneous_node():
            state.apply_actions(
                [rules.rules.STOP if rules.rules.STOP in state.legal_actions(seat) else wait for seat in range(3)]
            )
        else:
            state.apply_action(state.legal_actions()[-1])
    return state


def wait_of(state: Any) -> int:
    return int(state.get_game().tree.wait)


def test_who_claims_first_is_drawn_by_reactions() -> None:
    state = race("1000 500 2000")
    late, wait, first = state.get_game().rules.rules.LATE, wait_of(state), state.get_game().tree.first
    branch = state.clone()
    branch.apply_actions([late, late, late])
    assert branch.is_chance_node() and "claims: 0 late; 1 late; 2 late" in str(branch)
    assert branch.chance_outcomes() == [
        (first + seat, pytest.approx(share)) for seat, share in enumerate((2 / 7, 4 / 7, 1 / 7))
    ]
    before = len(branch.spiel_state.plies())
    branch.apply_action(first + 1)
    assert branch.spiel_state.plies()[before:] == [(1, late)]
    assert branch.information_state_string(0).endswith("0 (late); 1 late")
    assert branch.information_state_string(1).endswith("stop; 1 late")
    two = state.clone()
    two.apply_actions([late, wait, late])
    assert two.chance_outcomes() == [(first, pytest.approx(2 / 3)), (first + 2, pytest.approx(1 / 3))]
    with pytest.raises(NotAnAction):
        two.apply_action(first + 1)
    state.apply_actions([wait, late, wait])
    assert state.spiel_state.plies()[-1] == (1, late) and not state.spiel_state.claims


def test_once_all_have_waited_somebody_acts_who_can_without_a_foul() -> None:
    state = race()
    rules, wait = state.get_game().rules, wait_of(state)
    turn = int(state.spiel_state.s.turn)
    plies = state.spiel_state.plies()
    state.apply_actions([wait] * 3)
    assert state.spiel_state.plies() == plies and "all wait" in str(state)
    for seat in range(3):
        assert state.legal_actions(seat) == (
            [rules.rules.THROW, rules.rules.LATE] if seat == turn else [rules.rules.LATE, wait]
        )
    with pytest.raises(NotAnAction):
        state.apply_actions([wait] * 3)
    state.apply_actions([rules.rules.THROW if seat == turn else wait for seat in range(3)])
    assert state.spiel_state.plies()[-1] == (turn, rules.rules.THROW)


def test_secret_choices_are_made_at_once() -> None:
    game = pyspiel.load_game("bussolotto_cincinnati(seats=4)")
    state = next(state for state in states(game, seed=1) if state.is_simultaneous_node())
    tables = [game.rules.rules.TABLE + table for table in (2, 0, 1, 0)]
    state.apply_actions(tables)
    assert state.spiel_state.plies()[-4:] == list(enumerate(tables))
    assert list(state.spiel_state.s.chosen)[:4] == [3, 1, 2, 1]


# --- what may be known ------------------------------------------------------------------------------------------------


def observers(game: Any) -> list[Any]:
    """All kinds of them."""
    kinds = pyspiel.PrivateInfoType
    return [
        game.make_py_observer(pyspiel.IIGObservationType(public, recall, private))
        for public in (True, False)
        for recall in (False, True)
        for private in (kinds.SINGLE_PLAYER, kinds.NONE)
    ]


def observed(every: list[Any], state: Any, seat: int) -> list[Any]:
    """All that they tell."""
    told: list[Any] = [state.legal_actions(seat) if state.current_player() in (seat, -2) else None]
    for observer in every:
        observer.set_from(state, seat)
        told += [observer.string_from(state, seat), observer.tensor.tobytes() if observer.tensor is not None else None]
    return told


@pytest.mark.parametrize("name", SECRET)
def test_observers_leak_nothing(name: str) -> None:
    game = pyspiel.load_game(f"bussolotto_{name}")
    every, rng = observers(game), Random(7)
    differ = 0
    for number, state in enumerate(states(game, seed=7, plies=400)):
        if number % 5 == 0:
            for seat in range(game.num_players()):
                other = state.resample_from_infostate(seat, rng.random)
                assert observed(every, other, seat) == observed(every, state, seat), f"state {number}, seat {seat}"
                differ += bytes(other.spiel_state.s) != bytes(state.spiel_state.s)
    assert differ > 10


def test_a_guess_keeps_no_secret_step() -> None:
    game = pyspiel.load_game("bussolotto_cincinnati")
    state = next(state for state in states(game, seed=8) if state.is_simultaneous_node())
    other = state.resample_from_infostate(0, Random(1).random)
    assert other.history() == []
    assert [step.action for step in other.spiel_state.steps()][-15:-5] != [
        step.action for step in state.spiel_state.steps()
    ][-15:-5]
    assert "; 0 ?" not in other.information_state_string(1) and "- ?" in other.information_state_string(1)


@pytest.mark.parametrize("name", SECRET)
def test_public_and_private_together_are_the_view(name: str) -> None:
    game = pyspiel.load_game(f"bussolotto_{name}")
    kinds = pyspiel.PrivateInfoType
    both, public, private = (
        game.make_py_observer(pyspiel.IIGObservationType(shown, False, whose))
        for shown, whose in ((True, kinds.SINGLE_PLAYER), (True, kinds.NONE), (False, kinds.SINGLE_PLAYER))
    )
    said = 0
    for state in states(game, seed=9, plies=200):
        view = state.spiel_state.view(1)
        for observer in (both, public, private):
            observer.set_from(state, 1)
        assert (both.tensor[1:] == public.tensor[1:] + private.tensor[1:]).all()
        field = "dice" if name.startswith("cincinnati") else "pearl"
        assert both.dict[field].tolist() == list(getattr(view, field))
        assert bool(private.tensor[1:].any()) == (private.string_from(state, 1) != "seat 1\n")
        assert state.observation_tensor(1) == both.tensor.tolist()
        said += bool(private.tensor[1:].any())
    assert (said > 0) == name.startswith("cincinnati")


@pytest.mark.parametrize("name", ["cincinnati_turn_based(rounds=4)", "raffzahn_turn_based(lattice=4)"])
def test_in_turns_nobody_is_shown_what_others_have_handed_in(name: str) -> None:
    """Decisions that are made at once stay so: what a seat sees is the same whatever the seats before it chose."""
    game = pyspiel.load_game(f"bussolotto_{name}")
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    every, rng, asked, redrawn = observers(game), Random(3), 0, 0
    for state in states(game, seed=11, plies=300):
        handed = state.spiel_state.handed
        if not handed:
            continue
        asked += 1
        seat = state.current_player()
        assert seat == len(handed) or all(code == wait_of(state) for code in handed[seat:])
        other = state.resample_from_infostate(seat, rng.random)
        assert other.current_player() == seat and observed(every, other, seat) == observed(every, state, seat)
        redrawn += other.spiel_state.handed != handed
        first = next((each for each, code in enumerate(handed) if code != wait_of(state)), None)
        if first is not None:
            mine = state.resample_from_infostate(first, rng.random)
            assert mine.spiel_state.handed[first] == handed[first]
            assert "handed in: " in state.information_state_string(first)
    assert asked > 5 and redrawn > 0


def test_in_turns_it_is_the_same_game() -> None:
    at_once = pyspiel.load_game("bussolotto_cincinnati(seats=4,rounds=4)")
    in_turns = pyspiel.load_game("bussolotto_cincinnati_turn_based(seats=4,rounds=4)")
    state, other, rng = at_once.new_initial_state(), in_turns.new_initial_state(), Random(12)
    for _ in range(150):
        if state.is_simultaneous_node():
            actions = [rng.choice(state.legal_actions(seat)) for seat in range(4)]
            movers = int(at_once.rules.movers(state.spiel_state.s))
            state.apply_actions(actions)
            for seat in range(4):
                if movers >> seat & 1:
                    assert other.current_player() == seat
                    other.apply_action(actions[seat])
        else:
            action = rng.choice(state.legal_actions())
            assert other.legal_actions() == state.legal_actions()
            state.apply_action(action)
            other.apply_action(action)
        assert bytes(other.spiel_state.s) == bytes(state.spiel_state.s)


def test_the_tensor_of_an_information_state_is_the_view_and_the_last_steps() -> None:
    game = pyspiel.load_game("bussolotto_cincinnati(recall=6)")
    width = game.observation_tensor_shape()[0]
    unseen = 0
    for state in states(game, seed=13, plies=150):
        tensor = np.array(state.information_state_tensor(1), np.float32)
        assert len(tensor) == width + 18 and tensor[:width].tolist() == state.observation_tensor(1)
        steps = list(state.spiel_state.steps())[::-1][:6]
        rows = tensor[width:].reshape(6, 3)[: len(steps)]
        for row, step in zip(rows, steps, strict=True):
            seen = step.seen >> 1 & 1
            assert row.tolist() == [step.seat + 1, step.action + 1 if seen else 0, 1]
            unseen += not seen
    assert unseen


@pytest.mark.parametrize("name", ["my_dice_your_dice", "eintrichtern(lattice=1,memo=on"])
def test_compiled_states_are_the_same_states(name: str) -> None:
    given = f"{name}{',' if '(' in name else '('}compiled="
    slow, quick = (pyspiel.load_game(f"bussolotto_{given}{which})") for which in ("false", "true"))
    assert quick.tree.rules is not slow.tree.rules
    state, other, rng = slow.new_initial_state(), quick.new_initial_state(), Random(14)
    for number in range(120):
        assert bytes(other.spiel_state.s) == bytes(state.spiel_state.s) and str(other) == str(state)
        if state.is_terminal():
            break
        assert other.legal_actions() == state.legal_actions() and other.current_player() == state.current_player()
        if state.is_chance_node():
            assert other.chance_outcomes() == state.chance_outcomes()
        elif number % 7 == 0:
            assert other.information_state_string(0) == state.information_state_string(0)
            other = pickle.loads(pickle.dumps(other))  # goes on from what is stored, too
            assert other.observation_tensor(1) == state.observation_tensor(1)
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        other.apply_action(action)
    assert other.returns() == state.returns()


def test_a_module_of_rules_is_registered() -> None:
    rules = pig.game()
    assert openspiel.register(rules.rules) == openspiel.register(rules) == "bussolotto_pig"
    state = pyspiel.load_game("bussolotto_pig").new_initial_state()
    while not state.is_terminal():
        go_on(state, Random(len(state.history())))
    assert sum(state.returns()) == 1
    assert pickle.loads(pickle.dumps(state.spiel_state)).plies() == state.spiel_state.plies()


SMALL = "phase 3 won 25 26 spare 0 1 groups 0 0 0 0 0 0 game 3 rolled 0 0 1 1 1 0 first 1 aside 1"  # 8,109 histories


def test_matches_begin_at_a_position() -> None:
    game = pyspiel.load_game(f"bussolotto_my_dice_your_dice(position={SMALL})")
    state = game.new_initial_state()
    s = state.spiel_state.s
    opening = kernel.plain(bussolotto.new_state(game.rules, 2))
    assert (s.game, list(s.won), list(s.spare)) == (3, [25, 26], [0, 1])
    assert position_text(game.rules, opening, s) == SMALL
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(state)
    for wrong in ("chips 3", "won 25", "won 25 26 27", "won 60 60"):
        with pytest.raises(ValueError, match="position"):
            pyspiel.load_game(f"bussolotto_my_dice_your_dice(position={wrong})")


# --- algorithms -------------------------------------------------------------------------------------------------------


def near_the_end(most: int) -> Iterator[Any]:
    """Decisions in My Dice - Your Dice: no group left, so few dice to be rolled or paid, the match still open."""
    game = pyspiel.load_game("bussolotto_my_dice_your_dice")
    for state in (state for seed in count() for state in states(game, seed)):
        s = state.spiel_state.s
        late = s.game + sum(s.spare) <= most and not any(s.groups) and state.current_player() >= 0
        if late and 0.02 < my_dice_your_dice.value(s) < 0.98:
            yield state.clone()


def test_expectiminimax_finds_the_values_that_are_solved() -> None:
    for state in islice(near_the_end(most=4), 4):
        value, best = minimax.expectiminimax(state, 100, None, state.current_player())
        assert value == pytest.approx(my_dice_your_dice.value(state.spiel_state.s), abs=1e-12)
        assert value == pytest.approx(my_dice_your_dice.values(state.spiel_state.s)[best], abs=1e-12)


def test_a_search_that_guesses_at_secrets_runs() -> None:
    game = pyspiel.load_game("bussolotto_eintrichtern")
    *_, state = (state for state in states(game, seed=10, plies=100) if state.current_player() >= 0)
    evaluator = mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=8, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
