"""Evenings played by chance and by hand: short matches, so that many of them can be looked at."""

from collections.abc import Mapping, Sequence
from random import Random

from bussolotto.core.chance import Chance, Fast
from bussolotto.games import game as module_of
from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.play import evening, notation
from bussolotto.play.match import Match

SHORT: dict[str, dict[str, str]] = {
    "abquetschen": {"stock": "25"},
    "raffzahn": {"remain": "15"},
    "bunte-kuh": {"shared": "30"},
    "cui-bono": {"keeps": "5"},
    "eintrichtern": {"goal": "4"},
}
SERIES = evening.presets()["das-spiel"]


def played(game: str, seats: int, chance: Chance, seed: int, options: Mapping[str, object] | None = None) -> Match:
    """A match played to its end by chance, in which races get on."""
    rng = Random(seed)
    match = Match(module_of(game), seats, SHORT.get(game, {}) if options is None else options)
    match.fall(chance)
    while not match.over:
        seat = rng.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
        match.play(seat, rng.choice(useful(match, match.legal(seat))))
        match.fall(chance)
    return match


def useful(match: Match, legal: Sequence[int]) -> Sequence[int]:
    """Actions that get a race on: right funnels, takes."""
    if match.game.rules is bunte_kuh:
        wanted = bunte_kuh.thrown_sum(match.state)
        right = [code for code in legal if code < bunte_kuh.POSE and match.state.sums[code] == wanted]
        return right or [code for code in legal if code == bunte_kuh.FIASCO] or legal
    return [code for code in legal if match.game.say(0, code).startswith("take")] or legal


def chained(games: Sequence[str], seats: int, seed: int = 1) -> list[Match]:
    """Games on one pyramid, each after the one before."""
    matches: list[Match] = []
    pile: evening.Pile | None = None
    for place, game in enumerate(games):
        fast = Fast(seed, place)
        options = Match(module_of(game), seats, SHORT.get(game, {})).options
        wishes = evening.wishes(game, options, pile) if pile else []
        matches.append(played(game, seats, evening.Carried(game, wishes, fast), seed + place))
        pile = evening.leaves(matches[-1], pile) or pile
    return matches


def record(matches: Sequence[Match], shared: bool = True, score: evening.Rule = "places") -> notation.EveningRecord:
    """An evening as it is written down."""
    names = [f"Seat {seat}" for seat in range(matches[0].seats)]
    records = [notation.record_of(match, names) for match in matches]
    games = [(str(match.game.NAME), dict(match.options)) for match in matches]
    return notation.EveningRecord(games, score, shared, names, [f"m{at}" for at in range(len(matches))], records)
