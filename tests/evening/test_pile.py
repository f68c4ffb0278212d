"""One pyramid for several games: what stays, what is drawn, and that the log of such a match is one like any other."""

from collections import Counter
from itertools import pairwise

import pytest

from bussolotto.core import pyramid
from bussolotto.core.chance import Fast, Scripted
from bussolotto.core.errors import BadSeats, UnknownGame, UnknownOption
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game as module_of
from bussolotto.games.cui_bono import game as cui_bono
from bussolotto.play import evening
from bussolotto.play.evening import Account, Die, Pile
from bussolotto.play.match import Match, replay
from tests.evening.playing import SERIES, SHORT, chained, played
from tests.evening.slow_carry import standing

FULL = range(pyramid.COUNT)
BASE = [cell for cell in FULL if pyramid.LEVEL[cell] == 0]


def opened(game: str, pile: Pile, seats: int = 3, seed: int = 1, **options: str) -> Match:
    """A match whose set-up has begun with this pile."""
    match = Match(module_of(game), seats, options)
    match.fall(evening.Carried(game, evening.wishes(game, match.options, pile), Fast(seed)))
    return match


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "games",
    [SERIES, ("wuerfelmarsch", "bunte-kuh", "raffzahn"), ("abquetschen", "cui-bono", "cui-bono", "raffzahn")],
    ids="-".join,
)
def test_what_a_game_leaves_is_where_the_next_begins(games: tuple[str, ...], seed: int) -> None:
    for before, after in pairwise(chained(games, 3, seed)):
        left = standing(before)
        begun = standing(replay(after.game, 3, after.options, set_up(after)))
        kinds = {"raffzahn": "pose", "bunte-kuh": "pose", "cui-bono": "colour"}
        kind = kinds[after.game.NAME]
        stay = [cell for cell in begun if cell in left and kind in left[cell]]
        assert [begun[cell][kind] for cell in stay] == [left[cell][kind] for cell in stay]
        told = evening.account(after.game.NAME, after.options, leaves(before))
        assert told == Account(
            stay=len(begun.keys() & left.keys()),
            kept=len(stay),
            filled=len(begun.keys() - left.keys()),
            cleared=len(left.keys() - begun.keys()),
        )


def set_up(match: Match) -> list[tuple[int, int]]:
    """The plies before the first decision."""
    decided = next(ply for ply, (seat, _) in enumerate(match.log) if seat != CHANCE)
    return [step for step in match.log[:decided] if not match.game.say(*step).startswith("die")]


def leaves(match: Match, before: Pile | None = None) -> Pile:
    pile = evening.leaves(match, before)
    assert pile is not None
    return pile


def test_the_log_of_a_carried_match_is_a_log_like_any_other() -> None:
    for match in chained(SERIES, 3):
        again = replay(match.game, 3, match.options, match.log)
        assert bytes(again.state) == bytes(match.state)
        assert all(seat == CHANCE for seat, _ in set_up(match))


def test_dice_whose_poses_are_not_known_are_drawn() -> None:
    pile = Pile(8, dict.fromkeys(FULL, Die(colour=1)))
    one, other = (opened("raffzahn", pile, seed=seed).log for seed in (1, 2))
    assert one != other
    assert evening.account("raffzahn", {"lattice": "8"}, pile) == Account(stay=164, kept=0, filled=0, cleared=1)


def test_poses_that_are_known_stay_and_take_no_chance() -> None:
    pile = Pile(8, {cell: Die(pose=cell % 24) for cell in BASE})
    match = Match(module_of("bunte-kuh"), 3)
    match.fall(evening.Carried("bunte-kuh", evening.wishes("bunte-kuh", match.options, pile), Scripted([2])))
    assert match.game.say(CHANCE, match.log[0][1]) == "start 2"
    assert all(match.state.pose[cell] == cell % 24 + 1 for cell in BASE)
    assert match.version == 1 + len(BASE)


def test_higher_dice_are_cleared_where_the_next_builds() -> None:
    pile = Pile(8, dict.fromkeys(FULL, Die(pose=3)))
    begun = opened("bunte-kuh", pile)
    assert {cell for cell in FULL if begun.state.pose[cell]} == set(BASE)
    assert evening.account("bunte-kuh", begun.options, pile) == Account(45, 45, 0, 120)
    for game in ("abquetschen", "wuerfelmarsch"):
        assert evening.account(game, {}, pile) == Account(0, 0, 0, 165)
        assert evening.wishes(game, {}, pile) == []


class TestColours:
    """Cui bono? has 55 dice of each colour, and a uniform shuffle of what is left."""

    def test_they_stay_and_the_others_are_dealt_from_the_rest(self) -> None:
        pile = Pile(8, {cell: Die(colour=0) for cell in range(120, 165)})  # the last to be laid
        for seed in range(5):
            match = opened("cui-bono", pile, seed=seed)
            assert all(match.state.colour[cell] == 1 for cell in pile.dice)
            assert Counter(match.state.colour[:]) == {1: 55, 2: 55, 3: 55}

    def test_the_rest_is_shuffled_evenly(self) -> None:
        pile = Pile(8, {cell: Die(colour=0) for cell in range(120, 165)})
        first = Counter(opened("cui-bono", pile, seed=seed).state.colour[0] for seed in range(200))
        # 10 pearl, 55 yellow and 55 red dice are left for 120 cells
        assert 3 < first[1] < 35 and 60 < first[2] < 123 and 60 < first[3] < 123

    def test_no_more_of_a_colour_stay_than_there_are(self) -> None:
        pile = Pile(6, dict.fromkeys([cell for cell in FULL if sum(pyramid.CELLS[cell]) <= 6], Die(colour=2)))
        match = opened("cui-bono", pile, lattice="6")
        assert Counter(match.state.colour[:]) == {0: 81, 1: 28, 2: 28, 3: 28}
        assert evening.account("cui-bono", match.options, pile) == Account(stay=84, kept=28, filled=0, cleared=0)

    def test_seats_have_them(self) -> None:
        match = played("abquetschen", 4, Fast(3), seed=3)
        pile = leaves(match)
        kinds = {(match.state.owner[cell], die.colour) for cell, die in pile.dice.items()}
        assert kinds == {(1, 2), (2, 1), (3, 0), (4, None)}
        begun = opened("cui-bono", pile, seats=4)
        for cell, die in pile.dice.items():
            assert die.colour is None or begun.state.colour[cell] == die.colour + 1
        assert cui_bono.COLOURS == ("pearl", "yellow", "red")


class TestMemory:
    """In Eintrichtern nobody may know how the yellow dice lie (EIN-5)."""

    def test_dice_stay_but_are_turned_unseen(self) -> None:
        pile = Pile(8, dict.fromkeys(FULL, Die(pose=0)))
        assert evening.account("eintrichtern", {"lattice": "8"}, pile) == Account(81, 0, 0, 84)
        poses = {tuple(opened("eintrichtern", pile).state.face[cell][:]) for cell in BASE}
        assert len(poses) > 10

    def test_what_it_leaves_lies_open(self) -> None:
        match = played("eintrichtern", 2, Fast(4), seed=4)
        pile = leaves(match)
        assert {cell for cell, die in pile.dice.items() if die.pose is not None} == set(BASE)
        assert len(pile.dice) == 45 + match.state.left
        begun = opened("bunte-kuh", pile, seats=2)
        for cell in BASE:
            assert list(pyramid.POSES[begun.state.pose[cell] - 1]) == match.state.face[cell][:]


def test_on_a_base_of_another_size_nothing_stays() -> None:
    pile = Pile(8, dict.fromkeys(FULL, Die(pose=0)))
    assert evening.account("raffzahn", {"lattice": "4"}, pile) == Account(0, 0, 34, 165)
    assert set(evening.wishes("raffzahn", {"lattice": "4"}, pile)) == {None}


def test_perspectives_leaves_the_dice_of_its_seats() -> None:
    match = played("perspectives", 4, Fast(2), 2, {"dice_each": "20"})
    assert len(leaves(match).dice) == sum(match.scores())


@pytest.mark.parametrize("name", ["raffzahn", "bunte-kuh", "eintrichtern"])
def test_dice_that_stand_keep_their_colours_through_games_that_have_no_use_for_them(name: str) -> None:
    pile = Pile(8, {cell: Die(colour=cell % 3) for cell in BASE})
    match = opened(name, pile)
    after = evening.leaves(match, pile)
    assert after is not None
    assert {cell: after.dice[cell].colour for cell in BASE} == {cell: cell % 3 for cell in BASE}
    assert all(die.colour is None for cell, die in after.dice.items() if cell not in BASE)


def test_a_die_that_has_left_takes_its_colour_along() -> None:
    pile = Pile(8, {cell: Die(colour=1) for cell in BASE})
    match = opened("raffzahn", pile)
    match.state.pose[BASE[0]] = 0
    assert leaves(match, pile).dice.keys() == set(range(165)) - {0, BASE[0]}


def test_colours_reach_cui_bono_through_two_games() -> None:
    pile = Pile(8, {cell: Die(colour=2) for cell in BASE[:10]})
    for name in ("raffzahn", "bunte-kuh"):
        pile = leaves(opened(name, pile), pile)
    state = opened("cui-bono", pile).state
    assert [state.colour[cell] for cell in BASE[:10]] == [3] * 10


def test_games_without_a_pyramid_leave_none_and_take_none() -> None:
    match = played("my-dice-your-dice", 2, Fast(1), seed=1)
    assert evening.leaves(match) is None
    assert evening.wishes("spilorcio", {}, Pile(8, {0: Die()})) == []
    assert evening.account("spilorcio", {}, Pile(8, {0: Die()})) == Account(0, 0, 0, 1)


@pytest.mark.parametrize("at", [0, 5, 44])
def test_a_die_that_was_moved_between_games_is_found(at: int) -> None:
    pile = Pile(8, {cell: Die(pose=cell % 24) for cell in BASE})
    steps = list(opened("bunte-kuh", pile).log)
    options = Match(module_of("bunte-kuh"), 3).options
    assert evening.breach("bunte-kuh", 3, options, steps, pile) == 0
    seat, action = steps[1 + at]
    steps[1 + at] = seat, 6 + (action - 6 + 1) % 24
    assert evening.breach("bunte-kuh", 3, options, steps, pile) == 2 + at


def test_a_colour_that_is_needed_later_may_not_be_dealt_before() -> None:
    pile = Pile(8, {cell: Die(colour=0) for cell in range(110, 165)})  # all pearl dice there are
    match = Match(module_of("cui-bono"), 3)
    steps = [(CHANCE, 0), (CHANCE, cui_bono.LAY)]
    assert evening.breach("cui-bono", 3, match.options, steps, pile) == 2


class TestPlan:
    def test_options_are_filled_in(self) -> None:
        first, second = evening.planned([("abquetschen", SHORT["abquetschen"]), ("cui-bono", {})], 3)
        assert first.options["stock"] == "25" and first.options["touch"] == "connected"
        assert second.options["keeps"] == "printed"

    @pytest.mark.parametrize("seats", [2, 4])
    def test_a_game_that_is_not_for_so_many_is_named(self, seats: int) -> None:
        with pytest.raises(BadSeats, match="raffzahn is played with 3 seats" if seats == 4 else "abquetschen"):
            evening.planned([(name, {}) for name in SERIES], seats)

    def test_the_series_of_the_rulebook_is_for_three(self) -> None:
        assert [part.game for part in evening.planned([(name, {}) for name in SERIES], 3)] == list(SERIES)

    def test_what_is_unknown_is_refused(self) -> None:
        with pytest.raises(UnknownGame):
            evening.planned([("halma", {})], 3)
        with pytest.raises(UnknownOption):
            evening.planned([("raffzahn", {"colour": "red"})], 3)
