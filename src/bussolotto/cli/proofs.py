"""What a file proves about its dice, in plain words, and whether it is what a page kept."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bussolotto.cli.words import say, tell
from bussolotto.play import notation
from bussolotto.play.notation.record import damaged


class Kept(msgspec.Struct):
    """What a page kept of a match: the start message, and the last head that it was shown."""

    start: str
    head: str


def expect_kept(records: Sequence[notation.Record], kept: Path, last_line: int) -> None:
    """Compare one of these matches with what a page kept of it. Raises DamagedFile."""
    try:
        told = msgspec.json.decode(kept.read_bytes(), type=Kept)
    except msgspec.MsgspecError as problem:
        raise damaged(1, "kept", f"{kept} is nothing that a page kept ({problem}).") from problem
    proof = next((record.proof for record in records if record.proof and record.proof.start == told.start), None)
    if proof is None:
        raise damaged(1, "kept", "the start message is another than the page was shown.")
    if told.head not in proof.heads():
        raise damaged(last_line, "kept", "the head that the page was shown is none of this match.")
    tell(say("check.kept"))


def expect_key(found: str | None, wanted: str | None, last_line: int) -> None:
    """Say who has signed a file. Raises DamagedFile if it must have been somebody else."""
    if wanted is not None and found != wanted.strip().lower():
        raise damaged(last_line, "key", "the file is not signed with the key that was named.")
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
