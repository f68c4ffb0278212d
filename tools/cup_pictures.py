"""The pictures of the games with a dice cup: hands, tables, and positions that the games' own rules brought about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bussolotto.core import dice
from bussolotto.games.cincinnati import game as cincinnati
from bussolotto.games.cincinnati import meet
from bussolotto.games.my_dice_your_dice import game as my_dice_your_dice
from bussolotto.pictures.piles import PEARL, TURQUOISE, flat
from bussolotto.pictures.svg import AMBER, FELT_DEEP, IVORY, QUIET, WOOD, bold, box, picture, text
from bussolotto.play.match import Match
from tools.game_pictures import go_on, played
from tools.pyramid_pictures import caption

STEP = 36  # from die to die, px
TABLES = ("A", "B", "C")


def row(x: float, y: float, faces: Sequence[int], colour: str = PEARL) -> list[str]:
    """Dice side by side; x, y: the middle of the first."""
    return [flat(x + STEP * index, y, face, colour) for index, face in enumerate(faces)]


def framed(x: float, y: float, count: int, colour: str = AMBER) -> str:
    """A frame round the first `count` dice of a row."""
    return box(x - 18, y - 19, STEP * count, 38, "none", colour)


def hand(*faces: int) -> int:
    """The keep of these five dice."""
    return dice.INDEX[tuple(sorted(faces))]


def grouped(keep: int) -> list[int]:
    """The faces of a hand as one lays them: what there is most of first, then the higher ones; a run ascending."""
    faces = dice.KEEPS[keep]
    if dice.hand_name(keep).endswith("straight"):
        run = sorted(set(faces), key=lambda face: (not in_run(face, faces), face))
        return [*run, *(face for face in set(faces) if faces.count(face) > 1)]
    return sorted(faces, key=lambda face: (-faces.count(face), -face))


def in_run(face: int, faces: Sequence[int]) -> bool:
    """Is this face one of four that follow each other?"""
    return any(set(range(low, low + 4)) <= set(faces) for low in range(max(1, face - 3), min(3, face) + 1))


def named(keep: int) -> str:
    """The name of a hand as people say it."""
    return dice.hand_name(keep).replace("-", " ")


# --- Cincinnati -------------------------------------------------------------------------------------------------------


def cincinnati_hands() -> str:
    """All kinds of hands in order, each with its best and its worst (CIN-1)."""
    shapes = [
        caption(340, 34, "from"),
        caption(552, 34, "down to"),
        caption(748, 34, "in one roll"),
    ]
    for line, name in enumerate(reversed(dice.HAND_NAMES)):
        y = 70 + 46 * line
        kind = [keep for keep in dice.HANDS.tolist() if dice.hand_name(keep) == name]
        ways = sum(int(dice.WAYS[keep]) for keep in kind)
        best, worst = max(kind, key=dice.RANK.__getitem__), min(kind, key=dice.RANK.__getitem__)
        shapes += [bold(text(24, y + 6, named(best))), *row(268, y, grouped(best)), *row(480, y, grouped(worst))]
        shapes.append(text(790, y + 6, f"{100 * ways / 6**dice.DICE:.1f} %", QUIET, 15, "end"))
    return picture(820, 484, "The nine kinds of hands, the best on top, each with its best and its worst dice", shapes)


SEEN = (  # two rounds of the rulebook: by table the dice of each who sits at it
    (((5, 5, 5, 5, 2), (4, 4, 4, 6, 1)), ((1, 2, 3, 4, 6), (3, 4, 5, 6, 6)), ((1, 2, 2, 3, 4),)),
    ((), ((2, 3, 4, 5, 5), (6, 6, 3, 2, 1)), ((1, 1, 2, 3, 4), (1, 1, 2, 2, 2), (1, 1, 2, 2, 3))),
)


def cincinnati_tables() -> str:
    """Who clears which table, in two rounds (CIN-3, CIN-4, CIN-11)."""
    shapes = []
    for panel, seen in enumerate(SEEN):
        shapes.append(caption(205 + 410 * panel, 34, ("One round", "Another")[panel]))
        for table, hands in enumerate(seen):
            shapes += table_of(24 + 410 * panel, 54 + 154 * table, table, [hand(*faces) for faces in hands])
    return picture(844, 520, "Two rounds: who sits at the tables A, B and C, and who clears them", shapes)


def table_of(x: float, y: float, table: int, there: Sequence[int]) -> list[str]:
    """One table with all hands at it; framed is the one that clears it."""
    clears = clearing(table, there)
    shapes = [box(x, y, 386, 142, FELT_DEEP, WOOD), bold(text(x + 16, y + 34, TABLES[table], AMBER, 26))]
    for line, keep in enumerate(there):
        middle = y + 25 + 44 * line
        laid, told = laid_at(table, keep)
        shapes += [*row(x + 68, middle, laid), text(x + 254, middle + 5, told, QUIET, 14)]
        if keep == clears:
            shapes.append(framed(x + 68, middle, dice.DICE))
    if not there:
        shapes.append(text(x + 50, y + 31, "nobody is here", IVORY, 14))
    elif clears < 0:
        shapes.append(text(x + 50, y + 122, "not cleared: the cards stay", IVORY, 14))
    return shapes


def clearing(table: int, there: Sequence[int]) -> int:
    """The hand that clears a table, -1 if none does."""
    order = dice.LOW_RANK if table == 2 else dice.RANK
    return max((keep for keep in there if dice.MEETS[table, keep]), key=order.__getitem__, default=-1)


def laid_at(table: int, keep: int) -> tuple[Sequence[int], str]:
    """A hand as one lays it at this table, and what it is worth there."""
    faces = dice.KEEPS[keep]
    return (faces, f"sum {sum(faces)}") if table == 2 else (grouped(keep), named(keep))


BETTER = (  # the comparisons of the rulebook: where, then hands from the best on
    ("as hands", ((6, 6, 3, 3, 1), (6, 6, 1, 1, 5), (5, 5, 4, 4, 3))),
    ("as hands", ((6, 6, 5, 4, 1), (6, 6, 5, 3, 2))),
    ("as hands, so at B", ((1, 2, 3, 4, 4), (1, 2, 3, 4, 2))),
    ("at C", ((1, 1, 1, 3, 4), (1, 2, 2, 2, 3))),
)


def cincinnati_better() -> str:
    """Hands of one kind compared (CIN-1, CIN-4)."""
    shapes = []
    for line, (where, hands) in enumerate(BETTER):
        y = 44 + 54 * line
        order = (dice.LOW_RANK if where == "at C" else dice.RANK)[[hand(*faces) for faces in hands]]
        assert (np.diff(order) < 0).all(), (where, hands)
        shapes.append(text(24, y + 6, where, AMBER))
        for place, faces in enumerate(hands):
            x = 188 + 228 * place
            shapes += row(x, y, faces)
            if place:
                shapes.append(text(x - 42, y + 6, "over", QUIET, 14, "middle"))
    return picture(844, 250, "Which of several hands of one kind is better", shapes)


@dataclass(frozen=True)
class Attempt:
    """What a seat keeps of its dice, and what the others then fall on."""

    seat: int
    kept: tuple[int, ...]
    fallen: tuple[int, ...]
    bought: bool = False

    def dice(self) -> list[int]:
        """All five, the kept ones first."""
        return [*self.kept, *self.fallen]


ROUND = (  # the rolls of seat 1 in the first round; the last is the rulebook's example of a token
    Attempt(1, (), (6, 6, 3, 2, 1)),
    Attempt(1, (6, 6), (4, 5, 2)),
    Attempt(1, (6, 6, 4), (4, 2)),
    Attempt(1, (6, 6, 4, 4), (4,), bought=True),
)
FOUGHT = (  # the duel of the second round: seat 0 holds the card
    Attempt(0, (), (5, 5, 2, 3, 1)),
    Attempt(1, (), (6, 6, 4, 2, 1)),
    Attempt(0, (5, 5), (5, 4, 1)),
    Attempt(1, (6, 6), (4, 3, 1)),
    Attempt(0, (5, 5, 5), (4, 2)),
    Attempt(1, (6, 6, 4), (4, 1)),
    Attempt(1, (6, 6, 4, 4), (3,), bought=True),
)


def after_round() -> Match:
    """The first round of a match is over: seat 1 has cleared table A with a bought roll."""
    match = played(cincinnati, 3, "start 0", "card 35000", "card 15000")
    roll(match, (6, 6, 5, 5, 1), ROUND[0].fallen, (6, 5, 5, 3, 3))
    go_on(match, (0, "table C"), (1, "table A"), (2, "table C"))
    for attempt in ROUND[1:]:
        make(match, attempt)
    decline(match)
    return match


def before_duel() -> Match:
    """Seat 0 has won a duel card in the second round, and names its opponent."""
    match = go_on(after_round(), "card duel", "card 20000")
    roll(match, (5, 5, 5, 2, 1), (6, 6, 4, 3, 1), (6, 5, 5, 3, 3))
    go_on(match, (0, "table A"), (1, "table C"), (2, "table C"))
    decline(match)
    return go_on(match, (0, "duel 1"))


def roll(match: Match, *rolls: Sequence[int]) -> None:
    """These dice fall, seat by seat."""
    go_on(match, *(f"die {face}" for dice_of_seat in rolls for face in dice_of_seat))


def make(match: Match, attempt: Attempt) -> None:
    """Everybody else declines whatever he is asked, until this seat may make its attempt."""
    decline(match, attempt.seat, cincinnati.BUY if attempt.bought else None)
    if attempt.kept:
        match.play(attempt.seat, dice.INDEX[tuple(sorted(attempt.kept))])
    decline(match, attempt.seat)
    roll(match, attempt.fallen)


def decline(match: Match, but: int = -1, buys: int | None = None) -> None:
    """Let all keep what they have and buy nothing, but for one seat, which waits, or buys first; who duels is open."""
    while asked := [seat for seat in range(3) if match.movers() >> seat & 1]:
        others = [seat for seat in asked if seat != but]
        legal = match.legal(others[0] if others else but)
        if min(legal) >= cincinnati.DUEL:
            return
        if others:
            match.play(others[0], cincinnati.PASS if cincinnati.PASS in legal else max(legal))
        elif buys in legal:
            match.play(but, buys)
        elif cincinnati.PASS in legal:
            match.play(but, cincinnati.PASS)
        else:
            return


def cincinnati_token() -> str:
    """Three rolls and a bought one (CIN-7, CIN-9)."""
    position = after_round().view(None)
    assert position["money"][1] == [0, 0, 0, 0, 1] and position["tokens"][1] == 2, position
    shapes = []
    for line, attempt in enumerate(ROUND):
        y = 44 + 54 * line
        words = "with a token" if attempt.bought else f"roll {line + 1}"
        shapes += [text(24, y + 6, words, AMBER), *attempt_of(214, y, attempt)]
        shapes.append(text(412, y + 6, named(hand(*attempt.dice())), QUIET, 14))
    return picture(560, 250, "A round at table A: framed dice were kept; the bought roll makes a full house", shapes)


def attempt_of(x: float, y: float, attempt: Attempt) -> list[str]:
    """The dice of an attempt, with a frame round the kept ones."""
    shapes = row(x, y, attempt.dice())
    return [*shapes, framed(x, y, len(attempt.kept))] if attempt.kept else shapes


def cincinnati_duel() -> str:
    """A duel from its first attempt to its end (CIN-14, CIN-15)."""
    match = before_duel()
    for attempt in FOUGHT:
        make(match, attempt)
    decline(match)
    position = match.view(None)
    assert [position["money"][seat][4] for seat in (0, 1)] == [1, 0] and position["tokens"][1] == 1, match.show(1)
    shapes = [caption(286, 34, "who holds the card"), caption(552, 34, "the challenged")]
    for line, words in enumerate(("first attempt", "second", "third", "bought")):
        shapes.append(text(24, 78 + 54 * line, words, AMBER))
    for number, attempt in enumerate(FOUGHT):
        line = 3 if attempt.bought else number // 2
        shapes += attempt_of(214 + 266 * attempt.seat, 72 + 54 * line, attempt)
    ends = [next(attempt for attempt in reversed(FOUGHT) if attempt.seat == seat) for seat in (0, 1)]
    for seat, attempt in enumerate(ends):
        shapes.append(text(286 + 266 * seat, 286, named(hand(*attempt.dice())), IVORY, 15, "middle"))
    return picture(700, 310, "A duel: three of a kind beats two pairs, and the holder takes a card of 35,000", shapes)


def cincinnati_chances() -> str:
    """How likely each table's condition is met with so many rolls, all kept as well as can be."""
    shapes = [caption(160 + 110 * rolls, 34, str(rolls + 1)) for rolls in range(meet.MOST_ROLLS)]
    shapes.append(text(24, 34, "rolls", QUIET))
    for table, condition in enumerate(meet.CONDITIONS):
        y = 52 + 64 * table
        shapes.append(bold(text(40, y + 36, condition, AMBER, 26)))
        for rolls, chance in enumerate(meet.from_nothing(condition)):
            x = 110 + 110 * rolls
            shapes += [box(x, y + 36, 100, 12, FELT_DEEP), box(x, y + 36, 100 * chance, 12, AMBER)]
            shapes.append(text(x + 50, y + 26, f"{100 * chance:.1f} %", IVORY, 15, "middle"))
    return picture(784, 258, "The chance of meeting the conditions of tables A, B and C with one to six rolls", shapes)


# --- My Dice - Your Dice ----------------------------------------------------------------------------------------------

MINE, YOURS = TURQUOISE, AMBER  # of the player with 6 and 5, of the one with 1 and 2


def my_dice_your_dice_start() -> str:
    """What lies where before the first roll (MDY-1)."""
    position = played(my_dice_your_dice, 2).view(None)
    shapes = []
    numbers = (("You begin", 6, 5, MINE), ("Your opponent", 1, 2, YOURS))
    for seat, (name, main, secondary, colour) in enumerate(numbers):
        y = 50 + 282 * seat
        shapes += [bold(text(24, y + 6, name, IVORY)), *row(190, y, [main] * position["spare"][seat], colour)]
        shapes += [text(440, y + 6, f"main number {main}, secondary {secondary}", QUIET, 15)]
    left = 24.0
    for size in position["groups"]:
        shapes += group(left, 100, size)
        left += 132
    shapes.append(text(24, 284, "the reserve: the group of eight is rolled first", QUIET, 14))
    return picture(840, 376, "Six action dice each, and six groups of dice between them", shapes)


def group(x: float, y: float, size: int) -> list[str]:
    """A group of the reserve, three dice in a row."""
    places = [(x + 26 + 36 * (index % 3), y + 28 + 38 * (index // 3)) for index in range(size)]
    return [
        box(x, y, 124, 128, FELT_DEEP, WOOD),
        *(flat(left, top, 0) for left, top in places),
        text(x + 62, y + 152, str(size), IVORY, 15, "middle"),
    ]


def my_dice_your_dice_ransom() -> str:
    """The printed example: one die is ransomed, one is handed over (MDY-4, MDY-5)."""
    first = [f"die {face}" for face in (6, 5, 6, 5, 6, 5, 6, 5)]
    thrown = (1, 1, 2, 2, 6, 6, 4)
    match = played(my_dice_your_dice, 2, "start 0", *first, *(f"die {face}" for face in thrown))
    assert match.legal(1) == [0, 1, 2], match.show(1)
    go_on(match, (1, "ransom 1"))
    after = match.view(None)
    assert (after["won"], after["spare"], after["game"]) == ([9, 4], [6, 5], 3), match.show(1)
    shapes = [bold(text(24, 48, "The roll")), *row(190, 42, thrown)]
    lines: list[tuple[str, list[int], str]] = [
        ("won at once", [1, 1, 2, 2], YOURS),
        ("handed over", [6], MINE),
        ("rolled next", [4, 6, 1], PEARL),
    ]
    for line, (words, faces, colour) in enumerate(lines):
        y = 104 + 54 * line
        shapes += [text(24, y + 6, words, AMBER), *row(190, y, faces, colour)]
    shapes += [flat(190 + 2 * STEP, 212, 1, YOURS)]
    shapes += [text(312, 218, "the other die, the ransomed one, and the action die paid", QUIET, 14)]
    return picture(748, 250, "The player with 1 and 2 wins four dice, gives up one 6 and ransoms the other", shapes)


PICTURES: dict[str, Callable[[], str]] = {
    "cincinnati-hands.svg": cincinnati_hands,
    "cincinnati-tables.svg": cincinnati_tables,
    "cincinnati-better.svg": cincinnati_better,
    "cincinnati-token.svg": cincinnati_token,
    "cincinnati-duel.svg": cincinnati_duel,
    "cincinnati-chances.svg": cincinnati_chances,
    "my-dice-your-dice-start.svg": my_dice_your_dice_start,
    "my-dice-your-dice-ransom.svg": my_dice_your_dice_ransom,
}
