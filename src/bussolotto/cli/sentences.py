"""Steps of a match in words: who did what, dice that fall together in one sentence."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bussolotto.cli.words import Speaker, say
from bussolotto.kernel import CHANCE
from bussolotto.locale import catalogue
from bussolotto.match import Match, Step


class Event(NamedTuple):
    """Steps that are one event for those who watch: the same seat, the same word."""

    seat: int
    word: str
    arguments: list[str]


def events(steps: Sequence[Step]) -> Iterator[Event]:
    """The steps in order; chance that says the same word again and again is one event, actions stay apart."""
    numbered = [(step, number if step.seat != CHANCE else -1) for number, step in enumerate(steps)]
    for (seat, word, _), group in groupby(numbered, lambda pair: (pair[0].seat, _word(pair[0]), pair[1])):
        yield Event(seat, word, [argument for step, _ in group for argument in (step.text or "").split()[1:]])


def _word(step: Step) -> str:
    return (step.text or "").partition(" ")[0]


def sentence(event: Event, game: str, names: Sequence[str], mover: int) -> str:
    """An event in words; what chance does is told of `mover`, the seat that decides next."""
    seat = mover if event.seat == CHANCE else event.seat
    values = {"name": names[seat] if 0 <= seat < len(names) else "", "what": " ".join(event.arguments)}
    if event.arguments and event.arguments[0].isdecimal() and int(event.arguments[0]) < len(names):
        values["seat"] = names[int(event.arguments[0])]
    key = f"said.{game}.{event.word}"
    if f"cli.{key}" in catalogue(Speaker.language):
        return say(key, **values)
    return say("said" if event.word else "said.hidden", **{**values, "what": f"{event.word} {values['what']}".strip()})


def standing(match: Match, names: Sequence[str]) -> str:
    """Everybody's points in one line."""
    return " · ".join(f"{name} {score:g}" for name, score in zip(names, match.scores(), strict=True))


def result(returns: Sequence[float], names: Sequence[str]) -> str:
    """Who has won."""
    winners = [name for name, share in zip(names, returns, strict=True) if share == max(returns)]
    return say("won", n=len(winners), names=", ".join(winners))


def mover_of(match: Match) -> int:
    """The only seat that may act, -1 if it is none or several."""
    bits = match.movers()
    return bits.bit_length() - 1 if bits.bit_count() == 1 and not bits >> CHANCE else -1
