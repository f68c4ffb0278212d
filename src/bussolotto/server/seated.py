"""A match with those who sit at it: how it stands, whose turn it is, whose time runs.

All this follows from what has been stored; nothing is asked, judged or stored here.
"""

from typing import NamedTuple

import msgspec

from bussolotto.match import Match
from bussolotto.server import throws
from bussolotto.server.clocks import Clocks
from bussolotto.server.problems import BotPlays
from bussolotto.server.protocol import Dice, End, StandIn, State
from bussolotto.server.rests import Rest
from bussolotto.server.sitters import Sitter, one_of, seats_of
from bussolotto.server.store import Decision


class Answer(NamedTuple):
    """What a message id was answered, for a retry of it: the versions before and after its plies."""

    before: int
    version: int


class SeatedMatch:
    """One match at a table. `answers`: by seat and message id, what was stored for it."""

    def __init__(self, number: int, name: str, table: str, match: Match, sitters: list[Sitter], closed: bool) -> None:
        self.number = number
        self.name = name
        self.table = table
        self.match = match
        self.rules = match.module.RULES
        self.sitters = sitters
        self.closed = closed
        self.dice: Dice = "program"
        self.started_s: int | None = None
        self.ending: End | None = None
        self.answers: dict[tuple[int, str], Answer] = {}
        self.rest = Rest(match.module.NAME)
        self.clocks: Clocks | None = None

    @property
    def state(self) -> State:
        """`waiting`, `running` or `over`."""
        if self.started_s is None:
            return "waiting"
        return "running" if self.ending is None else "over"

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def playable(self) -> bool:
        """Was it begun by the rules we know? Else it can be viewed, not continued."""
        return bool(self.rules == self.match.module.RULES)

    def seats_of(self, guest: str | None) -> list[int]:
        """Where this guest sits: in several seats where one device is passed around."""
        return seats_of(self.sitters, guest)

    def seat_of(self, guest: str | None, wanted: int | None = None) -> int | None:
        """The wanted one of this guest's seats, else the first; None for who only watches."""
        return one_of(self.seats_of(guest), wanted)

    @property
    def people(self) -> frozenset[int]:
        """The seats where people sit, not bots."""
        return frozenset(seat for seat, sitter in enumerate(self.sitters) if sitter.guest and not sitter.player)

    def movers(self) -> list[int]:
        """The seats that may act now."""
        if self.state != "running":
            return []
        bits = self.match.movers()
        return [seat for seat in range(self.match.seats) if bits >> seat & 1]

    def legal(self, seat: int | None) -> list[int]:
        """What this seat may do now."""
        return [] if seat is None or self.state != "running" else self.match.legal(seat)

    @property
    def due(self) -> throws.Due | None:
        """The die that people are to roll and type in now."""
        return throws.due(self.match, self.people) if self.dice == "real" and self.state == "running" else None

    def asked(self) -> list[int]:
        """The seats that may act now, or say how dice fell."""
        if movers := self.movers():
            return movers
        due = self.due
        return list(due.seats) if due else []

    def deciders(self) -> list[int]:
        """The seats for which all wait, and that have a person who is there to do it himself.

        Dice are waited for like that if one seat alone can tell how they fell; else nobody's time runs for them.
        """
        asked = self.asked()
        awaited = asked if self.movers() or len(asked) == 1 else []
        return [seat for seat in awaited if not self.sitters[seat].player and not self.sitters[seat].left]

    def require_own_hand(self, seat: int) -> None:
        """Raises BotPlays in a seat that its person has to ask for: he stood up, or his time ran out."""
        sitter = self.sitters[seat]
        if sitter.player and (sitter.left or sitter.late):
            raise BotPlays()

    def stand_in(self, seat: int | None) -> StandIn | None:
        """What a bot did in a seat since it last took over there; None once its person has acted again."""
        since = None if seat is None else self.sitters[seat].taken_at
        if since is None or any(own == seat and answer.before >= since for (own, _), answer in self.answers.items()):
            return None
        return StandIn(since, sum(actor == seat for actor, _ in self.match.log[since:]))

    def remember(self, decision: Decision, steps: int) -> None:
        """Keep what a stored decision, with all the steps it caused, was answered."""
        if decision.message:
            self.answers[decision.seat, decision.message] = Answer(decision.version, decision.version + steps)

    def seat_all(self, sitters: list[Sitter]) -> None:
        """From now on these sit here."""
        back = [seat for seat, sitter in enumerate(self.sitters) if sitter.late and not sitters[seat].late]
        self.sitters = sitters
        if self.clocks:
            for seat in back:
                self.clocks.welcome(seat)
        self.run_clocks()

    def run_clocks(self) -> None:
        """Let the time run of the people who are to decide."""
        if self.clocks:
            self.clocks.go(self.deciders(), self.rest.left_ms)

    def stop_clocks(self) -> None:
        """Nobody's time runs any more: the server ends."""
        if self.clocks:
            self.clocks.stop()

    def out_of_time(self, seat: int) -> bool:
        """Is this seat to decide, and has no time left?"""
        return self.clocks is not None and seat in self.deciders() and self.clocks.is_out(seat)


def ending(match: Match, reason: str = "rules", returns: list[float] | None = None) -> End:
    """How a match ends here: by its rules, unless a reason is given; `returns` as it stands, unless given."""
    if reason == "rules" and match.version >= match.module.MAX_PLIES:
        reason = "limit"
    return msgspec.convert(
        {"reason": reason, "returns": match.returns() if returns is None else returns, "scores": match.scores()}, End
    )
