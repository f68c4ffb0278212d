"""Searches for a move or a hint, as messages.

A job holds the view of one seat after `hide`, what to search for and for how long: nothing that this seat may not know,
and no dice. The answer is checked before it is used, as if a stranger had sent it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from bussolotto import players
from bussolotto.core import kernel
from bussolotto.games import told, told_game
from bussolotto.players.planning import Looking, Planned, Playouts, may
from bussolotto.review.edition import edition
from bussolotto.server.work.identity import identity
from bussolotto.solve.planning import Asked, Measuring

if TYPE_CHECKING:
    from bussolotto.search import Found  # brings the compiler

SEARCH = "search"
MOST_ITERATIONS = 1_000_000
LONGEST_MS = 5_000
LITTLE = 1e-6  # by which sums may be wrong
Kind = Literal["move", "hint"]
Refused = Literal["", "busy", "compiling", "another-version", "failed"]
Look = Looking | Measuring


class Plan(Struct, frozen=True):
    """How to search: see `players.planning.Planned`."""

    iterations: int
    exploration: float
    playouts: Playouts


class SearchJob(Struct, frozen=True):
    """What to search. `seed` is for a move; `choice` and `facts`, as `Measuring` has them, for a hint."""

    identity: str
    edition: str
    kind: Kind
    game: str
    view: bytes
    seat: int
    plan: Plan
    milliseconds: float | None
    seed: int = 0
    choice: int | None = None
    facts: Any = None


class SearchAnswer(Struct, frozen=True):
    """What was found, column by column as `search.Found` has it, or why it was not searched for."""

    refused: Refused = ""
    actions: list[int] = []
    visits: list[int] = []
    values: list[float] = []
    errors: list[float] = []
    strategy: list[float] = []
    iterations: int = 0


class CannotBeSent(Exception):
    """This search needs something that no message holds."""


def job_of(look: Look, milliseconds: float | None) -> SearchJob:
    """Return a search as a job. Raises CannotBeSent."""
    planned = look.planned if isinstance(look, Looking) else look.asked.planned
    seen = kernel.copied(look.view)
    look.game.hide(seen, look.seat)  # again, so that nothing can be read by mistake
    more: dict[str, Any] = (
        {"kind": "move", "seed": look.seed}
        if isinstance(look, Looking)
        else {"kind": "hint", "choice": look.asked.choice, "facts": _plain(look.facts)}
    )
    return SearchJob(
        identity=identity(),
        edition=edition(look.game),
        game=told(look.game),
        view=bytes(seen),
        seat=look.seat,
        plan=Plan(planned.iterations, planned.exploration, planned.playouts),
        milliseconds=milliseconds,
        **more,
    )


def look_of(job: SearchJob) -> Look:
    """Return the search that a job asks for. Raises ValueError, and what `told_game` raises."""
    game = told_game(job.game)
    if len(job.view) != game.STATE.itemsize or not 0 <= job.seat < kernel.MAX_SEATS:
        raise ValueError(f"no view of {game.NAME}: {len(job.view)} bytes of seat {job.seat}")
    if not 0 < job.plan.iterations <= MOST_ITERATIONS:
        raise ValueError(f"{job.plan.iterations} iterations are too many")
    view = kernel.plain(np.frombuffer(job.view, game.STATE).copy()[0])
    planned = Planned(players.RandomPlayer, job.plan.iterations, job.plan.exploration, job.plan.playouts)
    if job.kind == "move":
        return Looking(game, planned, view, job.seat, job.seed)
    return Measuring(game, view, job.seat, Asked(planned, job.choice), job.facts)


def fits(job: SearchJob) -> bool:
    """Has this process the software that the job was made by?"""
    return job.identity == identity() and job.edition == edition(told_game(job.game))


def answer_of(found: Found) -> SearchAnswer:
    """Return what was found, as an answer."""
    return SearchAnswer(
        actions=found.actions.tolist(),
        visits=found.visits.tolist(),
        values=found.values.tolist(),
        errors=found.errors.tolist(),
        strategy=found.strategy.tolist(),
        iterations=found.iterations,
    )


def found_in(answer: SearchAnswer, legal: Sequence[int]) -> Found:
    """Return what was found about these legal actions. Raises ValueError if that cannot be."""
    from bussolotto.search import Found

    columns = answer.visits, answer.values, answer.errors, answer.strategy
    if answer.refused:
        raise ValueError(f"a worker answered: {answer.refused}")
    if answer.actions != list(legal) or any(len(column) != len(legal) for column in columns):
        raise ValueError(f"a worker told of {answer.actions}, where {list(legal)} are legal")
    values, errors, strategy = floats = [np.asarray(column, np.float64) for column in columns[1:]]
    real = all(bool(np.isfinite(column).all()) for column in floats)
    if not real or min(values) < 0 or max(values) > 1 + LITTLE or min(errors) < 0 or min(answer.visits) < 0:
        raise ValueError("a worker told of figures that cannot be")
    if min(strategy) < 0 or abs(float(strategy.sum()) - 1) > LITTLE:
        raise ValueError("a worker told of probabilities that are none")
    actions, visits = np.asarray(answer.actions, np.int64), np.asarray(answer.visits, np.int64)
    return Found(actions, visits, values, errors, strategy, answer.iterations)


def legal_of(look: Look) -> list[int]:
    """The actions that an answer must be about."""
    return may(look.game, look.view, look.seat)


def _plain(facts: Any) -> Any:
    """What a seat knows beyond its view, if a message can hold it. Raises CannotBeSent."""
    try:
        same = msgspec.msgpack.decode(msgspec.msgpack.encode(facts)) == facts
    except (TypeError, OverflowError, msgspec.MsgspecError) as problem:
        raise CannotBeSent(str(problem)) from problem
    if not same:
        raise CannotBeSent(f"facts of another kind: {facts!r}")
    return facts
