"""What Bunte Kuh leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from bussolotto.play.evening.pile import GameInEvening, SetUp, lay_pose, levels, posed

SET_UP = SetUp(lambda size: levels(size, 1), lay_pose)  # BKU-1
EVENING = GameInEvening(leaves=posed, set_up=SET_UP, in_place=True)
