"""Leases as a small model: two owners, a database, and all that can go wrong between them, explored exhaustively.

Times are relative (how long ago), so there are finitely many states. An owner that is paused is one that takes no step
while the clocks go on. Requests and writes are on their way for as long as anything likes; an owner may give a request
up, or be killed and started again, and what it sent may be carried out all the same, once. One thing for which nobody
waits is on its way at a time. Each owner's clock may be slow by one tick. The database has no clock.

The model takes `begin_tenure`, `is_over` and `may_speak` from the server itself. `Database` is a twin of the statements
of `store.leases`; the steps of the database are what a test carries out on real ones.
"""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bussolotto.server.ownership import Tenure, begin_tenure, is_over, may_speak
from tests.depth import count

TERM, MARGIN = 3, 1  # ticks
MOST_FENCES = count(short=2, full=3)  # takeovers are explored up to here
OWNERS = (1, 2)


class Row(NamedTuple):
    """A lease in the database: who has it, its number, whether it was released.

    `epoch` counts takeovers, whatever `fence` does.
    """

    owner: int = 0
    fence: int = 0
    free: bool = True
    epoch: int = 0


class Call(NamedTuple):
    """A request of an owner, asked so many ticks ago; `granted` is the number it was answered with, 0 for a refusal.

    `same`: whether the row is as it was when this was asked, or answered.
    """

    kind: str
    fence: int = 0
    epoch: int = 0
    age: int = 0
    granted: int | None = None
    same: bool = True


class Owner(NamedTuple):
    """What an owner knows: its tenure (`until_s`: ticks from now on), and the request it waits for.

    `seen`: for how long it has known the row as it still is, without a tenure.
    """

    tenure: Tenure | None = None
    epoch: int = 0
    call: Call | None = None
    seen: int | None = None
    slow: bool = False  # whether its clock has lost a tick


class Sent(NamedTuple):
    """What is on its way to the database, for which nobody waits; a write that has `begun` holds the lease."""

    kind: str
    owner: int
    fence: int
    epoch: int
    begun: bool = False
    same: bool = True


class State(NamedTuple):
    row: Row = Row()
    owners: tuple[Owner, Owner] = (Owner(), Owner())
    stray: Sent | None = None


class Step(NamedTuple):
    """What the database is asked: a statement, of which row, by which owner, with which number or for a row as seen."""

    kind: str
    row: Row
    owner: int
    fence: int = 0
    same: bool = True


class Violation(Exception):
    """Something happened that must not."""


class Database:
    """What the statements do to a row. A faulty one overrides a method."""

    def acquire(self, row: Row, owner: int, same: bool) -> Row | None:
        """`same`: whether the row is as it was seen."""
        return Row(owner, row.fence + 1, False, row.epoch + 1) if same else None

    def renew(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(free=False) if (row.owner, row.fence) == (owner, fence) else None

    def release(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(free=True) if (row.owner, row.fence) == (owner, fence) else None

    def differs(self, kind: str) -> bool:
        """Whether a row can be told from what it was before a statement of this kind."""
        return True

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

    def seen_since(self, age: int) -> int:
        """How long ago a row was seen, of a look that was asked for so long ago and has just been answered."""
        return 0

    def may_take(self, row: Row, owner: int, seen: int) -> bool:
        """Whether an owner asks for a lease that it has known as it is for so long."""
        return row.free or row.owner == owner or is_over(-seen, 0, TERM)

    def after_release(self, owner: Owner) -> Owner:
        """What an owner is when it asks for its lease to be released."""
        return owner._replace(tenure=None, call=None)

    def set_back(self, owner: Owner) -> Iterator[Owner]:
        """What the clock of an owner may do besides going on."""
        yield from ()


def explore(rules: Rules) -> tuple[int, set[Step]]:
    """Visit all states, of two that differ in the names of the owners one. Return how many there are, and all steps of
    the database. Raises Violation.
    """
    first = State()
    seen, waiting, steps = {first}, deque([first]), set[Step]()
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
        if may_speak(owner.tenure, 0) and (row.owner != name or row.free):
            raise Violation(f"a view without a lease: {state}")


class Explorer:
    """Finds what may happen next. Notes what the database is asked in `steps`."""

    def __init__(self, rules: Rules, steps: set[Step]) -> None:
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
            yield put(state, place, Owner(slow=owner.slow))._replace(stray=left_behind(owner.call, place + 1))

    def _ask(self, state: State, place: int, owner: Owner) -> Iterator[State]:
        tenure, name = owner.tenure, place + 1
        if tenure is None:
            if owner.seen is None:
                yield from self._look(state, place, owner)
            elif self._rules.may_take(state.row, name, owner.seen):
                yield put(state, place, owner._replace(call=Call("acquire")))
            return
        yield put(state, place, owner._replace(call=Call("renew", tenure.fence, owner.epoch)))
        if state.stray is None:
            released = put(state, place, self._rules.after_release(owner))
            yield released._replace(stray=Sent("release", name, tenure.fence, owner.epoch))
            yield state._replace(stray=Sent("write", name, tenure.fence, owner.epoch))

    def _look(self, state: State, place: int, owner: Owner) -> Iterator[State]:
        """The database answers a look that was asked for at any time before; how long the answer takes does not matter.

        What is seen may be out of date when it comes; then it is as if it had been lost.
        """
        for seen in {self._rules.seen_since(age) for age in range(TERM + 1)}:
            at_once = state.row.free or state.row.owner == place + 1  # then it does not matter either
            yield put(state, place, owner._replace(seen=TERM if at_once else seen))

    def _hear(self, owner: Owner, call: Call) -> Owner:
        if not call.granted:
            return owner._replace(tenure=None, call=None)
        tenure = self._rules.begin(call.granted, call.age)
        return Owner(tenure._replace(until_s=max(0, tenure.until_s)), call.epoch, slow=owner.slow)

    def _carry_out(self, state: State, place: int, owner: Owner, call: Call) -> Iterator[State]:
        if done := self._change(state, Step(call.kind, state.row, place + 1, call.fence, call.same)):
            changed, fits = done
            epoch = call.epoch if call.kind == "renew" else changed.row.epoch
            answer = call._replace(granted=changed.row.fence if fits else 0, epoch=epoch)
            yield put(changed, place, changed.owners[place]._replace(call=answer))
        if state.stray is None:  # the owner waits no longer
            yield put(state, place, owner._replace(call=None))._replace(stray=left_behind(call, place + 1))

    def _follow_stray(self, state: State, sent: Sent) -> Iterator[State]:
        if sent.begun:
            if sent.epoch != state.row.epoch:
                raise Violation(f"a stale write is stored: {state}")
        elif sent.kind == "write":
            self._note(Step("write", state.row, sent.owner, sent.fence))
            if self._database.holds(state.row, sent.owner, sent.fence):
                yield state._replace(stray=sent._replace(begun=True))
        elif done := self._change(state, Step(sent.kind, state.row, sent.owner, sent.fence, sent.same)):
            yield done[0]._replace(stray=None)

    def _change(self, state: State, step: Step) -> tuple[State, bool] | None:
        """What a statement makes of the state, and whether it fits the row; None if it is not carried out yet."""
        self._note(step)
        kind, row, owner, fence, same = step
        if kind != "acquire":
            found = getattr(self._database, kind)(row, owner, fence)
        elif row.fence < MOST_FENCES:
            found = self._database.acquire(row, owner, same)
            if found and state.stray is not None and state.stray.begun and self._database.waits_for_writes():
                return None
        else:
            return None
        if found is None:
            return state, False
        return (outdate(state) if self._database.differs(kind) else state)._replace(row=found), True

    def _note(self, step: Step) -> None:
        self._steps.add(step._replace(row=step.row._replace(epoch=0)))


def left_behind(call: Call | None, owner: int) -> Sent | None:
    """What is still on its way when an owner waits for it no longer."""
    if call is None or call.granted is not None:
        return None
    return Sent(call.kind, owner, call.fence, call.epoch, same=call.same)


def outdate(state: State) -> State:
    """The row is no longer what anybody has seen."""
    one, other = (
        owner._replace(seen=None, call=owner.call and owner.call._replace(same=False)) for owner in state.owners
    )
    return state._replace(owners=(one, other), stray=state.stray and state.stray._replace(same=False))


def tick(state: State, slow: int) -> State:
    """A tick of all clocks, except that of the owner with this name."""
    owners = [
        owner._replace(slow=True) if name == slow else _pass_tick(owner)
        for name, owner in zip(OWNERS, state.owners, strict=True)
    ]
    return state._replace(owners=(owners[0], owners[1]))


@cache
def _pass_tick(owner: Owner) -> Owner:
    tenure, call, seen = owner.tenure, owner.call, owner.seen
    if seen is not None:
        owner = owner._replace(seen=min(TERM, seen + 1))
    if tenure is not None:
        owner = owner._replace(tenure=tenure._replace(until_s=max(0, tenure.until_s - 1)))
    if call is not None:
        owner = owner._replace(call=call._replace(age=min(TERM - MARGIN, call.age + 1)))
    return owner


def put(state: State, place: int, owner: Owner) -> State:
    """The state with this owner in place of the other."""
    one, other = state.owners
    return state._replace(owners=(owner, other) if place == 0 else (one, owner))
