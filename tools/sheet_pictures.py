"""The pictures of the words of rule sheets: the interpreter itself says what they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bussolotto.core.contract import new_state
from bussolotto.core.kernel import plain
from bussolotto.core.pyramid import CELLS, INDEX, cells
from bussolotto.pictures.piles import COLOURS, Die, View, pile
from bussolotto.pictures.svg import AMBER, INK, QUIET, picture
from bussolotto.sheets import effects, game_from_sheet, interpreter, measures, words
from tools.pyramid_pictures import caption, tag

SIZE = 4
SHEET = f"""sheet = 1
game = {{ name = "picture", title = "Picture", authors = [], seats = [3] }}
pile = {{ size = {SIZE} }}
win = {{ by = ["most dice"] }}
[[step]]
name = "taking"
move = [{{ do = "take", to = "own", then = "taking" }}]
"""
RED = words.COLOUR["red"]


def standing(seed: int, highest: int = 0, size: int = SIZE) -> Any:
    """A state with dice of random colours in all cells of these levels."""
    s = plain(new_state(game_from_sheet(SHEET), 3))
    rng = Random(seed)
    for cell in cells(size):
        if size - sum(cell) <= highest:
            effects.set_die(s, INDEX[cell], rng.randint(1, len(COLOURS)), 0)
    return s


def dice_of(s: Any) -> list[int]:
    """The cells with a die."""
    return [cell for cell in range(len(CELLS)) if s.colour[cell]]


def of_dice() -> str:
    """What a take can ask of a die: each panel shows the dice that a test chooses."""
    s = standing(3, highest=SIZE)
    for cell in ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 2), (4, 0, 0)):
        effects.take_away(s, INDEX[cell])

    def measured(name: str, cell: int) -> int:
        return int(measures.measure(s, 0, words.OF_DICE[name].code, cell))

    tests: Mapping[str, Callable[[int], bool]] = {
        "open = 3": lambda cell: measured("open", cell) == 3,
        "level = 0, open = 2": lambda cell: measured("level", cell) == 0 and measured("open", cell) == 2,
        "neighbours = { most = 2 }": lambda cell: measured("neighbours", cell) <= 2,
        "sides = 2": lambda cell: measured("sides", cell) == 2,
    }
    shapes = []
    for number, (told, chosen) in enumerate(tests.items()):
        view = View(140 + 268 * number, 150, 22)
        shapes += pile(view, {cell: Die(AMBER if chosen(cell) else QUIET) for cell in dice_of(s)}, SIZE)
        shapes.append(caption(view.x, 300, told))
    return picture(1090, 320, "Dice of one pile, and which of them four tests choose", shapes)


def of_places() -> str:
    """What a put can ask of a place: what three words say of each funnel, with a red die in hand."""
    s = standing(21)
    s.held = RED
    told = {
        "kinds": "kinds: colours around it",
        "alike": "alike: dice of the colour in hand, red",
        "row": "row: length of the red row it would end",
    }
    for cell in ((1, 1, 1), (0, 2, 1), (2, 0, 1)):
        effects.set_die(s, INDEX[cell], RED, 0)
    shapes = []
    for number, (name, said) in enumerate(told.items()):
        view = View(175 + 345 * number, 205, 27)
        shapes += pile(view, {cell: Die(COLOURS[s.colour[cell] - 1]) for cell in dice_of(s)}, SIZE)
        for place in range(len(CELLS)):
            if interpreter.has_place(s, words.DO["put"], place):
                value = measures.measure(s, 0, words.OF_PLACES[name].code, place)
                shapes.append(tag(view, CELLS[place], str(value), INK, 17))
        shapes.append(caption(view.x, 350, said))
    return picture(1040, 370, "Funnels of one pile, each with what three words say of it", shapes)


PICTURES: dict[str, Callable[[], str]] = {"sheet-dice.svg": of_dice, "sheet-places.svg": of_places}
