"""Guests: their names, blocks, notification channels (an address, browsers), and house rules."""

import json
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, astuple

from bussolotto.core.errors import refuse
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.single_rows import read_each

OTHER_BROWSERS = "SELECT count(*) FROM pushes WHERE guest = ? AND endpoint <> ?"
LINK = """
    SELECT CAST(number AS INTEGER) AS number, withdrawn <> 0 OR typeof(number) <> 'integer' AS withdrawn
    FROM links WHERE guest = ?
"""  # one whose number is damaged is void
REPLACE_LINK = """
    INSERT INTO links VALUES (?, ?, ?)
    ON CONFLICT (guest) DO UPDATE SET number = excluded.number, withdrawn = excluded.withdrawn
"""
REPLACE_WEBHOOK = """
    INSERT INTO webhooks VALUES (?, ?, ?, ?)
    ON CONFLICT (guest) DO UPDATE SET url = excluded.url, secret = excluded.secret, base = excluded.base
"""
REPLACE_BROWSER = """
    INSERT INTO pushes VALUES (?, ?, ?)
    ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, since_s = excluded.since_s
"""
SAVE_PRESET = """
    INSERT INTO presets (preset, guest, game, name, rules, options, seats, since_s, authors, licence, about)
    VALUES (:preset, :guest, :game, :name, :rules, :options, :seats, :since_s, :authors, :licence, :about)
    ON CONFLICT (guest, game, name)
    DO UPDATE SET rules = :rules, options = :options, seats = :seats, since_s = :since_s,
        authors = :authors, licence = :licence, about = :about
"""


class GuestRow(Struct):
    guest: str
    name: str
    since_s: int


class Block(Struct, frozen=True):
    """A row: who blocked whom, the name under which they knew them, the time, and the token that removes the block."""

    blocker: str
    blocked: str
    name: str
    since_s: int
    token: str


class Link(NamedTuple):
    """How often a personal link was renewed, which makes the earlier ones void, and whether it is withdrawn."""

    number: int
    withdrawn: bool


class Webhook(NamedTuple):
    """`secret` signs the requests sent to it. `base` is the server address its owner used."""

    guest: str
    url: str
    secret: str
    base: str


class PresetRow(Struct):
    """A guest's rules for a game, and the version of the rules that they were chosen for.

    `authors`, `licence`, `about`: as the file says from which they were brought.
    """

    preset: str
    guest: str
    game: str
    name: str
    rules: int
    options: dict[str, str]
    seats: int | None
    authors: list[str] = []
    licence: str = ""
    about: str = ""


def insert(guest: str, name: str, now_s: float) -> Statement:
    return "INSERT INTO guests (guest, name, since_s, seen_s) VALUES (?, ?, ?, ?)", (
        guest,
        name,
        int(now_s),
        int(now_s),
    )


def rename(guest: str, name: str) -> Statement:
    return "UPDATE guests SET name = ? WHERE guest = ?", (name, guest)


def find_name(store: Store, guest: str) -> str | None:
    """Return the name of a guest, "" if it cannot be read, or None for a guest of another database."""
    if found := read_each(store, "guest", "guest", GuestRow, "SELECT * FROM guests WHERE guest = ?", guest):
        return found[0].name
    return None if store.value("SELECT 1 FROM guests WHERE guest = ?", guest) is None else ""


def find_link(store: Store, guest: str) -> Link:
    """Return the state of a guest's personal link."""
    row = store.row(LINK, guest)
    return Link(0, False) if row is None else Link(row["number"], bool(row["withdrawn"]))


def replace_link(guest: str, link: Link) -> Statement:
    return REPLACE_LINK, (guest, *link)


def find_last_visit(store: Store, guest: str) -> int:
    """Return the day of a guest's last visit, as seconds since 1970."""
    return int(store.value("SELECT CAST(seen_s AS INTEGER) FROM guests WHERE guest = ?", guest) or 0)


def set_last_visit(guest: str, now_s: int) -> Statement:
    return "UPDATE guests SET seen_s = ? WHERE guest = ?", (now_s, guest)


def insert_block(block: Block) -> Statement:
    return "INSERT INTO blocks VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", astuple(block)


def delete_block(token: str) -> Statement:
    return "DELETE FROM blocks WHERE token = ?", (token,)


def list_blocks(store: Store) -> list[Block]:
    """Return all blocks, oldest first."""
    return read_each(store, "block", "token", Block, "SELECT * FROM blocks ORDER BY since_s")


def replace_webhook(webhook: Webhook) -> Statement:
    return REPLACE_WEBHOOK, tuple(webhook)


def delete_webhook(guest: str) -> Statement:
    return "DELETE FROM webhooks WHERE guest = ?", (guest,)


def find_webhook(store: Store, guest: str) -> Webhook | None:
    row = store.row("SELECT guest, url, secret, base FROM webhooks WHERE guest = ?", guest)
    return None if row is None else Webhook(*row)


def replace_browser(endpoint: str, guest: str, now_s: float) -> Statement:
    """Return the statement that notifies this guest in the browser at this endpoint."""
    return REPLACE_BROWSER, (endpoint, guest, int(now_s))


def delete_browser(endpoint: str, guest: str | None = None) -> Statement:
    """Return the statement that deletes a browser; if a guest is given, only that guest's."""
    if guest is None:
        return "DELETE FROM pushes WHERE endpoint = ?", (endpoint,)
    return "DELETE FROM pushes WHERE endpoint = ? AND guest = ?", (endpoint, guest)


def list_browsers(store: Store, guest: str) -> list[str]:
    return [row["endpoint"] for row in store.rows("SELECT endpoint FROM pushes WHERE guest = ?", guest)]


def count_other_browsers(store: Store, guest: str, endpoint: str) -> int:
    """Return how many other browsers a guest has."""
    return int(store.value(OTHER_BROWSERS, guest, endpoint))


def save_preset(row: PresetRow, now_s: float) -> Statement:
    """Return the statement that stores house rules. They replace the guest's rules of the same name and keep the id."""
    written = {"options": json.dumps(row.options), "authors": json.dumps(row.authors), "since_s": int(now_s)}
    return SAVE_PRESET, asdict(row) | written


def delete_preset(preset: str) -> Statement:
    return "DELETE FROM presets WHERE preset = ?", (preset,)


def find_preset(store: Store, preset: str) -> PresetRow | None:
    """Return house rules by their id. Raises `set-aside` if they cannot be read."""
    found = read_each(store, "preset", "preset", PresetRow, "SELECT * FROM presets WHERE preset = ?", preset)
    if not found and store.value("SELECT 1 FROM presets WHERE preset = ?", preset) is not None:
        raise refuse("set-aside", what="preset", name=preset)
    return found[0] if found else None


def list_presets(store: Store, guest: str | None) -> list[PresetRow]:
    """Return the house rules of a guest by game, then by name."""
    query = "SELECT * FROM presets WHERE guest = ? ORDER BY game, name"
    return read_each(store, "preset", "preset", PresetRow, query, guest)
