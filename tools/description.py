"""The README as the package tells it elsewhere: links and pictures of the checkout lead nowhere there.

    python -m tools.description

writes `tools/description.md`, which pyproject.toml names as the long description; a test holds it. A link becomes its
text, with the page it led to in brackets where that is a file; pages lie in the source distribution.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README, DESCRIPTION = ROOT / "README.md", ROOT / "tools" / "description.md"
PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n?", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)([^)#\s]*)(?:#[^)\s]*)?\)")
WHERE = "\nPages named in brackets lie in the source distribution, with the tests.\n"


def description(readme: str) -> str:
    """The text without what leads nowhere."""
    return LINK.sub(r"\1 (`\2`)", PICTURE.sub("", readme)) + WHERE


if __name__ == "__main__":
    DESCRIPTION.write_text(description(README.read_text(encoding="utf-8")), encoding="utf-8")
