"""Steps of a match in words: who did what, dice that fall together in one sentence."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from types import ModuleType
from typing import NamedTuple

from bussolotto.cli.words import Speaker, say
from bussolotto.kernel import CHANCE
from bussolotto.locale import catalogue
from bussolotto.match import Match, Step


class Event(NamedTuple):
    """Steps that are one event for those who watch: the same seat, the same word (none where they are hidden)."""

    seat: int
    word: str
    arguments: list[str]
    times: int


def events(told: Sequence[Step], game: ModuleType) -> Iterator[Event]:
    """The steps in order; chance that says the same word again and again is one event.

    Actions stay apart, and outcomes of which the game says so.
    """
    apart = getattr(game, "APART", ())
    single = [step.seat != CHANCE or _word(step) in apart for step in told]
    numbered = [(step, number if single[number] else -1) for number, step in enumerate(told)]
    for (seat, word, _), group in groupby(numbered, lambda pair: (pair[0].seat, _word(pair[0]), pair[1])):
        steps = [step for step, _ in group]
        yield Event(seat, word, [argument for step in steps for argument in (step.text or "").split()[1:]], len(steps))


def _word(step: Step) -> str:
    return (step.text or "").partition(" ")[0]


def sentence(event: Event, game: str, names: Sequence[str], mover: int) -> str:
    """An event in words; what chance does is told of `mover`, the seat that decides next."""
    seat = mover if event.seat == CHANCE else event.seat
    values: dict[str, object] = {
        "name": names[seat] if 0 <= seat < len(names) else "",
        "what": " ".join(event.arguments),
        "n": event.times,
    }
    if event.arguments and event.arguments[0].isdecimal() and int(event.arguments[0]) < len(names):
        values["seat"] = names[int(event.arguments[0])]
    keys = _chance_keys(event, game) if event.seat == CHANCE else [f"said.{game}.{event.word}"]
    for key in keys:
        if known(key):
            return say(key, **values)
    what = f"{event.word} {values['what']}".strip()
    if not values["name"]:
        return what
    return say("said" if event.word else "said.hidden", **{**values, "what": what})


def _chance_keys(event: Event, game: str) -> list[str]:
    """How this game tells what falls, else how all do: who starts, how many dice are laid, what they show."""
    return [f"said.{game}.{event.word}", f"said.{event.word}"] if event.word else ["said.unseen"]


def known(key: str) -> bool:
    """Does the command line have this text, in one form or in several?"""
    return not {f"cli.{key}", f"cli.{key}.other"}.isdisjoint(catalogue(Speaker.language))


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
