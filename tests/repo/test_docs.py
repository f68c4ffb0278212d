"""What is written is run: every code block and command of the pages, every link, every picture."""

import ast
import doctest
import os
import re
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, IGNORE_EXCEPTION_DETAIL
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bussolotto.games import names
from tests import pig, processes
from tests.command_line import done
from tests.depth import full
from tests.repo.sources import PACKAGE, ROOT, name_of, text_of
from tools import diagrams
from tools.screenshots import LOOKS

RULES = "src/bussolotto/games/*/rules.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob(RULES)])
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
COMMAND = re.compile(r"\bbussolotto(?: [\w./\"=>,-]+)+|\./play(?: [\w./:=-]+)+")


class Block(NamedTuple):
    """A fenced block: its kind (python, pycon, console), its text, the file it is to be written to."""

    kind: str
    text: str
    file: str | None


def blocks(page: Path, *kinds: str) -> list[Block]:
    """The blocks of these kinds in a page."""
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [Block(m["kind"], m["text"], m["file"]) for m in found if m["kind"] in kinds]


def with_blocks(*kinds: str) -> list[Any]:
    """The pages that have such blocks, as test parameters."""
    return [pytest.param(page, id=name_of(page)) for page in PAGES if blocks(page, *kinds)]


@pytest.fixture
def written(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A page whose files are written and can be imported; those of Pig are already."""
    page: Path = request.param
    files = [block for block in blocks(page, "python") if block.file and page != pig.PAGE]
    for block in files:
        (tmp_path / str(block.file)).write_text(block.text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield page
    for block in files:
        sys.modules.pop(Path(str(block.file)).stem, None)


@pytest.mark.parametrize("written", with_blocks("python", "pycon"), indirect=True)
def test_python_of_a_page_does_what_the_page_says(written: Path) -> None:
    names: dict[str, Any] = {}
    for block in blocks(written, "python"):
        if not block.file:
            exec(compile(block.text, name_of(written), "exec"), names)
    sessions = "\n".join(block.text for block in blocks(written, "pycon"))
    parsed = doctest.DocTestParser().get_doctest(sessions, names, name_of(written), str(written), 0)
    runner = doctest.DocTestRunner(optionflags=ELLIPSIS | IGNORE_EXCEPTION_DETAIL)
    told: list[str] = []
    runner.run(parsed, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("page", with_blocks("python"))
def test_a_block_imports_the_modules_it_uses(page: Path) -> None:
    """So that it can be copied by itself."""
    trees = [ast.parse(block.text) for block in blocks(page, "python")]
    modules = {name for tree in trees for name in imported(tree)}
    for tree in trees:
        values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        used = {value.id for value in values if isinstance(value, ast.Name)}
        assert not used & modules - imported(tree)


def imported(tree: ast.AST) -> set[str]:
    """The names that `import` statements bind."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    return {alias.asname or alias.name.partition(".")[0] for node in found for alias in node.names}


@full
@pytest.mark.parametrize("page", with_blocks("console"))
def test_commands_of_a_page_say_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for command, expected in sessions(block.text):
            done = processes.run(["sh", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, text=True)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            right = doctest.OutputChecker().check_output(expected, done.stdout, ELLIPSIS)
            assert right, f"{command} says\n{done.stdout}"


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it should say."""
    parts = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    return [(command, expected) for command, _, expected in parts]


def environment() -> dict[str, str]:
    """With our commands first on the path, English, and lines of one width."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "LANG": "en", "COLUMNS": "100"}


def commands() -> list[tuple[str, str]]:
    """Every command that a page mentions, with that page."""
    found = ((page, COMMAND.findall(page.read_text(encoding="utf-8"))) for page in PAGES)
    return sorted({(name_of(page), command) for page, hits in found for command in hits if "-" in command})


GROUPS = ("admin",)  # commands that have commands of their own


@pytest.mark.parametrize(("page", "command"), commands())
def test_every_option_that_a_page_mentions_exists(page: str, command: str) -> None:
    words = command.removeprefix("bussolotto ").replace("./play", "serve").split()
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    depth = 2 if words[0] in GROUPS else 1
    known = help_of(*([] if words[0].startswith("-") else words[:depth])) + "--help"
    assert [option for option in sorted(options) if option not in known] == [], f"{page}: {command}"


@cache
def help_of(*subcommand: str) -> str:
    """What a command tells of itself; without a name, all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "200")
        return done("--lang", "en", *subcommand, "--help").output


@pytest.mark.parametrize("page", [pytest.param(page, id=name_of(page)) for page in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = [
        f"{target}#{anchor}"
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8"))
        if not leads_somewhere(page, target, anchor)
    ]
    assert dead == []


def leads_somewhere(page: Path, target: str, anchor: str) -> bool:
    """Is there such a file, with such a heading?"""
    path = (page.parent / target).resolve() if target else page
    if not path.exists() or not path.is_relative_to(ROOT):
        return False
    headings = re.findall(r"^#+ (.+)$", text_of(path) or "", re.MULTILINE) if anchor else []
    return not anchor or anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", diagrams.PICTURES)
def test_pictures_are_as_the_program_draws_them(name: str) -> None:
    drawn = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
    assert drawn == diagrams.PICTURES[name](), "run `python -m tools.diagrams`"


@pytest.mark.parametrize("name", names())
def test_every_game_shows_its_table_on_a_desk_and_on_a_phone(name: str) -> None:
    page = (PACKAGE / "games" / name.replace("-", "_") / "rules.md").read_text(encoding="utf-8")
    for look in LOOKS:
        assert f"docs/images/tables/{name}-{look.name}.jpg" in page
        photograph = (ROOT / "docs" / "images" / "tables" / f"{name}-{look.name}.jpg").read_bytes()
        assert jpeg_size(photograph) == (look.width, look.height)


def jpeg_size(content: bytes) -> tuple[int, int]:
    """Width and height of a JPEG: they stand in its frame header."""
    assert content[:2] == b"\xff\xd8"
    at = 2
    while content[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return int.from_bytes(content[at + 7 : at + 9], "big"), int.from_bytes(content[at + 5 : at + 7], "big")


def test_the_pages_are_read_from_the_first_one() -> None:
    """No page stands alone: each is linked from the index or from the README."""
    linked: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        targets = {(page.parent / target).resolve() for target, _ in LINK.findall(page.read_text(encoding="utf-8"))}
        waiting += [target for target in targets - linked if target.suffix == ".md" and target.exists()]
        linked |= targets
    assert [name_of(page) for page in PAGES if page not in linked | {ROOT / "README.md"}] == []


def test_the_http_page_tells_every_route() -> None:
    from bussolotto.server.app.application import ROUTES

    page = (ROOT / "docs" / "http-api.md").read_text(encoding="utf-8")
    told = {re.sub(r"{(\w+)}", "{}", route) for route in re.findall(r"`((?:GET|PUT|POST|DELETE) /\S+?)`", page)}
    served = {
        f"{method} {re.sub(r'{[^}]+}', '{}', path)}"
        for module in ROUTES
        for handler in module.HANDLERS
        for path in handler.paths
        for method in handler.http_methods
        if handler.include_in_schema is not False
    }
    assert told - {"GET /api/schema"} == served
