"""The series of games of an evening, as stored with a table and as shown to its page."""

from collections.abc import Callable

from msgspec import Struct

from bussolotto.play import evening
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.protocol import EveningGame, EveningView, EveningWish, PileView


class Outcome(Struct):
    """How a match of the evening ended. `standing`: what its rules compared; not stored by earlier versions."""

    returns: list[float]
    scores: list[float]
    standing: list[float] = []


def outcome_of(live: LiveMatch) -> Outcome | None:
    """Return how this match ended; None if it has not."""
    end = live.ending
    return Outcome(end.returns, end.scores, evening.standing(live.match)) if end else None


class Evening(Struct):
    """An evening as stored with its table. `outcomes` holds those of matches whose successor has begun."""

    games: list[EveningGame]
    score: evening.Rule
    shared: bool
    matches: list[str]
    at: int = 0
    outcomes: list[Outcome] = []
    pile: PileView | None = None

    @property
    def last(self) -> bool:
        """Whether this is the last game."""
        return self.at + 1 == len(self.games)

    def leave_out(self, is_removed: Callable[[str], bool]) -> None:
        """Leave out the games to come that were taken down meanwhile."""
        begun = self.at + 1
        self.games = self.games[:begun] + [part for part in self.games[begun:] if not is_removed(part.game)]

    def view(self, seats: int, outcome: Outcome | None) -> EveningView:
        """Return the state of the evening. `outcome` is that of the current match, once it is over."""
        ended = [*self.outcomes, outcome] if outcome else self.outcomes
        points = [
            evening.points(self.score, part.game, end.returns, end.scores, end.standing)
            for part, end in zip(self.games, ended, strict=False)
        ]
        totals = evening.totals(points, seats)
        return EveningView(
            games=self.games,
            score=self.score,
            shared=self.shared,
            at=self.at,
            matches=self.matches,
            points=[list(map(float, match)) for match in points],
            totals=list(map(float, totals)),
            places=evening.ranks(totals),
            pile=self.pile,
            next=outcome is not None and not self.last,
            over=outcome is not None and self.last,
        )


def plan(wish: EveningWish, seats: int, match: str) -> Evening:
    """Plan the requested evening, starting with its first match. Raises an error if one of its games is invalid."""
    parts = evening.planned([(part.game, part.options) for part in wish.games], seats)
    games = [EveningGame(part.game, dict(part.options)) for part in parts]
    return Evening(games, wish.score, wish.shared, [match])
