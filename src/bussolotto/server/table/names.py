"""What people may be called: names that everybody can see and tell apart."""

import unicodedata
from collections.abc import Collection

from bussolotto.core.characters import is_hidden
from bussolotto.core.errors import Refusal, refuse

LONGEST = 40
PICTURE = "\ufe0f"  # asks for a sign as a coloured picture; keyboards of telephones add it


def clean_name(name: str) -> str:
    """Return a name with single blanks and in composed form. Raises `bad-name` for characters that nobody can see."""
    parts = unicodedata.normalize("NFC", name).replace(PICTURE, "").split()
    found = " ".join(parts)
    if not found or len(found) > LONGEST or any(map(is_hidden, found)):
        raise refuse("bad-name", where="name")
    return found


def clean_part(key: str, text: str) -> str:
    """Return a text that is as long as a name, cleaned like one. Raises `sheet-text`, with the key that it is under."""
    try:
        return clean_name(text)
    except Refusal as refusal:
        raise refuse("sheet-text", key=key, n=LONGEST) from refusal


def name_apart(name: str, others: Collection[str]) -> str:
    """Return the name, with a number if somebody at the same table is called so; no name stays none."""
    taken = set(map(_fold, others))
    if not name or _fold(name) not in taken:
        return name
    numbered = (_numbered(name, number) for number in range(2, len(others) + 3))
    return next(found for found in numbered if _fold(found) not in taken)


def _numbered(name: str, number: int) -> str:
    ending = f" ({number})"
    return name[: LONGEST - len(ending)] + ending


def _fold(name: str) -> str:
    """Return what is the same for names that look alike: without case, accents written apart, widths and blanks."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())
