"""Cincinnati as a picture: the tables with their cards, and the dice of the players there."""

from collections.abc import Sequence

from bussolotto.pictures.marks import Spot, rectangle, spots_in_row, square
from bussolotto.pictures.piles import PEARL, SEATS, faces_of, row
from bussolotto.pictures.svg import AMBER, FELT_DEEP, INK, IVORY, QUIET, WOOD, Position, bold, box, text

DIE = 40  # width
MONEY = ("15 000", "20 000", "25 000", "30 000", "35 000")  # of its cards; figures need no translation


def scene(position: Position) -> list[str]:
    """The tables with their cards, and the dice of the players there."""
    shapes = [bold(text(30, 52, f"{position['round_number']} / {position['rounds']}", IVORY, 26))]
    for table, top in _tables(position):
        shapes += _table(position, table, top)
    return shapes


def spots(position: Position, seat: int, said: str) -> list[Spot]:
    """The table that is gone to, the dice that are kept, or who is challenged."""
    word, *rest = said.split()
    if word == "table":
        return [rectangle(24, top, 780, 168) for table, top in _tables(position) if "ABC"[table] == rest[0]]
    there = {other: (x, y) for table, top in _tables(position) for other, x, y in _players(position, table, top)}
    chosen = int(rest[0]) if word == "duel" else seat
    if chosen not in there or word not in ("keep", "duel"):
        return []
    x, y = there[chosen]
    if word == "duel":
        return [square(x, y, DIE)]
    return spots_in_row(faces_of(position["dice"][seat]), rest, x + 40, y, DIE)


def _tables(position: Position) -> Sequence[tuple[int, float]]:
    """The tables, and where each begins."""
    tables = (0, 2) if position["seats"] == 3 else (0, 1, 2)  # CIN-5
    return [(table, 80 + place * 180) for place, table in enumerate(tables)]


def _players(position: Position, table: int, top: float) -> Sequence[tuple[int, float, float]]:
    """Who is at a table, and where on it."""
    there = [seat for seat in range(position["seats"]) if position["chosen"][seat] == table + 1]
    return [(seat, 210 + place % 2 * 300, top + 36 + place // 2 * 52) for place, seat in enumerate(there)]


def _table(position: Position, table: int, top: float) -> list[str]:
    shapes = [box(24, top, 780, 168, FELT_DEEP, WOOD), bold(text(44, top + 44, "ABC"[table], AMBER, 34))]
    cards = [kind for kind, many in enumerate(position["piles"][table]) for _ in range(many)]
    for place, kind in enumerate(cards[:6]):
        left = 40 + place % 2 * 70
        shapes += [box(left, top + 58 + place // 2 * 34, 64, 30, IVORY, QUIET)]
        shapes += _face(kind, left + 32, top + 73 + place // 2 * 34)
    for seat, x, y in _players(position, table, top):
        shapes.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{SEATS[seat]}" stroke="{QUIET}"/>')
        shapes += row(x + 40, y, faces_of(position["dice"][seat]), PEARL, DIE)
    return shapes


def _face(kind: int, x: float, y: float) -> list[str]:
    """What a card shows, about its middle: money as a number, two tokens, or two blades that cross."""
    if kind < len(MONEY):
        return [text(x, y + 6, MONEY[kind], INK, 16, "middle")]
    if kind == len(MONEY):
        return [f'<path d="M{x - 12} {y - 9}l24 18m0 -18l-24 18" stroke="{INK}" stroke-width="3"/>']
    return [f'<circle cx="{x + side}" cy="{y}" r="9" fill="{AMBER}" stroke="{INK}"/>' for side in (-11, 11)]
