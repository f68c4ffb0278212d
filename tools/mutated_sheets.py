"""Change rule sheets at random: each is refused with a place and a reason, or plays within its bounds.

    python -m tools.mutated_sheets --count 10000

A mutation changes bytes, lines, words or values of a sheet that comes with the package, or exchanges parts of two. What
is read is played at random to its end, positions are checked now and then; time and memory are bounded.
"""

from __future__ import annotations

import argparse
import re
import sys
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import bussolotto
from bussolotto.core.contract import new_state
from bussolotto.core.errors import Refusal
from bussolotto.core.kernel import plain
from bussolotto.sheets import SheetGame, game_from_sheet, library
from bussolotto.sheets.game import forget
from bussolotto.testing.worlds import random_ply, shares_of

LONGEST_S = 20.0  # of processor time for one sheet
MOST_BYTES = 32 * 2**20  # of memory for one sheet
INTERPRETED = 1_000  # plies of a match; the others are compiled
CHECKED = 100  # plies between two checks of a position
VALUE = re.compile(r'= *("[^"\n]*"|[0-9]+|\[[^][\n]*\]|\{[^{}\n]*\})')
STRANGE = (
    "0", "-1", "1", "3", "9", "31", "64", "999", "20000", "99999999999999999999", "0x10", "1e9", "nan", "true",
    '""', '"x"', '"take"', '"last"', '"not last"', '"thrown"', '"hand"', '"red"', '"all"', '"same"', '"only"', "[]",
    "[1, 2, 3]", "{}", "{ least = 1 }", "{ most = 2 }", "1979-05-27", "[[[[[[]]]]]]", '"\\u202e"',
    '"' + "a" * 300 + '"',
)  # fmt: skip


def mutated(rng: Random, texts: Sequence[str]) -> str:
    """A sheet with one to three changes, mostly of what stays TOML."""
    text = rng.choice(texts)
    for _ in range(rng.randint(1, 3)):
        change = rng.choice((_bytes, _lines, _values, _values, _values, _words, _words, _parts, _parts))
        text = change(rng, text, texts)
    return text


def _bytes(rng: Random, text: str, _: Sequence[str]) -> str:
    """Some character is another, or gone."""
    at = rng.randrange(len(text) + 1)
    character: str = rng.choice(("", *'[]{}=",.#\n\0\ud7ff0z', chr(rng.randrange(1, 0xD7FF))))
    return text[:at] + character + text[at + 1 :]


def _lines(rng: Random, text: str, _: Sequence[str]) -> str:
    """A line is gone, there twice, or elsewhere."""
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _again in range(rng.choice((0, 1, 1, 2, 60))):
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _values(rng: Random, text: str, texts: Sequence[str]) -> str:
    """A value is a strange one, or one of another sheet."""
    found = list(VALUE.finditer(text))
    others = [match[1] for match in VALUE.finditer(rng.choice(texts))]
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start(1)] + rng.choice((*STRANGE, *others)) + text[match.end(1) :]


def _words(rng: Random, text: str, texts: Sequence[str]) -> str:
    """A word is another word."""
    found = list(re.finditer(r"[a-z_]+", text))
    others = re.findall(r"[a-z_]+", rng.choice(texts))
    match = rng.choice(found or [None])
    return text if match is None else text[: match.start()] + rng.choice(others) + text[match.end() :]


def _parts(rng: Random, text: str, texts: Sequence[str]) -> str:
    """A part is gone, or comes from another sheet."""
    parts, others = text.split("\n\n"), rng.choice(texts).split("\n\n")
    parts[rng.randrange(len(parts))] = rng.choice((*others, ""))
    return "\n\n".join(parts)


def play(game: SheetGame, rng: Random, interpreted: int = INTERPRETED) -> int:
    """One random match; the number of its plies. AssertionError if it does not keep to its bounds."""
    seats = rng.choice(game.SEATS)
    options = {name: str(rng.choice((option.low, option.high))) for name, option in game.ranges.items()}
    record = new_state(game, seats, **options)
    s = plain(record)
    rules: Any = game
    read: Any = s
    while bits := game.movers(s):
        if s.plies == interpreted:
            rules, read = bussolotto.compiled(game), record
        rules.apply(read, *random_ply(rules, read, bits, rng))
        if s.plies % CHECKED == 0:
            game.check(s)
        assert s.plies <= game.MAX_PLIES, f"{s.plies} plies"
    game.check(s)
    assert abs(sum(shares_of(game, s)) - 1) < 1e-9, "shares"
    assert 0 <= game.ending(s) < len(game.ENDINGS), "ending"
    return int(s.plies)


def told(refusal: Refusal) -> str:
    """The code of a refusal. AssertionError if it does not say where, or what it says cannot be shown."""
    place = refusal.values.get("line", refusal.values.get("key", refusal.values.get("n")))
    assert refusal.code.startswith("sheet-") and place, f"{refusal.code}: {refusal}"
    assert len(refusal.text) < 1_000 and refusal.text.isprintable(), f"{refusal.code}: {refusal!r}"
    return refusal.code


def outcome(text: str, rng: Random) -> str:
    """What becomes of a sheet: the code of the refusal, or `plays`. AssertionError if neither is as it should be."""
    started = process_time()
    try:
        game = game_from_sheet(text + "\n")
    except Refusal as refusal:
        return told(refusal)
    play(game, rng)
    forget(game)
    took_s = process_time() - started
    assert took_s < LONGEST_S, f"{took_s:.1f} s"
    return "plays"


def main(arguments: Sequence[str] | None = None) -> Counter[str]:
    """Change so many sheets, and say what became of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    wanted = parser.parse_args(arguments)
    texts = [path.read_text("utf-8") for path in library().values()]
    play(game_from_sheet(texts[0]), Random(0), interpreted=0)  # compiles what long matches need: no sheet's memory
    found: Counter[str] = Counter()
    for seed in range(wanted.first, wanted.first + wanted.count):
        rng = Random(seed)
        text = mutated(rng, texts)
        tracemalloc.start()
        try:
            found[outcome(text, rng)] += 1
            assert tracemalloc.get_traced_memory()[1] < MOST_BYTES, "memory"
        except BaseException:
            print(f"seed {seed}:\n{text}", file=sys.stderr)
            raise
        finally:
            tracemalloc.stop()
    print("\n".join(f"{count:7} {what}" for what, count in found.most_common()))
    return found


if __name__ == "__main__":
    main()
