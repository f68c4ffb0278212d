"""The games in OpenSpiel. Importing this module registers all of them, as `bussolotto_cincinnati` and so on.

    import pyspiel
    import bussolotto.envs.openspiel

    game = pyspiel.load_game("bussolotto_cincinnati(seats=4,rounds=6)")

The parameters are `seats`, every option of the game and, in races, `reaction`: the mean time in milliseconds that each
seat needs to react (`reaction=1000 500 1000`). A value made of digits is a number if all values of the option are.
Otherwise it is quoted: `token_supply='20'`. `position` lets matches begin elsewhere (`spiel_tree`), `recall` says how
many of the last steps stand in the tensor of an information state, and `compiled=false` interprets the rules.

A game in which several seats may act at once is registered a second time, with `_turn_based` after its name: seats are
asked one after the other, without being shown what others have handed in. Unlike `convert_to_turn_based` of OpenSpiel,
it can be resampled.

Dice and cards are explicit chance nodes with the probabilities of `odds`. If several seats may act at once, the node is
simultaneous (`spiel_state` describes what follows, and how time works in a race). Utilities are win shares, which add
up to 1 and are paid at the end. A game without secrets has perfect information, apart from simultaneous moves. The
version of the rules is part of the long name and of every stored state.
"""

from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, ClassVar

import bussolotto
from bussolotto.core import errors
from bussolotto.core.contract import Game, Rules, as_game
from bussolotto.core.kernel import CHANCE
from bussolotto.envs.openspiel_observer import Observer
from bussolotto.envs.race_model import rates_of
from bussolotto.envs.spiel_state import NOBODY, TOGETHER, SpielState, acts_together, root
from bussolotto.envs.spiel_tree import Setting, Tree

try:
    import pyspiel  # type: ignore[import-not-found]  # it has no types
except ImportError as problem:
    raise errors.refuse("missing-extra", extra="openspiel") from problem

COMPILED = True  # by default
RECALL = 16  # steps in the tensor of an information state
IN_TURNS = "_turn_based"  # after the name of a game in which several seats may act at once
EQUAL = "equal"  # reactions in a race in which all seats are equally fast

_PLAYERS = {
    CHANCE: pyspiel.PlayerId.CHANCE,
    TOGETHER: pyspiel.PlayerId.SIMULTANEOUS,
    NOBODY: pyspiel.PlayerId.TERMINAL,
}


def short_name(rules: Game, turns: bool = False) -> str:
    """Return OpenSpiel's name of this game."""
    return f"bussolotto_{rules.NAME.replace('-', '_')}{IN_TURNS if turns else ''}"


def parameters(rules: Game) -> dict[str, int | str]:
    """Return the parameters of a game with their defaults."""
    options = {name: _written(rules, name, values[0]) for name, values in rules.OPTIONS.items()}
    common: dict[str, int | str] = {"seats": rules.SEATS[0], "position": "", "recall": RECALL, "compiled": COMPILED}
    return {**common, **options, **({"reaction": EQUAL} if rules.RACE else {})}


def _written(rules: Game, name: str, value: str) -> int | str:
    """Return an option value as a parameter. OpenSpiel reads digits as a number, so text made of digits is quoted."""
    if all(map(str.isdigit, rules.OPTIONS[name])):
        return int(value)
    return f"'{value}'" if value.isdigit() else value


def game_type(rules: Game, turns: bool = False) -> pyspiel.GameType:
    """Return the properties that all matches of a game share in OpenSpiel; `turns`: of its turn-based form."""
    kinds = pyspiel.GameType
    together = acts_together(rules) and not turns
    return kinds(
        short_name=short_name(rules, turns),
        long_name=f"{rules.TITLE}, rules {rules.RULES} (Bussolotto{', turn-based' if turns else ''})",
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if rules.secrets or turns
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(rules.SEATS),
        min_num_players=min(rules.SEATS),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(rules),
    )


def game_info(tree: Tree, several: bool) -> pyspiel.GameInfo:
    """Return the properties of matches with these seats and options. In a race, all may wait before each ply.

    `several`: several seats may act at once, and those that cannot wait.
    """
    rules = tree.game
    return pyspiel.GameInfo(
        num_distinct_actions=rules.ACTIONS + several,
        max_chance_outcomes=rules.OUTCOMES + (tree.seats if rules.RACE else 0),
        num_players=tree.seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=rules.MAX_PLIES * (2 if rules.RACE else 1) * (tree.seats if tree.turns else 1),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, which creates states and observers. Every registered game is a subclass."""

    rules: ClassVar[Game]
    kind: ClassVar[pyspiel.GameType]
    turns: ClassVar[bool]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Create the game. Raises BadSeats, UnknownValue; ValueError for invalid reactions or positions."""
        rules, kind = self.rules, self.kind
        given = {name: value.strip("'") if isinstance(value, str) else value for name, value in (params or {}).items()}
        chosen = {**parameters(rules), **given}
        seats = int(chosen["seats"])
        options = {name: str(chosen[name]).strip("'") for name in rules.OPTIONS}
        means = str(chosen.get("reaction", EQUAL))
        rates = None if means == EQUAL else rates_of([float(mean) for mean in means.split()], seats)[:seats].tolist()
        self.recall = int(chosen["recall"])
        begun, compiled = str(chosen["position"]), bool(chosen["compiled"])
        self.tree = Tree(Setting(rules, seats, options, rates and tuple(rates), begun, self.turns, compiled))
        several = self.turns or kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        written = {name: _written(rules, name, options[name]) for name in given if name in options}
        super().__init__(kind, game_info(self.tree, several), {**given, **written})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "State":
        """Return the opening position."""
        return State(self, root(self.tree))

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum: every ply may be a chance node, and in a race another node may decide who is first."""
        longest: int = self.max_game_length()
        return longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of public or private information, or both, for the position or with perfect recall."""
        if params:
            raise ValueError(f"observations have no parameters; given were {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all seats see; ask for one of them")
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.tree.game, wanted.public_info, private, wanted.perfect_recall, self.recall)


class State(pyspiel.State):  # type: ignore[misc]
    """One position of a match, with OpenSpiel's interface."""

    def __init__(self, game: SpielGame, spiel_state: SpielState) -> None:
        super().__init__(game)
        self.spiel_state = spiel_state

    def current_player(self) -> int:
        """Return a seat or one of OpenSpiel's PlayerId."""
        mover = self.spiel_state.mover()
        player: int = _PLAYERS.get(mover, mover)
        return player

    def is_terminal(self) -> bool:
        """Return True if the match is over."""
        return self.spiel_state.mover() == NOBODY

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes with their probabilities."""
        return self.spiel_state.chances()

    def returns(self) -> list[float]:
        """Return the win shares at the end, zeros before."""
        return self.spiel_state.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "State":
        """Return a state with the same view for this player. Hidden facts are guessed; then its history starts here."""
        if not self.spiel_state.tree.secrets and not self.spiel_state.handed:
            return self.clone()  # type: ignore[no-any-return]
        state: State = self.get_game().new_initial_state()
        state.spiel_state = self.spiel_state.guess(player_id, Random(int(probability_sampler() * 2**53)))
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.spiel_state.legal(player)

    def _apply_action(self, action: int) -> None:
        self.spiel_state.play(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.spiel_state.hand_in(list(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.spiel_state.tree.say(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def __str__(self) -> str:
        return str(self.spiel_state)


def register(rules: Game | Rules | ModuleType) -> str:
    """Register a game, or the module of its rules, with OpenSpiel, once. Return OpenSpiel's name of it."""
    game = as_game(rules)
    for turns in (False, True) if acts_together(game) else (False,):
        if short_name(game, turns) not in pyspiel.registered_names():
            _register(game, turns)
    return short_name(game)


def _register(game: Game, turns: bool) -> None:
    """OpenSpiel needs a class, which outlives the interpreter; a function does not."""
    kind = game_type(game, turns)
    made = type(SpielGame.__name__, (SpielGame,), {"rules": game, "kind": kind, "turns": turns})
    pyspiel.register_game(kind, made)


for _name in bussolotto.games():
    register(bussolotto.game(_name))
