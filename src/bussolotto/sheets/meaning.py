"""What a rule sheet means, whatever it is called and however it is written."""

import hashlib
from typing import Any

from bussolotto.sheets.schema import Number, Sheet
from bussolotto.sheets.state import TABLES
from bussolotto.sheets.tables import translated


def meaning(sheet: Sheet) -> str:
    """Return a digest of the rules of a sheet.

    Remarks, spacing, the order of keys, names, texts, how many play it and when it stops do not count.
    """
    tables = translated(sheet)
    order = list(dict.fromkeys(name for _, _, name in tables.later))
    told: list[Any] = [getattr(tables, name).tolist() for name in TABLES if name != "limit"]
    told += [(table, index, order.index(name)) for table, index, name in tables.later]
    told += [_content(sheet.numbers[name]) for name in order]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _content(number: Number) -> tuple[object, ...]:
    return number.default, number.low, number.high, number.by_seats
