"""Which tests stay together on one worker: those of a file, and of a law's file those of one game."""

import re

from xdist.scheduler import LoadFileScheduling

LAW_OF_A_GAME = re.compile(r"(?P<file>tests/laws/[^:]+)::[^\[]+\[(?P<game>.+?)(-(static_)?law_\w+)?\]")


class ByFileAndGame(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """A file at a time. The laws take minutes: a game at a time, so that no worker has them all."""

    def _split_scope(self, nodeid: str) -> str:
        """The name of the group that a test belongs to."""
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """The file of a test, with the game where it is a law."""
    law = LAW_OF_A_GAME.match(nodeid)
    return f"{law['file']}[{law['game']}]" if law else nodeid.partition("::")[0]
