"""Races, pyramids and secrets in the terminal: the bots' time runs while a person thinks."""

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.cli import moves, race, sentences, terminal, words
from bussolotto.core import chance
from bussolotto.core.kernel import CHANCE
from bussolotto.play import notation
from bussolotto.play.match import Match, Step
from tests.command_line import done

PERSPECTIVES, RAFFZAHN = bussolotto.game("perspectives"), bussolotto.game("raffzahn")
ALL_ONES = [PERSPECTIVES.read(CHANCE, "die 1")] * 45
STOP_MS = 500
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
LIFTS = re.compile(r"\blifts\b(?! [\d, ]+: together)")  # not what the lift has shown


class Stopper:
    """Says Stop half a second after everything that happens, and wants no bonus."""

    def __init__(self, game: Any) -> None:
        self._wants = [game.read(0, "stop"), game.read(0, "done")]

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Looks at nothing."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        return next(((action, STOP_MS) for action in self._wants if action in legal), None)


class Typist:
    """Types answers, and takes a time for each."""

    def __init__(self, answers: Sequence[tuple[float, str]]) -> None:
        self._answers = iter(answers)
        self.now_s = 0.0

    def ask(self, question: str) -> str:
        seconds, answer = next(self._answers, (0.0, None))
        self.now_s += seconds
        if answer is None:
            raise terminal.Leave
        return answer


Race = Callable[..., tuple[list[str], str]]


@pytest.fixture
def raced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Race:
    """Plays Perspectives with these answers, all dice showing 1; the log without dice, and what was told."""
    monkeypatch.setitem(players.EVERY_GAME, "stopper", Stopper)

    def play(*answers: tuple[float, str], people: int = 1) -> tuple[list[str], str]:
        typist = Typist(answers)
        monkeypatch.setattr(terminal, "ask", typist.ask)
        match = Match(PERSPECTIVES, 4)
        match.play(CHANCE, PERSPECTIVES.read(CHANCE, "start 0"))
        seated = ["you"] * people + ["stopper"] * (4 - people)
        evening = terminal.Evening(
            match, list("ABCD"), seated, chance.Scripted(ALL_ONES), 1, Path("m.jsonl"), lambda: typist.now_s
        )
        assert evening.play() == words.DONE
        log = [f"{seat} {PERSPECTIVES.say(seat, action)}" for seat, action in match.log if seat != CHANCE]
        return log, "".join(capsys.readouterr())

    return play


def test_who_answers_in_time_comes_first(raced: Race) -> None:
    almost_s = 0.9 * race.PACE * STOP_MS / 1000
    log, _ = raced((0, "throw"), (almost_s, "turquoise 0,0,8"), (almost_s, "turquoise 0,1,7"))
    assert log == ["0 throw", "0 turquoise 0,0,8", "0 turquoise 0,1,7"]


def test_who_answers_late_is_told_so_and_nothing_happens_to_him(raced: Race) -> None:
    log, told = raced((0, "throw"), (1.1 * race.PACE * STOP_MS / 1000, "turquoise 0,0,8"))
    assert log == ["0 throw", "1 stop", "2 done", "3 done"][: len(log)] and len(log) > 1
    assert "Too late, somebody was quicker." in told


def test_enter_alone_waits_until_something_happens(raced: Race) -> None:
    log, told = raced((0, ""), (0, "throw"), (0, ""))
    assert log == ["0 throw", "1 stop", "2 done", "3 done"]
    assert "The bots have nothing to do now: it is up to you." in told


def test_what_is_wrong_is_told_with_its_clause_and_what_cannot_be_read_with_an_example(raced: Race) -> None:
    log, told = raced((0, "throw"), (0, "throw"), (0, "?"), (0, "turqoise"), (0, "turquoise 0,0,8"))
    assert log == ["0 throw", "0 turquoise 0,0,8"]
    assert "(PER-2)" in told
    assert "turquoise 0,0,0 .. 8,0,0" in told and "Not understood. Type for example: turquoise 0,0,0" in told


def test_what_is_possible_is_not_listed(raced: Race) -> None:
    _, told = raced((0, "throw"), (0, "turquoise 0,0,8"))
    assert "turquoise 0,1,7" not in told and not re.search(r"\b1 turquoise", told)


def test_of_several_people_each_says_who_he_is(raced: Race) -> None:
    log, told = raced((0, "1 throw"), (0, "2 turquoise 0,0,8"), (0, "turquoise 0,1,7"), (0, "1: stop"), people=2)
    assert log == ["0 throw", "1 turquoise 0,0,8", "0 stop"]
    assert "Not understood" in told


def test_a_claim_of_an_older_throw_is_void(raced: Race) -> None:
    match = Match(PERSPECTIVES, 4)
    match.fall(chance.Fast(1))
    claim = race.Claim(0, 0, 0, False)
    assert race.judged(match, claim) is None
    assert race.judged(match, claim._replace(version=match.version)) == 0


@pytest.fixture
def stopped() -> tuple[Match, int]:
    """Raffzahn after a Stop, and the version before it."""
    match = Match(RAFFZAHN, 3)
    dice = chance.Fast(1)
    match.fall(dice)
    while match.state.phase != RAFFZAHN.rules.STOPPED:
        match.play(match.state.turn, RAFFZAHN.rules.THROW)
        match.fall(dice)
        if match.state.phase == RAFFZAHN.rules.TAKING:
            match.play(match.state.turn, RAFFZAHN.rules.STOP)
    return match, match.version - 1


def test_who_takes_a_die_knowing_of_the_stop_is_late(stopped: tuple[Match, int]) -> None:
    match, before = stopped
    claim = race.claimed(match, [1], "take 8,0,0")
    assert race.judged(match, claim) == RAFFZAHN.rules.LATE
    assert race.judged(match, claim._replace(version=before)) is None
    match.play(0, RAFFZAHN.rules.LATE)
    assert race.judged(match, claim) == RAFFZAHN.rules.LATE
    assert race.judged(match, claim._replace(version=before)) is None


def test_nobody_is_late_who_could_not_know(stopped: tuple[Match, int]) -> None:
    match, before = stopped
    claim = race.claimed(match, [1], "late")
    assert race.judged(match, claim) == RAFFZAHN.rules.LATE
    assert race.judged(match, claim._replace(version=before, legal=False)) is None


def test_a_foul_in_the_terminal_is_told_and_costs_dice(
    stopped: tuple[Match, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match, _ = stopped
    monkeypatch.setattr(terminal, "ask", Typist([(0, "2 take 8,0,0")]).ask)
    evening = terminal.Evening(match, list("ABC"), ["you"] * 3, chance.Scripted([]), 1, Path("m.jsonl"))
    assert evening.play() == words.DONE
    assert match.log[-1] == (1, RAFFZAHN.rules.LATE)
    assert "B: too late" in capsys.readouterr().out


def test_a_whole_race_is_played_and_told_again() -> None:
    typed = "throw\n\n\n\nstop\ndone\n\n" * 1500
    arguments = ("--players", "you,random,random,random", "--seed", "3", "--save", "match.jsonl")
    told = done("play", "perspectives", *arguments, typed=typed).output
    assert re.search(r"(Winner|Shared victory): ", told)
    record = notation.parse(Path("match.jsonl").read_bytes())
    assert record.end is not None and any(seat == 0 for seat, _ in record.steps)
    throws = sum(PERSPECTIVES.say(seat, action) == "throw" for seat, action in record.steps if seat != CHANCE)
    assert done("replay", "match.jsonl").output.count("Turn ") == throws + 1


@pytest.mark.parametrize(
    ("game", "answers"), [("eintrichtern", "\n2\n"), ("wuerfelmarsch", "1\n"), ("cui-bono", "1\n")]
)
def test_whole_matches_with_many_actions_are_played(game: str, answers: str) -> None:
    seats = bussolotto.game(game).SEATS[0]
    names = ",".join(["you"] + ["random"] * (seats - 1))
    told = done("play", game, "--players", names, "--seed", "3", "--save", "match.jsonl", typed=answers * 3000).output
    assert re.search(r"(Winner|Shared victory): ", told)
    assert max(map(len, told.splitlines())) < 400
    assert done("check", "match.jsonl").output


def test_a_moment_to_look_is_given_where_something_was_laid_open_and_nowhere_else() -> None:
    told = done("play", "eintrichtern", "--players", "you,random", "--seed", "3", typed="1\n\n" * 3 + "q\n").output
    *before, _ = told.split("Have a look, then press Enter to continue")
    assert before and all(LIFTS.findall(part) for part in before)
    assert len(LIFTS.findall(told)) == len(before)
    assert "44 hidden dice." in told and "lay" not in told.replace("play", "")


@pytest.mark.parametrize("folder", ["free", "full"])
def test_what_is_covered_is_not_told_where_a_match_cannot_be_written(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("taken").touch()
    spare = Path("taken") if folder == "full" else tmp_path
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    told = done("play", "eintrichtern", "--players", "you,random", "--save", "taken/m.jsonl", typed="q\n").output
    assert "could not be written" in told and not re.search(r"\blay \d", told)
    written = [*tmp_path.glob("bussolotto-*/m.jsonl")]
    assert ("and is lost" in told) == (folder == "full") == (not written)
    for file in written:
        assert str(file) in re.sub(r"\n", "", told)
        assert notation.parse(file.read_bytes()).end is None


def test_rolls_of_several_turns_are_told_one_by_one() -> None:
    game = bussolotto.game("abquetschen")
    rolled = [Step(CHANCE, game.read(CHANCE, text), text) for text in ("die 2", "die 5")]
    assert [event.arguments for event in sentences.events(rolled, game)] == [["2"], ["5"]]
    spilorcio = bussolotto.game("spilorcio")
    assert [event.arguments for event in sentences.events(rolled, spilorcio)] == [["2", "5"]]


@pytest.mark.parametrize("name", bussolotto.games())
def test_what_is_told_apart_is_a_word_of_the_game(name: str) -> None:
    game = bussolotto.game(name)
    outcomes = {game.say(CHANCE, code).partition(" ")[0] for code in range(game.OUTCOMES)}
    assert set(game.facts.apart) <= outcomes


def test_the_pyramid_may_be_left_to_the_system_while_other_dice_are_typed() -> None:
    told = done("play", "eintrichtern", "--players", "you,you", "--dice", "typed", typed="0\n\n\n1 2 3\nq\n").output
    assert "The system draws the dice of the pyramid" in told
    assert "What do the dice show (die 1, 2, 3, 4, 5, 6)?" in told and "Pearl dice: 1 2 3" in told


def test_or_typed_as_it_lies_on_the_table() -> None:
    poses = " ".join(["312"] * 45)
    done(
        "play", "eintrichtern", "--players", "you,you", "--dice", "typed", "--save", "m.jsonl", typed=f"0\n{poses}\nq\n"
    )
    texts = notation.parse(Path("m.jsonl").read_bytes()).texts
    assert texts[1:46] == ["lay 312"] * 45


def test_very_many_moves_are_told_by_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(PERSPECTIVES, 4)
    moves.listed(match, 0, list(range(166)))
    told = capsys.readouterr().out
    assert told.startswith("turquoise  0,0,0  0,0,1") and "\nhandicap  0,0,0" in told
    moves.listed(match, 0, [495, 496])
    assert "  1 throw    2 stop" in capsys.readouterr().out
