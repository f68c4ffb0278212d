"""A review for programs, and what of it people are told first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal, NamedTuple, cast

import msgspec
from msgspec import Struct

from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.pictures.marks import Fallen, spots_fallen, spots_of
from bussolotto.play.match import replay
from bussolotto.play.notation import Record
from bussolotto.review.balance import Balance
from bussolotto.review.losses import BEYOND, Kind, Loss
from bussolotto.review.luck import Roll
from bussolotto.review.races import Reactions
from bussolotto.review.review import Choice, Point, Prospect, Review

Verdict = Literal["", "doubtful", "mistake", "blunder"]
Mark = Literal["done", "best", "fell"]

# From which loss of win share a choice is called what: the limits of GNU Backgammon (0.04, 0.08 and 0.16 of a point,
# where a match runs from -1 to 1) in shares of a victory
VERDICTS: tuple[tuple[Verdict, float], ...] = (("blunder", 0.08), ("mistake", 0.04), ("doubtful", 0.02))
MOST_CHOICES, MOST_ROLLS = 6, 3  # among the turning points
LARGE = 0.04  # of the victory: a roll that brings nobody more is no turning point


class TurningPoint(NamedTuple):
    """Where the match turned: a choice that cost much, or a roll that brought somebody much.

    `seat`: who chose, or whom the dice favoured or hurt most; `change`: of the win share of that seat.
    """

    ply: int
    seat: int
    change: float
    choice: Choice | None
    roll: Roll | None


def verdict(loss: Loss) -> Verdict:
    """What a choice is called; nothing within its error."""
    return next((word for word, least in VERDICTS if loss.certain and loss.loss >= least), "")


def turning_points(found: Review) -> list[TurningPoint]:
    """The most expensive choices and the luckiest and unluckiest rolls, in the order in which they were played."""
    choices = [TurningPoint(one.ply, one.seat, -one.loss.loss, one, None) for one in found.mistakes()[:MOST_CHOICES]]
    rolls = sorted(filter(None, map(_turned, found.rolls)), key=lambda point: -abs(point.change))
    return sorted(choices + rolls[:MOST_ROLLS], key=lambda point: point.ply)


def _turned(roll: Roll) -> TurningPoint | None:
    """The turning point that a roll was, if it was one."""
    seat = max(range(len(roll.luck)), key=lambda seat: abs(roll.luck[seat]))
    change = roll.luck[seat]
    if abs(change) < max(LARGE, BEYOND * roll.errors[seat]):
        return None
    return TurningPoint(roll.first, seat, change, None, roll)


class PlayerTold(Struct):
    """A seat: its share and points, what its choices cost, and its luck, each with its standard error.

    `verdicts`: how many of its choices are called what. `adjusted`: its share without luck. Luck is null where the
    review was stopped before it was measured, `points_luck` also where exact values are known.
    """

    seat: int
    share: float
    points: float
    decisions: int
    verdicts: dict[str, int]
    lost: float
    lost_error: float
    luck: float | None
    luck_error: float | None
    adjusted: float | None
    points_luck: float | None
    reactions: Reactions | None


class BalanceTold(Struct):
    """How often to do what where all choose in secret, and the reply of another seat that would have cost most."""

    mix: dict[str, float]
    rival: int | None
    reply: str | None
    cost: float
    error: float


class ChoiceTold(Struct):
    """A choice of several: what was `done` and what was `best`, in notation, and the loss; see `losses.Loss`.

    `why` the best was better, where that can be said: at turning points only.
    """

    ply: int
    seat: int
    legal: int
    done: str
    best: str
    kind: Kind
    share: float
    best_share: float
    loss: float
    error: float
    points: float | None
    points_error: float | None
    most: float | None
    verdict: Verdict
    balance: BalanceTold | None
    why: list[Prospect]


class RollTold(Struct):
    """What fell between two decisions, and by seat the luck, its errors, and what could be expected afterwards."""

    first: int
    last: int
    fallen: list[str]
    kind: Kind
    luck: list[float]
    errors: list[float]
    shares: list[float]
    points_luck: list[float] | None
    points: list[float] | None


class TurnTold(Struct):
    """A turning point: the number of its choice or roll in their list, whom it concerned, and what it changed.

    `marks`: what can be marked in the picture of the position: what was done and what was best, or what fell.
    """

    ply: int
    kind: Literal["choice", "roll"]
    index: int
    seat: int
    change: float
    marks: list[Mark]


class ReviewTold(Struct):
    """The review of a match, as docs/review.md describes it. Plies are counted from 1, as in a match file.

    `best_players`: the seats that played best, several where it cannot be told; `luckiest`: null where nobody certainly
    was lucky; `forced`: how many decisions had only one legal action; `course`: where few rolls fall, how the win
    shares went between them.
    """

    game: str
    seats: int
    names: list[str]
    options: dict[str, str]
    depth: float
    seed: int
    interrupted: bool
    best_players: list[int]
    luckiest: int | None
    players: list[PlayerTold]
    forced: int
    choices: list[ChoiceTold]
    rolls: list[RollTold]
    course: list[Point]
    turning_points: list[TurnTold]


def describe(found: Review, record: Record, game: Game) -> ReviewTold:
    """A review for programs."""
    said = [game.say(seat, action) for seat, action in record.steps]
    return ReviewTold(
        game=found.game,
        seats=found.seats,
        names=record.names,
        options=record.options,
        depth=found.depth,
        seed=found.seed,
        interrupted=found.interrupted,
        best_players=found.best_players(),
        luckiest=found.luckiest(),
        players=[_player(found, seat) for seat in range(found.seats)],
        forced=found.forced,
        choices=[_choice(one, said, game, found.reasons.get(one.ply, [])) for one in found.choices],
        rolls=[_roll(one, said) for one in found.rolls],
        course=found.course,
        turning_points=[_turn(one, found, _marks(one, record, game)) for one in turning_points(found)],
    )


def as_json(found: Review, record: Record, game: Game) -> dict[str, Any]:
    """The same as JSON has it."""
    return msgspec.to_builtins(describe(found, record, game))  # type: ignore[no-any-return]  # a struct becomes a dict


def _player(found: Review, seat: int) -> PlayerTold:
    (lost, error), measured = found.lost(seat), bool(found.luck)
    own = [verdict(choice.loss) for choice in found.choices if choice.seat == seat]
    return PlayerTold(
        seat=seat,
        share=found.returns[seat],
        points=found.scores[seat],
        decisions=len(own),
        verdicts={word: own.count(word) for word, _ in VERDICTS},
        lost=lost,
        lost_error=error,
        luck=found.luck[seat] if measured else None,
        luck_error=found.luck_errors[seat] if measured else None,
        adjusted=found.adjusted[seat] if measured else None,
        points_luck=found.points_luck[seat] if found.points_luck else None,
        reactions=found.reactions[seat] if found.reactions else None,
    )


def _choice(one: Choice, said: Sequence[str], game: Game, why: list[Prospect]) -> ChoiceTold:
    loss: dict[str, Any] = asdict(one.loss) | {"best": game.say(one.seat, one.loss.best)}
    return ChoiceTold(
        ply=one.ply + 1,
        seat=one.seat,
        legal=one.legal,
        done=said[one.ply],
        verdict=verdict(one.loss),
        balance=_balance(one.seat, one.balance, game) if one.balance else None,
        why=why,
        **loss,
    )


def _balance(seat: int, one: Balance, game: Game) -> BalanceTold:
    mix = {game.say(seat, action): likely for action, likely in one.mix.items()}
    reply = None if one.rival is None or one.reply is None else game.say(one.rival, one.reply)
    return BalanceTold(mix, one.rival, reply, one.cost, one.error)


def _roll(one: Roll, said: Sequence[str]) -> RollTold:
    plies = {"first": one.first + 1, "last": one.last + 1, "fallen": said[one.first : one.last + 1]}
    return RollTold(**asdict(one) | plies)


def _marks(one: TurningPoint, record: Record, game: Game) -> list[Mark]:
    """What of a choice or roll its picture can show: a die or a place, and not, for instance, that somebody stopped."""
    if one.choice is None:
        return _marks_of_roll(cast(Roll, one.roll), record, game)
    position = replay(game, record.seats, record.options, record.steps[: one.ply]).view(None)
    actions: dict[Mark, int] = {"done": one.choice.action, "best": one.choice.loss.best}
    said = {mark: game.say(one.seat, action) for mark, action in actions.items()}
    return [mark for mark, text in said.items() if spots_of(game, position, one.seat, text)]


def _marks_of_roll(roll: Roll, record: Record, game: Game) -> list[Mark]:
    before, after = (
        replay(game, record.seats, record.options, record.steps[:plies]).view(None)
        for plies in (roll.first, roll.last + 1)
    )
    return ["fell"] if spots_fallen(game, after, Fallen(before, fallen(game, record, roll))) else []


def _turn(one: TurningPoint, found: Review, marks: list[Mark]) -> TurnTold:
    kind: Literal["choice", "roll"] = "choice" if one.choice else "roll"
    index = found.choices.index(one.choice) if one.choice else found.rolls.index(cast(Roll, one.roll))
    return TurnTold(one.ply + 1, kind, index, one.seat, one.change, marks)


def fallen(game: Game, record: Record, roll: Roll) -> list[str]:
    """What fell in a roll, in notation."""
    return [game.say(CHANCE, action) for _, action in record.steps[roll.first : roll.last + 1]]
