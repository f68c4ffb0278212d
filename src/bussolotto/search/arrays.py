"""The arrays in which a tree grows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core.contract import Game

NOWHERE = -1
LONGEST = 512  # decisions on a path; what lies deeper is played out
EDGES_EACH = 24  # edges in memory for each node, on average

NODE = np.dtype(
    [
        ("key", np.int64),  # a hash of what the seat sees
        ("first", np.int32),  # its first edge
        ("visits", np.int32),
        ("count", np.uint16),  # its edges, one for each legal action
        ("seat", np.uint8),
        ("mixed", np.uint8),  # 1: several decide at once
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("total", np.float64),  # sum of the shares of the seat that decides
        ("visits", np.int32),
        ("action", np.int32),
    ],
    align=True,
)
MIX = np.dtype([("regret", np.float64), ("played", np.float64)])  # played: sum of an edge's probabilities


class Tree(NamedTuple):
    """The arrays of one tree; compiled code reads it as a named tuple."""

    nodes: npt.NDArray[Any]  # NODE[n]
    edges: npt.NDArray[Any]  # EDGE[m]
    mixes: npt.NDArray[Any]  # MIX[m], of the edges where several decide at once
    squares: npt.NDArray[np.float64]  # sums of squared shares, of the edges of the root
    table: npt.NDArray[np.int32]  # hash table: key -> node, NOWHERE where there is none
    used: npt.NDArray[np.int64]  # how many nodes, how many edges
    path: npt.NDArray[np.int32]  # the edges of the current iteration,
    nodes_on_path: npt.NDArray[np.int32]  # their nodes,
    likely: npt.NDArray[np.float64]  # and how likely each was, where it was drawn


def empty_tree(game: Game, nodes: int) -> Tree:
    """An empty tree with room for so many nodes."""
    edges = nodes * min(EDGES_EACH, game.ACTIONS) + game.ACTIONS
    slots = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros(nodes, NODE),
        np.zeros(edges, EDGE),
        np.zeros(edges, MIX),
        np.zeros(game.ACTIONS),
        np.full(slots, NOWHERE, np.int32),
        np.zeros(2, np.int64),
        np.zeros(LONGEST, np.int32),
        np.zeros(LONGEST, np.int32),
        np.zeros(LONGEST, np.float64),
    )


def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.table[:] = NOWHERE
    tree.used[:] = 0
    tree.squares[:] = 0.0


class Position(NamedTuple):
    """Room for a position and a view of it, STATE[1] each, and for the bytes of the view as int64."""

    at: npt.NDArray[Any]
    seen: npt.NDArray[Any]
    words: npt.NDArray[np.int64]


def room_for(game: Game) -> Position:
    """Room for one position."""
    size = game.STATE.itemsize
    padded = np.zeros(-(-size // 8) * 8, np.uint8)
    return Position(np.zeros(1, game.STATE), padded[:size].view(game.STATE), padded.view(np.int64))
