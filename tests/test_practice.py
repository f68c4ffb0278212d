"""A match that follows a script: what falls, what others do, and what is accepted of the person."""

import json
from typing import Any

import pytest

import bussolotto
from bussolotto.core.chance import System
from bussolotto.core.errors import IllegalAction, Refusal
from bussolotto.core.kernel import CHANCE
from bussolotto.games.script import parse
from bussolotto.play.practice import PracticeMatch
from tests import pig

ROLL, HOLD = 0, 1


def practice(*steps: dict[str, Any], game: str = "", **more: Any) -> PracticeMatch:
    """A practice of Pig, or of another game, after what chance does before its first step."""
    match = PracticeMatch(
        bussolotto.game(game) if game else pig.game(), parse(json.dumps({"seats": 2, "steps": steps, **more}))
    )
    match.fall(System())
    return match


def act(match: PracticeMatch, action: int) -> list[str]:
    """What falls after this action of the person."""
    before = match.version
    match.play(0, action)
    match.fall(System())
    return [match.game.say(CHANCE, outcome) for seat, outcome in match.log[before:] if seat == CHANCE]


def rolls(*chance: str) -> dict[str, Any]:
    return {"name": "roll", "do": ["roll"], "chance": list(chance)}


HOLDS = {"name": "hold", "do": ["hold"]}


def test_dice_fall_as_the_script_says() -> None:
    match = practice(rolls("die 4"), {**rolls("die 2"), "name": "more"})
    assert [*act(match, ROLL), *act(match, ROLL)] == ["die 4", "die 2"]


def test_what_the_script_leaves_open_is_the_same_every_time() -> None:
    fallen = {
        act(practice(rolls(*lines), HOLDS), ROLL)[0] for lines in ((), ("lay 123",), ("die ?",)) for _ in range(3)
    }
    assert len(fallen) == 1
    others = {act(practice(rolls(), HOLDS, seed=seed), ROLL)[0] for seed in range(20)}
    assert len(others) > 1


def test_a_line_that_is_too_short_goes_on_with_its_last_outcome() -> None:
    match = practice({"name": "throw", "do": ["throw"]}, game="eintrichtern", begin=["start 0", "lay 123 lay 231"])
    laid = [match.game.say(CHANCE, outcome) for _, outcome in match.log]
    assert laid == ["start 0", "lay 123", *["lay 231"] * 44]


def test_a_throw_that_does_not_happen_moves_nothing_else() -> None:
    """Whoever keeps all five dice rolls none; the cards of the next round come as written all the same."""
    game = bussolotto.game("cincinnati")
    others = {str(seat): ["table A", "keep 1 3 4 5 6", "pass"] for seat in (1, 2)}
    keeps = [{"name": name, "do": ["keep"], "chance": ["die 6 6 6 6 6"]} for name in ("one", "two")]
    last = {"name": "pass", "do": ["pass"], "chance": ["die 6", "card token card 15000", "die 1"]}
    match = practice(
        {"name": "table", "do": ["table"]},
        *keeps,
        last,
        {"name": "next", "do": ["table"]},
        game="cincinnati",
        seats=3,
        begin=["start 0", "card 35000 card 20000", "die 1 2 3 4 6 6 5 4 3 1 6 5 4 3 1"],
        others=others,
    )
    for action in ("table C", "keep 1 2 3 4 6", "keep 1 2 3 4 6", "pass"):
        while not match.legal(0):
            reply = match.reply()
            assert reply
            match.play(*reply)
            match.fall(System())
        act(match, game.read(0, action))
    while match.reply():
        match.play(*(match.reply() or (0, 0)))
        match.fall(System())
    said = [game.say(seat, action) for seat, action in match.log]
    assert said[said.index("card token") : said.index("card token") + 3] == ["card token", "card 15000", "die 1"]


def test_only_what_the_step_asks_for_is_accepted() -> None:
    match = practice(rolls("die 4"), HOLDS)
    assert match.legal(0) == [ROLL]
    with pytest.raises(Refusal) as refused:
        match.play(0, HOLD)
    assert refused.value.code == "practice-step"
    act(match, ROLL)
    assert match.legal(0) == [HOLD]


def test_the_rules_hold_as_well() -> None:
    match = practice(HOLDS)
    with pytest.raises(IllegalAction) as refused:
        match.play(0, HOLD)  # PIG-2: there is nothing to bank yet
    assert refused.value.clause == "PIG-2"


def test_after_the_last_step_nothing_is_accepted() -> None:
    match = practice(rolls("die 4"))
    act(match, ROLL)
    assert match.due is None and match.legal(0) == [] and match.reply() is None
    with pytest.raises(Refusal) as refused:
        match.play(0, ROLL)
    assert refused.value.code == "practice-over"


def test_others_do_the_first_thing_that_they_may() -> None:
    steps = [rolls("die 1"), {**rolls(), "name": "again"}]
    match = practice(*steps, others={"1": ["hold", "roll"]})
    assert match.reply() is None  # the person is awaited
    act(match, ROLL)
    assert match.reply() == (1, ROLL)
    match.play(1, ROLL)
    match.game.apply(match.state, CHANCE, 3)
    assert match.reply() == (1, HOLD)


def test_what_a_step_says_of_the_others_comes_first() -> None:
    first = {**rolls("die 1"), "others": {"1": ["roll"]}}
    match = practice(first, {**rolls(), "name": "again"}, others={"1": ["hold", "roll"]})
    act(match, ROLL)
    match.play(1, ROLL)
    match.game.apply(match.state, CHANCE, 3)
    assert match.reply() == (1, ROLL)


def test_a_step_goes_on_while_the_rules_ask_for_more() -> None:
    match = practice({**rolls("die 4"), "more": True}, {**HOLDS, "do": ["hold"]})
    act(match, ROLL)
    assert (match.done, match.legal(0)) == (0, [ROLL])
    act(match, ROLL)
    assert match.done == 0
    ended = practice({**rolls("die 1"), "more": True}, {**rolls(), "name": "again"})
    act(ended, ROLL)  # a 1: it is the other's turn
    assert (ended.done, ended.due and ended.due.name) == (1, "again")


def test_a_copy_goes_on_by_itself() -> None:
    match = practice(rolls("die 4"), HOLDS)
    twin = match.copy()
    act(twin, ROLL)
    assert (twin.done, match.done) == (1, 0)
    assert match.preview(0, [ROLL]).version == match.version + 1
