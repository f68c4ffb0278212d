"""Named house rules: a guest's choices for a game, which can be reused and shared by a link.

A guest has one preset of each name in a game: saving it again replaces its content, and its link shows the new rules.
The rules version is stored: a preset that the current rules no longer know is shown as it was, marked as not fitting.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bussolotto.core.contract import choose_options
from bussolotto.core.errors import Refusal, refuse
from bussolotto.games import game as module_of
from bussolotto.server.store import guest_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.names import clean_name, clean_part

MOST = 60  # presets per guest


class Credit(NamedTuple):
    """What a file of house rules tells of them. None where it is not told: then it stays as it was."""

    authors: Sequence[str] | None = None
    licence: str | None = None
    about: str | None = None


def fits(preset: guest_rows.PresetRow) -> bool:
    """Return whether a table can still be set up with it."""
    try:
        choose_options(module_of(preset.game), preset.options)
    except Refusal:
        return False
    return preset.seats is None or preset.seats in module_of(preset.game).SEATS


async def save(
    store: Store,
    now_s: float,
    guest: str,
    game: str,
    name: str,
    options: Mapping[str, object],
    seats: int | None = None,
    credit: Credit | None = None,
) -> guest_rows.PresetRow:
    """Save these house rules under this name, replacing the guest's rules of the same name.

    Raises the same errors for the options and seats as a table; `bad-name`, `sheet-text`, `too-many-presets`.
    """
    module = module_of(game)
    if seats is not None and seats not in module.SEATS:
        raise refuse("bad-seats", game=game, seats=seats, known=module.SEATS)
    chosen = choose_options(module, options)
    name = clean_name(name)
    own = {(preset.game, preset.name): preset for preset in guest_rows.list_presets(store, guest)}
    if len(own) >= MOST and (game, name) not in own:
        raise refuse("too-many-presets", n=MOST)
    row = guest_rows.PresetRow(secrets.token_urlsafe(9), guest, game, name, module.RULES, chosen, seats)
    _set_credit(row, credit or Credit(), own.get((game, name), row))
    await store.run(guest_rows.save_preset(row, now_s))
    kept = guest_rows.list_presets(store, guest)
    return next(preset for preset in kept if (preset.game, preset.name) == (game, name))


def _set_credit(row: guest_rows.PresetRow, credit: Credit, before: guest_rows.PresetRow) -> None:
    authors, licence, about = credit
    row.authors = before.authors if authors is None else clean_authors(authors)
    row.licence = before.licence if licence is None else clean_part("licence", licence)
    row.about = before.about if about is None else about


def clean_authors(authors: Sequence[str]) -> list[str]:
    """Raises `sheet-text`, with the place of the first that is no name."""
    return [clean_part(f"authors[{index}]", author) for index, author in enumerate(authors)]


def find(store: Store, preset: str) -> guest_rows.PresetRow:
    """Raises NotFound."""
    found = guest_rows.find_preset(store, preset)
    if found is None:
        raise refuse("not-found", what="preset", name=preset)
    return found


async def remove(store: Store, guest: str | None, preset: str) -> None:
    """Delete one's own preset. Raises NotFound, also for presets of others."""
    if find(store, preset).guest != guest:
        raise refuse("not-found", what="preset", name=preset)
    await store.run(guest_rows.delete_preset(preset))
