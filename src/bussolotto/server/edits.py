"""What people change at a table: who sits there, how it is played, whether it ends. Each raises why it does not.

They are made on a draft, which becomes the table once it is stored.
"""

from collections.abc import Callable, Mapping, Sequence

from bussolotto import players
from bussolotto.errors import BadSeats
from bussolotto.games import game as module_of
from bussolotto.kernel import chosen_options
from bussolotto.server.clocks import require_sound
from bussolotto.server.problems import (
    NoAdvice,
    NoDays,
    NothingRolled,
    NotRunning,
    NotYourSeat,
    SeatTaken,
)
from bussolotto.server.protocol import Clock, Dice, Pace, State
from bussolotto.server.sitters import Sitter
from bussolotto.server.tables import Table, Visibility, new_name
from bussolotto.server.throws import are_rolled
from bussolotto.solve.advice import ADVISERS

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
    """A table with its bots seated. Raises what is wrong with the wish."""
    module = module_of(game)
    if seats not in module.SEATS:
        raise BadSeats(game, seats, module.SEATS)
    if hints and game not in ADVISERS:
        raise NoAdvice(game)
    chosen = chosen_options(module, options)
    chairs = [Sitter() for _ in range(seats)]
    table = Table(new_name(), game, chairs, chosen, visibility, host, new_name(), hints=hints)
    for seat, player in bots:
        if table.sitter(seat).player is not None:
            raise SeatTaken(seat)
        seat_bot(table, "waiting", seat, host, player)
    return table


def seat_person(table: Table, state: State, seat: int, guest: str, name: str) -> None:
    """A guest takes a free seat, moves to it, or comes back to his own."""
    sitter = table.sitter(seat)
    if sitter.guest == guest:
        sitter.name = sitter.name if table.device else name or sitter.name
        give_back(table, seat)
        return
    taken = not sitter.left and (sitter.player is not None or sitter.guest is not None)
    if state == "running" or taken:
        raise SeatTaken(seat)
    old = table.seat_of(guest)
    if old is not None and not table.device:
        table.seats[old] = Sitter()
    table.seats[seat] = Sitter(guest, name)


def seat_bot(table: Table, state: State, seat: int, guest: str, player: str) -> None:
    """The host puts a bot on a free seat, or lets another one play on for somebody who left during the match."""
    table.require_host(guest)
    game = module_of(table.game)
    players.player(player, game)
    sitter = table.sitter(seat)
    if sitter.guest is not None and not sitter.left:
        raise SeatTaken(seat)
    if state != "running":
        table.seats[seat] = Sitter(None, player, player)
    elif sitter.guest is None:
        raise SeatTaken(seat)
    else:
        sitter.player = player


def leave_seat(table: Table, state: State, seat: int, guest: str, here: Callable[[str], bool], version: int) -> None:
    """Stand up; during a match, now at this version, the seat stays his, and a bot plays on for the others who sit.

    The host may remove a bot when no match is running.
    """
    sitter = table.sitter(seat)
    if sitter.guest is None and sitter.player is not None and state != "running":
        table.require_host(guest)
        table.seats[seat] = Sitter()
        return
    if sitter.guest != guest:
        raise NotYourSeat(seat)
    if guest == table.host and table.seats_of(guest) == [seat]:
        table.pass_host_on(here)
    if state != "running":
        table.seats[seat] = Sitter()
        return
    sitter.left = True
    sitter.away = sitter.late = False
    if any(other.guest and other.guest != guest and not other.left for other in table.seats):
        stand_in(table, seat, version)


def stand_in(table: Table, seat: int, version: int) -> None:
    """From this version on the best bot plays for a person, unless one does already."""
    sitter = table.seats[seat]
    if sitter.player is None:
        sitter.player = players.names(module_of(table.game))[-1]
        sitter.taken_at = version


def give_back(table: Table, seat: int) -> None:
    """A person is back in his seat; that a bot took over is remembered."""
    sitter = table.seats[seat]
    table.seats[seat] = Sitter(sitter.guest, sitter.name, taken_at=sitter.taken_at)


def seated_again(sitter: Sitter) -> Sitter:
    """The same in the next match: who a bot played for plays himself, and a bot is called by its own name."""
    return Sitter(sitter.guest, sitter.name) if sitter.guest else Sitter(None, sitter.player or "", sitter.player)


def set_clock(table: Table, clock: Clock | None) -> None:
    """How long decisions may take. Raises ClockInRace, and BadClock."""
    require_sound(clock, module_of(table.game))
    table.clock = clock


def offer_end(table: Table, state: State, guest: str) -> bool:
    """Agree to end the match as it stands; True when now all people do (for whom a bot plays are not asked).

    Those round one device agree by word of mouth: who holds it speaks for all of them.
    """
    if state != "running":
        raise NotRunning()
    table.own_seat(guest)
    table.offers = sorted({*table.offers, *table.seats_of(guest)})
    people = {seat for seat, sitter in enumerate(table.seats) if sitter.guest and not sitter.left and not sitter.away}
    return people <= set(table.offers)


def withdraw_offer(table: Table, state: State, guest: str) -> None:
    if state != "running":
        raise NotRunning()
    table.own_seat(guest)
    table.offers = [seat for seat in table.offers if seat not in table.seats_of(guest)]


def set_dice(table: Table, dice: Dice) -> None:
    """Who rolls. Raises NothingRolled for real dice where none is rolled."""
    if dice == "real" and not any(are_rolled(module_of(game)) for game in table.games):
        raise NothingRolled(table.game)
    table.dice = dice


def set_pace(table: Table, pace: Pace) -> None:
    """Play tonight or over days. Raises NoDays for days of a race."""
    if pace == "days":
        for game in table.games:
            if module_of(game).RACE:
                raise NoDays(game)
    table.pace = pace
