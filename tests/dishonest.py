"""A server that cheats with the dice of some matches, each in the way after which the first seat is named."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import numpy as np

from bussolotto.fair import ledger
from bussolotto.fair.roll import Roll
from bussolotto.server.match import proving
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.nonces import SharedDice
from bussolotto.server.table.live_matches import LiveMatches

FROM_ROLL = 2  # until then it plays fair
A_SIX = 251  # the last byte that gives one


def install() -> None:
    """Cheat from now on in this process."""
    wrap(LiveMatch, "_lead", lead)
    wrap(SharedDice, "find_asked", find_asked)
    wrap(SharedDice, "_store_nonces", store_nonces)
    wrap(SharedDice, "receive", receive)
    wrap(LiveMatches, "_read", read)
    wrap(proving, "describe", describe)


def wrap(owner: Any, name: str, cheat: Callable[..., Any]) -> None:
    honest = getattr(owner, name)
    setattr(owner, name, lambda *arguments: cheat(honest, *arguments))


def does(live: Any, cheat: str) -> bool:
    return bool(live.occupants[0].name == cheat and (live.fair is None or live.fair.rolls >= FROM_ROLL))


def lead(honest: Any, live: Any, *arguments: Any) -> Any:
    """Pick outcomes, whatever the seed says: the greatest that is possible, a six where rules that are compiled ask."""
    dice = honest(live, *arguments)
    if does(live, "picks") and isinstance(dice, Roll):
        setattr(dice, "draw", lambda weights: max(at for at, weight in enumerate(weights) if weight))  # noqa: B010
        setattr(dice, "take", lambda count: np.full(count, A_SIX, np.uint8))  # noqa: B010
    return dice


def find_asked(honest: Any, shared: Any) -> Any:
    """Ask nobody, as if a present seat were away."""
    return [] if does(shared._live, "calls away") else honest(shared)


def store_nonces(honest: Any, shared: Any) -> None:
    """Leave out a nonce that has come."""
    if does(shared._live, "drops"):
        shared._waiting._came.clear()
    honest(shared)


def receive(honest: Any, shared: Any, *arguments: Any) -> None:
    """Ask for the nonce of one roll with one head, and then with another."""
    live = shared._live
    if does(live, "asks twice"):
        live.twisted = True
        live.follow(live.match.version)
        live.twisted = False
    honest(shared, *arguments)


def describe(honest: Any, live: Any, since: int) -> Any:
    """Show a page another record than the one that is kept."""
    told = honest(live, since)
    if does(live, "shows another") or getattr(live, "twisted", False):
        told.head = sha256(bytes.fromhex(told.head)).hexdigest()
    return told


def read(honest: Any, matches: Any, name: str) -> Any:
    """Answer differently after a restart: with another head for the roll that waits, or from another seed."""
    live = honest(matches, name)
    if does(live, "another head"):
        live.fair.head = sha256(live.fair.head).digest()
    if does(live, "another seed"):
        live.fair.seed = ledger.new_seed()
    return live
