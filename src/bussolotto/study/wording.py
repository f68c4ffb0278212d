"""What a report says in a language: names of measures, rules and numbers as people write them."""

from __future__ import annotations

from math import floor, log10
from typing import Any

from bussolotto import game as game_of
from bussolotto import locale

POINTS = {"share", "matches"}  # units that are parts of one: told as percent, their differences as percentage points
NARROW = "\N{NARROW NO-BREAK SPACE}"


class Wording:
    """A language, for reports on one game."""

    def __init__(self, language: str, game: str) -> None:
        self.language = language
        self._game = game
        self._texts = locale.catalogue(language)

    def say(self, key: str, **values: object) -> str:
        """A text of the command line."""
        return locale.phrase(self.language, f"cli.{key}", **values)

    def title(self) -> str:
        """Of the game."""
        return str(game_of(self._game).TITLE)

    def option(self, name: str) -> str:
        """A house rule."""
        return self._texts.get(f"option.{self._game}.{name}", name)

    def value(self, name: str, value: str) -> str:
        """What a house rule is set to."""
        return self._texts.get(f"option.{self._game}.{name}.{value}", value)

    def change(self, change: dict[str, str]) -> str:
        """A change in a few words."""
        return ", ".join(f"{self.option(name)}: {self.value(name, value)}" for name, value in change.items())

    def measure(self, name: str) -> str:
        """What is measured."""
        kind, _, of = name.partition(".")
        if kind == "ending":
            return locale.phrase(self.language, f"ending.{self._game}.{of}")
        if of:
            return self.say(f"study.measure.{kind}-of", of=self.of(kind, of))
        return self.say(f"study.measure.{kind}")

    def of(self, kind: str, number: str) -> str:
        """Whose it is: of a place, a seat, a player."""
        if kind == "seat":
            return self.say("simulate.seat", seat=number)
        if kind == "player":
            return self.say("study.player", number=int(number) + 1)
        return self.place(int(number))

    def place(self, place: int) -> str:
        """So many places after who begins."""
        return self.say("simulate.place", n=place) if place else self.say("simulate.starter")

    def unit(self, unit: str, difference: bool = False) -> str:
        """What a measure is counted in."""
        if unit in POINTS:
            return self.say("study.unit.percentage-points") if difference else "%"
        return self.say(f"study.unit.{unit}")

    def number(self, value: Any, digits: int = 4, signed: bool = False) -> str:
        """A number to so many significant digits, as people write it here."""
        if value is None:
            return "-"
        if not value:
            return "0"
        text = _plain(float(value), digits, "+" if signed else "-")
        return self._written(text)

    def whole(self, value: int) -> str:
        """A count, its thousands apart."""
        return f"{value:,}".replace(",", NARROW)

    def with_half(self, value: float, half: float, signed: bool = True) -> str:
        """A value with half the width of its interval, both to the same place: two digits of the half."""
        places = _places(half)
        if not half and not value:
            return "0"
        value = round(value, places) + 0.0  # no minus before nothing
        return self._written(
            f"{value:{'+' if signed else ''}.{places}f} ± {half:.{places}f}".replace("-", "\N{MINUS SIGN}")
        )

    def _written(self, text: str) -> str:
        text = text.replace("-", "\N{MINUS SIGN}")
        return text.replace(".", self.point)

    @property
    def point(self) -> str:
        """What stands before decimals."""
        return "." if self.language == "en" else ","


def scale(unit: str) -> int:
    """By what a figure is multiplied to be told in its unit."""
    return 100 if unit in POINTS else 1


def _plain(value: float, digits: int, sign: str) -> str:
    """Significant digits without an exponent."""
    places = max(0, digits - 1 - floor(log10(abs(value))))
    return f"{value:{sign}.{places}f}"


def _places(half: float) -> int:
    """Decimal places that show two significant digits."""
    if half <= 0:
        return 2
    places = 0
    while half * 10**places < 10 and places < 6:
        places += 1
    return places
