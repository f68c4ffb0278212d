"""The command line: by Typer's runner, and by real processes where signals, terminals and start-up times count."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bussolotto
from bussolotto import players, server
from bussolotto.cli import figures, sentences, words
from bussolotto.cli.terminal import usual
from bussolotto.play import notation
from bussolotto.server.app import run
from bussolotto.server.limits import Limits
from bussolotto.server.people.expiry import Keep
from bussolotto.server.store import files
from bussolotto.study import simulate
from bussolotto.study.matches import MatchConfig, Results
from tests import processes
from tests.command_line import do, done
from tests.depth import full, one_in
from tests.terminals import OpenTerminal

COMMAND = [sys.executable, "-m", "bussolotto"]
SEEDED = ["play", "spilorcio", "--seed", "3"]
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
FIRST_MOVE = re.compile(r"your move \(1-\d+\)\? ")


def process(*arguments: str, **settings: Any) -> "subprocess.Popen[str]":
    """The command in a process of its own."""
    environment = {**os.environ, "LC_ALL": "C", **settings.pop("env", {})}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return processes.start([*COMMAND, *arguments], text=True, env=environment, **{**pipes, **settings})


def play_to_the_end(*arguments: str) -> Any:
    """Always the first move of the list."""
    return done(*arguments, typed="1\n" * 400)


class TestNames:
    @pytest.mark.parametrize(
        ("arguments", "meant"),
        [
            (["gamse"], "games"),
            (["simulat", "spilorcio"], "simulate"),
            (["simulate", "spilorzio"], "spilorcio"),
            (["simulate", "spilorcio", "--players", "sensibel,random"], "sensible"),
            (["simulate", "spilorcio", "--option", "laon=five"], "loan"),
            (["simulate", "spilorcio", "--option", "board=shrt"], "short"),
            (["play", "spilorco"], "spilorcio"),
            (["play", "spilorcio", "--players", "you,randm"], "random"),
            (["play", "spilorcio", "--option", "loan=fiv"], "five"),
            (["simulate", "spilorcio", "--matchs", "3"], "--matches"),
            (["simulate", "cincinnati", "--option", "rounds=13"], "12"),  # not 10, which has more of the same digits
            (["simulate", "my-dice-your-dice", "--option", "goal=100"], "32"),
            (["play", "perspectives", "--option", "dice_each=200"], "40"),
        ],
    )
    def test_an_unknown_name_is_refused_with_the_nearest(self, arguments: list[str], meant: str) -> None:
        result = do(*arguments)
        assert result.exit_code == 2
        assert re.search(rf"Did you mean .?{meant}|Possible options: .*{meant}", result.output), result.output

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["simulate", "spilorcio", "--seats", "9"], "2, 3, 4, 5 players, not 9"),
            (["simulate", "spilorcio", "--seats", "3", "--players", "random,random"], "2 players for 3 seats"),
            (["simulate", "spilorcio", "--option", "loan"], "NAME=VALUE"),
            (["simulate", "spilorcio", "--matches", "0"], "--matches"),
            (["play"], "Which game?"),
            (["play", "spilorcio", "--dice", "loaded"], "system"),
            (["--lang", "es", "games"], "Languages: en, it, de, fr"),
            (["check", "nowhere.jsonl"], "nowhere.jsonl"),
            (["export", "nothing", "--data", "."], "bussolotto.sqlite"),
            (["backup", "copy.sqlite", "--data", "."], "bussolotto.sqlite"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, arguments: list[str], said: str) -> None:
        result = do(*arguments)
        assert result.exit_code == 2 and said in result.output, result.output

    def test_help_states_the_exit_codes(self) -> None:
        told = " ".join(do("--help").output.split())
        for code in ("0 done", "1 a match file is damaged", "2 not understood", "130 stopped with Ctrl-C"):
            assert code in told


class TestOneGame:
    @pytest.mark.parametrize("columns", ["80", "120"])
    def test_no_name_is_cut(self, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        told = done("games").stdout
        games = [bussolotto.game(name) for name in bussolotto.games()]
        words = {word for game in games for word in (game.NAME, *game.OPTIONS, *players.names(game))}
        values = {value for game in games for values in game.OPTIONS.values() for value in values}
        assert "…" not in told and words | values <= set(re.findall(r"[\w.-]+", told))

    def test_titles_are_those_of_the_boxes_in_the_language(self) -> None:
        assert re.search(r"my-dice-your-dice +I miei dadi", done("--lang", "it", "games").stdout)
        assert "Geizen" in done("--lang", "de", "games", "spilorcio").stdout

    def test_one_game_tells_its_facts(self) -> None:
        told = done("games", "cui-bono").stdout
        assert "Cui bono?" in told and "fewest points" in told and "yellow_points: 2, 1, 3" in told
        assert "perspectives" not in told

    def test_programs_get_them_as_json(self) -> None:
        every = json.loads(done("games", "--json").stdout)
        assert [facts["name"] for facts in every] == list(bussolotto.games())
        one = json.loads(done("games", "my-dice-your-dice", "--json").stdout)
        assert (
            one in every
            and one["solved"]
            and one["players"] == ["random", "easy", "sensible", "medium", "perfect", "hard"]
        )
        assert one["options"]["goal"] == {
            "default": "28", "values": ["28", "20", "22", "24", "26", "30", "32"], "number": True,
        }  # fmt: skip

    def test_an_unknown_one_is_refused(self) -> None:
        refused = do("games", "spilorzio")
        assert refused.exit_code == 2 and "spilorcio" in refused.output


def test_the_version_is_told() -> None:
    assert done("--version").stdout == f"bussolotto {bussolotto.__version__}\n"


@pytest.mark.parametrize("shell", one_in(3, ["bash", "zsh", "fish"]))
def test_shells_are_told_how_to_complete(shell: str) -> None:
    command = "from bussolotto.cli import app; app(prog_name='bussolotto')"
    environment = {**os.environ, "_BUSSOLOTTO_COMPLETE": f"source_{shell}"}
    told = processes.run([sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True)
    assert "_BUSSOLOTTO_COMPLETE" in told.stdout
    asked = {**os.environ, "_BUSSOLOTTO_COMPLETE": "complete_bash", "COMP_WORDS": "bussolotto sim", "COMP_CWORD": "1"}
    told = processes.run([sys.executable, "-c", command], env=asked, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["simulate"]


@full
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_compiling_for_the_first_time_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: OpenTerminal
) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    command = ("simulate", "my-dice-your-dice", "--matches", "10")
    first = terminal(*command)
    first.until(r"Compiling my-dice-your-dice for this machine, once: \d+ functions?")
    first.until("Endings")
    assert first.exit_code() == 0
    assert "Compiling" not in done(*command).output


class TestLanguages:
    @pytest.mark.parametrize(
        ("language", "said"), [("it", "Partita"), ("de", "Personen"), ("fr", "Joueurs"), ("en", "Players")]
    )
    def test_tables_speak_the_language_asked_for(self, language: str, said: str) -> None:
        expected = {"it": "Giocatori"}.get(language, said)
        assert expected in do("--lang", language, "games").output

    def test_refusals_speak_it_too(self) -> None:
        refused = do("--lang", "de", "simulate", "spilorzio")
        assert "gibt es nicht" in refused.output and "Meintest du" in refused.output

    def test_the_environment_decides_else(self) -> None:
        told = process("--help", env={"LC_ALL": "it_IT.UTF-8"}).communicate(timeout=120)[0]
        assert "Giochi di dadi" in told
        told = process("--lang", "fr", "--help", env={"LC_ALL": "it_IT.UTF-8"}).communicate(timeout=120)[0]
        assert "Des jeux de dés" in told

    @pytest.mark.parametrize(
        ("arguments", "language"),
        [
            (["--lang", "de"], "de"),
            (["--lang=fr", "games"], "fr"),
            (["games", "--lang", "xx"], "en"),
            (["--lang"], "en"),
        ],
    )
    def test_help_texts_look_for_the_option_before_it_is_read(
        self, arguments: list[str], language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LC_ALL", "C")
        assert words.wanted(arguments) == language


class TestGames:
    def test_every_game_is_listed_with_what_can_be_chosen(self) -> None:
        listed = do("games").output
        for name in bussolotto.games():
            game = bussolotto.game(name)
            assert name in listed and game.TITLE in listed
            assert all(option in listed for option in game.OPTIONS)

    def test_nothing_heavy_is_loaded_for_it(self) -> None:
        code = (
            "import sys; sys.argv = ['bussolotto', 'games']\n"
            "from bussolotto.cli import app\n"
            "app(standalone_mode=False)\n"
            "print(sorted({'numba', 'litestar', 'uvicorn', 'sqlite3', 'asyncio'} & set(sys.modules)))"
        )
        told = processes.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        assert told.splitlines()[-1] == "[]"


class TestSimulate:
    ARGUMENTS = ("simulate", "spilorcio", "--seats", "2", "--matches", "40", "--seed", "7")

    def test_json_is_all_that_comes_to_stdout(self) -> None:
        players = ("--players", "sensible,random", "--option", "loan=five")
        told = process(*self.ARGUMENTS, *players, "--json").communicate(timeout=120)
        summary = json.loads(told[0])
        assert summary["played"] == 40 and summary["players"] == ["sensible", "random"]
        assert summary["options"].items() >= {"loan": "five", "board": "standard", "loan_cap": "5"}.items()
        assert told[1] == ""

    def test_tables_tell_the_same(self) -> None:
        arguments = (*self.ARGUMENTS, "--players", "sensible,random", "--workers", "1")
        summary = json.loads(do(*arguments, "--json").output)
        told = do(*arguments).output
        won = summary["wins"]["by_player"][0]
        assert f"{100 * won['share']:.2f} % ± {100 * won['se']:.2f} %" in told
        assert "spilorcio: 40 matches, seed 7, loan reserve, board standard" in told
        assert "Endings: no chips left" in told

    @pytest.mark.parametrize("played", [0, 1])
    def test_a_study_stopped_at_once_has_tables_too(self, played: int, capsys: pytest.CaptureFixture[str]) -> None:
        setting = MatchConfig("spilorcio", ("random", "random"))
        figures.show_summary(simulate.summary(setting, Results.room(played), 10, interrupted=True))
        assert "± -" in capsys.readouterr().out


class TestPlay:
    def test_a_match_is_played_to_its_end_and_told(self) -> None:
        told = play_to_the_end(*SEEDED, "--save", "match.jsonl").output
        assert "First to play: medium" in told and "medium: rolled 1 2 1 5 1" in told
        assert re.search(r"(Winner|Shared victory): ", told)
        record = notation.parse(Path("match.jsonl").read_bytes())
        assert record.names == ["You", "medium"] and record.end is not None

    def test_those_who_share_a_victory_are_told_in_a_sentence(self) -> None:
        told = sentences.result([1 / 3, 1 / 3, 1 / 3], ["Anna", "Bruno", "Carla"])
        assert told == "Shared victory: Anna, Bruno and Carla!"

    def test_the_same_seed_plays_the_same_match(self) -> None:
        assert play_to_the_end(*SEEDED).output == play_to_the_end(*SEEDED).output
        assert play_to_the_end(*SEEDED).output != play_to_the_end("play", "spilorcio", "--seed", "4").output

    def test_leaving_keeps_the_match_and_it_goes_on(self) -> None:
        left = do(*SEEDED, "--save", "match.jsonl", typed="1\n1\nq\n")
        assert left.exit_code == 0 and "play --resume match.jsonl" in left.output
        before = notation.parse(Path("match.jsonl").read_bytes())
        assert before.end is None
        assert play_to_the_end("play", "--resume", "match.jsonl", "--seed", "3").exit_code == 0
        after = notation.parse(Path("match.jsonl").read_bytes())
        assert after.steps[: len(before.steps)] == before.steps and after.end is not None
        over = do("play", "--resume", "match.jsonl")
        assert over.exit_code == 2 and "is over" in over.output

    def test_seeded_dice_do_not_begin_again_when_it_goes_on(self) -> None:
        told = do(*SEEDED, "--save", "match.jsonl", typed="q\n").output
        again = do("play", "--resume", "match.jsonl", "--seed", "3", typed="17\n1\n1\nq\n").output
        first = re.findall(r"rolled (.*)", told)[:2]
        assert first and first != re.findall(r"rolled (.*)", again)[:2]

    def test_resuming_takes_the_match_as_it_is(self) -> None:
        do(*SEEDED, "--save", "match.jsonl", typed="q\n")
        for more in (["spilorcio"], ["--seats", "2"], ["--players", "you,you"], ["--option", "loan=five"]):
            assert "continues the match as it is" in " ".join(
                do("play", "--resume", "match.jsonl", *more).output.split()
            )

    def test_a_match_that_cannot_be_written_is_told(self) -> None:
        Path("taken").touch()
        told = do(*SEEDED, "--save", "taken/match.jsonl", typed="keep 2\nq\n").output
        text = re.search(r"bussolotto 1\n.*?\nchain .*?\n", told, re.DOTALL)
        assert text and "keep 2" in notation.from_text(text[0]).texts

    @pytest.mark.parametrize("typed", ["", "1\n", "q\n", "QUIT\n"])
    def test_without_a_name_the_file_gets_one(self, typed: str, tmp_path: Path) -> None:
        assert do(*SEEDED, typed=typed).exit_code == 0
        (file,) = tmp_path.glob("spilorcio-*.jsonl")
        assert notation.parse(file.read_bytes()).end is None

    def test_moves_are_typed_by_number_or_words(self) -> None:
        """You roll 6 3 3 6 2 each time; the second move of the list is `keep 3`."""
        for typed, kept in zip(["2\n", "keep 3\n", "3 3\n", "keep 6 2\n"], ["3", "3", "3 3", "2 6"], strict=True):
            told = do(*SEEDED, typed=typed).output
            assert f"You: set aside {kept}\n" in told, typed

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("99\n", "Type a number from 1 to"),
            ("0\n", "Type a number from 1 to"),
            ("hold 3\n", "Type a number from 1 to"),
            ("\n", "Type a number from 1 to"),
            ("keep 1 1\n", "(SPI-2)"),
            ("place 1\n", "(SPI-3)"),
        ],
    )
    def test_what_is_not_possible_is_asked_again(self, typed: str, said: str) -> None:
        told = do(*SEEDED, typed=f"{typed}keep 2\n").output
        assert said in told and "You: set aside 2\n" in told
        assert len(FIRST_MOVE.findall(told)) >= 2

    def test_real_dice_are_typed_in(self) -> None:
        told = do("play", "spilorcio", "--dice", "typed", typed="0\n2 3 4 4 6\n4 4\n7\n1 1 1 5 5\nq\n").output
        assert "What do the dice show (start 0, 1)?" in told
        assert "You: rolled 2 3 4 4 6" in told and "You: set aside 4 4" in told
        assert told.count("What do the dice show (die 1, 2, 3, 4, 5, 6)?") == 3
        assert "You: rolled 1 1 1\n" in told and "not used: 5 5" in told

    def test_several_people_sit_at_one_keyboard(self) -> None:
        told = play_to_the_end("play", "spilorcio", "--players", "you,you,random", "--seed", "1").output
        assert "You 1, your move" in told and "You 2, your move" in told and "random: rolled" in told

    def test_you_play_against_the_best_unless_told(self) -> None:
        names = usual("spilorcio")
        assert [name for name, _ in zip(names, range(3), strict=False)] == ["you", "medium", "medium"]

    def test_options_are_played(self) -> None:
        play_to_the_end(*SEEDED, "--option", "board=short", "--option", "loan=five", "--save", "match.jsonl")
        options = notation.parse(Path("match.jsonl").read_bytes()).options
        assert options.items() >= {"board": "short", "loan": "five", "loan_cap": "5"}.items()

    def test_a_match_of_other_rules_is_not_continued(self) -> None:
        other = notation.Record("spilorcio", 99, 2, ["You", "random"], {}, [])
        Path("other.jsonl").write_bytes(notation.write(other, b""))
        refused = do("play", "--resume", "other.jsonl")
        assert refused.exit_code == 2 and "version 99" in refused.output


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
class TestTerminal:
    def test_a_person_plays_and_leaves_with_ctrl_c(self, terminal: OpenTerminal) -> None:
        opened = terminal(*SEEDED, "--save", "match.jsonl")
        first = opened.until(FIRST_MOVE.pattern)
        assert "First to play" in first and "  1 keep 2" in first
        opened.type("keep 2\n")
        opened.until(r"You: set aside 2\s")
        opened.until(FIRST_MOVE.pattern)
        opened.type("\x03\n")  # pressed between the question and the reading of the answer it waits for the next key
        opened.until("play --resume match.jsonl")
        assert opened.exit_code() == 130
        assert notation.parse(Path("match.jsonl").read_bytes()).texts[-6:-1].count("keep 2") == 1

    def test_a_study_counts_and_keeps_what_is_done_when_stopped(self, terminal: OpenTerminal) -> None:
        opened = terminal("simulate", "my-dice-your-dice", "--players", "perfect,random", "--matches", "100000")
        opened.until(r"\b[1-9]\d*/100000")
        opened.type("\x03")
        assert re.search(
            r"my-dice-your-dice: [1-9]\d* matches, seed 0", opened.until(r"Stopped after [1-9]\d* matches of 100000")
        )
        assert opened.exit_code() == 130

    def test_a_replay_is_paged(self, terminal: OpenTerminal) -> None:
        play_to_the_end(*SEEDED, "--save", "match.jsonl")
        opened = terminal("replay", "match.jsonl", "--step")
        opened.until("Turn 1(.|\n)*quit")
        opened.type("\n")
        opened.until("Turn 2(.|\n)*quit")
        opened.type("q\n")
        assert opened.exit_code() == 0


class TestFiles:
    @pytest.fixture
    def file(self) -> Path:
        play_to_the_end(*SEEDED, "--save", "match.jsonl")
        return Path("match.jsonl")

    def test_a_whole_file_is_said_to_be_whole(self, file: Path) -> None:
        result = do("check", str(file))
        assert result.exit_code == 0
        assert re.search(r"match.jsonl: spilorcio, \d+ plies, intact", result.output)

    def test_a_damaged_file_names_its_line(self, file: Path) -> None:
        data = bytearray(file.read_bytes())
        place = 2000
        data[place] ^= 1
        file.write_bytes(data)
        for command in ("check", "replay"):
            result = do(command, str(file))
            assert result.exit_code == 1
            assert f"Line {bytes(data[:place]).count(10) + 1} of the match file is wrong." in result.output

    def test_a_forged_file_names_ply_and_clause(self, file: Path) -> None:
        record = notation.parse(file.read_bytes())
        ply = next(index for index, (seat, _) in enumerate(record.steps, 1) if seat < 2)
        record.steps[ply - 1] = (record.steps[ply - 1][0], 461)
        record.texts[ply - 1] = "keep 6 6 6 6 6"
        file.write_bytes(notation.write(record, b""))
        result = do("check", str(file))
        assert result.exit_code == 1
        assert f"Line {ply + 1} of" in result.output and f"Ply {ply}," in result.output and "(SPI-2)" in result.output

    def test_the_text_twin_is_checked_and_replayed_alike(self, file: Path) -> None:
        text = Path("match.txt")
        text.write_text(notation.to_text(notation.parse(file.read_bytes())))
        assert do("check", str(text)).exit_code == 0
        assert do("replay", str(text)).output == do("replay", str(file)).output
        text.write_bytes(text.read_bytes().replace(b"You", b"\xff\xfe", 1))
        assert "Line 4 of" in do("check", str(text)).output

    def test_a_replay_tells_every_turn_and_the_result(self, file: Path) -> None:
        told = do("replay", str(file)).output
        record = notation.parse(file.read_bytes())
        deciders = [seat for seat, _ in record.steps if seat < 2]
        turns = 1 + sum(a != b for a, b in pairwise(deciders))
        assert told.count("Turn ") == turns
        assert told.count("set aside") == len(deciders)
        assert "The match is over." in told and "Winner: " in told

    def test_an_open_match_says_that_it_goes_on(self) -> None:
        do(*SEEDED, "--save", "open.jsonl", typed="q\n")
        assert "not over yet" in do("replay", "open.jsonl").output

    def test_a_file_of_other_rules_is_read_as_it_is(self) -> None:
        other = notation.Record("spilorcio", 99, 2, ["A", "B"], {}, [(0, 7)], None, ["bid 7"])
        Path("other.jsonl").write_bytes(notation.write(other, b""))
        checked = do("check", "other.jsonl")
        assert checked.exit_code == 0 and "version 99" in checked.output
        assert "0: bid 7 #7" in do("replay", "other.jsonl").output


class TestServer:
    def test_serve_hands_its_options_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Any] = []

        def serve(*values: object, welcome: Callable[[str], None], **named: object) -> None:
            asked.append((*values, named))
            welcome("http://here")

        monkeypatch.setattr(server, "serve", serve)
        assert do("serve", "--port", "0", "--data", "d", "--no-browser", "--base-url", "https://x.y").exit_code == 0
        assert do().exit_code == 0
        assert do("serve", "--lan", "--lab", "--no-sheets").exit_code == 0
        assert do("serve", "--no-lab", "--sheets").exit_code == 0
        usual: dict[str, object] = {"private_hooks": False, "solve": True, "metrics": None, "log_style": None}
        usual |= {
            "allowed_hosts": (),
            "keep": Keep(),
            "limits": Limits(),
            "lab": None,
            "sheets": None,
            "page_nonces": True,
            "database": None,
            "standby": False,
            "tables": None,
            "bus": None,
        }
        assert asked == [
            ("127.0.0.1", 0, Path("d"), False, "https://x.y", {"open_browser": False, **usual}),
            ("127.0.0.1", None, None, False, None, {"open_browser": True, **usual}),
            ("127.0.0.1", None, None, True, None, {"open_browser": True, **usual, "lab": True, "sheets": False}),
            ("127.0.0.1", None, None, False, None, {"open_browser": True, **usual, "lab": False, "sheets": True}),
        ]

    def test_a_server_that_cannot_start_says_why(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*values: object, **named: object) -> None:
            raise OSError("address already in use")

        monkeypatch.setattr(server, "serve", fail)
        result = do("serve")
        assert result.exit_code == 2 and "address already in use" in result.output

    def test_a_match_of_the_server_is_exported(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        play_to_the_end(*SEEDED, "--save", "match.jsonl")
        record = notation.parse(Path("match.jsonl").read_bytes())
        asked: list[tuple[Path, str]] = []

        def stored(folder: Path, name: str) -> tuple[notation.Record, bytes]:
            asked.append((folder, name))
            return record, b"salt"

        monkeypatch.setattr(files, "read_record", stored)
        monkeypatch.setattr(run, "default_folder", lambda: tmp_path / "usual")
        assert do("export", "abc").stdout_bytes == notation.write(record, b"salt")
        assert do("export", "abc", "--data", "d", "--text").stdout_bytes.decode() == notation.to_text(record)
        assert asked == [(tmp_path / "usual", "abc"), (Path("d"), "abc")]

    def test_the_database_is_copied(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[tuple[Path, Path, bool]] = []
        monkeypatch.setattr(files, "backup", lambda *values: asked.append(values))
        assert "Written: copy.sqlite" in do("backup", "copy.sqlite", "--data", "d").output
        assert do("backup", "copy.sqlite", "--data", "d", "--force").exit_code == 0
        assert asked == [(Path("d"), Path("copy.sqlite"), force) for force in (False, True)]
