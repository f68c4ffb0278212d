"""What enters the heads of a match, and how it is written.

A transcript begins with the start message. Every entry after it is one line, and the head after it is SHA-256 over
the head before it and the line:

    chain SEAT HEX              from now on this seat opens the nonces of this chain
    act SEAT VERSION ITEM ..    the plies of a decision; VERSION is the number of plies before them
    typed SEAT VERSION ITEM ..  dice that people rolled, typed by this seat
    ask ROLL SEAT,..            the next roll takes the nonces of these seats
    dice ROLL NONCES VERSION ITEM ..   a roll; NONCES are `-` or `SEAT:HEX,..` with `-` for one that did not come
    end JSON                    how the match ended, and commitments to the names of its players

An item is a ply: the code of the action, and its mark: `@WEIGHTS` for a die that was drawn, `=` for one that was given
(by the game before it, or by the turn to begin), `!` for one that was typed. A ply that not everybody may see is
`#COMMITMENT` to that; and where a game has secrets, a die that everybody sees is `CODE#COMMITMENT`, for its weights
may tell something. The commitment is to `VERSION SEAT ITEM`, with the version of this ply.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from bussolotto.core.kernel import CHANCE
from bussolotto.fair.hashes import Flaw, commit, first_head, next_head, salt_of_ply
from bussolotto.fair.roll import DRAWN

ACTED, TYPED = "", "!"  # the marks of plies that are no dice, or dice that people rolled
SECRET = "?"  # noqa: S105  # what the mark of a ply begins with that not everybody may see


Message = TypeVar("Message")


class Start(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The start message. `seed`: the commitment to it, in hex; `chains`: the last link of each seat's, if it has one.

    `secrets`: has the game secrets? `carried`: are some dice as an earlier game left them, and the others drawn from
    what is left?
    """

    fair: int
    match: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    secrets: bool
    carried: bool
    seed: str
    chains: list[str | None]


class End(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The last entry. `end`: as in the file; `names`: commitments by seat."""

    end: dict[str, Any]
    names: list[str]


class Ply(NamedTuple):
    """A ply with what the transcript says of it beside the action: its mark, with SECRET in front if it is secret."""

    version: int
    seat: int
    action: int
    mark: str

    @property
    def plain(self) -> str:
        """The item as everybody may see it at the end."""
        return f"{self.action}{self.mark.removeprefix(SECRET)}"

    @property
    def secret(self) -> bool:
        return self.mark.startswith(SECRET)

    @property
    def weights(self) -> str | None:
        """The weights it was drawn from; None if it was not drawn."""
        mark = self.mark.removeprefix(SECRET)
        return mark[1:] if mark.startswith(DRAWN) else None


class Entry(NamedTuple):
    """A line of the transcript that holds plies: what it begins with, and the plies."""

    head: str
    plies: Sequence[Ply]


def write_start(start: Start) -> str:
    return msgspec.json.encode(start, order="sorted").decode()


def write_end(end: End) -> str:
    return msgspec.json.encode(end, order="sorted").decode()


def read_start(text: str) -> Start:
    """Raises Flaw."""
    return _read(text, Start)


def read_end(text: str) -> End:
    """Raises Flaw."""
    return _read(text, End)


def _read(text: str, kind: type[Message]) -> Message:
    try:
        found = msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise Flaw("proof", f"a message of the transcript cannot be read ({problem}).") from problem
    if msgspec.json.encode(found, order="sorted").decode() != text:
        raise Flaw("proof", "a message of the transcript is not written as such messages are.")
    return found


def item(seed: bytes, ply: Ply, secrets: bool) -> str:
    """A ply as it enters the heads."""
    if not secrets:
        return ply.plain
    if ply.secret:
        return f"#{commitment(seed, ply)}"
    return ply.plain if ply.weights is None else f"{ply.action}#{commitment(seed, ply)}"


def commitment(seed: bytes, ply: Ply) -> str:
    return commit(salt_of_ply(seed, ply.version), f"{ply.version} {ply.seat} {ply.plain}")


def line(seed: bytes, entry: Entry, secrets: bool) -> str:
    """An entry with plies as it enters the heads."""
    items = [item(seed, ply, secrets) for ply in entry.plies]
    return " ".join((entry.head, str(entry.plies[0].version), *items))


def heads(seed: bytes, start: str, entries: Sequence[Entry | str]) -> Iterator[bytes]:
    """The head after the start message, and after each entry. Text stands for an entry without plies."""
    head, secrets = first_head(start), read_start(start).secrets
    yield head
    for entry in entries:
        head = next_head(head, entry if isinstance(entry, str) else line(seed, entry, secrets))
        yield head


def entries_of(seat: int, plies: Sequence[Ply], rolls: int, answered: str = "") -> list[Entry]:
    """The entries of a stored decision of this seat and of what it caused. `rolls`: those before it.

    `answered`: what the entry of the dice begins with, if they have waited for nonces.
    """
    lead = next((at for at, ply in enumerate(plies) if not _leads(ply)), len(plies))
    found = []
    if lead:
        found.append(Entry(f"{'typed' if plies[0].seat == CHANCE else 'act'} {seat}", plies[:lead]))
    if plies[lead:]:
        found.append(Entry(answered or f"dice {rolls} -", plies[lead:]))
    return found


def _leads(ply: Ply) -> bool:
    return ply.mark.removeprefix(SECRET) in (ACTED, TYPED)
