"""The file of an evening: the files of its matches in one, JSON Lines, chained over all.

A line `evening` says what was planned and played. Then come the lines of each match, byte for byte those of its own
file (see file.py), each followed by a line `points`: the points for the match, the sums so far, and the dice of
the pile that it kept. The last line is `night`: sums and places. Points are exact: `"2"`, `"3/2"`.

The lines of a match are chained as in its own file. The `chain` of the first line is SHA-256 over the line without it;
that of each later one is SHA-256 over the chain of the previous such line, the chain of the end of the match, and the
line. So a match from another evening, a lost or moved match, and a changed sum are all detected.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from bussolotto.core.errors import DamagedFile
from bussolotto.fair.signature import Signer
from bussolotto.play import evening
from bussolotto.play.match import Match
from bussolotto.play.notation.file import Hex, Number, canonical, expect_signature, parse, write
from bussolotto.play.notation.record import Record, damaged, match_of

FORMAT = 1


class PartOf(msgspec.Struct, forbid_unknown_fields=True):
    """A game of the evening, with all its options."""

    game: str
    options: dict[str, str]


class EveningLine(msgspec.Struct, forbid_unknown_fields=True, tag_field="line", tag="evening", kw_only=True):
    """The games planned and played, and the players. `shared`: on one pyramid."""

    chain: Hex
    format: Number
    games: list[PartOf]
    matches: list[str]
    names: list[str]
    score: evening.Rule
    shared: bool


class PointsLine(msgspec.Struct, forbid_unknown_fields=True, tag_field="line", tag="points", kw_only=True):
    """After a match: `game` counts from 1. `pile`: the dice kept for it, null if there were none to keep."""

    chain: Hex
    game: Number
    pile: dict[str, int] | None
    points: list[str]
    totals: list[str]


class NightLine(msgspec.Struct, forbid_unknown_fields=True, tag_field="line", tag="night", kw_only=True):
    """The last line. In files of a server it has the server's public key, and its signature over the chain."""

    chain: Hex
    places: list[int]
    totals: list[str]
    key: Hex | msgspec.UnsetType = msgspec.UNSET
    signature: Hex | msgspec.UnsetType = msgspec.UNSET


@dataclass
class EveningRecord:
    """The record of an evening. `matches`: their names on the server; `records`: the matches played.

    `key`: the public one whose signature its file bears.
    """

    games: list[tuple[str, dict[str, str]]]
    score: evening.Rule
    shared: bool
    names: list[str]
    matches: list[str]
    records: list[Record]
    key: str | None = None

    @cached_property
    def _matches(self) -> list[Match | None]:
        """The matches, played again; None where their rules are not known here."""
        return [match_of(record) if record.playable else None for record in self.records]

    def points(self) -> list[evening.Points]:
        """The points for each match, by seat."""
        played = zip(self.records, self._matches, strict=True)
        return [self._points_of(record, record.end or {}, match) for record, match in played]

    def _points_of(self, record: Record, end: Mapping[str, Any], match: Match | None) -> evening.Points:
        standing = evening.standing(match) if match else ()
        return evening.points(self.score, record.game, end["returns"], end["scores"], standing)

    def totals(self, matches: int | None = None) -> evening.Points:
        """The sums after this many matches; after all of them if no number is given."""
        return evening.totals(self.points()[:matches], len(self.names))

    @cached_property
    def piles(self) -> list[evening.Pile | None]:
        """The pile that each match began with; None for the first on the pyramid, and where nothing is shared."""
        found: list[evening.Pile | None] = []
        pile: evening.Pile | None = None
        for match in self._matches:
            found.append(pile)
            if self.shared and match:
                pile = evening.leaves(match, pile) or pile
        return found


def is_evening(data: bytes) -> bool:
    """Is this the file of an evening, rather than of a match?"""
    try:
        first = msgspec.json.decode(data.partition(b"\n")[0])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("line") == "evening"


def write_evening(record: EveningRecord, keys: Sequence[bytes], signer: Signer | None = None) -> bytes:
    """The file of an evening; `keys` are the secrets for the salts of its matches."""
    chain = ""
    data: list[bytes] = []
    matches = [write(match, key, signer) for match, key in zip(record.records, keys, strict=True)]
    for content, match in zip(_contents(record), [b"", *matches, b""], strict=True):
        data.append(match)
        chain = _chain_of(chain, match, content)
        signed = _sign(chain, signer) if content["line"] == "night" else {}
        data.append(canonical({**content, **signed, "chain": chain}) + b"\n")
    return b"".join(data)


def _sign(chain: str, signer: Signer | None) -> dict[str, str]:
    return {} if signer is None else {"key": signer.public, "signature": signer.sign(chain)}


def _contents(record: EveningRecord) -> Iterator[dict[str, Any]]:
    """The evening's own lines, without their chains."""
    games = [{"game": game, "options": options} for game, options in record.games]
    told = {name: getattr(record, name) for name in ("matches", "names", "score", "shared")}
    yield {"line": "evening", "format": FORMAT, "games": games, **told}
    played = zip(record.records, record.points(), record.piles, strict=True)
    for number, (match, points, pile) in enumerate(played, 1):
        yield {
            "line": "points",
            "game": number,
            "pile": _account(match, pile),
            "points": _exact(points),
            "totals": _exact(record.totals(number)),
        }
    yield {"line": "night", "places": evening.ranks(record.totals()), "totals": _exact(record.totals())}


def _account(match: Record, pile: evening.Pile | None) -> dict[str, int] | None:
    return None if pile is None else evening.account(match.game, match.options, pile)._asdict()


def _exact(points: Sequence[Fraction]) -> list[str]:
    return [str(each) for each in points]


def _chain_of(before: str, match: bytes, content: Mapping[str, Any]) -> str:
    """The chain of an evening's line: over the previous one, the end of the match between them, and the line."""
    last = match.rstrip(b"\n").rpartition(b"\n")[2]
    ended = msgspec.json.decode(last)["chain"] if last else ""
    return hashlib.sha256((before + ended).encode() + canonical(content)).hexdigest()


def parse_evening(data: bytes) -> EveningRecord:
    """Read the file of an evening: every match is played again, and the pile and all sums are computed again.

    Raises DamagedFile, naming the first line that is wrong.
    """
    reader = _Reader(data)
    record = reader.record()
    reader.expect_carried(record)
    reader.expect_sums(record)
    return record


class _Reader:
    """Splits a file: the evening's own lines, and the matches between them."""

    def __init__(self, data: bytes) -> None:
        self.lines = data.split(b"\n")
        if self.lines[-1]:
            raise damaged(len(self.lines), "cut", "the file breaks off in it.")
        self.own: list[Any] = []  # the evening's own lines
        self.numbers: list[int] = []  # their line numbers
        self.records: list[Record] = []
        for number, raw in enumerate(self.lines[:-1], 1):
            if (line := _own_line(number, raw)) is not None:
                self._take(number, line)
        if not self.own or not isinstance(self.own[-1], NightLine) or self.numbers[-1] != len(self.lines) - 1:
            raise damaged(len(self.lines), "cut", "the file ends before the evening does.")

    def _take(self, number: int, line: Any) -> None:
        """One of the evening's own lines, and the match before it."""
        since, chain = (self.numbers[-1], self.own[-1].chain) if self.own else (0, "")
        match = b"".join(one + b"\n" for one in self.lines[since : number - 1])
        self._expect_place(number, line, match)
        if match:
            self.records.append(_parsed(match, since))
        if line.chain != _chain_of(chain, match, _told(line)):
            raise damaged(number, "chain", "it, or what stands before it, was changed (its chain does not fit).")
        if isinstance(line, NightLine) and (line.key or line.signature):
            expect_signature(number, line.key or "", line.signature or "", line.chain)
        self.own.append(line)
        self.numbers.append(number)

    def _expect_place(self, number: int, line: Any, match: bytes) -> None:
        """Check the order: `evening` first, a match before every `points`, `night` at the end."""
        first, ended = not self.own, bool(self.own) and isinstance(self.own[-1], NightLine)
        if len(self.records) > evening.MOST_GAMES or ended or (type(line), bool(match)) not in _PLACES[first]:
            raise damaged(number, "order", "something else is due in this place.")
        if isinstance(line, EveningLine) and line.format != FORMAT:
            raise damaged(number, "format", f"this is format {line.format}; {FORMAT} can be read here.")

    def record(self) -> EveningRecord:
        """The whole record; the games are those that were planned, and all are over."""
        head: EveningLine = self.own[0]
        games = [(part.game, part.options) for part in head.games]
        played = [(record.game, record.options) for record in self.records]
        seats = {record.seats for record in self.records}
        if played != games or len(head.matches) != len(games) or seats != {len(head.names)}:
            raise damaged(1, "evening", "the games played are not those of the evening.")
        for number, record in zip(self.numbers[1:], self.records, strict=False):
            if record.end is None:
                raise damaged(number - 1, "evening", "this match has not ended.")
        return EveningRecord(
            games, head.score, head.shared, head.names, head.matches, self.records, self.own[-1].key or None
        )

    def expect_carried(self, record: EveningRecord) -> None:
        """Check that the dice to be kept on the pyramid were kept."""
        for since, match, pile in zip(self.numbers, record.records, record.piles, strict=False):
            if pile is None or not match.playable:
                continue
            if ply := evening.breach(match.game, match.seats, match.options, match.steps, pile):
                problem = f"ply {ply} does not leave the die as the game before did."
                raise damaged(self._line_of(since, ply), "carried", problem, ply=ply)

    def _line_of(self, since: int, ply: int) -> int:
        """The line of a ply of the match that begins after this line."""
        steps = [line for line in range(since + 1, len(self.lines)) if b'"line":"step"' in self.lines[line - 1]]
        return steps[ply - 1]

    def expect_sums(self, record: EveningRecord) -> None:
        """Check every point and sum."""
        for number, line, content in zip(self.numbers, self.own, _contents(record), strict=True):
            if _told(line) != content:
                raise damaged(number, "evening", "by the matches before it, it should read otherwise.")


# [is it the first line?] -> what may stand there, and whether a match stands before it
_PLACES = ({(PointsLine, True), (NightLine, False)}, {(EveningLine, False)})


def _told(line: Any) -> dict[str, Any]:
    """The contents of an evening's line, without its chain."""
    content: dict[str, Any] = msgspec.to_builtins(line)
    for name in ("chain", "key", "signature"):
        content.pop(name, None)
    return content


def _own_line(number: int, raw: bytes) -> Any:
    """A line of the evening; None for a line of a match, which is read with its match."""
    try:
        content = msgspec.json.decode(raw)
        if not isinstance(content, dict) or content.get("line") not in ("evening", "points", "night"):
            return None
        line = msgspec.convert(content, EveningLine | PointsLine | NightLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise damaged(number, "form", f"it is no line of an evening's file ({problem}).") from problem
    if canonical(content) != raw:
        raise damaged(number, "canonical", "it is not written the way match files are (keys sorted, no blanks).")
    return line


def _parsed(match: bytes, since: int) -> Record:
    """A match that begins after this line. Raises DamagedFile, with the line of the whole file."""
    try:
        return parse(match)
    except DamagedFile as damage:
        values: dict[str, Any] = {
            name: value for name, value in damage.values.items() if name not in ("line", "reason")
        }
        reason, problem = str(damage.values["reason"]), damage.text.partition(": ")[2]
        raise damaged(damage.line + since, reason, problem, clause=damage.clause, **values) from damage
