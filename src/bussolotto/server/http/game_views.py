"""What pages are told of a game: its facts, its notation, and what lies on its table."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import msgspec

from bussolotto import players
from bussolotto.core.contract import Game, Number
from bussolotto.core.kernel import CHANCE
from bussolotto.play.practice import script_of
from bussolotto.server.http.bodies import GameDetails, LooksView, NumberRange
from bussolotto.server.http.pages import page_of, picture_of
from bussolotto.sheets import SheetGame
from bussolotto.solve.advice import advised

KNOWN = 64  # games whose details are remembered


def facts_of(game: Game) -> dict[str, Any]:
    """What the list of games tells of each."""
    return {
        "name": game.facts.name,
        "title": game.TITLE,
        "author": ", ".join(game.sheet.game.authors) if isinstance(game, SheetGame) else "",
        "rules": game.RULES,
        "seats": list(game.SEATS),
        "options": {name: list(values) for name, values in game.OPTIONS.items()},
        "race": game.RACE,
        "fewest_win": game.facts.fewest_win,
        "point_worth": game.facts.point_worth,
        "players": players.names(game),
        "own": sorted(name for name, option in game.facts.options.items() if option.own),
        "numbers": list(game.numbers),
        "printed": {name: option.printed for name, option in game.facts.options.items() if option.printed},
        "ranges": {
            name: NumberRange(option.low, option.high, option.step)
            for name, option in game.facts.options.items()
            if isinstance(option, Number)
        },
        "hints": advised(game),
        "secrets": game.secrets and not game.facts.same_for_all,
        "rolled": bool(game.rolled),
        "page": page_of(game.NAME),
        "board": page_of(game.NAME, "choices.js"),
        "minutes": game.facts.minutes,
        "kind": game.facts.kind,
        "colours": list(game.facts.colours),
        "picture": picture_of(game.NAME),
        "practice": script_of(game) is not None,
    }


def describe(game: Game) -> GameDetails:
    """A game with its notation."""
    return GameDetails(
        **facts_of(game),
        actions=[game.say(0, code) for code in range(game.ACTIONS)],
        outcomes=[game.say(CHANCE, code) for code in range(game.OUTCOMES)],
        apart=list(game.facts.apart),
        clauses=game.CLAUSES,
        phases=[] if page_of(game.NAME) else list(game.facts.phases),
        looks=None if page_of(game.NAME) else looks_of(game),
    )


details_of = lru_cache(KNOWN)(describe)


def looks_of(game: Game) -> LooksView | None:
    """What lies on the table of a game, as its facts say; None where nothing does."""
    looks = game.facts.looks
    thrown = game.facts.rolled if looks.thrown and game.rolled else ()
    drawn = looks.pile or looks.trays or looks.figures or thrown
    return msgspec.convert({**asdict(looks), "thrown": thrown}, LooksView) if drawn else None
