"""Chat at a table: fixed phrases by number, or free text if the host allows it. It is not part of the match.

Messages reach everybody at the table except those who have blocked the speaker. The most recent ones are kept in
memory for people who arrive later; a restart discards them.
"""

import unicodedata
from collections import deque
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.limits import Buckets
from bussolotto.server.match.broadcaster import Broadcaster, Subscriber
from bussolotto.server.people.blocks import Blocks
from bussolotto.server.protocol import Chat, SaidMessage, Utterance, frame
from bussolotto.server.table.tables import Table, Tables

PHRASES = (
    "hello",
    "luck",
    "yours",
    "well",
    "nice",
    "wow",
    "oh",
    "sorry",
    "thanks",
    "moment",
    "ready",
    "game",
    "again",
    "night",
)  # messages carry their numbers: add new ones at the end
LONGEST = 200  # characters of free text
KEPT = 50
ROOMS = 1_000
A_SECOND, AT_ONCE = 0.4, 5
JOINERS = "\u200c\u200d"  # join letters of some scripts, and parts of emoji


class Spoken(NamedTuple):
    """A message with its speaker and time. `message` is the speaker's own id of it."""

    guest: str
    message: str
    said: Utterance
    at_s: float


class Talk:
    """The chat of all tables."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._rooms: dict[str, deque[Spoken]] = {}
        self._breath = Buckets(A_SECOND, AT_ONCE, clock.now_s)
        self._numbers = count(int(1e6 * clock.wall_s()))  # increase even across a restart

    def say(
        self, table: Table, guest: str | None, seat: int | None, message: str, phrase: int | None, text: str | None
    ) -> Spoken | None:
        """Say something at a table. Returns None for a message already sent. Raises the reason if it is not allowed."""
        if guest is None or seat is None:
            raise refuse("not-seated")
        room = self._room(table.name)
        if any((spoken.guest, spoken.message) == (guest, message) for spoken in room):
            return None
        words = _require_allowed(table.chat, phrase, text)
        if not self._breath.take(guest):
            raise refuse("talk-too-fast")
        said = Utterance(next(self._numbers), seat, table.seats[seat].name, phrase, words)
        room.append(Spoken(guest, message, said, self._clock.now_s()))
        return room[-1]

    def list_recent(self, table: str) -> list[Spoken]:
        """Return the recent messages of this table, oldest first, each with its age."""
        now_s = self._clock.now_s()
        spoken = list(self._rooms.get(table, ()))
        for one in spoken:
            one.said.ago_s = int(now_s - one.at_s)
        return spoken

    def forget(self, guest: str) -> None:
        """Discard everything a guest has said."""
        for table, room in self._rooms.items():
            self._rooms[table] = deque((spoken for spoken in room if spoken.guest != guest), maxlen=KEPT)

    def _room(self, table: str) -> deque[Spoken]:
        """Return the messages of a table. If there are too many tables, the longest-quiet one is dropped."""
        room = self._rooms.pop(table, None) or deque(maxlen=KEPT)
        self._rooms[table] = room
        if len(self._rooms) > ROOMS:
            del self._rooms[next(iter(self._rooms))]
        return room


@dataclass
class Conversation:
    """Delivers chat messages to the pages of all tables."""

    tables: Tables
    broadcaster: Broadcaster
    blocks: Blocks
    talk: Talk

    def say(self, table: str, guest: str | None, message: str, phrase: int | None, text: str | None) -> None:
        """Send a person's message to the table. Raises the reason if it is not allowed."""
        found = self.tables.find(table)
        found.require_open()
        spoken = self.talk.say(found, guest, found.seat_of(guest), message, phrase, text)
        if spoken is None:
            return
        said = frame(SaidMessage([spoken.said]))
        for subscriber in self.broadcaster.at_table(table):
            if not self.blocks.has_blocked(subscriber.guest, spoken.guest):
                subscriber.send(said)

    def replay(self, subscriber: Subscriber) -> None:
        """Send the messages from before this page connected."""
        spoken = self.talk.list_recent(subscriber.live.table)
        heard = [one.said for one in spoken if not self.blocks.has_blocked(subscriber.guest, one.guest)]
        if heard:
            subscriber.send(frame(SaidMessage(heard)))


def _require_allowed(chat: Chat, phrase: int | None, text: str | None) -> str | None:
    """Return the cleaned free text, or None for a phrase. Raises `chat-off`, `phrases-only`, `nothing-said`."""
    if chat == "off":
        raise refuse("chat-off")
    if phrase is not None and text is None and phrase < len(PHRASES):
        return None
    words = clean(text or "")
    if not words:
        raise refuse("nothing-said")
    if chat != "free":
        raise refuse("phrases-only")
    return words


def clean(text: str) -> str:
    """Return one line without characters that are invisible, control a terminal, or change the direction of text."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    kept = "".join(letter for letter in line if unicodedata.category(letter)[0] != "C" or letter in JOINERS)
    return " ".join(kept.split())[:LONGEST].strip(JOINERS + " ")
