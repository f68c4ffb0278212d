"""Which controls of a page make an action: every game says so in `controls.py` beside its tests."""

from importlib import import_module
from typing import Any, NamedTuple

from bussolotto.core import pyramid
from tests.components.views import View

PRIMARY = ".bench-buttons .primary:not([aria-disabled])"


class Way(NamedTuple):
    """Controls as selectors, pressed one after the other: with `?` before it one that is pressed if it is there.

    Then any of `onward`, the first that is there, until something is sent.
    """

    controls: list[str]
    onward: tuple[str, ...] = ()


def button(text: str) -> str:
    """The button of an action beside the bench."""
    return f'.bench-buttons [data-action="{text}"]'


def cell(text: str) -> str:
    """A cell of the pile, by its notation."""
    return f'[data-cell="{pyramid.cells_by_text()[text]}"]'


def way_of(view: View, action: int) -> Way:
    """How to do an action on the game's own page."""
    module = import_module(f"tests.games.{view.match.game.NAME.replace('-', '_')}.controls")
    found: Way = module.way(view.text(action), view.seen(), view.seat)
    return found


def ways(view: View, actions: list[int], plain: bool = False) -> list[dict[str, Any]]:
    """The ways to do these actions, for the page."""
    found = []
    for action in actions:
        way = Way([f'[data-action="{action}"]']) if plain else way_of(view, action)
        found.append({"action": action, "text": view.text(action), **way._asdict()})
    return found
