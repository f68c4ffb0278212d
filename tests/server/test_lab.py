"""The lab of a server: one study a question, few at a time, bounded, stopped when nobody looks, kept when done."""

import json
from pathlib import Path
from typing import Any, Self

import pytest

from bussolotto.server.limits import Asker
from bussolotto.server.match import lab
from bussolotto.server.match.lab import Lab
from tests.moving import MovableClock
from tests.refusals import refused
from tests.server.outside import REVIEWED_S, until
from tests.server.people import Server

ANNA, BERT = Asker("anna", "192.0.2.1"), Asker("bert", "192.0.2.1")
ASKED = {
    "game": "my-dice-your-dice",
    "players": ["random", "random"],
    "axes": [{"option": "goal", "values": ["7", "28"]}],
}


class Program:
    """A study that ends when it is told to."""

    def __init__(self, source: str, target: str) -> None:
        self.question = json.loads(Path(source).read_text(encoding="utf-8"))
        self.target = Path(target)
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code

    def terminate(self) -> None:
        self.code = -15

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        """Nothing is left."""

    def tell(self, text: str, code: int | None = None) -> None:
        """Write what is known, and end with this code."""
        self.target.write_text(text, encoding="utf-8")
        self.code = code


class Bench:
    """A lab whose programs and time the test moves."""

    def __init__(self, is_on: bool = True) -> None:
        self.clock = MovableClock()
        self.begun: list[Program] = []
        self.lab = Lab(is_on, self.clock, self._start)

    def _start(self, module: str, source: str, target: str) -> Any:
        self.begun.append(Program(source, target))
        return self.begun[-1]

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        self.clock.advance(seconds)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(lab, "AT_ONCE", 1)
    found = Bench()
    yield found
    found.lab.stop()


def test_an_answer_fills_while_it_runs_and_is_kept(bench: Bench) -> None:
    first = bench.lab.ask({"q": 1}, ANNA)
    assert (first.state, first.result) == ("running", None)
    bench.begun[0].tell("1")
    assert bench.lab.look(first.study, "anna") == (first.study, "running", b"1")
    bench.begun[0].tell("2", code=0)
    assert bench.lab.look(first.study, "anna") == (first.study, "done", b"2")
    assert bench.lab.ask({"q": 1}, BERT) == (first.study, "done", b"2") and len(bench.begun) == 1


def test_the_same_question_is_one_study_whoever_asks(bench: Bench) -> None:
    assert bench.lab.ask({"a": 1, "b": 2}, ANNA).study == bench.lab.ask({"b": 2, "a": 1}, BERT).study
    assert len(bench.begun) == 1


def test_who_leaves_stops_it_only_where_nobody_else_wants_to_know(bench: Bench) -> None:
    study = bench.lab.ask({"q": 1}, ANNA).study
    bench.lab.ask({"q": 1}, BERT)
    assert bench.lab.leave(study, "anna").state == "running"
    assert bench.lab.leave(study, "carla").state == "running"
    bench.begun[0].tell("7")
    assert bench.lab.leave(study, "bert") == (study, "stopped", b"7") and bench.begun[0].code == -15
    again = bench.lab.ask({"q": 1}, ANNA)
    assert (again.state, again.result) == ("running", b"7") and len(bench.begun) == 2


def test_others_wait_until_one_is_done(bench: Bench) -> None:
    first, second = (bench.lab.ask({"q": number}, ANNA) for number in (1, 2))
    assert (second.state, len(bench.begun)) == ("waiting", 1)
    bench.begun[0].tell("1", code=0)
    assert bench.lab.look(second.study, "anna").state == "running"
    assert bench.lab.look(first.study, "anna").result == b"1"


def test_what_nobody_looks_at_is_stopped_by_itself(bench: Bench) -> None:
    study = bench.lab.ask({"q": 1}, ANNA).study
    bench.wait(lab.PATIENCE_S - 1)
    bench.lab.look(study, "anna")
    bench.wait(lab.PATIENCE_S - 1)
    assert bench.begun[0].poll() is None
    bench.wait(2 * lab.LOOK_S)
    assert bench.begun[0].poll() == -15 and bench.lab.look(study, None).state == "stopped"


def test_nothing_runs_for_ever(bench: Bench) -> None:
    study = bench.lab.ask({"q": 1}, ANNA).study
    for _ in range(int(lab.LONGEST_S / 10) + 1):
        bench.wait(10)
        bench.lab.look(study, "anna")
    assert bench.begun[0].code == -15


def test_a_failed_study_says_so_and_may_be_tried_again(bench: Bench) -> None:
    study = bench.lab.ask({"q": 1}, ANNA).study
    bench.begun[0].code = 1
    assert bench.lab.look(study, "anna").state == "failed"
    assert bench.lab.ask({"q": 1}, ANNA).state == "running"


def test_a_guest_and_an_address_may_ask_so_much(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "OF_ADDRESS", 3)
    for number in range(lab.OF_GUEST):
        bench.lab.ask({"q": number}, ANNA)
    with refused("too-many-studies"):
        bench.lab.ask({"q": 99}, ANNA)
    bench.lab.ask({"q": 98}, BERT)
    with refused("too-many-studies"):
        bench.lab.ask({"q": 99}, Asker("carla", ANNA.sender))
    bench.lab.ask({"q": 99}, Asker("carla", ANNA.sender, times=10))


def test_an_hour_has_room_for_so_many_questions(bench: Bench) -> None:
    for number in range(lab.GUEST_AN_HOUR):
        study = bench.lab.ask({"q": number}, ANNA).study
        bench.lab.leave(study, "anna")
    with refused("come-again", match=f"in {3600 // lab.GUEST_AN_HOUR} s"):
        bench.lab.ask({"q": -1}, ANNA)
    bench.wait(3600 / lab.GUEST_AN_HOUR)
    bench.lab.ask({"q": -1}, ANNA)


def test_only_the_last_answers_are_kept(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "KEPT", 2)
    studies = []
    for number in range(3):
        studies.append(bench.lab.ask({"q": number}, ANNA).study)
        bench.begun[-1].tell("1", code=0)
        bench.lab.look(studies[-1], "anna")
    with refused("not-found"):
        bench.lab.look(studies[0], "anna")
    assert bench.lab.look(studies[2], "anna").state == "done"


def test_where_it_is_off_nothing_is_asked() -> None:
    bench = Bench(is_on=False)
    with refused("lab-off"):
        bench.lab.ask({}, ANNA)
    with refused("lab-off"):
        bench.lab.look("x", None)
    with refused("lab-off"):
        bench.lab.leave("x", None)


def test_a_question_is_answered_over_http(server: Server) -> None:
    anna = server.person("Anna")
    facts = anna.ask("GET", "/api/lab")
    assert facts["on"] and facts["within"] == 0.01
    study = anna.ask("POST", "/api/lab/studies", ASKED)["study"]
    until(lambda: anna.ask("GET", f"/api/lab/studies/{study}")["state"] == "done", patience_s=REVIEWED_S)
    found = anna.ask("GET", f"/api/lab/studies/{study}")["result"]
    assert found["stopped"] == "within" and [point["values"] for point in found["points"]] == [["7"], ["28"]]
    whole = {**ASKED, "options": {"goal": "28"}}
    assert anna.ask("POST", "/api/lab/studies", whole) == {"study": study, "state": "done", "result": found}
    assert anna.ask("DELETE", f"/api/lab/studies/{study}")["state"] == "done"


@pytest.mark.parametrize(
    ("news", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"players": ["random"]}, "bad-seats"),
        ({"players": ["random", "nobody"]}, "unknown-player"),
        ({"options": {"goal": "68"}}, "unknown-value"),
        ({"axes": [{"option": "gaol", "values": ["1", "2"]}]}, "unknown-option"),
        ({"axes": [{"option": "goal", "values": ["7", "7"]}]}, "bad-sweep"),
        ({"axes": [{"option": "goal", "values": [str(goal) for goal in range(7, 40)]}]}, "too-many-values"),
        ({"axes": [{"option": "goal", "values": []}]}, "bad-request"),
        ({"axes": [], "target": {"measure": "plies", "value": 1}}, "bad-sweep"),
        ({"target": {"measure": "pliers", "value": 1}}, "unknown-effect"),
        ({"seed": -1}, "bad-request"),
        ({"more": 1}, "bad-request"),
    ],
)
def test_a_question_that_cannot_be_is_refused(server: Server, news: dict[str, Any], code: str) -> None:
    status, told = server.person("Anna").refused("POST", "/api/lab/studies", {**ASKED, **news})
    assert told == code and 400 <= status < 500
