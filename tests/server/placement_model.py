"""The placement of a table as a small model: processes that hand it to each other, and all that can go wrong.

There are no times: anybody may find at any moment that a lease is over, so it may change hands while its owner is well
and knows nothing of it. What is sent is on its way for as long as anything likes. Processes are killed and start again,
and what they sent may be carried out all the same. A transaction reads at its beginning and is seen at its end; between
them it holds the lease of its process, and a row that it found. Whoever ends a lease, or frees what was placed under
it, needs no lease for that, so it is no process here: it may be an owner of the site that was taken over long ago.

What is stored of the table has no number here: it is enough to know of what a process has read, and of what it has
decided, whether that is still all there is. Renewals are left out, for they only keep leases from changing hands.
`Database` is a twin of the statements of `store.placement_rows` and `store.leases`; the steps of the database are what
a test carries out on real ones.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.depth import count

SITE = 0  # the scope of the owner of the site; those of table servers follow
MOST_OWNERS = 2  # the lease of the site changes hands up to here
MOST_FENCES = count(short=3, full=4)  # those of table servers do, unless a test says otherwise


class Lease(NamedTuple):
    """A lease in the database: its number, whether it is released or was ended."""

    fence: int = 0
    free: bool = True


class Row(NamedTuple):
    """Who has the table, in the database. Without a row it is the owner's of the site."""

    scope: int
    fence: int


class Made(NamedTuple):
    """What a transaction makes of the row once it ends."""

    row: Row | None


class Sent(NamedTuple):
    """A transaction on its way, under the number of a lease. Once it has `begun` it holds that, and the row it `made`.

    `scope`: which table server the table is for. `fits`: whether a write was decided on top of all that is stored.
    """

    kind: str
    fence: int
    scope: int = SITE
    fits: bool = True
    begun: bool = False
    made: Made | None = None


class Process(NamedTuple):
    """A process, by the scope of its lease; `fence` is 0 while it does not run.

    `has`: whether it takes the table for its own. `read`: whether what it knows of the table is all that is stored;
    None while it knows nothing. `sent`: what it waits for. `left`: what the process sent that was killed here.
    """

    scope: int
    fence: int = 0
    has: bool = False
    read: bool | None = None
    sent: Sent | None = None
    left: Sent | None = None


class Freeing(NamedTuple):
    """A transaction that frees what was placed under other numbers of a lease than this. It holds the lease.

    `listed`: whether it has noted that the row is such a one.
    """

    scope: int
    fence: int
    listed: bool = False


class State(NamedTuple):
    leases: tuple[Lease, ...]
    processes: tuple[Process, ...]
    row: Row | None = None
    freeing: Freeing | None = None


class Step(NamedTuple):
    """What the database is asked: a statement about this lease, with this number, and the row."""

    kind: str
    scope: int
    lease: Lease
    row: Row | None = None
    fence: int = 0


class Violation(Exception):
    """Something happened that must not."""


class Database:
    """What the statements do to a lease and to the row. A faulty one overrides a method."""

    def acquire(self, lease: Lease) -> Lease:
        return Lease(lease.fence + 1, False)

    def fence_off(self, lease: Lease) -> Lease:
        return Lease(lease.fence + 1, True)

    def release(self, lease: Lease, fence: int) -> Lease:
        return Lease(fence, True) if lease.fence == fence else lease

    def holds(self, lease: Lease, sent: Sent) -> bool:
        """Whether a transaction under this number is begun."""
        return lease.fence == sent.fence

    def waits_for_writes(self) -> bool:
        """Whether a lease changes hands only after what has begun under it."""
        return True

    def waits_for_freeing(self) -> bool:
        """Whether a lease changes hands only after what was placed under it before is free."""
        return True

    def place(self, row: Row | None, scope: int, lease: Lease) -> Row | None:
        """`lease`: that of the table server."""
        return Row(scope, lease.fence) if row is None and not lease.free else row

    def take_back(self, row: Row | None, scope: int) -> Row | None:
        return None if row is not None and row.scope == scope else row

    def keep(self, row: Row | None, scope: int, fence: int) -> Row | None:
        return Row(scope, fence) if row is not None and row.scope == scope else row

    def lists(self, row: Row | None, freeing: Freeing) -> bool:
        """Whether what is to be freed is noted before, and the row is such a one."""
        return False

    def free(self, row: Row | None, freeing: Freeing) -> Row | None:
        return None if row is not None and row.scope == freeing.scope and row.fence != freeing.fence else row


class Rules:
    """What processes do. A faulty set of rules overrides a method."""

    def __init__(self, database: Database | None = None) -> None:
        self.database = database or Database()

    def start(self, lease: Lease) -> Lease:
        """What a process that starts makes of its lease."""
        return self.database.acquire(lease)

    def may_look(self, process: Process) -> bool:
        """Whether it may look who has the table."""
        return not process.has and process.sent is None

    def finds_itself(self, process: Process, state: State) -> bool:
        """Whether it has the table from now on, as it looks."""
        return state.row == (None if process.scope == SITE else Row(process.scope, process.fence))

    def may_read(self, process: Process) -> bool:
        """Whether it may read what is stored of the table."""
        return process.has and process.read is None

    def after_hand_over(self, process: Process) -> Process:
        """What a process is when it sends that another one has the table."""
        return process._replace(has=False, read=None)

    def ends(self, lease: Lease, has_table: bool) -> bool:
        """Whether whoever watches a lease ends it that nobody renews."""
        return has_table or not lease.free


def explore(rules: Rules, scopes: Sequence[int], most: int = MOST_FENCES) -> tuple[int, set[Step]]:
    """Visit all states of processes with leases of these scopes; of states that differ in their order one.

    `most`: up to which number leases of table servers change hands.
    Return how many there are, and all steps of the database. Raises Violation.
    """
    first = State((Lease(),) * (max(scopes) + 1), tuple(map(Process, sorted(scopes))))
    seen, waiting, steps = {first}, deque([first]), set[Step]()
    explorer, alike = Explorer(rules, steps, most), len(set(scopes)) < len(scopes)
    while waiting:
        for state in explorer.follow(waiting.popleft()):
            known = arrange(state) if alike else state
            if known not in seen:
                explorer.require_somebody(known)
                seen.add(known)
                waiting.append(known)
    return len(seen), steps


def arrange(state: State) -> State:
    """The same with the processes of each scope in an order of their own."""
    return state._replace(processes=tuple(sorted(state.processes, key=lambda one: (one.scope, hash(one)))))


class Explorer:
    """Finds what may happen next. Notes what the database is asked in `steps`."""

    def __init__(self, rules: Rules, steps: set[Step], most: int) -> None:
        self._rules, self._database, self._steps, self._most = rules, rules.database, steps, most

    def follow(self, state: State) -> Iterator[State]:
        """Yield all states that may be next. Raises Violation."""
        for place, process in enumerate(state.processes):
            if process.fence:
                yield from self._follow_process(state, place, process)
            else:
                yield from self._start(state, place, process)
            if process.left is not None:
                yield put(state, place, process._replace(left=None))  # it is lost, or undone
                yield from self._carry_out(state, place, process.left, stray=True)
        yield from self._watch(state)

    def _start(self, state: State, place: int, process: Process) -> Iterator[State]:
        scope = process.scope
        if self._may_change_hands(state, scope):
            self._steps.add(Step("acquire", scope, state.leases[scope]))
            lease = self._rules.start(state.leases[scope])
            sent = None if scope == SITE else Sent("keep", lease.fence)
            started = put(state, place, process._replace(fence=lease.fence, sent=sent))
            yield self._let(started, scope, lease)

    def _follow_process(self, state: State, place: int, process: Process) -> Iterator[State]:
        yield from self._end(state, place, process)
        if process.sent is not None:
            if process.sent.kind != "keep":  # without which it does not start
                yield put(state, place, process._replace(sent=None))  # it learns that it was not stored
            yield from self._carry_out(state, place, process.sent, stray=False)
        elif process.has:
            yield from self._send(state, place, process)
        if self._rules.may_look(process):
            has = self._rules.finds_itself(process, state)
            yield put(state, place, process._replace(has=has, read=process.read if has else None))
        if self._rules.may_read(process):
            yield put(state, place, process._replace(read=True))

    def _end(self, state: State, place: int, process: Process) -> Iterator[State]:
        """It is killed, or ends in order."""
        if process.sent is None or process.left is None:
            yield put(state, place, Process(process.scope, left=process.sent or process.left))
        if process.scope != SITE and process.sent is None:
            lease = state.leases[process.scope]
            self._steps.add(Step("release", process.scope, lease, fence=process.fence))
            released = let(state, process.scope, self._database.release(lease, process.fence))
            yield put(released, place, Process(process.scope, left=process.left))

    def _send(self, state: State, place: int, process: Process) -> Iterator[State]:
        """It decides something, or hands the table over."""
        if process.read is not None:
            yield put(state, place, process._replace(sent=Sent("write", process.fence, fits=process.read)))
        without = self._rules.after_hand_over(process)
        if process.scope != SITE:
            yield put(state, place, without._replace(sent=Sent("take_back", process.fence)))
            return
        for scope in table_scopes(state):
            yield put(state, place, without._replace(sent=Sent("place", process.fence, scope)))

    def _carry_out(self, state: State, place: int, sent: Sent, stray: bool) -> Iterator[State]:
        scope = state.processes[place].scope
        if sent.begun:
            yield self._commit(state, place, sent, stray)
            return
        self._steps.add(Step("begin", scope, state.leases[scope], fence=sent.fence))
        if self._database.holds(state.leases[scope], sent) and (sent.kind == "write" or not is_locked(state)):
            begun = sent._replace(begun=True, made=self._make(state, scope, sent))
            yield put(state, place, hold(state.processes[place], begun, stray))

    def _make(self, state: State, scope: int, sent: Sent) -> Made | None:
        """What a transaction makes of the row, None for nothing."""
        row, lease = state.row, state.leases[sent.scope or scope]
        if sent.kind == "write":
            return None
        self._steps.add(Step(sent.kind, sent.scope or scope, lease, row, sent.fence))
        if sent.kind == "place":
            made = self._database.place(row, sent.scope, lease)
        elif sent.kind == "keep":
            made = self._database.keep(row, scope, sent.fence)
        else:
            made = self._database.take_back(row, scope)
        return None if made == row else Made(made)

    def _commit(self, state: State, place: int, sent: Sent, stray: bool) -> State:
        if not sent.fits:
            raise Violation(f"a write is stored on top of something else: {state}")
        if sent.kind == "write":
            state = outdate(state, place, stray)
        if sent.made is not None:
            state = state._replace(row=sent.made.row)
        return put(state, place, hold(state.processes[place], None, stray))

    def _watch(self, state: State) -> Iterator[State]:
        """Somebody ends a lease, or frees what was placed under it before."""
        for scope in table_scopes(state):
            lease = state.leases[scope]
            if self._may_change_hands(state, scope):
                self._steps.add(Step("fence_off", scope, lease))
                yield self._let(state, scope, self._database.fence_off(lease))
            if state.freeing is None:
                freeing = Freeing(scope, lease.fence)
                yield state._replace(freeing=freeing._replace(listed=self._database.lists(state.row, freeing)))
        if state.freeing is not None:
            yield state._replace(freeing=None)  # it is undone
            if not is_locked(state):
                yield self._free(state, state.freeing)._replace(freeing=None)

    def _free(self, state: State, freeing: Freeing) -> State:
        lease = state.leases[freeing.scope]
        if state.row is not None and state.row.scope == freeing.scope and lease.fence == freeing.fence:
            self._steps.add(Step("free", freeing.scope, lease, state.row))
        return state._replace(row=self._database.free(state.row, freeing))

    def _may_change_hands(self, state: State, scope: int) -> bool:
        """Whether a lease may get another number now."""
        lease = state.leases[scope]
        if lease.fence == (MOST_OWNERS if scope == SITE else self._most):
            return False
        if state.freeing is not None and state.freeing.scope == scope and self._database.waits_for_freeing():
            return False
        return not (
            self._database.waits_for_writes()
            and any(
                sent.begun and sent.fence == lease.fence
                for process in state.processes
                if process.scope == scope
                for sent in on_the_way(process)
            )
        )

    def _let(self, state: State, scope: int, lease: Lease) -> State:
        """The state with this lease. What is left on its way and refused from now on is as good as lost."""
        processes = [
            one._replace(left=None)
            if one.scope == scope and one.left and not one.left.begun and not self._database.holds(lease, one.left)
            else one
            for one in state.processes
        ]
        return let(state, scope, lease)._replace(processes=tuple(processes))

    def require_somebody(self, state: State) -> None:
        """Once nothing is on its way, leases that are over are ended and all look who has the table, somebody has it.

        Raises Violation.
        """
        if state.freeing is not None or any(on_the_way(process) for process in state.processes):
            return
        if not any(self._runs(state, process) for process in state.processes if process.scope == SITE):
            return  # until a standby begins
        settled = state
        for scope in table_scopes(state):
            settled = self._settle(settled, scope)
        if not any(self._has_in_the_end(settled, process) for process in settled.processes):
            raise Violation(f"nobody has the table any more: {state}")

    def _settle(self, state: State, scope: int) -> State:
        lease = state.leases[scope]
        alone = not any(self._runs(state, process) for process in state.processes if process.scope == scope)
        if alone and self._rules.ends(lease, state.row is not None and state.row.scope == scope):
            lease = self._database.fence_off(lease)
        freeing = Freeing(scope, lease.fence)
        freeing = freeing._replace(listed=self._database.lists(state.row, freeing))
        return let(state, scope, lease)._replace(row=self._database.free(state.row, freeing))

    def _runs(self, state: State, process: Process) -> bool:
        return process.fence > 0 and process.fence == state.leases[process.scope].fence

    def _has_in_the_end(self, state: State, process: Process) -> bool:
        if not self._runs(state, process):
            return False
        return process.has or (self._rules.may_look(process) and self._rules.finds_itself(process, state))


def table_scopes(state: State) -> range:
    return range(SITE + 1, len(state.leases))


def on_the_way(process: Process) -> list[Sent]:
    """What this process and the one before it have sent."""
    return [sent for sent in (process.sent, process.left) if sent is not None]


def is_locked(state: State) -> bool:
    """Whether a transaction that has begun holds the row."""
    return state.row is not None and any(
        sent.made is not None and sent.kind != "place" for process in state.processes for sent in on_the_way(process)
    )


def hold(process: Process, sent: Sent | None, stray: bool) -> Process:
    """The process with this on its way, in place of what it waits for or of what was left there."""
    return process._replace(left=sent) if stray else process._replace(sent=sent)


def outdate(state: State, place: int, stray: bool) -> State:
    """Something was stored, of which nobody knows but who has decided it."""
    knows = None if stray else place
    processes = [
        one._replace(
            read=None if one.read is None else one.read and number == knows,
            sent=one.sent and one.sent._replace(fits=one.sent.kind != "write"),
            left=one.left and one.left._replace(fits=one.left.kind != "write"),
        )
        for number, one in enumerate(state.processes)
    ]
    return state._replace(processes=tuple(processes))


def put(state: State, place: int, process: Process) -> State:
    """The state with this process at this place."""
    return state._replace(processes=(*state.processes[:place], process, *state.processes[place + 1 :]))


def let(state: State, scope: int, lease: Lease) -> State:
    """The state with this lease."""
    return state._replace(leases=(*state.leases[:scope], lease, *state.leases[scope + 1 :]))
