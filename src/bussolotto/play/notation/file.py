"""The match file: JSON Lines that reveal any change.

A file is a line `header`, a line `step` for every ply, and a line `end`. In a race there is also a line `claim` for
every claim that was judged, after the step that it became or, if it was refused, after the last one before it. Each
line is one JSON object in canonical form (keys sorted, no blanks, UTF-8, a line feed after each) and has the fields

- `salt`: 16 bytes in hex, HMAC-SHA256(key of the match, number of the line), truncated, so that the chain of a
  line with one hidden die does not give the die away;
- `chain`: SHA-256 in hex over the chain of the previous line (nothing before the first) and the line itself
  without it.

So a changed byte and a lost, added or moved line are detected, and the first wrong line is named. In addition every ply
is played again by the rules. A match from another version of the rules can be read, but not continued. The header of a
match by a rule sheet holds the whole sheet, so that it can be played again where nobody has seen it.

Where the dice can be proved, the header, the steps and the end say how (see proof_of_dice.py). A server signs its files
in one more line, `signature`: over the chain of the end.
"""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from bussolotto.core.kernel import CHANCE
from bussolotto.fair.hashes import Flaw
from bussolotto.fair.signature import Signer, check_signature
from bussolotto.play.notation import proof_of_dice
from bussolotto.play.notation.proof_of_dice import FairEnd, FairStart
from bussolotto.play.notation.record import ClaimTold, End, Record, check, damaged, learn_sheet

FORMAT = 1
SALT_BYTES = 16

Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*$")]


class Line(msgspec.Struct, forbid_unknown_fields=True, tag_field="line", kw_only=True):
    """The fields of every line."""

    salt: Hex
    chain: Hex


class HeaderLine(Line, tag="header", kw_only=True):
    """What was played, and by which players; `dice` only where people rolled real ones, `sheet` only of rule sheets."""

    format: Number
    game: str
    rules: Number
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)]
    names: list[str]
    options: dict[str, str]
    dice: Literal["real"] | msgspec.UnsetType = msgspec.UNSET
    sheet: str | msgspec.UnsetType = msgspec.UNSET
    fair: FairStart | msgspec.UnsetType = msgspec.UNSET


class StepLine(Line, tag="step", kw_only=True):
    """One ply: the seat, and the action by its code and in words. `ply` counts from 1; seat 15 is chance."""

    ply: Number
    seat: Annotated[int, msgspec.Meta(ge=0, le=CHANCE)]
    action: Number
    text: Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f();]*\Z")]  # signs that part the steps of a text
    entry: list[str] | msgspec.UnsetType = msgspec.UNSET
    mark: str | msgspec.UnsetType = msgspec.UNSET


class ClaimLine(Line, tag="claim", kw_only=True):
    """A claim of a race, in its place among the steps."""

    claim: ClaimTold


class EndLine(Line, tag="end", kw_only=True):
    """The last line, which shows that the file is complete; `end` is null while the match goes on."""

    end: End | None
    fair: FairEnd | msgspec.UnsetType = msgspec.UNSET


class SignatureLine(Line, tag="signature", kw_only=True):
    """After the end, in files of a server: its public key, and its signature over the chain of the end."""

    key: Hex
    signature: Hex


def write(record: Record, key: bytes, signer: Signer | None = None) -> bytes:
    """Write the match file; `key` is the secret of this match for the salts of its lines."""
    data = []
    chain = ""
    for number, content in enumerate(_contents(record, signer), 1):
        if content["line"] == "signature" and signer:
            content["signature"] = signer.sign(chain)
        content["salt"] = _salt(key, number)
        chain = chain_of(chain, content)
        data.append(canonical({**content, "chain": chain}) + b"\n")
    return b"".join(data)


def _contents(record: Record, signer: Signer | None) -> Iterator[dict[str, Any]]:
    header = {name: getattr(record, name) for name in ("game", "rules", "seats", "names", "options")}
    if record.dice == "real":
        header["dice"] = "real"
    if record.sheet:
        header["sheet"] = record.sheet
    fair = proof_of_dice.told(record.proof)
    yield {"line": "header", "format": FORMAT, **header, **fair.header}
    claims: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for claim in record.claims:
        claims[claim["ply"]].append({"line": "claim", "claim": claim})
    yield from claims[0]
    for ply, ((seat, action), text) in enumerate(zip(record.steps, record.texts, strict=True), 1):
        yield {"line": "step", "ply": ply, "seat": seat, "action": action, "text": text, **fair.of_ply(ply)}
        yield from claims[ply]
    yield {"line": "end", "end": record.end, **fair.end}
    if signer:
        yield {"line": "signature", "key": signer.public}


def _salt(key: bytes, number: int) -> str:
    return hmac.digest(key, str(number).encode(), "sha256")[:SALT_BYTES].hex()


def chain_of(before: str, content: dict[str, Any]) -> str:
    """The chain of a line, from the previous chain and the line's contents without its own."""
    return hashlib.sha256(before.encode() + canonical(content)).hexdigest()


def canonical(content: Any) -> bytes:
    return msgspec.json.encode(content, order="sorted")


def parse(data: bytes) -> Record:
    """Read a match file and play it again. Raises DamagedFile, naming the first line that is wrong."""
    lines: list[Any] = []
    chain = ""
    for number, raw in enumerate(data.split(b"\n")[:-1], 1):
        line = _parsed_line(number, raw, chain)
        _expect_place(number, line, lines)
        lines.append(line)
        chain = line.chain
    _expect_whole(data, lines)
    signed = lines.pop() if isinstance(lines[-1], SignatureLine) else None
    header, end = lines[0], lines[-1]
    if header.sheet:
        learn_sheet(1, header.game, header.sheet)
    steps = [line for line in lines if isinstance(line, StepLine)]
    claims = [line.claim for line in lines if isinstance(line, ClaimLine)]
    record = Record(
        header.game,
        header.rules,
        header.seats,
        header.names,
        header.options,
        [(step.seat, step.action) for step in steps],
        None if end.end is None else msgspec.to_builtins(end.end),
        [step.text for step in steps],
        header.dice or "program",
        msgspec.to_builtins(claims),
        key=signed.key if signed else None,
    )
    place = [number for number, line in enumerate(lines, 1) if not isinstance(line, ClaimLine)]
    check(record, place, [number for number, line in enumerate(lines, 1) if isinstance(line, ClaimLine)])
    if signed:
        expect_signature(len(lines) + 1, signed.key, signed.signature, end.chain)
    record.proof = proof_of_dice.read(header, steps, end)
    proof_of_dice.expect_proved(record, place)
    return record


def expect_signature(number: int, key: str, signature: str, chain: str) -> None:
    """Check that the owner of this public key has signed a file whose last chain this is."""
    try:
        check_signature(key, chain, signature)
    except Flaw as flaw:
        raise damaged(number, flaw.reason, str(flaw)) from flaw


def _parsed_line(number: int, raw: bytes, chain_before: str) -> Any:
    """One line, with the right form and the right chain."""
    try:
        content = msgspec.json.decode(raw)
        line = msgspec.convert(content, HeaderLine | StepLine | ClaimLine | EndLine | SignatureLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise damaged(number, "form", f"it is no line of a match file ({problem}).") from problem
    if canonical(content) != raw:
        raise damaged(number, "canonical", "it is not written the way match files are (keys sorted, no blanks).")
    written = content.pop("chain")
    if written != chain_of(chain_before, content):
        raise damaged(number, "chain", "it, or its place in the file, was changed (its chain does not fit).")
    return line


def _expect_place(number: int, line: Any, before: Sequence[Any]) -> None:
    """Check the order: header first, then plies in sequence, nothing after the end."""
    after_end = bool(before) and isinstance(before[-1], EndLine)
    if isinstance(line, SignatureLine) and not after_end:
        raise damaged(number, "order", "a signature stands after the end alone.")
    if (after_end and not isinstance(line, SignatureLine)) or (before and isinstance(before[-1], SignatureLine)):
        raise damaged(number, "after-end", "the match had ended on the line before.")
    if isinstance(line, HeaderLine) != (not before):
        raise damaged(number, "order", "the header, and nothing else, is the first line.")
    if isinstance(line, HeaderLine) and line.format != FORMAT:
        raise damaged(number, "format", f"this is format {line.format}; {FORMAT} can be read here.")
    last = _last_ply(before)
    if isinstance(line, StepLine) and line.ply != last + 1:
        raise damaged(number, "order", f"ply {last + 1} is due, not ply {line.ply}.")
    if isinstance(line, ClaimLine) and line.claim.ply != last:
        raise damaged(number, "order", f"a claim after ply {line.claim.ply} stands after ply {last}.")


def _last_ply(before: Sequence[Any]) -> int:
    """How many plies are in these lines."""
    last = before[-1] if before else None
    if isinstance(last, ClaimLine):
        return last.claim.ply
    return last.ply if isinstance(last, StepLine) else 0


def _expect_whole(data: bytes, lines: Sequence[Any]) -> None:
    """Check that the file ends with its end line and a line feed."""
    if not data.endswith(b"\n") and data:
        raise damaged(len(lines) + 1, "cut", "the file breaks off in it.")
    if not lines or not isinstance(lines[-1], EndLine | SignatureLine):
        raise damaged(len(lines) + 1, "cut", "it is missing: the file ends before the match does.")
