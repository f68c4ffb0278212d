"""Leases as a small model: two owners, a database, and all that can go wrong between them, explored exhaustively.

Times are relative (what is left, how long ago), so there are finitely many states. An owner that is paused is one that
takes no step while the clocks go on. Requests and writes are on their way for as long as anything likes; an owner may
give a request up, or be killed and started again, and what it sent may be carried out all the same, once. One thing for
which nobody waits is on its way at a time. Each owner's clock may be slow by one tick.

The model takes `begin_tenure` and `may_speak` from the server itself. `Database` is a twin of the statements of
`store.leases`; `replayed` steps of the database are what a test carries out on real ones.
"""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bussolotto.server.ownership import Tenure, begin_tenure, may_speak
from tests.depth import count

TERM, MARGIN = 3, 1  # ticks
MOST_FENCES = count(short=2, full=3)  # takeovers are explored up to here
OWNERS = (1, 2)


class Row(NamedTuple):
    """A lease in the database: who has it, its number, how long. `epoch` counts takeovers, whatever `fence` does."""

    owner: int = 0
    fence: int = 0
    left: int = 0
    epoch: int = 0


class Call(NamedTuple):
    """A request of an owner, asked so many ticks ago; `granted` is the number it was answered with, 0 for a refusal."""

    kind: str
    fence: int = 0
    epoch: int = 0
    age: int = 0
    granted: int | None = None


class Owner(NamedTuple):
    """What an owner knows: its tenure (`until_s`: ticks from now on), and the request it waits for."""

    tenure: Tenure | None = None
    epoch: int = 0
    call: Call | None = None
    slow: bool = False  # whether its clock has lost a tick


class Sent(NamedTuple):
    """What is on its way to the database, for which nobody waits; a write that has `begun` holds the lease."""

    kind: str
    owner: int
    fence: int
    epoch: int
    begun: bool = False


class State(NamedTuple):
    row: Row = Row()
    owners: tuple[Owner, Owner] = (Owner(), Owner())
    stray: Sent | None = None


class Violation(Exception):
    """Something happened that must not."""


class Database:
    """What the statements do to a row. A faulty one overrides a method."""

    def acquire(self, row: Row, owner: int) -> Row | None:
        if row.left > 0 and row.owner != owner:
            return None
        return Row(owner, row.fence + 1, TERM, row.epoch + 1)

    def renew(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(left=TERM) if (row.owner, row.fence) == (owner, fence) else None

    def release(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(left=0) if (row.owner, row.fence) == (owner, fence) else None

    def holds(self, row: Row, owner: int, fence: int) -> bool:
        """Whether a write with this number is begun."""
        return (row.owner, row.fence) == (owner, fence)

    def waits_for_writes(self) -> bool:
        """Whether a takeover waits for writes that have begun."""
        return True


class Rules:
    """What owners do. A faulty set of rules overrides a method."""

    def __init__(self, database: Database | None = None) -> None:
        self.database = database or Database()

    def begin(self, fence: int, age: int) -> Tenure:
        """The tenure of a lease that was asked for so long ago."""
        return begin_tenure(fence, -age, TERM, MARGIN)

    def after_release(self, owner: Owner) -> Owner:
        """What an owner is when it asks for its lease to be released."""
        return owner._replace(tenure=None, call=None)

    def set_back(self, owner: Owner) -> Iterator[Owner]:
        """What the clock of an owner may do besides going on."""
        yield from ()


def explore(rules: Rules) -> tuple[int, set[tuple[str, Row, int, int]]]:
    """Visit all states, of two that differ in the names of the owners one. Return how many there are, and all steps of
    the database. Raises Violation.
    """
    first = State()
    seen, waiting, steps = {first}, deque([first]), set[tuple[str, Row, int, int]]()
    explorer = Explorer(rules, steps)
    while waiting:
        for state in explorer.follow(waiting.popleft()):
            known = min(state, mirror(state), key=hash)
            if known not in seen:
                require_silence(known)
                seen.add(known)
                waiting.append(known)
    return len(seen), steps


def mirror(state: State) -> State:
    """The same with the names of the owners exchanged."""
    row, (one, other), stray = state
    if row.owner:
        row = row._replace(owner=3 - row.owner)
    return State(row, (other, one), stray and stray._replace(owner=3 - stray.owner))


def require_silence(state: State) -> None:
    """Whoever may speak has the lease. Raises Violation."""
    row = state.row
    for name, owner in zip(OWNERS, state.owners, strict=True):
        if may_speak(owner.tenure, 0) and not (row.owner == name and row.left > 0):
            raise Violation(f"a view without a lease: {state}")


class Explorer:
    """Finds what may happen next. Notes what the database is asked in `steps`: statement, row, owner, fence."""

    def __init__(self, rules: Rules, steps: set[tuple[str, Row, int, int]]) -> None:
        self._rules, self._database, self._steps = rules, rules.database, steps

    def follow(self, state: State) -> Iterator[State]:
        """Yield all states that may be next. Raises Violation."""
        yield tick(state, 0)
        if state.stray is not None:
            yield state._replace(stray=None)  # it is lost, or undone
            yield from self._follow_stray(state, state.stray)
        for place, owner in enumerate(state.owners):
            if not owner.slow:
                yield tick(state, place + 1)
            yield from self._follow_owner(state, place, owner)

    def _follow_owner(self, state: State, place: int, owner: Owner) -> Iterator[State]:
        for changed in self._rules.set_back(owner):
            yield put(state, place, changed)
        if owner.call is None:
            yield from self._ask(state, place, owner)
        elif owner.call.granted is not None:
            yield put(state, place, self._hear(owner, owner.call))
            yield put(state, place, owner._replace(call=None))  # the answer is lost
        else:
            yield from self._carry_out(state, place, owner, owner.call)
        if state.stray is None:  # killed and started again
            call, name = owner.call, place + 1
            stray = Sent(call.kind, name, call.fence, call.epoch) if call and call.granted is None else None
            yield put(state, place, Owner(slow=owner.slow))._replace(stray=stray)

    def _ask(self, state: State, place: int, owner: Owner) -> Iterator[State]:
        tenure, name = owner.tenure, place + 1
        if tenure is None:
            if state.row.fence < MOST_FENCES:
                yield put(state, place, owner._replace(call=Call("acquire")))
            return
        yield put(state, place, owner._replace(call=Call("renew", tenure.fence, owner.epoch)))
        if state.stray is None:
            released = put(state, place, self._rules.after_release(owner))
            yield released._replace(stray=Sent("release", name, tenure.fence, owner.epoch))
            yield state._replace(stray=Sent("write", name, tenure.fence, owner.epoch))

    def _hear(self, owner: Owner, call: Call) -> Owner:
        if not call.granted:
            return owner._replace(tenure=None, call=None)
        tenure = self._rules.begin(call.granted, call.age)
        return owner._replace(tenure=tenure._replace(until_s=max(0, tenure.until_s)), epoch=call.epoch, call=None)

    def _carry_out(self, state: State, place: int, owner: Owner, call: Call) -> Iterator[State]:
        row, may = self._change(state, call.kind, place + 1, call.fence)
        if may:
            fence, epoch = (row.fence, row.epoch) if row else (0, 0)
            if row and call.kind == "renew":
                epoch = call.epoch
            answered = owner._replace(call=call._replace(granted=fence, epoch=epoch))
            yield put(state._replace(row=row or state.row), place, answered)
        if state.stray is None:  # the owner waits no longer
            stray = Sent(call.kind, place + 1, call.fence, call.epoch)
            yield put(state, place, owner._replace(call=None))._replace(stray=stray)

    def _follow_stray(self, state: State, sent: Sent) -> Iterator[State]:
        if sent.begun:
            if sent.epoch != state.row.epoch:
                raise Violation(f"a stale write is stored: {state}")
        elif sent.kind == "write":
            self._steps.add(("write", state.row._replace(epoch=0), sent.owner, sent.fence))
            if self._database.holds(state.row, sent.owner, sent.fence):
                yield state._replace(stray=sent._replace(begun=True))
        else:
            row, may = self._change(state, sent.kind, sent.owner, sent.fence)
            if may and row is not None:
                yield state._replace(row=row, stray=None)

    def _change(self, state: State, kind: str, owner: int, fence: int) -> tuple[Row | None, bool]:
        """What a statement makes of the row, None if it does not fit; and whether it is carried out already."""
        row, database = state.row, self._database
        self._steps.add((kind, row._replace(epoch=0), owner, fence))
        if kind == "renew":
            return database.renew(row, owner, fence), True
        if kind == "release":
            return database.release(row, owner, fence), True
        if row.fence >= MOST_FENCES:
            return None, False
        found = database.acquire(row, owner)
        waits = found is not None and state.stray is not None and state.stray.begun and database.waits_for_writes()
        return found, not waits


def tick(state: State, slow: int) -> State:
    """A tick of all clocks, except that of the owner with this name."""
    owners = [
        owner._replace(slow=True) if name == slow else _pass_tick(owner)
        for name, owner in zip(OWNERS, state.owners, strict=True)
    ]
    row = state.row._replace(left=max(0, state.row.left - 1))
    return state._replace(row=row, owners=(owners[0], owners[1]))


@cache
def _pass_tick(owner: Owner) -> Owner:
    tenure, call = owner.tenure, owner.call
    if tenure is not None:
        owner = owner._replace(tenure=tenure._replace(until_s=max(0, tenure.until_s - 1)))
    if call is not None:
        owner = owner._replace(call=call._replace(age=min(TERM - MARGIN, call.age + 1)))
    return owner


def put(state: State, place: int, owner: Owner) -> State:
    """The state with this owner in place of the other."""
    one, other = state.owners
    return state._replace(owners=(owner, other) if place == 0 else (one, owner))
