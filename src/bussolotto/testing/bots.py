"""The law of bots: at every number of seats they play on, and decide legally by what bots at a table get."""

from collections.abc import Sequence
from numbers import Integral
from random import Random
from typing import Any

from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.games.others import place_of
from bussolotto.play.match import Match
from bussolotto.play.policies import policy_of
from bussolotto.players.bot_table import BotTable
from bussolotto.players.planning import Planner
from bussolotto.players.player import Maker, Player
from bussolotto.testing.worlds import World

TABLES = {"bot": "PLAYERS", "levels": "LEVELS"}  # of what makes bots, by module


def of_package(game: Game) -> dict[str, Maker]:
    """What makes the bots that a game brings, by name; one that has two names has the first."""
    found: dict[str, Maker] = {}
    for part, table in TABLES.items():
        brought = vars(game.part(part))[table] if game.has(part) else {}
        found |= {name: maker for name, maker in brought.items() if maker not in found.values()}
    return found


def law_bot(world: World, maker: Maker, most: int) -> None:
    """Such bots in all seats of a match make so many decisions, or end it. Raises what they raise."""
    match = Match(world.game, world.seats, world.options)
    judged = {seat: Judged(maker(world.game), world.game) for seat in range(world.seats)}
    rngs = {seat: Random(f"{world.seed}/{seat}") for seat in judged}
    table, dice = BotTable(match, judged, rngs), chance.Fast(world.seed)
    table.fall(dice)
    for _ in range(most):
        if match.over:
            return
        wish = table.wish()
        assert wish is not None, f"nobody moves at ply {match.version}"
        table.play(wish.seat, wish.action)
        table.fall(dice)


class Judged(Player):
    """A bot whose decisions are looked at. One that searches is stood in for, as at a table before that is compiled."""

    def __init__(self, bot: Player, game: Game) -> None:
        self._bot, self._game = bot, game
        if isinstance(bot, Planner):
            bot.allowed_ms = lambda: 0

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """The bot sees it."""
        self._bot.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """What the bot chooses from a list of its own, and that it may."""
        chosen: Any = self._bot.choose(view, [*legal], rng)
        if chosen is None:
            return None
        where = f"the choice at ply {view.plies}{self._place}"
        assert _is_choice(chosen), f"{where} has to be None, or an action and after how many milliseconds: {chosen!r}"
        action = int(chosen[0])
        possible = [self._game.say(0, code) for code in legal]
        said = self._game.say(0, action) if 0 <= action < self._game.ACTIONS else action
        assert action in legal, f"{where} is {said!r}, which is not legal there; legal is {', '.join(possible)}"
        return action, int(chosen[1])

    @property
    def _place(self) -> str:
        """Where the package decides: by what the bot, or the policy that it asks, was written in."""
        deciding: tuple[Any, ...] = (type(self._bot).choose, policy_of(self._game).decide)
        for function in deciding:
            if place := place_of(self._game.package, getattr(function, "py_func", function)):
                return f" ({place})"
        return ""


def _is_choice(chosen: Any) -> bool:
    return (
        isinstance(chosen, tuple)
        and len(chosen) == 2
        and all(isinstance(each, Integral) and not isinstance(each, bool) for each in chosen)
        and chosen[1] >= 0
    )
