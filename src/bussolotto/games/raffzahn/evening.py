"""What Raffzahn leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from bussolotto.play.evening.pile import GameInEvening, SetUp, lay_pose, levels, posed

SET_UP = SetUp(lambda size: levels(size, size), lay_pose)  # RAF-1: all but the top
EVENING = GameInEvening(leaves=posed, set_up=SET_UP, in_place=True)
