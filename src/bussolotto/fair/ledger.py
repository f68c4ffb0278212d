"""The transcript of a match that is being played: its head, and what the next decision adds to it.

Only what is stored counts: a decision is a draft until then.
"""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, transcript
from bussolotto.fair.proof import Proof
from bussolotto.fair.roll import Roll, begin_message
from bussolotto.fair.transcript import ACTED, SECRET, TYPED, End, Entry, Ply, Start, entries_of

Steps = Sequence[tuple[int, int]]
NO_MARK = "."  # of a decision that everybody sees, where marks are stored
DICE = "dice "  # what an entry with a roll begins with
RUN = re.compile(r"([1-9][0-9]*)x(.*)")


class Ledger:
    """The transcript of one match, and the seed that nobody is told before its end."""

    def __init__(self, seed: bytes, start: str) -> None:
        """Begin with the start message."""
        told = transcript.read_start(start)
        self.start = start
        self.head = hashes.first_head(start)
        self.secrets = told.secrets
        self.seed = seed
        self._prefix = begin_message(told.match, told.game, told.rules)
        self._rolls = 0
        self._version = 0  # before the draft
        self._lead: list[str] = []  # the marks of the plies that lead in the draft
        self._roll: Roll | None = None  # the dice of the draft
        self._led = self.head  # the head after what leads
        self._following = self.head, 0

    def lead(self, seat: int, version: int, steps: Steps, hidden: Sequence[bool]) -> Roll:
        """Begin the draft of what this seat does at this version; without steps dice alone fall. Returns its dice.

        `hidden`: for each step, whether there is anybody who may not see it.
        """
        self._led, self._version, self._lead = self.head, version, []
        if steps:
            kind, mark = ("typed", TYPED) if steps[0][0] == CHANCE else ("act", ACTED)
            self._lead = _hide([mark] * len(steps), hidden)
            self._led = self._extend(self.head, f"{kind} {seat}", version, steps, self._lead)
        roll = self._roll = Roll(self.seed, self._rolls, b"%s%d\n%s" % (self._prefix, self._rolls, self._led))
        return roll

    def add(self, steps: Steps, hidden: Sequence[bool]) -> str:
        """Complete the draft with all its steps, of which the first are those that it began with.

        Returns the marks of the steps, to be stored with them: `read_marks` reads them.
        """
        assert self._roll is not None, "no decision has been drafted"
        head, rolls, marks, since = self._led, self._rolls, self._lead, len(self._lead)
        if len(steps) > since:
            dice = _hide(self._roll.marks, hidden[since:])
            head = self._extend(head, f"dice {rolls} -", self._version + since, steps[since:], dice)
            marks, rolls = marks + dice, rolls + 1
        assert len(marks) == len(steps), f"{len(marks)} marks of {len(steps)} plies"
        self._following = head, rolls
        return write_marks(marks)

    def settle(self, stored: bool) -> None:
        """The decision of the draft was stored, or was not."""
        if stored:
            self.head, self._rolls = self._following
        self._roll = None

    def resume(self, seat: int, plies: Sequence[Ply]) -> None:
        """A decision of this seat that was stored before."""
        for entry in entries_of(seat, plies, self._rolls):
            self.head = hashes.next_head(self.head, transcript.line(self.seed, entry, self.secrets))
            self._rolls += entry.head.startswith(DICE)

    def end(self, text: str) -> bytes:
        """The head after the end with this text, and after the draft, if there is one."""
        head = self.head if self._roll is None else self._following[0]
        return hashes.next_head(head, f"end {text}")

    def _extend(self, head: bytes, begins: str, version: int, steps: Steps, marks: Sequence[str]) -> bytes:
        """The head after one more line, as `transcript.line` writes it: here at once where nothing is secret."""
        if self.secrets:
            entry = Entry(begins, _plies(version, steps, marks))
            return hashes.next_head(head, transcript.line(self.seed, entry, secrets=True))
        items = " ".join([f"{step[1]}{mark}" for step, mark in zip(steps, marks, strict=True)])
        return hashes.next_head(head, f"{begins} {version} {items}")


def prove(
    seed: bytes, start: str, decisions: Sequence[tuple[int, Sequence[Ply]]], end: str, names: list[str], head: bytes
) -> Proof:
    """The proof of a match that is over. `decisions`: the seat and the plies of each; `names`: the salts."""
    entries: list[Entry | str] = []
    rolls = 0
    for seat, plies in decisions:
        found = entries_of(seat, plies, rolls)
        rolls += any(entry.head.startswith(DICE) for entry in found)
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


def write_marks(marks: Sequence[str]) -> str:
    """The marks of the plies of a decision as text; equal ones in a row are written once, with their number."""
    found: list[str] = []
    before, count = None, 0
    for mark in (*marks, None):
        if mark == before:
            count += 1
            continue
        if before is not None:
            found.append(f"{count}x{before or NO_MARK}" if count > 1 else before or NO_MARK)
        before, count = mark, 1
    return " ".join(found)


def read_marks(marks: str, version: int, steps: Steps) -> list[Ply]:
    """The plies of a stored decision from this version on."""
    told: list[str] = []
    for text in marks.split(" ") if marks else ():
        run = RUN.fullmatch(text)
        times, mark = run.groups() if run else ("1", text)
        told += ["" if mark == NO_MARK else mark] * int(times)
    return _plies(version, steps, told)


def _plies(version: int, steps: Steps, marks: Sequence[str]) -> list[Ply]:
    return [
        Ply(version + place, seat, action, mark)
        for place, ((seat, action), mark) in enumerate(zip(steps, marks, strict=True))
    ]


def _hide(marks: list[str], hidden: Sequence[bool]) -> list[str]:
    return [SECRET + mark if one else mark for mark, one in zip(marks, hidden, strict=True)] if any(hidden) else marks
