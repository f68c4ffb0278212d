"""The texts that people see. Every area keeps its own under `parts`, one file a language; together they are the catalogue."""

import json
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "it", "de", "fr")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by their keys; English is the reference. No key may be in two areas."""
    assert language in LANGUAGES, language
    texts: dict[str, str] = {}
    for part in sorted((files(__name__) / "parts").iterdir(), key=lambda part: part.name):
        if part.name.endswith(f".{language}.json"):
            found = json.loads(part.read_text(encoding="utf-8"))
            assert not texts.keys() & found.keys(), f"{part.name} repeats {sorted(texts.keys() & found.keys())}"
            texts |= found
    return texts
