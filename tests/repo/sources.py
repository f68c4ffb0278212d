"""The files that are ours: what tests of the repository read."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "bussolotto"
FOLDERS = (".ci", "bench", "docs", "src", "tests", "tools")
NOT_OURS = {".git", "__pycache__", "vendor", "node_modules"}  # in a worktree .git is a file


def ours(*endings: str) -> Iterator[Path]:
    """All files of the project, or those with these endings, in a fixed order."""
    found = [*ROOT.glob("*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    for path in sorted(found):
        if path.is_file() and not NOT_OURS & set(path.parts) and (not endings or path.suffix in endings):
            yield path


def text_of(path: Path) -> str | None:
    """The text of a file; None for a picture or a font."""
    content = path.read_bytes()
    return None if b"\0" in content else content.decode()


def name_of(path: Path) -> str:
    """Its path as messages tell it."""
    return path.relative_to(ROOT).as_posix()
