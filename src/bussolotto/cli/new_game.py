"""`bussolotto new-game`: a folder with a small working game to start from."""

import keyword
import re
import shlex
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from bussolotto import games, locale
from bussolotto.cli.words import say, tell
from bussolotto.core.contract import NAME
from bussolotto.core.errors import refuse
from bussolotto.games import game, names

TEMPLATE = "your_game"  # the package among the templates
TESTS = "test_your_game"  # a text among the templates: this package does not need pytest
WITHIN = f"bussolotto.cli.templates.{TEMPLATE}"  # where modules of the template import each other from
BLANKS = re.compile("your-game|your_game|Your Game|YOUR")
LONGEST_NAME = 30
SHORTEST_PREFIX = 3  # letters before the number of a clause


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("help.new-game.name"))],
    into: Annotated[Path | None, typer.Option(metavar="DIR", file_okay=False, help=say("help.new-game.into"))] = None,
) -> None:
    _require_free(name)
    home = into or games_of_checkout()
    if home is None:
        raise typer.BadParameter(say("bad.new-game.into"))
    package = name.replace("-", "_")
    if into and find_spec(package):
        raise typer.BadParameter(say("bad.new-game.package", package=package))
    folder = home / (name if into else package)
    if folder.exists() or folder.is_symlink():
        raise typer.BadParameter(say("bad.new-game.folder", folder=folder))
    write(folder, installable(name) if into else of_package(name, f"{games.__name__}.{package}"))
    tell(say("new-game.written", folder=folder))
    if into:
        tell(say("new-game.install", command=shlex.join(["pip", "install", "-e", str(folder)])))
    tell(say("new-game.play", command=f"bussolotto play {name}"))


def _require_free(name: str) -> None:
    """Refuse a name that a new game cannot have. It starts the keys of texts and is the name of a package."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise typer.BadParameter(say("bad.new-game.name", name=name, n=LONGEST_NAME))
    if name in names():
        raise typer.BadParameter(say("bad.new-game.there", name=name))
    if keyword.iskeyword(name) or name in locale.parts("en") or name.startswith(locale.LATER):
        raise typer.BadParameter(say("bad.new-game.reserved", name=name))


def games_of_checkout() -> Path | None:
    """Return the folder of the games if this program runs from a checkout of its sources."""
    source = Path(__file__).resolve().parents[2]
    is_checkout = source.name == "src" and (source.parent / "pyproject.toml").is_file()
    return source / "bussolotto" / "games" if is_checkout else None


def installable(name: str) -> dict[str, str]:
    """Return the files of an installable package that registers its game, by path."""
    package = name.replace("-", "_")
    templates = files(f"{__package__}.templates")
    project, tests = ((templates / file).read_text(encoding="utf-8") for file in ("pyproject.toml", f"{TESTS}.txt"))
    inside = {f"src/{package}/{path}": text for path, text in of_package(name, package).items()}
    return {
        "pyproject.toml": filled(project, name),
        f"tests/{filled(TESTS, name)}.py": filled(tests, name),
        **inside,
    }


def of_package(name: str, package: str) -> dict[str, str]:
    """Return the files of the game itself, by path; `package` is what its modules are imported from."""
    texts = _texts(files(f"{__package__}.templates") / TEMPLATE)
    return {path: filled(text.replace(WITHIN, package), name) for path, text in texts}


def _texts(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    for found in sorted(folder.iterdir(), key=lambda each: each.name):
        if found.is_file():
            yield path + found.name, found.read_text(encoding="utf-8")
        elif found.name != "__pycache__":
            yield from _texts(found, f"{path}{found.name}/")


def filled(text: str, name: str) -> str:
    """Return the text of a template with the name of a game filled in."""
    values = {
        "your-game": name,
        "your_game": name.replace("-", "_"),
        "Your Game": name.replace("-", " ").title(),
        "YOUR": prefix(name),
    }
    return BLANKS.sub(lambda blank: values[blank.group()], text)


def prefix(name: str) -> str:
    """Return the prefix of its clause numbers: the shortest start of its name that no other game uses."""
    taken = {game(other).CLAUSES for other in names()}
    letters = name.replace("-", "").upper()
    shortened = (letters[:length] for length in range(SHORTEST_PREFIX, len(letters) + 1))
    return next((each for each in shortened if each not in taken), letters)


def write(folder: Path, texts: dict[str, str]) -> None:
    """Write all of the files or none. Raises `not-written`."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-game-") as draft:
            for path, text in texts.items():
                file = Path(draft) / folder.name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            (Path(draft) / folder.name).rename(folder)
    except OSError as problem:
        raise refuse("not-written", file=folder, problem=problem.strerror or problem) from problem
