"""Matches of Würfelmarsch to read. Random play hardly gets anywhere within them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.wuerfelmarsch import game
from bussolotto.play import match
from tests.playthroughs.wanted import Wanted


class Brawler:
    """Wants ties, which take three dice off, and no wins; brings dice together for that, and never into the corner."""

    def __init__(self, game: Any) -> None:
        self._planned = -1

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing but what it will do with the die that it has picked."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best tip, or now and then another pose, for else faces would hardly ever be equal."""
        if view.phase == game.PICKING:
            moves = [(pick, then) for pick in legal for then in _moves(match.after(view, view.turn, pick), rng)]
            rng.shuffle(moves)
            pick, self._planned = min(moves[: 1 + len(moves) // 2], key=lambda move: _worth(view, move))
            return pick, 1
        return self._planned if view.phase == game.MOVING else rng.choice(legal), 1


def _moves(picked: Any, rng: Random) -> list[int]:
    """The ways that the picked die can go, the goal left out, and some pose."""
    goal = game.GOALS[picked.lattice][picked.turn]
    ways = [way for way in range(len(game.WAYS)) if game.goes(picked, way) and game.target(picked, way) != goal]
    poses = [pose for pose in range(pyramid.POSE_COUNT) if pose + 1 != picked.pose[picked.picked - 1]]
    return [*(game.TIP + way for way in ways), game.POSE + rng.choice(poses)]


def _worth(view: Any, move: tuple[int, int]) -> tuple[int, int]:
    """Less is better: dice won rather than lost by ties; then how far apart dice are."""
    after = view
    for code in move:
        after = match.after(after, after.turn, code)
    there = [pyramid.CELLS[cell] for cell in pyramid.BASE if after.owner[cell]]
    apart = sum(abs(here[side] - other[side]) for here in there for other in there for side in range(pyramid.SIDES))
    return sum(after.won) - sum(after.lost), apart


WANTED = [
    Wanted("corner", "wuerfelmarsch", 3, "corner", shows="fight", player="sensible"),
    Wanted("corner-literal", "wuerfelmarsch", 3, "corner", {"own_tie": "literal"}, shows="pose", player="sensible"),
    Wanted(
        "small",
        "wuerfelmarsch",
        3,
        "corner",
        {"lattice": "7", "army": "4", "tie_cost": "2"},
        shows="fight",
        player="sensible",
    ),
    Wanted("no-dice", "wuerfelmarsch", 3, "no-dice", player=Brawler),
    Wanted("no-progress", "wuerfelmarsch", 3, "no-progress"),
    Wanted("limit", "wuerfelmarsch", 3, "limit", limit=40),
]
