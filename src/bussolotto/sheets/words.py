"""The words of rule sheets, and the numbers that stand for them in the tables. docs/rule-sheets.md explains each."""

from typing import NamedTuple

from bussolotto.sheets import state as tables

LAID = {"all": tables.FILLED, "base": tables.BASE_ONLY, "nothing": tables.EMPTY}
DICE = {"faces": tables.PLAIN_POSES, "colours": tables.COLOURED, "both": tables.COLOURED_POSES}
WHO = {"turn": tables.TURN, "all": tables.ALL, "same": tables.SAME}
BY = {"step": tables.ALL, "turn": tables.TURN}
DO = {
    "take": tables.TAKE,
    "put": tables.PUTS,
    "show": tables.SHOWS,
    "pose": tables.POSES,
    "say": tables.SAYS,
    "give up": tables.GIVES_UP,
}
TRIED = {"take": ("take", "die"), "put": ("put", "gap"), "show": ("funnel", "gap"), "pose": ("pose", "")}  # actions
BY_ITSELF = {"no": tables.NOT_ALONE, "also": tables.ALSO, "only": tables.ONLY}
TO = {"": tables.NOWHERE, "hand": tables.HAND, "own": tables.OWN, "box": tables.BOX}
IDLE = {"no": tables.NOT_IDLE, "counts": tables.COUNTS, "starts again": tables.STARTS_AGAIN}
TURN = {"stays": tables.STAYS, "next": tables.NEXT, "mover": tables.MOVER}
COLOUR = {colour: number for number, colour in enumerate(tables.COLOURS, 1)}
WIN = {
    "most points": tables.BY_POINTS,
    "fewest points": -tables.BY_POINTS,
    "most dice": tables.BY_DICE,
    "fewest dice": -tables.BY_DICE,
    "last move": tables.BY_LAST,
    "not the last move": -tables.BY_LAST,
}
# what numbers cannot be called: studies ask for `players` as for an option, and write the others beside the options
NO_NUMBERS = ("players", "measure", "matches", "mean", "se", "lower", "upper", "difference", "difference_se")
IMPLIED = ("no-move", "limit")  # ends that every sheet has

ANY, COLOURED, FACED = "", "colours", "faces"  # what dice something is said of


class Measure(NamedTuple):
    """Something that can be compared: its number in the tables, its largest value, and the dice that have it."""

    code: int
    most: int
    needs: str = ANY


OF_CELLS = {
    "level": Measure(tables.LEVEL, 8),
    "neighbours": Measure(tables.NEIGHBOURS, 6),
    "sides": Measure(tables.SIDE_COUNT, 3),
}
OF_DICE = {
    **OF_CELLS,
    "open": Measure(tables.OPEN, 3),
    "colour": Measure(tables.COLOUR, 3, COLOURED),
    "x": Measure(tables.FACE_X, 6, FACED),
    "y": Measure(tables.FACE_Y, 6, FACED),
    "z": Measure(tables.FACE_Z, 6, FACED),
    "own_face": Measure(tables.OWN_FACE, 6, FACED),
    "faces": Measure(tables.FACE_SUM, 18, FACED),
}
OF_PLACES = {
    **OF_CELLS,
    "kinds": Measure(tables.KINDS, 3, COLOURED),
    "alike": Measure(tables.ALIKE, 3, COLOURED),
    "row": Measure(tables.ROW, 9, COLOURED),
    "line": Measure(tables.LINE, 9, COLOURED),
    "looking_in": Measure(tables.LOOKING_IN, 18, FACED),
}
OF_MATCH = {
    "dice": Measure(tables.DICE_OF, 999),
    "points": Measure(tables.POINTS_OF, 999),
    "fewest_dice": Measure(tables.FEWEST_DICE, 999),
    "most_dice": Measure(tables.MOST_DICE, 999),
    "fewest_points": Measure(tables.FEWEST_POINTS, 999),
    "most_points": Measure(tables.MOST_POINTS, 999),
    "pile": Measure(tables.PILE, 165),
    "above_base": Measure(tables.ABOVE_BASE, 120),
    "free": Measure(tables.FREE, 165),
    "idle": Measure(tables.IDLE_TURNS, tables.MAX_PLIES),
    "thrown": Measure(tables.THROWN_SUM, 18),
    "right_funnels": Measure(tables.RIGHT_FUNNELS, 120, FACED),
}
MEASURES = {"take": OF_DICE, "put": OF_PLACES, "show": OF_PLACES}  # by what is done
HAND = {"colour": Measure(tables.HAND_COLOUR, 3, COLOURED)}  # of a move without a place
# what a measure can be compared with, and how
REGISTERS = {"thrown": tables.THROWN_SUM}
REGISTERS_OF = {
    "colour": {"last": tables.LAST_COLOUR, "hand": tables.HAND_COLOUR},
    "level": {"last": tables.LAST_LEVEL},
}
COMPARED = {"": tables.EQUAL, "not ": tables.UNEQUAL, "below ": tables.LESS, "above ": tables.MORE}
