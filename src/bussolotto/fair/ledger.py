"""The transcript of a match that is being played: its head, and what the next decision adds to it.

Only what is stored counts: a decision is a draft until then. A roll for which pages are asked waits for their nonces:
`ask` says whom it asks, `answer` what has come; both are lines that are stored, and then applied.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, transcript
from bussolotto.fair.hashes import Flaw
from bussolotto.fair.proof import ASK, CHAIN, Proof
from bussolotto.fair.proof import DICE as ROLLED
from bussolotto.fair.roll import Roll, begin_message
from bussolotto.fair.transcript import ACTED, SECRET, TYPED, End, Entry, Ply, Start, entries_of

Steps = Sequence[tuple[int, int]]
NO_MARK = "."  # of a decision that everybody sees, where marks are stored
DICE = "dice "  # what an entry with a roll begins with
RUN = re.compile(r"([1-9][0-9]*)x(.*)")


class Decided(NamedTuple):
    """A stored decision: the seat, its plies, and the lines before them that hold none, as far as they are known.

    Such a line begins a chain, asks for nonces, or says which have come: what the entry of the dice begins with.
    """

    seat: int
    plies: Sequence[Ply]
    lines: Sequence[str] = ()


class Ledger:
    """The transcript of one match, and the seed that nobody is told before its end.

    `chains`: by seat the last link that is known of its chain, None for a seat that has no part in the dice. `rolls`:
    how many there were. `asked`: the seats whose nonces the next one takes, while it waits for them. `lines`: how many
    lines without plies there are.
    """

    def __init__(self, seed: bytes, start: str) -> None:
        """Begin with the start message."""
        told = transcript.read_start(start)
        self.start = start
        self.head = hashes.first_head(start)
        self.secrets = told.secrets
        self.seed = seed
        self.chains = [None if link is None else hashes.read_hex(link) for link in told.chains]
        self.rolls = 0
        self.asked: list[int] = []
        self.lines = 0
        self._answered = ""  # what the entry of the roll that waits begins with, once it is known
        self._prefix = begin_message(told.match, told.game, told.rules)
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
            assert not self.asked, f"roll {self.rolls} waits"
            kind, mark = ("typed", TYPED) if steps[0][0] == CHANCE else ("act", ACTED)
            self._lead = self._hide([mark] * len(steps), hidden)
            self._led = self._extend(self.head, f"{kind} {seat}", version, steps, self._lead)
        nonces = b"".join(filter(None, _read_nonces(self._answered).values())) if self._answered else b""
        message = self._prefix + b"%d\n" % self.rolls + self._led + nonces
        roll = self._roll = Roll(self.seed, self.rolls, message)
        self._following = self._led, self.rolls
        return roll

    def add(self, steps: Steps, hidden: Sequence[bool]) -> str:
        """Complete the draft with all its steps, of which the first are those that it began with.

        Returns the marks of the steps, to be stored with them: `read_marks` reads them.
        """
        assert self._roll is not None, "no decision has been drafted"
        head, rolls, marks, since = self._led, self.rolls, self._lead, len(self._lead)
        if len(steps) > since:
            dice = self._hide(self._roll.marks, hidden[since:])
            begins = self._answered or f"{DICE}{rolls} -"
            head = self._extend(head, begins, self._version + since, steps[since:], dice)
            marks, rolls = marks + dice, rolls + 1
        assert len(marks) == len(steps), f"{len(marks)} marks of {len(steps)} plies"
        self._following = head, rolls
        return write_marks(tuple(marks))

    def settle(self, stored: bool) -> None:
        """The decision of the draft was stored, or was not."""
        if stored:
            self._go_on(*self._following)
        self._roll = None

    def ask(self, seats: Sequence[int]) -> str:
        """The line that asks these seats for the nonces of the next roll, after the draft."""
        return f"ask {self._following[1]} {','.join(map(str, seats))}"

    def answer(self, nonces: Mapping[int, bytes]) -> str:
        """The line that says which nonces of those that were asked for have come."""
        told = [f"{seat}:{nonces[seat].hex() if seat in nonces else '-'}" for seat in self.asked]
        return f"{DICE}{self.rolls} {','.join(told)}"

    def apply(self, line: str) -> None:
        """A line without plies that is stored. Raises Flaw."""
        self.lines += 1
        if line.startswith(DICE):
            self._answered = line
            for seat, link in _read_nonces(line).items():
                self.chains[seat] = link
            return
        if chain := CHAIN.fullmatch(line):
            self.chains[int(chain[1])] = bytes.fromhex(chain[2])
        elif ask := ASK.fullmatch(line):
            self.asked = [int(seat) for seat in ask[2].split(",")]
        else:
            raise Flaw("proof", f"{line!r} is no line of a transcript.")
        self.head = hashes.next_head(self.head, line)

    @property
    def waits(self) -> bool:
        """Whether it is not known yet which nonces the next roll takes."""
        return bool(self.asked) and not self._answered

    def resume(self, decided: Decided) -> None:
        """A decision that was stored before. Raises Flaw."""
        for line in decided.lines:
            self.apply(line)
        head, rolls = self.head, self.rolls
        for entry in entries_of(decided.seat, decided.plies, rolls, self._answered):
            head = hashes.next_head(head, transcript.line(self.seed, entry, self.secrets))
            rolls += entry.head.startswith(DICE)
        self._go_on(head, rolls)

    def _go_on(self, head: bytes, rolls: int) -> None:
        if rolls > self.rolls:
            self.asked, self._answered = [], ""
        self.head, self.rolls = head, rolls

    def end(self, text: str) -> bytes:
        """The head after the end with this text, and after the draft, if there is one."""
        head = self.head if self._roll is None else self._following[0]
        return hashes.next_head(head, f"end {text}")

    def _hide(self, marks: list[str], hidden: Sequence[bool]) -> list[str]:
        if not self.secrets:
            return marks
        return [SECRET + mark if one else mark for mark, one in zip(marks, hidden, strict=True)]

    def _extend(self, head: bytes, begins: str, version: int, steps: Steps, marks: Sequence[str]) -> bytes:
        """The head after one more line, as `transcript.line` writes it: here at once where nothing is secret."""
        if self.secrets:
            entry = Entry(begins, _plies(version, steps, marks))
            return hashes.next_head(head, transcript.line(self.seed, entry, secrets=True))
        return hashes.next_head(head, f"{begins} {version} {' '.join(map(_write_item, steps, marks))}")


def prove(
    seed: bytes,
    start: str,
    decisions: Sequence[Decided],
    last: Sequence[str],
    end: str,
    names: list[str],
    head: bytes,
) -> Proof:
    """The proof of a match that is over. `last`: the lines after all plies; `names`: the salts."""
    entries: list[Entry | str] = []
    rolls = 0
    for seat, plies, lines in decisions:
        answered = next((line for line in lines if line.startswith(DICE)), "")
        entries += [line for line in lines if line != answered]
        found = entries_of(seat, plies, rolls, answered)
        rolls += any(entry.head.startswith(DICE) for entry in found)
        entries += found
    return Proof(start, seed.hex(), [*entries, *last], end, names, head.hex())


def new_seed() -> bytes:
    return secrets.token_bytes(hashes.HASH_BYTES)


def start_of(
    seed: bytes,
    match: str,
    game: str,
    rules: int,
    seats: int,
    options: dict[str, str],
    secrets: bool,
    carried: bool,
    chains: Mapping[int, bytes] | None = None,
) -> str:
    """The start message of a match. `chains`: by seat what is committed to then; nobody else has a part in the dice."""
    links = {seat: link.hex() for seat, link in (chains or {}).items()}
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
            chains=[links.get(seat) for seat in range(seats)],
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


@lru_cache(20_000)  # of all matches
def _write_item(step: tuple[int, int], mark: str) -> str:
    return f"{step[1]}{mark}"


@lru_cache(4096)  # most decisions have the marks of one before
def write_marks(marks: tuple[str, ...]) -> str:
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


@lru_cache(256)  # a line is read when it is stored, and again when its dice fall
def _read_nonces(line: str) -> Mapping[int, bytes | None]:
    """The nonces by seat, in order, that the entry of a roll begins with; None for one that did not come."""
    found = ROLLED.fullmatch(line)
    if not found or found[2] == "-":
        return {}
    told = [part.split(":") for part in found[2].split(",")]
    return {int(seat): None if link == "-" else bytes.fromhex(link) for seat, link in told}


def _plies(version: int, steps: Steps, marks: Sequence[str]) -> list[Ply]:
    return [
        Ply(version + place, seat, action, mark)
        for place, ((seat, action), mark) in enumerate(zip(steps, marks, strict=True))
    ]
