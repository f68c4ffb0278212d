"""Edits to a table: its occupants, its settings, and offers to end. Each raises the reason it is not allowed.

They are made on a draft, which becomes the table once it is stored.
"""

from collections.abc import Callable, Mapping, Sequence

from bussolotto import players
from bussolotto.core.contract import choose_options
from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.play.practice import LEARNER, script_of
from bussolotto.players.searching import CALMER
from bussolotto.server.match.seats import Occupant
from bussolotto.server.protocol import Clock, Dice, Pace, State
from bussolotto.server.table.names import clean_name, name_apart
from bussolotto.server.table.tables import Table, Visibility, new_name
from bussolotto.solve.advice import advised

NO_HOST = "-"  # the host of a table whose host has deleted their data
Edit = Callable[[Table, State], None]


def new_table(
    game: str,
    seats: int,
    options: Mapping[str, object],
    bots: Sequence[tuple[int, str]],
    visibility: Visibility,
    host: str,
    hints: bool = False,
) -> Table:
    """Return a new table with its bots seated. Raises the reason if the request is invalid."""
    module = module_of(game)
    if seats not in module.SEATS:
        raise refuse("bad-seats", game=game, seats=seats, known=module.SEATS)
    if hints and not advised(module):
        raise refuse("no-advice", game=game)
    chosen = choose_options(module, options)
    chairs = [Occupant() for _ in range(seats)]
    table = Table(new_name(), game, chairs, chosen, visibility, host, new_name(), hints=hints)
    for seat, player in bots:
        if table.occupant(seat).player is not None:
            raise refuse("seat-taken", seat=seat)
        seat_bot(table, "waiting", seat, host, player)
    return table


def new_practice(game: str, guest: str, name: str) -> Table:
    """Return a table at which this guest practises. Raises `no-practice` for a game without a script."""
    module = module_of(game)
    script = script_of(module)
    if script is None:
        raise refuse("no-practice", game=game)
    others = [(seat, players.usual(module)) for seat in range(script.seats) if seat != LEARNER]
    table = new_table(game, script.seats, script.options, others, "link", guest)
    table.practice, table.chat = True, "off"
    seat_person(table, "waiting", LEARNER, guest, name)
    return table


def seat_person(table: Table, state: State, seat: int, guest: str, name: str) -> None:
    """Seat a guest in a free seat, move them to it, or return them to their own."""
    occupant = table.occupant(seat)
    if occupant.guest == guest:
        occupant.name = occupant.name if table.device or not name else name_at(table, seat, name)
        give_back(table, seat)
        return
    taken = not occupant.left and (occupant.player is not None or occupant.guest is not None)
    if state == "running" or taken:
        raise refuse("seat-taken", seat=seat)
    old = table.seat_of(guest)
    if old is not None and not table.device:
        table.seats[old] = Occupant()
    table.seats[seat] = Occupant(guest, name_at(table, seat, name))


def name_at(table: Table, seat: int, name: str) -> str:
    """Return what somebody with this name is called in this seat, so that all at the table can be told apart."""
    return name_apart(name, [other.name for number, other in enumerate(table.seats) if number != seat and other.name])


def seat_bot(table: Table, state: State, seat: int, guest: str, player: str) -> None:
    """Seat a bot in a free seat at the host's request, or change the bot that plays for somebody who left the match."""
    table.require_host(guest)
    game = module_of(table.game)
    players.player(player, game)
    occupant = table.occupant(seat)
    if occupant.guest is not None and not occupant.left:
        raise refuse("seat-taken", seat=seat)
    if state != "running":
        table.seats[seat] = Occupant(None, player, player)
    elif occupant.guest is None:
        raise refuse("seat-taken", seat=seat)
    else:
        occupant.player = player


def leave_seat(table: Table, state: State, seat: int, guest: str, here: Callable[[str], bool], version: int) -> None:
    """Leave a seat. During a match, now at this version, a bot plays on, and the seat remains the person's.

    The host may remove a bot when no match is running.
    """
    occupant = table.occupant(seat)
    if occupant.guest is None and occupant.player is not None and state != "running":
        table.require_host(guest)
        table.seats[seat] = Occupant()
        return
    if occupant.guest != guest:
        raise refuse("not-your-seat", seat=seat)
    if guest == table.host and table.seats_of(guest) == [seat]:
        table.pass_host_on(here)
    if state != "running":
        table.seats[seat] = Occupant()
        return
    occupant.left = True
    occupant.away = occupant.late = False
    if any(other.guest and other.guest != guest and not other.left for other in table.seats):
        stand_in(table, seat, version)


def forget(table: Table, state: State, guest: str, here: Callable[[str], bool]) -> None:
    """Remove a guest's id and name, as their data are deleted. In a running match what plays in their seats stays."""
    if table.host == guest:
        table.preset = None  # a name that the guest chose
        table.pass_host_on(here)
        if table.host == guest:
            table.host = NO_HOST
    for seat in table.seats_of(guest):
        gone = table.seats[seat]
        table.seats[seat] = (
            Occupant(player=gone.player, left=True, taken_at=gone.taken_at) if state == "running" else Occupant()
        )
    table.sent_away = [other for other in table.sent_away if other != guest]


def stand_in(table: Table, seat: int, version: int) -> None:
    """Let the best bot play for a person from this version on, unless a bot already does."""
    occupant = table.seats[seat]
    if occupant.player is None:
        occupant.player = players.usual(module_of(table.game))
        occupant.taken_at = version


def give_back(table: Table, seat: int) -> None:
    """Give a seat back to its person. That a bot took over is remembered."""
    occupant = table.seats[seat]
    table.seats[seat] = Occupant(occupant.guest, occupant.name, taken_at=occupant.taken_at)


def reseat(occupant: Occupant) -> Occupant:
    """Return the occupant for the next match: people play for themselves again, and a bot has its own name."""
    return (
        Occupant(occupant.guest, occupant.name)
        if occupant.guest
        else Occupant(None, occupant.player or "", occupant.player)
    )


def set_clock(table: Table, clock: Clock | None) -> None:
    """Set how long decisions may take.

    Raises `clock-in-race`, and `bad-clock` for a clock that gives no time, or an increment without a bank.
    """
    if clock and module_of(table.game).RACE:
        raise refuse("clock-in-race", game=table.game)
    if clock and clock.bank_s is None and (clock.move_s is None or clock.increment_s):
        raise refuse("bad-clock")
    table.clock = clock


def offer_end(table: Table, state: State, guest: str) -> bool:
    """Agree to end the match as it stands. Returns True once all people agree (those replaced by a bot do not count).

    People who share a device agree among themselves: whoever holds it speaks for all of them.
    """
    if state != "running":
        raise refuse("not-running")
    table.own_seat(guest)
    table.offers = sorted({*table.offers, *table.seats_of(guest)})
    return table.people <= set(table.offers)


def withdraw_offer(table: Table, state: State, guest: str) -> None:
    if state != "running":
        raise refuse("not-running")
    table.own_seat(guest)
    table.offers = [seat for seat in table.offers if seat not in table.seats_of(guest)]


def say_ready(table: Table, state: State, guest: str) -> None:
    """Say Ready before a race with a countdown; nothing changes once it is on."""
    if state != "running":
        raise refuse("not-running")
    table.own_seat(guest)
    if table.ready is not None:
        table.ready = sorted({*table.ready, *table.seats_of(guest)})


def wait_until_ready(table: Table) -> None:
    """Wait for the people in the game that begins, if it is a race and the table has a countdown."""
    table.ready = [] if table.countdown and module_of(table.game).RACE and table.people else None


def stop_waiting_when_ready(table: Table) -> None:
    """Stop waiting once everybody who plays has said Ready."""
    if table.ready is not None and table.people <= set(table.ready):
        table.ready = None


def slow_down(table: Table, state: State, guest: str) -> None:
    """Let the bots of a race be slower, each by one level, at the wish of the only person who plays against them.

    Raises `not-alone` where somebody else plays too.
    """
    if state != "running":
        raise refuse("not-running")
    table.own_seat(guest)
    if any(occupant.guest not in (None, guest) and not occupant.left for occupant in table.seats):
        raise refuse("not-alone")
    for seat, occupant in enumerate(table.seats):
        if occupant.guest is None and occupant.player in CALMER:
            calmer = CALMER[occupant.player]
            table.seats[seat] = Occupant(None, calmer, calmer)


def set_dice(table: Table, dice: Dice) -> None:
    """Set who rolls. Raises `nothing-rolled` for real dice in a game without rolls."""
    if dice == "real" and not any(module_of(game).rolled for game in table.games):
        raise refuse("nothing-rolled", game=table.game)
    table.dice = dice


def set_pace(table: Table, pace: Pace) -> None:
    """Play live or over days. Raises `no-days` for a race over days."""
    if pace == "days":
        _require_turns(table, "no-days")
    table.pace = pace


def seat_round_device(table: Table, guest: str, names: Sequence[str]) -> None:
    """Seat the people who share a device in the free seats, in this order. All these seats are this guest's.

    Raises `device-race` in a game without turns, `bad-request` without names, `bad-name`, `no-such-seat` for too many.
    """
    _require_turns(table, "device-race")
    if not names:
        raise refuse("bad-request", problem="one device needs the names of those round it", where="names")
    free = [seat for seat, occupant in enumerate(table.seats) if occupant.player is None]
    if len(names) > len(free):
        raise refuse("no-such-seat", seat=len(table.seats), last=len(table.seats) - 1)
    table.device = True
    for seat, name in zip(free, map(clean_name, names), strict=False):
        table.seats[seat] = Occupant(guest, name_at(table, seat, name))


def _require_turns(table: Table, code: str) -> None:
    """Raises this refusal if a game of the table is a race."""
    for game in table.games:
        if module_of(game).RACE:
            raise refuse(code, game=game)
