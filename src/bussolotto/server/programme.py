"""The programme of an evening, as a table keeps it and as its page sees it."""

from typing import Annotated

from msgspec import Meta, Struct

from bussolotto import evening

Word = Annotated[str, Meta(min_length=1, max_length=64)]
OptionValue = Annotated[str, Meta(max_length=400)]


class EveningGame(Struct, forbid_unknown_fields=True):
    """One game of an evening; options that are not named are as printed."""

    game: Word
    options: Annotated[dict[Word, OptionValue], Meta(max_length=32)] = {}


class EveningWish(Struct, forbid_unknown_fields=True):
    """An evening to be played: its games in order. `shared`: on one pyramid, where each begins with what stands."""

    games: Annotated[list[EveningGame], Meta(min_length=1, max_length=evening.MOST_GAMES)]
    score: evening.Rule = "places"
    shared: bool = True


class EveningKinds(Struct):
    """What an evening may be: series by name, rules of the score, the most games."""

    presets: dict[str, list[str]]
    scores: list[evening.Rule]
    most: int


class Outcome(Struct):
    """How a match of the evening ended."""

    returns: list[float]
    scores: list[float]


class PileView(Struct):
    """What of the pyramid stayed for a game, how much of that just as it was; what was filled in, what cleared away."""

    stay: int
    kept: int
    filled: int
    cleared: int


class EveningView(Struct):
    """An evening as everybody at the table sees it. `at`: which game is played, or was last, from 0.

    `points`: by match that is over and by seat; `totals`, `places` from 1: by seat. `pile`: what the game of now began
    with, null where nothing was carried. `next`: may another one begin now? `matches`: those begun, by name.
    """

    games: list[EveningGame]
    score: evening.Rule
    shared: bool
    at: int
    matches: list[str]
    points: list[list[float]]
    totals: list[float]
    places: list[int]
    pile: PileView | None
    next: bool
    over: bool


class Evening(Struct):
    """An evening as it is stored with its table. `outcomes` are those of matches whose successor has begun."""

    games: list[EveningGame]
    score: evening.Rule
    shared: bool
    matches: list[str]
    at: int = 0
    outcomes: list[Outcome] = []
    pile: PileView | None = None

    @property
    def last(self) -> bool:
        """Is this the last game?"""
        return self.at + 1 == len(self.games)

    def view(self, seats: int, outcome: Outcome | None) -> EveningView:
        """How it stands; `outcome` of the match of now, once it is over."""
        ended = [*self.outcomes, outcome] if outcome else self.outcomes
        points = [
            evening.points(self.score, part.game, end.returns, end.scores)
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


def planned(wish: EveningWish, seats: int, match: str) -> Evening:
    """The evening that is wished for, at its first match. Raises what is wrong with a game of it."""
    parts = evening.planned([(part.game, part.options) for part in wish.games], seats)
    games = [EveningGame(part.game, dict(part.options)) for part in parts]
    return Evening(games, wish.score, wish.shared, [match])
