"""A match and its occupants: its state, whose turn it is, and whose clock runs.

All of this is derived from what has been stored. Nothing is requested, judged or stored here.
"""

from collections.abc import Sequence
from math import ceil

import msgspec
from msgspec import Struct

from bussolotto.core.errors import Refusal, refuse
from bussolotto.core.kernel import CHANCE, MAX_SEATS
from bussolotto.fair.ledger import Ledger
from bussolotto.play.match import CHANCE_BIT, Match
from bussolotto.play.narration import Narration
from bussolotto.server.clock import ServerClock
from bussolotto.server.match import manual_dice
from bussolotto.server.match.clocks import Clocks
from bussolotto.server.match.seats import Occupant, pick_seat, seats_of
from bussolotto.server.protocol import Dice, End, StandIn, State
from bussolotto.server.store import checksums
from bussolotto.server.store.database import Decision, pack


class Rest:
    """The time in which everybody may look at what has happened, before the next claim is accepted."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self.since = 0  # the version before what is looked at
        self._until_s = 0.0
        self._skipped: set[int] = set()

    def begin(self, since: int, length_ms: int) -> None:
        """Begin the rest, if any, for what has happened since this version. One that goes on is not cut short."""
        if self.left_ms > length_ms:
            return
        self.since = since
        self._until_s = self._clock.now_s() + length_ms / 1000 if length_ms else 0.0
        self._skipped.clear()

    def skip(self, seat: int, people: frozenset[int]) -> bool:
        """This seat has seen enough. Return whether that ends the rest, because all people have."""
        self._skipped.add(seat)
        if not self.left_ms or not people <= self._skipped:
            return False
        self._until_s = 0.0
        return True

    @property
    def left_ms(self) -> int:
        return max(0, ceil(1000 * (self._until_s - self._clock.now_s()))) if self._until_s else 0


EVERY_SEAT = (1 << MAX_SEATS) - 1
_SEATS = [[seat for seat in range(MAX_SEATS) if bits >> seat & 1] for bits in range(EVERY_SEAT + 1)]  # by bit set


class Turn:
    """Who may act in a position, as a bit set and as a list, and how. The rules are asked only once.

    Whoever is given one of the lists must not change it.
    """

    __slots__ = ("_legal", "_match", "bits", "seats", "version")

    def __init__(self, match: Match, bits: int, codes: list[int] | None = None) -> None:
        """`codes`: what the only seat may do, if that is known."""
        self.version = match.version
        self.bits = bits
        self.seats = _SEATS[bits & EVERY_SEAT]
        self._match = match
        self._legal: dict[int, list[int]] = {} if codes is None else {self.seats[0]: codes}

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat may take."""
        if seat not in self._legal:
            self._legal[seat] = self._match.legal(seat)
        return self._legal[seat]


class Answer(Struct, frozen=True, gc=False):
    """The answer to a message id, for retries of it: the versions before and after its plies."""

    before: int
    version: int


class MatchState:
    """One match at a table. `answers` maps seat and message id to the stored answer."""

    def __init__(
        self,
        clock: ServerClock,
        number: int,
        name: str,
        table: str,
        match: Match,
        occupants: list[Occupant],
        closed: bool,
    ) -> None:
        self.clock = clock
        self.number = number
        self.name = name
        self.table = table
        self.match = match
        self.rules = match.game.RULES
        self.occupants = occupants
        self.closed = closed
        self.dice: Dice = "program"
        self.started_s: int | None = None
        self.ending: End | None = None
        self.answers: dict[tuple[int, str], Answer] = {}
        self.narration = Narration(match)
        self.rest = Rest(clock)
        self.rests = False  # do its events stop the table, if people sit there?
        self.clocks: Clocks | None = None
        self.held = False  # whether a race waits until everybody is ready
        self.chain = number  # the checksum of its last decision
        self.fair: Ledger | None = None  # if its dice can be verified
        self.failed: Refusal | None = None  # why the roll that waits cannot fall
        self._turn: Turn | None = None

    @property
    def occupants(self) -> list[Occupant]:
        """Who sits in each seat. The list is replaced, never changed."""
        return self._occupants

    @occupants.setter
    def occupants(self, occupants: list[Occupant]) -> None:
        self._occupants = occupants
        seated = list(enumerate(occupants))
        self._seats_of = {one.guest: seats_of(occupants, one.guest) for _, one in seated if one.guest is not None}
        self.people = frozenset(seat for seat, one in seated if one.guest and not one.player)
        self.bots = {seat: one.player for seat, one in seated if one.player}

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
        """Whether the match was started under rules we know. Otherwise it can be viewed but not continued."""
        return bool(self.rules == self.match.game.RULES)

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats of this guest. There are several if one device is passed around."""
        return self._seats_of.get(guest, []) if guest is not None else []

    def seat_of(self, guest: str | None, wanted: int | None = None) -> int | None:
        """Return the wanted seat of this guest, by default the first, or None for a spectator."""
        own = self._seats_of.get(guest) if guest is not None else None
        if wanted is None or own is None:
            return own[0] if own else None
        return pick_seat(own, wanted)

    def movers(self) -> list[int]:
        """Return the seats that may act now."""
        return self.turn.seats if self.state == "running" else []

    def legal(self, seat: int | None) -> list[int]:
        """Return the actions that this seat may take now."""
        return [] if seat is None or self.state != "running" else self.turn.legal(seat)

    @property
    def turn(self) -> Turn:
        """Who may act at this version of the match, and how."""
        turn = self._turn
        if turn is None or turn.version != self.match.version:
            turn = self._turn = Turn(self.match, self.match.movers())
        return turn

    @property
    def due(self) -> manual_dice.DueRoll | None:
        """Return the die that people are to roll and enter now."""
        return (
            manual_dice.find_due(self.match, self.people) if self.dice == "real" and self.state == "running" else None
        )

    def awaited_seats(self) -> list[int]:
        """Return the seats that may act now or report how dice fell."""
        if movers := self.movers():
            return movers
        due = self.due
        return list(due.seats) if due else []

    def deciders(self) -> list[int]:
        """Return the seats that everybody is waiting for and whose person is present to decide.

        Dice that only one seat can report are waited for in the same way. For all other dice no clock runs.
        """
        asked = self.awaited_seats()
        awaited = asked if self.movers() or len(asked) == 1 else []
        return [seat for seat in awaited if not self.occupants[seat].player and not self.occupants[seat].left]

    def require_own_hand(self, seat: int) -> None:
        """Raises `bot-plays` for a seat whose person stood up or ran out of time, and must ask for the seat."""
        occupant = self.occupants[seat]
        if occupant.player and (occupant.left or occupant.late):
            raise refuse("bot-plays")

    def stand_in(self, seat: int | None) -> StandIn | None:
        """Return what a bot has done in a seat since it last took over, or None once its person has acted again."""
        since = None if seat is None else self.occupants[seat].taken_at
        if since is None or any(own == seat and answer.before >= since for (own, _), answer in self.answers.items()):
            return None
        return StandIn(since, sum(actor == seat for actor, _ in self.match.log[since:]))

    def remember(self, decision: Decision, steps: int) -> None:
        """Keep the answer to a stored decision, including all the steps it caused, and its place in the chain."""
        self.chain = self.chain if decision.checksum is None else decision.checksum
        if decision.message:
            self.answers[decision.seat, decision.message] = Answer(decision.version, decision.version + steps)

    def link_opening(self, opened: Match) -> Decision:
        """Return what opened the match as its first decision."""
        return self.link(0, CHANCE, "", opened.log, opened.hidden_plies(0), opened.movers())

    def link(
        self,
        version: int,
        seat: int,
        message: str,
        caused: Sequence[tuple[int, int]],
        hidden: Sequence[bool],
        bits: int,
    ) -> Decision:
        """Return the decision at this version that caused these steps, as a link of the chain of checksums.

        `hidden`: for each step, whether there is anybody who does not see it.
        `bits`: who may act then, as a bit set.
        """
        marks = self.fair.add(caused, hidden) if self.fair else None
        steps = pack(caused)
        awaited = None if bits == CHANCE_BIT else bits  # real dice: it depends on who is there to roll them
        checksum = checksums.extend(self.chain, version, seat, message, steps, awaited, marks)
        return Decision(self.number, version, seat, message, steps, awaited, checksum, marks)

    def seat_all(self, occupants: list[Occupant]) -> None:
        """Replace the occupants of all seats."""
        back = [seat for seat, occupant in enumerate(self.occupants) if occupant.late and not occupants[seat].late]
        self.occupants = occupants
        if self.clocks:
            for seat in back:
                self.clocks.readmit(seat)
        self.run_clocks()

    def run_clocks(self) -> None:
        """Run the clocks of the people who are to decide."""
        if self.clocks:
            self.clocks.go(self.deciders(), self.rest.left_ms)

    def stop_clocks(self) -> None:
        """Stop all clocks because the server is stopping."""
        if self.clocks:
            self.clocks.stop()

    def is_out_of_time(self, seat: int) -> bool:
        """Return whether this seat is to decide and has no time left."""
        return self.clocks is not None and seat in self.deciders() and self.clocks.is_out(seat)


def build_end(match: Match, reason: str = "rules", returns: list[float] | None = None) -> End:
    """Build the end of a match: by its rules unless a reason is given, with its current returns unless given."""
    if reason == "rules" and match.version >= match.game.MAX_PLIES:
        reason = "limit"
    return msgspec.convert(
        {"reason": reason, "returns": match.returns() if returns is None else returns, "scores": match.scores()}, End
    )
