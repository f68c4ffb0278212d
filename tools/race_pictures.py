"""Pictures of races: how two claims are judged, and what a study of many found.

    bussolotto fairness --json docs/fair-races.json

writes the figures that the second is drawn from.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from bussolotto.pictures.svg import (
    AMBER,
    FELT_DEEP,
    INK,
    IVORY,
    QUIET,
    RED,
    WOOD,
    YELLOW,
    arrow,
    bold,
    box,
    picture,
    text,
)
from bussolotto.play.arbiter import Arbiter, Claim, Judged, RttRange

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "fair-races.json"

# --- two claims -------------------------------------------------------------------------------------------------------

LEFT, SCALE = 120.0, 1.4  # px of moment 0, px a millisecond
LANE = 118  # px from one player to the next


class Player(NamedTuple):
    """Who claims, in the second picture: half of the round trip is the way out."""

    name: str
    reaction_ms: float
    trip_ms: float
    rtt: RttRange


PLAYERS = (
    Player("Anna", 300.0, 22.0, RttRange(18.0, 22.0, 36.0)),
    Player("Bruno", 268.0, 154.0, RttRange(140.0, 150.0, 186.0)),
)


def claims() -> str:
    """Two claims on a line of time, as the arbiter judges them."""
    verdict, decided_ms = judged()
    shapes = [bold(text(24, 36, "One die, two players: who was first?", AMBER, 18))]
    for lane, player in enumerate(PLAYERS):
        found = next(judged for judged in verdict if judged.claim.seat == lane)
        shapes += of_player(player, found, 84 + lane * LANE)
    arrived_ms = PLAYERS[0].reaction_ms + PLAYERS[0].trip_ms
    shapes += waiting(arrived_ms, decided_ms, 84 + 2 * LANE)
    first, second = (PLAYERS[judged.claim.seat].name for judged in verdict)
    ahead_ms = verdict[1].at_ms - verdict[0].at_ms
    legend = "Brown: how far the reaction told is believed, by the round trips that the server has measured."
    words = f"{first} pressed {ahead_ms:.0f} ms before {second}, though he arrived 100 ms after: {first} gets the die."
    bottom = 84 + 2 * LANE
    shapes += [text(24, bottom + 86, legend, size=14), bold(text(24, bottom + 114, words, YELLOW))]
    return picture(840, bottom + 138, "Two claims, judged by when they were pressed", shapes)


def judged() -> tuple[list[Judged], float]:
    """The verdict, and when it came."""
    arbiter, rtts = Arbiter(len(PLAYERS)), {seat: player.rtt for seat, player in enumerate(PLAYERS)}
    claims = [
        Claim(seat, 0.0, player.reaction_ms + player.trip_ms, player.reaction_ms, player.rtt, 0, 0)
        for seat, player in enumerate(PLAYERS)
    ]
    assert claims[1].arrived_ms - claims[0].arrived_ms == 100
    for claim in claims:
        assert arbiter.settle(claim.arrived_ms) == [], "nobody is settled before the other arrives"
        arbiter.receive(claim, rtts)
    decided_ms = arbiter.due_ms
    assert decided_ms is not None
    return arbiter.settle(decided_ms) + arbiter.settle(1e6), decided_ms


def of_player(player: Player, found: Judged, y: float) -> list[str]:
    """The way of a claim, and below it what it is taken for."""
    shown_ms, arrived_ms = player.trip_ms / 2, found.claim.arrived_ms
    pressed_ms = shown_ms + player.reaction_ms
    low_ms, high_ms = arrived_ms - player.rtt.high, arrived_ms - player.rtt.low
    return [
        bold(text(24, y + 5, player.name)),
        arrow(at(0), y, at(shown_ms), y),
        box(at(shown_ms), y - 11, SCALE * player.reaction_ms, 22, AMBER),
        text(at(shown_ms) + 10, y + 5, f"reaction {player.reaction_ms:.0f} ms", INK, 14),
        arrow(at(pressed_ms), y, at(arrived_ms), y),
        *mark(0, y, "sent", -18),
        *mark(arrived_ms, y, f"arrived {arrived_ms:.0f}", -18),
        box(at(low_ms), y + 26, SCALE * (high_ms - low_ms), 26, WOOD),
        box(at(0), y + 30, SCALE * found.believed_ms, 18, IVORY),
        text(at(0) + 10, y + 44, "the same, as if the way took no time", INK, 14),
        f'<path d="M{at(found.at_ms):g},{y + 22:g} v34" stroke="{RED}" stroke-width="3"/>',
        text(at(high_ms) + 12, y + 44, f"counts as pressed at {found.at_ms:.0f}", size=14),
    ]


def waiting(arrived_ms: float, decided_ms: float, y: float) -> list[str]:
    """The window, on an axis of milliseconds."""
    axis = [f'<path d="M{at(0):g},{y + 24:g} H{at(480):g}" stroke="{QUIET}" stroke-width="2"/>']
    for ms in range(0, 481, 80):
        axis.append(text(at(ms), y + 46, str(ms), QUIET, 14, "middle"))
        axis.append(f'<path d="M{at(ms):g},{y + 20:g} v8" stroke="{QUIET}" stroke-width="2"/>')
    return [
        *axis,
        text(at(480) + 16, y + 46, "ms", QUIET, 14),
        box(at(arrived_ms), y - 18, SCALE * (decided_ms - arrived_ms), 26, FELT_DEEP, YELLOW),
        text(at((arrived_ms + decided_ms) / 2), y, "Anna's claim waits", size=14, anchor="middle"),
    ]


def mark(ms: float, y: float, words: str, above: float) -> list[str]:
    """A moment on a line, with its name."""
    return [
        f'<circle cx="{at(ms):g}" cy="{y:g}" r="5" fill="{YELLOW}"/>',
        text(at(ms), y + above, words, size=14, anchor="middle"),
    ]


def at(ms: float) -> float:
    """Where a moment is drawn."""
    return LEFT + SCALE * ms


# --- shares -----------------------------------------------------------------------------------------------------------

ROW, BAR_LEFT, PER_SHARE = 96, 130.0, 1_150.0  # px a seat, px of share 0, px of a share of 1


def shares() -> str:
    """What each seat won with the arbiter, and would have won by order of arrival."""
    figures: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    seats = figures["seats"]
    bottom = 76 + len(seats) * ROW
    grabs = f"{figures['played'] * figures['grabs']:,}"
    equal = BAR_LEFT + PER_SHARE / len(seats)
    shapes = [bold(text(24, 36, f"Who gets the die? {grabs} grabs, equal reactions", AMBER, 18))]
    for row, seat in enumerate(seats):
        shapes += of_seat(seat, 60 + row * ROW)
    shapes += [
        f'<path d="M{equal:g},52 V{bottom - 8}" stroke="{YELLOW}" stroke-width="2" stroke-dasharray="6 4"/>',
        text(equal, bottom + 12, "an equal share", YELLOW, 14, "middle"),
    ]
    return picture(
        760, bottom + 30, "Shares of the grabs by round trip, with the arbiter and by order of arrival", shapes
    )


def of_seat(seat: dict[str, Any], y: float) -> list[str]:
    """Two bars."""
    shapes = [bold(text(24, y + 36, f"{seat['round_trip_ms']:g} ms"))]
    sides = (("share", AMBER, INK, "with the arbiter"), ("by_arrival", QUIET, INK, "by order of arrival"))
    for line, (name, colour, ink, words) in enumerate(sides):
        top, share = y + line * 36, seat[name]["mean"]
        told = f"{words}: {100 * share:.2f} %"
        shapes += [box(BAR_LEFT, top, PER_SHARE * share, 30, colour), text(BAR_LEFT + 12, top + 20, told, ink, 14)]
    return shapes


PICTURES: dict[str, Callable[[], str]] = {"fair-races-claims.svg": claims, "fair-races-shares.svg": shares}
