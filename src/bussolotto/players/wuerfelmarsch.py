"""Würfelmarsch with sense: looks at its best moves, at the best answer of each opponent, and at the race after them.

Moves are played on copies by the game's own rules. A position is judged for each seat by how far its foremost die has
come, whether its goal is blocked, and by its dice: those it has, those it has won, those it has lost.
"""

from collections.abc import Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from bussolotto import match, pyramid

# Found by many matches against itself.
ARRIVED = 300.0  # a die in the corner
RACE = 100.0  # the foremost die one row before it; each row further back is worth NEARER of that
NEARER = 0.72
BLOCKED_ROWS = 2.5  # what a die in the goal is worth, in rows
MARCH = 0.6  # a row that any other die has come
ARMY = 7.0  # a die on the base
BALANCE = 3.0  # a die won, or not lost
RIVALS = 1.0  # what the others' worth counts, together
LOOKED_AT = 6  # tips that are answered,
TURNED = 3  # and dice that are turned over
_HIGH_POSES = [pose for pose, faces in enumerate(pyramid.POSES.tolist()) if sum(faces) > 12]


class Move(NamedTuple):
    """A whole move: the die picked, what is done with it, and the position after it, with its worth by seat."""

    pick: int
    then: int
    after: Any
    worth: list[float]


class Sensible:
    """One seat of a match."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game
        # by lattice: its size, the cells of the base, [seat] -> goal, [seat][cell] -> rows to go for a die there
        self._sizes = game.SIZES.tolist()
        self._bases = [[at for at, cell in enumerate(pyramid.CELLS) if sum(cell) == size] for size in self._sizes]
        self._goals = game.GOALS.tolist()
        sides = pyramid.SIDE_OF_SEAT.tolist()
        self._rows = [[[size - cell[side] for cell in pyramid.CELLS] for side in sides] for size in self._sizes]
        self._planned: tuple[int, int] | None = None  # ply and code of the second half of a move

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing but the move it has begun."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        game = self._game
        if view.phase == game.FIGHTING:
            return self._best_fight(view, legal), rng.randint(900, 1500)
        if view.phase == game.PICKING:
            move = self.best_move(view, legal, rng)
            self._planned = (view.plies + 1, move.then)
            return move.pick, rng.randint(1200, 2400)
        if self._planned is None or self._planned[0] != view.plies:
            return self._best_half(view, legal), rng.randint(900, 1500)
        return self._planned[1], rng.randint(500, 900)

    def best_move(self, s: Any, picks: Sequence[int], rng: Random) -> Move:
        """The move after which, with the best answers of the others, most is left."""
        seat = s.turn
        tips = list(self._tips(s))
        rng.shuffle(tips)
        tips.sort(key=lambda move: -self._balance(move.worth, seat))
        moves = tips[:LOOKED_AT] + list(self._turns(s, picks, rng))
        return max(moves, key=lambda move: self._balance(self._answered(move), seat))

    def _best_half(self, s: Any, legal: Sequence[int]) -> int:
        """The best of what may be done with a die that has been picked."""
        ends = {code: self.judged(self._settled(match.after(s, s.turn, code))) for code in legal}
        return max(legal, key=lambda code: self._balance(ends[code], s.turn))

    def _best_fight(self, s: Any, legal: Sequence[int]) -> int:
        return max(legal, key=lambda code: self._balance(self.judged(match.after(s, s.turn, code)), s.turn))

    def _tips(self, s: Any) -> Iterator[Move]:
        """Every tip of every die of who is to move."""
        game = self._game
        owner = bytes(s.owner)
        for cell in self._bases[s.lattice]:
            if owner[cell] == s.turn + 1:
                picked = match.after(s, s.turn, cell)
                for way in range(len(game.WAYS)):
                    if game.goes(picked, way):
                        after = self._settled(match.after(picked, picked.turn, game.TIP + way))
                        yield Move(cell, game.TIP + way, after, self.judged(after))

    def _turns(self, s: Any, picks: Sequence[int], rng: Random) -> Iterator[Move]:
        """A few ways to turn a die over: high faces, one pose for each of some dice."""
        game = self._game
        for cell in rng.sample(picks, min(len(picks), TURNED)):
            poses = [pose for pose in _HIGH_POSES if pose + 1 != s.pose[cell]]
            code = game.POSE + rng.choice(poses)
            after = match.after(match.after(s, s.turn, cell), s.turn, code)
            yield Move(cell, code, after, self.judged(after))

    def _settled(self, s: Any) -> Any:
        """After a tip: the fights chosen as the mover would."""
        game = self._game
        while s.phase == game.FIGHTING:
            funnels = [int(funnel) for funnel in pyramid.ABOVE[s.picked - 1] if game.fights(s, int(funnel))]
            s = match.after(s, s.turn, self._best_fight(s, [game.FIGHT + funnel for funnel in funnels]))
        return s

    def _answered(self, move: Move) -> list[float]:
        """The worth of a move after the best tip of everybody else."""
        after, worth = move.after, move.worth
        mover = self._game.OVER if after.phase == self._game.OVER else (after.turn + 2) % 3
        for _ in range(2):
            if after.phase == self._game.OVER or after.turn == mover:
                break
            answers = list(self._tips(after))
            if not answers:
                break
            seat = after.turn
            best = max(answers, key=lambda answer: self._balance(answer.worth, seat))
            after, worth = best.after, best.worth
        return worth

    def judged(self, s: Any) -> list[float]:
        """What a position is worth to each seat."""
        game = self._game
        owner = bytes(s.owner)
        left: list[list[int]] = [[], [], []]  # rows to go, by seat
        rows, goals = self._rows[s.lattice], self._goals[s.lattice]
        for cell in self._bases[s.lattice]:
            if owner[cell]:
                left[owner[cell] - 1].append(rows[owner[cell] - 1][cell])
        worth = [self._worth_of(s, seat, left[seat], owner[goals[seat]]) for seat in range(3)]
        if s.phase == game.OVER and s.ended != game.CORNER:
            best = max(range(3), key=lambda seat: game.standing(s, seat))
            worth[best] += ARRIVED
        return worth

    def _worth_of(self, s: Any, seat: int, left: list[int], in_goal: int) -> float:
        worth = BALANCE * self._game.balance(s, seat) + ARMY * len(left)
        if not left:
            return float(worth)
        nearest = min(left)
        if nearest == 0:
            return float(worth + ARRIVED)
        worth += RACE * NEARER ** (nearest - 1 + (BLOCKED_ROWS if in_goal else 0.0))
        return float(worth + MARCH * (self._sizes[s.lattice] * len(left) - sum(left)))

    def _balance(self, worth: Sequence[float], seat: int) -> float:
        """The own worth against that of the others."""
        others = [value for other, value in enumerate(worth) if other != seat]
        return worth[seat] - RIVALS * (max(others) + 0.5 * min(others)) / 1.5


PLAYERS = {"sensible": Sensible}
