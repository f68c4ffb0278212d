"""What makes the dice of a live match verifiable: how its transcript begins, ends, and is told to pages."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from bussolotto.fair import ledger
from bussolotto.fair.ledger import Ledger
from bussolotto.play.practice import PracticeMatch
from bussolotto.server.match.match_state import MatchState
from bussolotto.server.protocol import End, FairTold
from bussolotto.server.store import fair_rows, match_rows
from bussolotto.server.store.database import Statement, Store


class Ended(NamedTuple):
    """The end of a transcript: the head after it, and the statement that stores it."""

    head: bytes
    statement: Statement


def begin(live: MatchState, carried: bool, chains: Mapping[int, bytes]) -> Ledger | None:
    """Begin the transcript of a match with a new seed. The dice of practice matches are scripted: they have none.

    `chains`: by seat the last link of the chain of a page that is present.
    """
    match = live.match
    if isinstance(match, PracticeMatch):
        return None
    seed, options = ledger.new_seed(), dict(match.options)
    start = ledger.start_of(
        seed, live.name, match.game.facts.name, live.rules, match.seats, options, match.secrets, carried, chains
    )
    return Ledger(seed, start)


def end(live: MatchState, how: End, store: Store) -> Ended | None:
    """Return how the transcript ends when the match ends so, after what is drafted; None if there is none."""
    if live.fair is None:
        return None
    key = match_rows.find_salt_key(store, live.number)
    text = ledger.end_of(key, msgspec.to_builtins(how), [occupant.name for occupant in live.occupants])
    head = live.fair.end(text)
    return Ended(head, fair_rows.finish(live.number, text, head))


def list_statements(ended: Ended | None) -> list[Statement]:
    return [ended.statement] if ended else []


def describe(live: MatchState, since: int) -> FairTold | UnsetType:
    """Tell where the transcript stands, and to those who know nothing of the match how it began."""
    if live.fair is None or live.state == "waiting":
        return UNSET
    fair = live.fair
    told = FairTold(fair.head.hex(), fair.rolls, fair.start if since <= 0 else UNSET)
    if fair.lines or any(fair.chains):
        told.chains = [None if link is None else link.hex() for link in fair.chains]
        told.ask = fair.asked if fair.waits else UNSET
    return told
