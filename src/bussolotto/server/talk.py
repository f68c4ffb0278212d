"""Talk at a table: set phrases by number, or free words where the host allows them. It is no part of the match.

The last of it is kept in memory, for who comes later; a restart forgets it.
"""

import unicodedata
from collections import deque
from itertools import count
from time import monotonic, time_ns
from typing import NamedTuple

from bussolotto.server.limits import Buckets
from bussolotto.server.problems import ChatOff, NothingSaid, NotSeated, PhrasesOnly, TalkTooFast
from bussolotto.server.protocol import Chat, Utterance
from bussolotto.server.tables import Table

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
)  # their numbers go over the line: new ones come at the end
LONGEST = 200  # characters of free words
KEPT = 50
ROOMS = 1_000
A_SECOND, AT_ONCE = 0.4, 5
JOINERS = "\u200c\u200d"  # hold letters of some scripts, and pictures, together


class Spoken(NamedTuple):
    """What was said, by whom, and when; `message` is the speaker's own id of it."""

    guest: str
    message: str
    said: Utterance
    at_s: float


class Talk:
    """What is said at all tables."""

    def __init__(self) -> None:
        self._rooms: dict[str, deque[Spoken]] = {}
        self._breath = Buckets(A_SECOND, AT_ONCE)
        self._numbers = count(time_ns() // 1_000)  # they grow over a restart as well

    def say(
        self, table: Table, guest: str | None, seat: int | None, message: str, phrase: int | None, text: str | None
    ) -> Spoken | None:
        """Say something at a table; None for what was said before. Raises why it is not said."""
        if guest is None or seat is None:
            raise NotSeated()
        room = self._room(table.name)
        if any((spoken.guest, spoken.message) == (guest, message) for spoken in room):
            return None
        words = _allowed(table.chat, phrase, text)
        if not self._breath.take(guest):
            raise TalkTooFast()
        said = Utterance(next(self._numbers), seat, table.seats[seat].name, phrase, words)
        room.append(Spoken(guest, message, said, monotonic()))
        return room[-1]

    def so_far(self, table: str) -> list[Spoken]:
        """What was said here lately, the oldest first, with how long ago that was."""
        now_s = monotonic()
        spoken = list(self._rooms.get(table, ()))
        for one in spoken:
            one.said.ago_s = int(now_s - one.at_s)
        return spoken

    def _room(self, table: str) -> deque[Spoken]:
        """The talk of a table; where nobody has spoken for long it is forgotten when there are many."""
        room = self._rooms.pop(table, None) or deque(maxlen=KEPT)
        self._rooms[table] = room
        if len(self._rooms) > ROOMS:
            del self._rooms[next(iter(self._rooms))]
        return room


def _allowed(chat: Chat, phrase: int | None, text: str | None) -> str | None:
    """The free words as they are told, None for a phrase. Raises ChatOff, PhrasesOnly, NothingSaid."""
    if chat == "off":
        raise ChatOff()
    if phrase is not None and text is None and phrase < len(PHRASES):
        return None
    words = clean(text or "")
    if not words:
        raise NothingSaid()
    if chat != "free":
        raise PhrasesOnly()
    return words


def clean(text: str) -> str:
    """One line without characters that show nothing, steer a terminal, or turn the direction of writing about."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    kept = "".join(letter for letter in line if unicodedata.category(letter)[0] != "C" or letter in JOINERS)
    return " ".join(kept.split())[:LONGEST].strip(JOINERS + " ")
