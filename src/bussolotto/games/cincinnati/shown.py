"""A position of Cincinnati for people: as text, and why somebody waits."""

from collections.abc import Sequence
from typing import Any

from bussolotto.core import dice

UNKNOWN = len(dice.KEEPS)  # dice in a view, or a keep not said yet


def drawing(s: Any, stage: str, kinds: Sequence[str]) -> str:
    """The tables with their cards, of these kinds, then the seats with money and dice."""
    supply = "unlimited" if s.token_supply else s.supply
    tables = [f"{'ABC'[table]}  {_cards(s.piles[table], kinds)}" for table in range(0, 3, 2 if s.seats == 3 else 1)]
    players = [_player(s, seat, kinds) for seat in range(s.seats)]
    return "\n".join([f"round {s.round_number}  {stage}  reserve {supply}", *tables, *players])


def _cards(counts: Sequence[int], kinds: Sequence[str]) -> str:
    return " ".join(kind for kind, count in zip(kinds, counts, strict=False) for _ in range(count)) or "-"


def _player(s: Any, seat: int, kinds: Sequence[str]) -> str:
    roll = "?" if s.dice[seat] == UNKNOWN else "".join(map(str, dice.KEEPS[s.dice[seat]])) or "-"
    said = "" if s.kept[seat] == UNKNOWN else f" keeps {''.join(map(str, dice.KEEPS[s.kept[seat]])) or 'none'}"
    owned = f"tokens {s.tokens[seat]}  duels {s.duels[seat]}  money {_cards(s.money[seat], kinds)}"
    return f"{seat}: {'-ABC?'[s.chosen[seat]]} {roll:<5}{said}  {owned}"


def why_no_keep(s: Any, seat: int, bought: bool) -> str:
    """Why this seat does not say now what it keeps; `bought`: the roll was paid for."""
    if s.duelling or s.waiting >> seat & 1:
        return "duel" if s.duelling else "not-yet"
    return "not-bought" if bought and not s.group >> seat & 1 else "kept"
