"""House rules under a name: what a guest has chosen for a game, to be found again and handed on by a link.

A guest has one preset of a name in a game: saving another replaces what it says, and its link tells the new rules. The
version of the rules is kept: a preset that these rules do not know any more is told as it was, and said not to fit.
"""

import json
import secrets
import time
from collections.abc import Mapping
from sqlite3 import Row
from typing import NamedTuple

from bussolotto.errors import BadSeats, Refusal
from bussolotto.games import game as module_of
from bussolotto.kernel import chosen_options
from bussolotto.server.problems import NotFound, TooManyPresets
from bussolotto.server.store import Store

MOST = 60  # presets of one guest

SAVE = """
    INSERT INTO presets (preset, guest, game, name, rules, options, seats, since_s)
    VALUES (:preset, :guest, :game, :name, :rules, :options, :seats, :since_s)
    ON CONFLICT (guest, game, name)
    DO UPDATE SET rules = :rules, options = :options, seats = :seats, since_s = :since_s
"""


class Preset(NamedTuple):
    """A row: whose rules for which game, and the version of the rules that they were chosen for."""

    preset: str
    guest: str
    game: str
    name: str
    rules: int
    options: dict[str, str]
    seats: int | None

    @property
    def fits(self) -> bool:
        """Can a table be set with it today?"""
        try:
            chosen_options(module_of(self.game), self.options)
        except Refusal:
            return False
        return self.seats is None or self.seats in module_of(self.game).SEATS


class Presets:
    """All of them, on the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(
        self, guest: str, game: str, name: str, options: Mapping[str, object], seats: int | None = None
    ) -> Preset:
        """Keep these house rules under this name, in place of the guest's older ones of that name.

        Raises what is wrong with the options and seats, as for a table; TooManyPresets.
        """
        module = module_of(game)
        if seats is not None and seats not in module.SEATS:
            raise BadSeats(game, seats, module.SEATS)
        chosen = chosen_options(module, options)
        own = self.of_guest(guest)
        name = name.strip()
        if len(own) >= MOST and (game, name) not in {(one.game, one.name) for one in own}:
            raise TooManyPresets(MOST)
        row = {
            "preset": secrets.token_urlsafe(9),
            "guest": guest,
            "game": game,
            "name": name,
            "rules": module.RULES,
            "options": json.dumps(chosen),
            "seats": seats,
            "since_s": int(time.time()),
        }
        await self._store.run((SAVE, row))
        query = "SELECT * FROM presets WHERE guest = ? AND game = ? AND name = ?"
        return _read(self._store.rows(query, guest, game, name)[0])

    def find(self, preset: str) -> Preset:
        """Raises NotFound."""
        row = self._store.row("SELECT * FROM presets WHERE preset = ?", preset)
        if row is None:
            raise NotFound("preset", preset)
        return _read(row)

    def of_guest(self, guest: str | None) -> list[Preset]:
        """By game, then by name."""
        return [
            _read(row) for row in self._store.rows("SELECT * FROM presets WHERE guest = ? ORDER BY game, name", guest)
        ]

    async def remove(self, guest: str | None, preset: str) -> None:
        """Forget one's own. Raises NotFound, for those of others too."""
        if self.find(preset).guest != guest:
            raise NotFound("preset", preset)
        await self._store.run(("DELETE FROM presets WHERE preset = ?", (preset,)))


def _read(row: Row) -> Preset:
    return Preset(
        row["preset"], row["guest"], row["game"], row["name"], row["rules"], json.loads(row["options"]), row["seats"]
    )
