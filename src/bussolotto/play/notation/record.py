"""The record of a match, and whether the rules allow it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from bussolotto.core.contract import Game
from bussolotto.core.errors import Refusal, refuse
from bussolotto.fair.proof import Proof
from bussolotto.games import game, knows, sheet_of
from bussolotto.play.match import Match
from bussolotto.sheets.game import game_from_text

Reason = Literal["rules", "limit", "resigned", "agreed", "stopped"]  # stopped: by the operator of the server
Dice = Literal["program", "real"]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """How a match ended, with the win shares and the points of each seat."""

    reason: Reason
    returns: list[float]
    scores: list[float]


class ClaimTold(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A claim made in a race, and how it was judged; times in milliseconds since the match began.

    `ply`: the one that the claim became, or the last one before it was refused. Claims of one `window` waited together.
    `version`: what the seat reacted to, sent to it at `sent_ms`. The page reported `reaction_ms`; `believed_ms` is what
    counts (`neutral_ms`: by the usual round trip), so the claim was pressed at `at_ms`; `spent_ms` of the quota of the
    seat were used up by then. `band`: the round trips of the connection, shortest, usual, longest. `heat`: a dead heat,
    decided by lot. `verdict`: accepted, or the code of the refusal; if contested, `behind_ms` after the seat `rival`.
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
    """The record of a match. `texts` are the steps in notation, computed from the steps if not given.

    `dice`: did the program roll them, or did people type them in? `claims`: those of a race, in the order in which they
    were judged; see ClaimTold. `proof`: of the dice, once the match is over; `key`: the public one whose signature the
    file bears. Neither is a part of what was played. `sheet`: the rule sheet by which it was played, if known.
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
    sheet: str = ""
    proof: Proof | None = field(default=None, compare=False)
    key: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.sheet and knows(self.game):
            self.sheet = sheet_of(game(self.game))
        if len(self.texts) != len(self.steps):
            self.texts = [self._text(seat, action) for seat, action in self.steps]

    def prove_by(self, proof: Proof | None) -> None:
        """Add the proof of the dice. A name that is not the one of the proof, or was deleted, is not told then."""
        self.proof = proof
        if proof is not None:
            self.names = [name if salt else "" for name, salt in zip(self.names, proof.names, strict=True)]

    def _text(self, seat: int, action: int) -> str:
        return str(game(self.game).say(seat, action)) if self.playable else f"code {action}"

    @property
    def playable(self) -> bool:
        """Are these the rules of this version? If not, the match can be read, but not continued."""
        return knows(self.game) and bool(self.rules == game(self.game).RULES)


def learn_sheet(line: int, name: str, sheet: str) -> None:
    """Read the sheet by which a match was played, so that the game of this name is known. Raises DamagedFile."""
    try:
        found = game_from_text(sheet).NAME
    except Refusal as refusal:
        raise damaged(line, "form", f"its sheet is none: {refusal.text}") from refusal
    if found != name:
        raise damaged(line, "game", f"its sheet is that of {found}, not of {name}.", game=name)


def damaged(line: int, reason: str, problem: str, clause: str | None = None, **values: Any) -> Refusal:
    """The refusal of a match file; `reason` names the sentence `damage.REASON`."""
    return refuse("damaged-file", line=line, reason=reason, problem=problem, clause=clause, **values)


def record_of(match: Match, names: Sequence[str]) -> Record:
    """The record of a match as it is; with its end if the rules have ended it."""
    game = match.game
    return Record(
        game.facts.name, game.RULES, match.seats, list(names), dict(match.options), list(match.log), end_of(match)
    )


def end_of(match: Match) -> dict[str, Any] | None:
    """The end according to the rules, None while the match goes on."""
    if not match.over:
        return None
    reason = "limit" if match.version >= match.game.MAX_PLIES else "rules"
    return {"reason": reason, "returns": match.returns(), "scores": match.scores()}


def match_of(record: Record) -> Match:
    """The match after its last ply, ready to be continued. Raises DamagedFile and names the line."""
    return _replayed(record, list(range(1, len(record.steps) + 3)))


def check(record: Record, line_of: Sequence[int], lines_of_claims: Sequence[int] = ()) -> None:
    """Check the whole match.

    `line_of` is for errors: the lines of the header, each ply and the end, and of the claims.
    """
    if len(record.names) != record.seats:
        raise damaged(line_of[0], "names", f"{record.seats} seats have {len(record.names)} names.", n=len(record.names))
    if not knows(record.game):
        raise damaged(line_of[0], "game", f"there is no game {record.game!r} here.", game=record.game)
    for line, claim in zip(lines_of_claims, record.claims, strict=False):
        _expect_claim(record, line, claim)
    if record.playable:
        _expect_end(record, _replayed(record, line_of), line_of[-1])


def _expect_claim(record: Record, line: int, claim: dict[str, Any]) -> None:
    """Check that the claim was possible in this match. An accepted one became a step of its seat."""
    seat, ply = claim["seat"], claim["ply"]
    became = record.steps[ply - 1][0] if 0 < ply <= len(record.steps) else None
    if seat >= record.seats or claim["version"] > ply:
        raise damaged(line, "claim", f"seat {seat} cannot have claimed at version {claim['version']}.")
    if claim["verdict"] == "accepted" and became != seat:
        raise damaged(line, "claim", f"the claim of seat {seat} is not what ply {ply} was.", ply=ply)


def _replayed(record: Record, line_of: Sequence[int]) -> Match:
    """The match played again, ply by ply."""
    module = game(record.game)
    try:
        match = Match(module, record.seats, record.options)
    except Refusal as refusal:
        raise damaged(line_of[0], "opening", refusal.text) from refusal
    for line, (seat, action), text in zip(line_of[1:], record.steps, record.texts, strict=False):
        _play(match, module, line, seat, action, text)
    return match


def _play(match: Match, module: Game, line: int, seat: int, action: int, text: str) -> None:
    ply = match.version + 1
    try:
        match.play(seat, action)
    except Refusal as refusal:
        problem = f"ply {ply} cannot be played: {refusal.text}"
        raise damaged(line, "impossible", problem, clause=refusal.clause, ply=ply, action=text) from refusal
    said = module.say(seat, action)
    if said != text:
        raise damaged(line, "text", f"action {action} is {said!r}, not {text!r}.", said=said, action=text)


def _expect_end(record: Record, match: Match, line: int) -> None:
    """Check the recorded end. Results by the rules are compared; agreed, stopped and resigned ones are accepted."""
    told = record.end and (record.end["returns"], record.end["scores"])
    if told and not len(told[0]) == len(told[1]) == record.seats:
        raise damaged(line, "result", f"it does not give a result for each of {record.seats} seats.")
    reason = record.end["reason"] if record.end else None
    if match.over != (reason in ("rules", "limit")):
        state = "is over" if match.over else "goes on"
        raise damaged(line, "result", f"by the rules the match {state} after ply {match.version}.")
    if match.over and told != (match.returns(), match.scores()):
        raise damaged(line, "result", f"by the rules it ended {match.returns()} with {match.scores()}.")
