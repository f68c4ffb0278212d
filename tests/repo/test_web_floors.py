"""Imports of scripts go downward only, and the page of a game knows no other game."""

from pathlib import Path

import pytest

from tools import floors, web_floors


def test_every_import_of_a_script_goes_downward() -> None:
    assert web_floors.breaches() == []


def test_every_script_stands_on_a_floor() -> None:
    standing = {web_floors.part_of(file, web_floors.PACKAGE) for file in web_floors.scripts(web_floors.PACKAGE)}
    assert standing | {"vendor"} <= web_floors.HEIGHT.keys()
    assert len(web_floors.FLOORS) <= 10


def test_what_looks_for_imports_finds_them() -> None:
    found = list(web_floors.imports(web_floors.PACKAGE))
    assert len(found) > 800
    assert {"./worker.js", "./three.module.min.js", "../../../web/types.js"} & {each.wanted for each in found}


SMALL = {
    "web/types.js": "",
    "web/words/i18n.js": "",
    "web/line/api.js": "import '../words/i18n.js';",
    "web/table/table.js": "/** @typedef {import('../types.js').Table} Table */\nimport { get } from '../line/api.js';",
    "web/games/plain.js": "const worker = new Worker(new URL('../table/table.js', import.meta.url));",
    "games/pig/page/page.js": "import { Table } from '../../../web/table/table.js';\nimport('./words.js');",
    "games/pig/page/words.js": "",
    "games/hog/page/page.js": "",
    "web/pages/play.js": "const page = await import('../games/plain.js');",
    "web/app.js": "import './pages/play.js';",
}


def planted(folder: Path, **files: str) -> list[str]:
    """The breaches in a small page with these scripts besides."""
    for name, text in (SMALL | files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return web_floors.breaches(folder)


def test_a_page_in_order_is_left_alone(tmp_path: Path) -> None:
    assert planted(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("web/table/rules.js", "import { Play } from '../pages/play.js';", "rules.js:1: table may not import pages"),
        ("web/table/rules.js", "let a;\nimport('../games/plain.js');", "rules.js:2: table may not import games"),
        ("web/table/rules.js", "import {\n  Play,\n} from '../pages/play.js';", "table may not import pages"),
        ("web/table/rules.js", "/** @type {import('../pages/play.js').Play} */", "table may not import pages"),
        ("web/table/rules.js", "new URL('../pages/play.js', import.meta.url)", "table may not import pages"),
        ("web/table/rules.js", "import '../../games/pig/page/page.js';", "table may not import games"),
        ("web/words/names.js", "export { get } from '../line/api.js';", "words may not import line"),
        ("web/words/names.js", "import { h } from 'preact';", "preact is no path of a script"),
        ("web/words/names.js", "import './none.js';", "./none.js does not exist"),
        ("web/cellar/low.js", "import '../types.js';", "cellar stands on no floor"),
        ("games/pig/page/hand.js", "import '../../hog/page/page.js';", "games/pig may not import games/hog"),
        ("games/pig/page/hand.js", "import '../../../web/pages/play.js';", "games may not import pages"),
        ("web/games/plain.js", "import '../../games/pig/page/page.js';", "web/games may not import games/pig"),
        ("games/pig/page/words.js", "/** @type {import('./page.js').Page} */", "page.js: a circle"),
    ],
)
def test_the_check_bites(tmp_path: Path, file: str, text: str, told: str) -> None:
    (problem,) = planted(tmp_path, **{file: text})
    assert told in problem


def test_the_floors_of_the_package_tell_those_of_scripts_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web_floors, "breaches", lambda: ["web/app.js:1: planted"])
    assert floors.main() == 1
    assert "web/app.js:1: planted" in capsys.readouterr().out
