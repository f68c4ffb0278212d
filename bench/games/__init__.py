"""Games that other libraries have, written in our kernel, so that the very same work can be timed beside theirs."""

from bench.games import connect_four, pig, tic_tac_toe, yacht
from bussolotto.core.contract import Game, as_game

PEERS: dict[str, Game] = {
    rules.FACTS.name.replace("-", "_"): as_game(rules) for rules in (pig, tic_tac_toe, connect_four, yacht)
}
