"""What the page and the rules must agree on, told by the rules: golden files for the tests of the page.

    python -m tools.page_golden

writes `tests/page/golden/*.json`. Node's tests in `tests/page` hold the scripts of the page to them, and a test here
holds them to the rules, so that neither can change alone.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bussolotto
from bussolotto.core import dice, pyramid
from bussolotto.core.kernel import CHANCE, SPECTATOR
from bussolotto.games.cincinnati import game as cincinnati
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.locale import LANGUAGES, joined
from bussolotto.pictures.piles import LEANING, View
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.testing.golden import limited
from tests.playthroughs import files as playthroughs
from tools import proved

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "page" / "golden"


def main() -> int:
    """Write every golden file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in goldens().items():
        path.write_text(text, encoding="utf-8")
    return 0


def goldens() -> dict[Path, str]:
    """The text of every golden file."""
    return {FOLDER / f"{name}.json": written(told()) for name, told in TOLD.items()}


def written(facts: dict[str, Any]) -> str:
    """Facts as JSON, one to a line, so that a difference shows which it is."""
    lines = [f"{json.dumps(name)}: {compact(value)}" for name, value in facts.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact(value: Any) -> str:
    """A value as JSON without spaces; letters stay as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fair() -> dict[str, Any]:
    """Match files that prove their dice, with and without secrets, and what pages kept of them."""
    found: dict[str, Any] = {}
    for game in ("spilorcio", "cincinnati"):
        record = proved.played(game, plies=25)
        assert record.proof is not None
        kept = {"start": record.proof.start, "head": record.proof.heads()[3]}
        found[game] = {"file": notation.write(record, proved.KEY).decode(), "kept": kept}
    return found


def lattice() -> dict[str, Any]:
    """The pyramid: cells and what lies round them, smaller lattices, poses and tips (GEO-1 to GEO-10)."""
    every = range(pyramid.COUNT)
    sizes = range(pyramid.SIZE + 1)
    return {
        "cells": pyramid.CELLS,
        "level": pyramid.LEVEL.tolist(),
        "above": pyramid.ABOVE.tolist(),
        "below": pyramid.BELOW.tolist(),
        "texts": [pyramid.cell_text(cell) for cell in every],
        "around": [sorted(pyramid.around(cell)) for cell in every],
        "rows": [[pyramid.row(cell, axis) for axis in range(pyramid.SIDES)] for cell in every],
        "within": [pyramid.within(size).nonzero()[0].tolist() for size in sizes],
        "bases": [[pyramid.INDEX[cell] for cell in pyramid.CELLS if sum(cell) == size] for size in sizes],
        "poses": pyramid.POSES.tolist(),
        "tips_to": pyramid.TIPS_TO.tolist(),
        "tipped": pyramid.TIPPED.tolist(),
        "left_of": pyramid.LEFT_OF.tolist(),
        "right_of": pyramid.RIGHT_OF.tolist(),
        "side_of_seat": pyramid.SIDE_OF_SEAT.tolist(),
    }


def flat() -> dict[str, Any]:
    """The pile as pictures show it: [side below][cell][side] -> the middle of that face, in edges of a die."""
    cells, sides = range(pyramid.COUNT), range(pyramid.SIDES)
    return {"faces": [[[_middle(cell, side, below) for side in sides] for cell in cells] for below in sides]}


def _middle(cell: int, side: int, below: int) -> list[float]:
    steps = [0.0] * pyramid.SIDES
    for way in range(pyramid.SIDES):
        steps[(way - below) % pyramid.SIDES] = pyramid.CELLS[cell][way] + 0.5 * (way != side)
    return [round(length, 3) for length in View(0, 0, 1, LEANING).place(steps)]


def rolls() -> dict[str, Any]:
    """Dice that are thrown together: keeps, their chances, what hands are called and where they are good for."""
    hands = dice.HANDS.tolist()
    asked = (dice.ALIKE, dice.IN_A_ROW, dice.LOWEST_SUMS)
    return {
        "keeps": dice.KEEPS,
        "place": spilorcio.PLACE,
        "reach": [[float(dice.reach(rolled, wanted)) for wanted in range(6)] for rolled in range(6)],
        "hands": [[dice.KEEPS[hand], dice.hand_name(hand)] for hand in hands],
        "conditions": [[table, name, str(one)] for table, name in enumerate(CONDITIONS) for one in asked[table]],
        "meets": ["".join(map(str, row[hands].tolist())) for row in cincinnati.MEETS],
        "worth": [rank[hands].tolist() for rank in (dice.RANK, dice.LOW_RANK)],
    }


def names() -> dict[str, Any]:
    """By language: none, one and several names in a sentence."""
    people = ("Giulia", "Leo", "Emma")
    return {language: [joined(language, people[:many]) for many in range(4)] for language in LANGUAGES}


CONDITIONS = ("condition_a", "condition_b", "condition_c")


def drawings() -> dict[str, Any]:
    """Pyramids as text, with marks of any width, and how many words stand in each."""
    return {f"{mark} {wide}": _drawn(mark, wide) for wide, mark in MARKS}


MARKS = ((1, "."), (1, "o"), (2, "12"), (3, "."), (3, "( )"), (3, "123"))


def _drawn(mark: str, wide: int) -> dict[str, Any]:
    marks = [mark] * pyramid.COUNT
    marks[pyramid.INDEX[0, 0, 8]] = marks[pyramid.INDEX[1, 3, 0]] = "1" * wide
    step = 4 if len(mark) == wide else 9  # games whose marks are not all as wide draw one pile
    piles = [pyramid.drawing(marks, range(low, min(low + step, 9))) for low in range(0, 9, step)]
    return {"show": "\n".join(piles), "words": sum(len(word.split()) for word in marks)}


def steps() -> dict[str, Any]:
    """By game: the texts of all that people do and of all that chance brings."""
    told = {}
    for name in bussolotto.games():
        rules = bussolotto.game(name)
        done = [rules.say(0, action) for action in range(rules.ACTIONS)]
        told[name] = {
            "done": _shortened(done),
            "fallen": _shortened([rules.say(CHANCE, n) for n in range(rules.OUTCOMES)]),
        }
    return told


def _shortened(texts: list[str]) -> list[str]:
    """One text of each first word."""
    return list({text.split()[0]: text for text in texts}.values())


def spilorcio_turns() -> dict[str, Any]:
    """Random matches of Spilorcio, decision by decision: the plies, and what of the view they have changed."""
    rng = random.Random(11)
    return {f"match {number}": list(_turns(rng, number)) for number in range(MATCHES)}


MATCHES = 20


def _turns(rng: random.Random, number: int) -> Iterator[dict[str, Any]]:
    options = {"loan": ("reserve", "five")[number % 2], "board": ("standard", "short", "gentle")[number % 3]}
    match = Match(spilorcio, 2 + number % 4, options)
    _fall(match, rng)
    before: dict[str, Any] = {}
    version = 0
    while True:
        view = match.view(0)
        yield {"plies": match.log[version:], "view": _changed(before, view)}
        if match.over:
            return
        before, version = view, match.version
        seat = match.movers().bit_length() - 1
        match.play(seat, rng.choice(match.legal(seat)))
        _fall(match, rng)


def _fall(match: Match, rng: random.Random) -> None:
    while weights := match.odds():
        match.play(CHANCE, rng.choices(range(len(weights)), weights)[0])


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The fields that have changed; of a list the entries that have, by their place."""
    return {field: _news(before.get(field), value) for field, value in after.items() if before.get(field) != value}


def _news(before: Any, after: Any) -> Any:
    if not isinstance(before, list):
        return after
    return {
        place: _news(was, value) for place, (was, value) in enumerate(zip(before, after, strict=True)) if was != value
    }


def stories() -> dict[str, Any]:
    """A golden playthrough of every game: its steps, and what they changed."""
    smallest: dict[str, Path] = {}
    for path in sorted(playthroughs.paths(), key=lambda path: path.stat().st_size):
        smallest.setdefault(playthroughs.game_in(path), path)
    return {name: _story(path) for name, path in sorted(smallest.items())}


def _story(path: Path) -> dict[str, Any]:
    playthrough = playthroughs.read(path)
    record = playthrough.record
    game = bussolotto.game(record.game)
    with limited(game, playthrough.limit):
        match = Match(game, record.seats, record.options)
        view, changes = match.view(None), []
        opening = view
        for seat, action in record.steps:
            match.play(seat, action)
            changes.append(_changed(view, view := match.view(None)))
    told = match.steps(SPECTATOR)
    return {
        "names": record.names,
        "apart": game.facts.apart,
        "opening": opening,
        "steps": [[step.seat, step.text, change] for step, change in zip(told, changes, strict=True)],
    }


TOLD: dict[str, Callable[[], dict[str, Any]]] = {
    "drawings": drawings,
    "fair": fair,
    "flat": flat,
    "lattice": lattice,
    "names": names,
    "rolls": rolls,
    "turns": spilorcio_turns,
    "steps": steps,
    "stories": stories,
}

if __name__ == "__main__":
    sys.exit(main())
