"""The moves that players may type on their turn, as a list or by word."""

from collections.abc import Sequence

from rich.columns import Columns

from bussolotto.cli.words import Speaker, console, plain
from bussolotto.core.contract import Game
from bussolotto.locale import at_table
from bussolotto.play.match import Match

MOST_LISTED = 60  # more moves than this are listed by their words, without numbers


def listed(match: Match, seat: int, legal: Sequence[int]) -> None:
    """Print all moves, numbered or, if there are very many, by word."""
    texts = [match.game.say(seat, action) for action in legal]
    if len(texts) <= MOST_LISTED:
        numbered = [f"{number:>3} {plain(text)}" for number, text in enumerate(texts, 1)]
        console().print(Columns(numbered, padding=(0, 2)))
        return
    for word, arguments in by_word(texts).items():
        console().print(plain(f"{word}  {'  '.join(arguments)}".rstrip()))


def by_word(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return what may follow each word."""
    words: dict[str, list[str]] = {}
    for text in texts:
        word, _, argument = text.partition(" ")
        words.setdefault(word, []).extend([argument] if argument else [])
    return words


def meant(match: Match, seat: int, answer: str, legal: Sequence[int]) -> int:
    """Return the action for a number in the list, for its text, or for its text without the first word common to all.

    Raises ValueError for an answer that cannot be read.
    """
    if answer.isdecimal() and 1 <= int(answer) <= len(legal):
        return legal[int(answer) - 1]
    words = {match.game.say(seat, action).partition(" ")[0] for action in legal}
    if len(words) == 1 and answer[:1].isdecimal():
        answer = f"{words.pop()} {answer}"
    return int(match.game.read(seat, answer))


def words_of(game: Game) -> list[str]:
    """Return each word of the game's notation, with its first and last continuation and what people call it."""
    lines = []
    texts = at_table(Speaker.language, game.NAME)
    for word, arguments in by_word([game.say(0, action) for action in range(game.ACTIONS)]).items():
        example = " .. ".join(dict.fromkeys([*arguments[:1], *arguments[-1:]]))
        named = texts.get(f"word.{word}", word)
        lines.append(f"{word} {example}".rstrip() + (f"  ({named})" if named.lower() != word else ""))
    return lines
