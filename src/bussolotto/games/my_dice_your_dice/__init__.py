"""My Dice - Your Dice: the names of its rules are available here, `from bussolotto.games import my_dice_your_dice`."""

from bussolotto.games.my_dice_your_dice.game import *  # noqa: F403
