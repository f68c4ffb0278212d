"""Which software computes: workers with another one are not asked, for the same seed might find other things there."""

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import bussolotto
from bussolotto.core.errors import Refusal
from bussolotto.games import game, others
from bussolotto.review.edition import edition

LEFT_OUT = {"__pycache__", "locale", "web"}  # what no result depends on


@cache
def identity() -> str:
    """A digest of the version, of every file of this package that a result may depend on, and of games of others."""
    root = Path(bussolotto.__file__).parent
    hashed = hashlib.sha256(bussolotto.__version__.encode())
    for file in sorted(root.rglob("*")):
        place = file.relative_to(root)
        if file.is_file() and not LEFT_OUT & set(place.parts):
            hashed.update(f"{place.as_posix()}\n".encode() + file.read_bytes())
    for name in others().packages:
        with suppress(Refusal):  # of one that cannot be used
            hashed.update(f"{name} {edition(game(name))}\n".encode())
    return hashed.hexdigest()[:20]


def subject_of(kind: str) -> str:
    """Where work of this kind is asked for: those with another software do not even hear of it."""
    return f"bussolotto.work.{identity()}.{kind}"
