"""Whether this server is about to stop: from then on no table is opened, and what is under way is finished."""

from bussolotto.core.errors import refuse


class Draining:
    """A flag that is raised once, before a server stops or its successor takes over."""

    def __init__(self) -> None:
        self.begun = False

    def require_open(self) -> None:
        """Raises `restarting` once the server is about to stop."""
        if self.begun:
            raise refuse("restarting")
