"""What one may type at one's turn: the moves, as a list or by their words."""

from collections.abc import Sequence
from types import ModuleType

from rich.columns import Columns

from bussolotto.cli.words import Speaker, console, plain
from bussolotto.locale import catalogue
from bussolotto.match import Match

MOST_LISTED = 60  # more moves are told by their words, without numbers


def listed(match: Match, seat: int, legal: Sequence[int]) -> None:
    """Print all moves: numbered, or very many of them by their words."""
    texts = [match.module.say(seat, action) for action in legal]
    if len(texts) <= MOST_LISTED:
        numbered = [f"{number:>3} {plain(text)}" for number, text in enumerate(texts, 1)]
        console().print(Columns(numbered, padding=(0, 2)))
        return
    for word, arguments in by_word(texts).items():
        console().print(plain(f"{word}  {'  '.join(arguments)}".rstrip()))


def by_word(texts: Sequence[str]) -> dict[str, list[str]]:
    """What may follow each word."""
    words: dict[str, list[str]] = {}
    for text in texts:
        word, _, argument = text.partition(" ")
        words.setdefault(word, []).extend([argument] if argument else [])
    return words


def meant(match: Match, seat: int, answer: str, legal: Sequence[int]) -> int:
    """The action of a number of the list, of its text, or of its text without the word that all begin with.

    ValueError for what cannot be read.
    """
    if answer.isdecimal() and 1 <= int(answer) <= len(legal):
        return legal[int(answer) - 1]
    words = {match.module.say(seat, action).partition(" ")[0] for action in legal}
    if len(words) == 1 and answer[:1].isdecimal():
        answer = f"{words.pop()} {answer}"
    return int(match.module.read(seat, answer))


def words_of(game: ModuleType) -> list[str]:
    """Every word of the game's notation, with the first and the last of what may follow it and what people call it."""
    lines = []
    for word, arguments in by_word([game.say(0, action) for action in range(game.ACTIONS)]).items():
        example = " .. ".join(dict.fromkeys([*arguments[:1], *arguments[-1:]]))
        named = catalogue(Speaker.language).get(f"word.{word}", word)
        lines.append(f"{word} {example}".rstrip() + (f"  ({named})" if named.lower() != word else ""))
    return lines
