"""What an evening has to know of Cincinnati: who comes before whom at the end (GEN-9)."""

from bussolotto.games.cincinnati.game import standing
from bussolotto.play.evening.pile import GameInEvening

EVENING = GameInEvening(standing=standing)  # CIN-17
