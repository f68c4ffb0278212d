"""A match as it is written down, and whether the rules allow it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal

import msgspec

from bussolotto.errors import DamagedFile, Refusal
from bussolotto.games import NAMES, game
from bussolotto.match import Match

Reason = Literal["rules", "limit", "resigned", "agreed"]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """How a match ended, with the win shares and the points of each seat."""

    reason: Reason
    returns: list[float]
    scores: list[float]


@dataclass
class Record:
    """A match as it is written down. `texts` are the steps in notation; made from the steps if not given."""

    game: str
    rules: int
    seats: int
    names: list[str]
    options: dict[str, str]
    steps: list[tuple[int, int]]
    end: dict[str, Any] | None = None
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.texts) != len(self.steps):
            self.texts = [self._text(seat, action) for seat, action in self.steps]

    def _text(self, seat: int, action: int) -> str:
        return str(game(self.game).say(seat, action)) if self.playable else f"code {action}"

    @property
    def playable(self) -> bool:
        """Are these the rules we know? Else it can be read, not continued."""
        return self.game in NAMES and bool(self.rules == game(self.game).RULES)


def record_of(match: Match, names: Sequence[str]) -> Record:
    """The record of a match as it stands; its end is told if the rules have ended it."""
    module = match.module
    return Record(
        module.NAME,
        module.RULES,
        match.seats,
        list(names),
        dict(match.options),
        list(match.log),
        end_of(match),
    )


def end_of(match: Match) -> dict[str, Any] | None:
    """The end that the rules have made, None while the match goes on."""
    if not match.over:
        return None
    reason = "limit" if match.version >= match.module.MAX_PLIES else "rules"
    return {"reason": reason, "returns": match.returns(), "scores": match.scores()}


def match_of(record: Record) -> Match:
    """The match at its last ply, ready to be continued. Raises DamagedFile, naming the line."""
    return _replayed(record, list(range(1, len(record.steps) + 3)))


def check(record: Record, line_of: Sequence[int]) -> None:
    """Is this a match? `line_of`: the line of the header, of each ply and of the end, for errors."""
    if len(record.names) != record.seats:
        raise DamagedFile(
            line_of[0], "names", f"{record.seats} seats have {len(record.names)} names.", n=len(record.names)
        )
    if record.game not in NAMES:
        raise DamagedFile(line_of[0], "game", f"there is no game {record.game!r} here.", game=record.game)
    if record.playable:
        _expect_end(record, _replayed(record, line_of), line_of[-1])


def _replayed(record: Record, line_of: Sequence[int]) -> Match:
    """The match played again, ply by ply."""
    module = game(record.game)
    try:
        match = Match(module, record.seats, record.options)
    except Refusal as refusal:
        raise DamagedFile(line_of[0], "opening", refusal.text) from refusal
    for line, (seat, action), text in zip(line_of[1:], record.steps, record.texts, strict=False):
        _play(match, module, line, seat, action, text)
    return match


def _play(match: Match, module: ModuleType, line: int, seat: int, action: int, text: str) -> None:
    ply = match.version + 1
    try:
        match.play(seat, action)
    except Refusal as refusal:
        problem = f"ply {ply} cannot be played: {refusal.text}"
        raise DamagedFile(line, "impossible", problem, refusal.clause, ply=ply, action=text) from refusal
    said = module.say(seat, action)
    if said != text:
        raise DamagedFile(line, "text", f"action {action} is {said!r}, not {text!r}.", said=said, action=text)


def _expect_end(record: Record, match: Match, line: int) -> None:
    """Does the end told fit? Results by the rules are compared, agreed ones and resignations believed."""
    told = record.end and (record.end["returns"], record.end["scores"])
    if told and not len(told[0]) == len(told[1]) == record.seats:
        raise DamagedFile(line, "result", f"it does not give a result for each of {record.seats} seats.")
    reason = record.end["reason"] if record.end else None
    if match.over != (reason in ("rules", "limit")):
        state = "is over" if match.over else "goes on"
        raise DamagedFile(line, "result", f"by the rules the match {state} after ply {match.version}.")
    if match.over and told != (match.returns(), match.scores()):
        raise DamagedFile(line, "result", f"by the rules it ended {match.returns()} with {match.scores()}.")
