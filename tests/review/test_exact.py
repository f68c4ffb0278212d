"""Reviews where the game is solved: they follow the table, to the last bit."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import bussolotto
from bussolotto.cli.review import Telling
from bussolotto.core.errors import Refusal
from bussolotto.games.my_dice_your_dice import solver
from bussolotto.play import notation
from bussolotto.play.match import Match
from bussolotto.review import as_json, explain, review, turning_points, verdict
from tests.command_line import do, done
from tests.depth import count
from tests.review.sittings import sensible

GAME = bussolotto.game("my-dice-your-dice")
MATCHES = count(short=300, full=800)


def test_each_loss_is_what_the_table_says() -> None:
    record = sensible(GAME, 2, 1, careless=0.3)
    found = review(record)
    match = Match(GAME, 2)
    by_ply = {choice.ply: choice for choice in found.choices}
    for ply, (seat, action) in enumerate(record.steps):
        if ply in by_ply:
            values = solver.values(match.state)
            loss = by_ply[ply].loss
            assert loss.kind == "exact" and loss.error == 0.0
            assert loss.loss == max(values.values()) - values[action] >= 0.0
            assert values[loss.best] == max(values.values())
        match.play(seat, action)
    assert len(found.choices) + found.forced == sum(seat != bussolotto.CHANCE for seat, _ in record.steps)


def test_a_result_is_what_luck_and_choices_have_made_of_an_equal_chance() -> None:
    for seed in range(count(short=20, full=200)):
        found = review(sensible(GAME, 2, seed, careless=0.3))
        for seat in range(2):
            lost, others = found.lost(seat)[0], found.lost(1 - seat)[0]
            assert found.returns[seat] == pytest.approx(0.5 + found.luck[seat] - lost + others)
            assert found.adjusted[seat] == pytest.approx(0.5 - lost + others)


def test_luck_averages_zero_and_takes_most_of_the_chance_out_of_results() -> None:
    found = [review(sensible(GAME, 2, seed)) for seed in range(MATCHES)]
    luck, results = (np.array([getattr(one, name)[0] for one in found]) for name in ("luck", "returns"))
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(MATCHES)
    assert (results - luck).var() < results.var() / 5


def test_a_review_says_who_played_best_and_who_was_lucky() -> None:
    record = sensible(GAME, 2, 3)
    found = review(record)
    assert found.best_players() == [int(found.lost(1)[0] < found.lost(0)[0])]
    assert found.luckiest() == int(found.luck[1] > 0)
    points = turning_points(found)
    assert points == sorted(points, key=lambda point: point.ply)
    assert all(point.choice is None or verdict(point.choice.loss) for point in points)


def test_the_first_roll_says_who_begins_and_is_worth_what_that_is() -> None:
    record = sensible(GAME, 2, 1)
    first = review(record).rolls[0]
    assert (first.first, record.steps[0][0]) == (0, bussolotto.CHANCE)
    assert first.luck[0] == -first.luck[1] == pytest.approx(first.shares[0] - 0.5)


def test_a_match_that_is_not_over_is_refused() -> None:
    record = sensible(GAME, 2, 1)
    with pytest.raises(Refusal, match="still running"):
        review(replace(record, end=None))


def test_a_match_by_other_rules_is_refused() -> None:
    record = sensible(GAME, 2, 1)
    with pytest.raises(Refusal, match="version 99"):
        review(replace(record, rules=99))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "match.jsonl"
    written.write_bytes(notation.write(sensible(GAME, 2, 3), b"k" * 32))
    return written


def test_the_command_tells_in_one_sentence_who_played_best(file: Path) -> None:
    told = done("review", str(file)).output
    assert told.splitlines()[0] == "My Dice - Your Dice. Anna played best and was lucky by 42 %."
    assert "“Ransom 2 dice” cost 10.9 % of the victory. From here “Ransom none” wins" in told
    assert "All of this is exact" in told


def test_those_who_played_equally_well_are_named_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    equal = SimpleNamespace(seats=3, luck=[], best_players=lambda: [0, 1], luckiest=lambda: None)
    told = Telling(sensible(GAME, 2, 3), equal).summary()
    assert told == "Anna and Bruno played best, equally well as far as can be told."


def test_the_command_writes_json(file: Path) -> None:
    record = sensible(GAME, 2, 3)
    told = json.loads(done("review", str(file), "--json").output)
    found = review(record)
    explain(found, record, GAME)
    assert told == json.loads(json.dumps(as_json(found, record, GAME)))
    assert [player["adjusted"] for player in told["players"]] == review(record).adjusted
    turned = {turn["kind"]: turn["marks"] for turn in told["turning_points"]}
    assert turned["roll"] == ["fell"] and set(turned["choice"]) <= {"done", "best"}
    assert told["choices"][0]["done"] == GAME.say(0, record.steps[told["choices"][0]["ply"] - 1][1])


def test_the_command_refuses_a_damaged_file(file: Path) -> None:
    content = bytearray(file.read_bytes())
    place = Random(1).randrange(len(content) // 2, len(content) - 2)
    content[place] ^= 1
    file.write_bytes(content)
    result = do("review", str(file))
    assert result.exit_code == 1 and "Line" in result.output


@pytest.mark.parametrize("language", ["en", "it", "de", "fr"])
def test_the_command_speaks(language: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bussolotto.cli.words.Speaker.language", language)
    result = done("review", str(file))
    assert "{" not in result.output
