"""A finished transcript with its seed, and whether one follows from the other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bussolotto.core.kernel import CHANCE
from bussolotto.fair import hashes, transcript
from bussolotto.fair.hashes import Flaw, read_hex
from bussolotto.fair.nonces import fits
from bussolotto.fair.roll import DRAWN, GIVEN, Roll, message_of
from bussolotto.fair.transcript import Entry, Ply
from bussolotto.fair.weights import read_weights

LEADS = re.compile(r"(act|typed) ([0-9]|1[0-4])")
DICE = re.compile(r"dice (0|[1-9][0-9]*) (-|[0-7]:(-|[0-9a-f]{64})(,[0-7]:(-|[0-9a-f]{64}))*)")
ASK = re.compile(r"ask (0|[1-9][0-9]*) ([0-7](,[0-7])*)")
CHAIN = re.compile(r"chain ([0-7]) ([0-9a-f]{64})")


class Rolled(NamedTuple):
    """What a roll took: the head before it, and the nonces by seat, in hex, None for one that did not come."""

    head: str
    nonces: dict[int, str | None]


@dataclass
class Found:
    """What was checked. `open_names`: seats whose name is proved; `taken`: what each roll took."""

    drawn: int = 0
    rolls: int = 0
    typed: int = 0
    given: int = 0
    nonces: int = 0
    open_names: list[int] = field(default_factory=list)
    taken: list[Rolled] = field(default_factory=list)

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """Roll and seat of every nonce that did not come."""
        return [
            (roll, seat) for roll, took in enumerate(self.taken) for seat, nonce in took.nonces.items() if not nonce
        ]


@dataclass
class Proof:
    """What a file says of its dice. `entries`: the lines without plies, as text, and those with plies.

    `end`: the text of the last entry; `names`: the salts of the commitments to names, "" for one that is not opened.
    `head`: the last head, in hex; `found`: what `check` has found.
    """

    start: str
    seed: str
    entries: list[Entry | str]
    end: str
    names: list[str]
    head: str
    found: Found | None = None

    def heads(self) -> list[str]:
        """All heads, in hex, from that of the start message to that of the end."""
        entries = [*self.entries, f"end {self.end}"]
        return [head.hex() for head in transcript.heads(read_hex(self.seed), self.start, entries)]


class _Nonce(NamedTuple):
    seat: int
    value: bytes | None


def check(proof: Proof, names: Sequence[str]) -> Found:
    """Check every commitment, every head and every die. Raises Flaw."""
    proof.found = _Checker(proof).check(names)
    return proof.found


class _Checker:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.start = transcript.read_start(proof.start)
        self.seed = read_hex(proof.seed)
        self.chains = [None if chain is None else read_hex(chain) for chain in self.start.chains]
        self.asked: list[int] = []
        self.version = 0
        self.found = Found()

    def check(self, names: Sequence[str]) -> Found:
        if self.start.fair != hashes.VERSION:
            raise Flaw("proof", f"this is protocol {self.start.fair}; {hashes.VERSION} can be checked here.")
        if hashes.commit_to_seed(self.seed) != self.start.seed:
            raise Flaw("seed", "the seed is not the one that was committed to at the start.")
        if len(self.start.chains) != self.start.seats:
            raise Flaw("proof", "the chains are not those of the seats.")
        heads = self.proof.heads()
        for head, entry in zip(heads, self.proof.entries, strict=False):
            self._take(bytes.fromhex(head), entry)
        if self.asked:
            raise Flaw("nonces", "seats were asked for nonces, and no roll took them.", self.version)
        if heads[-1] != self.proof.head:
            raise Flaw("head", "the last head is not what the transcript leads to.", self.version)
        self._check_names(names)
        return self.found

    def _take(self, head: bytes, entry: Entry | str) -> None:
        if isinstance(entry, str):
            self._prepare(entry)
            return
        for place, ply in enumerate(entry.plies):
            if ply.version != self.version + place:
                raise Flaw("proof", "the plies of the transcript are not in order.", ply.version)
        if leads := LEADS.fullmatch(entry.head):
            self._lead(leads[1], int(leads[2]), entry)
        elif dice := DICE.fullmatch(entry.head):
            self._roll(head, int(dice[1]), dice[2], entry.plies)
        else:
            raise Flaw("proof", f"{entry.head!r} is no entry of a transcript.", self.version)
        self.version += len(entry.plies)

    def _prepare(self, entry: str) -> None:
        """An entry without plies: a seat commits to a chain, or seats are asked for their nonces."""
        if (chain := CHAIN.fullmatch(entry)) and not self.asked and int(chain[1]) < self.start.seats:
            self.chains[int(chain[1])] = bytes.fromhex(chain[2])
        elif (ask := ASK.fullmatch(entry)) and not self.asked and int(ask[1]) == self.found.rolls:
            self.asked = [int(seat) for seat in ask[2].split(",")]
            if self.asked != sorted({seat for seat in self.asked if self._has_chain(seat)}):
                raise Flaw("nonces", "seats without a chain are asked for nonces.", self.version)
        else:
            raise Flaw("proof", f"{entry!r} is no entry of a transcript here.", self.version)

    def _has_chain(self, seat: int) -> bool:
        return seat < len(self.chains) and self.chains[seat] is not None

    def _lead(self, kind: str, seat: int, entry: Entry) -> None:
        mark, mover = (transcript.ACTED, seat) if kind == "act" else (transcript.TYPED, CHANCE)
        for ply in entry.plies:
            if ply.seat != mover or ply.mark.removeprefix(transcript.SECRET) != mark:
                raise Flaw("proof", "a ply is not what its entry says.", ply.version)
        if self.asked:
            raise Flaw("nonces", "a decision came between a roll and its nonces.", self.version)
        self.found.typed += len(entry.plies) if kind == "typed" else 0

    def _roll(self, head: bytes, number: int, nonces: str, plies: Sequence[Ply]) -> None:
        if number != self.found.rolls:
            raise Flaw("proof", f"roll {self.found.rolls} is due, not roll {number}.", self.version)
        told = self._nonces(nonces)
        self.found.taken.append(
            Rolled(head.hex(), {seat: None if value is None else value.hex() for seat, value in told})
        )
        values = [nonce.value for nonce in told if nonce.value is not None]
        start = self.start
        message = message_of(start.match, start.game, start.rules, number, head, values)
        roll = Roll(self.seed, number, message)
        for ply in plies:
            self._check_die(roll, ply)
        self.found.rolls += 1

    def _nonces(self, text: str) -> list[_Nonce]:
        told = [] if text == "-" else [part.split(":") for part in text.split(",")]
        nonces = [_Nonce(int(seat), None if value == "-" else bytes.fromhex(value)) for seat, value in told]
        if [nonce.seat for nonce in nonces] != self.asked:
            raise Flaw("nonces", "the nonces are not those of the seats that were asked.", self.version)
        for nonce in nonces:
            self._follow_chain(nonce)
        self.asked = []
        return nonces

    def _follow_chain(self, nonce: _Nonce) -> None:
        """A nonce must be the next link of its chain; a seat that gave none is out until it commits to a new one."""
        last = self.chains[nonce.seat]
        if nonce.value is not None:
            if last is None or not fits(last, nonce.value):
                raise Flaw("nonces", f"the nonce of seat {nonce.seat} is not of its chain.", self.version)
            self.found.nonces += 1
        self.chains[nonce.seat] = nonce.value

    def _check_die(self, roll: Roll, ply: Ply) -> None:
        mark = ply.mark.removeprefix(transcript.SECRET)
        if ply.seat != CHANCE or mark[:1] not in (DRAWN, GIVEN) or (mark[:1] == GIVEN and mark != GIVEN):
            raise Flaw("proof", "a ply is not what its entry says.", ply.version)
        if ply.weights is None:
            self.found.given += 1
            return
        weights = read_weights(ply.weights)
        if roll.draw(weights) != ply.action:
            raise Flaw("dice", f"die {ply.action} of ply {ply.version + 1} is not what was drawn.", ply.version)
        self.found.drawn += 1

    def _check_names(self, names: Sequence[str]) -> None:
        committed = transcript.read_end(self.proof.end).names
        if not len(committed) == len(names) == len(self.proof.names) == self.start.seats:
            raise Flaw("names", "the names are not those of the seats.", self.version)
        for seat, (told, salt, name) in enumerate(zip(committed, self.proof.names, names, strict=True)):
            self._check_name(seat, told, salt, name)

    def _check_name(self, seat: int, told: str, salt: str, name: str) -> None:
        if salt:
            if hashes.commit_to_name(read_hex(salt, hashes.SALT_BYTES), seat, name) != told:
                raise Flaw("proof-name", f"seat {seat} had another name.", self.version)
            self.found.open_names.append(seat)
        elif name:
            raise Flaw("proof-name", f"the name of seat {seat} was taken out of the record.", self.version)
