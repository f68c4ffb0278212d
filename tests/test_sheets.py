"""Rule sheets: they play as the modules do, keep the laws, and what is wrong with one is refused with its place."""

import gc
import pickle
import re
import sys
import tomllib
import weakref
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.main import get_command

import bussolotto
from bussolotto import locale
from bussolotto.cli import app
from bussolotto.cli.sentences import mover_of
from bussolotto.core import chance
from bussolotto.core.errors import Refusal
from bussolotto.core.events import Event
from bussolotto.core.kernel import plain
from bussolotto.core.looks import Try
from bussolotto.play import compiling, notation
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration
from bussolotto.play.notation import record_of
from bussolotto.sheets import game_from_sheet, library, narration, reading, words
from bussolotto.sheets.game import forget
from bussolotto.sheets.lines import find_line, line_of
from bussolotto.sheets.reading import LARGEST, read
from bussolotto.study import sweep, sweep_report
from bussolotto.testing import compiled, laws
from bussolotto.testing.worlds import World, every_world, random_ply
from tests import processes
from tests.command_line import do, done
from tests.depth import count, full, in_full_runs
from tools import mutated_sheets, sheets_beside

LIGHT = library()["last-light"].read_text("utf-8")
KUH = library()["bunte-kuh"].read_text("utf-8")


@pytest.mark.parametrize("name", sheets_beside.LEFT_OUT)
def test_a_sheet_plays_as_the_module_of_its_game(name: str) -> None:
    matches = count(3, 15)
    assert sum(sheets_beside.play_beside(name, seed) for seed in range(matches)) > 50 * matches


def test_another_rule_in_the_sheet_is_seen_beside_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "cui-bono.toml"
    text = library()["cui-bono"].read_text("utf-8")
    other.write_text(text.replace("row = { most = 2 }", "row = { most = 3 }"), "utf-8")
    monkeypatch.setattr(sheets_beside, "library", lambda: {"cui-bono": other})
    with pytest.raises(AssertionError, match="cui-bono, seats"):
        for seed in range(20):
            sheets_beside.play_beside("cui-bono", seed)


@pytest.mark.parametrize("name", ["last-light", *in_full_runs("raffzahn")])
def test_a_sheet_keeps_the_laws(name: str) -> None:
    game = game_from_sheet(library()[name])
    for law in (laws.static_law_layout, laws.static_law_notation):
        law(game)
    for world in every_world(game)[:2]:
        for name_of_law, law in vars(laws).items():
            if name_of_law.startswith("law_"):
                law(world)


def play_both(text: str, plies: int) -> None:
    """Interpreted and compiled in step, for so many plies at most."""
    game = game_from_sheet(text)
    fast, record, rng = bussolotto.compiled(game), bussolotto.new_state(game, game.SEATS[0]), Random(1)
    s = plain(record.copy())
    while (bits := game.movers(s)) and s.plies < plies:
        seat, action = random_ply(game, s, bits, rng)
        game.apply(s, seat, action)
        fast.apply(record, seat, action)
        assert record.tobytes() == bytes(s)


def test_all_sheets_are_played_by_what_was_compiled_once() -> None:
    play_both(LIGHT, 300)
    told: list[int] = []
    with compiling.watched(lambda _, number: told.append(number)):
        play_both(KUH, 300)
        play_both(library()["raffzahn"].read_text("utf-8"), 300)
    assert told == []


@full
@pytest.mark.parametrize("name", sorted({*library()} - {"last-light"}))  # whose laws are looked at in every run
def test_a_compiled_sheet_is_the_interpreted_one(name: str) -> None:
    game = game_from_sheet(library()[name])
    compiled.all_side_by_side(game)
    compiled.law_loops(game, 200)


def test_what_counts_as_the_lead_follows_the_sheet() -> None:
    for text, fewest in ((LIGHT, False), (KUH, True)):
        game = game_from_sheet(text)
        state = bussolotto.new_state(game, game.SEATS[0])
        assert game.facts.fewest_win == fewest == game.rules.fewest_win(plain(state))


def test_mutated_sheets_are_refused_with_a_place_or_play() -> None:
    found = mutated_sheets.main(["--count", str(count(60, 300))])
    assert found["plays"] and found["sheet-syntax"] and found["sheet-word"]


WRONG = {  # what is changed, by what, the code and the place
    "syntax": ('title = "Last', "title = Last", "sheet-syntax", 5),
    "unknown key": ('turn = "next"', 'turns = "next"', "sheet-word", "step[0].move[0]"),
    "unknown word": ('do = "take"', 'do = "steal"', "sheet-word", "step[0].move[0].do"),
    "unknown step": ('then = "taking"', 'then = "putting"', "sheet-word", "step[0].move[0].then"),
    "unknown test": ("open = 3", "opened = 3", "sheet-word", "step[0].move[0].where"),
    "test of the match": ("open = 3", "pile = 3", "sheet-word", "step[0].move[0].where"),
    "type": ("seats = [2, 3, 4]", 'seats = [2, "3"]', "sheet-shape", "game.seats[1]"),
    "missing": ('[win]\nby = ["most points", "fewest dice"]', "", "sheet-missing", "win"),
    "seats": ("seats = [2, 3, 4]", "seats = [2, 2]", "sheet-number", "game.seats[1]"),
    "size": ("size = 6", "size = 9", "sheet-number", "pile.size"),
    "size by option": ("size = 6", 'size = "red_points"', "sheet-number", "pile.size = red_points"),
    "option": ("default = 4", "default = 21", "sheet-number", "numbers.red_points.default"),
    "dice": ("open = 3", "own_face = 3", "sheet-dice", "step[0].move[0].where.own_face"),
    "hidden": ("Last Light", "Last\\u202eLight", "sheet-text", "game.title"),
    "name": ('name = "last-light"', 'name = "Last Light"', "sheet-name", "game.name"),
    "taken": ('name = "empty"', 'name = "limit"', "sheet-taken", "end"),
    "word of the lab": ("red_points", "players", "sheet-taken", "numbers.players"),
    "column of a study": ("red_points", "mean", "sheet-taken", "numbers.mean"),
    "together": ('to = "own"', 'to = "own"\nword = "mine"', "sheet-together", "step[0].move[0].word"),
    "too many": ("seats = [2, 3, 4]", "seats = [1, 2, 3, 4, 5, 6, 7, 8, 9]", "sheet-count", "game.seats"),
    "another version": ("sheet = 1", "sheet = 2", "sheet-number", "sheet"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_refused_with_its_place(case: str) -> None:
    before, after, code, place = WRONG[case]
    assert before in LIGHT
    with pytest.raises(Refusal) as refused:
        game_from_sheet(LIGHT.replace(before, after))
    values = refused.value.values
    assert (refused.value.code, values.get("line", values.get("key"))) == (code, place), refused.value


def test_no_number_is_called_as_what_studies_ask_or_tell_besides() -> None:
    assert {*words.NO_NUMBERS} == {sweep.PLAYERS, *sweep_report.COLUMNS}


SAID = {  # what is changed, by what, and the reason that is said
    "value": ("sheet = 1", "sheet = ", "toml-value"),
    "quotes": ('title = "Last Light"', "title = Last Light", "toml-value"),
    "twice": ("size = 6", "size = 6\nsize = 7", "toml-twice"),
    "table twice": ("[pile]", "[game]", "toml-twice"),
    "header": ("[pile]", "[pile", "toml-header"),
    "statement": ("sheet = 1", "sheet", "toml-statement"),
    "rest": ("size = 6", "size = 6 7", "toml-rest"),
    "list": ("[2, 3, 4]", "[2 3, 4]", "toml-list"),
    "braces": ("high = 20 }", "high = 20", "toml-braces"),
    "text": ('"colours"', '"colours', "toml-text"),
    "single quote": ('"colours"', "'colours", "toml-text"),
    "backslash": ('"Last Light"', '"Last \\q"', "toml-backslash"),
    "long number": ("size = 6", "size = " + "6" * 5_000, "toml-long"),
    "character": ("size = 6", "size = 6\x00", "toml-rest"),
    "whole number": ("default = 4", "default = 4.5", "shape-number"),
    "value or name": ("size = 6", "size = 6.5", "shape-value"),
    "word": ('turn = "next"', "turn = 3", "shape-text"),
    "no list": ("[2, 3, 4]", "2", "shape-list"),
    "no row": ("[[step]]", "[step]", "shape-rows"),
    "no table": ("{ default = 4, low = 0, high = 20 }", "4", "shape-table"),
    "no test": ("open = 3", "open = 2020-01-01", "shape-test"),
    "no place": ('{ open = 3, colour = "not last" }', "3", "shape-where"),
    "no points": ('{ colour = [1, 2, "red_points"] }', "[1]", "shape-points"),
    "yes or no": ("size = 6", "size = 6\nwithout_top = 1", "shape-yes"),
    "no step": ('then = "taking"', 'then = ""', "words"),
    "no target": ('to = "own"', "", "words"),
}


@pytest.mark.parametrize("case", SAID)
def test_what_is_wrong_is_said_in_the_words_of_each_language(case: str) -> None:
    before, after, reason = SAID[case]
    with pytest.raises(Refusal) as refused:
        read(LIGHT.replace(before, after, 1))
    values = refused.value.values
    assert values.get("reason") == reason, refused.value
    assert "problem" not in values and "sys." not in str(refused.value)
    for language in locale.LANGUAGES:
        said = locale.excuse(language, refused.value)
        assert locale.catalogue(language)[f"damage.{reason}"].partition("{")[0] in said
        assert "“”" not in said and str(values.get("key") or f"{values['line']}") in said


def test_a_number_that_is_too_long_is_found_at_its_line() -> None:
    with pytest.raises(Refusal) as refused:
        read(LIGHT.replace("size = 6", "size = " + "6" * 5_000))
    assert refused.value.values["line"] == 16


def test_every_reason_is_said_in_each_language() -> None:
    reasons = {reason for _, reason in reading.TOML} | {*reading.SHAPES.values()} | set(reading.OTHER)
    wanted = {f"damage.{reason}" for reason in reasons}
    assert {language: wanted - locale.catalogue(language).keys() for language in locale.LANGUAGES} == {
        language: set() for language in locale.LANGUAGES
    }


HOSTILE = {
    "deep": "x = " + "[" * 7_000 + "\n",
    "long number": "sheet = " + "9" * 7_000 + "\n",
    "long key": "a" * 7_000 + " = 1\n",
    "large": "#" * LARGEST + "\n",
    "dotted": ".".join("a" * 3_500) + " = 1\n",
    "nothing": "\n",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_text_is_refused(case: str) -> None:
    with pytest.raises(Refusal, match=r".{0,1000}") as refused:
        game_from_sheet(HOSTILE[case])
    assert refused.value.code.startswith("sheet-") and len(str(refused.value)) < 400


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"sheet = 1\n\xff\n")
    with pytest.raises(Refusal, match="Line 2") as refused:
        game_from_sheet(file)
    assert refused.value.code == "sheet-syntax"
    with pytest.raises(Refusal) as refused:
        game_from_sheet(tmp_path / "none.toml")
    assert refused.value.code == "sheet-unread"


def test_a_mark_of_the_byte_order_is_no_part_of_a_sheet(tmp_path: Path) -> None:
    """Some editors write it before the text. A sheet is the same with it, also where it is sent."""
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LIGHT.encode())
    for source in (file, f"\ufeff{LIGHT}"):
        game = game_from_sheet(source)
        assert (game.NAME, game.text) == (game_from_sheet(LIGHT).NAME, LIGHT)
    wrong = "\ufeff" + LIGHT.replace("size = 6", "size = 9")
    with pytest.raises(Refusal) as refused:
        read(wrong)
    assert find_line(wrong, refused.value) == 16


def test_moves_that_happen_by_themselves_for_ever_end_the_match() -> None:
    said = 'do = "say"\nword = "tick"\nby_itself = "only"\nthen = "taking"'
    move = LIGHT[LIGHT.index('do = "take"') : LIGHT.index("[[end]]")]
    game = game_from_sheet(LIGHT.replace(move, said + "\n\n"))
    s = World(game, 2, 1).match()
    assert s.over and game.ENDINGS[game.ending(s.state)] == "no-move"


def test_a_race_hides_who_can_act() -> None:
    match = Match(game_from_sheet(library()["raffzahn"]), 3)
    match.fall(chance.Fast(1))
    assert "able" not in match.view(0) and "pose" in match.view(0)


def test_a_race_says_what_can_be_tried_in_each_step_and_a_pile_that_is_read_from_ones_own_side() -> None:
    tries = [game_from_sheet(library()[name]).facts.looks.tries for name in ("bunte-kuh", "raffzahn", "last-light")]
    assert tries[0] == (
        Try("throw", "step", 0, by="turn"),
        Try("funnel", "step", 2, "gap"),
        Try("pass", "step", 2, once="passed"),
        Try("pose", "step", 3, by="actor"),
        Try("decline", "step", 3, by="actor"),
    )
    assert tries[1:] == [
        (Try("throw", "step", 0, by="turn"), Try("take", "step", 2, "die"), Try("stop", "step", 2, by="turn")),
        (),
    ]
    piles = [game_from_sheet(library()[name]).facts.looks.pile for name in ("raffzahn", "bunte-kuh")]
    assert [pile and pile.own_side for pile in piles] == [True, False]


def test_the_name_takes_the_sheet_to_another_process(tmp_path: Path) -> None:
    name = game_from_sheet(LIGHT).NAME
    (tmp_path / "name").write_bytes(pickle.dumps(name))
    code = "import bussolotto, pickle, sys; print(bussolotto.game(pickle.load(open(sys.argv[1], 'rb'))).TITLE)"
    command = [sys.executable, "-c", code, str(tmp_path / "name")]
    assert processes.run(command, text=True, capture_output=True, check=True).stdout == "Last Light\n"


def test_a_match_file_says_which_sheet_it_was_played_by() -> None:
    game = game_from_sheet(LIGHT)
    match = World(game, 2, 3).match()
    record = notation.parse(notation.write(record_of(match, ["A", "B"]), bytes(32)))
    assert record.game == game.NAME and notation.match_of(record).record.tobytes() == match.record.tobytes()
    assert game_from_sheet(LIGHT.replace("plies = 2000", "plies = 2001")).NAME != game.NAME


@pytest.mark.usefixtures("in_an_empty_folder")
def test_the_command_says_what_a_sheet_is_or_what_is_wrong_with_it() -> None:
    Path("light.toml").write_text(LIGHT, "utf-8")
    Path("wrong.toml").write_text(LIGHT.replace('do = "take"', 'do = "takes"'), "utf-8")
    assert "Last Light" in done("sheet", "light.toml").stdout
    assert "red_points" in done("games", "light.toml").stdout
    refused = do("sheet", "wrong.toml")
    assert refused.exit_code == 2 and "step[0].move[0].do: “takes”" in refused.output
    assert "Did you mean “take”" in refused.output
    assert do("simulate", "none.toml").exit_code == 2
    played = done("sheet", "light.toml", "--play", typed="q\n").stdout
    assert "take" in played


@pytest.mark.usefixtures("in_an_empty_folder")
def test_every_command_that_takes_the_name_of_a_game_takes_the_file_instead() -> None:
    Path("light.toml").write_text(LIGHT, "utf-8")
    Path("wrong.toml").write_text(LIGHT.replace('do = "take"', 'do = "takes"'), "utf-8")
    commands: Any = get_command(app)
    taking = {name for name, each in commands.commands.items() if any(one.name == "game" for one in each.params)}
    assert taking >= {"play", "simulate", "games", "check-game", "solve", "study", "tournament"}
    for name in taking:
        assert "step[0].move[0].do" in do(name, "wrong.toml").output, name
    assert "take" in done("play", "light.toml", "--seed", "1", typed="q\n").stdout
    unsolved = do("solve", "light.toml")
    assert unsolved.exit_code == 2 and f"“{game_from_sheet(LIGHT).NAME}” has no exact solution" in unsolved.output


def test_a_sheet_that_nobody_holds_takes_no_room() -> None:
    game = game_from_sheet(LIGHT + "# for a while\n")
    Match(game, 2)
    forget(game)
    kept = weakref.ref(game)
    del game
    gc.collect()
    assert kept() is None


PLACES = '''sheet = 1
[game]
about = """two [lines]
[end]""" # and "more"
seats = [
  2, # ]
  3,
]
[[step]]
[[step.move]]
[[step.move]]
where = { open = 3 }
[[step]]
name.first = "]"
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("sheet", 1),
        ("game", 2),
        ("game.title", 2),
        ("game.about", 3),
        ("game.seats[1]", 5),
        ("step", 9),
        ("step[0].move[1]", 11),
        ("step[0].move[1].where.open", 12),
        ("step[0].move[7].do", 10),
        ("step[1].name", 14),
        ("end[0].when", 1),
        ("game.seats = 3", 5),
    ],
)
def test_a_key_of_a_sheet_has_a_line(key: str, line: int) -> None:
    tomllib.loads(PLACES)
    assert line_of(PLACES, key) == line


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("[pile]", "[pil]"),
        ("[[step]]", "[[stap]]"),
        ("open = 3", "opn = 3"),
        ('to = "own"', 'two = "own"'),
        ('"take"', '"tak"'),
    ],
)
def test_a_word_that_cannot_stand_there_has_the_line_it_stands_on(word: str, wrong: str) -> None:
    text = LIGHT.replace(word, wrong, 1)
    with pytest.raises(Refusal) as caught:
        read(text)
    assert wrong in text.splitlines()[find_line(text, caught.value) - 1]


def test_every_refusal_of_a_mutated_sheet_has_a_line() -> None:
    texts = [path.read_text("utf-8") for path in library().values()]
    rng, refusals = Random(5), 0
    for _ in range(count(400, 4000)):
        text = mutated_sheets.mutated(rng, texts)
        try:
            read(text)
        except Refusal as refusal:
            refusals += 1
            assert 1 <= find_line(text, refusal) <= text.count("\n") + 1
    assert refusals > 100


def test_the_page_explains_every_word_that_a_test_can_use() -> None:
    explained = locale.of_area("en", "later-words")
    told = " ".join((*explained, *explained.values())).replace("-", " ")
    for word in (*words.OF_DICE, *words.OF_PLACES, *words.OF_MATCH, *words.DO, *words.WIN):
        assert re.search(rf"\b{word}\b", told), word


LEVIED = """
sheet = 1
[game]
name = "ask-or-give"
title = "Ask or Give"
authors = ["Somebody"]
seats = [2, 3]
plies = 200
[pile]
size = 3
dice = "colours"
stock = 5
[[step]]
name = "saying"
[[step.move]]
do = "say"
word = "ask"
levy = 2
points = 3
turn = "next"
then = "saying"
[[step.move]]
do = "say"
word = "give"
pay = 1
turn = "next"
then = "saying"
[win]
by = ["most points"]
"""


@pytest.mark.parametrize(
    ("seats", "word", "told"),
    [
        (3, "ask", {"scored": 3, "levied": 4}),
        (2, "ask", {"scored": 3, "levied": 2}),
        (3, "give", {"paid": 2}),
        (2, "give", {"paid": 1}),
    ],
)
def test_points_and_dice_that_change_hands_are_told(seats: int, word: str, told: dict[str, int]) -> None:
    game = game_from_sheet(LEVIED)
    match = Match(game, seats)
    match.fall(chance.Fast(1))
    since, seat = match.version, mover_of(match)
    match.act(seat, [next(code for code in match.legal(seat) if game.say(seat, code) == word)])
    found = Narration(match).told(match.log, 0)[since].events
    assert found == [Event(word, {"seat": seat, "n": n}) for word, n in told.items()]


@pytest.mark.parametrize("text", [LIGHT, KUH], ids=["last-light", "bunte-kuh"])
def test_what_is_told_is_all_that_others_gain_and_lose(text: str) -> None:
    """In matches at random: points of all, and how many dice came from others."""
    game = game_from_sheet(text)
    for seats in game.SEATS:
        match, rng = Match(game, seats), Random(seats)
        points, given = [0] * seats, 0
        while not match.over and match.version < 600:
            match.fall(chance.Fast(match.version))
            seat = rng.choice([seat for seat in range(seats) if match.movers() >> seat & 1])
            match.act(seat, [rng.choice(match.legal(seat))])
        told = [event for one in Narration(match).told(match.log, 0) for event in one.events]
        for event in told:
            values: Any = event.values
            if event.word in ("scored", "lost"):
                points[values["seat"]] += values["n"] if event.word == "scored" else -values["n"]
            given += event.word == "levied"
        assert points == list(match.state.points[:seats])
        assert (given > 0) == (text is KUH)


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_every_language_has_a_sentence_for_what_is_told(language: str) -> None:
    game = game_from_sheet(LIGHT)
    texts = locale.of_sheet(language, game)
    for key in (f"{word}.{number}" for word in narration.KINDS for number in ("one", "other")):
        assert set(re.findall(r"{\w+}", texts[f"event.{game.NAME}.{key}"])) == {"{name}", "{n}"}, key
