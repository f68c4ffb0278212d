"""House rules in the collection: the text of their file, which pages write and read as well (`setup/rules-file.js`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from bussolotto.core.contract import Game, choose_options
from bussolotto.core.errors import Refusal, refuse
from bussolotto.games import game as module_of
from bussolotto.games import told

KIND = "bussolotto house rules"


class SharedRules(Struct):
    """House rules as in their file. `rules`: the version of the game's rules that they were chosen for."""

    kind: str
    game: str
    name: str
    authors: list[str]
    licence: str
    rules: int
    options: dict[str, str]
    seats: int | None
    about: str = ""

    @property
    def text(self) -> str:
        """Their file."""
        return json.dumps(msgspec.to_builtins(self), ensure_ascii=False, indent=2) + "\n"

    @property
    def fits(self) -> bool:
        """Can a table still be set up with them?"""
        try:
            choose_options(module_of(self.game), self.options)
        except Refusal:
            return False
        return self.seats is None or self.seats in module_of(self.game).SEATS


def shared(
    game: Game,
    options: Mapping[str, object],
    seats: int | None,
    *,
    name: str,
    authors: Sequence[str],
    licence: str,
    about: str,
) -> SharedRules:
    """House rules for the collection. Raises `bad-seats`, and the same errors for the options as a table."""
    if seats is not None and seats not in game.SEATS:
        raise refuse("bad-seats", game=game.NAME, seats=seats, known=game.SEATS)
    chosen = choose_options(game, options)
    return SharedRules(KIND, str(game.NAME), name, list(authors), licence, game.RULES, chosen, seats, about)


def read_shared(text: str) -> SharedRules | None:
    """The rules in a file that was kept; None where it is damaged."""
    try:
        return msgspec.json.decode(text, type=SharedRules)
    except msgspec.DecodeError:
        return None


def question(rules: SharedRules) -> str:
    """What the program that measures them is told."""
    return json.dumps({"game": told(module_of(rules.game)), "options": rules.options, "seats": rules.seats})
