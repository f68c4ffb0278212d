"""Matches written down: a file that tells of any change, and its twin in readable text."""

from bussolotto.notation.evening import EveningRecord, is_evening, parse_evening, write_evening
from bussolotto.notation.file import parse, write
from bussolotto.notation.record import ClaimTold, Record, end_of, match_of, record_of
from bussolotto.notation.text import from_text, to_text

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
    "to_text",
    "write",
    "write_evening",
]
