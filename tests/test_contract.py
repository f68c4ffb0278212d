"""Options of a game: what a number accepts, what the state then holds, and what the refusal of another tells."""

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest

import bussolotto
from bussolotto.core import contract, errors, kernel
from bussolotto.core.contract import Choice, ContractError, Facts, Number
from tests.laws.toys.whispers import game as whispers

NUMBER = Number(4, 16, values=("printed", 8, 6, 4), step=2, words={"printed": 0})


def facts(**options: contract.Option) -> Facts:
    """The facts of a game with these options."""
    return Facts(
        name="toy", title="Toy", authors=(), version=1, clauses="TOY", seats=(2,), endings=("limit",), options=options
    )


@pytest.mark.parametrize("number", range(4, 17, 2))
def test_a_number_is_held_itself(number: int) -> None:
    assert NUMBER.stored(str(number)) == number


def test_a_word_is_held_as_the_number_that_it_stands_for() -> None:
    assert NUMBER.stored("printed") == 0
    assert NUMBER.suggested == ("printed", "8", "6", "4")


@pytest.mark.parametrize(
    "text", ["0", "2", "3", "5", "17", "18", "08", "+8", "-8", "8.0", " 8", "8\n", "", "eight", "٨", "1" * 5000]
)
def test_anything_else_is_refused_and_told_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a number from 4 to 16 in steps of 2, or printed$"):
        NUMBER.stored(text)


def test_steps_and_words_are_told_only_where_there_are_any() -> None:
    assert Number(0, 9, values=(1,)).meaning == "a number from 0 to 9"
    assert [Number(0, 9, values=(1,)).stored(text) for text in ("0", "9")] == [0, 9]
    assert [Number(0, 9, values=(1,), ours=ours).printed for ours in (False, True)] == ["1", ""]
    assert Number(1, 9, values=(1,), step=4).meaning == "a number from 1 to 9 in steps of 4"


def test_a_choice_is_held_as_its_index() -> None:
    choice = Choice(("no", "yes"))
    assert [choice.stored(word) for word in choice.suggested] == [0, 1]
    assert choice.meaning == "no, yes"
    with pytest.raises(ValueError, match=r"^$"):
        choice.stored("maybe")


def test_an_option_with_the_name_of_a_numpy_method_lies_in_a_field_beside_it() -> None:
    assert [kernel.field_of(option) for option in ("repeat", "goal")] == ["repeat_", "goal"]
    told = facts(repeat=Choice(("never", "free")))
    values = {name: option.suggested for name, option in told.options.items()}
    rules = {"reset": lambda s, seats: None, "field_of": kernel.field_of}
    game = cast(Any, SimpleNamespace(NAME="toy", facts=told, OPTIONS=values, SEATS=(2,), **rules))
    s = SimpleNamespace()
    assert contract.open_state(game, s, 2, {"repeat": "free"}) == {"repeat": "free"}
    assert vars(s) == {"repeat_": 1}


def test_the_printed_value_is_told_apart_from_the_default() -> None:
    assert NUMBER.printed == NUMBER.suggested[0]
    assert (Choice(("no", "yes")).printed, Choice(("no", "yes"), printed="yes").printed) == ("", "yes")
    with pytest.raises(ContractError, match=r"options\['risk'\] has to be printed as listed; not 'maybe'"):
        facts(risk=Choice(("no", "yes"), printed="maybe"))


def test_a_game_tells_what_would_be_right() -> None:
    told = facts(goal=NUMBER, risk=Choice(("no", "yes")))
    game = cast(Any, SimpleNamespace(NAME="toy", facts=told, OPTIONS={"goal": NUMBER.suggested, "risk": ("no", "yes")}))
    assert contract.choose_options(game, {"goal": 10}) == {"goal": "10", "risk": "no"}
    with pytest.raises(errors.UnknownValue, match=r"cannot be '5'\..*Values: .*, 4\.\.16 \(\+2\)\.$"):
        contract.choose_options(game, {"goal": 5})


@pytest.mark.parametrize("values", [(), (3,), (18,), ("none",)])
def test_a_number_has_to_accept_what_it_suggests(values: tuple[int | str, ...]) -> None:
    with pytest.raises(ContractError, match="goal"):
        facts(goal=Number(4, 16, values=values))


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ({"name": "Toy Game"}, "name"),
        ({"seats": ()}, "seats"),
        ({"seats": (2, 2)}, "ascending"),
        ({"seats": (9,)}, "1 to 8"),
        ({"endings": ()}, "endings"),
        ({"solution": ("sums",)}, "solution"),
        ({"minutes": -5}, "minutes"),
        ({"kind": "loud"}, "kind"),
    ],
)
def test_a_fact_that_cannot_be_is_an_error(fact: dict[str, Any], told: str) -> None:
    known: dict[str, Any] = {"name": "toy", "title": "Toy", "authors": (), "version": 1, "clauses": "TOY"}
    with pytest.raises(ContractError, match=told):
        Facts(**{**known, "seats": (2,), "endings": ("limit",), **fact})


def test_a_misspelt_fact_is_an_error_when_the_game_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(str(whispers.__file__)).read_text(encoding="utf-8")
    misspelt = source.replace("    clauses=", "    fewest_wins=True,\n    clauses=")
    (tmp_path / "misspelt_game.py").write_text(misspelt, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TypeError, match="fewest_wins"):
        contract.load("misspelt_game")


def test_a_game_that_lacks_a_function_or_a_field_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(str(whispers.__file__)).read_text(encoding="utf-8")
    (tmp_path / "mute_game.py").write_text(source.replace("def show(", "def shows("), encoding="utf-8")
    (tmp_path / "bare_game.py").write_text(source.replace('"rounds": Choice', '"laps": Choice'), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ContractError, match="mute_game lacks show"):
        contract.load("mute_game")
    with pytest.raises(ContractError, match="bare_game: its state has no field laps"):
        contract.load("bare_game")


going_on = Event()  # that `slow_rules` waits for while it is imported


def test_a_game_that_another_thread_is_importing_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Path(str(bussolotto.game("raffzahn").rules.__file__)).read_text()
    waiting = f"import sys\nsys.modules[{__name__!r}].going_on.wait()\n"
    (tmp_path / "slow_rules.py").write_text(rules.replace('"""\n', f'"""\n{waiting}', 1))
    monkeypatch.syspath_prepend(tmp_path)
    with ThreadPoolExecutor() as pool:
        pool.submit(import_module, "slow_rules")
        while "slow_rules" not in sys.modules:
            pass
        loading = pool.submit(contract.load, "slow_rules")
        going_on.set()
        assert loading.result().NAME == "raffzahn"
    del sys.modules["slow_rules"]
