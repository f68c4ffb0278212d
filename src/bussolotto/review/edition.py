"""The edition of a review: of which rules it is, and by which code; one of another edition is made anew."""

import hashlib
from functools import cache
from importlib.resources import files

from bussolotto.core.contract import Game

OWN = ("bussolotto.review", "bussolotto.search", "bussolotto.solve")


def edition(game: Game) -> str:
    """A digest of the version of the rules, of the game's own code, its policy among it, and of what reviews it."""
    whole = (game.NAME, game.RULES, *map(_code, filter(None, (game.package, *OWN))))
    return hashlib.sha256(repr(whole).encode()).hexdigest()[:20]


@cache
def _code(package: str) -> str:
    """A digest of the files of a package, read once: code that is loaded does not change with them."""
    hashed = hashlib.sha256()
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            hashed.update(f"{file.name}\n".encode() + file.read_bytes())
    return hashed.hexdigest()
