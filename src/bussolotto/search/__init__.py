"""Search for what to do, in any game: `Search(game, Budget(..)).look(view, seat)`.

    >>> from bussolotto.search import Budget, Search

See docs/search.md.
"""

from bussolotto.search.lookahead import Lookahead
from bussolotto.search.search import Budget, Found, Search
from bussolotto.search.turn_search import TurnSearch

__all__ = ["Budget", "Found", "Lookahead", "Search", "TurnSearch"]
