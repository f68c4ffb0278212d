"""How a match file proves its dice: what it says beside the plies, and whether that is true.

- The header has `fair`: the start message and the seed.
- The first step of an entry of the transcript has `entry`: the entries without plies before it, and what the entry
  begins with, as in `transcript.py`.
- A step has its `mark`, unless everybody saw it and it is a decision.
- The end has `fair`: the last entry, the last head, the salts that open the commitments to names, and as `entry` the
  lines after all plies, if there are any.

From these every entry and head is written again, and from the seed every die is drawn again.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from bussolotto.core.kernel import CHANCE
from bussolotto.fair import proof, transcript
from bussolotto.fair.hashes import Flaw
from bussolotto.fair.proof import Proof
from bussolotto.fair.transcript import SECRET, Entry, Ply
from bussolotto.fair.weights import read_weights
from bussolotto.games import game
from bussolotto.play.match import Match
from bussolotto.play.notation.record import Record, damaged


class FairStart(msgspec.Struct, forbid_unknown_fields=True):
    """In the header."""

    start: str
    seed: str


class FairEnd(msgspec.Struct, forbid_unknown_fields=True):
    """In the last line. `names`: the salts of the names, "" where one is not opened. `entry`: lines after all plies."""

    end: str
    head: str
    names: list[str]
    entry: list[str] = []


class Told(NamedTuple):
    """What is added to the lines of a file."""

    header: dict[str, Any]
    steps: Sequence[dict[str, Any]]
    end: dict[str, Any]

    def of_ply(self, ply: int) -> dict[str, Any]:
        return self.steps[ply - 1] if self.steps else {}


def told(of: Proof | None) -> Told:
    """What a proof adds to the lines of its file: nothing if there is none."""
    if of is None:
        return Told({}, (), {})
    steps: list[dict[str, Any]] = []
    before: list[str] = []
    for entry in of.entries:
        if isinstance(entry, str):
            before.append(entry)
            continue
        marks = [{"mark": ply.mark} if ply.mark else {} for ply in entry.plies]
        steps += [{"entry": [*before, entry.head], **marks[0]}, *marks[1:]]
        before = []
    end = {**({"entry": before} if before else {}), "end": of.end, "head": of.head, "names": of.names}
    return Told({"fair": {"start": of.start, "seed": of.seed}}, steps, {"fair": end})


def read(header: Any, steps: Sequence[Any], end: Any) -> Proof | None:
    """The proof in the lines of a file; None if there is none. Raises DamagedFile."""
    if not header.fair and not end.fair and not any(step.entry or step.mark for step in steps):
        return None
    if not header.fair or not end.fair or (steps and not steps[0].entry):
        raise damaged(1, "proof", "a part of the proof of the dice is missing.")
    entries: list[Entry | str] = []
    plies: list[Ply] = []
    for version, step in enumerate(steps):
        ply = Ply(version, step.seat, step.action, step.mark or "")
        if step.entry:
            plies = []
            entries += [*step.entry[:-1], Entry(step.entry[-1], plies)]
        plies.append(ply)
    entries += end.fair.entry
    return Proof(header.fair.start, header.fair.seed, entries, end.fair.end, end.fair.names, end.fair.head)


def expect_proved(record: Record, line_of: Sequence[int]) -> None:
    """Check the proof of a file, if it has one. `line_of`: the lines of the header, each ply and the end.

    Raises DamagedFile.
    """
    if record.proof is None:
        return
    try:
        proof.check(record.proof, record.names)
        _expect_same(record, record.proof)
        if record.playable:
            _expect_by_rules(record, record.proof)
    except Flaw as flaw:
        line = line_of[min(flaw.version + 1, len(line_of) - 1)] if flaw.reason not in ("proof", "seed") else 1
        raise damaged(line, flaw.reason, str(flaw)) from flaw


def _expect_same(record: Record, of: Proof) -> None:
    """Check that the messages of the transcript say of the match what the file says."""
    start, end = transcript.read_start(of.start), transcript.read_end(of.end)
    said = (start.game, start.rules, start.seats, start.options)
    if said != (record.game, record.rules, record.seats, record.options):
        raise Flaw("proof", "the start message is that of another match.")
    if end.end != record.end:
        raise Flaw("result", "the transcript ends in another way than the file.", len(record.steps))


def _expect_by_rules(record: Record, of: Proof) -> None:
    """Check by the rules what dice were drawn from, and which plies are secret."""
    start = transcript.read_start(of.start)
    match = Match(game(record.game), record.seats, record.options)
    if start.secrets != match.secrets:
        raise Flaw("proof", "the start message is wrong about the secrets of the game.")
    for ply in (ply for entry in of.entries if isinstance(entry, Entry) for ply in entry.plies):
        if ply.seat == CHANCE and ply.weights is not None:
            _expect_weights(match, ply, start.carried)
        match.play(ply.seat, ply.action)
        if match.hidden_plies(ply.version) != [ply.mark.startswith(SECRET)]:
            raise Flaw("proof", "a ply is secret in the transcript alone, or in the rules alone.", ply.version)


def _expect_weights(match: Match, ply: Ply, carried: bool) -> None:
    """Check that a die was drawn from what the rules say. Where dice are carried over, fewer are left."""
    drawn, odds = read_weights(ply.weights or ""), match.odds()
    drawn = (*drawn, *[0] * (len(odds) - len(drawn)))
    fitting = len(drawn) == len(odds) and all(map(int.__le__, drawn, odds)) if carried else list(drawn) == odds
    if not fitting:
        raise Flaw("dice", f"the weights of ply {ply.version + 1} are not those of the rules.", ply.version)
