"""Practice: a match in which one person makes every kind of decision once, and everything else follows a script.

The rules are those of the game. Only chance and the other seats are scripted, and of the person in seat LEARNER each
step accepts one kind of action. The script of a game is the file `practice.json` in its folder; docs/practice.md
describes it. Where a script says nothing, or what it says is not possible, a seeded generator decides, so that the same
choices always lead to the same match.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import groupby

from bussolotto.core.chance import Chance, Fast, Say, meant, words
from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.games.script import FILE, Script, Step, is_of, parse
from bussolotto.play.match import Match

LEARNER = 0  # the seat of the person
KNOWN = 64  # games whose scripts are remembered


@lru_cache(KNOWN)
def script_of(game: Game) -> Script | None:
    """The script of this game; None if it has none."""
    found = files(game.package) / FILE if game.package else None
    return parse(found.read_text(encoding="utf-8")) if found is not None and found.is_file() else None


class PracticeMatch(Match):
    """A match that follows a script. Where it stands in the script follows from its log."""

    def __init__(self, game: Game, script: Script) -> None:
        super().__init__(game, script.seats, script.options)
        self.script = script

    @property
    def begun(self) -> int:
        """How many steps have begun: those of which the person has done something."""
        steps = self.script.steps
        begun, alone = 0, False
        for seat, action in self.log:
            if seat == LEARNER:
                step = steps[begun - 1]
                begun += not (alone and step.more and step.fits(self.game.say(LEARNER, action)))
            alone = seat in (CHANCE, LEARNER) and (alone or seat == LEARNER)
        return begun

    @property
    def done(self) -> int:
        """How many steps are done."""
        return self.begun - self._goes_on

    @property
    def due(self) -> Step | None:
        """The step that is to be done; None after the last one."""
        return self.script.steps[self.done] if self.done < len(self.script.steps) else None

    @property
    def last(self) -> Step | None:
        """The step of the last action of the person; None before the first."""
        return self.script.steps[self.begun - 1] if self.begun else None

    @property
    def _goes_on(self) -> bool:
        """Do the rules go on to ask for the last step?"""
        last = self.last
        if last is None or not last.more or any(seat not in (CHANCE, LEARNER) for seat, _ in self.log[self._acted :]):
            return False
        return self.movers() == 1 << CHANCE or any(
            last.fits(self.game.say(LEARNER, action)) for action in super().legal(LEARNER)
        )

    def legal(self, seat: int) -> list[int]:
        """The codes of all legal actions of this seat; for the person only those that the step accepts."""
        legal = super().legal(seat)
        if seat != LEARNER:
            return legal
        due = self.due
        return [action for action in legal if due and due.fits(self.game.say(seat, action))]

    def play(self, seat: int, action: int) -> None:
        """Play one ply after checking it. Raises, besides what a match raises, `practice-step` and `practice-over`."""
        if seat == LEARNER and 0 <= action < self.game.ACTIONS and not self._accepts(action):
            raise refuse("practice-step" if self.due else "practice-over")
        super().play(seat, action)

    def fall(self, chance: Chance) -> int:
        """Let chance follow the script until a seat has to decide or the match is over; return the number of plies."""
        return super().fall(_Scripted(self))

    def reply(self) -> tuple[int, int] | None:
        """The seat and the action of the next ply of another seat; None while the person has something to do."""
        movers = [seat for seat in range(self.seats) if self.movers() >> seat & 1 and seat != LEARNER]
        if not movers or self.due is None or self.legal(LEARNER):
            return None
        seat = movers[0]
        legal = self.legal(seat)
        wanted = [*(self.last.others.get(seat, ()) if self.last else ()), *self.script.others.get(seat, ())]
        fitting = ([action for action in legal if is_of(self.game.say(seat, action), kind)] for kind in wanted)
        choice = next((actions for actions in fitting if actions), legal)
        return seat, choice[self._drawn([1] * len(choice))]

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        """The outcome of chance that comes next."""
        names = {say(code): code for code, weight in enumerate(weights) if weight > 0}
        scripted = self._scripted(next(iter(names)).split()[0])
        found = meant(scripted, names) if scripted else None
        return self._drawn(weights) if found is None else found

    def _scripted(self, word: str) -> str | None:
        """What the script says of the next outcome, which has this word; None where it says nothing.

        Outcomes with the same word that follow each other are one throw. Every throw takes the next line of the script
        that begins with its word, so that a throw that does not happen moves nothing else. A line that is too short
        goes on with its last outcome.
        """
        lines = [words(line) for line in (self.last.chance if self.last else self.script.begin)]
        since = self.log[self._acted :]
        said = [self.game.say(seat, action).split()[0] if seat == CHANCE else "" for seat, action in since]
        line: list[str] = []
        place = 0
        for thrown, throw in groupby([*said, word]):
            if thrown:
                place = len(list(throw)) - 1
                line = _take(lines, thrown)
        return line[min(place, len(line) - 1)] if line else None

    @property
    def _acted(self) -> int:
        """The version before the last action of the person; 0 if there was none."""
        return max((version for version, (seat, _) in enumerate(self.log) if seat == LEARNER), default=0)

    def _accepts(self, action: int) -> bool:
        return self.due is not None and self.due.fits(self.game.say(LEARNER, action))

    def _drawn(self, weights: Sequence[int]) -> int:
        """What is not scripted, drawn by weight: the same every time at this version."""
        return Fast(self.script.seed, self.version).outcome(weights, str)


def _take(lines: list[list[str]], word: str) -> list[str]:
    """Take the next line that begins with this word, and drop those before it; empty if there is none."""
    for place, line in enumerate(lines):
        if line[0].split()[0] == word:
            del lines[: place + 1]
            return line
    return []


class _Scripted:
    """The chance of a practice match."""

    def __init__(self, match: PracticeMatch) -> None:
        self._match = match

    def outcome(self, weights: Sequence[int], say: Say) -> int:
        return self._match.outcome(weights, say)
