"""The transcript of a match that is being played: its head, and what the next decision adds to it.

Only what is stored counts: a decision is a draft until then.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, transcript
from bussolotto.fair.proof import Proof
from bussolotto.fair.roll import DRAWN, GIVEN, Roll, begin_message
from bussolotto.fair.transcript import ACTED, SECRET, TYPED, End, Entry, Ply, Start, entries_of

Steps = Sequence[tuple[int, int]]
NO_MARK = "."  # of a decision that everybody sees, where marks are stored


class Added(NamedTuple):
    """What is stored with a decision: the head after it, and the marks of its plies."""

    head: bytes | None
    marks: str | None


NOTHING_ADDED = Added(None, None)


class _Draft(NamedTuple):
    version: int  # before it
    marks: list[str]  # of the plies that lead
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
        self._prefix = begin_message(told.match, told.game, told.rules)
        self.seed = seed
        self._rolls = rolls
        self._draft: _Draft | None = None
        self._following = self.head, rolls

    def lead(self, seat: int, version: int, steps: Steps, hidden: Sequence[bool]) -> Roll:
        """Begin the draft of what this seat does at this version; without steps dice alone fall. Returns its dice.

        `hidden`: for each step, whether there is anybody who may not see it.
        """
        head, marks = self.head, [TYPED if mover == CHANCE else ACTED for mover, _ in steps]
        if steps:
            marks = _hide(marks, hidden)
            kind = "typed" if steps[0][0] == CHANCE else "act"
            head = self._extend(head, f"{kind} {seat}", version, steps, marks)
        message = b"%s%d\n%s" % (self._prefix, self._rolls, head)
        roll = Roll(self.seed, self._rolls, message)
        self._draft = _Draft(version, marks, roll, head)
        return roll

    def add(self, steps: Steps, hidden: Sequence[bool]) -> Added:
        """Complete the draft with all its steps, of which the first are those that it began with, to be stored."""
        assert self._draft is not None, "no decision has been drafted"
        version, marks, roll, head = self._draft
        rolls, since = self._rolls, len(marks)
        if len(steps) > since:
            dice = _hide(roll.marks, hidden[since:])
            head = self._extend(head, f"dice {rolls} -", version + since, steps[since:], dice)
            marks, rolls = [*marks, *dice], rolls + 1
        assert len(marks) == len(steps), f"{len(marks)} marks of {len(steps)} plies"
        self._following = head, rolls
        return Added(head, " ".join([mark or NO_MARK for mark in marks]))

    def _extend(self, head: bytes, begins: str, version: int, steps: Steps, marks: Sequence[str]) -> bytes:
        """The head after one more line, as `transcript.line` writes it: here at once where nothing is secret."""
        if self.secrets:
            entry = Entry(begins, _plies(version, steps, marks))
            return hashes.next_head(head, transcript.line(self.seed, entry, secrets=True))
        items = " ".join([f"{step[1]}{mark}" for step, mark in zip(steps, marks, strict=True)])
        return hashes.next_head(head, f"{begins} {version} {items}")

    def settle(self, stored: bool) -> None:
        """The decision of the draft was stored, or was not."""
        if stored:
            self.head, self._rolls = self._following
        self._draft = None

    def end(self, text: str) -> bytes:
        """The head after the end with this text, and after the draft, if there is one."""
        head = self.head if self._draft is None else self._following[0]
        return hashes.next_head(head, f"end {text}")


def prove(
    seed: bytes, start: str, decisions: Sequence[tuple[int, Sequence[Ply]]], end: str, names: list[str], head: bytes
) -> Proof:
    """The proof of a match that is over. `decisions`: the seat and the plies of each; `names`: the salts."""
    entries: list[Entry | str] = []
    rolls = 0
    for seat, plies in decisions:
        found = entries_of(seat, plies, rolls)
        rolls += any(entry.head.startswith("dice ") for entry in found)
        entries += found
    return Proof(start, seed.hex(), entries, end, names, head.hex())


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


def end_of(key: bytes, end: dict[str, Any], names: Sequence[str]) -> str:
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


def read_marks(marks: str, version: int, steps: Steps) -> list[Ply]:
    """The plies of a stored decision from this version on."""
    return _plies(version, steps, ["" if mark == NO_MARK else mark for mark in marks.split(" ")])


def has_dice(marks: str) -> bool:
    """Was there a roll in a decision with these marks?"""
    return any(mark.removeprefix(SECRET)[:1] in (DRAWN, GIVEN) for mark in marks.split(" "))


def _plies(version: int, steps: Steps, marks: Sequence[str]) -> list[Ply]:
    return [
        Ply(version + place, seat, action, mark)
        for place, ((seat, action), mark) in enumerate(zip(steps, marks, strict=True))
    ]


def _hide(marks: list[str], hidden: Sequence[bool]) -> list[str]:
    return [SECRET + mark if one else mark for mark, one in zip(marks, hidden, strict=True)] if any(hidden) else marks
