"""What no file of ours may hold: addresses of package registries, paths of one machine, work left undone."""

import json
import re
from pathlib import Path

import pytest

from tests.repo.sources import ROOT, name_of, ours, text_of

REGISTRIES = [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com")]
REGISTRIES += [("anaconda", "org"), ("deb.debian", "org"), ("jsdelivr", "net"), ("unpkg", "com")]
FORBIDDEN = {
    "a package registry": re.compile("|".join(r"\.".join(map(re.escape, names)) for names in REGISTRIES)),
    "a path of one machine": re.compile(r"(?<![\w.~])/(?:work|tmp|root|home|Users)/\w"),
    "work left undone": re.compile("|".join(rf"\b{a}{b}\b" for a, b in [("TO", "DO"), ("FIX", "ME"), ("XX", "X")])),
    "a rest of a merge": re.compile(r"^(?:<{7}|>{7})", re.MULTILINE),
}


def forbidden(text: str) -> list[str]:
    """What a text holds that it may not."""
    return [f"{what}: {found.group()!r}" for what, pattern in FORBIDDEN.items() if (found := pattern.search(text))]


def test_no_file_holds_what_it_may_not() -> None:
    problems = {name_of(path): forbidden(text) for path in ours() if (text := text_of(path))}
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.parametrize(
    "text",
    ["see https://" + ".".join(REGISTRIES[0]), "open('/" + "home/me/x')", "# TO" + "DO later", "<" * 7 + " HEAD"],
)
def test_the_check_bites(text: str) -> None:
    assert len(forbidden(text)) == 1


def test_the_check_leaves_routes_alone() -> None:
    assert forbidden("GET /api/home, ~/work/x, https://example.org/home/a") == []


@pytest.mark.parametrize("name", ["constraints.txt", "requirements.txt"])
def test_pins_are_names_versions_and_hashes(name: str) -> None:
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; [\w .'<>=!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    wrong = [text for text in (ROOT / name).read_text(encoding="utf-8").splitlines() if not line.fullmatch(text)]
    assert wrong == []


def test_what_playing_needs_is_part_of_all_pins() -> None:
    """`./test` installs only constraints.txt: it must hold requirements.txt, at the same versions.

    What playing needs on some machines only, tests may need on all.
    """
    play, everything = (set(pins(ROOT / name)) for name in ("requirements.txt", "constraints.txt"))
    assert {line for line in play if line not in everything and line.partition(" ; ")[0] not in everything} == set()


def pins(path: Path) -> list[str]:
    """The lines `name==version`, markers included."""
    return [line.rstrip(" \\") for line in path.read_text(encoding="utf-8").splitlines() if "==" in line]


def test_npm_pins_name_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [path for path, entry in packages.items() if "resolved" in entry] == []
    assert all("integrity" in entry for path, entry in packages.items() if path)
