"""The examples of docs/environments.md run, shortened; those that lack a library say so in a sentence."""

import json
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.repo.sources import ROOT

EXAMPLES = ROOT / "docs" / "examples"
NEEDS = {"maskable_ppo": ("sb3_contrib", "sb3-contrib"), "torchrl_masks": ("torchrl", "torchrl")}


def run(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    """What an example tells; the sentence with which it ends if it lacks a library."""
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    monkeypatch.syspath_prepend(EXAMPLES)
    try:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    except SystemExit as end:
        return end.code
    finally:
        sys.modules.pop("curves", None)
    return json.loads(capsys.readouterr().out)


def test_mccfr_comes_nearer_to_the_exact_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The smallest setting of the kind, 141 histories: two dice before the end."""
    position = "phase 3 won 26 25 spare 0 2 groups 0 0 0 0 0 0 game 2 rolled 0 0 2 0 0 0 first 1 aside 1"
    picture = tmp_path / "curve.svg"
    given = ("--iterations", "200", "--points", "3", "--no-compiled", "--position", position, "--picture", str(picture))
    told = run("mccfr", capsys, monkeypatch, *given)
    first, *_, last = told["curve"]
    assert told["value"] == pytest.approx(2 / 9) and last["iterations"] == 200
    assert last["exploitability"] < first["exploitability"] and last["exploitability"] < 0.03
    assert abs(last["worth"] - told["value"]) < 0.05
    assert "exploitability" in picture.read_text(encoding="utf-8")


def test_credit_is_given_to_the_seat_that_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = run("credit", capsys, monkeypatch, "--size", "32", "--steps", "150")
    assert set(told) == {"before", "after"} and told["after"] > told["before"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("maskable_ppo", ("--steps", "128", "--stages", "2", "--matches", "2", "--no-compiled")),
        ("torchrl_masks", ("--steps", "8", "--no-compiled")),
    ],
)
def test_an_example_runs_or_says_in_one_sentence_what_it_needs(
    name: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """These libraries bring PyTorch, which is not among what tests need: here it is not installed for them."""
    module, package = NEEDS[name]
    told = run(name, capsys, monkeypatch, *arguments)
    if find_spec(module) is None:
        assert told == f"This example needs one more package: pip install {package}"
    else:
        assert (len(told.get("curve", "xyz")) == 3 and "opponent" in str(told)) or told["fields"]["steps"] == 8
