"""Pig, the game of docs/adding-a-game.md, has rules and English texts alone; everything general serves it."""

import json
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import bussolotto
from bussolotto import locale, pictures, players
from bussolotto.cli.sentences import NOBODY, Event, in_words, mover_of, sentence
from bussolotto.cli.words import Speaker
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.core.events import Event as Decided
from bussolotto.core.kernel import CHANCE
from bussolotto.envs.gymnasium import env_id, register_envs
from bussolotto.play import notation
from bussolotto.play.batch import Batch
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration
from tests import pig, processes
from tests.command_line import done
from tests.depth import full
from tests.envs.test_pettingzoo import module as module_of
from tests.envs.test_pettingzoo import strict

installed = pig.installed


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where it is compiled, once for all tests."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def found(installed: Game, cache: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Game:
    """It is one of the games, in a folder of its own."""
    monkeypatch.setattr(Speaker, "language", "en")
    monkeypatch.setenv("BUSSOLOTTO_CACHE", cache)
    monkeypatch.chdir(tmp_path)
    return installed


def played(seed: int = 1, seats: int = 2) -> Match:
    """A random match of it."""
    match, dice, choice = Match(bussolotto.game("pig"), seats), Fast(seed), Random(seed)
    while not match.over:
        if not match.fall(dice):
            seat = match.movers().bit_length() - 1
            match.play(seat, choice.choice(match.legal(seat)))
    return match


def test_a_roll_is_told_of_who_rolled_also_where_it_ends_his_turn() -> None:
    """In the terminal and in a replay. Nobody is named before anybody has acted."""
    game = bussolotto.game("pig")
    match = Match(game, 2)
    narration, names = Narration(match, (None,)), ["Anna", "Bruno"]
    told: list[str] = []
    for seat, text in ((0, "roll"), (CHANCE, "die 5"), (0, "roll"), (CHANCE, "die 1"), (1, "roll")):
        since = match.version
        match.play(seat, game.read(seat, text))
        words = narration.told(match.log, None, since)
        told += in_words(match, since, bussolotto.SPECTATOR, words, names, mover_of(match))
    assert told == ["Anna: rolls", "Anna: rolled 5", "Anna: rolls", "Anna: rolled 1", "Bruno: rolls"]
    rolled = Event(CHANCE, "die", ["3"], 1)
    assert sentence(rolled, "pig", names, NOBODY, 1) == "Dice: 3"

    Path("m.jsonl").write_bytes(notation.write(notation.record_of(match, names), b""))
    shown = done("--lang", "en", "replay", "m.jsonl").output
    assert "Anna: rolled 1" in shown and "Bruno: rolled" not in shown


def test_how_it_ended_is_told_although_it_brings_no_events() -> None:
    match = played()
    told = [event for passage in Narration(match, (None,)).told(match.log, None, 0) for event in passage.events]
    winner = match.returns().index(1)
    assert told == [Decided("end-goal", {"seats": [winner]})]
    since = match.version - 1
    words = Narration(match, (None,)).told(match.log, None, since)
    assert (
        list(in_words(match, since, bussolotto.SPECTATOR, words, ["Anna", "Bruno"], -1))[-1] == "the goal was reached"
    )


def test_it_is_found_and_has_nothing_but_rules_and_english_texts() -> None:
    game = bussolotto.game("pig")
    assert bussolotto.games()[-1] == "pig" and game is pig.game()
    assert [name for name in ("bot", "policy", "advice", "picture", "evening", "study") if game.part(name)] == []
    assert players.names(game) == ["random", *players.LEVELS]
    assert sorted(path.name for path in (pig.folder() / "pig" / "texts").iterdir()) == ["en.json"]


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_every_language_reads_it_in_english_and_its_words_do_not_become_those_of_others(language: str) -> None:
    assert locale.of_table(language, "pig")["word.roll"] == "Roll"
    assert locale.of_pages(language)["word.roll"] == locale.parts(language)["words"]["word.roll"] != "Roll"
    assert locale.of_area(language, locale.SHELF)["game.pig.about"].startswith("Roll and add up")
    assert "word.hold" not in locale.of_pages(language)


def test_games_tells_it() -> None:
    told = json.loads(done("games", "pig", "--json").stdout)
    assert told["players"] == ["random", "easy", "medium", "hard"] and told["options"]["goal"]["number"]
    assert "goal: 30, 15, 50, 100" in done("games", "pig").stdout


def test_a_match_in_the_terminal_in_its_own_words() -> None:
    told = done("play", "pig", "--players", "you,random", "--seed", "1", "--dice", "seeded", typed="?\nroll\nhold\n")
    assert "roll\n" in told.stdout and "You: rolls" in told.stdout


def test_simulate_and_a_goal_that_nobody_suggested() -> None:
    told = done("simulate", "pig", "--seats", "3", "--matches", "200", "--option", "goal=25").stdout
    assert "the goal was reached 200" in told and "move limit reached 0" in told


@full
def test_a_study_and_its_page() -> None:
    done("study", "pig", "--change", "goal=15", "--matches", "200", "--json", "figures.json")
    figures = json.loads(Path("figures.json").read_text())
    assert figures["effects"][0]["plies"]["difference"] < 0
    assert "Points to reach" in Path("pig-study.html").read_text()


@full
def test_many_matches_side_by_side() -> None:
    batch, rng = Batch("pig", 16, seed=1, threads=1), np.random.default_rng(1)
    ends = 0
    for _ in range(200):
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(axis=1))
        ends += int(batch.ended.sum())
    assert ends > 16


@pytest.mark.parametrize("goal", [30, 55])
def test_a_match_file_and_its_text_lose_nothing(goal: int) -> None:
    match = Match(bussolotto.game("pig"), 3, {"goal": str(goal)})
    match.play(0, 0)
    match.play(CHANCE, 4)
    match.play(0, 1)
    record = notation.record_of(match, ["Anna", "Bruno", "Carla"])
    assert notation.parse(notation.write(record, b"the key of this match")) == record
    text = notation.to_text(record)
    assert "roll" in text and notation.from_text(text) == record


def test_the_picture_is_its_position_in_words() -> None:
    match = played(seats=4)
    svg = pictures.position(match.game, match.view(0), ["A", "B", "C", "D"], match.scores(), "Pig")
    assert "pot:" in "".join(ET.fromstring(svg).itertext())


@full
def test_gymnasium_and_its_vectors(capsys: pytest.CaptureFixture[str]) -> None:
    register_envs()
    check_env(gymnasium.make(env_id("pig"), compiled=False, render_mode="ansi").unwrapped)
    assert capsys.readouterr().out
    env = gymnasium.make_vec(env_id("pig"), 8, seat=0, seats=2)
    del gymnasium.registry[env_id("pig")]
    rng = np.random.default_rng(2)
    _, infos = env.reset(seed=3)
    rewards = np.zeros(8)
    for _ in range(80):
        masks = infos["action_mask"]
        _, found, *_, infos = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        rewards += found
    assert rewards.any()
    env.close()


def test_pettingzoo_seat_by_seat_and_all_at_once() -> None:
    with strict():
        api_test(module_of("pig").env(), num_cycles=60)
        seed_test(module_of("pig").env, num_cycles=20)
        parallel_api_test(module_of("pig").parallel_env(), num_cycles=60)


OPENSPIEL = """
import pyspiel
from open_spiel.python.tests import games_sim_test
import bussolotto.envs.openspiel
game = pyspiel.load_game("bussolotto_pig(goal=15)")
pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
games_sim_test.GamesSimTest().sim_game(game)
"""


@full
def test_openspiel() -> None:
    """In a process of its own: what OpenSpiel has been told once it knows for good."""
    played = processes.run([sys.executable, "-c", OPENSPIEL], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
