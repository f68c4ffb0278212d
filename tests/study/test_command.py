"""`bussolotto study`: its files, its refusals, its exit codes."""

import json
from importlib import util
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pytest

from bussolotto.study import keeping, study, sweep
from tests.command_line import do, done

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
ASKED = ["study", "spilorcio", "--players", "random,random", "--change", "loan=five", "--matches", "300", "--quick"]


@pytest.fixture(autouse=True)
def _kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "root", lambda: tmp_path / "kept")


def test_it_writes_a_page_and_tells_the_figures() -> None:
    told = json.loads(done(*ASKED, "--json", "--seed", "7").stdout)
    assert (told["played"], told["seed"], told["changes"]) == (300, 7, [{"loan": "five"}])
    page = Path("spilorcio-study.html").read_text(encoding="utf-8")
    assert "Borrowing" in page and told["study"] in page


def test_json_may_go_to_a_file_and_the_page_be_left_out() -> None:
    done(*ASKED, "--json", "figures.json", "--no-html")
    assert json.loads(Path("figures.json").read_text(encoding="utf-8"))["played"] == 300
    assert not Path("spilorcio-study.html").exists()


def test_without_a_page_and_figures_it_is_told_in_the_terminal() -> None:
    told = done(*ASKED, "--no-html", "--change", "board=short").stdout
    assert "Borrowing" in told and "From 300 matches on each side" in told
    for word in ("Plies", "Lead changes", "Wins: ", "difference"):
        assert told.count(word) >= 2, word
    assert json.loads(done(*ASKED, "--no-html", "--json").stdout)


def test_every_match_of_every_side_may_be_a_row_of_a_table() -> None:
    done(*ASKED, "--no-html", "--parquet", "rows.parquet")
    table = pd.read_parquet("rows.parquet")
    assert table.groupby("variant", observed=True).size().to_dict() == {"base": 300, "loan=five": 300}
    assert [dict(options)["loan"] for options in table["options"].iloc[[0, -1]]] == ["reserve", "five"]
    base = json.loads(done(*ASKED, "--no-html", "--json").stdout)["sides"][0]
    assert table[table["variant"] == "base"]["plies"].mean() == pytest.approx(base["measures"]["plies"]["mean"])


def test_it_writes_over_its_own_page_and_over_nothing_else() -> None:
    done(*ASKED)
    done(*ASKED)
    other = [*ASKED[:5], "board=short", *ASKED[6:]]
    refused = do(*other)
    assert refused.exit_code == 2 and "spilorcio-study.html already exists" in refused.output
    done(*other, "--force")
    Path("mine.txt").write_text("a letter", encoding="utf-8")
    assert do(*ASKED, "--html", "mine.txt").exit_code == 2
    assert Path("mine.txt").read_text(encoding="utf-8") == "a letter"
    assert do(*ASKED, "--html", "nowhere/page.html").exit_code == 2


def test_it_speaks_the_language_asked_for() -> None:
    done("--lang", "it", *ASKED)
    assert "E se «" in Path("spilorcio-study.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--change", "loan=reserve"], "changes nothing"),
        (["--change", "laon=five"], "Did you mean “loan”"),
        (["--change", "loan"], "NAME=VALUE"),
        ([], "needs a change"),
        (["--change", "loan=five", "--effect", "fun"], "There is no measure “fun”"),
        (["--change", "loan=five", "--change", "loan=five", "--together"], "changed twice"),
        (["--change", "loan=five", "--until", "0"], "--until"),
        (["--change", "loan=five", "--matches", "1"], "--matches"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], said: str) -> None:
    result = do("study", "spilorcio", *arguments)
    assert result.exit_code == 2 and said in result.output, result.output


def test_without_the_extra_there_is_no_page_but_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    from bussolotto.study import plots

    monkeypatch.setattr(plots, "find_spec", lambda name: util.find_spec("no_such_module"))
    refused = do(*ASKED)
    assert refused.exit_code == 2 and "bussolotto[study]" in refused.output
    assert json.loads(done(*ASKED, "--no-html", "--json").stdout)["played"] == 300


def test_ctrl_c_writes_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = study._take

    def interrupted(*arguments: Any) -> None:
        taken(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "_take", interrupted)
    stopped = do(*ASKED)
    assert stopped.exit_code == 130 and "continues from there" in stopped.output
    assert "Interrupted after 300 matches" in Path("spilorcio-study.html").read_text(encoding="utf-8")


SWEPT = ["study", "my-dice-your-dice", "--players", "random,random", "--matches", "100", "--sweep", "goal=7..13:3"]


def test_a_sweep_is_a_curve_in_the_terminal() -> None:
    told = done(*SWEPT, "--effect", "turns").stdout
    lines = [line for line in told.splitlines() if "●" in line]
    assert [line.split()[0] for line in lines] == ["7", "10", "13"] and "100 matches at each value" in told
    assert [line.index("●") for line in lines] == sorted(line.index("●") for line in lines)
    assert not list(Path().glob("*.*"))


def test_two_options_are_a_heat_map() -> None:
    told = done(*SWEPT, "--sweep", "group_size=7,8").stdout
    assert "Wins: first player, %" in told and "●" not in told
    assert any(sign in told for sign in "░▒▓█")


def test_the_figures_of_a_sweep_go_to_files() -> None:
    done(*SWEPT, "--json", "figures.json", "--csv", "figures.csv")
    told = json.loads(Path("figures.json").read_text(encoding="utf-8"))
    rows = pd.read_csv("figures.csv")
    assert told["played"] == 100 and set(rows["goal"]) == {7, 10, 13}
    assert set(rows["measure"]) == set(told["points"][0]["measures"])
    assert do(*SWEPT, "--csv", "figures.csv").exit_code == 2
    done(*SWEPT, "--csv", "figures.csv", "--force")


def test_a_value_is_searched_for() -> None:
    asked = [*SWEPT[:-1], "goal=7..40", "--target", "plies=20"]
    told = json.loads(done(*asked, "--json").stdout)
    low, high = map(int, told["between"])
    assert high == low + 1 and low <= told["crossing"] <= high and told["error"] > 0
    assert "the closest value is" in done(*asked).stdout
    assert "same side" in done(*asked[:-1], "plies=9999").stdout


@pytest.mark.parametrize("more", [["--change", "goal=9"], ["--no-html"], ["--parquet", "rows.parquet"]])
def test_a_sweep_is_no_comparison(more: list[str]) -> None:
    assert do(*SWEPT, *more).exit_code == 2
    assert do(*ASKED, "--target", "plies=9").exit_code == 2


def test_measures_are_known_before_matches_are_played() -> None:
    refused = do(*SWEPT, "--effect", "pliers")
    assert refused.exit_code == 2 and "pliers" in refused.output


def test_an_interrupted_sweep_shows_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "_take", stop)
    result = do(*SWEPT)
    assert result.exit_code == 130 and "Nothing has been played yet" in result.output
