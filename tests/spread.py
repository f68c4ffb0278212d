"""Which tests stay together on one worker: those of a file, and of a law's file those of one game."""

import re
from contextlib import suppress
from typing import Any

from xdist.scheduler import LoadFileScheduling

LAW_OF_A_GAME = re.compile(r"(?P<file>tests/laws/[^:]+)::[^\[]+\[(?P<game>.+?)(-(static_)?law_\w+)?\]")


class ByFileAndGame(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """A file at a time. The laws take minutes: a game at a time, so that no worker has them all."""

    def _split_scope(self, nodeid: str) -> str:
        """The name of the group that a test belongs to."""
        return group_of(nodeid)

    def remove_node(self, node: Any) -> str | None:
        """Return the test that has ended its worker, and give to others what that has not begun.

        That test is not begun again, for it might hang again until its time is over; nor is given away what is done:
        whoever is given nothing else waits for ever.
        """
        units = self.assigned_work[node]
        left = [test for unit in units.values() for test, done in unit.items() if not done]
        for unit in units.values():
            unit.update(dict.fromkeys(unit.keys() & left[:1], True))
        self.assigned_work[node] = {group: unit for group, unit in units.items() if not all(unit.values())}
        super().remove_node(node)
        return left[0] if left else None

    def _assign_work_unit(self, node: Any) -> None:
        """Give a worker its next tests; if it has ended, which is told later, `remove_node` gives them to another."""
        with suppress(OSError):
            super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        """Give a worker two tests at least: it begins one when it knows the next, and one alone is never done."""
        super()._reschedule(node)
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)


def group_of(nodeid: str) -> str:
    """The file of a test, with the game where it is a law."""
    law = LAW_OF_A_GAME.match(nodeid)
    return f"{law['file']}[{law['game']}]" if law else nodeid.partition("::")[0]
