"""Steps of a match in words: who did what. Dice that fall together share one sentence."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bussolotto.cli.words import Speaker, say
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.locale import catalogue
from bussolotto.play.match import Match, Step


class Event(NamedTuple):
    """Steps that viewers see as one event: the same seat and the same word (none if they are hidden)."""

    seat: int
    word: str
    arguments: list[str]
    times: int


def events(told: Sequence[Step], game: Game) -> Iterator[Event]:
    """Yield the steps in order. Consecutive chance steps with the same word are one event.

    Actions stay separate, as do outcomes that the game marks as separate.
    """
    apart = game.facts.apart
    single = [step.seat != CHANCE or _word(step) in apart for step in told]
    numbered = [(step, number if single[number] else -1) for number, step in enumerate(told)]
    for (seat, word, _), group in groupby(numbered, lambda pair: (pair[0].seat, _word(pair[0]), pair[1])):
        steps = [step for step, _ in group]
        yield Event(seat, word, [argument for step in steps for argument in (step.text or "").split()[1:]], len(steps))


def _word(step: Step) -> str:
    return (step.text or "").partition(" ")[0]


def sentence(event: Event, game: str, names: Sequence[str], mover: int) -> str:
    """Describe an event in words; dice are attributed to `mover`, the seat that decides next."""
    seat = mover if event.seat == CHANCE else event.seat
    values: dict[str, object] = {
        "name": names[seat] if 0 <= seat < len(names) else "",
        "what": " ".join(event.arguments),
        "n": event.times,
    }
    if event.arguments and event.arguments[0].isdecimal() and int(event.arguments[0]) < len(names):
        values["seat"] = names[int(event.arguments[0])]
    keys = [f"said.{game}.{event.word}"]
    if event.seat == CHANCE:  # the game's text, else the general one: who starts, what dice are laid or show
        keys = [*keys, f"said.{event.word}"] if event.word else ["said.unseen"]
    for key in keys:
        if known(key):
            return say(key, **values)
    what = f"{event.word} {values['what']}".strip()
    if not values["name"]:
        return what
    return say("said" if event.word else "said.hidden", **{**values, "what": what})


def known(key: str) -> bool:
    """Return whether the command line has this text, in one form or in several."""
    return not {f"cli.{key}", f"cli.{key}.other"}.isdisjoint(catalogue(Speaker.language))


def standing(match: Match, names: Sequence[str]) -> str:
    """Return everybody's points in one line."""
    return " · ".join(f"{name} {score:g}" for name, score in zip(names, match.scores(), strict=True))


def result(returns: Sequence[float], names: Sequence[str]) -> str:
    """Return who won, as text."""
    winners = [name for name, share in zip(names, returns, strict=True) if share == max(returns)]
    return say("won", n=len(winners), names=", ".join(winners))


def mover_of(match: Match) -> int:
    """Return the only seat that may act, or -1 if there are none or several."""
    bits = match.movers()
    return bits.bit_length() - 1 if bits.bit_count() == 1 and not bits >> CHANCE else -1
