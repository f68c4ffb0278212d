"""Cincinnati as a picture: the tables with their cards, and the dice of the players there."""

from bussolotto.pictures.piles import SEATS, faces_of, row
from bussolotto.pictures.svg import AMBER, FELT_DEEP, INK, IVORY, QUIET, WOOD, Position, bold, box, text

MONEY = ("15", "20", "25", "30", "35")  # of its cards, in thousands
CARDS = (*MONEY, "duel", "token")


def scene(position: Position) -> list[str]:
    """The tables with their cards, and the dice of the players there."""
    shapes = [bold(text(30, 52, f"{position['round_number']} / 12", IVORY, 26))]
    for place, table in enumerate((0, 2) if position["seats"] == 3 else (0, 1, 2)):  # CIN-5
        shapes += _table(position, table, 80 + place * 180)
    return shapes


def _table(position: Position, table: int, top: float) -> list[str]:
    shapes = [box(24, top, 780, 168, FELT_DEEP, WOOD), bold(text(44, top + 44, "ABC"[table], AMBER, 34))]
    cards = [kind for kind, many in enumerate(position["piles"][table]) for _ in range(many)]
    for place, kind in enumerate(cards[:6]):
        left = 40 + place % 2 * 70
        shapes += [box(left, top + 58 + place // 2 * 34, 64, 30, IVORY, QUIET)]
        shapes += [text(left + 32, top + 79 + place // 2 * 34, CARDS[kind], INK, 16, "middle")]
    there = [seat for seat in range(position["seats"]) if position["chosen"][seat] == table + 1]
    for place, seat in enumerate(there):
        x, y = 210 + place % 2 * 300, top + 36 + place // 2 * 52
        shapes.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{SEATS[seat]}" stroke="{QUIET}"/>')
        shapes += row(x + 40, y, faces_of(position["dice"][seat]))
    return shapes
