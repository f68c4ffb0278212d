"""Cincinnati as a picture: the tables with their cards, and the dice of the players there."""

from collections import Counter
from collections.abc import Sequence

from bussolotto.pictures.marks import Spot, places_fallen, rectangle, spots_at, spots_in_row, square
from bussolotto.pictures.piles import PEARL, SEATS, faces_of, row
from bussolotto.pictures.svg import AMBER, FELT_DEEP, INK, IVORY, QUIET, WOOD, Position, bold, box, text

DIE = 46  # width
CARD, MOST_CARDS = (64, 30), 6  # width and height; of a table, that are drawn
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


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The dice that were thrown, of everybody at a table; the cards that were dealt."""
    spots: list[Spot] = []
    for table, top in _tables(after):
        for seat, x, y in _players(after, table, top):
            there, old = (list(faces_of(position["dice"][seat])) for position in (after, before))
            spots += spots_at(places_fallen(there, _more(there, old)), x + 40, y, DIE)
        cards = _cards(after, table)
        dealt = places_fallen(cards, _more(cards, _cards(before, table)))
        spots += [rectangle(*_card_place(place, top), *CARD) for place in dealt]
    return spots


def _more(now: Sequence[int], before: Sequence[int]) -> list[int]:
    """What is there now and was not before."""
    return list((Counter(now) - Counter(before)).elements())


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
    for place, kind in enumerate(_cards(position, table)):
        left, upper = _card_place(place, top)
        shapes += [box(left, upper, *CARD, IVORY, QUIET), *_face(kind - 1, left + 32, upper + 15)]
    for seat, x, y in _players(position, table, top):
        shapes.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{SEATS[seat]}" stroke="{QUIET}"/>')
        shapes += row(x + 40, y, faces_of(position["dice"][seat]), PEARL, DIE)
    return shapes


def _cards(position: Position, table: int) -> list[int]:
    """The cards on a table that are drawn, by kind from 1."""
    return [kind for kind, many in enumerate(position["piles"][table], 1) for _ in range(many)][:MOST_CARDS]


def _card_place(place: int, top: float) -> tuple[float, float]:
    return 40 + place % 2 * 70, top + 58 + place // 2 * 34


def _face(kind: int, x: float, y: float) -> list[str]:
    """What a card shows, about its middle: money as a number, two tokens, or two blades that cross."""
    if kind < len(MONEY):
        return [text(x, y + 6, MONEY[kind], INK, 16, "middle")]
    if kind == len(MONEY):
        return [f'<path d="M{x - 12} {y - 9}l24 18m0 -18l-24 18" stroke="{INK}" stroke-width="3"/>']
    return [f'<circle cx="{x + side}" cy="{y}" r="9" fill="{AMBER}" stroke="{INK}"/>' for side in (-11, 11)]
