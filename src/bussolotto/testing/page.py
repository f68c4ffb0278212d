"""What can be said of a game's own page without a browser: its modules can be parsed, and have what is wanted of them.

Node.js links the modules, without running any.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib.resources import as_file, files

from bussolotto.core.contract import Game

EXPORTED = {"page.js": ("default", "sentence"), "facts.js": ("PHASE",)}  # what other modules ask of a page
OPTIONS = ("--no-warnings", "--experimental-vm-modules")  # modules that are linked and not run


def can_look() -> bool:
    """Is Node.js installed here?"""
    return shutil.which("node") is not None


def law_page(game: Game) -> None:
    """Every module of the page can be parsed, what it imports is there, and it exports what a page has to export."""
    found = list(faults(game))
    assert not found, "; ".join(found)


def faults(game: Game) -> Iterator[str]:
    """What is wrong with the page of a game that has one."""
    folder = files(game.package) / "page"
    program, web = files(__package__) / "page.mjs", files("bussolotto") / "web"
    with as_file(folder) as page, as_file(program) as script, as_file(web) as shared:
        command = ["node", *OPTIONS, str(script), game.NAME.replace("-", "_"), str(page), str(shared)]
        ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603  # ours
    assert ran.returncode == 0, f"Node.js could not look at the page: {ran.stderr}"
    told = json.loads(ran.stdout)
    yield from told["faults"]
    for file, names in EXPORTED.items():
        if not (folder / file).is_file():
            yield f"page/{file} is not there"
        elif lacking := [name for name in names if name not in told["exported"].get(file, names)]:
            yield f"page/{file} does not export {' and '.join(lacking)}"
