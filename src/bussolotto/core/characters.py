"""Which characters may appear where people read: none that cannot be seen, turn the line around or steer a terminal."""

import unicodedata

HIDDEN_KINDS = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # controls, directions, joiners, what no font has
# Letters and marks of other kinds that show nothing: fillers, the empty braille cell, selectors of variants
BLANK = {
    "\u034f",
    "\u115f",
    "\u1160",
    "\u17b4",
    "\u17b5",
    "\u2800",
    "\u3164",
    "\uffa0",
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
LAYOUT = "\n\t"


def is_hidden(character: str) -> bool:
    """Return whether this character shows nothing, or changes how others are shown."""
    return unicodedata.category(character) in HIDDEN_KINDS or character in BLANK


def show_hidden(text: str) -> str:
    """Return the text for a terminal: what is hidden is spelt as in Python, but for ends of lines and tabs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelt(character) if is_hidden(character) else character for character in text)


def _spelt(character: str) -> str:
    return character if character in LAYOUT else character.encode("unicode_escape").decode()
