"""Cincinnati as a picture: the tables with their cards, and the dice of the players there."""

from bussolotto.pictures.piles import SEATS, faces_of, row
from bussolotto.pictures.svg import AMBER, FELT_DEEP, INK, IVORY, QUIET, WOOD, Position, bold, box, text

MONEY = ("15 000", "20 000", "25 000", "30 000", "35 000")  # of its cards; figures need no translation


def scene(position: Position) -> list[str]:
    """The tables with their cards, and the dice of the players there."""
    shapes = [bold(text(30, 52, f"{position['round_number']} / {position['rounds']}", IVORY, 26))]
    for place, table in enumerate((0, 2) if position["seats"] == 3 else (0, 1, 2)):  # CIN-5
        shapes += _table(position, table, 80 + place * 180)
    return shapes


def _table(position: Position, table: int, top: float) -> list[str]:
    shapes = [box(24, top, 780, 168, FELT_DEEP, WOOD), bold(text(44, top + 44, "ABC"[table], AMBER, 34))]
    cards = [kind for kind, many in enumerate(position["piles"][table]) for _ in range(many)]
    for place, kind in enumerate(cards[:6]):
        left = 40 + place % 2 * 70
        shapes += [box(left, top + 58 + place // 2 * 34, 64, 30, IVORY, QUIET)]
        shapes += _face(kind, left + 32, top + 73 + place // 2 * 34)
    there = [seat for seat in range(position["seats"]) if position["chosen"][seat] == table + 1]
    for place, seat in enumerate(there):
        x, y = 210 + place % 2 * 300, top + 36 + place // 2 * 52
        shapes.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{SEATS[seat]}" stroke="{QUIET}"/>')
        shapes += row(x + 40, y, faces_of(position["dice"][seat]))
    return shapes


def _face(kind: int, x: float, y: float) -> list[str]:
    """What a card shows, about its middle: money as a number, two tokens, or two blades that cross."""
    if kind < len(MONEY):
        return [text(x, y + 6, MONEY[kind], INK, 16, "middle")]
    if kind == len(MONEY):
        return [f'<path d="M{x - 12} {y - 9}l24 18m0 -18l-24 18" stroke="{INK}" stroke-width="3"/>']
    return [f'<circle cx="{x + side}" cy="{y}" r="9" fill="{AMBER}" stroke="{INK}"/>' for side in (-11, 11)]
