"""Write the chances that the page shows, from the exact ones of bussolotto.core.dice: `python tools/dice_odds.py`.

web/dice-odds.json holds {"reach": [[chance of `wanted` or more dice of one face, by wanted 0..5], by dice left 0..5]}.
"""

import json
from pathlib import Path

from bussolotto.core import dice

TARGET = Path(__file__).parents[1] / "src" / "bussolotto" / "web" / "dice-odds.json"


def text() -> str:
    """The file as it should be."""
    numbers = range(dice.DICE + 1)
    reach = [[float(dice.reach(left, wanted)) for wanted in numbers] for left in numbers]
    return json.dumps({"reach": reach}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
