"""The chances on the page are those of dice.py, to the last digit."""

from tools import dice_odds


def test_the_page_has_the_exact_chances() -> None:
    assert dice_odds.TARGET.read_text(encoding="utf-8") == dice_odds.text(), "run python tools/dice_odds.py"
