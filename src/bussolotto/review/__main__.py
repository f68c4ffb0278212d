"""A review as a program, for servers: `python -m bussolotto.review FILE TARGET` writes TARGET when it is done.

Meanwhile TARGET.part holds how much of it is, as a number from 0 to 1.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bussolotto.games import game as game_of
from bussolotto.play import notation
from bussolotto.review import as_json, explain, review
from bussolotto.review.result_file import Told, replace


def main(arguments: Sequence[str]) -> None:
    """Review the match in a file, on one core."""
    source, target = map(Path, arguments)
    record = notation.parse(source.read_bytes())
    found = review(record, progress=Told(target), threads=1)
    game = game_of(record.game)
    explain(found, record, game)
    replace(target, json.dumps(as_json(found, record, game)))


if __name__ == "__main__":
    main(sys.argv[1:])
