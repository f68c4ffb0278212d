"""Which software computes: workers with another one are not asked, for the same seed might find other things there."""

import hashlib
from functools import cache
from pathlib import Path

import bussolotto

LEFT_OUT = {"__pycache__", "locale", "web"}  # what no result depends on


@cache
def identity() -> str:
    """A digest of the version and of every file of this package that a result may depend on."""
    root = Path(bussolotto.__file__).parent
    hashed = hashlib.sha256(bussolotto.__version__.encode())
    for file in sorted(root.rglob("*")):
        place = file.relative_to(root)
        if file.is_file() and not LEFT_OUT & set(place.parts):
            hashed.update(f"{place.as_posix()}\n".encode() + file.read_bytes())
    return hashed.hexdigest()[:20]


def subject_of(kind: str) -> str:
    """Where work of this kind is asked for: those with another software do not even hear of it."""
    return f"bussolotto.work.{identity()}.{kind}"
