"""A review as a program, for servers: `python -m bussolotto.review FILE TARGET` writes TARGET when it is done.

Before that it writes TARGET.seats, what is kept of each seat. Meanwhile TARGET.part holds how much of it is done, as a
number from 0 to 1.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bussolotto.games import game as game_of
from bussolotto.play import notation
from bussolotto.review import describe, explain, review
from bussolotto.review.kept import by_seat
from bussolotto.review.result_file import Told, replace


def main(arguments: Sequence[str]) -> None:
    """Review the match in a file, on one core."""
    source, target = map(Path, arguments)
    record = notation.parse(source.read_bytes())
    found = review(record, progress=Told(target), threads=1)
    game = game_of(record.game)
    explain(found, record, game)
    told = describe(found, record, game)
    replace(target.with_name(f"{target.name}.seats"), msgspec.json.encode(by_seat(told)).decode())
    replace(target, msgspec.json.encode(told).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
