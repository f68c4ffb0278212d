"""A sensible player of Würfelmarsch: looks at its best moves, the best answers, and the race after them.

Moves are played on copies by the game's own rules. The value of a position for each seat depends on how far its
foremost die has come, whether its goal is blocked, and on its dice: those it has, those it has won, those it has lost.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from bussolotto.core import pyramid
from bussolotto.core.contract import Game
from bussolotto.games.wuerfelmarsch import game as rules
from bussolotto.play import match

# Found by many matches against itself.
ARRIVED = 300.0  # a die in the corner
RACE = 100.0  # the foremost die one row before it; each row further back is worth NEARER of that
NEARER = 0.72
BLOCKED_ROWS = 2.5  # the value of a die in the goal, in rows
MARCH = 0.6  # a row that any other die has advanced
ARMY = 7.0  # a die on the base
BALANCE = 3.0  # a die won, or not lost
RIVALS = 1.0  # the weight of the others' values together
LOOKED_AT = 6  # tips that are answered,
TURNED = 3  # and dice that are turned over
_HIGH_POSES = [pose for pose, faces in enumerate(pyramid.POSES.tolist()) if sum(faces) > 12]


class Move(NamedTuple):
    """A whole move: the die picked, what is done with it, and the position after it, with its value for each seat."""

    pick: int
    then: int
    after: Any
    worth: list[float]


class Sensible:
    """One seat of a match."""

    def __init__(self, game: Game) -> None:
        # by lattice: the cells of the base, [seat] -> goal, [seat][cell] -> rows to go for a die there
        sizes = range(pyramid.SIZE + 1)
        self._bases = [[at for at, cell in enumerate(pyramid.CELLS) if sum(cell) == size] for size in sizes]
        self._goals = rules.GOALS.tolist()
        sides = pyramid.SIDE_OF_SEAT.tolist()
        self._rows = [[[size - cell[side] for cell in pyramid.CELLS] for side in sides] for size in sizes]
        self._planned: tuple[int, int] | None = None  # ply and code of the second half of a move

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Do nothing: the bot remembers only the move it has begun."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and the time a person would need."""
        if view.phase == rules.FIGHTING:
            return self._best(view, legal), rng.randint(900, 1500)
        if view.phase == rules.PICKING:
            move = self.best_move(view, legal, rng)
            self._planned = (view.plies + 1, move.then)
            return move.pick, rng.randint(1200, 2400)
        if self._planned is None or self._planned[0] != view.plies:
            return self._best(view, legal), rng.randint(900, 1500)
        return self._planned[1], rng.randint(500, 900)

    def best_move(self, s: Any, picks: Sequence[int], rng: Random) -> Move:
        """The move with the best value after the best answers of the others."""
        seat = s.turn
        tips = list(self._tips(s))
        rng.shuffle(tips)
        tips.sort(key=lambda move: -self._balance(move.worth, seat))
        moves = tips[:LOOKED_AT] + list(self._turns(s, picks, rng))
        return max(moves, key=lambda move: self._balance(self._answered(move), seat))

    def _best(self, s: Any, legal: Sequence[int]) -> int:
        """The best action with a die that has been picked or fights."""
        ends = {code: self.judged(self._settled(match.after(s, s.turn, code))) for code in legal}
        return max(legal, key=lambda code: self._balance(ends[code], s.turn))

    def _tips(self, s: Any) -> Iterator[Move]:
        """Every tip of every die of the player to move."""
        owner = bytes(s.owner)
        for cell in self._bases[s.lattice]:
            if owner[cell] == s.turn + 1:
                picked = match.after(s, s.turn, cell)
                for way in range(len(rules.WAYS)):
                    if rules.goes(picked, way):
                        after = self._settled(match.after(picked, picked.turn, rules.TIP + way))
                        yield Move(cell, rules.TIP + way, after, self.judged(after))

    def _turns(self, s: Any, picks: Sequence[int], rng: Random) -> Iterator[Move]:
        """A few ways to turn a die over: high faces, one pose for each of some dice."""
        for cell in rng.sample(picks, min(len(picks), TURNED)):
            poses = [pose for pose in _HIGH_POSES if pose + 1 != s.pose[cell]]
            code = rules.POSE + rng.choice(poses)
            after = match.after(match.after(s, s.turn, cell), s.turn, code)
            yield Move(cell, code, after, self.judged(after))

    def _settled(self, s: Any) -> Any:
        """After a tip: the fights are chosen as the mover would."""
        while s.phase == rules.FIGHTING:
            funnels = [int(funnel) for funnel in pyramid.ABOVE[s.picked - 1] if rules.fights(s, int(funnel))]
            s = match.after(s, s.turn, self._best(s, [rules.FIGHT + funnel for funnel in funnels]))
        return s

    def _answered(self, move: Move) -> list[float]:
        """The value of a move after everybody else's best tip."""
        after, worth = move.after, move.worth
        mover = (after.turn + 2) % 3
        for _ in range(2):
            ended = after.phase == rules.OVER or after.turn == mover
            answers = [] if ended else list(self._tips(after))
            if not answers:
                break
            seat = after.turn
            best = max(answers, key=lambda answer: self._balance(answer.worth, seat))
            after, worth = best.after, best.worth
        return worth

    def judged(self, s: Any) -> list[float]:
        """The value of a position for each seat."""
        owner = bytes(s.owner)
        left: list[list[int]] = [[], [], []]  # rows to go, by seat
        rows, goals = self._rows[s.lattice], self._goals[s.lattice]
        for cell in self._bases[s.lattice]:
            if owner[cell]:
                left[owner[cell] - 1].append(rows[owner[cell] - 1][cell])
        worth = [self._worth_of(s, seat, left[seat], owner[goals[seat]]) for seat in range(3)]
        if s.phase == rules.OVER and s.ended != rules.CORNER:
            best = max(range(3), key=lambda seat: rules.standing(s, seat))
            worth[best] += ARRIVED
        return worth

    def _worth_of(self, s: Any, seat: int, left: list[int], in_goal: int) -> float:
        worth = BALANCE * rules.balance(s, seat) + ARMY * len(left)
        if not left:
            return float(worth)
        nearest = min(left)
        if nearest == 0:
            return float(worth + ARRIVED)
        worth += RACE * NEARER ** (nearest - 1 + (BLOCKED_ROWS if in_goal else 0.0))
        return float(worth + MARCH * (s.lattice * len(left) - sum(left)))

    def _balance(self, worth: Sequence[float], seat: int) -> float:
        """One's own value against that of the others."""
        others = [value for other, value in enumerate(worth) if other != seat]
        return worth[seat] - RIVALS * (max(others) + 0.5 * min(others)) / 1.5


PLAYERS = {"sensible": Sensible}
