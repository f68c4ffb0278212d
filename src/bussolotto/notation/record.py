"""A match as it is written down, and whether the rules allow it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Annotated, Any, Literal

import msgspec

from bussolotto.errors import DamagedFile, Refusal
from bussolotto.games import NAMES, game
from bussolotto.match import Match

Reason = Literal["rules", "limit", "resigned", "agreed"]
Dice = Literal["program", "real"]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """How a match ended, with the win shares and the points of each seat."""

    reason: Reason
    returns: list[float]
    scores: list[float]


class ClaimTold(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A claim made in a race, as it was judged; moments in milliseconds since the match began.

    `ply`: the one it became, or the last before it was refused. Claims of one `window` waited together. `version`: what
    its seat reacted to, sent to it at `sent_ms`. `reaction_ms` was told by its page, `believed_ms` is what counts
    (`neutral_ms`: by the usual round trip), so it was pressed at `at_ms`; `spent_ms` of the quota of its seat were used
    up then. `band`: the round trips of its line, shortest, usual, longest. `heat`: a dead heat, decided by lot.
    `verdict`: accepted, or the code of the refusal; if contested, `behind_ms` after the seat `rival`.
    """

    ply: Annotated[int, msgspec.Meta(ge=0)]
    window: Annotated[int, msgspec.Meta(ge=0)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    action: str
    version: int
    sent_ms: float
    arrived_ms: float
    reaction_ms: float | None
    believed_ms: float
    neutral_ms: float
    at_ms: float
    spent_ms: float
    band: Annotated[list[float], msgspec.Meta(min_length=3, max_length=3)]
    heat: bool
    verdict: str
    rival: int | None
    behind_ms: float | None
    flags: list[str]


@dataclass
class Record:
    """A match as it is written down. `texts` are the steps in notation; made from the steps if not given.

    `dice`: did the program roll them, or people, who typed them in? `claims`: those of a race, in the order they were
    judged; see ClaimTold.
    """

    game: str
    rules: int
    seats: int
    names: list[str]
    options: dict[str, str]
    steps: list[tuple[int, int]]
    end: dict[str, Any] | None = None
    texts: list[str] = field(default_factory=list)
    dice: Dice = "program"
    claims: list[dict[str, Any]] = field(default_factory=list)

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


def check(record: Record, line_of: Sequence[int], lines_of_claims: Sequence[int] = ()) -> None:
    """Is this a match? `line_of`: for errors: the lines of the header, each ply and the end; those of claims."""
    if len(record.names) != record.seats:
        raise DamagedFile(
            line_of[0], "names", f"{record.seats} seats have {len(record.names)} names.", n=len(record.names)
        )
    if record.game not in NAMES:
        raise DamagedFile(line_of[0], "game", f"there is no game {record.game!r} here.", game=record.game)
    for line, claim in zip(lines_of_claims, record.claims, strict=False):
        _expect_claim(record, line, claim)
    if record.playable:
        _expect_end(record, _replayed(record, line_of), line_of[-1])


def _expect_claim(record: Record, line: int, claim: dict[str, Any]) -> None:
    """Can it have been made in this match? An accepted one became a step of its seat."""
    seat, ply = claim["seat"], claim["ply"]
    became = record.steps[ply - 1][0] if 0 < ply <= len(record.steps) else None
    if seat >= record.seats or claim["version"] > ply:
        raise DamagedFile(line, "claim", f"seat {seat} cannot have claimed at version {claim['version']}.")
    if claim["verdict"] == "accepted" and became != seat:
        raise DamagedFile(line, "claim", f"the claim of seat {seat} is not what ply {ply} was.", ply=ply)


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
