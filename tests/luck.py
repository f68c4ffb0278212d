"""The same dice each time a test is run: what a server of its own draws follows from the test that asks it.

A test of the page that needs dice which fall nearly always fails now and then, and nobody can tell why. With this it
passes or fails every time. BUSSOLOTTO_LUCK gives other dice; `tools.repeat` gives each of its runs its own.
"""

import os
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace

from bussolotto.fair import ledger
from bussolotto.server.match import bots
from bussolotto.server.store import match_rows
from bussolotto.server.table import evenings, table_commands, table_edits

NAME_BYTES = 9


def bring(test: Path) -> None:
    """From now on the names of tables and matches, all dice and what bots draw in this process follow from this file.

    The dice of a match depend on its name, too.
    """

    luck = os.environ.get("BUSSOLOTTO_LUCK", "")

    def draw(what: bytes) -> bytes:
        return sha256(luck.encode() + b"\n" + what).digest()

    def new_name() -> str:
        with test.open("ab") as file:
            file.write(b".")  # the next name is another one, from whatever server of this test
        name = urlsafe_b64encode(draw(test.read_bytes())[:NAME_BYTES]).decode()
        return new_name() if name.startswith("-") else name

    replaced = [
        *((module, "new_name", new_name) for module in (table_edits, table_commands, evenings)),
        (ledger, "new_seed", lambda: draw(b"seed")),
        (match_rows, "secrets", SimpleNamespace(token_bytes=lambda count: draw(b"salt")[:count])),
        (bots, "Random", lambda: Random(luck)),
    ]
    for module, name, drawn in replaced:
        setattr(module, name, drawn)
