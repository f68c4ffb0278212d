"""The pictures of the games on the pyramid: positions that the games' own rules have brought about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from bussolotto.core.chance import Fast
from bussolotto.core.kernel import CHANCE
from bussolotto.core.pyramid import (
    BELOW,
    CELLS,
    COUNT,
    FUNNELS,
    INDEX,
    POSE_OF,
    POSES,
    SIDE_OF_SEAT,
    SIDES,
    SIZE,
    cell_text,
    is_funnel,
)
from bussolotto.games.abquetschen import game as abquetschen
from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.games.cui_bono import game as cui_bono
from bussolotto.games.eintrichtern import game as eintrichtern
from bussolotto.games.perspectives import game as perspectives
from bussolotto.games.raffzahn import game as raffzahn
from bussolotto.games.wuerfelmarsch import game as wuerfelmarsch
from bussolotto.pictures.piles import (
    PEARL,
    SEATS,
    TURQUOISE,
    Die,
    View,
    flat,
    hollow,
    outline,
    pile,
    posed,
)
from bussolotto.pictures.svg import AMBER, INK, IVORY, QUIET, RED, YELLOW, box, picture, text
from bussolotto.play.match import Match
from tools.pyramid_pictures import badge, caption, dot, flight, legend, single

Ply = str | tuple[int, str]  # what chance does, or a seat and what it does


def played(game: Any, seats: int, *plies: Ply) -> Match:
    """A new match after these plies."""
    match = Match(game, seats)
    return go_on(match, *plies)


def go_on(match: Match, *plies: Ply) -> Match:
    """The same match some plies later."""
    for ply in plies:
        seat, said = (CHANCE, ply) if isinstance(ply, str) else ply
        match.play(seat, match.game.read(seat, said))
    return match


def fallen(match: Match, dice: Fast) -> Match:
    """The same match once all dice have fallen that chance has to throw now."""
    while match.movers() == 1 << CHANCE:
        match.fall(dice)
    return match


def owned(match: Match) -> dict[int, Die]:
    """The pile of a game that knows whose each die is."""
    return {cell: Die(SEATS[seat - 1]) for cell, seat in enumerate(match.view(None)["owner"]) if seat}


def posed_pile(match: Match, colour: Callable[[int], str]) -> dict[int, Die]:
    """The pile of a game that knows how each die lies."""
    return {cell: posed(colour(cell), pose - 1) for cell, pose in enumerate(match.view(None)["pose"]) if pose}


def pearl_dice(x: float, y: float, numbers: Sequence[int], words: str) -> list[str]:
    """A throw on the table and its sum."""
    dice = [flat(x + 40 * index, y, number) for index, number in enumerate(numbers)]
    return [*dice, text(x - 14, y + 44, f"{words}: {sum(numbers)}")]


# --- Abquetschen ------------------------------------------------------------------------------------------------------


def opened() -> Match:
    """Seat 0 has opened in the middle, seat 1 is to roll."""
    return played(abquetschen, 3, "start 0", "four 0", (0, "open 2,2,3"))


def abquetschen_opening() -> str:
    """Where the opening may stand, and the opening of the second picture (ABQ-1)."""
    match = played(abquetschen, 3, "start 0", "four 0")
    left, right = View(205, 230, 20), View(605, 230, 20)
    shapes = [*pile(left, {}), *pile(right, owned(opened()))]
    middle = [INDEX[cell] for cell in abquetschen.CENTRAL]
    apexes = [action - COUNT for action in match.legal(0)]
    apexes.sort(key=middle.__contains__)
    shapes += [outline(left, CELLS[cell], AMBER if cell in middle else QUIET, 2.5) for cell in apexes]
    shapes += [caption(205, 380, f"{len(apexes)} places for the top die"), caption(605, 380, "the opening at 2,2,3")]
    return picture(810, 404, "The opening of Abquetschen: four dice off the edge, one of them on top", shapes)


def abquetschen_second() -> str:
    """What the second player can build at once (ABQ-3, ABQ-4)."""
    able = [number for number in range(1, 7) if can_build(number)]
    shapes = []
    for panel, number in enumerate(able):
        match = go_on(opened(), f"die {number}")
        before = set(owned(match))
        while match.movers() == 1 << 1:
            match.play(1, min(match.legal(1), key=lambda cell: (cell not in BELOW[INDEX[2, 2, 2]], cell)))
        view = View(150 + 270 * panel, 170, 15)
        shapes += [*pile(view, owned(match)), caption(view.x, 282, f"a roll of {number}")]
        shapes += [outline(view, CELLS[cell], TURQUOISE, 2) for cell in owned(match) if cell not in before]
    none = ", ".join(str(number) for number in range(1, 7) if number not in able)
    shapes.append(text(420, 312, f"with {none} nothing fits", QUIET, 15, "middle"))
    return picture(840, 330, "The second builder: three, five or six dice hang together and touch the opening", shapes)


def can_build(number: int) -> bool:
    """Does the second player find a place for so many dice?"""
    return bool(go_on(opened(), f"die {number}").view(None)["turn"] == 1)


def abquetschen_bonus() -> str:
    """Four new dice in a row, and the extra one (ABQ-6)."""
    line = [INDEX[a, 1, 2] for a in (5, 4, 3, 2)]
    match = opened()
    state = match.state
    for cell in all_below([INDEX[2, 2, 2], INDEX[2, 1, 3], INDEX[6, 0, 2], INDEX[5, 0, 3]]):
        if cell not in line and not state.owner[cell]:
            seat = 0 if CELLS[cell] == (4, 2, 2) else 1 + cell % 2
            state.owner[cell] = seat + 1
            state.reserve[seat] -= 1
    state.turn = 2  # the last one passes on to seat 0
    abquetschen.pass_on(state)
    go_on(match, "die 4")
    shapes = pile(View(205, 230, 20), owned(match))
    for cell in line:
        match.play(0, cell)
    offered = [match.game.say(0, action) for action in match.legal(0)]
    assert offered == ["bonus 0", "bonus 1"], offered
    go_on(match, (0, "bonus 1"))
    right = View(605, 230, 20)
    shapes += [*pile(right, owned(match)), *(dot(*right.place(CELLS[cell])) for cell in match.legal(0))]
    shapes += [caption(205, 380, "red rolls 4"), caption(605, 380, "four in a row: an extra die may go to a dot")]
    return picture(810, 404, "Four new dice in one straight row earn one extra die", shapes)


def all_below(tops: Iterable[int]) -> list[int]:
    """These cells and all on which they rest, lower ones first."""
    found: set[int] = set()
    waiting = list(tops)
    while waiting:
        cell = waiting.pop()
        found.add(cell)
        waiting += [int(other) for other in BELOW[cell] if other < COUNT and int(other) not in found]
    return sorted(found, key=lambda cell: -sum(CELLS[cell]))


# --- Raffzahn ---------------------------------------------------------------------------------------------------------


def half_way() -> Match:
    """A match in which everybody has taken whatever he could for a while, and a number lies."""
    dice = Fast(5)
    match = fallen(Match(raffzahn, 3), dice)
    while True:
        takes = [(seat, action) for seat in range(3) for action in match.legal(seat) if action < COUNT]
        if sum(match.scores()) > 40 and {seat for seat, _ in takes} == {0, 1, 2}:
            return match
        match.play(*(takes[0] if takes else (match.view(None)["turn"], raffzahn.THROW)))
        fallen(match, dice)


def raffzahn_takes() -> str:
    """Who may take what (RAF-2)."""
    match = half_way()
    number = match.view(None)["number"]
    view = View(290, 280, 26)
    shapes = pile(view, posed_pile(match, lambda _: PEARL))
    entries = []
    for seat in range(3):
        takes = [action for action in match.legal(seat) if action < COUNT]
        shapes += [outline(view, CELLS[cell], (RED, AMBER, TURQUOISE)[seat], 4) for cell in takes]
        entries.append(((RED, AMBER, TURQUOISE)[seat], f"seat {seat} may take {len(takes)}"))
    shapes += [text(566, 90, f"The turquoise die shows {number}"), flat(580, 130, number, TURQUOISE, 44)]
    shapes += legend(580, 210, entries)
    shapes += [text(290, 440, "seat 0 sits here", IVORY, 15, "middle")]
    shapes += [text(90, 150, "seat 1", IVORY, 15, "end"), text(490, 150, "seat 2", IVORY, 15)]
    return picture(
        840, 460, "A position of Raffzahn: free dice that show the number to a side, by who may take them", shapes
    )


def raffzahn_sides() -> str:
    """What each of the three reads of the same pile (RAF-1)."""
    match = half_way()
    shapes = []
    for seat in range(3):
        side = SIDE_OF_SEAT[seat]
        dice = {
            cell: Die(PEARL, [number * (axis == side) for axis, number in enumerate(die.faces)])
            for cell, die in posed_pile(match, lambda _: PEARL).items()
        }
        view = View(150 + 270 * seat, 170, 15)
        shapes += [*pile(view, dice), caption(view.x, 282, f"seat {seat}, side {'XYZ'[side]}")]
    return picture(840, 304, "The same pile three times, with the pips that each of the players reads", shapes)


# --- Bunte Kuh --------------------------------------------------------------------------------------------------------


def thrown() -> Match:
    """The base is full and the pearl dice lie there."""
    match = fallen(Match(bunte_kuh, 3), Fast(2))
    match.play(match.view(None)["turn"], bunte_kuh.THROW)
    return fallen(match, Fast(14))


def bunte_kuh_funnels() -> str:
    """A throw and the funnels that match it (BKU-2)."""
    match = thrown()
    numbers = match.view(None)["pearl"]
    view = View(290, 306, 28)
    right = [cell for cell in FUNNELS if funnel_sum(match, cell) == sum(numbers)]
    shapes = [*pile(view, posed_pile(match, lambda _: PEARL)), *pearl_dice(590, 110, numbers, "the sum")]
    shapes += [outline(view, CELLS[cell], AMBER, 4) for cell in right]
    shapes += [
        text(576, 210, "right funnels:"),
        *(text(576, 236 + 24 * line, cell_text(cell), AMBER) for line, cell in enumerate(right)),
    ]
    return picture(800, 486, "The three pearl dice, and the funnels whose three faces add up to the same", shapes)


def funnel_sum(match: Match, cell: int) -> int:
    """What looks into this funnel, from the poses; 0 where there is none."""
    pose = [*match.view(None)["pose"], 0, 1]
    if not is_funnel(pose, cell):
        return 0
    return sum(int(POSES[pose[BELOW[cell][axis]] - 1][axis]) for axis in range(SIDES))


def bunte_kuh_sums() -> str:
    """Before and after a die was placed: the sums of all funnels round it."""
    match = thrown()
    total = sum(match.view(None)["pearl"])
    right = [cell for cell in FUNNELS if funnel_sum(match, cell) == total]
    go_on(match, (1, f"funnel {cell_text(right[2])}"), (1, "pose 645"))
    before, after = thrown(), match
    shapes = []
    for panel, (position, words) in enumerate(
        ((before, f"before: the throw is {total}"), (after, "after: 6 to X, 4 to Y, 5 to Z"))
    ):
        view = View(205 + 400 * panel, 240, 21)
        shapes += pile(view, posed_pile(position, lambda cell: RED if sum(CELLS[cell]) < SIZE else PEARL))
        for cell in FUNNELS:
            if number := funnel_sum(position, cell):
                shapes += badge(view, CELLS[cell], str(number), AMBER if number == total else IVORY)
        shapes.append(caption(view.x, 392, words))
    return picture(810, 416, "The sums of all funnels before and after a die was placed", shapes)


# --- Cui bono? --------------------------------------------------------------------------------------------------------

COLOUR = {1: PEARL, 2: YELLOW, 3: RED}


def coloured(match: Match) -> dict[int, Die]:
    """The pile by colours."""
    return {cell: Die(COLOUR[kind]) for cell, kind in enumerate(match.view(None)["colour"]) if kind}


def cui_bono_turn() -> str:
    """A turn: what may be taken, and where it may go back (CUI-2, CUI-3, CUI-4)."""
    match, taken = interesting_turn()
    seat = match.view(None)["turn"]
    left, right = View(205, 230, 20), View(605, 230, 20)
    before = coloured(match)
    shapes = [*pile(left, before), *(outline(left, CELLS[cell], TURQUOISE, 4) for cell in match.legal(seat))]
    shapes.append(caption(205, 380, "outlined: what may be taken"))
    match.play(seat, taken)
    allowed = puts(match, seat)
    shapes += pile(right, coloured(match))
    for cell in standing_funnels(match):
        shapes.append(outline(right, CELLS[cell], TURQUOISE if cell in allowed else INK, 4))
    shapes += [caption(605, 380, f"{cell_text(taken)} is taken; turquoise: where it may go")]
    shapes += single(View(745, 110, 20), before[taken])
    return picture(810, 404, "The dice that may be taken; then one has been taken, and its row has slid", shapes)


def interesting_turn() -> tuple[Match, int]:
    """A position later on, and a die that fits into some funnels and not into others."""
    match, way = fallen(Match(cui_bono, 3), Fast(4)), Random(1)
    while True:
        seat = match.view(None)["turn"]
        for cell in match.legal(seat):
            later = match.preview(seat, [cell])
            if later.view(None)["held"] and 2 <= len(puts(later, seat)) < len(standing_funnels(later)):
                return match, cell
        match.play(seat, way.choice(match.legal(seat)))
        if match.view(None)["held"]:
            match.play(seat, match.legal(seat)[0])


def puts(match: Match, seat: int) -> list[int]:
    """The funnels that the die in hand may go into."""
    return [action - COUNT for action in match.legal(seat) if COUNT <= action < 2 * COUNT]


def standing_funnels(match: Match) -> list[int]:
    """All funnels of the pile."""
    pile_now = [*match.view(None)["colour"], 0, 1]
    return [cell for cell in FUNNELS if is_funnel(pile_now, cell)]


PRINTED = (  # colours of the dice of a funnel along a, b, c, of the die below the first, and is it allowed for red?
    ("A: all yellow", (2, 2, 2), 1, True),
    ("B: three colours", (2, 3, 1), 2, True),
    ("C: all red", (3, 3, 3), 1, False),
    ("D: a red row", (3, 2, 1), 3, False),
)


def cui_bono_funnels() -> str:
    """The printed example: where a red die may go (CUI-3, CUI-4)."""
    shapes = []
    where = INDEX[2, 2, 2]
    for panel, (words, kinds, under, allowed) in enumerate(PRINTED):
        match = Match(cui_bono, 3)
        state = match.state
        state.held = 3
        cells = [int(cell) for cell in BELOW[where]]
        for cell, kind in zip([*cells, INDEX[4, 2, 2]], [*kinds, under], strict=True):
            state.colour[cell] = kind
        assert cui_bono.takes_back(state, where) == allowed, words
        view = View(110 + 200 * panel, 150, 34)
        middle = View(view.x, view.y, view.unit)
        shapes += [
            *pile(middle, coloured(match), None),
            outline(middle, CELLS[where], TURQUOISE if allowed else INK, 4),
        ]
        shapes += [
            caption(view.x, 268, words),
            text(view.x, 292, "allowed" if allowed else "not allowed", TURQUOISE if allowed else QUIET, 15, "middle"),
        ]
    return picture(
        820,
        312,
        "Four funnels for a red die: all yellow and three colours take it; all red and a red row do not",
        shapes,
    )


# --- Eintrichtern -----------------------------------------------------------------------------------------------------


def memory(match: Match) -> dict[int, Die]:
    """The pile as everybody sees it; a lifted red die is away."""
    view = match.view(None)
    dice = {cell: Die(YELLOW, faces) for cell, faces in enumerate(view["face"]) if sum(CELLS[cell]) == SIZE}
    red = {cell: Die(RED) for cell, there in enumerate(view["red"]) if there and view["lifted"] != cell + 1}
    return dice | red


def eintrichtern_lift() -> str:
    """A lifted red die: the funnel lies open (EIN-2, EIN-3)."""
    match = fallen(Match(eintrichtern, 3), Fast(3))
    seat = match.view(None)["turn"]
    go_on(match, (seat, "throw"))
    fallen(match, Fast(9))
    shapes = [*pile(View(205, 236, 20), memory(match)), caption(205, 392, "covered: only the rim shows")]
    numbers = match.view(None)["pearl"]
    where = INDEX[2, 3, 2]
    match.play(seat, where)
    view = View(600, 236, 20)
    total = eintrichtern.funnel_sum(match.state, where)
    shapes += [
        *pile(view, memory(match)),
        outline(view, CELLS[where], TURQUOISE, 4),
        *pearl_dice(730, 74, numbers, "the throw"),
    ]
    answer = "the red die is won" if total == sum(numbers) else "the red die goes back"
    shapes.append(caption(600, 392, f"lifted: the funnel has {total}, {answer}"))
    return picture(880, 416, "Eintrichtern: the covered pile, and one red die lifted", shapes)


def fits(match: Match, cell: int) -> bool:
    """Would lifting this red die win it?"""
    return bool(eintrichtern.funnel_sum(match.state, cell) == sum(match.view(None)["pearl"]))


def eintrichtern_public() -> str:
    """What is public in the middle of a match (EIN-5)."""
    dice = Fast(6)
    match = fallen(Match(eintrichtern, 2), dice)
    while sum(match.scores()) < 6:
        seat = match.view(None)["turn"]
        options = match.legal(seat)
        right = [cell for cell in options if cell < COUNT and fits(match, cell)]
        match.play(seat, right[0] if right else options[-1])
        fallen(match, dice)
    shapes = pile(View(290, 280, 26), memory(match))
    entries = [(RED, "still covers a funnel"), (YELLOW, "rim and open funnels: public")]
    shapes += legend(560, 180, entries)
    return picture(840, 450, "Eintrichtern later on: open funnels and the rim are public, nothing else", shapes)


# --- Würfelmarsch -----------------------------------------------------------------------------------------------------


def marching(match: Match) -> dict[int, Die]:
    """The dice on the base, in the colours of their owners."""
    owner = match.view(None)["owner"]
    return posed_pile(match, lambda cell: (YELLOW, RED, PEARL)[owner[cell] - 1])


def wuerfelmarsch_start() -> str:
    """The opening position and the three aims (WUE-1, WUE-8)."""
    view = View(290, 306, 28)
    shapes = pile(view, marching(Match(wuerfelmarsch, 3)))
    for seat, colour in enumerate((YELLOW, RED, PEARL)):
        aim = [SIZE * (axis == SIDE_OF_SEAT[seat]) for axis in range(SIDES)]
        shapes.append(outline(view, aim, colour, 4))
    entries = [
        (colour, f"seat {seat}, side {'XYZ'[SIDE_OF_SEAT[seat]]}") for seat, colour in enumerate((YELLOW, RED, PEARL))
    ]
    shapes += [*legend(590, 130, entries), text(568, 250, "outlined: the corner to reach")]
    return picture(
        840, 486, "The opening of Würfelmarsch: five dice on each edge, the corner opposite is the aim", shapes
    )


FIGHT = {  # cell: seat, pose; the printed example round the hollow 3,2,3
    (2, 3, 3): (0, "645"),
    (4, 1, 3): (0, "214"),
    (3, 1, 4): (1, "624"),
    (4, 2, 2): (2, "312"),
    (3, 3, 2): (1, "351"),
}


def before_the_fight() -> Match:
    """The printed example: yellow is to tip the lowest die forward-right."""
    match = played(wuerfelmarsch, 3, "start 0")
    state = match.state
    for cell in range(COUNT):
        state.owner[cell] = state.pose[cell] = 0
    for seat in range(3):
        state.armies[seat] = sum(owner == seat for owner, _ in FIGHT.values())
    for place, (seat, faces) in FIGHT.items():
        state.owner[INDEX[place]] = seat + 1
        state.pose[INDEX[place]] = POSE_OF[tuple(map(int, faces))] + 1
    return match


def wuerfelmarsch_fight() -> str:
    """The printed example: one tip, two fights (WUE-5, WUE-6, WUE-7)."""
    match = before_the_fight()
    view = [View(116 + 270 * panel, 152, 40) for panel in range(3)]
    near = {
        cell
        for cell in CELLS
        if sum(cell) == SIZE and max(abs(cell[axis] - (3, 2, 3)[axis]) for axis in range(SIDES)) < 2
    }
    shapes: list[str] = []
    steps: list[tuple[tuple[Ply, ...], str]] = [
        ((), "yellow tips forward-right"),
        (((0, "pick 2,3,3"), (0, "tip forward-right")), "two funnels, two fights"),
        (((0, "fight 3,1,3"),), "after both"),
    ]
    for panel, (plies, words) in enumerate(steps):
        go_on(match, *plies)
        shapes += fighting(match, view[panel], near)
        shapes.append(caption(150 + 270 * panel, 272, words))
    shapes.append(flight(view[0].place((2.1, 2.9, 3)), view[0].place((2.8, 2.2, 3)), TURQUOISE, 4))
    shapes += [outline(view[1], cell, TURQUOISE, 4) for cell in ((3, 1, 3), (3, 2, 2))]
    result = match.view(None)
    assert result["won"] == [1, 0, 0] and result["lost"] == [1, 1, 1], (result["won"], result["lost"])
    return picture(
        840, 296, "The printed fight: right, 6 beats red 4; left, yellow and red tie with 5, all three leave", shapes
    )


def fighting(match: Match, view: View, near: Iterable[tuple[int, int, int]]) -> list[str]:
    """The part of the base where the fight is."""
    shapes = [shape for cell in sorted(near) for shape in hollow(view, cell)]
    return shapes + pile(view, marching(match), None)


# --- Perspectives -----------------------------------------------------------------------------------------------------


def first_round() -> Match:
    """Everybody has rolled."""
    match = played(perspectives, 4, "start 0", (0, "throw"))
    return fallen(match, Fast(12))


def perspectives_hands() -> str:
    """The hands of the first round, with what matches (PER-2, PER-3)."""
    position = first_round().view(None)
    number = position["number"]
    shapes = [text(24, 46, "The turquoise die:"), flat(190, 40, number, TURQUOISE, 34)]
    for seat in range(4):
        y = 100 + 56 * seat
        own = position["handicap"][seat]
        shapes += [text(24, y + 6, f"seat {seat}"), flat(110, y, own, SEATS[seat], 34)]
        shapes.append(text(140, y + 6, f"with seat {(seat - 1) % 4}", QUIET, 14))
        faces = [face for face in range(1, 7) for _ in range(position["shown"][seat][face - 1])]
        for place, face in enumerate(faces):
            x = 270 + 44 * place
            fits = face in (number, own)
            shapes.append(flat(x, y, face, SEATS[seat], 34))
            if fits:
                shapes.append(box(x - 21, y - 21, 42, 42, "none", AMBER))
    shapes += [
        text(24, 330, "Second column: the handicap die of the seat's colour, rolled by the right neighbour.", QUIET, 14)
    ]
    return picture(
        730,
        350,
        "Ten rolled dice of each player; framed: those that match the turquoise or the own handicap die",
        shapes,
    )


def perspectives_places() -> str:
    """Where dice may go in the middle of a match (PER-4)."""
    match, dice, way = Match(perspectives, 4), Fast(3), Random(3)
    while sum(match.scores()) < 70:
        fallen(match, dice)
        movers = [seat for seat in range(4) if match.movers() >> seat & 1]
        moves = [(seat, action) for seat in movers for action in match.legal(seat)]
        placing = [(seat, action) for seat, action in moves if action < 3 * COUNT]
        match.play(*way.choice(placing or moves))
    view = View(290, 280, 26)
    shapes = pile(view, owned(match))
    places = [cell for cell, fits in enumerate(match.view(None)["hollow"]) if fits]
    for cell in places:
        shapes.append(dot(*view.place(CELLS[cell])))
    entries = [(SEATS[seat], f"seat {seat}: {score:g} dice added") for seat, score in enumerate(match.scores())]
    shapes += [*legend(570, 130, entries), dot(570, 280), text(594, 285, f"{len(places)} places for a die")]
    return picture(840, 450, "The growing pyramid: dots mark empty hollows and complete funnels", shapes)


PICTURES: dict[str, Callable[[], str]] = {
    "abquetschen-opening.svg": abquetschen_opening,
    "abquetschen-second.svg": abquetschen_second,
    "abquetschen-bonus.svg": abquetschen_bonus,
    "raffzahn-takes.svg": raffzahn_takes,
    "raffzahn-sides.svg": raffzahn_sides,
    "bunte-kuh-funnels.svg": bunte_kuh_funnels,
    "bunte-kuh-sums.svg": bunte_kuh_sums,
    "cui-bono-turn.svg": cui_bono_turn,
    "cui-bono-funnels.svg": cui_bono_funnels,
    "eintrichtern-lift.svg": eintrichtern_lift,
    "eintrichtern-public.svg": eintrichtern_public,
    "wuerfelmarsch-start.svg": wuerfelmarsch_start,
    "wuerfelmarsch-fight.svg": wuerfelmarsch_fight,
    "perspectives-hands.svg": perspectives_hands,
    "perspectives-places.svg": perspectives_places,
}
