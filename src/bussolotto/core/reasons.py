"""Why the rules refuse an action: the clause that forbids it, and what is wrong here and now.

A game's `why` returns such a reason, or the bare number of a clause, which is then told by its own text.
"""

from typing import Self


class Reason(int):
    """The number of a clause, and the word and values of the sentence `why.GAME.WORD`, or `why.WORD` for all games.

    Values are numbers, or words that have texts of their own: `why.GAME.NAME.WORD`.
    """

    word: str
    values: dict[str, int | str]

    def __new__(cls, clause: int, word: str, **values: int | str) -> Self:
        reason = super().__new__(cls, clause)
        reason.word = word
        reason.values = values
        return reason
