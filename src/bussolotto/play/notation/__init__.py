"""Matches written down: a file that reveals any change, and its counterpart in readable text."""

from bussolotto.play.notation.evening import EveningRecord, is_evening, parse_evening, write_evening
from bussolotto.play.notation.file import parse, write
from bussolotto.play.notation.record import ClaimTold, Record, end_of, match_of, record_of
from bussolotto.play.notation.text import from_text, seal, to_text, turns

__all__ = [
    "ClaimTold",
    "EveningRecord",
    "Record",
    "end_of",
    "from_text",
    "is_evening",
    "match_of",
    "parse",
    "parse_evening",
    "record_of",
    "seal",
    "to_text",
    "turns",
    "write",
    "write_evening",
]
