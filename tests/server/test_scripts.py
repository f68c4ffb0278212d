"""Scripts are served without their remarks, and else as they are written."""

from pathlib import Path

import pytest

from bussolotto.server.http.pages import without_remarks
from tests.repo.sources import PACKAGE

SCRIPTS = sorted(
    path
    for pattern in ("web/**/*.js", "games/*/page/**/*.js")
    for path in PACKAGE.glob(pattern)
    if "vendor" not in path.parts
)


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (b"/** What it is. */\nlet a;\n", b"\nlet a;\n"),
        (b"/**\n * Long.\n * @param {x} y\n */\nf();\n", b"\n\n\n\nf();\n"),
        (b"  /** @type {x} */ (y).z();\n  /** Told. */\n", b"  /** @type {x} */ (y).z();\n\n"),
        (b"a(/** @type {x} */ (y));\n// kept\n/* kept */\n", b"a(/** @type {x} */ (y));\n// kept\n/* kept */\n"),
    ],
)
def test_what_is_left_of_a_script(written: bytes, served: bytes) -> None:
    assert without_remarks(written) == served


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_nothing_but_remarks_is_left_out(path: Path) -> None:
    """Line by line: what is not served is a remark, and none of it stands in a template."""
    written = path.read_bytes()
    served = without_remarks(written).splitlines()
    quoted = False
    for line, left in zip(written.splitlines(), served, strict=True):
        if line != left:
            assert left == b"" and line.lstrip().startswith((b"/**", b"*")), line
            assert not quoted, line
        else:
            quoted ^= line.count(b"`") % 2 == 1


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 100
