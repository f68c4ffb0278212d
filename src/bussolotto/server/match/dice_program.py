"""What fell in stored matches, as a program: `python -m bussolotto.server.match.dice_program SOURCE TARGET`.

SOURCE holds, as JSON, the `folder` or the `database` of a server, `of` what is asked (`guest`, `table` or `server`),
and the `name` of that. TARGET is written when it is done.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bussolotto.review.dice import luck_of, report
from bussolotto.review.result_file import Told, replace
from bussolotto.server.store import files

MOST = 2_000  # matches, the newest


def main(arguments: Sequence[str]) -> None:
    """Read the matches and write what is told of their dice."""
    source, target = map(Path, arguments)
    asked = json.loads(source.read_text(encoding="utf-8"))
    of = asked["of"]
    chosen = {} if of == "server" else {of: asked["name"]}
    where = asked.get("database") or Path(asked["folder"])
    played = [one for one in files.read_finished(where, MOST, **chosen) if one[0].playable]
    luck = [] if of == "server" else luck_of(played, Told(target))
    replace(target, msgspec.json.encode(report([record for record, _ in played], luck)).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
