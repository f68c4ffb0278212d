"""Rule sheets: games on the pyramid as tables of words, read by one interpreter. See docs/rule-sheets.md."""

from bussolotto.sheets.game import SheetGame, game_from_sheet, library

__all__ = ["SheetGame", "game_from_sheet", "library"]
