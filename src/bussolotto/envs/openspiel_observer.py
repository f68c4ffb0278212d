"""OpenSpiel's observers: public or private information, or both, of a position or with perfect recall.

Public is what a spectator sees; private is what this seat sees in addition. Together they form the seat's view. The
tensor of an information state, which is both with perfect recall, is the view and the last steps as this seat knows
them, the latest first: who made each (a seat from 1; 16 is chance), which action or outcome (from 1; 0 if not known)
and whether it was played or came too late.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core.kernel import SPECTATOR
from bussolotto.envs.observation import SEAT, layout

STEPS = "steps"  # in the tensor of an information state, beside the fields of the view

Numbers = npt.NDArray[np.float32]


class Observer:
    """`tensor` float32[width] in the layout of `envs.observation`, `dict` its arrays by name.

    With perfect recall there is a tensor only of everything that a seat knows, with `recall` steps after the view;
    otherwise it is None and `dict` is empty. Private numbers are the seat's view minus the spectator's: nonzero only
    where the seat alone sees something.
    """

    def __init__(self, game: Any, public: bool, private: bool, perfect_recall: bool, recall: int) -> None:
        self.game = game
        self.public = public
        self.private = private
        self.perfect_recall = perfect_recall
        self.tensor: Numbers | None = None
        self.dict: dict[str, Numbers] = {}
        if not perfect_recall or (public and private):
            self._lay_out(recall if perfect_recall else 0)

    def _lay_out(self, recall: int) -> None:
        described = layout(self.game)
        self.tensor = np.zeros(described.width + 3 * recall, np.float32)
        self._view = self.tensor[: described.width]
        for field in described.fields:
            self.dict[field.name] = self.tensor[described.places[field.name]].reshape(field.shape or (1,))
        if recall:
            self.dict[STEPS] = self.tensor[described.width :].reshape(recall, 3)

    def set_from(self, state: Any, player: int) -> None:
        """Write what `player` may know of the state to `tensor`."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        if self.private:
            self._view += self._numbers(state, player)
        if self.public != self.private:  # only the spectator's numbers, or all the others
            self._view += (1 if self.public else -1) * self._numbers(state, SPECTATOR)
        if not self.public:
            self.dict[SEAT][:] = player
        if STEPS in self.dict:
            self._write_steps(state.spiel_state, player)

    def _write_steps(self, state: Any, player: int) -> None:
        rows = self.dict[STEPS]
        for row, step in zip(rows, state.steps_known(player), strict=False):
            row[:] = step.seat + 1, step.action + 1, step.played

    def _numbers(self, state: Any, viewer: int) -> Numbers:
        views = np.frombuffer(state.spiel_state.view(viewer), self.game.STATE)
        numbers: Numbers = layout(self.game).flat(views[0:1], [viewer])[0]
        return numbers

    def string_from(self, state: Any, player: int) -> str:
        """Return the same as text: a position, or with perfect recall the steps up to it."""
        viewer = player if self.private else SPECTATOR
        if not self.public and not self.private:
            return ""
        known = f"seat {player}\n" if self.private else ""
        handed = state.spiel_state.handed_in(player) if self.private else ""
        known += f"{handed}\n" if handed else ""
        if self.perfect_recall:
            return known + self._steps(state.spiel_state, viewer)
        if self.public:
            return known + str(self.game.show(state.spiel_state.view(viewer)))
        return known + self._beyond(state.spiel_state, player)

    def _steps(self, state: Any, viewer: int) -> str:
        """Return the steps, and with secrets the position too: after a guess, steps do not determine it."""
        steps = str(state.describe_steps(viewer, None if self.public else SPECTATOR))
        return f"{steps}\n{self.game.show(state.view(viewer))}" if self.public and state.tree.secrets else steps

    def _beyond(self, state: Any, player: int) -> str:
        """Return the fields in which a seat's view differs from the spectator's."""
        shown, others = (np.frombuffer(state.view(viewer), self.game.STATE)[0] for viewer in (player, SPECTATOR))
        return "\n".join(
            f"{name} {shown[name].tolist()}"
            for name in self.game.STATE.names
            if shown[name].tobytes() != others[name].tobytes()
        )
