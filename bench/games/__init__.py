"""Games that other libraries have, written in our kernel, so that the very same work can be timed beside theirs."""

from types import ModuleType

from bench.games import connect_four, pig, tic_tac_toe, yacht

PEERS: dict[str, ModuleType] = {game.NAME: game for game in (pig, tic_tac_toe, connect_four, yacht)}
