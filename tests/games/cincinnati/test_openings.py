"""Openings of Cincinnati: all there are, dealt as the deck deals them, the same whoever solves them."""

import json
from fractions import Fraction

import pytest

import bussolotto
from bussolotto import solve
from bussolotto.games.cincinnati import game, openings, table_choice
from bussolotto.games.cincinnati.openings import Opening, Solution
from bussolotto.play.engines import Threads
from tests.command_line import do

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def test_the_deck_deals_each_as_often_as_its_cards_allow() -> None:
    """Of 36 cards: two of the six 15,000s on A and C, and the chances of all add up to one."""
    found = {opening.cards: opening.ways for opening in openings.openings((3,))}
    assert len(found) == 7 * 7 and found[0, None, 0] == 6 * 5
    assert sum(Fraction(ways, 36 * 35) for ways in found.values()) == 1
    assert sum(Fraction(opening.ways, 36 * 35 * 34) for opening in openings.openings((5,))) == 1


def test_they_are_the_same_whoever_solves_them() -> None:
    told: list[tuple[int, int]] = []
    alone = openings.solve(lambda done, steps: told.append((done, steps)), seats=(3,))
    by = Threads(2)
    assert openings.as_json(openings.solve(engine=by, seats=(3,))) == openings.as_json(alone)
    by.close()
    assert told == [(done, 49) for done in range(1, 50)]
    one = next(choice for opening, choice in zip(*alone, strict=True) if opening.money == (25.0, 0.0, 35.0))
    balance = table_choice.balance(3, (25.0, 0.0, 35.0))
    assert (one.worth, one.gain) == (balance.worth, balance.gain.choosing)
    assert sum(one.often) == pytest.approx(1) and one.often[1] == 0
    worth = [Fraction(opening.ways, 36 * 35) * Fraction(choice.worth) for opening, choice in zip(*alone, strict=True)]
    assert openings.headline(alone) == pytest.approx(float(sum(worth)))


def test_programs_read_cards_by_their_names() -> None:
    choice = openings.Choice([0.5, 0.25, 0.25], 12.0, 0.01)
    (line,) = openings.as_json(Solution([Opening(4, (0, 5, 6))], [choice]))["openings"]
    assert line == {
        "seats": 4,
        "cards": ["15000", "duel", "token"],
        "often": [0.5, 0.25, 0.25],
        "worth": 12.0,
        "gain": 0.01,
    }
    assert set(line["cards"]) <= set(game.KINDS) and json.dumps(line)


def _spread(name: str, board: str) -> bool:
    solver = solve.solver(bussolotto.game(name), board)
    return solver is not None and solver.SPREAD


def test_what_is_solved_on_one_machine_says_so() -> None:
    spread = [
        (name, board)
        for name in solve.solved()
        for board in bussolotto.game(name).facts.boards or ("",)
        if _spread(name, board)
    ]
    assert spread == [("cincinnati", "openings")]
    for arguments in (["spilorcio"], ["my-dice-your-dice"], ["cincinnati", "--board", "duel"]):
        result = do("solve", *arguments, "--cluster", "127.0.0.1:9")
        assert result.exit_code == 2 and "solved on one machine" in " ".join(result.stderr.split())
