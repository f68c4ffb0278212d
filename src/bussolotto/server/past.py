"""One's own matches, running and past, as the store has them."""

from sqlite3 import Row

from bussolotto.server import match_rows
from bussolotto.server.bodies import PastMatch
from bussolotto.server.house import House
from bussolotto.server.sitters import seats_of
from bussolotto.server.store import unpack

MOST = 100
QUERY = """
    SELECT matches.*, sitters.seat, last.version AS last_version, last.steps AS last_steps
    FROM sitters JOIN matches USING (number)
    LEFT JOIN decisions AS last ON last.number = matches.number
        AND last.version = (SELECT max(version) FROM decisions WHERE decisions.number = matches.number)
    WHERE sitters.guest = ? ORDER BY matches.started_s DESC, matches.number DESC LIMIT ?
"""


def past_matches(house: House, guest: str) -> list[PastMatch]:
    """The newest matches that this guest has begun."""
    return [_told(house, guest, row) for row in house.store.rows(QUERY, guest, MOST)]


def _told(house: House, guest: str, row: Row) -> PastMatch:
    end = match_rows.end_in(row)
    running = None if end else house.sitting(row["name"])
    days = running is not None and house.table_of(running).pace == "days"
    sitters = match_rows.sitters_in(row)
    own = running.seats_of(guest) if running else seats_of(sitters, guest)
    return PastMatch(
        match=row["name"],
        table=row["table_name"],
        game=row["game"],
        names=[sitter.name for sitter in sitters],
        seat=row["seat"],
        seats=own or [row["seat"]],
        over=end is not None,
        returns=end.returns if end else None,
        started=row["started_s"],
        version=(row["last_version"] or 0) + len(unpack(row["last_steps"] or "")),
        my_turn=running is not None and (running.match.module.RACE or not set(own).isdisjoint(running.asked())),
        pace="days" if days else "live",
        turn_since=house.notices.since(row["name"]) if days else None,
        movers=[running.sitters[mover].name for mover in running.asked()] if running is not None and days else [],
    )
