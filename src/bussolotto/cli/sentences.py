"""Steps of a match in words: who did what. Dice that fall together share one sentence."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from bussolotto import locale
from bussolotto.cli.words import Speaker, say
from bussolotto.core.contract import Game
from bussolotto.core.events import END, Kind
from bussolotto.core.events import Event as Decided
from bussolotto.core.kernel import CHANCE
from bussolotto.locale import at_table, catalogue, distinct, grouped, joined, phrase, plural
from bussolotto.play.match import Match, Step
from bussolotto.play.narration import Told

NOBODY = -1


class Event(NamedTuple):
    """Steps that viewers see as one event: the same seat and the same word (none if they are hidden)."""

    seat: int
    word: str
    arguments: list[str]
    times: int


def called(names: Sequence[str]) -> list[str]:
    """Return the names of a record, told apart; somebody without one gave none, or has deleted their data."""
    return distinct([name or phrase(Speaker.language, "seat.guest") for name in names])


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


def in_words(
    match: Match, since: int, viewer: int, told: Sequence[Told], names: Sequence[str], mover: int
) -> Iterator[str]:
    """Tell the steps of a match since a version, and what they decided. `mover`: whose turn it is, or becomes."""
    steps = match.steps(viewer, since)
    acted = next((seat for seat, _ in reversed(match.log[:since]) if seat != CHANCE), NOBODY)
    for passage, decided in passages(steps, told, match.game.events.kinds):
        for event in events(passage, match.game):
            acted = acted if event.seat == CHANCE else event.seat
            yield sentence(event, match.game.NAME, names, acted, mover)
        for one in decided:
            yield happened(one, match.game.NAME, names)


def sentence(event: Event, game: str, names: Sequence[str], acted: int, mover: int) -> str:
    """Describe an event in words. Of dice `name` is the seat that acted last, `next` the one that decides next.

    A text of dice that names somebody is passed over where nobody has acted yet.
    """
    values: dict[str, object] = {
        "name": _named(names, acted),
        "next": _named(names, mover),
        "what": " ".join(event.arguments),
        "n": event.times,
    }
    if event.arguments and event.arguments[0].isdecimal() and int(event.arguments[0]) < len(names):
        values["seat"] = names[int(event.arguments[0])]
    keys = [f"said.{game}.{event.word}"]
    if event.seat == CHANCE:  # the game's text, else the general one: who starts, what dice are laid or show
        keys = [*keys, f"said.{event.word}"] if event.word else ["said.unseen"]
    for key in keys:
        if known(key) and (values["name"] or not _names_somebody(key)):
            return filled(catalogue(Speaker.language), f"cli.{key}", event.times, values)
    what = f"{event.word} {values['what']}".strip()
    if not values["name"]:
        return what
    return say("said" if event.word else "said.hidden", **{**values, "what": what})


def _names_somebody(key: str) -> bool:
    return any("{name}" in text for text in _forms_of(catalogue(Speaker.language), f"cli.{key}"))


def _forms_of(texts: Mapping[str, str], key: str) -> list[str]:
    return [texts[f"{key}{form}"] for form in ("", ".one", ".other") if f"{key}{form}" in texts]


def _named(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else ""


def passages(
    steps: Sequence[Step], told: Sequence[Told], kinds: Mapping[str, Kind]
) -> Iterator[tuple[Sequence[Step], Sequence[Decided]]]:
    """Yield the steps up to each that decided something, with what that was; then the others."""
    begun = 0
    for end, one in enumerate(told, 1):
        if one.events or end == len(told):
            said = any(kinds[event.word].instead for event in one.events)
            yield steps[begun : end - said], one.events
            begun = end


def happened(event: Decided, game: str, names: Sequence[str]) -> str:
    """Tell an event with the text of the page, `event.GAME.WORD`; an ending without one by its name."""
    texts = at_table(Speaker.language, game)
    if event.word.startswith(END) and not _forms_of(texts, f"event.{game}.{event.word}"):
        ending = event.word.removeprefix(END)
        return texts.get(f"ending.{game}.{ending}", ending.replace("-", " "))
    said = {name: _value(texts, game, name, value, names) for name, value in event.values.items()}
    for player in ("seat", "other"):
        if player in event.values:
            said["name" if player == "seat" else player] = names[int(str(event.values[player]))]
    said["names"] = said.get("seats", "")
    seats = event.values.get("seats")
    count = len(seats) if isinstance(seats, list) else event.values.get("n")  # who wins has a verb
    return filled(texts, f"event.{game}.{event.word}", count, said)


def _value(texts: Mapping[str, str], game: str, name: str, value: object, names: Sequence[str]) -> str:
    """A value of an event in words: seats by name, pairs and words by their texts."""
    if isinstance(value, list) and name == "seats":
        return joined(Speaker.language, [names[seat] for seat in value])
    if isinstance(value, list):
        said = (
            grouped(Speaker.language, one) if isinstance(one, int) else _pair(texts, game, name, one, names)
            for one in value
        )
        return ", ".join(said)
    if isinstance(value, int):
        return grouped(Speaker.language, value)
    return texts.get(f"event.{game}.{name}.{value}", str(value))


def _pair(
    texts: Mapping[str, str], game: str, name: str, pair: tuple[int | str, int | str], names: Sequence[str]
) -> str:
    """Who and what, or what and how much."""
    one, other = pair
    what = _value(texts, game, name, other, names)
    if isinstance(one, int):
        return filled(texts, f"event.{game}.{name}", other, {"name": names[one], "what": what, "n": what})
    return filled(texts, f"event.{game}.{name}.{one}", other, {"what": what, "n": what})


def filled(texts: Mapping[str, str], key: str, n: object, values: Mapping[str, object]) -> str:
    """A text with its values, in the form for this number where it has two; without it, the last word of its key."""
    form = key if key in texts else f"{key}.{plural(Speaker.language, n)}"
    return locale.filled(texts.get(form, key.rpartition(".")[2].replace("-", " ")), values)


def known(key: str) -> bool:
    """Return whether the command line has this text, in one form or in several."""
    return bool(_forms_of(catalogue(Speaker.language), f"cli.{key}"))


def standing(match: Match, names: Sequence[str]) -> str:
    """Return everybody's points in one line."""
    return " · ".join(f"{name} {score:g}" for name, score in zip(names, match.scores(), strict=True))


def result(returns: Sequence[float], names: Sequence[str]) -> str:
    """Return who won, as text."""
    winners = [name for name, share in zip(names, returns, strict=True) if share == max(returns)]
    return say("won", n=len(winners), names=joined(Speaker.language, winners))


def mover_of(match: Match) -> int:
    """Return the only seat that may act, or NOBODY if there are none or several."""
    bits = match.movers()
    return bits.bit_length() - 1 if bits.bit_count() == 1 and not bits >> CHANCE else NOBODY
