"""What My Dice - Your Dice tells its players: whose dice a roll has brought, lost turns, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core import kernel
from bussolotto.core.events import RESULT, Event, Events, Kind, Motion, Ply, winners
from bussolotto.games.my_dice_your_dice.game import (
    DIE,
    ENDINGS,
    GOAL_REACHED,
    RANSOMING,
    ROLLING,
    STUCK,
    ending,
    most_ransomed,
    numbers,
    returns,
    set_aside,
)

FLIGHT: tuple[Motion, ...] = ("flight", "count")
KINDS = {
    "own": Kind(1200, FLIGHT),
    "theirs": Kind(1200, FLIGHT),
    "nothing": Kind(1200, still="no die goes anywhere"),
    "lost": Kind(1200, still="the dice lie as they are"),
    "end-goal": Kind(still=RESULT),
    "end-last-dice": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    if before.phase == ROLLING and _lies(before):
        yield from _fallen(ply)
    elif before.phase == RANSOMING:
        yield from _handed_over(before, ply.action or 0)
    if before.phase in (ROLLING, RANSOMING) and after.turn != before.turn and not _aside(ply):
        yield Event("lost", {"seat": before.turn})
    if after.phase >= GOAL_REACHED:
        seats = winners(after, returns)
        points = after.won[seats[0]] + after.spare[seats[0]]
        yield Event(f"end-{ENDINGS[ending(after)]}", {"seats": seats, "n": points, "goal": after.goal})


def scene(ply: Ply) -> Any:
    """The roll as it lies, its dice with their owners."""
    before = ply.before
    if before.phase == ROLLING and _lies(before):
        return _shared(_rolled(ply))
    if before.phase == RANSOMING:
        shown = kernel.copied(before)
        theirs = numbers(shown)[2]
        set_aside(shown, 1 - shown.turn, shown.rolled[theirs] - (ply.action or 0))
        shown.rolled[theirs] = ply.action or 0
        return shown
    return ply.after


def _lies(before: Any) -> bool:
    """Is the die that falls now the last of the roll?"""
    return bool(sum(before.rolled) + 1 == before.game)


def _rolled(ply: Ply) -> Any:
    """The position with all dice of the roll."""
    shown = kernel.copied(ply.before)
    shown.rolled[(ply.action or DIE) - DIE] += 1
    return shown


def _shared(shown: Any) -> Any:
    """The same once the dice have gone to their owners, unless some may be ransomed (MDY-4, MDY-6)."""
    main, secondary, theirs = numbers(shown)
    own = shown.rolled[main] + shown.rolled[secondary]
    shown.rolled[main] = shown.rolled[secondary] = 0
    set_aside(shown, shown.turn, own)
    if not most_ransomed(shown):
        set_aside(shown, 1 - shown.turn, shown.rolled[theirs])
        shown.rolled[theirs] = 0
    return shown


def _fallen(ply: Ply) -> Iterator[Event]:
    """Whose dice a roll has brought (MDY-4)."""
    rolled = _rolled(ply)
    main, secondary, theirs = numbers(rolled)
    own = rolled.rolled[main] + rolled.rolled[secondary]
    if own:
        yield Event("own", {"seat": rolled.turn, "n": own, "faces": [main + 1, secondary + 1]})
    goes = ply.after.phase != RANSOMING and ply.after.won[1 - rolled.turn] > rolled.won[1 - rolled.turn]
    if goes and rolled.rolled[theirs]:
        yield Event("theirs", {"seat": 1 - rolled.turn, "n": rolled.rolled[theirs], "faces": [theirs + 1]})
    if not own and not rolled.rolled[theirs] and ply.after.phase == STUCK:
        yield Event("nothing", {"seat": rolled.turn})


def _handed_over(before: Any, ransomed: int) -> Iterator[Event]:
    """What was not ransomed goes to the opponent (MDY-5)."""
    theirs = numbers(before)[2]
    if lost := before.rolled[theirs] - ransomed:
        yield Event("theirs", {"seat": 1 - before.turn, "n": lost, "faces": [theirs + 1]})


def _aside(ply: Ply) -> bool:
    """Was any die set aside in this turn's last roll?"""
    return sum(ply.after.won) > sum(ply.before.won) or bool(ply.before.aside)


def begins(ply: Ply) -> bool:
    """Does a turn begin?"""
    return bool(ply.after.turn != ply.before.turn)


EVENTS = Events(KINDS, find, scene, begins)
