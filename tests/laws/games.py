"""Every game that laws are held to: ours, Pig of the docs, and a toy with everything that games may have."""

from typing import Any

import bussolotto
from bussolotto.core import contract
from tests import pig
from tests.laws.toys.whispers import game as whispers

GAMES: list[Any] = [*(bussolotto.game(name) for name in bussolotto.games()), pig.game(), contract.as_game(whispers)]
