"""One pyramid for several games: what a game leaves standing, and with what of it the next one begins (GEN-9).

Rules know nothing of this: a set-up is chance (`lay 312`, `lay red`), one die after the other in the order of the
cells, and a source of chance may choose its outcomes. `Carried` chooses those that the pile tells and draws all others,
so every die of a set-up stands in the log as chance, and the log is a match like any other.

| game | leaves dice with | begins with |
|---|---|---|
| Abquetschen, Perspectives | colours | an empty base: all is cleared |
| Raffzahn | poses | a full pyramid but its top: dice that stand stay, in their pose if it is known |
| Bunte Kuh | poses | a full base: its dice stay, in their pose if it is known; higher ones are cleared |
| Cui bono? | colours | a full pyramid: dice that stand stay, in their colour if it is known |
| Eintrichtern | poses | two full levels: their dice stay, but are turned where nobody sees it (EIN-5) |
| Würfelmarsch | both | its armies alone: all is cleared |

What is missing is filled, and drawn as any set-up draws it; what is not known of a die that stays is drawn as well.

Where the rules are silent [R]: the dice of the first three seats are red, yellow and pearl, as their pages show them;
those of further seats have colours that Cui bono? does not know. Bunte Kuh and Eintrichtern put dice of one colour into
the base to tell them apart, not to price them: their colours are drawn anew. So is a die with a colour of which Cui
bono? has no more. On a base of another size nothing can stay. A game without a pyramid leaves the pile aside for the
next that has one.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bussolotto import pyramid
from bussolotto.chance import Chance, Say, Scripted
from bussolotto.games import cui_bono
from bussolotto.games import game as module_of
from bussolotto.kernel import CHANCE
from bussolotto.match import Match

OF_SEATS = ("red", "yellow", "pearl")  # by seat
LAY = "lay "  # begins every outcome that puts down a die of a set-up


class Die(NamedTuple):
    """What is known of a die that stands: an index of cui_bono.COLOURS, one of pyramid.POSES."""

    colour: int | None = None
    pose: int | None = None


class Pile(NamedTuple):
    """What a game has left standing: dice by cell, on a base of this size."""

    size: int
    dice: Mapping[int, Die]


class Account(NamedTuple):
    """What came of a pile: how many dice stay, how many of them just as they were; how many are filled in, cleared."""

    stay: int
    kept: int
    filled: int
    cleared: int


class SetUp(NamedTuple):
    """How a game begins: the cells it fills on a base of a size; what a die there has to be laid as, if all see it."""

    filled: Callable[[int], list[int]]
    wish: Callable[[Die], str | None]
    of_each: Callable[[int], int] | None = None  # how many dice there are of a kind, where they are not all alike


def owned(s: Any) -> dict[int, Die]:
    """Dice that belong to seats (ABQ-1, PER-1)."""
    return {cell: Die(colour=_colour(owner)) for cell, owner in enumerate(s.owner) if owner}


def posed(s: Any) -> dict[int, Die]:
    """Dice whose poses count (RAF-1, BKU-1)."""
    return {cell: Die(pose=pose - 1) for cell, pose in enumerate(s.pose) if pose}


def coloured(s: Any) -> dict[int, Die]:
    """Dice whose colours count (CUI-1)."""
    return {cell: Die(colour=colour - 1) for cell, colour in enumerate(s.colour) if colour}


def marching(s: Any) -> dict[int, Die]:
    """Armies (WUE-1)."""
    return {cell: Die(die.colour, s.pose[cell] - 1) for cell, die in owned(s).items()}


def funnelled(s: Any) -> dict[int, Die]:
    """Yellow dice in poses under red ones (EIN-1)."""
    shown = {cell: tuple(faces[:]) for cell, faces in enumerate(s.face)}
    below = {cell: Die(pose=int(pyramid.POSE_OF[faces])) for cell, faces in shown.items() if all(faces)}
    return {cell: Die() for cell, red in enumerate(s.red) if red} | below


LEAVES: dict[str, Callable[[Any], dict[int, Die]]] = {
    "abquetschen": owned,
    "raffzahn": posed,
    "bunte-kuh": posed,
    "cui-bono": coloured,
    "eintrichtern": funnelled,
    "wuerfelmarsch": marching,
    "perspectives": owned,
}


def _colour(owner: int) -> int | None:
    """The colour of a seat's dice, seats from 1."""
    return cui_bono.COLOURS.index(OF_SEATS[owner - 1]) if owner <= len(OF_SEATS) else None


def _levels(size: int, count: int) -> list[int]:
    """The cells of the lowest levels of a pyramid of this size, in order."""
    return [index for index, cell in enumerate(pyramid.CELLS) if size - count < sum(cell) <= size]


def _lay_pose(die: Die) -> str | None:
    return None if die.pose is None else LAY + pyramid.pose_text(die.pose)


def _lay_colour(die: Die) -> str | None:
    return None if die.colour is None else LAY + cui_bono.COLOURS[die.colour]


def _unseen(die: Die) -> str | None:
    return None


_NOTHING = SetUp(lambda size: _levels(size, 0), _unseen)
BEGINS: dict[str, SetUp] = {
    "abquetschen": _NOTHING,  # ABQ-1
    "raffzahn": SetUp(lambda size: _levels(size, size), _lay_pose),  # RAF-1: all but the top
    "bunte-kuh": SetUp(lambda size: _levels(size, 1), _lay_pose),  # BKU-1
    "cui-bono": SetUp(  # CUI-1
        lambda size: _levels(size, size + 1), _lay_colour, lambda size: len(pyramid.cells(size)) // 3
    ),
    "eintrichtern": SetUp(lambda size: _levels(size, 2), _unseen),  # EIN-1, EIN-5
    "wuerfelmarsch": _NOTHING,  # WUE-1
    "perspectives": _NOTHING,  # PER-1
}


def size_of(options: Mapping[str, str]) -> int:
    """The size of the base in a match with these options."""
    return int(options.get("lattice", pyramid.SIZE))


def leaves(match: Match) -> Pile | None:
    """What stands where this match is; None for a game without a pyramid."""
    read = LEAVES.get(match.module.NAME)
    return None if read is None else Pile(size_of(match.options), read(match.state))


def wishes(game: str, options: Mapping[str, str], pile: Pile) -> list[str | None]:
    """What the dice of a set-up have to be laid as, in the order in which they are; None for those to be drawn."""
    if game not in BEGINS:
        return []
    begins, size = BEGINS[game], size_of(options)
    dice = pile.dice if pile.size == size else {}
    wanted = [begins.wish(dice[cell]) if cell in dice else None for cell in begins.filled(size)]
    return wanted if begins.of_each is None else _as_many_as(begins.of_each(size), wanted)


def _as_many_as(most: int, wanted: Sequence[str | None]) -> list[str | None]:
    """Of each kind no more than there are; the first ones."""
    met: Counter[str | None] = Counter()
    kept: list[str | None] = []
    for wish in wanted:
        met[wish] += 1
        kept.append(wish if met[wish] <= most else None)
    return kept


def account(game: str, options: Mapping[str, str], pile: Pile) -> Account:
    """What the next game does with a pile."""
    filled = set(BEGINS[game].filled(size_of(options))) if game in BEGINS else set()
    stay = filled & pile.dice.keys() if pile.size == size_of(options) else set()
    kept = sum(wish is not None for wish in wishes(game, options, pile))
    return Account(len(stay), kept, len(filled) - len(stay), len(pile.dice) - len(stay))


class Carried:
    """A source of chance that lays dice as a pile tells, and draws everything else from another source.

    Dice that are drawn leave those alone that are wished for later, so that every wish is met: all others are dealt as
    by a shuffle of what is left.
    """

    def __init__(self, game: str, wanted: Iterable[str | None], then: Chance) -> None:
        """`wanted`: the dice of the set-up in order, see `wishes`."""
        self._left = deque(wanted)
        self._dealt = game in BEGINS and BEGINS[game].of_each is not None
        self._then = then

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """One outcome: the one wished for, else one drawn."""
        bent = self.bent(weights, say)
        possible = [index for index, weight in enumerate(bent) if weight]
        return possible[0] if bent != list(weights) and len(possible) == 1 else self._then.outcome(bent, say)

    def bent(self, weights: Sequence[int], say: Say) -> list[int]:
        """The weights of what may come here: of one outcome alone where the pile tells the die. Takes the next wish."""
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
    """The first ply (from 1) of a match that does not begin with this pile as it should; 0 if all does.

    The steps are those of a match that the rules allow.
    """
    match = Match(module_of(game), seats, options)
    carried = Carried(game, wishes(game, options, pile), Scripted([]))
    for ply, (seat, action) in enumerate(steps, 1):
        weights = match.odds()
        if not weights:
            return 0
        if not carried.bent(weights, lambda code: str(match.module.say(CHANCE, code)))[action]:
            return ply
        match.play(seat, action)
    return 0
