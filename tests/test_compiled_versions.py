"""Which compiled versions of a game are kept."""

import os
from pathlib import Path

from bussolotto.play import compiler


def use(folder: Path) -> None:
    """As when the rules of a game are compiled in this version, or loaded."""
    compiler._written("", folder / "compiled_toy.py")


def test_the_versions_that_were_used_last_are_kept(tmp_path: Path) -> None:
    """The oldest one, which somebody uses every day, outlasts those of a checkout that changes all the time."""
    versions = [tmp_path / f"{number:02}" for number in range(compiler.KEPT_VERSIONS)]
    for number, version in enumerate(versions):
        use(version)
        os.utime(version, (number, number))
    use(versions[0])
    use(tmp_path / "new")
    assert {*tmp_path.iterdir()} == {versions[0], *versions[2:], tmp_path / "new"}
