"""The golden files of all games: each has a folder `playthroughs` beside its tests."""

from pathlib import Path

from bussolotto.testing import golden
from bussolotto.testing.golden import Playthrough

FOLDER = Path(__file__).parent.parent / "games"


def paths() -> list[Path]:
    """All golden files."""
    return sorted(FOLDER.glob("*/playthroughs/*.txt"))


def game_in(path: Path) -> str:
    """The name of the game that a golden file is of."""
    return path.parent.parent.name.replace("_", "-")


def read(path: Path) -> Playthrough:
    """The playthrough in a golden file."""
    return golden.read(path, game_in(path))
