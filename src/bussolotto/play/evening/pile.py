"""One pyramid for several games: the dice that a game leaves standing, and those that the next one keeps (GEN-9).

The rules do not know about this: a set-up is chance (`lay 312`, `lay red`), one die after the other in the order of the
cells, and a source of chance may choose its outcomes. `Carried` chooses those that the pile determines and draws all
others, so every die of a set-up is in the log as chance, and the log is that of an ordinary match.

| game | leaves dice with | begins with |
|---|---|---|
| Abquetschen, Perspectives | colours | an empty base: all is cleared |
| Raffzahn | poses | a full pyramid but its top: dice that stand stay, in their pose if it is known |
| Bunte Kuh | poses | a full base: its dice stay, in their pose if it is known; higher ones are cleared |
| Cui bono? | colours | a full pyramid: dice that stand stay, in their colour if it is known |
| Eintrichtern | poses | two full levels: their dice stay, but are turned where nobody sees it (EIN-5) |
| Würfelmarsch | both | its armies alone: all is cleared |

What is missing is filled in, and drawn as in any set-up; what is unknown about a die that stays is drawn as well. A die
that stands keeps its colour through games that have no use for it.

Where the rules are silent [R]: the dice of the first three seats are red, yellow and pearl, as their pages show them;
those of further seats have colours that Cui bono? does not know. The colours of dice that Bunte Kuh and Eintrichtern
add tell them apart and do not price them, so they are drawn. The same goes for a die of a colour that Cui bono? has no
more of. On a base of another size nothing can stay. A game without a pyramid leaves the pile as it is for the next game
that has one.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from bussolotto.core import pyramid
from bussolotto.core.chance import Chance, Say, Scripted
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game as module_of
from bussolotto.play.match import Match

COLOURS = ("pearl", "yellow", "red")  # of the dice in the box, as far as games tell them apart
OF_SEATS = ("red", "yellow", "pearl")  # by seat
LAY = "lay "  # the first word of every outcome that puts down a die of a set-up


class Die(NamedTuple):
    """What is known of a die that stands: an index of COLOURS, and one of pyramid.POSES."""

    colour: int | None = None
    pose: int | None = None


class Pile(NamedTuple):
    """What a game has left standing: dice by cell, on a base of this size."""

    size: int
    dice: Mapping[int, Die]


class Account(NamedTuple):
    """What happened to a pile: how many dice stay, how many of them unchanged; how many are filled in, cleared."""

    stay: int
    kept: int
    filled: int
    cleared: int


class SetUp(NamedTuple):
    """The set-up of a game: the cells it fills on a base of a size, and the outcome that lays a die, if all see it."""

    filled: Callable[[int], list[int]]
    wish: Callable[[Die], str | None]
    of_each: Callable[[int], int] | None = None  # number of dice of each kind, where the kinds differ


def owned(s: Any) -> dict[int, Die]:
    """Dice that belong to seats (ABQ-1, PER-1)."""
    return {cell: Die(colour=_colour(owner)) for cell, owner in enumerate(s.owner) if owner}


def posed(s: Any) -> dict[int, Die]:
    """Dice whose poses count (RAF-1, BKU-1)."""
    return {cell: Die(pose=pose - 1) for cell, pose in enumerate(s.pose) if pose}


def _colour(owner: int) -> int | None:
    """The colour of a seat's dice, seats from 1."""
    return COLOURS.index(OF_SEATS[owner - 1]) if owner <= len(OF_SEATS) else None


def levels(size: int, count: int) -> list[int]:
    """The cells of the lowest levels of a pyramid of this size, in order."""
    return [index for index, cell in enumerate(pyramid.CELLS) if size - count < sum(cell) <= size]


def lay_pose(die: Die) -> str | None:
    """The outcome that lays a die in the pose in which it stood; None if the pose is unknown."""
    return None if die.pose is None else LAY + pyramid.pose_text(die.pose)


def lay_unseen(die: Die) -> str | None:
    """No particular outcome, because nobody sees how a die is laid."""
    return None


class GameInEvening(NamedTuple):
    """What an evening has to know of a game, besides its rules: its `evening.py` holds one of these as EVENING.

    `leaves`: the dice that stand in a state; `set_up`: how it begins on a pile; both None for a game without a pyramid.
    `in_place`: dice stay in their cells until they leave the pyramid. `standing`: the number by which a state compares
    seats at its end, the greatest first; None if the points decide alone, and equal seats share their places.
    """

    leaves: Callable[[Any], dict[int, Die]] | None = None
    set_up: SetUp | None = None
    in_place: bool = False
    standing: Callable[[Any, int], int] | None = None


PLAIN = GameInEvening()
NOTHING = SetUp(lambda size: levels(size, 0), lay_unseen)  # an empty base: all is cleared


def in_evening(game: Game) -> GameInEvening:
    """What an evening has to know of this game."""
    part = game.part("evening")
    return PLAIN if part is None else cast(GameInEvening, part.EVENING)


def set_up(game: str) -> SetUp | None:
    """The set-up of this game; None for a game without a pyramid."""
    return in_evening(module_of(game)).set_up


def standing(match: Match) -> list[float]:
    """By seat, the number by which the rules compare players at the end, the greatest first.

    Empty if the points alone decide.
    """
    compare = in_evening(match.game).standing
    return [float(compare(match.state, seat)) for seat in range(match.seats)] if compare else []


def size_of(options: Mapping[str, str]) -> int:
    """The size of the base in a match with these options."""
    return int(options.get("lattice", pyramid.SIZE))


def leaves(match: Match, before: Pile | None = None) -> Pile | None:
    """The pile as it stands in this match; None for a game without a pyramid.

    `before`: the pile on which the match began. Its dice that have stayed in their cells keep their colours, also where
    this game has no use for them.
    """
    game, size = in_evening(match.game), size_of(match.options)
    if game.leaves is None:
        return None
    dice = game.leaves(match.state)
    if before is None or before.size != size or not game.in_place or game.set_up is None:
        return Pile(size, dice)
    stayed = before.dice.keys() & set(game.set_up.filled(size)) & dice.keys()
    coloured = {cell: dice[cell]._replace(colour=before.dice[cell].colour) for cell in stayed}
    return Pile(size, {**dice, **coloured})


def wishes(game: str, options: Mapping[str, str], pile: Pile) -> list[str | None]:
    """The outcomes required for the dice of a set-up, in the order of laying; None for dice to be drawn."""
    begins, size = set_up(game), size_of(options)
    if begins is None:
        return []
    dice = pile.dice if pile.size == size else {}
    wanted = [begins.wish(dice[cell]) if cell in dice else None for cell in begins.filled(size)]
    return wanted if begins.of_each is None else _as_many_as(begins.of_each(size), wanted)


def _as_many_as(most: int, wanted: Sequence[str | None]) -> list[str | None]:
    """Limit the dice of each kind to the number available; the first ones count."""
    met: Counter[str | None] = Counter()
    kept: list[str | None] = []
    for wish in wanted:
        met[wish] += 1
        kept.append(wish if met[wish] <= most else None)
    return kept


def account(game: str, options: Mapping[str, str], pile: Pile) -> Account:
    """The account of what the next game does with a pile."""
    begins = set_up(game)
    filled = set(begins.filled(size_of(options))) if begins else set()
    stay = filled & pile.dice.keys() if pile.size == size_of(options) else set()
    kept = sum(wish is not None for wish in wishes(game, options, pile))
    return Account(len(stay), kept, len(filled) - len(stay), len(pile.dice) - len(stay))


class Carried:
    """A source of chance that lays dice as a pile requires, and draws everything else from another source.

    Draws never use up dice that are required later, so that every requirement is met: all other dice are dealt as if
    the rest were shuffled.
    """

    def __init__(self, game: str, wanted: Iterable[str | None], then: Chance) -> None:
        """`wanted`: the dice of the set-up in order, see `wishes`."""
        self._left = deque(wanted)
        begins = set_up(game)
        self._dealt = begins is not None and begins.of_each is not None
        self._then = then

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The outcome that the pile requires, or else one that is drawn."""
        bent = self.bent(weights, say)
        possible = [index for index, weight in enumerate(bent) if weight]
        return possible[0] if bent != list(weights) and len(possible) == 1 else self._then.outcome(bent, say)

    def bent(self, weights: Sequence[int], say: Say) -> list[int]:
        """The weights of the possible outcomes: one outcome if the pile determines it. Consumes the next wish."""
        texts = [say(index) if weight else "" for index, weight in enumerate(weights)]
        if not self._left or not any(text.startswith(LAY) for text in texts):
            return list(weights)
        wish = self._left.popleft()
        if wish is not None:
            assert wish in texts, f"{wish} is wished for, possible are {texts}"
            return [int(text == wish) for text in texts]
        later = Counter(self._left) if self._dealt else Counter()
        return [weight - later[text] if weight else 0 for weight, text in zip(weights, texts, strict=True)]


def breach(game: str, seats: int, options: Mapping[str, str], steps: Sequence[tuple[int, int]], pile: Pile) -> int:
    """The first ply (from 1) of a match that does not lay this pile as required; 0 if there is none.

    The steps are those of a match that the rules allow.
    """
    match = Match(module_of(game), seats, options)
    carried = Carried(game, wishes(game, options, pile), Scripted([]))
    for ply, (seat, action) in enumerate(steps, 1):
        weights = match.odds()
        if not weights:
            return 0
        if not carried.bent(weights, lambda code: str(match.game.say(CHANCE, code)))[action]:
            return ply
        match.play(seat, action)
    return 0
