"""The notebook: its cells, run one after the other, show what stands beneath them."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.repo.sources import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def shown(source: str, names: dict[str, Any]) -> object:
    """Run a cell; the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    if not isinstance(tree.body[-1], ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]  # an expression, as was just asked
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(last, "cell", "eval"), names)


@pytest.mark.parametrize("notebook", [pytest.param(path, id=path.stem) for path in NOTEBOOKS])
def test_a_notebook_shows_what_it_says(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bussolotto.study import keeping

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keeping, "root", lambda: tmp_path / "kept")
    names: dict[str, Any] = {}
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            value = shown("".join(cell["source"]), names)
            data = cell["outputs"][0]["data"]
            if "image/png" not in data:
                assert repr(value) == "".join(data["text/plain"])
    assert sum(cell["cell_type"] == "code" for cell in cells) >= 5
