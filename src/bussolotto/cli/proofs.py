"""What a file proves about its dice, in plain words, and whether it is what a page kept."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bussolotto.cli.words import plain, say, tell
from bussolotto.fair.proof import Rolled
from bussolotto.play import notation
from bussolotto.play.notation.record import damaged


class Sent(msgspec.Struct):
    """A nonce that a page has opened for a roll: in which seat, and what the head and the nonce begin with, in hex."""

    roll: int
    seat: int
    head: str
    link: str


class Kept(msgspec.Struct):
    """What a page kept of a match: the start message, the last head that it was shown, and what it has opened."""

    start: str
    head: str
    opened: list[Sent] = []


def read_kept(file: Path) -> Kept:
    """Read what a page kept. Raises DamagedFile."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Kept)
    except msgspec.MsgspecError as problem:
        raise damaged(1, "kept", f"{file} is nothing that a page kept ({problem}).") from problem


def require_kept(records: Sequence[notation.Record], kept: Kept, last_line: int) -> list[int]:
    """Returns the rolls for which the page has opened a nonce that did not come, says the file.

    Raises DamagedFile unless one of these matches is the one that a page was shown.
    """
    proof = next((record.proof for record in records if record.proof and record.proof.start == kept.start), None)
    if proof is None:
        raise damaged(1, "kept", "the start message is another than the page was shown.")
    if kept.head not in proof.heads():
        raise damaged(last_line, "kept", "the head that the page was shown is none of this match.")
    taken = proof.found.taken if proof.found else []
    return [sent.roll for sent in kept.opened if _is_dropped(sent, taken, last_line)]


def _is_dropped(sent: Sent, taken: Sequence[Rolled], last_line: int) -> bool:
    """Every nonce was opened for one head: is that of its roll the same, and did the roll take it?"""
    roll = taken[sent.roll] if 0 <= sent.roll < len(taken) else None
    if roll is None or sent.seat not in roll.nonces or not roll.head.startswith(sent.head):
        raise damaged(last_line, "kept", f"roll {sent.roll + 1} is not the one for which the page was asked.")
    nonce = roll.nonces[sent.seat]
    if nonce is not None and not nonce.startswith(sent.link):
        raise damaged(last_line, "kept", f"roll {sent.roll + 1} took another nonce than the page has opened.")
    return nonce is None


def require_key(found: str | None, wanted: str, last_line: int) -> None:
    """Raises DamagedFile unless this key has signed the file."""
    if found != wanted.strip().lower():
        raise damaged(last_line, "key", "the file is not signed with the key that was named.")


def tell_signature(found: str | None, wanted: str | None) -> None:
    """Say who has signed a file."""
    if found is None:
        tell(say("check.unsigned"))
    else:
        tell(say("check.known-key") if wanted else say("check.signed", public=found))


def tell_proof(record: notation.Record) -> None:
    """Say what is proved about the dice of a match, and what is not."""
    found = record.proof.found if record.proof else None
    if found is None:
        tell(say("check.no-proof"))
        return
    if found.drawn:
        tell(say("check.dice", n=found.drawn))
        tell(say("check.nonces", n=found.nonces) if found.nonces else say("check.alone"))
    for word, number in (("gaps", len(found.gaps)), ("given", found.given), ("typed", found.typed)):
        if number:
            tell(say(f"check.{word}", n=number))
    if found.gaps:
        names = record.names
        tell(
            say("check.gaps-where", rolls=", ".join(f"{roll + 1} ({plain(names[seat])})" for roll, seat in found.gaps))
        )


def tell_dropped(rolls: Sequence[int]) -> None:
    """Say for which rolls a page has sent what did not come, says the file."""
    if rolls:
        tell(say("check.dropped", n=len(rolls), rolls=", ".join(str(roll + 1) for roll in rolls)))
