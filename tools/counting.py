"""Counts that take long: how far they are is told, and with a file they go on where they were interrupted.

A file has a line of JSON for every part that was counted: what it is `of`, the `part`, and what was `found`. Several
counts can share one. What is counted `of` names all that it depends on; after a change of the code begin a new file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

Part = TypeVar("Part", int, list[int])


def counted(
    file: Path | None, of: str, parts: Sequence[Part], measure: Callable[[Sequence[Part]], Iterator[Any]]
) -> Iterator[tuple[Part, Any]]:
    """Yield each part with what was found in it, as JSON can hold it: what the file has, then what is measured now.

    `measure` gets the parts that are missing, and yields what it finds in each, in their order. Raises ValueError where
    the file is no such file; its last line may be half written.
    """
    known = _read(file, of) if file is not None and file.exists() else {}
    missing = [part for part in parts if json.dumps(part) not in known]
    yield from ((part, known[json.dumps(part)]) for part in parts if json.dumps(part) in known)
    for number, (part, found) in enumerate(zip(missing, measure(missing), strict=True), 1 + len(parts) - len(missing)):
        if file is not None:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"of": of, "part": part, "found": found}) + "\n")
        tell(of, number, len(parts))
        yield part, found


def tell(of: str, number: int, parts: int) -> None:
    """Say on a terminal how far a count is."""
    if sys.stderr.isatty():
        print(f"\r{of}: {number} of {parts}", end="\n" if number == parts else "", file=sys.stderr, flush=True)


def _read(file: Path, of: str) -> dict[str, Any]:
    """What a file has of a count, by part."""
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:  # what is half written is counted again
        file.write_text(whole, encoding="utf-8")
    found = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            kept = json.loads(line)
            if kept["of"] == of:
                found[json.dumps(kept["part"])] = kept["found"]
        except (ValueError, TypeError, KeyError) as problem:
            raise ValueError(f"line {number} of {file} was not written by a count: {line[:80]!r}") from problem
    return found
