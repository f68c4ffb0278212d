"""The wording of a report in one language: names of measures and rules, and formatted numbers."""

from __future__ import annotations

from math import floor, log10
from typing import Any

from bussolotto import game as game_of
from bussolotto import locale

POINTS = {"share", "matches"}  # fractions of one: shown in percent, and their differences in percentage points
NARROW = "\N{NARROW NO-BREAK SPACE}"


class Wording:
    """Texts and number formats of one language for reports on one game."""

    def __init__(self, language: str, game: str) -> None:
        self.language = language
        self._game = game

    def say(self, key: str, **values: object) -> str:
        """Return a text of the command line."""
        return locale.phrase(self.language, f"cli.{key}", **values)

    def title(self) -> str:
        return str(game_of(self._game).TITLE)

    def option(self, name: str) -> str:
        return locale.named(self.language, f"option.{self._game}.{name}", name)

    def value(self, name: str, value: str) -> str:
        """Return the name of the value of a house rule."""
        return locale.named(self.language, f"option.{self._game}.{name}.{value}", value)

    def change(self, change: dict[str, str]) -> str:
        """Return a change in a few words."""
        return ", ".join(f"{self.option(name)}: {self.value(name, value)}" for name, value in change.items())

    def measure(self, name: str) -> str:
        kind, _, of = name.partition(".")
        if kind == "ending":
            return locale.named(self.language, f"ending.{self._game}.{of}", of)
        if of:
            return self.say(f"study.measure.{kind}-of", of=self.of(kind, of))
        return self.say(f"study.measure.{kind}")

    def of(self, kind: str, number: str) -> str:
        """Return the name of a place, seat or player."""
        if kind == "seat":
            return self.say("simulate.seat", seat=number)
        if kind == "player":
            return self.say("study.player", number=int(number) + 1)
        return self.place(int(number))

    def place(self, place: int) -> str:
        """Return the name of the seat `place` places after the starter."""
        return self.say("simulate.place", n=place) if place else self.say("simulate.starter")

    def unit(self, unit: str, difference: bool = False) -> str:
        """Return the unit of a measure, or of a difference between its values."""
        if unit in POINTS:
            return self.say("study.unit.percentage-points") if difference else "%"
        return self.say(f"study.unit.{unit}")

    def number(self, value: Any, digits: int = 4) -> str:
        """Return a number with this many significant digits in the format of the language."""
        if value is None:
            return "-"
        if not value:
            return "0"
        places = max(0, digits - 1 - floor(log10(abs(value))))  # significant digits without an exponent
        return self._written(f"{value:.{places}f}")

    def whole(self, value: int) -> str:
        """Return a count with separated thousands."""
        return f"{value:,}".replace(",", NARROW)

    def with_half(self, value: float, half: float, signed: bool = True) -> str:
        """Return a value ± half the width of its interval, both rounded to two significant digits of the half."""
        places = _places(half)
        if not half and not value:
            return "0"
        value = round(value, places) + 0.0  # no minus sign before zero
        return self._written(f"{value:{'+' if signed else ''}.{places}f} ± {half:.{places}f}")

    def _written(self, text: str) -> str:
        text = text.replace("-", "\N{MINUS SIGN}")
        return text.replace(".", self.point)

    @property
    def point(self) -> str:
        """The decimal separator."""
        return "." if self.language == "en" else ","


def scale(unit: str) -> int:
    """Return the factor by which a figure is multiplied to show it in its unit."""
    return 100 if unit in POINTS else 1


def _places(half: float) -> int:
    """Return the number of decimal places that show two significant digits."""
    if half <= 0:
        return 2
    places = 0
    while half * 10**places < 10 and places < 6:
        places += 1
    return places
