"""The games in OpenSpiel: importing this module registers all of them, `bussolotto_cincinnati` and so on.

    import pyspiel
    import bussolotto.envs.openspiel

    game = pyspiel.load_game("bussolotto_cincinnati(seats=4,rounds=6)")

Parameters are `seats`, every option of the game, and in races `reaction`, the mean time in milliseconds that each seat
needs to react (`reaction=1000 500 1000`). A value of digits is a number where all values of the option are, else it
stands in quotes: `token_supply='20'`.

Dice and cards are explicit chance nodes with the probabilities of `odds`. Where several may act at once there is a
simultaneous node (`openspiel_moment` says how it goes on from there, and what time is in a race). Utilities are win
shares, which add up to 1, and come at the end. In a game without secrets all is perfect information, moves at the same
time aside. The version of the rules is part of the long name and of every stored state.
"""

from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, ClassVar

import bussolotto
from bussolotto import errors
from bussolotto.envs.openspiel_moment import NOBODY, TOGETHER, Moment, Tree, acts_together
from bussolotto.envs.openspiel_observer import Observer
from bussolotto.envs.reactions import rates_of
from bussolotto.kernel import CHANCE

try:
    import pyspiel  # type: ignore[import-not-found]  # it has no types
except ImportError as problem:
    raise errors.MissingExtra("openspiel") from problem

EQUAL = "equal"  # reactions in a race where all seats are as quick

_PLAYERS = {
    CHANCE: pyspiel.PlayerId.CHANCE,
    TOGETHER: pyspiel.PlayerId.SIMULTANEOUS,
    NOBODY: pyspiel.PlayerId.TERMINAL,
}


def short_name(rules: ModuleType) -> str:
    """What OpenSpiel calls this game."""
    return f"bussolotto_{rules.NAME.replace('-', '_')}"


def parameters(rules: ModuleType) -> dict[str, int | str]:
    """The parameters of a game with their defaults."""
    options = {name: _written(rules, name, values[0]) for name, values in rules.OPTIONS.items()}
    return {"seats": rules.SEATS[0], **options, **({"reaction": EQUAL} if rules.RACE else {})}


def _written(rules: ModuleType, name: str, value: str) -> int | str:
    """The value of an option as a parameter. OpenSpiel takes digits for numbers: where they are not, quotes help."""
    if all(map(str.isdigit, rules.OPTIONS[name])):
        return int(value)
    return f"'{value}'" if value.isdigit() else value


def game_type(rules: ModuleType) -> pyspiel.GameType:
    """What OpenSpiel wants to know of all matches of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(rules),
        long_name=f"{rules.TITLE}, rules {rules.RULES} (Bussolotto)",
        dynamics=kinds.Dynamics.SIMULTANEOUS if acts_together(rules) else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if hasattr(rules, "guess")
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(rules.SEATS),
        min_num_players=min(rules.SEATS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(rules),
    )


def game_info(tree: Tree, together: bool) -> pyspiel.GameInfo:
    """And of matches with these seats and options. In a race, all may wait for a moment before each ply."""
    rules = tree.game
    return pyspiel.GameInfo(
        num_distinct_actions=rules.ACTIONS + together,
        max_chance_outcomes=rules.OUTCOMES + (tree.seats if rules.RACE else 0),
        num_players=tree.seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=rules.MAX_PLIES * (2 if rules.RACE else 1),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, from which states and observers are made. Each of the ten is a class below it."""

    rules: ClassVar[ModuleType]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raises BadSeats, UnknownValue; ValueError where reactions do not fit."""
        rules, kind = self.rules, self.kind
        given = {name: value.strip("'") if isinstance(value, str) else value for name, value in (params or {}).items()}
        chosen = {**parameters(rules), **given}
        seats = int(chosen["seats"])
        options = {name: str(chosen[name]).strip("'") for name in rules.OPTIONS}
        self.tree = Tree(rules.NAME, seats, options, _rates(seats, str(chosen.get("reaction", EQUAL))))
        together = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        written = {
            name: _written(rules, name, str(value)) if name in options else value for name, value in given.items()
        }
        super().__init__(kind, game_info(self.tree, together), written)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "State":
        """The opening position."""
        return State(self, self.tree.root.copy())

    def max_chance_nodes_in_history(self) -> int:
        """Every ply may be one; in a race another one may tell who comes first."""
        longest: int = self.max_game_length()
        return longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat may know, or all, or that seat alone; as it stands, or as it came about (perfect recall)."""
        if params:
            raise ValueError(f"observations have no parameters; given were {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all seats see; ask for one of them")
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.tree.game, wanted.public_info, private, wanted.perfect_recall)


def _rates(seats: int, reaction: str) -> tuple[float, ...] | None:
    """How quick each seat is, from its mean time. Raises ValueError."""
    if reaction == EQUAL:
        return None
    return tuple(rates_of([float(mean) for mean in reaction.split()], seats)[:seats].tolist())


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a match, as OpenSpiel asks about it."""

    def __init__(self, game: Game, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """A seat, or one of OpenSpiel's PlayerId."""
        mover = self.moment.mover()
        player: int = _PLAYERS.get(mover, mover)
        return player

    def is_terminal(self) -> bool:
        """Is it over?"""
        return self.moment.mover() == NOBODY

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""
        return self.moment.chances()

    def returns(self) -> list[float]:
        """Win shares at the end, zeros before."""
        return self.moment.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "State":
        """A state that is the same to this player, what it may not know being guessed; then its history begins here."""
        if not self.moment.tree.secrets:
            return self.clone()  # type: ignore[no-any-return]
        state: State = self.get_game().new_initial_state()
        state.moment = self.moment.guessed(player_id, Random(int(probability_sampler() * 2**53)))
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal(player)

    def _apply_action(self, action: int) -> None:
        self.moment.play(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.moment.hand_in(list(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.tree.say(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def __str__(self) -> str:
        return str(self.moment)


def register(rules: ModuleType) -> None:
    """Tell OpenSpiel of a game. It wants a class: one outlives the interpreter, which a function does not."""
    kind = game_type(rules)
    pyspiel.register_game(kind, type(Game.__name__, (Game,), {"rules": rules, "kind": kind}))


for _name in bussolotto.games():
    register(bussolotto.game(_name))
