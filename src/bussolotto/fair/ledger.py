"""The transcript of a match that is being played: its head, and what the next decision adds to it.

Only what is stored counts: a decision is a draft until then.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from bussolotto.fair import hashes, transcript
from bussolotto.fair.proof import Proof
from bussolotto.fair.roll import Roll, message_of
from bussolotto.fair.transcript import End, Entry, Ply, Start, entries_of

NO_MARK = "."  # of a decision that everybody sees, where marks are stored


class Added(NamedTuple):
    """What is stored with a decision: the head after it, and the marks of its plies."""

    head: bytes
    marks: str


class _Draft(NamedTuple):
    seat: int
    lead: list[Ply]
    roll: Roll
    head: bytes  # after the lead


class Ledger:
    """The transcript of one match, and the seed that nobody is told before its end."""

    def __init__(self, seed: bytes, start: str, head: bytes | None = None, rolls: int = 0) -> None:
        """`head` and `rolls`: as last stored."""
        told = transcript.read_start(start)
        self.start = start
        self.head = head or hashes.first_head(start)
        self.secrets = told.secrets
        self._names = told.match, told.game, told.rules
        self._seed = seed
        self._rolls = rolls
        self._draft: _Draft | None = None
        self._following = self.head, rolls

    def lead(self, seat: int, plies: Sequence[Ply]) -> Roll:
        """Begin the draft of what this seat decides with these plies; none, if dice alone fall. Returns its dice."""
        head = self.head
        for entry in entries_of(seat, plies, self._rolls):
            head = hashes.next_head(head, transcript.line(self._seed, entry, self.secrets))
        message = message_of(*self._names, self._rolls, head)
        roll = Roll(hashes.secret_of_roll(self._seed, self._rolls), message)
        self._draft = _Draft(seat, list(plies), roll, head)
        return roll

    def add(self, dice: Sequence[Ply]) -> Added:
        """Complete the draft with the dice that fell, to be stored."""
        assert self._draft is not None, "no decision has been drafted"
        head, rolls, lead = self._draft.head, self._rolls, self._draft.lead
        if dice:
            entry = Entry(f"dice {rolls} -", dice)
            head, rolls = hashes.next_head(head, transcript.line(self._seed, entry, self.secrets)), rolls + 1
        self._following = head, rolls
        return Added(head, " ".join([ply.mark or NO_MARK for ply in (*lead, *dice)]))

    def settle(self, stored: bool) -> None:
        """The decision of the draft was stored, or was not."""
        if stored:
            self.head, self._rolls = self._following
        self._draft = None

    def end(self, text: str) -> bytes:
        """The head after the end, when this text of it is stored."""
        return hashes.next_head(self.head, f"end {text}")

    def prove(self, decisions: Sequence[tuple[int, Sequence[Ply]]], end: str, names: list[str], head: bytes) -> Proof:
        """The proof of the match, when it is over. `decisions`: the seat and the plies of each; `names`: the salts."""
        entries: list[Entry | str] = []
        rolls = 0
        for seat, plies in decisions:
            found = entries_of(seat, plies, rolls)
            rolls += any(entry.head.startswith("dice ") for entry in found)
            entries += found
        return Proof(self.start, self._seed.hex(), entries, end, names, head.hex())


def new_seed() -> bytes:
    return secrets.token_bytes(hashes.HASH_BYTES)


def start_of(
    seed: bytes, match: str, game: str, rules: int, seats: int, options: dict[str, str], secrets: bool, carried: bool
) -> str:
    """The start message of a match in which nobody but the server has a part in the dice."""
    return transcript.write_start(
        Start(
            fair=hashes.VERSION,
            match=match,
            game=game,
            rules=rules,
            seats=seats,
            options=options,
            secrets=secrets,
            carried=carried,
            seed=hashes.commit_to_seed(seed),
            chains=[None] * seats,
        )
    )


def end_of(key: bytes, end: dict[str, object], names: Sequence[str]) -> str:
    """The last entry of a match that ended so, with these players. `key`: the secret for the salts of their names."""
    committed = [hashes.commit_to_name(hashes.salt_of_name(key, seat), seat, name) for seat, name in enumerate(names)]
    return transcript.write_end(End(end=end, names=committed))


def opened_names(key: bytes, end: str, names: Sequence[str]) -> list[str]:
    """The salts of the names that are still those that were committed to, "" for others."""
    committed = transcript.read_end(end).names
    salts = [hashes.salt_of_name(key, seat) for seat in range(len(names))]
    return [
        salt.hex() if hashes.commit_to_name(salt, seat, name) == told else ""
        for seat, (salt, name, told) in enumerate(zip(salts, names, committed, strict=True))
    ]


def read_marks(marks: str, version: int, steps: Sequence[tuple[int, int]]) -> list[Ply]:
    """The plies of a stored decision from this version on."""
    told = ["" if mark == NO_MARK else mark for mark in marks.split(" ")]
    return [
        Ply(version + place, seat, action, mark)
        for place, ((seat, action), mark) in enumerate(zip(steps, told, strict=True))
    ]
