"""What a seat may know, as OpenSpiel's observers tell it: public, private or both; as it stands or as it came about.

Public is what a spectator sees, private what this seat sees beyond. Both together are the view of the seat.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.envs.observation import SEAT, layout
from bussolotto.kernel import SPECTATOR

Numbers = npt.NDArray[np.float32]


class Observer:
    """`tensor` float32[width] as `envs.observation` lays it out, `dict` its arrays by name; None and {} with recall.

    Private numbers are those of the seat's view less those of the spectator's: zero but for what it alone sees.
    """

    def __init__(self, game: Any, public: bool, private: bool, perfect_recall: bool) -> None:
        self.game = game
        self.public = public
        self.private = private
        self.perfect_recall = perfect_recall
        self.tensor: Numbers | None = None
        self.dict: dict[str, Numbers] = {}
        if not perfect_recall:
            self._lay_out()

    def _lay_out(self) -> None:
        described = layout(self.game)
        self.tensor = np.zeros(described.width, np.float32)
        for field in described.fields:
            self.dict[field.name] = self.tensor[described.places[field.name]].reshape(field.shape or (1,))

    def set_from(self, state: Any, player: int) -> None:
        """Write what `player` may know of the state into `tensor`."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        if self.private:
            self.tensor += self._numbers(state, player)
        if self.public != self.private:  # the spectator's numbers alone, or all but them
            self.tensor += (1 if self.public else -1) * self._numbers(state, SPECTATOR)
        if not self.public:
            self.dict[SEAT][:] = player

    def _numbers(self, state: Any, viewer: int) -> Numbers:
        views = np.frombuffer(state.moment.view(viewer), self.game.STATE)
        numbers: Numbers = layout(self.game).flat(views[0:1], [viewer])[0]
        return numbers

    def string_from(self, state: Any, player: int) -> str:
        """The same as text: a position, or with perfect recall the steps up to it."""
        viewer = player if self.private else SPECTATOR
        if not self.public and not self.private:
            return ""
        known = f"seat {player}\n" if self.private else ""
        if self.perfect_recall:
            return known + self._steps(state.moment, viewer)
        if self.public:
            return known + str(self.game.show(state.moment.view(viewer)))
        return known + self._beyond(state.moment, player)

    def _steps(self, moment: Any, viewer: int) -> str:
        """In a game with secrets the position too: after a guess not all of it comes from steps."""
        steps = str(moment.told(viewer, None if self.public else SPECTATOR))
        return f"{steps}\n{self.game.show(moment.view(viewer))}" if self.public and moment.tree.secrets else steps

    def _beyond(self, moment: Any, player: int) -> str:
        """The fields in which the view of a seat says more than the spectator's."""
        shown, others = (np.frombuffer(moment.view(viewer), self.game.STATE)[0] for viewer in (player, SPECTATOR))
        return "\n".join(
            f"{name} {shown[name].tolist()}"
            for name in self.game.STATE.names
            if shown[name].tobytes() != others[name].tobytes()
        )
